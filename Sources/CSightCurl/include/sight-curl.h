#ifndef SIGHT_CURL_H
#define SIGHT_CURL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// HTTP and HTTPS through the system's libcurl, on Linux with glibc; elsewhere the functions are
// missing. The module needs neither libcurl's headers nor a linked libcurl.
//
// A loop and its transfers belong to one thread. Any thread may call sight_curl_wake.

/// Several transfers at once: a multi handle of libcurl.
typedef struct sight_curl_loop sight_curl_loop;

/// One request and its answer: an easy handle of libcurl.
typedef struct sight_curl_transfer sight_curl_transfer;

/// Takes or gives bytes; returns their number. Another number than `size` ends a transfer that
/// gives bytes to the function, except for sight_curl_pause.
typedef size_t (*sight_curl_bytes)(char *bytes, size_t size, void *context);

/// A result of `on_body`: the transfer keeps the bytes, and waits for sight_curl_continue.
static const size_t sight_curl_pause = 0x10000001;

/// Receives how many bytes of the bodies have arrived and were sent.
typedef void (*sight_curl_progress)(int64_t received, int64_t sent, void *context);

/// A request. The strings are copied.
typedef struct {
    const char *url;
    const char *method;
    /// The header fields, as `Name: value`, and `Name:` for a field that is not sent.
    const char *const *fields;
    size_t field_count;
    /// The length of the body; -1 for a request without a body.
    int64_t body_size;
    /// Receives each line of the answer's head, with its end.
    sight_curl_bytes on_head;
    /// Receives the answer's body, piece by piece.
    sight_curl_bytes on_body;
    /// Gives the next bytes of the request's body, at most `size`.
    sight_curl_bytes send;
    sight_curl_progress on_progress;
    /// The last argument of the functions.
    void *context;
} sight_curl_request;

/// Loads libcurl. A process calls this function once, before all others.
///
/// Returns the reason if libcurl cannot be used, and otherwise NULL.
const char *sight_curl_load(void);

/// The version of libcurl, such as `libcurl/7.88.1 OpenSSL/3.0.19`.
const char *sight_curl_version(void);

/// Makes a loop; returns NULL without memory.
sight_curl_loop *sight_curl_loop_new(void);

/// Sends and receives what is possible without waiting; returns whether the loop is usable.
bool sight_curl_perform(sight_curl_loop *loop);

/// Waits for the network, for a call of sight_curl_wake, or for some milliseconds; returns whether
/// the loop is usable.
bool sight_curl_wait(sight_curl_loop *loop, int milliseconds);

/// Ends the present or the next wait of a loop.
void sight_curl_wake(sight_curl_loop *loop);

/// Returns a transfer that has ended since the last call, and its result, or NULL.
sight_curl_transfer *sight_curl_next_end(sight_curl_loop *loop, int *result);

/// Starts a request; returns NULL if libcurl does not accept it.
sight_curl_transfer *sight_curl_start(sight_curl_loop *loop, const sight_curl_request *request);

/// Continues a transfer that waits; calls `on_body` again.
void sight_curl_continue(sight_curl_transfer *transfer);

/// Ends a transfer and frees it.
void sight_curl_end(sight_curl_loop *loop, sight_curl_transfer *transfer);

/// Describes a result other than 0 of a transfer, which the server may have influenced. The text
/// lives as long as the transfer.
const char *sight_curl_reason(const sight_curl_transfer *transfer, int result);

#endif
