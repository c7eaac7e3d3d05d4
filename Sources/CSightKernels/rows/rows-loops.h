// The loops of all vector tiers, which the compiler vectorizes for the tier. They work on blocks of
// `block` elements. The last elements of a row are copied to a full block, or the block extends
// into the elements that follow.

#include <float.h>
#include <string.h>

SIGHT_NO_CONTRACTION

enum { block = 16, lane_count = 8 };

typedef float eight_floats __attribute__((vector_size(32)));

SIGHT_INLINE eight_floats load_eight(const float *values) {
    eight_floats loaded;
    memcpy(&loaded, values, sizeof loaded);
    return loaded;
}

/// The greatest value of a block.
SIGHT_INLINE uint16_t greatest_of(const uint16_t values[block]) {
#if SIGHT_X86
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)values);
    const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(values + 8));
    const __m128i ones = _mm_set1_epi16(-1); // the only horizontal instruction finds the minimum
    const __m128i least = _mm_minpos_epu16(_mm_xor_si128(_mm_max_epu16(low, high), ones));
    return (uint16_t)~_mm_cvtsi128_si32(least);
#else
    return vmaxvq_u16(vmaxq_u16(vld1q_u16(values), vld1q_u16(values + 8)));
#endif
}

/// Rounds to nearest, ties away from zero: adds the greatest float below 0.5 and truncates.
SIGHT_INLINE void quantize_block(const float *restrict values, float scale, float zero_point,
                                 float least, float greatest, uint8_t *restrict bytes) {
    for (size_t i = 0; i < block; i++) {
        float value = values[i] / scale;
        // The truncated value fits int32.
        value = value > -8388608.0f ? value : value == value ? -8388608.0f : 0;
        value = value < 8388608.0f ? value : 8388608.0f;
        const float half = __builtin_copysignf(0x1.fffffep-2f, value);
        float rounded = (float)(int32_t)(value + half) + zero_point;
        rounded = values[i] == values[i] ? rounded : 0;
        rounded = rounded > least ? rounded : least;
        rounded = rounded < greatest ? rounded : greatest;
        bytes[i] = (uint8_t)(int32_t)rounded;
    }
}

static void quantize(const float *values, size_t count, float scale, float zero_point,
                     _Bool is_signed, void *quantized) {
    const float least = is_signed ? -128 : 0, greatest = is_signed ? 127 : 255;
    uint8_t *output = quantized;
    for (; count >= block; count -= block, values += block, output += block)
        quantize_block(values, scale, zero_point, least, greatest, output);
    if (count == 0)
        return;
    float rest[block] = {0};
    uint8_t bytes[block];
    memcpy(rest, values, count * sizeof(float));
    quantize_block(rest, scale, zero_point, least, greatest, bytes);
    memcpy(output, bytes, count);
}

/// The loop reads all values as uint8. For int8, an exclusive or adds 128 to each value, and the
/// zero point gets 128 more, too.
static void dequantize(const void *values, size_t count, float scale, int32_t zero_point,
                       _Bool is_signed, float *output) {
    const uint8_t *bytes = values, flip = is_signed ? 0x80 : 0;
    const uint32_t zero = (uint32_t)zero_point + flip;
    for (size_t i = 0; i < count; i++)
        output[i] = scale * (float)(int32_t)((uint8_t)(bytes[i] ^ flip) - zero);
}

/// Converts eight binary16 numbers.
SIGHT_INLINE eight_floats widen_eight(const uint16_t *halves) {
#if SIGHT_X86
    return _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(const void *)halves));
#else
    const float16x8_t values = vreinterpretq_f16_u16(vld1q_u16(halves));
    const float32x4_t parts[2] = {vcvt_f32_f16(vget_low_f16(values)), vcvt_high_f32_f16(values)};
    return load_eight((const float *)parts);
#endif
}

static void widen(const uint16_t *halves, size_t count, float *output) {
    size_t i = 0;
    for (; count - i >= lane_count; i += lane_count) {
        const eight_floats values = widen_eight(halves + i);
        memcpy(output + i, &values, sizeof values);
    }
    uint16_t rest[lane_count] = {0};
    memcpy(rest, halves + i, (count - i) * sizeof(uint16_t));
    const eight_floats values = widen_eight(rest);
    memcpy(output + i, &values, (count - i) * sizeof(float));
}

