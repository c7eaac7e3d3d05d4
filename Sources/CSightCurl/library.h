#ifndef SIGHT_CURL_LIBRARY_H
#define SIGHT_CURL_LIBRARY_H

#include <stdbool.h>

// The functions of libcurl that this module calls, with the signatures of its documentation
// (https://curl.se/libcurl/c/allfuncs.html). Handles have type `void`, and codes type `int`, as in
// libcurl's binary interface.

/// A message about a transfer that has ended: CURLMsg.
struct sight_curl_message {
    int kind;
    void *easy;
    union {
        void *unused;
        int result;
    } data;
};

struct sight_curl_library {
    int (*global_init)(long flags);
    char *(*version)(void);
    void *(*easy_init)(void);
    int (*easy_setopt)(void *easy, int option, ...);
    int (*easy_getinfo)(void *easy, int info, ...);
    int (*easy_pause)(void *easy, int directions);
    void (*easy_cleanup)(void *easy);
    const char *(*easy_strerror)(int result);
    void *(*list_append)(void *list, const char *text);
    void (*list_free_all)(void *list);
    void *(*multi_init)(void);
    int (*multi_add_handle)(void *multi, void *easy);
    int (*multi_remove_handle)(void *multi, void *easy);
    int (*multi_perform)(void *multi, int *running);
    int (*multi_poll)(void *multi, void *files, unsigned count, int milliseconds, int *ready);
    int (*multi_wakeup)(void *multi);
    struct sight_curl_message *(*multi_info_read)(void *multi, int *waiting);
};

/// The library, which sight_curl_load fills in.
extern struct sight_curl_library sight_curl __attribute__((visibility("hidden")));

#endif
