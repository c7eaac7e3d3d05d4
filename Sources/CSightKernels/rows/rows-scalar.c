#include "fixed-functions.h"
#include "functions.h"
#include "rows.h"

#include <float.h>
#include <math.h>
#include <string.h>

SIGHT_NO_CONTRACTION

/// Computes one element of a resized row from the four corners.
static float mixed(float upper_left, float lower_left, float upper_right, float lower_right,
                   float y, float x) {
    return upper_left * (1 - y) * (1 - x) + lower_left * y * (1 - x) + upper_right * (1 - y) * x +
           lower_right * y * x;
}

static void bilinear_f32(const sight_bilinear_row *row) {
    const float *upper = row->upper, *lower = row->lower;
    float *output = row->output;
    for (size_t i = 0; i < row->count * row->channels; i++) {
        const sight_sample_point *point = &row->columns[i / row->channels];
        const size_t left = (size_t)point->lower * row->channels + i % row->channels;
        const size_t right = (size_t)point->upper * row->channels + i % row->channels;
        output[i] = mixed(upper[left], lower[left], upper[right], lower[right], row->fraction,
                          point->fraction);
    }
}

static void bilinear_u8(const sight_bilinear_row *row) {
    const uint8_t *upper = row->upper, *lower = row->lower;
    uint8_t *output = row->output;
    for (size_t i = 0; i < row->count * row->channels; i++) {
        const sight_sample_point *point = &row->columns[i / row->channels];
        const size_t left = (size_t)point->lower * row->channels + i % row->channels;
        const size_t right = (size_t)point->upper * row->channels + i % row->channels;
        const float sum = mixed(upper[left], lower[left], upper[right], lower[right], row->fraction,
                                point->fraction) +
                          0.5f;
        output[i] = (uint8_t)(sum <= 0 ? 0 : sum >= 255 ? 255 : sum);
    }
}

static void bilinear_i8(const sight_bilinear_row *row) {
    const int8_t *upper = row->upper, *lower = row->lower;
    const int64_t y = row->steps;
    int8_t *output = row->output;
    for (size_t column = 0; column < row->count; column++) {
        const sight_sample_point *point = &row->columns[column];
        const size_t left = (size_t)point->lower * row->channels;
        const size_t right = (size_t)point->upper * row->channels;
        const int64_t x = point->steps;
        for (size_t c = 0; c < row->channels; c++) {
            const int64_t sum = upper[left + c] * (1024 - y) * (1024 - x) +
                                lower[left + c] * y * (1024 - x) +
                                upper[right + c] * (1024 - y) * x + lower[right + c] * y * x;
            *output++ = (int8_t)((sum > 0 ? sum + (1 << 19) : sum - (1 << 19)) / (1 << 20));
        }
    }
}

static void quantize(const float *values, size_t count, float scale, float zero_point,
                     _Bool is_signed, void *quantized) {
    const float least = is_signed ? -128 : 0, greatest = is_signed ? 127 : 255;
    for (size_t i = 0; i < count; i++) {
        float value = roundf(values[i] / scale) + zero_point;
        value = isnan(value) ? 0 : value < least ? least : value > greatest ? greatest : value;
        ((uint8_t *)quantized)[i] = (uint8_t)(int32_t)value;
    }
}

static void dequantize(const void *values, size_t count, float scale, int32_t zero_point,
                       _Bool is_signed, float *output) {
    for (size_t i = 0; i < count; i++) {
        const int32_t value =
            is_signed ? ((const int8_t *)values)[i] : ((const uint8_t *)values)[i];
        output[i] = scale * (float)(int32_t)((uint32_t)value - (uint32_t)zero_point);
    }
}

static void widen(const uint16_t *halves, size_t count, float *output) {
    for (size_t i = 0; i < count; i++) {
        const uint32_t sign = (uint32_t)(halves[i] & 0x8000) << 16, magnitude = halves[i] & 0x7FFF;
        uint32_t bits;
        if (magnitude > 0x7C00) { // NaN
            bits = 0x7FC00000 | magnitude << 13;
        } else if (magnitude == 0x7C00) {
            bits = 0x7F800000;
        } else {
            // After the shift, the exponent is 112 too small. The product corrects it, also for
            // subnormal numbers.
            bits = sight_float_as_bits(sight_bits_as_float(magnitude << 13) * 0x1p112f);
        }
        output[i] = sight_bits_as_float(sign | bits);
    }
}

static void extremes(const float *values, size_t count, float *least, float *greatest) {
    *least = *greatest = 0;
    for (size_t i = 0; i < count; i++) {
        *least = values[i] < *least ? values[i] : *least;
        *greatest = values[i] > *greatest ? values[i] : *greatest;
    }
}

