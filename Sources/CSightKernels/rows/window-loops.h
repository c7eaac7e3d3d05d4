// Maxima and means of windows, for all vector tiers.

/// Combines the elements of a window in `registers` registers of a vector type, and divides them by
/// `divisor` if the function is the sum. `function` and `registers` are constants at every call,
/// and `height` and `width` are constants for usual windows.
#define SIGHT_FOLD_WINDOW(name, vector, combine)                                                   \
    SIGHT_INLINE void name(const sight_reduction function, const int registers,                    \
                           const size_t height, const size_t width, const sight_window_row *w,     \
                           const float *start, float *output) {                                    \
        const float divisor = (float)(height * width);                                             \
        const size_t lanes = sizeof(vector) / sizeof(float);                                       \
        const vector minimum = w->minimum - (vector){0}, maximum = w->maximum - (vector){0};       \
        vector total[2], part;                                                                     \
        SIGHT_UNROLL                                                                               \
        for (int i = 0; i < registers; i++)                                                        \
            total[i] = (function == sight_sum ? 0 : -FLT_MAX) - (vector){0};                       \
        for (size_t y = 0; y < height; y++)                                                        \
            for (size_t x = 0; x < width; x++) {                                                   \
                const float *values = start + y * w->row + x * w->channels;                        \
                SIGHT_UNROLL                                                                       \
                for (int i = 0; i < registers; i++) {                                              \
                    memcpy(&part, values + (size_t)i * lanes, sizeof part);                        \
                    combine(function, &total[i], &part);                                           \
                }                                                                                  \
            }                                                                                      \
        SIGHT_UNROLL                                                                               \
        for (int i = 0; i < registers; i++) {                                                      \
            if (function == sight_sum)                                                             \
                total[i] /= divisor;                                                               \
            combine(sight_greatest, &total[i], &minimum);                                          \
            combine(sight_least, &total[i], &maximum);                                             \
            memcpy(output + (size_t)i * lanes, &total[i], sizeof total[i]);                        \
        }                                                                                          \
    }
SIGHT_FOLD_WINDOW(fold_sixteens, sixteen_floats, combine_sixteen)
SIGHT_FOLD_WINDOW(fold_eights, eight_floats, combine_eight)
SIGHT_FOLD_WINDOW(fold_singles, float, combine_one)
#undef SIGHT_FOLD_WINDOW

SIGHT_INLINE void fold_windows_of(const sight_reduction function, const size_t height,
                                  const size_t width, const sight_window_row *w) {
    const size_t channels = w->channels;
    float *output = w->output;
    for (size_t i = 0; i < w->count; i++, output += channels) {
        const float *start = (const float *)w->input + i * w->step;
        size_t c = 0;
        for (; channels - c >= 32; c += 32)
            fold_sixteens(function, 2, height, width, w, start + c, output + c);
        for (; channels - c >= 16; c += 16)
            fold_sixteens(function, 1, height, width, w, start + c, output + c);
        for (; channels - c >= 8; c += 8)
            fold_eights(function, 1, height, width, w, start + c, output + c);
        if (c < channels && channels >= 8) { // overlaps the part before
            c = channels - 8;
            fold_eights(function, 1, height, width, w, start + c, output + c);
            continue;
        }
        for (; c < channels; c++)
            fold_singles(function, 1, height, width, w, start + c, output + c);
    }
}

SIGHT_INLINE void fold_windows(const sight_reduction function, const sight_window_row *w) {
    if (w->height == 3 && w->width == 3)
        fold_windows_of(function, 3, 3, w);
    else
        fold_windows_of(function, w->height, w->width, w);
}

static void window_maxima(const sight_window_row *w) { fold_windows(sight_greatest, w); }
static void window_means(const sight_window_row *w) { fold_windows(sight_sum, w); }

/// Computes the means of sixteen channels of a window, of one channel, and of all windows.
#define SIGHT_BYTE_MEANS(name, type, vector)                                                       \
    SIGHT_INLINE void name(const sight_window_row *w, const type *start, type *output) {           \
        const int32_t pixels = (int32_t)(w->height * w->width), half = pixels / 2;                 \
        const sixteen_floats minimum = w->minimum - (sixteen_floats){0};                           \
        const sixteen_floats maximum = w->maximum - (sixteen_floats){0};                           \
        sixteen_ints sums = {0};                                                                   \
        for (size_t y = 0; y < w->height; y++)                                                     \
            for (size_t x = 0; x < w->width; x++) {                                                \
                vector part;                                                                       \
                memcpy(&part, start + y * w->row + x * w->channels, sizeof part);                  \
                sums += __builtin_convertvector(part, sixteen_ints);                               \
            }                                                                                      \
        /* The quotients are exact when they are truncated: see the declaration. */                \
        const sixteen_ints is_positive = sums > 0;                                                 \
        sums += SIGHT_CHOOSE(is_positive, half - (sixteen_ints){0}, -half - (sixteen_ints){0});    \
        const sixteen_floats quotients =                                                           \
            __builtin_convertvector(sums, sixteen_floats) / (float)pixels;                         \
        sums = __builtin_convertvector(quotients, sixteen_ints);                                   \
        sixteen_floats means = __builtin_convertvector(sums, sixteen_floats);                      \
        combine_sixteen(sight_greatest, &means, &minimum);                                         \
        combine_sixteen(sight_least, &means, &maximum);                                            \
        const vector bytes =                                                                       \
            __builtin_convertvector(__builtin_convertvector(means, sixteen_ints), vector);         \
        memcpy(output, &bytes, sizeof bytes);                                                      \
    }                                                                                              \
                                                                                                   \
    SIGHT_INLINE type name##_of_channel(const sight_window_row *w, const type *start) {            \
        const int32_t pixels = (int32_t)(w->height * w->width), half = pixels / 2;                 \
        const int32_t minimum = (int32_t)w->minimum, maximum = (int32_t)w->maximum;                \
        int32_t sum = 0;                                                                           \
        for (size_t y = 0; y < w->height; y++)                                                     \
            for (size_t x = 0; x < w->width; x++)                                                  \
                sum += start[y * w->row + x * w->channels];                                        \
        int32_t mean = (sum > 0 ? sum + half : sum - half) / pixels;                               \
        mean = mean < minimum ? minimum : mean;                                                    \
        return (type)(mean > maximum ? maximum : mean);                                            \
    }                                                                                              \
                                                                                                   \
    SIGHT_INLINE void name##_row(const sight_window_row *w) {                                      \
        const size_t channels = w->channels;                                                       \
        type *output = w->output;                                                                  \
        for (size_t i = 0; i < w->count; i++, output += channels) {                                \
            const type *start = (const type *)w->input + i * w->step;                              \
            size_t c = 0;                                                                          \
            for (; channels - c >= 16; c += 16)                                                    \
                name(w, start + c, output + c);                                                    \
            if (c < channels && channels >= 16) /* overlaps the part before */                     \
                name(w, start + channels - 16, output + channels - 16);                            \
            else                                                                                   \
                for (; c < channels; c++)                                                          \
                    output[c] = name##_of_channel(w, start + c);                                   \
        }                                                                                          \
    }
SIGHT_BYTE_MEANS(signed_means, int8_t, sixteen_signed)
SIGHT_BYTE_MEANS(unsigned_means, uint8_t, sixteen_unsigned)
#undef SIGHT_BYTE_MEANS

static void byte_window_means(const sight_window_row *windows, _Bool is_signed) {
    if (is_signed)
        signed_means_row(windows);
    else
        unsigned_means_row(windows);
}
