#ifndef SIGHT_STORE_BYTES_SSE_H
#define SIGHT_STORE_BYTES_SSE_H

// Include this file between SIGHT_TARGET_BEGIN and SIGHT_TARGET_END of AVX2 or a tier above.

#include "isa.h"

#include <immintrin.h>
#include <stdint.h>
#include <string.h>

/// Writes the first `count` bytes of a register, fewer than 16, in parts of 8, 4, 2 and 1. A memcpy
/// of variable length would store the register to the stack and call the C library.
SIGHT_INLINE void sight_store_bytes_below_16(uint8_t *output, __m128i bytes, size_t count) {
    if (count & 8) {
        _mm_storel_epi64((__m128i *)(void *)output, bytes);
        bytes = _mm_srli_si128(bytes, 8);
        output += 8;
    }
    if (count & 4) {
        const int32_t four = _mm_cvtsi128_si32(bytes);
        memcpy(output, &four, 4);
        bytes = _mm_srli_si128(bytes, 4);
        output += 4;
    }
    if (count & 2) {
        const uint16_t two = (uint16_t)_mm_extract_epi16(bytes, 0);
        memcpy(output, &two, 2);
        bytes = _mm_srli_si128(bytes, 2);
        output += 2;
    }
    if (count & 1)
        *output = (uint8_t)_mm_extract_epi8(bytes, 0);
}

/// Writes the first `count` bytes of a register, or all of them if `count` is greater.
SIGHT_INLINE void sight_store_bytes_16(uint8_t *output, __m128i bytes, size_t count) {
    if (count >= 16)
        _mm_storeu_si128((__m128i *)(void *)output, bytes);
    else
        sight_store_bytes_below_16(output, bytes, count);
}

#endif
