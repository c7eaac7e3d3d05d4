#include "sight-curl.h"

#ifdef __GLIBC__

#include "library.h"
#include "transfer.h"

/// CURLMSG_DONE
static const int message_done = 1;
/// CURLPAUSE_CONT
static const int pause_nothing = 0;
/// CURLINFO_PRIVATE
static const int info_private = 0x100015;

// A loop has no state besides the multi handle, so the handle is the loop.

sight_curl_loop *sight_curl_loop_new(void) { return sight_curl.multi_init(); }

bool sight_curl_perform(sight_curl_loop *loop) {
    int running;
    return sight_curl.multi_perform(loop, &running) == 0;
}

bool sight_curl_wait(sight_curl_loop *loop, int milliseconds) {
    return sight_curl.multi_poll(loop, NULL, 0, milliseconds, NULL) == 0;
}

void sight_curl_wake(sight_curl_loop *loop) { sight_curl.multi_wakeup(loop); }

sight_curl_transfer *sight_curl_next_end(sight_curl_loop *loop, int *result) {
    int waiting;
    struct sight_curl_message *message;
    while ((message = sight_curl.multi_info_read(loop, &waiting)) != NULL) {
        void *transfer = NULL;
        if (message->kind == message_done &&
            sight_curl.easy_getinfo(message->easy, info_private, &transfer) == 0 &&
            transfer != NULL) {
            *result = message->data.result;
            return transfer;
        }
    }
    return NULL;
}

sight_curl_transfer *sight_curl_start(sight_curl_loop *loop, const sight_curl_request *request) {
    sight_curl_transfer *transfer = sight_curl_transfer_new(request);
    if (transfer != NULL && sight_curl.multi_add_handle(loop, transfer->easy) != 0) {
        sight_curl_transfer_free(transfer);
        return NULL;
    }
    return transfer;
}

void sight_curl_continue(sight_curl_transfer *transfer) {
    sight_curl.easy_pause(transfer->easy, pause_nothing);
}

void sight_curl_end(sight_curl_loop *loop, sight_curl_transfer *transfer) {
    sight_curl.multi_remove_handle(loop, transfer->easy);
    sight_curl_transfer_free(transfer);
}

#endif

// A C source must declare something on every platform.
typedef int sight_curl_loop_source;
