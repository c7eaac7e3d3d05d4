#include "sight-curl.h"

#ifdef __GLIBC__

#include "library.h"

#include <dlfcn.h>

struct sight_curl_library sight_curl;

/// CURL_GLOBAL_DEFAULT
static const long global_default = 3;

static bool find(void *library, const char *name, void *function) {
    *(void **)function = dlsym(library, name);
    return *(void **)function != NULL;
}

const char *sight_curl_load(void) {
    // The library stays loaded until the process ends.
    void *library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        const char *reason = dlerror();
        return reason == NULL ? "libcurl.so.4 is missing" : reason;
    }
    bool complete = find(library, "curl_global_init", &sight_curl.global_init) &&
                    find(library, "curl_version", &sight_curl.version) &&
                    find(library, "curl_easy_init", &sight_curl.easy_init) &&
                    find(library, "curl_easy_setopt", &sight_curl.easy_setopt) &&
                    find(library, "curl_easy_getinfo", &sight_curl.easy_getinfo) &&
                    find(library, "curl_easy_pause", &sight_curl.easy_pause) &&
                    find(library, "curl_easy_cleanup", &sight_curl.easy_cleanup) &&
                    find(library, "curl_easy_strerror", &sight_curl.easy_strerror) &&
                    find(library, "curl_slist_append", &sight_curl.list_append) &&
                    find(library, "curl_slist_free_all", &sight_curl.list_free_all) &&
                    find(library, "curl_multi_init", &sight_curl.multi_init) &&
                    find(library, "curl_multi_add_handle", &sight_curl.multi_add_handle) &&
                    find(library, "curl_multi_remove_handle", &sight_curl.multi_remove_handle) &&
                    find(library, "curl_multi_perform", &sight_curl.multi_perform) &&
                    find(library, "curl_multi_poll", &sight_curl.multi_poll) &&
                    find(library, "curl_multi_wakeup", &sight_curl.multi_wakeup) &&
                    find(library, "curl_multi_info_read", &sight_curl.multi_info_read);
    if (!complete)
        return "libcurl is older than 7.68";
    return sight_curl.global_init(global_default) == 0 ? NULL : "libcurl cannot be initialized";
}

const char *sight_curl_version(void) { return sight_curl.version(); }

#endif

// A C source must declare something on every platform.
typedef int sight_curl_library_source;
