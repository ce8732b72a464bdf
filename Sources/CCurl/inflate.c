#if defined(__linux__) && !defined(__ANDROID__)
#include "internal.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>

#define ZLIB_FUNCTIONS(FUNCTION)                                                                                      \
    FUNCTION(inflateInit2_, (zlib_stream *, int, const char *, int))                                                  \
    FUNCTION(inflate, (zlib_stream *, int))                                                                           \
    FUNCTION(inflateReset2, (zlib_stream *, int))                                                                     \
    FUNCTION(inflateEnd, (zlib_stream *))

#define DECLARE(name, arguments) extern int name arguments __attribute__((weak));
ZLIB_FUNCTIONS(DECLARE)

static struct {
#define MEMBER(name, arguments) int(*name) arguments;
    ZLIB_FUNCTIONS(MEMBER)
} zlib;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool is_available;

static void load(void) {
    is_available = true;
#define FIND(function, arguments) is_available = (zlib.function = function) && is_available;
    ZLIB_FUNCTIONS(FIND)
#undef FIND
    if (is_available) return;
    void *library = dlopen("libz.so.1", RTLD_NOW);
    is_available = library;
#define FIND(function, arguments)                                                                                     \
    is_available = is_available && (zlib.function = (int(*) arguments)dlsym(library, #function));
    ZLIB_FUNCTIONS(FIND)
#undef FIND
}

struct ccurl_inflater {
    zlib_stream stream;
    bool has_begun, is_at_end;
    int window;
};

ccurl_inflater *ccurl_inflater_new(void) {
    pthread_once(&once, load);
    ccurl_inflater *inflater = is_available ? calloc(1, sizeof(ccurl_inflater)) : NULL;
    if (!inflater) return NULL;
    // 32: the input says whether it is gzip or zlib.
    inflater->window = 15 + 32;
    if (zlib.inflateInit2_(&inflater->stream, inflater->window, "1", (int)sizeof(zlib_stream)) == 0) return inflater;
    free(inflater);
    return NULL;
}

void ccurl_inflater_free(ccurl_inflater *inflater) {
    zlib.inflateEnd(&inflater->stream);
    free(inflater);
}

bool ccurl_inflate(
    ccurl_inflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count) {
    zlib_stream *stream = &inflater->stream;
    // A body may have several members (RFC 1952, section 2.2).
    if (inflater->is_at_end && *input_count > 0) {
        if (zlib.inflateReset2(stream, inflater->window) != 0) return false;
        inflater->is_at_end = false;
    }
    // Some servers send deflate without the header of zlib.
    if (!inflater->has_begun && *input_count > 0) {
        unsigned char first = *(const unsigned char *)input;
        bool has_header = first == 0x1F || (first & 0x0F) == 8;
        if (!has_header && zlib.inflateReset2(stream, inflater->window = -15) != 0) return false;
        inflater->has_begun = true;
    }
    stream->next_in = input;
    stream->available_in = (unsigned)*input_count;
    stream->next_out = output;
    stream->available_out = (unsigned)*output_count;
    int result = zlib.inflate(stream, 0);
    *input_count -= stream->available_in;
    *output_count -= stream->available_out;
    if (result == 1 /* Z_STREAM_END */) inflater->is_at_end = true;
    return result == 0 || result == 1 || result == -5 /* Z_BUF_ERROR: no progress was possible */;
}

bool ccurl_inflater_is_at_end(const ccurl_inflater *inflater) { return inflater->is_at_end || !inflater->has_begun; }
#endif
