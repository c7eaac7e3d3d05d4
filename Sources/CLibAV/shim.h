// FFmpeg 5.1 and later: what its macros and its changes from release to release keep from Swift.
#include "functions.h"

#include <libavdevice/version.h>
#include <libavutil/hwcontext.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>

static const int sight_av_again = AVERROR(EAGAIN);
static const int sight_av_end = AVERROR_EOF;
static const int sight_av_interrupted = AVERROR_EXIT;
static const int sight_av_invalid_data = AVERROR_INVALIDDATA;
static const int sight_av_no_memory = AVERROR(ENOMEM);
static const int64_t sight_av_no_time = AV_NOPTS_VALUE;
static const int sight_av_device_major = LIBAVDEVICE_VERSION_MAJOR;

// The 3 × 3 display matrix of a stream, or NULL.
static inline const int32_t *sight_av_display_matrix(const sight_av_functions *av,
                                                     const AVStream *stream) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    const AVPacketSideData *data = av->av_packet_side_data_get(stream->codecpar->coded_side_data,
                                                               stream->codecpar->nb_coded_side_data,
                                                               AV_PKT_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)(const void *)data->data
                                                     : NULL;
#else
    size_t size = 0;
    const uint8_t *data = av->av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return data && size >= 9 * sizeof(int32_t) ? (const int32_t *)(const void *)data : NULL;
#endif
}

// The 3 × 3 display matrix of a frame, or NULL.
static inline const int32_t *sight_av_frame_matrix(const AVFrame *frame) {
    const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX);
    return data && data->size >= 9 * sizeof(int32_t) ? (const int32_t *)(const void *)data->data
                                                     : NULL;
}

// FFmpeg's function that opens the addresses of a context, whether it checks certificates, and the
// file of trusted ones.
typedef struct {
    int (*open)(AVFormatContext *, AVIOContext **, const char *, int, AVDictionary **);
    int verifies;
    char *file;
} sight_av_trust;

static inline int sight_av_open_trusted(AVFormatContext *context, AVIOContext **input,
                                        const char *address, int flags, AVDictionary **options) {
    const sight_av_trust *trust = (const sight_av_trust *)context->opaque;
    AVDictionary *own = NULL;
    if (!options)
        options = &own;
    av_dict_set(options, "tls_verify", trust->verifies ? "1" : "0", 0);
    if (trust->file)
        av_dict_set(options, "ca_file", trust->file, 0);
    const int status = trust->open(context, input, address, flags, options);
    av_dict_free(&own);
    return status;
}

// This function makes a context check the certificates of all addresses or of none. FFmpeg alone
// does not pass the setting on to the addresses in a playlist. The caller frees the context first,
// then its `opaque` with `sight_av_free_trust`.
static inline int sight_av_set_trust(AVFormatContext *context, int verifies, const char *file) {
    sight_av_trust *trust = (sight_av_trust *)av_mallocz(sizeof(sight_av_trust));
    if (!trust)
        return AVERROR(ENOMEM);
    trust->open = context->io_open;
    trust->verifies = verifies;
    trust->file = av_strdup(file);
    context->io_open = sight_av_open_trusted;
    context->opaque = trust;
    return 0;
}

static inline void sight_av_free_trust(void *opaque) {
    if (opaque)
        av_free(((sight_av_trust *)opaque)->file);
    av_free(opaque);
}

// Whether the reader of a format can check certificates. Older releases of FFmpeg, such as 5.1, do
// not pass this setting on from RTSP to TLS.
static inline int sight_av_checks_certificates(const AVInputFormat *format) {
    const AVClass *settings = format ? format->priv_class : NULL;
    return av_opt_find(&settings, "tls_verify", NULL, 0, AV_OPT_SEARCH_FAKE_OBJ) != NULL;
}

// How long a frame is shown, in units of its stream; 0 when unknown.
static inline int64_t sight_av_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_MAJOR >= 58
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

// The converter of pixel formats and sizes, whose type is opaque in some releases only.
static inline void *sight_sws_cached(const sight_av_functions *av, void *scaler, int width,
                                     int height, int format, int target_width, int target_height,
                                     int target_format) {
    return av->sws_getCachedContext(scaler, width, height, (enum AVPixelFormat)format, target_width,
                                    target_height, (enum AVPixelFormat)target_format, SWS_BILINEAR,
                                    NULL, NULL, NULL);
}

static inline int sight_sws_scale(const sight_av_functions *av, void *scaler, AVFrame *target,
                                  const AVFrame *source) {
    return av->sws_scale_frame(scaler, target, source);
}

static inline void sight_sws_free(const sight_av_functions *av, void *scaler) {
    av->sws_freeContext(scaler);
}

// A function that returns nothing, as the loader finds it.
static inline void sight_av_call(void *function) { ((void (*)(void))function)(); }