static void quantize_scaled(const float *values, size_t count, float factor, float zero,
                            float least, uint8_t flip, int8_t *quantized) {
    for (size_t i = 0; i < count; i++) {
        const float product = values[i] * factor;
        float nearest = roundf(zero + product);
        nearest = nearest > least ? nearest : least;
        quantized[i] = (int8_t)((uint8_t)(int8_t)(nearest < 127 ? nearest : 127) ^ flip);
    }
}

static void prelu(const float *values, const float *slopes, size_t rows, size_t channels,
                  float *output) {
    for (size_t i = 0; i < rows * channels; i++)
        output[i] = values[i] >= 0 ? values[i] : values[i] * slopes[i % channels];
}

static void scale_sums(void *sums, size_t rows, size_t columns, const sight_sum_scaling *s) {
    for (size_t i = 0; i < rows * columns; i++) {
        const size_t row = i / columns, n = i % columns,
                     batch = (s->first_row + row) / s->batch_rows;
        char *sum = (char *)sums + row * s->row_bytes + n * sizeof(float);
        float whole;
        memcpy(&whole, sum, sizeof whole);
        if (s->weight_sums) {
            const uint32_t offset = 128 + (uint32_t)s->offsets[batch];
            uint32_t bits;
            memcpy(&bits, sum, sizeof bits);
            whole = (float)(int32_t)(bits - offset * (uint32_t)s->weight_sums[n]);
        }
        float value = whole * s->scales[n] * s->input_scales[batch];
        value += s->biases[n];
        value = value < s->minimum ? s->minimum : value;
        value = value > s->maximum ? s->maximum : value;
        memcpy(sum, &value, sizeof value);
    }
}

static void extreme(const uint8_t *values, size_t rows, size_t count, uint8_t flip,
                    int32_t *indices) {
    for (size_t row = 0; row < rows; row++, values += count) {
        size_t best = 0;
        for (size_t i = 1; i < count; i++)
            if ((values[i] ^ flip) > (values[best] ^ flip))
                best = i;
        indices[row] = (int32_t)best;
    }
}

static void extreme_floats(const float *values, size_t rows, size_t count, _Bool is_greatest,
                           int32_t *indices) {
    for (size_t row = 0; row < rows; row++, values += count) {
        size_t best = 0;
        for (size_t i = 1; i < count; i++)
            if (is_greatest ? values[i] > values[best] : values[i] < values[best])
                best = i;
        indices[row] = (int32_t)best;
    }
}

static void map_bytes(const uint8_t *values, size_t count, const uint8_t table[256],
                      uint8_t *output) {
    for (size_t i = 0; i < count; i++)
        output[i] = table[values[i]];
}

static float plus(float a, float b) { return a + b; }
static float minus(float a, float b) { return a - b; }
static float times(float a, float b) { return a * b; }
static float squared(float a, float b) { return (a - b) * (a - b); }

static void apply(const sight_binary_rows *r, float (*function)(float, float)) {
    for (size_t row = 0; row < r->rows; row++)
        for (size_t i = 0; i < r->count; i++) {
            float value = function(r->a[row * r->a_row + i * r->a_step],
                                   r->b[row * r->b_row + i * r->b_step]);
            value = value < r->minimum ? r->minimum : value;
            r->output[row * r->output_row + i] = value > r->maximum ? r->maximum : value;
        }
}

static float larger_of(float a, float b) { return a > b ? a : b; }
static float smaller_of(float a, float b) { return a < b ? a : b; }

static void add(const sight_binary_rows *rows) { apply(rows, plus); }
static void subtract(const sight_binary_rows *rows) { apply(rows, minus); }
static void multiply(const sight_binary_rows *rows) { apply(rows, times); }
static void square_difference(const sight_binary_rows *rows) { apply(rows, squared); }
static void larger(const sight_binary_rows *rows) { apply(rows, larger_of); }
static void smaller(const sight_binary_rows *rows) { apply(rows, smaller_of); }

static void limit(const float *values, size_t count, float minimum, float maximum, float *output) {
    for (size_t i = 0; i < count; i++) {
        const float value = values[i] < minimum ? minimum : values[i];
        output[i] = value > maximum ? maximum : value;
    }
}

