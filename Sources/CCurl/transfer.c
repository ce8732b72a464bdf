#if defined(__linux__) && !defined(__ANDROID__)
#include "internal.h"
#include <stdlib.h>
#include <sys/socket.h>

static int on_open(void *context, int purpose, ccurl_socket_address *address) {
    ccurl_transfer *transfer = context;
    if (transfer->is_abandoned) return -1;
    transfer->has_opened = true;
    return socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
}

static int on_look_up(void *unused, void *reserved, void *context) {
    ((ccurl_transfer *)context)->is_looking_up = true;
    return 0;
}

ccurl_transfer *ccurl_transfer_new(void) {
    ccurl_transfer *transfer = calloc(1, sizeof(ccurl_transfer));
    if (!transfer) return NULL;
    transfer->socket = -1;
    transfer->easy = ccurl.easy_init();
    if (!transfer->easy) {
        free(transfer);
        return NULL;
    }
    ccurl.easy_setopt(transfer->easy, CCURLOPT_PRIVATE, transfer);
    ccurl.easy_setopt(transfer->easy, CCURLOPT_ERRORBUFFER, transfer->error);
    ccurl.easy_setopt(transfer->easy, CCURLOPT_OPENSOCKETFUNCTION, on_open);
    ccurl.easy_setopt(transfer->easy, CCURLOPT_OPENSOCKETDATA, transfer);
    ccurl.easy_setopt(transfer->easy, CCURLOPT_RESOLVER_START_FUNCTION, on_look_up);
    ccurl.easy_setopt(transfer->easy, CCURLOPT_RESOLVER_START_DATA, transfer);
    return transfer;
}

void ccurl_transfer_free(ccurl_transfer *transfer) {
    ccurl.easy_cleanup(transfer->easy);
    ccurl.slist_free_all(transfer->fields);
    free(transfer);
}

int ccurl_set_number(ccurl_transfer *transfer, int option, int64_t value) {
    // The options from 30000 are of the type `curl_off_t`, and the others of `long`.
    return option < 30000 ? ccurl.easy_setopt(transfer->easy, option, (long)value)
                          : ccurl.easy_setopt(transfer->easy, option, value);
}

int ccurl_set_text(ccurl_transfer *transfer, int option, const char *value) {
    return ccurl.easy_setopt(transfer->easy, option, value);
}

int ccurl_set_callbacks(ccurl_transfer *transfer, const ccurl_callbacks *callbacks, void *context) {
    int error = 0;
#define SET(option, value)                                                                                            \
    if (!error) error = ccurl.easy_setopt(transfer->easy, CCURLOPT_##option, value)
    SET(HEADERFUNCTION, callbacks->on_header);
    SET(HEADERDATA, context);
    SET(WRITEFUNCTION, callbacks->on_write);
    SET(WRITEDATA, context);
    SET(READFUNCTION, callbacks->on_read);
    SET(READDATA, context);
    if (ccurl_version() >= CCURL_VERSION_WITH_PREREQ) {
        SET(PREREQFUNCTION, callbacks->on_ready);
        SET(PREREQDATA, context);
    }
    return error;
}

int ccurl_add_field(ccurl_transfer *transfer, const char *line) {
    void *fields = ccurl.slist_append(transfer->fields, line);
    if (!fields) return CCURLE_OUT_OF_MEMORY;
    transfer->fields = fields;
    return ccurl.easy_setopt(transfer->easy, CCURLOPT_HTTPHEADER, fields);
}

bool ccurl_has_begun(const ccurl_transfer *transfer) { return transfer->is_looking_up || transfer->has_opened; }

long ccurl_get_long(ccurl_transfer *transfer, int info) {
    long value = 0;
    ccurl.easy_getinfo(transfer->easy, info, &value);
    return value;
}

const char *ccurl_transfer_error(ccurl_transfer *transfer) { return transfer->error; }

bool ccurl_abandon(ccurl_transfer *transfer) {
    double time = 0;
    ccurl.easy_getinfo(transfer->easy, CCURLINFO_NAMELOOKUP_TIME, &time);
    transfer->is_abandoned = true;
    return ccurl_version() >= CCURL_VERSION_WITH_QUICK_EXIT || !transfer->is_looking_up || time > 0;
}

int ccurl_resume(ccurl_transfer *transfer, int paused_directions) {
    return ccurl.easy_pause(transfer->easy, paused_directions);
}
#endif
