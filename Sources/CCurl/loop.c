#if defined(__linux__) && !defined(__ANDROID__)
#include "internal.h"
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct ccurl_loop {
    void *multi;
    int epoll, event;
    /// The time of libcurl's next timeout, in nanoseconds; -1 for none.
    int64_t due;
    /// The sockets of connections, by their local ports, and when a request on them ended. libcurl 7.88 and 8.19, for
    /// example, use a connection again although it has unread bytes, and tell its socket only when a request has ended.
    struct {
        int socket;
        int64_t used;
    } connections[65536];
};

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/// Waits for a descriptor to become ready: `interest` is 1 for reading, 2 for writing, 3 for both.
static void watch(ccurl_loop *loop, int descriptor, int interest) {
    struct epoll_event event = {
        .events = (interest & 1 ? EPOLLIN : 0) | (interest & 2 ? EPOLLOUT : 0), .data.fd = descriptor};
    if (interest == 0) {
        // Even without events to wait for, epoll would report a broken connection again and again.
        epoll_ctl(loop->epoll, EPOLL_CTL_DEL, descriptor, &event);
    } else if (epoll_ctl(loop->epoll, EPOLL_CTL_MOD, descriptor, &event) != 0 && errno == ENOENT) {
        epoll_ctl(loop->epoll, EPOLL_CTL_ADD, descriptor, &event);
    }
}

static ccurl_transfer *transfer_of(void *easy) {
    ccurl_transfer *transfer = NULL;
    ccurl.easy_getinfo(easy, CCURLINFO_PRIVATE, &transfer);
    return transfer;
}

/// Gets the port of an end of a connection, and the address as text; 0 for a socket without a port.
static int end_of(int get(int, struct sockaddr *, socklen_t *), int descriptor, char text[INET6_ADDRSTRLEN]) {
    union {
        struct sockaddr any;
        struct sockaddr_in v4;
        struct sockaddr_in6 v6;
    } address;
    socklen_t length = sizeof(address);
    if (get(descriptor, &address.any, &length) != 0) return 0;
    int family = address.any.sa_family;
    if (family != AF_INET && family != AF_INET6) return 0;
    bool is_v6 = family == AF_INET6;
    inet_ntop(family, is_v6 ? (void *)&address.v6.sin6_addr : &address.v4.sin_addr, text, INET6_ADDRSTRLEN);
    return ntohs(is_v6 ? address.v6.sin6_port : address.v4.sin_port);
}

static int on_socket(void *easy, int descriptor, int what, void *context, void *unused) {
    int interest = what == 4 /* CURL_POLL_REMOVE */ ? 0 : what;
    ccurl_loop *loop = context;
    // libcurl also has transfers of its own, which close connections.
    ccurl_transfer *transfer = transfer_of(easy);
    if (transfer && interest && transfer->socket != descriptor) {
        char address[INET6_ADDRSTRLEN];
        loop->connections[end_of(getsockname, descriptor, address)].socket = descriptor;
    }
    if (transfer && (interest || transfer->socket == descriptor)) {
        transfer->socket = interest ? descriptor : -1;
        transfer->interest = interest;
        if (transfer->is_held) interest &= ~1;
    }
    watch(loop, descriptor, interest);
    return 0;
}

static int on_timer(void *multi, long milliseconds, void *context) {
    ccurl_loop *loop = context;
    loop->due = milliseconds < 0 ? -1 : now() + (int64_t)milliseconds * 1000000;
    return 0;
}

