#ifndef CCURL_H
#define CCURL_H

// The parts of libcurl and zlib that EndpointTransports uses. They are declared here, so that no header is needed to build
// a program, and found when the program runs: FoundationNetworking loads libcurl, and libcurl loads zlib.
#if defined(__linux__) && !defined(__ANDROID__)
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The numbers of libcurl. The integration tests compare them with its header.
#define CCURL_OPTIONS(OPTION)                                                                                         \
    OPTION(CAINFO, 10065)                                                                                             \
    OPTION(CAPATH, 10097)                                                                                             \
    OPTION(CONNECTTIMEOUT_MS, 156)                                                                                    \
    OPTION(CUSTOMREQUEST, 10036)                                                                                      \
    OPTION(ERRORBUFFER, 10010)                                                                                        \
    OPTION(FORBID_REUSE, 75)                                                                                          \
    OPTION(FRESH_CONNECT, 74)                                                                                         \
    OPTION(HEADERDATA, 10029)                                                                                         \
    OPTION(HEADERFUNCTION, 20079)                                                                                     \
    OPTION(HTTP09_ALLOWED, 285)                                                                                       \
    OPTION(HTTPGET, 80)                                                                                               \
    OPTION(HTTPHEADER, 10023)                                                                                         \
    OPTION(HTTP_VERSION, 84)                                                                                          \
    OPTION(INFILESIZE_LARGE, 30115)                                                                                   \
    OPTION(KEYPASSWD, 10026)                                                                                          \
    OPTION(NOBODY, 44)                                                                                                \
    OPTION(NOPROXY, 10177)                                                                                            \
    OPTION(NOSIGNAL, 99)                                                                                              \
    OPTION(OPENSOCKETDATA, 10164)                                                                                     \
    OPTION(OPENSOCKETFUNCTION, 20163)                                                                                 \
    OPTION(PATH_AS_IS, 234)                                                                                           \
    OPTION(PINNEDPUBLICKEY, 10230)                                                                                    \
    OPTION(PREREQDATA, 10313)                                                                                         \
    OPTION(PREREQFUNCTION, 20312)                                                                                     \
    OPTION(PRIVATE, 10103)                                                                                            \
    OPTION(PROXY, 10004)                                                                                              \
    OPTION(QUICK_EXIT, 322)                                                                                           \
    OPTION(READDATA, 10009)                                                                                           \
    OPTION(READFUNCTION, 20012)                                                                                       \
    OPTION(RESOLVER_START_DATA, 10273)                                                                                \
    OPTION(RESOLVER_START_FUNCTION, 20272)                                                                            \
    OPTION(SSLCERT, 10025)                                                                                            \
    OPTION(SSLKEY, 10087)                                                                                             \
    OPTION(SUPPRESS_CONNECT_HEADERS, 265)                                                                             \
    OPTION(UNIX_SOCKET_PATH, 10231)                                                                                   \
    OPTION(UPLOAD, 46)                                                                                                \
    OPTION(URL, 10002)                                                                                                \
    OPTION(WRITEDATA, 10001)                                                                                          \
    OPTION(WRITEFUNCTION, 20011)

#define CCURL_INFOS(INFO)                                                                                             \
    INFO(NAMELOOKUP_TIME, 0x300000 + 4)                                                                               \
    INFO(NUM_CONNECTS, 0x200000 + 26)                                                                                 \
    INFO(PRIVATE, 0x100000 + 21)                                                                                      \
    INFO(REQUEST_SIZE, 0x200000 + 12)                                                                                 \
    INFO(RESPONSE_CODE, 0x200000 + 2)

#define CCURL_ERRORS(ERROR)                                                                                           \
    ERROR(OK, 0)                                                                                                      \
    ERROR(URL_MALFORMAT, 3)                                                                                           \
    ERROR(WEIRD_SERVER_REPLY, 8)                                                                                      \
    ERROR(PARTIAL_FILE, 18)                                                                                           \
    ERROR(OUT_OF_MEMORY, 27)                                                                                          \
    ERROR(OPERATION_TIMEDOUT, 28)                                                                                     \
    ERROR(ABORTED_BY_CALLBACK, 42)                                                                                    \
    ERROR(GOT_NOTHING, 52)                                                                                            \
    ERROR(SEND_ERROR, 55)                                                                                             \
    ERROR(RECV_ERROR, 56)                                                                                             \
    ERROR(SSL_CERTPROBLEM, 58)                                                                                        \
    ERROR(BAD_CONTENT_ENCODING, 61)                                                                                   \
    ERROR(SEND_FAIL_REWIND, 65)                                                                                       \
    ERROR(SSL_CACERT_BADFILE, 77)

enum {
#define CCURL_DEFINE(name, number) CCURLOPT_##name = number,
    CCURL_OPTIONS(CCURL_DEFINE)
#undef CCURL_DEFINE
#define CCURL_DEFINE(name, number) CCURLINFO_##name = number,
    CCURL_INFOS(CCURL_DEFINE)
#undef CCURL_DEFINE
#define CCURL_DEFINE(name, number) CCURLE_##name = number,
    CCURL_ERRORS(CCURL_DEFINE)
#undef CCURL_DEFINE
    CCURL_HTTP_VERSION_1_1 = 2,
    CCURL_VERSION_WITH_PREREQ = 0x075000,
    CCURL_VERSION_WITH_QUICK_EXIT = 0x075700,
    CCURLPAUSE_RECV = 1,
    CCURLPAUSE_SEND = 4,
    /// The answers of a callback that reads or writes a body.
    CCURL_READFUNC_ABORT = 0x10000000,
    CCURL_READFUNC_PAUSE = 0x10000001,
    CCURL_WRITEFUNC_PAUSE = 0x10000001,
};