enum { extreme_count = 2 * block };

/// Lowers and raises the extremes at each position of a block.
SIGHT_INLINE void note_extremes(const float *values, float *low, float *high) {
    for (size_t j = 0; j < extreme_count; j++) {
        const float value = values[j];
        low[j] = value < low[j] ? value : low[j];
        high[j] = value > high[j] ? value : high[j];
    }
}

static void extremes(const float *values, size_t count, float *least, float *greatest) {
    float low[extreme_count] = {0}, high[extreme_count] = {0};
    for (; count >= extreme_count; count -= extreme_count, values += extreme_count)
        note_extremes(values, low, high);
    if (count > 0) { // zeros change nothing
        float rest[extreme_count] = {0};
        memcpy(rest, values, count * sizeof(float));
        note_extremes(rest, low, high);
    }
    SIGHT_UNROLL
    for (size_t width = extreme_count / 2; width > 0; width /= 2)
        for (size_t j = 0; j < width; j++) {
            low[j] = low[j + width] < low[j] ? low[j + width] : low[j];
            high[j] = high[j + width] > high[j] ? high[j + width] : high[j];
        }
    *least = low[0];
    *greatest = high[0];
}

/// Rounds as quantize_block does.
SIGHT_INLINE void quantize_scaled_block(const float *restrict values, float factor, float zero,
                                        float least, uint8_t flip, int8_t *restrict quantized) {
    for (size_t i = 0; i < block; i++) {
        const float product = values[i] * factor;
        float value = zero + product;
        // NaN becomes `least`, too; the ends of the range are integers.
        value = value > least ? value : least;
        value = value < 127 ? value : 127;
        const float half = __builtin_copysignf(0x1.fffffep-2f, value);
        quantized[i] = (int8_t)((int32_t)(value + half) ^ flip);
    }
}

static void quantize_scaled(const float *values, size_t count, float factor, float zero,
                            float least, uint8_t flip, int8_t *quantized) {
    for (; count >= block; count -= block, values += block, quantized += block)
        quantize_scaled_block(values, factor, zero, least, flip, quantized);
    if (count == 0)
        return;
    float rest[block] = {0};
    int8_t bytes[block];
    memcpy(rest, values, count * sizeof(float));
    quantize_scaled_block(rest, factor, zero, least, flip, bytes);
    memcpy(quantized, bytes, count);
}

/// Multiplies the negative values of a block by their slopes. The output may be the input.
SIGHT_INLINE void rectify(const float *values, const float *slopes, float *output) {
    float products[block];
    uint32_t x[block], y[block]; // the bits of values and of products
    for (size_t i = 0; i < block; i++)
        products[i] = values[i] * slopes[i];
    memcpy(x, values, sizeof x);
    memcpy(y, products, sizeof y);
    for (size_t i = 0; i < block; i++) {
        // Bits are chosen, because clang makes branches of a choice of floats on Arm.
        const uint32_t kept = values[i] >= 0 ? UINT32_MAX : 0;
        y[i] ^= (x[i] ^ y[i]) & kept;
    }
    memcpy(output, y, sizeof y);
}

static void prelu(const float *values, const float *slopes, size_t rows, size_t channels,
                  float *output) {
    // Several short rows are computed at once, with the slopes repeated.
    float repeated[128];
    size_t length = channels;
    if (channels > 0 && channels <= 64) {
        const size_t times = 128 / channels;
        for (size_t i = 0; i < times * channels; i++)
            repeated[i] = slopes[i % channels];
        length = times * channels;
        slopes = repeated;
    }
    for (size_t left = rows * channels; left > 0;) {
        const size_t count = left < length ? left : length;
        size_t i = 0;
        for (; count - i >= block; i += block)
            rectify(values + i, slopes + i, output + i);
        for (; i < count; i++)
            output[i] = values[i] >= 0 ? values[i] : values[i] * slopes[i];
        values += count;
        output += count;
        left -= count;
    }
}

/// Updates `best` with the keys of a block. A key has the value in its upper byte and the index,
/// counted from the end, in its lower byte, so the greatest key belongs to the first of the
/// greatest values.
SIGHT_INLINE void raise_keys(const uint8_t *restrict values, uint8_t flip,
                             const uint16_t *restrict places, uint16_t *restrict best) {
    for (size_t j = 0; j < block; j++) {
        const uint16_t key = (uint16_t)((uint16_t)(values[j] ^ flip) << 8 | places[j]);
        best[j] = key > best[j] ? key : best[j];
    }
}

