#ifndef SIGHT_CURL_TRANSFER_H
#define SIGHT_CURL_TRANSFER_H

#include "sight-curl.h"

struct sight_curl_transfer {
    void *easy;
    /// The header fields, which libcurl reads until the transfer ends.
    void *fields;
    sight_curl_bytes on_head, on_body, send;
    sight_curl_progress on_progress;
    void *context;
    /// Why the transfer has failed; the size is CURL_ERROR_SIZE.
    char reason[256];
};

/// Makes a transfer that does not run yet; returns NULL if libcurl does not accept the request.
sight_curl_transfer *sight_curl_transfer_new(const sight_curl_request *request);

/// Frees a transfer that no loop runs.
void sight_curl_transfer_free(sight_curl_transfer *transfer);

#endif
