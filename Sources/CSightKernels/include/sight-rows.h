#ifndef SIGHT_ROWS_H
#define SIGHT_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include "sight-isa.h"

// Loops over rows of elements that have a version for each width of registers. The results of all
// tiers are equal to the bit, with one exception: functions of one float fuse multiply-adds, and on
// x86-64 the tier scalar has no instruction for that. Its sums are rounded to doubles first, so the
// last bit of a result may differ in rare cases. Over all floats, those of e^x, ln x, the sigmoid
// and the hyperbolic tangent do not.

/// The position of an output row or column between two rows or columns of the input.
typedef struct {
    int64_t lower, upper; // the two neighbors
    float fraction;       // distance from `lower`, in input pixels
    int32_t steps;        // the same in units of 2^-10
} sight_sample_point;

/// One output row of a bilinear resize.
typedef struct {
    const void *upper, *lower; // input rows [width][channels]
    float fraction;            // of the lower row
    int32_t steps;             // the same in units of 2^-10
    size_t width, channels;
    const sight_sample_point *columns; // [count]
    size_t count;                      // output pixels
    float *scratch;                    // 2 * (width * channels + sight_row_slack) floats
    void *output;                      // [count][channels]
} sight_bilinear_row;

/// The parameters that convert sums [rows][columns] to floats. The rows of a batch have one scale
/// and one offset.
typedef struct {
    size_t row_bytes;           // from a row of sums to the next
    const int32_t *weight_sums; // [columns]; NULL if the sums are floats, which need no correction
    const float *scales;        // [columns]
    const float *biases;        // [columns]
    const float *input_scales;  // [batches]
    const int32_t *offsets;     // [batches], of the quantized input
    size_t first_row;           // the place of the first row among those of all batches
    size_t batch_rows;          // of each batch, at least 1
    float minimum, maximum;
} sight_sum_scaling;

/// Two operands of a function, row by row.
typedef struct {
    const float *a, *b;
    float *output;
    size_t rows, count;              // rows, and elements of one
    size_t a_row, b_row, output_row; // elements from a row to the next; 0 repeats an operand's row
    size_t a_step, b_step;           // elements from one operand to the next, 1 or 0
    float minimum, maximum;          // of the results; infinite for no bound
} sight_binary_rows;

/// Windows that lie side by side in an image [height][pixels][channels], all of them inside.
typedef struct {
    const void *input;    // the first element of the first window
    size_t row;           // elements from a row of the image to the next
    size_t step;          // elements from a window to the next
    size_t height, width; // of a window, in pixels; at least 1
    size_t channels;
    size_t count;           // windows
    void *output;           // [count][channels]
    float minimum, maximum; // of the results; bytes use whole numbers
} sight_window_row;

// The function of a reduction.
typedef enum {
    sight_sum,
    sight_product,
    sight_greatest, // NaN is ignored
    sight_least,    // NaN is ignored
} sight_reduction;

// What holds for two floats; nothing holds for NaN.
typedef enum {
    sight_equal,
    sight_less,
    sight_less_or_equal,
} sight_relation;

// Elements that kernels may read and write past the end of scratch rows.
enum { sight_row_slack = 16 };

