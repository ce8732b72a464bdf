#ifndef CURL_HEADER_H
#define CURL_HEADER_H

/// An option of libcurl, as EndpointTransports declares it.
typedef struct {
    const char *name;
    int number;
} curl_header_option;

/// Returns all options that EndpointTransports sets, and their number.
const curl_header_option *curl_header_options(int *count);
#endif
