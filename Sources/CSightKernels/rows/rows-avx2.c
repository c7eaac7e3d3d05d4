#include "rows.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "rows-loops.h"

/// Looks up 32 bytes in one half of a table; a byte of the other half becomes 0. The half has eight
/// parts of 16 entries, and `changes` has the exclusive or of each part and the part before. The
/// exclusive or of all changes up to a byte's own part is therefore the byte's entry. A shuffle
/// gives 0 for a place from 128 on: if the byte is in the other half, or in an earlier part.
SIGHT_INLINE __m256i find_in_half(__m256i places, const __m256i changes[8]) {
    __m256i found = _mm256_shuffle_epi8(changes[0], places);
    SIGHT_UNROLL
    for (int i = 1; i < 8; i++) {
        places = _mm256_subs_epi8(places, _mm256_set1_epi8(16));
        found = _mm256_xor_si256(found, _mm256_shuffle_epi8(changes[i], places));
    }
    return found;
}

static void map_bytes(const uint8_t *values, size_t count, const uint8_t table[256],
                      uint8_t *output) {
    size_t i = 0;
    if (count >= 128) {
        __m256i changes[16];
        for (int j = 0; j < 16; j++) {
            const __m128i *entries = (const __m128i *)(const void *)(table + 16 * j);
            __m128i change = _mm_loadu_si128(entries);
            if (j % 8 > 0)
                change = _mm_xor_si128(change, _mm_loadu_si128(entries - 1));
            changes[j] = _mm256_broadcastsi128_si256(change);
        }
        for (; count - i >= 32; i += 32) {
            const __m256i places = _mm256_loadu_si256((const __m256i *)(const void *)(values + i));
            const __m256i others = _mm256_xor_si256(places, _mm256_set1_epi8(-128));
            const __m256i found =
                _mm256_xor_si256(find_in_half(places, changes), find_in_half(others, changes + 8));
            _mm256_storeu_si256((__m256i *)(void *)(output + i), found);
        }
    }
    for (; i < count; i++)
        output[i] = table[values[i]];
}

SIGHT_TARGET_END

SIGHT_ROWS(avx2, map_bytes)
#endif
