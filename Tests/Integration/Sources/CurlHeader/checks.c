// Compares the declarations of CCurl with the headers of libcurl and zlib, if they are installed, when this file is
// compiled.
#include "CurlHeader.h"
#ifdef __linux__
#include "../../../../Sources/CCurl/internal.h"

const curl_header_option *curl_header_options(int *count) {
#define OPTION(name, number) {#name, number},
    static const curl_header_option options[] = {CCURL_OPTIONS(OPTION)};
    *count = sizeof(options) / sizeof(*options);
    return options;
}

#define SAME_NUMBER(name) _Static_assert((long)(C##name) == (long)(name), #name);
#define SAME_OFFSET(ours, our_member, theirs, their_member)                                                           \
    _Static_assert(offsetof(ours, our_member) == offsetof(theirs, their_member), #theirs "." #their_member);          \
    _Static_assert(sizeof((ours){0}.our_member) == sizeof((theirs){0}.their_member), #theirs "." #their_member);

#if __has_include(<curl/curl.h>)
#include <curl/curl.h>
// Earlier versions do not have all options.
#if LIBCURL_VERSION_NUM >= 0x075700
#define SAME_OPTION(name, number) SAME_NUMBER(CURLOPT_##name)
CCURL_OPTIONS(SAME_OPTION)
#define SAME_INFO(name, number) SAME_NUMBER(CURLINFO_##name)
CCURL_INFOS(SAME_INFO)
#define SAME_ERROR(name, number) SAME_NUMBER(CURLE_##name)
CCURL_ERRORS(SAME_ERROR)
#define SAME_MULTI_OPTION(name, number) SAME_NUMBER(CURLMOPT_##name)
CCURL_MULTI_OPTIONS(SAME_MULTI_OPTION)

SAME_NUMBER(CURL_HTTP_VERSION_1_1)
SAME_NUMBER(CURLPAUSE_RECV)
SAME_NUMBER(CURLPAUSE_SEND)
SAME_NUMBER(CURL_READFUNC_ABORT)
SAME_NUMBER(CURL_READFUNC_PAUSE)
SAME_NUMBER(CURL_WRITEFUNC_PAUSE)
// The sources contain these numbers.
_Static_assert(CURL_GLOBAL_ALL == 3, "CURL_GLOBAL_ALL");
_Static_assert(CURL_SOCKET_TIMEOUT == -1, "CURL_SOCKET_TIMEOUT");
_Static_assert(CURL_POLL_IN == 1 && CURL_POLL_OUT == 2 && CURL_POLL_INOUT == 3 && CURL_POLL_REMOVE == 4, "CURL_POLL");
_Static_assert(CURL_CSELECT_IN == 1 && CURL_CSELECT_OUT == 2, "CURL_CSELECT");
_Static_assert(sizeof(((ccurl_transfer *)0)->error) >= CURL_ERROR_SIZE, "CURL_ERROR_SIZE");

SAME_OFFSET(ccurl_message, message, CURLMsg, msg)
SAME_OFFSET(ccurl_message, easy, CURLMsg, easy_handle)
SAME_OFFSET(ccurl_message, data.result, CURLMsg, data.result)
SAME_OFFSET(ccurl_version_info, text, curl_version_info_data, version)
SAME_OFFSET(ccurl_version_info, number, curl_version_info_data, version_num)
SAME_OFFSET(ccurl_socket_address, family, struct curl_sockaddr, family)
SAME_OFFSET(ccurl_socket_address, type, struct curl_sockaddr, socktype)
SAME_OFFSET(ccurl_socket_address, protocol, struct curl_sockaddr, protocol)
#endif
#endif

#if __has_include(<zlib.h>)
#include <zlib.h>
_Static_assert(sizeof(zlib_stream) == sizeof(z_stream), "z_stream");
SAME_OFFSET(zlib_stream, next_in, z_stream, next_in)
SAME_OFFSET(zlib_stream, available_in, z_stream, avail_in)
SAME_OFFSET(zlib_stream, next_out, z_stream, next_out)
SAME_OFFSET(zlib_stream, available_out, z_stream, avail_out)
SAME_OFFSET(zlib_stream, allocate, z_stream, zalloc)
SAME_OFFSET(zlib_stream, release, z_stream, zfree)
SAME_OFFSET(zlib_stream, opaque, z_stream, opaque)
_Static_assert(Z_STREAM_END == 1 && Z_BUF_ERROR == -5, "The results of inflate");
#endif
#else
const curl_header_option *curl_header_options(int *count) {
    *count = 0;
    return 0;
}
#endif
