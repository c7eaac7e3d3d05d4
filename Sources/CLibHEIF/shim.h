#pragma once
#include <dlfcn.h>
#include <libheif/heif.h>

// The functions of libheif, and how to load it.
//
// The library needs decoders and encoders of videos, which take 4 ms of processor time to load and
// start (AMD Zen 4, Debian 12). So it is loaded with the first image of its formats.

#define SIGHT_HEIF_FUNCTIONS(each)                                                                 \
    each(heif_context_alloc) each(heif_context_free) each(heif_context_get_primary_image_handle)   \
        each(heif_context_read_from_memory_without_copy)                                           \
            each(heif_context_set_maximum_image_size_limit) each(heif_decode_image)                \
                each(heif_image_get_height) each(heif_image_get_plane_readonly)                    \
                    each(heif_image_get_width) each(heif_image_handle_get_height)                  \
                        each(heif_image_handle_get_width)                                          \
                            each(heif_image_handle_has_alpha_channel)                              \
                                each(heif_image_handle_release) each(heif_image_release)

typedef struct {
#define SIGHT_HEIF_FIELD(name) __typeof__(name) *_Nonnull name;
    SIGHT_HEIF_FUNCTIONS(SIGHT_HEIF_FIELD)
#undef SIGHT_HEIF_FIELD
} sight_heif_functions;

// Loads the library, which stays loaded until the process ends. Returns NULL after a failure, with
// the reason. Call this function only once.
static inline const sight_heif_functions *_Nullable sight_heif_load(
    const char *_Nullable *_Nonnull reason) {
    static sight_heif_functions functions;
    *reason = NULL;
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        *reason = dlerror();
        return NULL;
    }
#define SIGHT_HEIF_FIND(name)                                                                      \
    *(void **)&functions.name = dlsym(library, #name);                                             \
    if (!*(void **)&functions.name) {                                                              \
        *reason = dlerror();                                                                       \
        return NULL;                                                                               \
    }
    SIGHT_HEIF_FUNCTIONS(SIGHT_HEIF_FIND)
#undef SIGHT_HEIF_FIND
    return &functions;
}
