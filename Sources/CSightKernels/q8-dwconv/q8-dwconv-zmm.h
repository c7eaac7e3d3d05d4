// Strips of 64 channels in 512-bit registers.

#include "../requantize/requantize-avx2.h"
#include "../requantize/requantize-avx512.h"

#include <string.h>

/// The same 256-bit part of two blocks of 32 channels.
SIGHT_INLINE __m512i sight_load_halves(const void *low, const void *high) {
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_loadu_si256((const __m256i *)low)),
                              _mm256_loadu_si256((const __m256i *)high), 1);
}

/// Writes the first bytes of a register.
SIGHT_INLINE void sight_store_bytes_zmm(uint8_t *output, __m512i bytes, size_t count) {
    const __mmask64 mask = count >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << count) - 1;
    _mm512_mask_storeu_epi8(output, mask, bytes);
}

/// Steps 1 to 3 of requantisation by halves.
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

#define LANES 16
#define NAME(name) sight_##name##_zmm
#define MM(operation) _mm512_##operation
#define vector __m512i
#define floats __m512
#define load(address) _mm512_loadu_si512(address)
#define splat_bytes _mm512_set1_epi8
#define splat_words _mm512_set1_epi16
#define exclusive_or _mm512_xor_si512
#define load_panels sight_load_halves
#define dot4 _mm512_dpbusd_epi32
#define nearest_factors sight_nearest_factors
#define requantize_nearest sight_requantize_nearest_16
#define requantize_any sight_requantize_halves
#define store_bytes sight_store_bytes_zmm

#include "q8-dwconv-strip.h"

#undef LANES
#undef NAME
#undef MM
#undef vector
#undef floats
#undef load
#undef splat_bytes
#undef splat_words
#undef exclusive_or
#undef load_panels
#undef dot4
#undef nearest_factors
#undef requantize_nearest
#undef requantize_any
#undef store_bytes
