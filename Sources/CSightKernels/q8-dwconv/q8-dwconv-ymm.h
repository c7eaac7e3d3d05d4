// Strips of 32 channels in 256-bit registers. The including file defines
//   sight_dot4(sums, a, w)  for each of 8 channels, adds the exact sum of four uint8 * int8

#include "../requantize/requantize-avx2.h"
#include "../store-bytes-sse.h"

/// A part of a block of 32 channels; there is no second one.
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

#define LANES 8
#define NAME(name) sight_##name##_ymm
#define MM(operation) _mm256_##operation
#define vector __m256i
#define floats __m256
#define load(address) _mm256_loadu_si256((const __m256i *)(const void *)(address))
#define splat_bytes _mm256_set1_epi8
#define splat_words _mm256_set1_epi16
#define exclusive_or _mm256_xor_si256
#define load_panels sight_load_part
#define dot4 sight_dot4
#define nearest_factors sight_nearest_factors_8
#define requantize_nearest sight_requantize_nearest_8
#define requantize_any sight_requantize_8
#define store_bytes sight_store_bytes_ymm

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
