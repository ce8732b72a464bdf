#if defined(__linux__) && !defined(__ANDROID__)
#include "internal.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

// Weak references find the libcurl that the program is linked with, also statically, or that is loaded with it.
#define DECLARE(result, name, arguments) extern result curl_##name arguments __attribute__((weak));
CCURL_FUNCTIONS(DECLARE)

ccurl_functions ccurl;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static const char *version_text;
static unsigned version;

static bool find_in_program(void) {
    bool is_complete = true;
#define FIND(result, name, arguments) is_complete = (ccurl.name = curl_##name) && is_complete;
    CCURL_FUNCTIONS(FIND)
#undef FIND
    return is_complete;
}

static bool find_in_library(void *library) {
    bool is_complete = library;
#define FIND(result, name, arguments)                                                                                 \
    is_complete = is_complete && (ccurl.name = (result(*) arguments)dlsym(library, "curl_" #name));
    CCURL_FUNCTIONS(FIND)
#undef FIND
    return is_complete;
}

// MARK: The end of the process

// A thread calls libcurl only inside of this gate. It closes when the process exits: OpenSSL then frees what it shares,
// while the other threads continue.
static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static atomic_bool is_closed, is_forked;

static void close_gate(void) {
    // The thread that has the lock may not exist in this process.
    if (is_forked) return;
    is_closed = true;
    struct timespec end;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 1;
    pthread_rwlock_timedwrlock(&gate, &end);
}

static void mark_fork(void) { is_forked = true; }

bool ccurl_is_forked(void) { return is_forked; }

void ccurl_loop_enter(void) {
    while (is_closed) pause();
    pthread_rwlock_rdlock(&gate);
}

void ccurl_loop_leave(void) { pthread_rwlock_unlock(&gate); }

// MARK: The library

static void load(void) {
    if (!find_in_program() && !find_in_library(dlopen("libcurl.so.4", RTLD_NOW))) return;
    ccurl_version_info *info = ccurl.version_info(0);
    version_text = info->text;
    if (info->number < 0x074C00 || ccurl.global_init(3 /* CURL_GLOBAL_ALL */) != 0) return;
    version = info->number;
    // Exit handlers run in reverse order, so this one runs before the handler of OpenSSL.
    atexit(close_gate);
    pthread_atfork(NULL, NULL, mark_fork);
}

unsigned ccurl_version(void) {
    pthread_once(&once, load);
    return version;
}

const char *ccurl_version_text(void) {
    pthread_once(&once, load);
    return version_text;
}

const char *ccurl_error_text(int error) { return ccurl.easy_strerror(error); }
#endif