ccurl_loop *ccurl_loop_new(long connections_per_host) {
    ccurl_loop *loop = calloc(1, sizeof(ccurl_loop));
    if (!loop) return NULL;
    loop->due = -1;
    loop->multi = ccurl.multi_init();
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    loop->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (!loop->multi || loop->epoll < 0 || loop->event < 0) {
        ccurl_loop_free(loop);
        return NULL;
    }
    struct epoll_event event = {.events = EPOLLIN, .data.fd = loop->event};
    epoll_ctl(loop->epoll, EPOLL_CTL_ADD, loop->event, &event);
    ccurl.multi_setopt(loop->multi, CCURLMOPT_SOCKETFUNCTION, on_socket);
    ccurl.multi_setopt(loop->multi, CCURLMOPT_SOCKETDATA, loop);
    ccurl.multi_setopt(loop->multi, CCURLMOPT_TIMERFUNCTION, on_timer);
    ccurl.multi_setopt(loop->multi, CCURLMOPT_TIMERDATA, loop);
    // All connections count, also those in use.
    ccurl.multi_setopt(loop->multi, CCURLMOPT_MAXCONNECTS, 256L);
    ccurl.multi_setopt(loop->multi, CCURLMOPT_MAX_HOST_CONNECTIONS, connections_per_host);
    return loop;
}

void ccurl_loop_free(ccurl_loop *loop) {
    if (loop->multi) ccurl.multi_cleanup(loop->multi);
    if (loop->epoll >= 0) close(loop->epoll);
    if (loop->event >= 0) close(loop->event);
    free(loop);
}

void ccurl_loop_wake(ccurl_loop *loop) { eventfd_write(loop->event, 1); }

void ccurl_loop_turn(ccurl_loop *loop) {
    struct epoll_event events[64];
    int wait = -1, running;
    if (loop->due >= 0) {
        int64_t left = loop->due - now();
        wait = left <= 0 ? 0 : (int)((left + 999999) / 1000000);
    }
    ccurl_loop_leave();
    int count = epoll_wait(loop->epoll, events, 64, wait);
    ccurl_loop_enter();
    for (int i = 0; i < count; i++) {
        if (events[i].data.fd == loop->event) {
            eventfd_t value;
            eventfd_read(loop->event, &value);
            continue;
        }
        unsigned found = events[i].events;
        int mask = (found & (EPOLLIN | EPOLLHUP | EPOLLERR) ? 1 : 0) | (found & (EPOLLOUT | EPOLLERR) ? 2 : 0);
        ccurl.multi_socket_action(loop->multi, events[i].data.fd, mask, &running);
    }
    if (loop->due >= 0 && loop->due <= now()) {
        loop->due = -1;
        ccurl.multi_socket_action(loop->multi, -1 /* CURL_SOCKET_TIMEOUT */, 0, &running);
    }
}

bool ccurl_loop_add(ccurl_loop *loop, ccurl_transfer *transfer) {
    return ccurl.multi_add_handle(loop->multi, transfer->easy) == 0;
}

void ccurl_loop_remove(ccurl_loop *loop, ccurl_transfer *transfer) {
    ccurl.multi_remove_handle(loop->multi, transfer->easy);
}

ccurl_transfer *ccurl_loop_next(ccurl_loop *loop, int *result) {
    int left;
    // There is no other kind of message than that a transfer has ended.
    ccurl_message *message = ccurl.multi_info_read(loop->multi, &left);
    if (!message) return NULL;
    *result = message->data.result;
    return transfer_of(message->easy);
}

void ccurl_loop_hold(ccurl_loop *loop, ccurl_transfer *transfer, bool is_held) {
    transfer->is_held = is_held;
    if (transfer->socket >= 0) watch(loop, transfer->socket, transfer->interest & (is_held ? 2 : 3));
}

void ccurl_loop_did_use(ccurl_loop *loop, int port) { loop->connections[port].used = now(); }

int64_t ccurl_loop_idle_time(ccurl_loop *loop, const char *address, int port, int local_port) {
    int socket = loop->connections[local_port].socket;
    // Connections to different servers may have the same local port.
    char peer[INET6_ADDRSTRLEN], byte;
    if (end_of(getpeername, socket, peer) != port || strcmp(peer, address) != 0) return -1;
    if (recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0) return -1;
    return now() - loop->connections[local_port].used;
}
#endif
