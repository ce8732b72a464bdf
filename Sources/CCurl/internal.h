#define _GNU_SOURCE
#include "CCurl.h"

// libcurl's `struct CURLMsg`.
typedef struct {
    int message;
    void *easy;
    union {
        void *pointer;
        int result;
    } data;
} ccurl_message;

// The start of libcurl's `curl_version_info_data`.
typedef struct {
    int age;
    const char *text;
    unsigned number;
} ccurl_version_info;

// The start of libcurl's `struct curl_sockaddr`.
typedef struct {
    int family, type, protocol;
} ccurl_socket_address;

// zlib's `z_stream`.
typedef struct {
    const void *next_in;
    unsigned available_in;
    unsigned long total_in;
    void *next_out;
    unsigned available_out;
    unsigned long total_out;
    const char *message;
    void *state, *allocate, *release, *opaque;
    int type;
    unsigned long checksum, reserved;
} zlib_stream;

// The options of a multi handle.
#define CCURL_MULTI_OPTIONS(OPTION)                                                                                   \
    OPTION(MAXCONNECTS, 6)                                                                                            \
    OPTION(MAX_HOST_CONNECTIONS, 7)                                                                                   \
    OPTION(SOCKETDATA, 10002)                                                                                         \
    OPTION(SOCKETFUNCTION, 20001)                                                                                     \
    OPTION(TIMERDATA, 10005)                                                                                          \
    OPTION(TIMERFUNCTION, 20004)

enum {
#define CCURL_DEFINE(name, number) CCURLMOPT_##name = number,
    CCURL_MULTI_OPTIONS(CCURL_DEFINE)
#undef CCURL_DEFINE
};

#define CCURL_FUNCTIONS(FUNCTION)                                                                                     \
    FUNCTION(int, global_init, (long))                                                                                \
    FUNCTION(ccurl_version_info *, version_info, (int))                                                               \
    FUNCTION(void *, easy_init, (void))                                                                               \
    FUNCTION(int, easy_setopt, (void *, int, ...))                                                                    \
    FUNCTION(int, easy_getinfo, (void *, int, ...))                                                                   \
    FUNCTION(int, easy_pause, (void *, int))                                                                          \
    FUNCTION(void, easy_cleanup, (void *))                                                                            \
    FUNCTION(const char *, easy_strerror, (int))                                                                      \
    FUNCTION(void *, multi_init, (void))                                                                              \
    FUNCTION(int, multi_setopt, (void *, int, ...))                                                                   \
    FUNCTION(int, multi_add_handle, (void *, void *))                                                                 \
    FUNCTION(int, multi_remove_handle, (void *, void *))                                                              \
    FUNCTION(int, multi_socket_action, (void *, int, int, int *))                                                     \
    FUNCTION(ccurl_message *, multi_info_read, (void *, int *))                                                       \
    FUNCTION(int, multi_cleanup, (void *))                                                                            \
    FUNCTION(void *, slist_append, (void *, const char *))                                                            \
    FUNCTION(void, slist_free_all, (void *))

typedef struct {
#define CCURL_MEMBER(result, name, arguments) result(*name) arguments;
    CCURL_FUNCTIONS(CCURL_MEMBER)
#undef CCURL_MEMBER
} ccurl_functions;

struct ccurl_transfer {
    void *easy, *fields;
    char error[256];
    /// The socket of the transfer, or -1, and what libcurl waits for there: 1 for reading, 2 for writing, 3 for both.
    int socket, interest;
    bool is_held;
    bool is_looking_up, has_opened, is_abandoned;
};

/// The functions of libcurl; valid if `ccurl_version` is not 0.
extern ccurl_functions ccurl;