/// Returns the version of libcurl as 0xXXYYZZ; 0 if the program has no libcurl, or one before 7.76.
unsigned ccurl_version(void);
/// Returns the version of the libcurl that was found, as text, also if it is too old; null if none was found.
const char *ccurl_version_text(void);
/// Indicates whether this process was forked, so that it does not have the threads of the process that loaded libcurl.
bool ccurl_is_forked(void);
const char *ccurl_error_text(int error);

// MARK: Transfers

/// An easy handle of libcurl, with the memory that it uses.
typedef struct ccurl_transfer ccurl_transfer;

/// The functions that libcurl calls during a transfer, with the same context.
typedef struct ccurl_callbacks {
    size_t (*on_header)(char *bytes, size_t size, size_t count, void *context);
    size_t (*on_write)(char *bytes, size_t size, size_t count, void *context);
    size_t (*on_read)(char *bytes, size_t size, size_t count, void *context);
    /// Is called before the request is sent, and before it is sent again; 1 ends the transfer.
    int (*on_ready)(void *context, char *address, char *local_address, int port, int local_port);
} ccurl_callbacks;

/// Returns null if there is no memory.
ccurl_transfer *ccurl_transfer_new(void);
void ccurl_transfer_free(ccurl_transfer *transfer);
/// Set an option, and return an error of libcurl, or 0.
int ccurl_set_number(ccurl_transfer *transfer, int option, int64_t value);
int ccurl_set_text(ccurl_transfer *transfer, int option, const char *value);
int ccurl_set_callbacks(ccurl_transfer *transfer, const ccurl_callbacks *callbacks, void *context);
/// Adds a line to the head of the request.
int ccurl_add_field(ccurl_transfer *transfer, const char *line);
/// Indicates whether a transfer has begun to connect.
bool ccurl_has_begun(const ccurl_transfer *transfer);
long ccurl_get_long(ccurl_transfer *transfer, int info);
/// Returns what libcurl said about the error of a transfer; empty if it said nothing.
const char *ccurl_transfer_error(ccurl_transfer *transfer);
/// Indicates whether a transfer that is no longer needed can be removed without waiting for the look-up of a name. If it
/// cannot, it ends after the look-up.
bool ccurl_abandon(ccurl_transfer *transfer);
/// Lets a transfer continue that a callback has paused; it may call the callbacks.
int ccurl_resume(ccurl_transfer *transfer, int paused_directions);

// MARK: The loop

/// The transfers of a thread, and the descriptors that it waits for.
///
/// Only the thread that called `ccurl_loop_enter` may call the other functions, except `ccurl_loop_wake`.
typedef struct ccurl_loop ccurl_loop;

/// Returns null if the process has too many open files.
ccurl_loop *ccurl_loop_new(long connections_per_host);
void ccurl_loop_free(ccurl_loop *loop);
/// Begins and ends the use of libcurl on this thread, which has to block signals: writing to a closed connection may
/// raise SIGPIPE.
void ccurl_loop_enter(void);
void ccurl_loop_leave(void);
/// Ends a wait; any thread may call this.
void ccurl_loop_wake(ccurl_loop *loop);
/// Waits for an event, and lets all transfers continue that can.
void ccurl_loop_turn(ccurl_loop *loop);
/// Returns false if there is no memory.
bool ccurl_loop_add(ccurl_loop *loop, ccurl_transfer *transfer);
void ccurl_loop_remove(ccurl_loop *loop, ccurl_transfer *transfer);
/// Returns a transfer that has ended, and its result; null if there is none.
ccurl_transfer *ccurl_loop_next(ccurl_loop *loop, int *result);
/// Stops waiting for bytes of a response that is paused, or waits again. libcurl 8.5.0 would read on, and would lose the
/// rest of a body whose connection is closed.
void ccurl_loop_hold(ccurl_loop *loop, ccurl_transfer *transfer, bool is_held);
/// Says that a request on the connection with a local port has ended.
void ccurl_loop_did_use(ccurl_loop *loop, int local_port);
/// Returns the nanoseconds since the last request on a connection to an address ended; -1 if the connection has bytes that
/// no request asked for, which would be taken for the next response, or if its socket is not known.
int64_t ccurl_loop_idle_time(ccurl_loop *loop, const char *address, int port, int local_port);

// MARK: Decoding

/// A decoder of gzip and deflate.
typedef struct ccurl_inflater ccurl_inflater;

/// Returns null if the program has no zlib.
ccurl_inflater *ccurl_inflater_new(void);
void ccurl_inflater_free(ccurl_inflater *inflater);
/// Decodes a part of the input; the counts become those of the bytes read and written. Returns false for invalid input.
bool ccurl_inflate(
    ccurl_inflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count);
/// Indicates whether the input could end here.
bool ccurl_inflater_is_at_end(const ccurl_inflater *inflater);
#endif
#endif
