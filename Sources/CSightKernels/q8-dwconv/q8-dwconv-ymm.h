// Strips of 32 channels in 256-bit registers. The including file defines QUAD_WEIGHTS and
// sight_dot4_ymm, the dot4 of q8-dwconv-quads.h.

#include "../requantize/requantize-avx2.h"
#include "../store-bytes-sse.h"

/// Loads 256 bits of a block of 32 channels. The second block is not used.
SIGHT_INLINE __m256i sight_load_part(const void *part, const void *other) {
    (void)other;
    return _mm256_loadu_si256((const __m256i *)part);
}

/// Writes the first bytes of a register.
SIGHT_INLINE void sight_store_bytes_ymm(uint8_t *output, __m256i bytes, size_t count) {
    if (count >= 32) {
        _mm256_storeu_si256((__m256i *)(void *)output, bytes);
    } else {
        __m128i part = _mm256_castsi256_si128(bytes);
        if (count >= 16) {
            _mm_storeu_si128((__m128i *)(void *)output, part);
            part = _mm256_extracti128_si256(bytes, 1);
            output += 16;
        }
        sight_store_bytes_below_16(output, part, count & 15);
    }
}

/// Interleaves four rows of bytes, within parts of 128 bits.
SIGHT_INLINE void sight_interleave_rows_ymm(__m256i a, __m256i b, __m256i c, __m256i d,
                                            __m256i *quads) {
    const __m256i ab0 = _mm256_unpacklo_epi8(a, b), ab1 = _mm256_unpackhi_epi8(a, b);
    const __m256i cd0 = _mm256_unpacklo_epi8(c, d), cd1 = _mm256_unpackhi_epi8(c, d);
    quads[0] = _mm256_unpacklo_epi16(ab0, cd0);
    quads[1] = _mm256_unpackhi_epi16(ab0, cd0);
    quads[2] = _mm256_unpacklo_epi16(ab1, cd1);
    quads[3] = _mm256_unpackhi_epi16(ab1, cd1);
}

/// Step 4 of requantization: narrows four registers of sums to one of uint8 and clamps them.
SIGHT_INLINE __m256i sight_narrow_to_bytes_ymm(const __m256i *y, __m256i zero_point,
                                               __m256i minimum, __m256i maximum) {
    const __m256i low = _mm256_adds_epi16(_mm256_packs_epi32(y[0], y[1]), zero_point);
    const __m256i high = _mm256_adds_epi16(_mm256_packs_epi32(y[2], y[3]), zero_point);
    return _mm256_min_epu8(_mm256_max_epu8(_mm256_packus_epi16(low, high), minimum), maximum);
}

#define PRODUCTS "q8-dwconv-quads.h"
#define LANES 8
#define SIGNED_ACTIVATIONS 0
#define NAME(name) sight_##name##_ymm
#define vector __m256i
#define floats __m256
#define load(address) _mm256_loadu_si256((const __m256i *)(const void *)(address))
#define splat_bytes _mm256_set1_epi8
#define splat_words _mm256_set1_epi16
#define exclusive_or _mm256_xor_si256
#define load_panels sight_load_part
#define interleave_rows sight_interleave_rows_ymm
#define narrow_to_bytes sight_narrow_to_bytes_ymm
#define dot4 sight_dot4_ymm
#define nearest_factors sight_nearest_factors_8
#define requantize_nearest sight_requantize_nearest_8
#define requantize_any sight_requantize_8
#define store_bytes sight_store_bytes_ymm

#include "q8-dwconv-strip.h"

#undef PRODUCTS
#undef ROWS
#undef roll
#undef prepare_weights
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
