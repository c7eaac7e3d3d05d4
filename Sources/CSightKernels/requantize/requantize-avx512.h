#ifndef SIGHT_REQUANTIZE_AVX512_H
#define SIGHT_REQUANTIZE_AVX512_H

// Requantization of 16 columns at once; sight-requantize.h has the rules. Include this file between
// SIGHT_TARGET_BEGIN and SIGHT_TARGET_END of an AVX-512 tier.

#include "../isa.h"
#include "sight-requantize.h"

#include <immintrin.h>

// The parameters of 16 columns. "odd" vectors are for the odd columns, moved to even 32-bit lanes
// because the multiplication reads these. `e` is a column's right shift.
typedef struct {
    __m512i even, odd;                    // multipliers
    __m512i left, right;                  // general: shifts; right minus 1 unless it is zero
    __m512i halves;                       // general: 1 if right is not zero, else 0
    __m512i corrections;                  // general: halves, or zero when rounding once
    __m512i even_half, odd_half;          // general: 2^30, or zero when rounding once and e > 0
    __m512i even_rounding, odd_rounding;  // one floor: 2^30 + 2^(30+e), 64-bit lanes
    __m512i even_shift, odd_shift;        // one floor: 31+e and e-1, 64-bit lanes
    __m512i minimum, maximum, zero_point; // bounds before the zero point is added
    _Bool one_floor;
} sight_requantizer;

/// Reads the parameters of a block: multiplier, left and right, int32 [16] each.
SIGHT_INLINE sight_requantizer sight_requantizer_load(const int32_t *multiplier,
                                                      const int32_t *left, const int32_t *right,
                                                      const sight_requantization *output) {
    sight_requantizer q;
    const __m512i one = _mm512_set1_epi64(1);
    __m512i e = _mm512_loadu_si512(right);
    q.even = _mm512_loadu_si512(multiplier);
    q.odd = _mm512_srli_epi64(q.even, 32);
    q.left = _mm512_loadu_si512(left);
    q.halves = _mm512_min_epi32(e, _mm512_set1_epi32(1));
    q.right = _mm512_sub_epi32(e, q.halves);
    __m512i even_e = _mm512_and_si512(e, _mm512_set1_epi64(0xFFFFFFFF));
    __m512i odd_e = _mm512_srli_epi64(e, 32);
    const _Bool once = output->rounds_once;
    __m512i half = _mm512_set1_epi64(once ? 0 : 1 << 30);
    // When rounding once, only columns with e = 0 round in step 2.
    q.corrections = once ? _mm512_setzero_si512() : q.halves;
    const __m512i full = _mm512_set1_epi64(1 << 30), zero = _mm512_setzero_si512();
    q.even_half = _mm512_mask_blend_epi64(_mm512_cmpeq_epi64_mask(even_e, zero), half, full);
    q.odd_half = _mm512_mask_blend_epi64(_mm512_cmpeq_epi64_mask(odd_e, zero), half, full);
    q.even_rounding = _mm512_add_epi64(
        half, _mm512_sllv_epi64(one, _mm512_add_epi64(even_e, _mm512_set1_epi64(30))));
    q.odd_rounding = _mm512_add_epi64(
        half, _mm512_sllv_epi64(one, _mm512_add_epi64(odd_e, _mm512_set1_epi64(30))));
    q.even_shift = _mm512_add_epi64(even_e, _mm512_set1_epi64(31));
    q.odd_shift = _mm512_sub_epi64(odd_e, one);
    q.minimum = _mm512_set1_epi32(output->minimum - output->zero_point);
    q.maximum = _mm512_set1_epi32(output->maximum - output->zero_point);
    q.zero_point = _mm512_set1_epi32(output->zero_point);
    q.one_floor = output->one_floor;
    return q;
}

/// Steps 1 to 3, one after the other, for any parameters.
SIGHT_INLINE __m512i sight_requantize_general(__m512i accumulator, const sight_requantizer *q) {
    __m512i a = _mm512_sllv_epi32(accumulator, q->left);
    __m512i even = _mm512_add_epi64(_mm512_mul_epi32(a, q->even), q->even_half);
    __m512i odd = _mm512_add_epi64(_mm512_mul_epi32(_mm512_srli_epi64(a, 32), q->odd), q->odd_half);
    __m512i x =
        _mm512_mask_blend_epi32(0xAAAA, _mm512_srli_epi64(even, 31), _mm512_slli_epi64(odd, 1));
    // round(x / 2^e), ties away from zero = (((x - [x < 0]) >> (e - 1)) + 1) >> 1, which cannot
    // overflow; with e = 0 every term vanishes.
    x = _mm512_sub_epi32(x, _mm512_and_si512(_mm512_srli_epi32(x, 31), q->corrections));
    x = _mm512_add_epi32(_mm512_srav_epi32(x, q->right), q->halves);
    return _mm512_srav_epi32(x, q->halves);
}