static void multiply_vector(const float *matrix, size_t rows, size_t columns, const float *vector,
                            float *results) {
    enum { lanes = 16 }; // each adds every 16th product; the last block ends with the last column
    for (size_t row = 0; row < rows; row++) {
        float sums[lanes] = {0};
        for (size_t k = 0; k < columns; k++) {
            const _Bool is_last = columns >= lanes && k >= columns / lanes * lanes;
            const size_t lane = is_last ? k - (columns - lanes) : k % lanes;
            sums[lane] = sight_fused(matrix[row * columns + k], vector[k], sums[lane]);
        }
        for (size_t half = lanes / 2; half > 0; half /= 2)
            for (size_t j = 0; j < half; j++)
                sums[j] += sums[j + half];
        results[row] += sums[0];
    }
}

static void fixed_sigmoids(const int16_t *values, size_t count, int16_t *output) {
    for (size_t i = 0; i < count; i++)
        output[i] = sight_fixed_sigmoid(values[i]);
}

static void fixed_tangents(const int16_t *values, size_t count, int integer_bits, int16_t *output) {
    for (size_t i = 0; i < count; i++)
        output[i] = sight_fixed_tangent(values[i], integer_bits);
}

static void window_maxima(const sight_window_row *w) {
    for (size_t i = 0; i < w->count; i++)
        for (size_t c = 0; c < w->channels; c++) {
            float best = -FLT_MAX;
            for (size_t y = 0; y < w->height; y++)
                for (size_t x = 0; x < w->width; x++) {
                    const float value =
                        ((const float *)w->input)[i * w->step + y * w->row + x * w->channels + c];
                    best = best < value ? value : best;
                }
            best = best < w->minimum ? w->minimum : best;
            ((float *)w->output)[i * w->channels + c] = w->maximum < best ? w->maximum : best;
        }
}

/// The value of a byte.
static int32_t element(const void *values, size_t index, _Bool is_signed) {
    return is_signed ? ((const int8_t *)values)[index] : ((const uint8_t *)values)[index];
}

static void byte_window_maxima(const sight_window_row *w, _Bool is_signed) {
    for (size_t i = 0; i < w->count; i++)
        for (size_t c = 0; c < w->channels; c++) {
            int32_t best = INT32_MIN;
            for (size_t y = 0; y < w->height; y++)
                for (size_t x = 0; x < w->width; x++) {
                    const size_t place = i * w->step + y * w->row + x * w->channels + c;
                    const int32_t value = element(w->input, place, is_signed);
                    best = best < value ? value : best;
                }
            const int32_t minimum = (int32_t)w->minimum, maximum = (int32_t)w->maximum;
            best = best < minimum ? minimum : best;
            ((uint8_t *)w->output)[i * w->channels + c] =
                (uint8_t)(maximum < best ? maximum : best);
        }
}

static void add_byte_rows(const void *values, size_t rows, size_t columns, _Bool is_signed,
                          int32_t *sums) {
    for (size_t i = 0; i < rows * columns; i++)
        sums[i % columns] =
            (int32_t)((uint32_t)sums[i % columns] + (uint32_t)element(values, i, is_signed));
}

static void window_means(const sight_window_row *w) {
    for (size_t i = 0; i < w->count; i++)
        for (size_t c = 0; c < w->channels; c++) {
            float mean = 0;
            for (size_t y = 0; y < w->height; y++)
                for (size_t x = 0; x < w->width; x++)
                    mean +=
                        ((const float *)w->input)[i * w->step + y * w->row + x * w->channels + c];
            mean /= (float)(w->height * w->width);
            mean = mean < w->minimum ? w->minimum : mean;
            ((float *)w->output)[i * w->channels + c] = w->maximum < mean ? w->maximum : mean;
        }
}

static void byte_window_means(const sight_window_row *w, _Bool is_signed) {
    const int32_t pixels = (int32_t)(w->height * w->width), half = pixels / 2;
    for (size_t i = 0; i < w->count; i++)
        for (size_t c = 0; c < w->channels; c++) {
            int32_t sum = 0;
            for (size_t y = 0; y < w->height; y++)
                for (size_t x = 0; x < w->width; x++)
                    sum += element(w->input, i * w->step + y * w->row + x * w->channels + c,
                                   is_signed);
            const int32_t minimum = (int32_t)w->minimum, maximum = (int32_t)w->maximum;
            int32_t mean = (sum > 0 ? sum + half : sum - half) / pixels;
            mean = mean < minimum ? minimum : mean;
            ((uint8_t *)w->output)[i * w->channels + c] =
                (uint8_t)(maximum < mean ? maximum : mean);
        }
}

static float combined(sight_reduction function, float a, float b) {
    switch (function) {
    case sight_sum:
        return a + b;
    case sight_product:
        return a * b;
    case sight_greatest:
        return a < b ? b : a;
    case sight_least:
        return a > b ? b : a;
    }
    return a;
}

