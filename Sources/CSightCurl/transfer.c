#include "sight-curl.h"

#ifdef __GLIBC__

#include "library.h"
#include "transfer.h"

#include <stdlib.h>
#include <string.h>

/// The options of curl_easy_setopt, with the numbers of libcurl's binary interface.
///
/// An option's type is a multiple of 10,000 in its number: `long` for 0, a pointer for 1, a
/// function for 2, and 64 bits for 3.
///
/// Source: https://curl.se/libcurl/c/curl_easy_setopt.html, curl.h
enum option {
    option_no_progress = 43,
    option_no_body = 44,
    option_upload = 46,
    option_netrc = 51,
    option_follow_location = 52,
    option_ssl_verify_peer = 64,
    option_fresh_connect = 74,
    option_forbid_reuse = 75,
    option_ssl_verify_host = 81,
    option_http_version = 84,
    option_buffer_size = 98,
    option_no_signal = 99,
    option_protocols = 181,
    option_suppress_connect_headers = 265,
    option_disallow_username_in_url = 278,
    option_http09_allowed = 285,
    option_quick_exit = 322,
    option_write_data = 10001,
    option_url = 10002,
    option_read_data = 10009,
    option_error_buffer = 10010,
    option_http_header = 10023,
    option_header_data = 10029,
    option_custom_request = 10036,
    option_progress_data = 10057,
    option_private = 10103,
    option_protocol_names = 10318,
    option_write_function = 20011,
    option_read_function = 20012,
    option_header_function = 20079,
    option_progress_function = 20219,
    option_in_file_size = 30115,
};

/// CURL_HTTP_VERSION_1_1
static const long http_1_1 = 2;
/// CURLPROTO_HTTP and CURLPROTO_HTTPS
static const long http_and_https = 1 | 2;
/// The size of libcurl's buffer for received bytes.
static const long buffer_size = 128 << 10;

static size_t receive_head(char *bytes, size_t size, size_t count, void *argument) {
    sight_curl_transfer *transfer = argument;
    return transfer->on_head(bytes, size * count, transfer->context);
}

static size_t receive_body(char *bytes, size_t size, size_t count, void *argument) {
    sight_curl_transfer *transfer = argument;
    return transfer->on_body(bytes, size * count, transfer->context);
}

static size_t send_body(char *bytes, size_t size, size_t count, void *argument) {
    sight_curl_transfer *transfer = argument;
    return transfer->send(bytes, size * count, transfer->context);
}

static int report_progress(void *argument, int64_t expected, int64_t received, int64_t to_send,
                           int64_t sent) {
    (void)expected, (void)to_send;
    sight_curl_transfer *transfer = argument;
    transfer->on_progress(received, sent, transfer->context);
    return 0;
}

static bool set_number(sight_curl_transfer *transfer, int option, long value) {
    return sight_curl.easy_setopt(transfer->easy, option, value) == 0;
}

static bool set_pointer(sight_curl_transfer *transfer, int option, const void *value) {
    return sight_curl.easy_setopt(transfer->easy, option, value) == 0;
}

/// Sets the functions that libcurl calls.
static bool set_functions(sight_curl_transfer *transfer) {
    void *easy = transfer->easy;
    return set_pointer(transfer, option_write_data, transfer) &&
           set_pointer(transfer, option_read_data, transfer) &&
           set_pointer(transfer, option_header_data, transfer) &&
           set_pointer(transfer, option_progress_data, transfer) &&
           set_pointer(transfer, option_private, transfer) &&
           sight_curl.easy_setopt(easy, option_write_function, receive_body) == 0 &&
           sight_curl.easy_setopt(easy, option_read_function, send_body) == 0 &&
           sight_curl.easy_setopt(easy, option_header_function, receive_head) == 0 &&
           sight_curl.easy_setopt(easy, option_progress_function, report_progress) == 0 &&
           set_number(transfer, option_no_progress, 0) &&
           set_pointer(transfer, option_error_buffer, transfer->reason);
}

/// Sets what libcurl may do: HTTP and HTTPS with verified certificates, on a connection of the
/// request's own, without redirects, signals, stored credentials and cookies.
static bool set_limits(sight_curl_transfer *transfer) {
    // libcurl 7.85 replaced the numbers of protocols by names.
    bool names = set_pointer(transfer, option_protocol_names, "http,https");
    // Before libcurl 7.87, the end of a transfer waits for the end of its name look-up.
    (void)set_number(transfer, option_quick_exit, 1);
    return (names || set_number(transfer, option_protocols, http_and_https)) &&
           set_number(transfer, option_ssl_verify_peer, 1) &&
           set_number(transfer, option_ssl_verify_host, 2) &&
           set_number(transfer, option_follow_location, 0) &&
           set_number(transfer, option_fresh_connect, 1) &&
           set_number(transfer, option_forbid_reuse, 1) &&
           set_number(transfer, option_http_version, http_1_1) &&
           set_number(transfer, option_http09_allowed, 0) &&
           set_number(transfer, option_suppress_connect_headers, 1) &&
           set_number(transfer, option_disallow_username_in_url, 1) &&
           set_number(transfer, option_netrc, 0) && set_number(transfer, option_no_signal, 1) &&
           set_number(transfer, option_buffer_size, buffer_size);
}

static bool set_fields(sight_curl_transfer *transfer, const sight_curl_request *request) {
    for (size_t i = 0; i < request->field_count; i++) {
        const char *field = request->fields[i];
        void *longer = field == NULL ? NULL : sight_curl.list_append(transfer->fields, field);
        if (longer == NULL)
            return false;
        transfer->fields = longer;
    }
    return set_pointer(transfer, option_http_header, transfer->fields);
}

static bool set_method(sight_curl_transfer *transfer, const sight_curl_request *request) {
    if (request->body_size >= 0) {
        int64_t size = request->body_size;
        if (!set_number(transfer, option_upload, 1) ||
            sight_curl.easy_setopt(transfer->easy, option_in_file_size, size) != 0)
            return false;
    } else if (strcmp(request->method, "HEAD") == 0) {
        return set_number(transfer, option_no_body, 1);
    }
    return set_pointer(transfer, option_custom_request, request->method);
}

sight_curl_transfer *sight_curl_transfer_new(const sight_curl_request *request) {
    sight_curl_transfer *transfer = calloc(1, sizeof *transfer);
    if (transfer == NULL)
        return NULL;
    transfer->on_head = request->on_head;
    transfer->on_body = request->on_body;
    transfer->send = request->send;
    transfer->on_progress = request->on_progress;
    transfer->context = request->context;
    transfer->easy = sight_curl.easy_init();
    if (transfer->easy != NULL && set_functions(transfer) && set_limits(transfer) &&
        set_fields(transfer, request) && set_method(transfer, request) &&
        set_pointer(transfer, option_url, request->url))
        return transfer;
    sight_curl_transfer_free(transfer);
    return NULL;
}

void sight_curl_transfer_free(sight_curl_transfer *transfer) {
    if (transfer->easy != NULL)
        sight_curl.easy_cleanup(transfer->easy);
    sight_curl.list_free_all(transfer->fields);
    free(transfer);
}

const char *sight_curl_reason(const sight_curl_transfer *transfer, int result) {
    return transfer->reason[0] == '\0' ? sight_curl.easy_strerror(result) : transfer->reason;
}

#endif

// A C source must declare something on every platform.
typedef int sight_curl_transfer_source;