typedef struct {
    const char *name;
    sight_tier tier;

    /// (a (1-fy)) (1-fx) + (b fy) (1-fx) + (c (1-fy)) fx + (d fy) fx for the corners a and b of the
    /// left, c and d of the right column, summed in this order.
    void (*bilinear_f32)(const sight_bilinear_row *row);

    /// The same for uint8: adds 0.5 and truncates.
    void (*bilinear_u8)(const sight_bilinear_row *row);

    /// The same for int8 with the distances in units of 2^-10, exactly, rounded to nearest, ties
    /// away from zero. The columns lower and upper of a distance outside of 0...1024 are equal.
    void (*bilinear_i8)(const sight_bilinear_row *row);

    /// Computes values / scale rounded to nearest, ties away from zero, plus the zero point,
    /// saturated to int8 or uint8; NaN becomes 0.
    void (*quantize)(const float *values, size_t count, float scale, float zero_point,
                     _Bool is_signed, void *quantized);

    /// Computes scale * (value - zero point) for int8 or uint8 values. Differences that overflow 32
    /// bits wrap.
    void (*dequantize)(const void *values, size_t count, float scale, int32_t zero_point,
                       _Bool is_signed, float *output);

    /// Converts binary16 numbers; a signaling NaN becomes a quiet one.
    void (*widen)(const uint16_t *halves, size_t count, float *output);

    /// Finds the least and the greatest of the values and zero; NaN is ignored.
    void (*extremes)(const float *values, size_t count, float *least, float *greatest);

    /// Computes zero + values * factor rounded to nearest, ties away from zero, limited to
    /// least...127; NaN becomes `least`. The bits `flip` are flipped in every byte.
    void (*quantize_scaled)(const float *values, size_t count, float factor, float zero,
                            float least, uint8_t flip, int8_t *quantized);

    /// Computes x for x >= 0, else x times the channel's slope. [rows][channels]
    void (*prelu)(const float *values, const float *slopes, size_t rows, size_t channels,
                  float *output);

    /// Replaces sums by floats in place. Sums (a + 128) w of int32 become
    /// clamp((float)(sum - (128 + offset) weight_sums[n]) * scales[n] * input_scale + biases[n]);
    /// sums a w that are whole floats need no correction.
    void (*scale_sums)(void *sums, size_t rows, size_t columns, const sight_sum_scaling *scaling);

    /// Finds the index of the first greatest (or least) byte of each row [rows][count]. Bytes are
    /// compared as uint8 after an exclusive or with `flip`. count is in 1...256.
    void (*extreme)(const uint8_t *values, size_t rows, size_t count, uint8_t flip,
                    int32_t *indices);

    /// Finds the index of the first greatest (or least) float of each row [rows][count]. No float
    /// is greater or less than NaN, nor NaN than a float, so a row that starts with NaN gives 0,
    /// and other NaN are passed over. count is in 1..<2^31.
    void (*extreme_floats)(const float *values, size_t rows, size_t count, _Bool is_greatest,
                           int32_t *indices);

    /// Replaces each byte by its entry of a table; input and output may be the same memory.
    void (*map_bytes)(const uint8_t *values, size_t count, const uint8_t table[256],
                      uint8_t *output);

    /// Limits each number to minimum...maximum; NaN passes through. Input and output may be the
    /// same memory.
    void (*limit)(const float *values, size_t count, float minimum, float maximum, float *output);

    /// clamp(a + b), clamp(a - b), clamp(a * b) and clamp((a - b) * (a - b)); NaN passes through.
    void (*add)(const sight_binary_rows *rows);
    void (*subtract)(const sight_binary_rows *rows);
    void (*multiply)(const sight_binary_rows *rows);
    void (*square_difference)(const sight_binary_rows *rows);

    /// clamp(a > b ? a : b) and clamp(a < b ? a : b), so the second operand if either is NaN.
    void (*larger)(const sight_binary_rows *rows);
    void (*smaller)(const sight_binary_rows *rows);

    /// Adds the product of a matrix [rows][columns] of finite numbers and a vector [columns] to
    /// results [rows].
    void (*multiply_vector)(const float *matrix, size_t rows, size_t columns, const float *vector,
                            float *results);

    /// The sigmoid of numbers in units of 2^-12, and the hyperbolic tangent of numbers in units of
    /// 2^(integer_bits - 15), where integer_bits is in 0...6; both in units of 2^-15, as gemmlowp's
    /// fixed-point functions compute them. Input and output may be the same memory.
    void (*fixed_sigmoids)(const int16_t *values, size_t count, int16_t *output);
    void (*fixed_tangents)(const int16_t *values, size_t count, int integer_bits, int16_t *output);

    /// Finds the greatest value of each channel of each window; NaN is ignored, and windows without
    /// another value give -FLT_MAX, which is then clamped like all results.
    void (*window_maxima)(const sight_window_row *windows);

    /// Finds the greatest byte of each channel of each window; int8 or uint8.
    void (*byte_window_maxima)(const sight_window_row *windows, _Bool is_signed);

    /// Computes the mean of each channel of each window, then clamps it. The elements are added row
    /// by row.
    void (*window_means)(const sight_window_row *windows);

    /// Computes the mean of each channel of each window, rounded to nearest, ties away from zero;
    /// int8 or uint8. A window has at most 2^15 pixels. A quotient of floats that lies below a
    /// whole number is then not rounded up to it: it is at most 256, and it lies at least 2^-15
    /// below.
    void (*byte_window_means)(const sight_window_row *windows, _Bool is_signed);

    /// Combines the elements of each row [rows][columns] with the row's result [rows]. Sixteen
    /// partial results combine the elements at i, i + 16, i + 32 and so on. They are combined
    /// with those at the distance 8, then 4, 2 and 1.
    void (*reduce_rows)(sight_reduction function, const float *values, size_t rows, size_t columns,
                        float *results);

    /// Combines rows [rows][columns] with results [columns], one after the other.
    void (*reduce_columns)(sight_reduction function, const float *values, size_t rows,
                           size_t columns, float *results);

    /// Adds rows of bytes, int8 or uint8. Sums that overflow 32 bits wrap.
    void (*add_byte_rows)(const void *values, size_t rows, size_t columns, _Bool is_signed,
                          int32_t *sums);

    /// Adds the bytes of each row, int8 or uint8, to the row's sum. Sums that overflow 32 bits
    /// wrap.
    void (*sum_byte_rows)(const void *values, size_t rows, size_t columns, _Bool is_signed,
                          int32_t *sums);

    /// These kernels raise the maximum of each row [rows] or column [columns] of bytes
    /// [rows][columns]. Bytes are compared as uint8 after an exclusive or with `flip`.
    void (*byte_row_maxima)(const uint8_t *values, size_t rows, size_t columns, uint8_t flip,
                            uint8_t *maxima);
    void (*byte_column_maxima)(const uint8_t *values, size_t rows, size_t columns, uint8_t flip,
                               uint8_t *maxima);

    /// Finds the greater of a[i * a_step] and b[i * b_step] for each i below `count`. Bytes are
    /// compared as uint8 after an exclusive or with `flip`. A step is 1, or 0 for an operand that
    /// is a single byte. The output overlaps no operand.
    void (*greater_bytes)(const uint8_t *a, size_t a_step, const uint8_t *b, size_t b_step,
                          size_t count, uint8_t flip, uint8_t *output);

    /// Compares a[i * a_step] with b[i * b_step] for each i below `count`, and writes 1 if the
    /// relation holds for them, else 0, or the opposite if `inverted`. A step is 1, or 0 for an
    /// operand that is a single number.
    void (*compare)(const float *a, size_t a_step, const float *b, size_t b_step, size_t count,
                    sight_relation relation, _Bool inverted, uint8_t *output);

    /// Returns whether a box overlaps one of `count` other boxes: whether the area of their
    /// intersection, divided by that of their union, is above `maximum`. `box` has the top, left,
    /// bottom and right edge of a box. `boxes` [5][capacity] has the same edges of the others, and
    /// as its last row their areas, (bottom - top) * (right - left). A box without a positive area
    /// overlaps no other box. `capacity` is a multiple of 16, and the caller sets the areas from
    /// `count` to the next multiple of 16 to 0, because kernels read 16 boxes at once.
    _Bool (*overlaps_any)(const float box[4], const float *boxes, size_t capacity, size_t count,
                          float maximum);

    /// These kernels compute a function of each number; input and output may be the same memory.
    /// Errors are in units of the last place of the result.
    ///
    /// e^x and ln x; the error is below 1.25.
    void (*exponentials)(const float *values, size_t count, float *output);
    void (*logarithms)(const float *values, size_t count, float *output);

    /// 1 / (1 + e^-x); the error is below 3.
    void (*sigmoids)(const float *values, size_t count, float *output);

    /// The hyperbolic tangent; the error is below 6.
    void (*tangents)(const float *values, size_t count, float *output);

    /// The product of x and the rounded sigmoid; the error is below 4, and below 4 + 3 |x| if x is
    /// below -87, where the sigmoid is a subnormal number.
    void (*swishes)(const float *values, size_t count, float *output);

    /// x for x >= 0, else e^x - 1; the error is below 1.25.
    void (*elus)(const float *values, size_t count, float *output);

    /// x times the cumulative normal distribution at x; the error is below 16, below 16 + 8 |x| if
    /// x is below -2.5, or below 2^-120 absolutely.
    void (*gelus)(const float *values, size_t count, float *output);

    /// x / (1 + e^-2u) with u = sqrt(2 / pi) (x + 0.044715 x^3); the error is below 3 + 8 |u|, as
    /// the exponential magnifies that of u.
    void (*tanh_gelus)(const float *values, size_t count, float *output);

    /// The error function; the error is below 7.
    void (*error_functions)(const float *values, size_t count, float *output);

    /// x clamp(x + 3, 0, 6) / 6; the error is below 3.
    void (*hard_swishes)(const float *values, size_t count, float *output);

    /// The sine and the cosine of radians; the error is below 2.5 up to 2^20, and that of the C
    /// library beyond.
    void (*sines)(const float *values, size_t count, float *output);
    void (*cosines)(const float *values, size_t count, float *output);

    /// The next whole number down or up, and the nearest one, ties to even.
    void (*floors)(const float *values, size_t count, float *output);
    void (*ceilings)(const float *values, size_t count, float *output);
    void (*roundings)(const float *values, size_t count, float *output);

    /// The square root, and 1 divided by the rounded square root.
    void (*roots)(const float *values, size_t count, float *output);
    void (*inverse_roots)(const float *values, size_t count, float *output);

    /// Computes e^((x - greatest) beta) for each row [rows][depth], divided by the sum of the row's
    /// exponentials. Element i is added to the sum i mod 64; then the sums at distances 32, 16 and
    /// so on down to 1 are added. Input and output may be the same memory.
    void (*softmax)(const float *values, size_t rows, size_t depth, float beta, float *output);

    /// Computes x - greatest - ln(sum of e^(x - greatest)) for each row [rows][depth]; the sum is
    /// that of `softmax`.
    void (*log_softmax)(const float *values, size_t rows, size_t depth, float *output);
} sight_row_kernels;

/// All kernels, the reference first.
const sight_row_kernels *const *sight_row_kernels_all(size_t *count);

/// The best available kernels of a tier or below.
const sight_row_kernels *sight_row_kernels_best(sight_tier tier);

#endif
