#include "q8-binary.h"

#include "../kernel-table.h"
#include "sight-requantize.h"

#include <math.h>
#include <string.h>

#define KERNELS(suffix, tier)                                                                      \
    {#suffix,                                                                                      \
     tier,                                                                                         \
     sight_q8_sum__##suffix,                                                                       \
     sight_q8_product__##suffix,                                                                   \
     sight_q8_square__##suffix,                                                                    \
     sight_q8_short_sum__##suffix,                                                                 \
     sight_q8_short_product__##suffix},
static const sight_q8_binary_kernels kernels[] = {
#include "q8-binary.inc"
};
#undef KERNELS

SIGHT_KERNEL_TABLE(sight_q8_binary_kernels, sight_q8_binary_all, sight_q8_binary_best)

/// The value of a factor as a real number.
static double real(sight_q8_factor factor) {
    return ldexp(factor.multiplier, factor.left - factor.right - 31);
}

/// Computes the short form of a sum, with its two factors rounded to 30 bits.
///
/// Returns 0 if a factor does not fit into 30 bits, else 1.
static _Bool approximate(const sight_q8_binary *sum, sight_q8_short_sum *out) {
    // The change of the output when the operand changes by one.
    const double a = ldexp(real(sum->a) * real(sum->output), 20);
    const double b = ldexp(real(sum->b) * real(sum->output), 20);
    int exponent; // both are below 2^exponent
    frexp(fabs(a) > fabs(b) ? a : b, &exponent);
    const int shift = 30 - exponent - 15 < 22 ? 30 - exponent - 15 : 22;
    if (shift < 0)
        return 0;
    const int64_t one = (int64_t)1 << (15 + shift);
    const int64_t a_factor = llrint(ldexp(a, 15 + shift)), b_factor = llrint(ldexp(b, 15 + shift));
    const int64_t limit = ((int64_t)1 << 30) - 1; // rounding may reach 2^30 itself
    if (a_factor > limit || b_factor > limit || a_factor < -limit || b_factor < -limit)
        return 0;
    const int64_t start = one / 2 + sum->output_zero_point * one - sum->a_zero_point * a_factor -
                          sum->b_zero_point * b_factor;
    const int64_t digit = 1 << 15;
    const int64_t a_low = (a_factor % digit + digit) % digit;
    const int64_t b_low = (b_factor % digit + digit) % digit;
    const int64_t low = (start % digit + digit) % digit;
    *out = (sight_q8_short_sum){.a_high = (int16_t)((a_factor - a_low) / digit),
                                .a_low = (int16_t)a_low,
                                .b_high = (int16_t)((b_factor - b_low) / digit),
                                .b_low = (int16_t)b_low,
                                .high = (int32_t)((start - low) / digit),
                                .low = (int32_t)low,
                                .shift = shift,
                                .minimum = sum->minimum,
                                .maximum = sum->maximum,
                                .is_signed = sum->is_signed};
    return 1;
}

// What a comparison of a sum with its short form needs. A row contains all pairs with one left
// operand.
typedef struct {
    uint8_t all[256];      // the bytes
    uint8_t expected[256]; // the results of the sum for a row
    uint8_t found[256];    // the results of its short form
    _Bool near[256];       // the rows that must be compared
    int64_t reach;         // C moves by this much at most
} comparison;

/// The value of an element.
static int64_t element(uint8_t byte, _Bool is_signed) { return is_signed ? (int8_t)byte : byte; }

/// Whether an element minus a zero point has at most ten bits.
static _Bool is_byte(int32_t zero_point) { return zero_point >= -128 && zero_point <= 255; }

/// Returns how far a A + b B + C can be from 2^(15 + shift) times the value that the sum rounds
/// down; -1 if that is unknown.
static int64_t greatest_error(const sight_q8_short_sum *short_sum, const sight_q8_binary *sum) {
    if (sum->a.left > 0 || sum->b.left > 0 || sum->output.left > 0 || sum->output.right > 31 ||
        !is_byte(sum->a_zero_point) || !is_byte(sum->b_zero_point))
        return -1;
    // Each operand is rounded twice, by 1 in all. Both together change the product by 2 * 2^-right
    // at most. Its own rounding takes half of 2^-right, and the rule for ties 2^-right. A and B are
    // rounded by a half each and multiplied by up to 383.
    return (((int64_t)4 << (15 + short_sum->shift)) >> sum->output.right) + 386;
}

/// Returns x modulo 2^bits as a fraction of 2^32, rounded down.
static uint32_t fraction(int64_t x, int bits) {
    return (uint32_t)(bits < 32 ? (uint64_t)x << (32 - bits) : (uint64_t)x >> (bits - 32));
}

// Which parts of the range of a fraction of 2^32 contain one of a set of fractions, one bit each.
enum { least_shift = 16 };
typedef struct {
    uint32_t shift; // a part has 2^shift fractions
    uint64_t bits[1 << (32 - least_shift - 6)];
} fraction_set;

static void insert(fraction_set *set, uint32_t x) {
    const uint32_t part = x >> set->shift;
    set->bits[part / 64] |= UINT64_C(1) << part % 64;
}

/// Whether one of the parts from that of `first` to that of `first + length` contains a fraction.
static _Bool meets(const fraction_set *set, uint32_t first, uint32_t length) {
    const uint32_t mask = UINT32_MAX >> set->shift, start = first >> set->shift;
    uint64_t found = 0;
    for (uint32_t i = 0; i <= (length >> set->shift) + 1; i++) {
        const uint32_t part = (start + i) & mask;
        found |= set->bits[part / 64] >> part % 64;
    }
    return found & 1;
}

/// Marks rows as near. A row is marked if it has a pair whose a A + b B + C is near a multiple of
/// 2^(15 + shift); a few more rows are marked, because the set of fractions is coarse.
///
/// In rows that are not marked, the sum and its short form have the same results, also after a move
/// of C.
static void find_near_rows(const sight_q8_short_sum *short_sum, const sight_q8_binary *sum,
                           comparison *rows) {
    const int bits = 15 + short_sum->shift;
    const int64_t digit = 1 << 15, error = greatest_error(short_sum, sum);
    if (error < 0 || error >= (int64_t)1 << (bits - 3))
        return;
    const int64_t a_factor = short_sum->a_high * digit + short_sum->a_low;
    const int64_t b_factor = short_sum->b_high * digit + short_sum->b_low;
    const int64_t start = short_sum->high * digit + short_sum->low;
    // The move may bring a pair nearer by the error. The sum of two fractions is less than 2 too
    // small.
    const uint32_t window = fraction(2 * error, bits) + 3;
    rows->reach = error;
    fraction_set columns = {.shift = least_shift};
    while (2 * window >> columns.shift > 16)
        columns.shift++;
    for (size_t j = 0; j < 256; j++)
        insert(&columns, fraction(element((uint8_t)j, sum->is_signed) * b_factor, bits));
    for (size_t i = 0; i < 256; i++) {
        const int64_t before = start + element((uint8_t)i, sum->is_signed) * a_factor;
        const uint32_t first = fraction(before, bits) + window;
        rows->near[i] = meets(&columns, 0 - first, 2 * window);
    }
}

/// Returns whether the short form gives the results of the sum for all pairs of the near rows.
static _Bool stands_for(const sight_q8_short_sum *short_sum, const sight_q8_binary *sum,
                        const sight_q8_binary_kernels *kernels, comparison *rows) {
    for (size_t i = 0; i < 256; i++) {
        if (!rows->near[i])
            continue;
        kernels->sum(sum, &rows->all[i], 0, rows->all, 1, rows->expected, 256);
        kernels->short_sum(short_sum, &rows->all[i], 0, rows->all, 1, rows->found, 256);
        if (memcmp(rows->expected, rows->found, 256) != 0)
            return 0;
    }
    return 1;
}

/// Moves C so that all results that are not clamped are right. Returns 0 if no C does that.
static _Bool move_start(sight_q8_short_sum *short_sum, const sight_q8_binary *sum,
                        const sight_q8_binary_kernels *kernels, comparison *rows) {
    const int64_t digit = 1 << 15, one = digit << short_sum->shift;
    const int64_t a_factor = short_sum->a_high * digit + short_sum->a_low;
    const int64_t b_factor = short_sum->b_high * digit + short_sum->b_low;
    const int64_t start = short_sum->high * digit + short_sum->low;
    // The range of moves that keep all results right.
    int64_t least = -rows->reach, most = rows->reach;
    for (size_t i = 0; i < 256; i++) {
        if (!rows->near[i])
            continue;
        kernels->sum(sum, &rows->all[i], 0, rows->all, 1, rows->expected, 256);
        const int64_t before = start + element((uint8_t)i, sum->is_signed) * a_factor;
        for (size_t j = 0; j < 256; j++) {
            const int64_t at = before + element((uint8_t)j, sum->is_signed) * b_factor;
            const int64_t result = element(rows->expected[j], sum->is_signed);
            if (result > sum->minimum && least < result * one - at)
                least = result * one - at;
            if (result < sum->maximum && most > (result + 1) * one - 1 - at)
                most = (result + 1) * one - 1 - at;
        }
    }
    if (least > most)
        return 0;
    const int64_t moved = start + least + (most - least) / 2;
    const int64_t low = (moved % digit + digit) % digit;
    short_sum->low = (int32_t)low;
    short_sum->high = (int32_t)((moved - low) / digit);
    return 1;
}

/// Makes the short form of a sum. With `all`, all rows are compared.
static _Bool shorten(const sight_q8_binary *sum, const sight_q8_binary_kernels *kernels,
                     sight_q8_short_sum *short_sum, _Bool all) {
    if (!approximate(sum, short_sum))
        return 0;
    comparison rows = {.reach = (int64_t)1 << (15 + short_sum->shift)};
    memset(rows.near, 1, sizeof rows.near);
    for (size_t i = 0; i < 256; i++)
        rows.all[i] = (uint8_t)i;
    if (!all)
        find_near_rows(short_sum, sum, &rows);
    return stands_for(short_sum, sum, kernels, &rows) ||
           (move_start(short_sum, sum, kernels, &rows) &&
            stands_for(short_sum, sum, kernels, &rows));
}

_Bool sight_q8_shorten(const sight_q8_binary *sum, const sight_q8_binary_kernels *kernels,
                       sight_q8_short_sum *short_sum) {
    return shorten(sum, kernels, short_sum, 0);
}

_Bool sight_q8_shorten_reference(const sight_q8_binary *sum, const sight_q8_binary_kernels *kernels,
                                 sight_q8_short_sum *short_sum) {
    return shorten(sum, kernels, short_sum, 1);
}

/// The result of a product before the clamp.
static int32_t result_of(const sight_q8_binary *product, int32_t p) {
    return product->output_zero_point + sight_requantize(p, product->output.multiplier,
                                                         product->output.left,
                                                         product->output.right);
}

// Where the results of a quantized product rise. A product p of two bytes less their zero points
// lies between `least` and `most`.
typedef struct {
    int32_t least, most;
    // For each result above the minimum, the least p with at least this result; most + 1 if there
    // is none.
    int32_t first[256];
} product_steps;

/// Finds the steps of the results of a product. The results never fall when p rises.
static void find_steps(const sight_q8_binary *product, product_steps *steps) {
    const double inverse = 1 / real(product->output);
    for (int32_t result = product->minimum + 1; result <= product->maximum; result++) {
        const double place = (result - product->output_zero_point - 0.5) * inverse;
        int32_t p = place < steps->least  ? steps->least
                    : place > steps->most ? steps->most
                                          : (int32_t)place;
        while (p > steps->least && result_of(product, p - 1) >= result)
            p--;
        while (p <= steps->most && result_of(product, p) < result)
            p++;
        steps->first[result - product->minimum - 1] = p;
    }
}

/// Whether the short form rounds the product p to `step` or more.
SIGHT_INLINE _Bool reaches(const sight_q8_short_product *short_product, double factor, int32_t p,
                           int32_t step) {
    // Values are below 1024, so that the two roundings of floats change them by less than 10^-4.
    const double bias = p < 0 ? -short_product->bias : short_product->bias;
    const double above = p * factor + bias - (step - 0.5);
    if (above > 1e-4 || above < -1e-4)
        return above > 0;
    return sight_q8_short_value(short_product, p) >= (float)step;
}

/// Whether the short form has the results of a product. The results of both never fall when p
/// rises, so that the steps between two results decide.
static _Bool has_steps(const sight_q8_short_product *short_product, const sight_q8_binary *product,
                       const product_steps *steps) {
    const double factor = (double)short_product->factor + short_product->rest;
    for (int32_t result = product->minimum + 1; result <= product->maximum; result++) {
        const int32_t p = steps->first[result - product->minimum - 1];
        const int32_t step = result - product->output_zero_point;
        if ((p <= steps->most && !reaches(short_product, factor, p, step)) ||
            (p > steps->least && reaches(short_product, factor, p - 1, step)))
            return 0;
    }
    return 1;
}

/// Moves the bias to the middle of those with which exact arithmetic has all steps, so that the
/// roundings of floats matter least. Returns whether there are such biases.
static _Bool center_bias(sight_q8_short_product *short_product, const sight_q8_binary *product,
                         const product_steps *steps) {
    const double factor = real(product->output);
    double low = 0, high = 1;
    for (int32_t result = product->minimum + 1; result <= product->maximum; result++) {
        const int32_t p = steps->first[result - product->minimum - 1];
        const double place = result - product->output_zero_point - 0.5;
        // p rounds up to the result, and p - 1 does not.
        const double first = place - p * factor, second = first + factor;
        if (place > 0) {
            low = p <= steps->most && first > low ? first : low;
            high = p > steps->least && second < high ? second : high;
        } else { // the bias is subtracted
            high = p <= steps->most && -first < high ? -first : high;
            low = p > steps->least && -second > low ? -second : low;
        }
    }
    short_product->bias = (float)((low + high) / 2);
    return low < high;
}

_Bool sight_q8_shorten_product(const sight_q8_binary *product,
                               sight_q8_short_product *short_product) {
    if (product->output.multiplier <= 0 || product->output.left > 0 || product->output.right > 31 ||
        !is_byte(product->a_zero_point) || !is_byte(product->b_zero_point) ||
        !is_byte(product->output_zero_point))
        return 0;
    const double factor = real(product->output);
    *short_product = (sight_q8_short_product){
        .factor = (float)factor,
        .rest = (float)(factor - (float)factor),
        // The first of the two roundings moves ties away from zero by half of its unit.
        .bias = product->output.right > 0 ? ldexpf(0.5f, -product->output.right) : 0,
        .a_zero_point = (int16_t)product->a_zero_point,
        .b_zero_point = (int16_t)product->b_zero_point,
        .output_zero_point = (int16_t)product->output_zero_point,
        .minimum = product->minimum,
        .maximum = product->maximum,
        .is_signed = product->is_signed};
    const int32_t lowest = product->is_signed ? -128 : 0;
    const int32_t a_low = lowest - product->a_zero_point, a_high = a_low + 255;
    const int32_t b_low = lowest - product->b_zero_point, b_high = b_low + 255;
    const int32_t ends[4] = {a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high};
    product_steps steps = {.least = ends[0], .most = ends[0]};
    for (size_t i = 1; i < 4; i++) {
        steps.least = ends[i] < steps.least ? ends[i] : steps.least;
        steps.most = ends[i] > steps.most ? ends[i] : steps.most;
    }
    find_steps(product, &steps);
    return has_steps(short_product, product, &steps) ||
           (center_bias(short_product, product, &steps) &&
            has_steps(short_product, product, &steps));
}
