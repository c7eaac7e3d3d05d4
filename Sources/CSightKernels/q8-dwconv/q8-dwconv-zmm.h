// Strips of 64 channels in 512-bit registers.

#include "../requantize/requantize-avx2.h"
#include "../requantize/requantize-avx512.h"

#include <string.h>

/// Loads the same 256 bits of two blocks of 32 channels.
SIGHT_INLINE __m512i sight_load_halves(const void *low, const void *high) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)low)),
                              _mm256_loadu_si256((const __m256i *)high), 1);
}

/// Writes the first bytes of a register.
SIGHT_INLINE void sight_store_bytes_zmm(uint8_t *output, __m512i bytes, size_t count) {
    const __mmask64 mask = count >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << count) - 1;
    _mm512_mask_storeu_epi8(output, mask, bytes);
}

/// Steps 1 to 3 of requantization, for any parameters; each half of the register in turn.
SIGHT_INLINE __m512i sight_requantize_halves(__m512i sums, __m512i multiplier, __m512i left,
                                             __m512i right, const _Bool once) {
    const __m256i low =
        sight_requantize_8(_mm512_castsi512_si256(sums), _mm512_castsi512_si256(multiplier),
                           _mm512_castsi512_si256(left), _mm512_castsi512_si256(right), once);
    const __m256i high = sight_requantize_8(
        _mm512_extracti64x4_epi64(sums, 1), _mm512_extracti64x4_epi64(multiplier, 1),
        _mm512_extracti64x4_epi64(left, 1), _mm512_extracti64x4_epi64(right, 1), once);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/// Interleaves four rows of bytes, within parts of 128 bits.
SIGHT_INLINE void sight_interleave_rows_zmm(__m512i a, __m512i b, __m512i c, __m512i d,
                                            __m512i *quads) {
    const __m512i ab0 = _mm512_unpacklo_epi8(a, b), ab1 = _mm512_unpackhi_epi8(a, b);
    const __m512i cd0 = _mm512_unpacklo_epi8(c, d), cd1 = _mm512_unpackhi_epi8(c, d);
    quads[0] = _mm512_unpacklo_epi16(ab0, cd0);
    quads[1] = _mm512_unpackhi_epi16(ab0, cd0);
    quads[2] = _mm512_unpacklo_epi16(ab1, cd1);
    quads[3] = _mm512_unpackhi_epi16(ab1, cd1);
}

/// Step 4 of requantization: narrows four registers of sums to one of uint8 and clamps them.
SIGHT_INLINE __m512i sight_narrow_to_bytes_zmm(const __m512i *y, __m512i zero_point,
                                               __m512i minimum, __m512i maximum) {
    const __m512i low = _mm512_adds_epi16(_mm512_packs_epi32(y[0], y[1]), zero_point);
    const __m512i high = _mm512_adds_epi16(_mm512_packs_epi32(y[2], y[3]), zero_point);
    return _mm512_min_epu8(_mm512_max_epu8(_mm512_packus_epi16(low, high), minimum), maximum);
}

#define PRODUCTS "q8-dwconv-quads.h"
#define ROWS "q8-dwconv-roll-5x5.h"
SIGHT_INLINE __m512i sight_dot4_zmm(__m512i sums, __m512i quad, const __m512i *weights) {
    return _mm512_dpbusd_epi32(sums, quad, *weights);
}

#define QUAD_WEIGHTS 1
#define LANES 16
#define SIGNED_ACTIVATIONS 0
#define NAME(name) sight_##name##_zmm
#define vector __m512i
#define floats __m512
#define load(address) _mm512_loadu_si512(address)
#define splat_bytes _mm512_set1_epi8
#define splat_words _mm512_set1_epi16
#define exclusive_or _mm512_xor_si512
#define load_panels sight_load_halves
#define interleave_rows sight_interleave_rows_zmm
#define narrow_to_bytes sight_narrow_to_bytes_zmm
#define dot4 sight_dot4_zmm
#define nearest_factors sight_nearest_factors
#define requantize_nearest sight_requantize_nearest_16
#define requantize_any sight_requantize_halves
#define store_bytes sight_store_bytes_zmm

#include "q8-dwconv-strip.h"

#undef PRODUCTS
#undef ROWS
#undef roll
#undef QUAD_WEIGHTS
#undef LANES
#undef SIGNED_ACTIVATIONS
#undef NAME
#undef vector
#undef floats
#undef load
#undef splat_bytes
#undef splat_words
#undef exclusive_or
#undef load_panels
#undef interleave_rows
#undef narrow_to_bytes
#undef dot4
#undef nearest_factors
#undef requantize_nearest
#undef requantize_any
#undef store_bytes