static void extreme(const uint8_t *values, size_t rows, size_t count, uint8_t flip,
                    int32_t *indices) {
    uint16_t places[256];
    for (size_t i = 0; i < count; i++)
        places[i] = (uint16_t)(255 - i);
    for (size_t row = 0; row < rows; row++, values += count) {
        uint16_t best[block] = {0};
        size_t i = 0;
        for (; i + block <= count; i += block)
            raise_keys(values + i, flip, places + i, best);
        if (i < count && count > block) // the last block overlaps the one before
            raise_keys(values + count - block, flip, places + count - block, best);
        for (; i < count && count < block; i++)
            best[i] = (uint16_t)((uint16_t)(values[i] ^ flip) << 8 | places[i]);
        indices[row] = 255 - (greatest_of(best) & 255);
    }
}

#include "binary-loops.h"
#include "byte-loops.h"
#include "function-loops.h"
#include "interpolation-loops.h"
#include "overlap-loops.h"
#include "recurrent-loops.h"
#include "reduction-loops.h"
#include "scaling-loops.h"
#include "softmax-loops.h"
#include "window-loops.h"

#define SIGHT_ROWS(tier_name, map)                                                                 \
    const sight_row_kernels sight_row_kernels__##tier_name = {                                     \
        .name = "sight_rows__" #tier_name,                                                         \
        .tier = sight_tier_##tier_name,                                                            \
        .bilinear_f32 = bilinear_f32,                                                              \
        .bilinear_u8 = bilinear_u8,                                                                \
        .bilinear_i8 = bilinear_i8,                                                                \
        .quantize = quantize,                                                                      \
        .dequantize = dequantize,                                                                  \
        .widen = widen,                                                                            \
        .extremes = extremes,                                                                      \
        .quantize_scaled = quantize_scaled,                                                        \
        .prelu = prelu,                                                                            \
        .scale_sums = scale_sums,                                                                  \
        .extreme = extreme,                                                                        \
        .extreme_floats = extreme_floats,                                                          \
        .map_bytes = map,                                                                          \
        .limit = limit,                                                                            \
        .add = add,                                                                                \
        .subtract = subtract,                                                                      \
        .multiply = multiply,                                                                      \
        .square_difference = square_difference,                                                    \
        .larger = larger,                                                                          \
        .smaller = smaller,                                                                        \
        .multiply_vector = multiply_vector,                                                        \
        .fixed_sigmoids = fixed_sigmoids,                                                          \
        .fixed_tangents = fixed_tangents,                                                          \
        .window_maxima = window_maxima,                                                            \
        .byte_window_maxima = byte_window_maxima,                                                  \
        .window_means = window_means,                                                              \
        .byte_window_means = byte_window_means,                                                    \
        .reduce_rows = reduce_rows,                                                                \
        .reduce_columns = reduce_columns,                                                          \
        .add_byte_rows = add_byte_rows,                                                            \
        .sum_byte_rows = sum_byte_rows,                                                            \
        .byte_row_maxima = byte_row_maxima,                                                        \
        .byte_column_maxima = byte_column_maxima,                                                  \
        .greater_bytes = greater_bytes,                                                            \
        .compare = compare,                                                                        \
        .overlaps_any = overlaps_any,                                                              \
        .exponentials = exponentials,                                                              \
        .logarithms = logarithms,                                                                  \
        .sigmoids = sigmoids,                                                                      \
        .swishes = swishes,                                                                        \
        .tangents = tangents,                                                                      \
        .elus = elus,                                                                              \
        .gelus = gelus,                                                                            \
        .tanh_gelus = tanh_gelus,                                                                  \
        .error_functions = error_functions,                                                        \
        .hard_swishes = hard_swishes,                                                              \
        .sines = sines,                                                                            \
        .cosines = cosines,                                                                        \
        .floors = floors,                                                                          \
        .ceilings = ceilings,                                                                      \
        .roundings = roundings,                                                                    \
        .roots = roots,                                                                            \
        .inverse_roots = inverse_roots,                                                            \
        .softmax = softmax,                                                                        \
        .log_softmax = log_softmax,                                                                \
    };