static void reduce_rows(sight_reduction function, const float *values, size_t rows, size_t columns,
                        float *results) {
    const float identities[] = {0, 1, -INFINITY, INFINITY};
    for (size_t row = 0; row < rows; row++) {
        float partial[16];
        for (size_t i = 0; i < 16; i++)
            partial[i] = identities[function];
        for (size_t i = 0; i < columns; i++)
            partial[i % 16] = combined(function, partial[i % 16], values[row * columns + i]);
        for (size_t distance = 8; distance > 0; distance /= 2)
            for (size_t i = 0; i < distance; i++)
                partial[i] = combined(function, partial[i], partial[i + distance]);
        results[row] = combined(function, results[row], partial[0]);
    }
}

static void reduce_columns(sight_reduction function, const float *values, size_t rows,
                           size_t columns, float *results) {
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < columns; i++)
            results[i] = combined(function, results[i], values[row * columns + i]);
}

static void sum_byte_rows(const void *values, size_t rows, size_t columns, _Bool is_signed,
                          int32_t *sums) {
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < columns; i++)
            sums[row] = (int32_t)((uint32_t)sums[row] +
                                  (uint32_t)element(values, row * columns + i, is_signed));
}

/// Replaces a byte by another one that is greater after an exclusive or.
static void raise_byte(uint8_t *best, uint8_t value, uint8_t flip) {
    if ((*best ^ flip) < (value ^ flip))
        *best = value;
}

static void byte_row_maxima(const uint8_t *values, size_t rows, size_t columns, uint8_t flip,
                            uint8_t *maxima) {
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < columns; i++)
            raise_byte(&maxima[row], values[row * columns + i], flip);
}

static void byte_column_maxima(const uint8_t *values, size_t rows, size_t columns, uint8_t flip,
                               uint8_t *maxima) {
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < columns; i++)
            raise_byte(&maxima[i], values[row * columns + i], flip);
}

static void greater_bytes(const uint8_t *a, size_t a_step, const uint8_t *b, size_t b_step,
                          size_t count, uint8_t flip, uint8_t *output) {
    for (size_t i = 0; i < count; i++) {
        output[i] = a[i * a_step];
        raise_byte(&output[i], b[i * b_step], flip);
    }
}

static void compare(const float *a, size_t a_step, const float *b, size_t b_step, size_t count,
                    sight_relation relation, _Bool inverted, uint8_t *output) {
    for (size_t i = 0; i < count; i++) {
        const float x = a[i * a_step], y = b[i * b_step];
        const _Bool holds = relation == sight_equal  ? x == y
                            : relation == sight_less ? x < y
                                                     : x <= y;
        output[i] = holds != inverted;
    }
}

/// Applies an expression to each number `x`.
#define SIGHT_FUNCTION(name, expression)                                                           \
    static void name(const float *values, size_t count, float *output) {                           \
        for (size_t i = 0; i < count; i++) {                                                       \
            const float x = values[i];                                                             \
            output[i] = expression;                                                                \
        }                                                                                          \
    }
SIGHT_FUNCTION(exponentials, sight_exponential(x))
SIGHT_FUNCTION(logarithms, sight_logarithm(x))
SIGHT_FUNCTION(sigmoids, sight_sigmoid(x))
SIGHT_FUNCTION(swishes, sight_swish(x))
SIGHT_FUNCTION(tangents, sight_tangent(x))
SIGHT_FUNCTION(elus, sight_elu(x))
SIGHT_FUNCTION(gelus, sight_gelu(x))
SIGHT_FUNCTION(tanh_gelus, sight_tanh_gelu(x))
SIGHT_FUNCTION(error_functions, sight_error_function(x))
SIGHT_FUNCTION(hard_swishes, sight_hard_swish(x))
SIGHT_FUNCTION(sines, fabsf(x) > SIGHT_GREATEST_ANGLE ? sinf(x) : sight_small_sine(x))
SIGHT_FUNCTION(cosines, fabsf(x) > SIGHT_GREATEST_ANGLE ? cosf(x) : sight_small_cosine(x))
SIGHT_FUNCTION(floors, floorf(x))
SIGHT_FUNCTION(ceilings, ceilf(x))
SIGHT_FUNCTION(roundings, rintf(x))
SIGHT_FUNCTION(roots, sqrtf(x))
SIGHT_FUNCTION(inverse_roots, 1 / sqrtf(x))
#undef SIGHT_FUNCTION

static float greatest_of_row(const float *values, size_t depth) {
    float greatest = -INFINITY;
    for (size_t i = 0; i < depth; i++)
        greatest = values[i] > greatest ? values[i] : greatest;
    return greatest;
}