/// Steps 2 and 3 as one floor, without the correction for negative values.
SIGHT_INLINE __m512i sight_requantize_one_floor(__m512i accumulator, const sight_requantizer *q) {
    __m512i even = _mm512_mul_epi32(accumulator, q->even);
    __m512i odd = _mm512_mul_epi32(_mm512_srli_epi64(accumulator, 32), q->odd);
    even = _mm512_srav_epi64(_mm512_add_epi64(even, q->even_rounding), q->even_shift);
    odd = _mm512_srav_epi64(_mm512_add_epi64(odd, q->odd_rounding), q->odd_shift);
    return _mm512_mask_blend_epi32(0xAAAA, even, odd);
}

/// Steps 1 to 3 for 16 columns.
SIGHT_INLINE __m512i sight_requantize_steps(__m512i accumulator, const sight_requantizer *q) {
    return q->one_floor ? sight_requantize_one_floor(accumulator, q)
                        : sight_requantize_general(accumulator, q);
}

/// The factors of 16 columns for the rule `nearest`.
SIGHT_INLINE __m512 sight_nearest_factors(__m512i multiplier, __m512i right) {
    const __m512i power =
        _mm512_slli_epi32(_mm512_sub_epi32(_mm512_set1_epi32(127 - 31), right), 23);
    return _mm512_mul_ps(_mm512_cvtepi32_ps(multiplier), _mm512_castsi512_ps(power));
}

SIGHT_INLINE __m512i sight_requantize_nearest_16(__m512i accumulator, __m512 factors) {
    return _mm512_cvtps_epi32(_mm512_mul_ps(_mm512_cvtepi32_ps(accumulator), factors));
}

// The parameters of step 4, for all columns of an output.
typedef struct {
    __m512i zero_point;             // 16-bit
    __m512i minimum, maximum, flip; // of bytes; the bounds are those of uint8
    _Bool is_signed;                // whether the bounds are those of int8
    _Bool clamps;                   // whether the bounds are narrower than int8 or uint8
} sight_narrower;

SIGHT_INLINE sight_narrower sight_narrower_load(const sight_requantization *q) {
    // Bounds that are narrower than int8 are applied to uint8, which is 128 higher.
    const _Bool is_signed = q->minimum == -128 && q->maximum == 127;
    const int offset = !is_signed && (q->minimum < 0 || q->maximum < 128) ? 128 : 0;
    return (sight_narrower){_mm512_set1_epi16((short)(q->zero_point + offset)),
                            _mm512_set1_epi8((char)(q->minimum + offset)),
                            _mm512_set1_epi8((char)(q->maximum + offset)),
                            _mm512_set1_epi8((char)offset),
                            is_signed,
                            !is_signed && (q->minimum != 0 || q->maximum != 255)};
}

/// Step 4 for four times 16 sums, after packing to 16 bits: `low` has those of the first two
/// registers, `high` those of the others. Packing takes four sums of each register in turn, and
/// these bytes keep that order. Packing saturates, and so clamps to the range of int8 or uint8.
SIGHT_INLINE __m512i sight_narrow_words(__m512i low, __m512i high, const sight_narrower *q) {
    const __m512i first = _mm512_adds_epi16(low, q->zero_point);
    const __m512i second = _mm512_adds_epi16(high, q->zero_point);
    if (q->is_signed)
        return _mm512_packs_epi16(first, second);
    const __m512i bytes = _mm512_packus_epi16(first, second);
    if (!q->clamps)
        return bytes;
    return _mm512_xor_si512(_mm512_min_epu8(_mm512_max_epu8(bytes, q->minimum), q->maximum),
                            q->flip);
}

/// Step 4 for four times 16 columns: 16 bytes of each, one after the other.
SIGHT_INLINE __m512i sight_requantize_narrow(const __m512i *y, const sight_narrower *q) {
    const __m512i bytes =
        sight_narrow_words(_mm512_packs_epi32(y[0], y[1]), _mm512_packs_epi32(y[2], y[3]), q);
    // This restores the order of the columns.
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return _mm512_permutexvar_epi32(order, bytes);
}

#endif
