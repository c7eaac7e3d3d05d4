#include "rows.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

#include "rows-loops.h"

/// Looks up 32 bytes, one in each lane of 16 bits, in a table of 128 pairs. A permute of two
/// registers ignores all bits of a place but the lower six; `is_high` has the seventh.
SIGHT_INLINE __m512i find_pairs(const __m512i pairs[4], __m512i places, __mmask32 is_high) {
    return _mm512_mask_blend_epi16(is_high, _mm512_permutex2var_epi16(pairs[0], places, pairs[1]),
                                   _mm512_permutex2var_epi16(pairs[2], places, pairs[3]));
}

/// Looks up 64 bytes at once with permutes of 16 bits: each finds a pair of neighboring entries, of
/// which the lowest bit of the byte chooses one.
static void map_bytes_by_pairs(const uint8_t *values, size_t count, const uint8_t table[256],
                               uint8_t *output) {
    const __m512i lowest = _mm512_set1_epi16(1), highest = _mm512_set1_epi16(128);
    const __m512i next_lowest = _mm512_set1_epi16(256);
    const __mmask64 odd = UINT64_C(0xaaaaaaaaaaaaaaaa);
    __m512i pairs[4];
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++)
        pairs[i] = _mm512_loadu_si512(table + 64 * i);
    for (size_t i = 0; i < count; i += 64) {
        const __mmask64 all = ~UINT64_C(0), rest = count - i < 64 ? ~(all << (count - i)) : all;
        const __m512i places = _mm512_maskz_loadu_epi8(rest, values + i);
        // The results of bytes at even addresses belong in the lower halves of lanes.
        __m512i low = find_pairs(pairs, _mm512_srli_epi16(places, 1),
                                 _mm512_test_epi16_mask(places, highest));
        low = _mm512_mask_srli_epi16(low, _mm512_test_epi16_mask(places, lowest), low, 8);
        __m512i high =
            find_pairs(pairs, _mm512_srli_epi16(places, 9), _mm512_movepi16_mask(places));
        high = _mm512_mask_slli_epi16(high, _mm512_testn_epi16_mask(places, next_lowest), high, 8);
        _mm512_mask_storeu_epi8(output + i, rest, _mm512_mask_blend_epi8(odd, low, high));
    }
}

SIGHT_TARGET_END

SIGHT_TARGET_BEGIN(SIGHT_TARGET_BYTE_PERMUTES)

/// Looks up 64 bytes at once in both halves of the table.
static void map_bytes_by_permutes(const uint8_t *values, size_t count, const uint8_t table[256],
                                  uint8_t *output) {
    __m512i parts[4];
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++)
        parts[i] = _mm512_loadu_si512(table + 64 * i);
    for (size_t i = 0; i < count; i += 64) {
        const __mmask64 all = ~UINT64_C(0), rest = count - i < 64 ? ~(all << (count - i)) : all;
        const __m512i places = _mm512_maskz_loadu_epi8(rest, values + i);
        const __m512i low = _mm512_permutex2var_epi8(parts[0], places, parts[1]);
        const __m512i high = _mm512_permutex2var_epi8(parts[2], places, parts[3]);
        _mm512_mask_storeu_epi8(output + i, rest,
                                _mm512_mask_blend_epi8(_mm512_movepi8_mask(places), low, high));
    }
}

SIGHT_TARGET_END

/// Uses the permutes of bytes where the processor has them; the first AVX-512 processors do not.
static void map_bytes_512(const uint8_t *values, size_t count, const uint8_t table[256],
                          uint8_t *output) {
    if (sight_has_byte_permutes())
        map_bytes_by_permutes(values, count, table, output);
    else
        map_bytes_by_pairs(values, count, table, output);
}

SIGHT_ROWS(avx512, map_bytes_512)
#endif
