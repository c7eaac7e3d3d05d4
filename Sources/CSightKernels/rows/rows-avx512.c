#include "rows.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

#include "rows-loops.h"

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
        map_bytes(values, count, table, output);
}

SIGHT_ROWS(avx512, map_bytes_512)
#endif
