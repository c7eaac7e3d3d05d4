// Bilinear interpolation of rows of pixels, for all vector tiers.

/// Multiplies both input rows by their weights, which do not depend on the column.
#define SIGHT_SCALE_ROWS(type)                                                                     \
    const size_t length = row->width * row->channels;                                              \
    float *restrict above = row->scratch, *restrict below = above + length + sight_row_slack;      \
    const type *restrict upper = row->upper, *restrict lower = row->lower;                         \
    const float y = row->fraction, rest = 1 - y;                                                   \
    for (size_t i = 0; i < length; i++) {                                                          \
        above[i] = (float)upper[i] * rest;                                                         \
        below[i] = (float)lower[i] * y;                                                            \
    }

/// Interpolates eight elements of one pixel.
SIGHT_INLINE eight_floats mix(const float *above, const float *below, size_t left, size_t right,
                              float x) {
    const float start = 1 - x;
    return load_eight(above + left) * start + load_eight(below + left) * start +
           load_eight(above + right) * x + load_eight(below + right) * x;
}

/// Interpolates a pixel of `channels` elements; writes the last ones to `last` if it is not NULL.
SIGHT_INLINE void mix_pixel(const float *above, const float *below, size_t channels,
                            const sight_sample_point *point, float *output, float *last) {
    const size_t left = (size_t)point->lower * channels, right = (size_t)point->upper * channels;
    for (size_t c = 0; c < channels; c += lane_count) {
        const eight_floats sums = mix(above, below, left + c, right + c, point->fraction);
        float *target = last && channels - c < lane_count ? last : output + c;
        memcpy(target, &sums, sizeof sums);
    }
}

static void bilinear_f32(const sight_bilinear_row *row) {
    SIGHT_SCALE_ROWS(float)
    const size_t channels = row->channels, excess = channels % lane_count;
    float *output = row->output, last[lane_count];
    size_t column = 0;
    // The next pixels overwrite excess elements.
    for (; (row->count - column) * channels >= channels + lane_count; column++, output += channels)
        mix_pixel(above, below, channels, &row->columns[column], output, NULL);
    for (; column < row->count; column++, output += channels) {
        mix_pixel(above, below, channels, &row->columns[column], output, last);
        memcpy(output + channels - excess, last, excess * sizeof(float));
    }
}

typedef uint8_t sixteen_bytes __attribute__((vector_size(16)));
typedef int32_t sixteen_integers __attribute__((vector_size(64)));
typedef uint32_t sixteen_naturals __attribute__((vector_size(64)));

/// Writes a block of bytes, or those before `end`.
SIGHT_INLINE void store_block(sixteen_bytes bytes, uint8_t *output, const uint8_t *end) {
    if (end - output >= block) {
        memcpy(output, &bytes, sizeof bytes);
        return;
    }
    for (size_t i = 0; output + i < end; i++) {
        SIGHT_OPAQUE("r", output); // a loop of its own, not a copy of any length for all blocks
        output[i] = bytes[i];
    }
}

static void bilinear_u8(const sight_bilinear_row *row) {
    SIGHT_SCALE_ROWS(uint8_t)
    uint8_t *output = row->output, *const end = output + row->count * row->channels;
    for (size_t column = 0; column < row->count; column++) {
        const sight_sample_point point = row->columns[column];
        const size_t left = (size_t)point.lower * row->channels;
        const size_t right = (size_t)point.upper * row->channels;
        for (size_t c = 0; c < row->channels; c += block) {
            float sums[block];
            uint8_t bytes[block];
            sixteen_bytes results;
            for (size_t i = 0; i < block; i += lane_count) {
                const eight_floats part =
                    mix(above, below, left + c + i, right + c + i, point.fraction);
                memcpy(sums + i, &part, sizeof part);
            }
            for (size_t i = 0; i < block; i++) {
                float sum = sums[i] + 0.5f;
                sum = sum > 0 ? sum : 0;
                sum = sum < 255 ? sum : 255;
                bytes[i] = (uint8_t)(int32_t)sum;
            }
            memcpy(&results, bytes, sizeof results);
            store_block(results, output + c, end);
        }
        output += row->channels;
    }
}

/// Interpolates a block of one pixel between two columns of `blended`, in units of 2^-20.
SIGHT_INLINE sixteen_bytes blend_block(const uint32_t *left, const uint32_t *right, uint32_t x) {
    sixteen_naturals from, to;
    memcpy(&from, left, sizeof from);
    memcpy(&to, right, sizeof to);
    const sixteen_integers sums = (sixteen_integers)(from * 1024 + (to - from) * x);
    // Ties away from zero: a shift rounds down, and a comparison gives -1.
    return __builtin_convertvector((sums + (1 << 19) + (sums < 0)) >> 20, sixteen_bytes);
}

/// Interpolates between two rows, in units of 2^-10.
SIGHT_INLINE uint32_t blend_rows(int8_t upper, int8_t lower, uint32_t y) {
    return (uint32_t)upper * 1024 + (uint32_t)(lower - upper) * y;
}

static void bilinear_i8(const sight_bilinear_row *row) {
    const size_t length = row->width * row->channels;
    const int8_t *restrict upper = row->upper, *restrict lower = row->lower;
    uint32_t *restrict blended = (uint32_t *)(void *)row->scratch;
    const uint32_t y = (uint32_t)row->steps;
    // All products are modulo 2^32, into which the sums of a pixel fit.
    size_t i = 0;
    for (; length - i >= block; i += block)
        for (size_t j = 0; j < block; j++)
            blended[i + j] = blend_rows(upper[i + j], lower[i + j], y);
    for (; i < length; i++)
        blended[i] = blend_rows(upper[i], lower[i], y);
    uint8_t *output = row->output, *const end = output + row->count * row->channels;
    for (size_t column = 0; column < row->count; column++) {
        const sight_sample_point point = row->columns[column];
        const uint32_t *left = blended + (size_t)point.lower * row->channels;
        const uint32_t *right = blended + (size_t)point.upper * row->channels;
        for (size_t c = 0; c < row->channels; c += block) {
            store_block(blend_block(left + c, right + c, (uint32_t)point.steps), output + c, end);
        }
        output += row->channels;
    }
}