/// Adds the 64 sums of a softmax.
static float total_of(float sums[64]) {
    for (size_t half = 32; half > 0; half /= 2)
        for (size_t i = 0; i < half; i++)
            sums[i] += sums[i + half];
    return sums[0];
}

static void softmax(const float *values, size_t rows, size_t depth, float beta, float *output) {
    for (size_t row = 0; row < rows; row++, values += depth, output += depth) {
        // With a positive beta, no power is above 0, so scaled decays suffice. Terms and their sum
        // have the same scale, which their quotient does not have.
        const float greatest = greatest_of_row(values, depth);
        float sums[64] = {0};
        for (size_t i = 0; i < depth; i++) {
            const float power = (values[i] - greatest) * beta;
            output[i] = beta > 0 ? sight_scaled_decay(power) : sight_exponential(power);
            sums[i % 64] += output[i];
        }
        const float inverse = 1 / total_of(sums);
        for (size_t i = 0; i < depth; i++)
            output[i] *= inverse;
    }
}

static void log_softmax(const float *values, size_t rows, size_t depth, float *output) {
    for (size_t row = 0; row < rows; row++, values += depth, output += depth) {
        const float greatest = greatest_of_row(values, depth);
        float sums[64] = {0};
        for (size_t i = 0; i < depth; i++)
            sums[i % 64] += sight_scaled_decay(values[i] - greatest);
        const float logarithm = sight_logarithm(total_of(sums) / SIGHT_DECAY_SCALE);
        for (size_t i = 0; i < depth; i++)
            output[i] = values[i] - greatest - logarithm;
    }
}

static float lesser(float a, float b) { return b < a ? b : a; }
static float greater(float a, float b) { return b >= a ? b : a; }

static _Bool overlaps_any(const float box[4], const float *boxes, size_t capacity, size_t count,
                          float maximum) {
    const float area = (box[2] - box[0]) * (box[3] - box[1]);
    for (size_t i = 0; i < count; i++) {
        const float *other = boxes + i, other_area = other[4 * capacity];
        if (!(area > 0) || !(other_area > 0))
            continue;
        const float height =
            greater(lesser(other[2 * capacity], box[2]) - greater(other[0], box[0]), 0);
        const float width =
            greater(lesser(other[3 * capacity], box[3]) - greater(other[capacity], box[1]), 0);
        const float intersection = height * width;
        if (intersection / (other_area + area - intersection) > maximum)
            return 1;
    }
    return 0;
}

const sight_row_kernels sight_row_kernels__scalar = {
    .name = "sight_rows__scalar",
    .tier = sight_tier_scalar,
    .bilinear_f32 = bilinear_f32,
    .bilinear_u8 = bilinear_u8,
    .bilinear_i8 = bilinear_i8,
    .quantize = quantize,
    .dequantize = dequantize,
    .widen = widen,
    .extremes = extremes,
    .quantize_scaled = quantize_scaled,
    .prelu = prelu,
    .scale_sums = scale_sums,
    .extreme = extreme,
    .extreme_floats = extreme_floats,
    .map_bytes = map_bytes,
    .limit = limit,
    .add = add,
    .subtract = subtract,
    .multiply = multiply,
    .square_difference = square_difference,
    .larger = larger,
    .smaller = smaller,
    .multiply_vector = multiply_vector,
    .fixed_sigmoids = fixed_sigmoids,
    .fixed_tangents = fixed_tangents,
    .window_maxima = window_maxima,
    .byte_window_maxima = byte_window_maxima,
    .window_means = window_means,
    .byte_window_means = byte_window_means,
    .reduce_rows = reduce_rows,
    .reduce_columns = reduce_columns,
    .add_byte_rows = add_byte_rows,
    .sum_byte_rows = sum_byte_rows,
    .byte_row_maxima = byte_row_maxima,
    .byte_column_maxima = byte_column_maxima,
    .greater_bytes = greater_bytes,
    .compare = compare,
    .overlaps_any = overlaps_any,
    .exponentials = exponentials,
    .logarithms = logarithms,
    .sigmoids = sigmoids,
    .swishes = swishes,
    .tangents = tangents,
    .elus = elus,
    .gelus = gelus,
    .tanh_gelus = tanh_gelus,
    .error_functions = error_functions,
    .hard_swishes = hard_swishes,
    .sines = sines,
    .cosines = cosines,
    .floors = floors,
    .ceilings = ceilings,
    .roundings = roundings,
    .roots = roots,
    .inverse_roots = inverse_roots,
    .softmax = softmax,
    .log_softmax = log_softmax,
};
