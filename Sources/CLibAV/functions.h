#pragma once
#include <dlfcn.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libswscale/swscale.h>

// The functions of FFmpeg's libraries for codecs, files and pixel formats, and how to load them.
//
// If an executable were linked to these libraries, each of its processes would load and start them
// and more than a hundred libraries that they need. That takes 25 to 30 ms of processor time (AMD
// Zen 4, Debian 12), so the libraries are loaded with the first video.

#define SIGHT_AV_CODEC_FUNCTIONS(each)                                                             \
    each(av_packet_alloc) each(av_packet_free) each(av_packet_rescale_ts) each(av_packet_unref)    \
        each(avcodec_alloc_context3) each(avcodec_find_decoder) each(avcodec_find_encoder_by_name) \
            each(avcodec_free_context) each(avcodec_get_name) each(avcodec_open2)                  \
                each(avcodec_parameters_from_context) each(avcodec_parameters_to_context)          \
                    each(avcodec_receive_frame) each(avcodec_receive_packet)                       \
                        each(avcodec_send_frame) each(avcodec_send_packet)

#define SIGHT_AV_FORMAT_FUNCTIONS(each)                                                            \
    each(av_find_best_stream) each(av_find_input_format) each(av_guess_frame_rate)                 \
        each(av_interleaved_write_frame) each(av_read_frame) each(av_write_trailer)                \
            each(avformat_alloc_context) each(avformat_alloc_output_context2)                      \
                each(avformat_close_input) each(avformat_find_stream_info)                         \
                    each(avformat_free_context) each(avformat_new_stream)                          \
                        each(avformat_open_input) each(avformat_write_header) each(avio_closep)    \
                            each(avio_open) each(avio_size)

#define SIGHT_AV_SCALE_FUNCTIONS(each)                                                             \
    each(sws_freeContext) each(sws_getCachedContext) each(sws_scale_frame)

// Where FFmpeg keeps the display matrix of a stream depends on the release.
#if LIBAVFORMAT_VERSION_MAJOR >= 61
#define SIGHT_AV_CODEC_DATA(each) each(av_packet_side_data_get)
#define SIGHT_AV_FORMAT_DATA(each)
#else
#define SIGHT_AV_CODEC_DATA(each)
#define SIGHT_AV_FORMAT_DATA(each) each(av_stream_get_side_data)
#endif

typedef struct {
#define SIGHT_AV_FIELD(name) __typeof__(name) *_Nonnull name;
    SIGHT_AV_CODEC_FUNCTIONS(SIGHT_AV_FIELD)
    SIGHT_AV_CODEC_DATA(SIGHT_AV_FIELD)
    SIGHT_AV_FORMAT_FUNCTIONS(SIGHT_AV_FIELD)
    SIGHT_AV_FORMAT_DATA(SIGHT_AV_FIELD)
    SIGHT_AV_SCALE_FUNCTIONS(SIGHT_AV_FIELD)
#undef SIGHT_AV_FIELD
} sight_av_functions;

// Loads the libraries of the release that Sight was compiled with, which stay loaded until the
// process ends. Returns NULL after a failure, with the reason. Call this function only once.
static inline const sight_av_functions *_Nullable sight_av_load(
    const char *_Nullable *_Nonnull reason) {
    static sight_av_functions functions;
    *reason = NULL;
    void *library;
#define SIGHT_AV_LIBRARY(name, version)                                                            \
    library = dlopen("lib" name ".so." AV_STRINGIFY(version), RTLD_NOW | RTLD_LOCAL);              \
    if (!library) {                                                                                \
        *reason = dlerror();                                                                       \
        return NULL;                                                                               \
    }
#define SIGHT_AV_FIND(name)                                                                        \
    *(void **)&functions.name = dlsym(library, #name);                                             \
    if (!*(void **)&functions.name) {                                                              \
        *reason = dlerror();                                                                       \
        return NULL;                                                                               \
    }
    SIGHT_AV_LIBRARY("avcodec", LIBAVCODEC_VERSION_MAJOR)
    SIGHT_AV_CODEC_FUNCTIONS(SIGHT_AV_FIND)
    SIGHT_AV_CODEC_DATA(SIGHT_AV_FIND)
    SIGHT_AV_LIBRARY("avformat", LIBAVFORMAT_VERSION_MAJOR)
    SIGHT_AV_FORMAT_FUNCTIONS(SIGHT_AV_FIND)
    SIGHT_AV_FORMAT_DATA(SIGHT_AV_FIND)
    SIGHT_AV_LIBRARY("swscale", LIBSWSCALE_VERSION_MAJOR)
    SIGHT_AV_SCALE_FUNCTIONS(SIGHT_AV_FIND)
#undef SIGHT_AV_LIBRARY
#undef SIGHT_AV_FIND
    return &functions;
}
