#include "sight-panel.h"

#include "../isa.h"

#include <string.h>

// Four rows by four words at a time, in registers that every machine of an architecture has, so
// there are no tiers.
#if SIGHT_X86
#include <emmintrin.h>
#define SIGHT_PANEL_VECTORS 1

SIGHT_INLINE void four_by_four(const char *source, size_t stride, char *target) {
    const __m128i a = _mm_loadu_si128((const __m128i *)(const void *)source);
    const __m128i b = _mm_loadu_si128((const __m128i *)(const void *)(source + stride));
    const __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(source + 2 * stride));
    const __m128i d = _mm_loadu_si128((const __m128i *)(const void *)(source + 3 * stride));
    const __m128i ab = _mm_unpacklo_epi32(a, b), cd = _mm_unpacklo_epi32(c, d);
    const __m128i AB = _mm_unpackhi_epi32(a, b), CD = _mm_unpackhi_epi32(c, d);
    _mm_storeu_si128((__m128i *)(void *)target, _mm_unpacklo_epi64(ab, cd));
    _mm_storeu_si128((__m128i *)(void *)(target + 64), _mm_unpackhi_epi64(ab, cd));
    _mm_storeu_si128((__m128i *)(void *)(target + 128), _mm_unpacklo_epi64(AB, CD));
    _mm_storeu_si128((__m128i *)(void *)(target + 192), _mm_unpackhi_epi64(AB, CD));
}

/// Sum of the first multiple of 16 bytes.
SIGHT_INLINE uint32_t sum_vectors(const uint8_t *bytes, size_t count, uint8_t flip) {
    const __m128i flips = _mm_set1_epi8((char)flip), zero = _mm_setzero_si128();
    __m128i sum = zero;
    for (size_t i = 0; i + 16 <= count; i += 16) {
        const __m128i x = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
        sum = _mm_add_epi64(sum, _mm_sad_epu8(_mm_xor_si128(x, flips), zero));
    }
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi64(sum, _mm_unpackhi_epi64(sum, sum)));
}
#elif SIGHT_ARM64
#include <arm_neon.h>
#define SIGHT_PANEL_VECTORS 1

SIGHT_INLINE void four_by_four(const char *source, size_t stride, char *target) {
    const uint32x4_t a = vreinterpretq_u32_u8(vld1q_u8((const uint8_t *)source));
    const uint32x4_t b = vreinterpretq_u32_u8(vld1q_u8((const uint8_t *)source + stride));
    const uint32x4_t c = vreinterpretq_u32_u8(vld1q_u8((const uint8_t *)source + 2 * stride));
    const uint32x4_t d = vreinterpretq_u32_u8(vld1q_u8((const uint8_t *)source + 3 * stride));
    const uint64x2_t ab = vreinterpretq_u64_u32(vzip1q_u32(a, b));
    const uint64x2_t cd = vreinterpretq_u64_u32(vzip1q_u32(c, d));
    const uint64x2_t AB = vreinterpretq_u64_u32(vzip2q_u32(a, b));
    const uint64x2_t CD = vreinterpretq_u64_u32(vzip2q_u32(c, d));
    uint8_t *t = (uint8_t *)target;
    vst1q_u8(t, vreinterpretq_u8_u64(vzip1q_u64(ab, cd)));
    vst1q_u8(t + 64, vreinterpretq_u8_u64(vzip2q_u64(ab, cd)));
    vst1q_u8(t + 128, vreinterpretq_u8_u64(vzip1q_u64(AB, CD)));
    vst1q_u8(t + 192, vreinterpretq_u8_u64(vzip2q_u64(AB, CD)));
}

/// Sum of the first multiple of 16 bytes.
SIGHT_INLINE uint32_t sum_vectors(const uint8_t *bytes, size_t count, uint8_t flip) {
    const uint8x16_t flips = vdupq_n_u8(flip);
    uint32x4_t sum = vdupq_n_u32(0);
    for (size_t i = 0; i + 16 <= count; i += 16)
        sum = vpadalq_u16(sum, vpaddlq_u8(veorq_u8(vld1q_u8(bytes + i), flips)));
    return vaddvq_u32(sum);
}
#endif

void sight_panel_interleave(const void *source, size_t stride, size_t rows, size_t words,
                            uint8_t fill, void *target) {
    size_t word = 0;
#if SIGHT_PANEL_VECTORS
    if (rows == sight_panel_rows)
        for (; words - word >= 4; word += 4)
            for (size_t row = 0; row < sight_panel_rows; row += 4)
                four_by_four((const char *)source + row * stride + 4 * word, stride,
                             (char *)target + 64 * word + 4 * row);
#endif
    sight_panel_interleave_reference((const char *)source + 4 * word, stride, rows, words - word,
                                     fill, (char *)target + 64 * word);
}

void sight_panel_interleave_reference(const void *source, size_t stride, size_t rows, size_t words,
                                      uint8_t fill, void *target) {
    char *to = target;
    for (size_t word = 0; word < words; word++, to += 64) {
        for (size_t row = 0; row < rows; row++)
            memcpy(to + 4 * row, (const char *)source + row * stride + 4 * word, 4);
        memset(to + 4 * rows, fill, 4 * (sight_panel_rows - rows));
    }
}

uint32_t sight_panel_sum(const uint8_t *bytes, size_t count, uint8_t flip) {
#if SIGHT_PANEL_VECTORS
    const size_t whole = count / 16 * 16;
    return sum_vectors(bytes, count, flip) +
           sight_panel_sum_reference(bytes + whole, count - whole, flip);
#else
    return sight_panel_sum_reference(bytes, count, flip);
#endif
}

uint32_t sight_panel_sum_reference(const uint8_t *bytes, size_t count, uint8_t flip) {
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (uint8_t)(bytes[i] ^ flip);
    return sum;
}
