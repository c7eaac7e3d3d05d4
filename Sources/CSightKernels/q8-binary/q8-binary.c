#include "q8-binary.h"

#include "../kernel-table.h"

#include <math.h>
#include <string.h>

#define KERNELS(suffix, tier)                                                                      \
    {#suffix, tier, sight_q8_sum__##suffix, sight_q8_product__##suffix,                            \
     sight_q8_short_sum__##suffix},
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

// The operands and the results of a comparison: `all` has the 256 bytes. `expected` has the results
// of the sum, and `found` those of its short form, if one operand is a byte and the other is `all`.
typedef struct {
    uint8_t all[256], expected[256], found[256];
} row_of_pairs;

/// Returns whether the short form gives the results of the sum for all 65 536 pairs of bytes.
static _Bool stands_for(const sight_q8_short_sum *short_sum, const sight_q8_binary *sum,
                        const sight_q8_binary_kernels *kernels, row_of_pairs *row) {
    for (size_t i = 0; i < 256; i++) {
        kernels->sum(sum, &row->all[i], 0, row->all, 1, row->expected, 256);
        kernels->short_sum(short_sum, &row->all[i], 0, row->all, 1, row->found, 256);
        if (memcmp(row->expected, row->found, 256) != 0)
            return 0;
    }
    return 1;
}

/// The value of an element.
static int64_t element(uint8_t byte, _Bool is_signed) { return is_signed ? (int8_t)byte : byte; }

/// Moves C so that all results that are not clamped are right. Returns 0 if no C does that.
static _Bool move_start(sight_q8_short_sum *short_sum, const sight_q8_binary *sum,
                        const sight_q8_binary_kernels *kernels, row_of_pairs *row) {
    const int64_t digit = 1 << 15, one = digit << short_sum->shift;
    const int64_t a_factor = short_sum->a_high * digit + short_sum->a_low;
    const int64_t b_factor = short_sum->b_high * digit + short_sum->b_low;
    const int64_t start = short_sum->high * digit + short_sum->low;
    int64_t least = -one, most = one; // the range of moves that keep all results right
    for (size_t i = 0; i < 256; i++) {
        kernels->sum(sum, &row->all[i], 0, row->all, 1, row->expected, 256);
        const int64_t before = start + element((uint8_t)i, sum->is_signed) * a_factor;
        for (size_t j = 0; j < 256; j++) {
            const int64_t at = before + element((uint8_t)j, sum->is_signed) * b_factor;
            const int64_t result = element(row->expected[j], sum->is_signed);
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

_Bool sight_q8_shorten(const sight_q8_binary *sum, const sight_q8_binary_kernels *kernels,
                       sight_q8_short_sum *short_sum) {
    row_of_pairs row;
    for (size_t i = 0; i < 256; i++)
        row.all[i] = (uint8_t)i;
    return approximate(sum, short_sum) && (stands_for(short_sum, sum, kernels, &row) ||
                                           (move_start(short_sum, sum, kernels, &row) &&
                                            stands_for(short_sum, sum, kernels, &row)));
}
