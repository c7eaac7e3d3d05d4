#include <math.h>

#include "pixels.h"

// No fused multiply-adds: an image must give the same pixels on every tier.
SIGHT_NO_CONTRACTION

#if SIGHT_X86
#include <immintrin.h>

#include "pixels-sample.h"

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "pixels-encode.h"

// Loads four bytes for each of eight pixels. Near the end of a plane fewer than four bytes remain:
// then the offset is reduced to `limit` = bytes - 4, and the loaded word is shifted down by the
// difference.
static inline __m256i load_words(const uint8_t *bytes, __m256i offsets, __m256i limit) {
    const __m256i safe = _mm256_min_epi32(offsets, limit);
    const __m256i shift = _mm256_slli_epi32(_mm256_sub_epi32(offsets, safe), 3);
    return _mm256_srlv_epi32(_mm256_i32gather_epi32((const int *)(const void *)bytes, safe, 1),
                             shift);
}

static inline __m256 byte_at(__m256i words, __m128i shift) {
    return _mm256_cvtepi32_ps(
        _mm256_and_si256(_mm256_srl_epi32(words, shift), _mm256_set1_epi32(255)));
}

static inline __m256 mix(__m256 a, __m256 b, __m256 weight) {
    return _mm256_add_ps(a, _mm256_mul_ps(_mm256_sub_ps(b, a), weight));
}

static inline __m256i load_offsets(const int32_t *offsets, int32_t i) {
    return _mm256_loadu_si256((const __m256i *)(const void *)(offsets + i));
}

// Computes the byte offsets of the four taps of eight pixels: near-near, far-near, near-far,
// far-far (column first).
static inline void tap_offsets(const int32_t *near, const int32_t *far, int32_t row_near,
                               int32_t row_far, int32_t i, __m256i offsets[4]) {
    const __m256i top = _mm256_set1_epi32(row_near), bottom = _mm256_set1_epi32(row_far);
    const __m256i first = load_offsets(near, i), second = load_offsets(far, i);
    offsets[0] = _mm256_add_epi32(first, top);
    offsets[1] = _mm256_add_epi32(second, top);
    offsets[2] = _mm256_add_epi32(first, bottom);
    offsets[3] = _mm256_add_epi32(second, bottom);
}

static void sample_packed_avx2_8(const sight_pixel_source *source,
                                 const sight_pixel_columns *columns, const sight_pixel_row *row,
                                 float *restrict rgb) {
    const int32_t count = columns->count;
    if (count < 8 || source->packed_bytes < 4) {
        sample_packed_scalar(source, columns, row, rgb);
        return;
    }
    const __m128i shifts[3] = {_mm_cvtsi32_si128(source->red_shift),
                               _mm_cvtsi32_si128(source->green_shift),
                               _mm_cvtsi32_si128(source->blue_shift)};
    const __m256i limit = _mm256_set1_epi32(source->packed_bytes - 4);
    const __m256 row_weight = _mm256_set1_ps(row->weight);
    for (int32_t next = 0; next < count; next += 8) {
        // The last eight may overlap those before.
        const int32_t i = next + 8 <= count ? next : count - 8;
        __m256i words[4];
        tap_offsets(columns->near, columns->far, row->near, row->far, i, words);
        for (int32_t tap = 0; tap < 4; tap++)
            words[tap] = load_words(source->packed, words[tap], limit);
        const __m256 weight = _mm256_loadu_ps(columns->weight + i);
        for (int32_t channel = 0; channel < 3; channel++) {
            const __m128i shift = shifts[channel];
            const __m256 top = mix(byte_at(words[0], shift), byte_at(words[1], shift), weight);
            const __m256 bottom = mix(byte_at(words[2], shift), byte_at(words[3], shift), weight);
            _mm256_storeu_ps(rgb + channel * count + i, mix(top, bottom, row_weight));
        }
    }
}

static inline __m256 byte_range(__m256 value) {
    return _mm256_min_ps(_mm256_max_ps(value, _mm256_setzero_ps()), _mm256_set1_ps(255));
}

static inline __m256 plus_product(__m256 sum, __m256 value, float factor) {
    return _mm256_add_ps(sum, _mm256_mul_ps(value, _mm256_set1_ps(factor)));
}

// Converts eight taps to red, green and blue. Luma and Cb are the low bytes of their words, and Cr
// is at bit `cr_shift`.
SIGHT_INLINE void convert(const sight_pixel_source *source, __m256i luma_words, __m256i cb_words,
                          __m256i cr_words, int cr_shift, __m256 rgb[3]) {
    const __m128i low = _mm_cvtsi32_si128(0), high = _mm_cvtsi32_si128(cr_shift);
    const __m256 middle = _mm256_set1_ps(128);
    const __m256 luma =
        _mm256_mul_ps(_mm256_sub_ps(byte_at(luma_words, low), _mm256_set1_ps(source->luma_offset)),
                      _mm256_set1_ps(source->luma_scale));
    const __m256 cb = _mm256_sub_ps(byte_at(cb_words, low), middle);
    const __m256 cr = _mm256_sub_ps(byte_at(cr_words, high), middle);
    rgb[0] = byte_range(plus_product(luma, cr, source->red_cr));
    rgb[1] =
        byte_range(plus_product(plus_product(luma, cb, source->green_cb), cr, source->green_cr));
    rgb[2] = byte_range(plus_product(luma, cb, source->blue_cb));
}

// Samples a row of an image with chroma. `cr` is the plane of Cr, or NULL if Cr follows Cb.
SIGHT_INLINE void sample_chroma(const sight_pixel_source *source,
                                const sight_pixel_columns *columns, const sight_pixel_row *row,
                                const uint8_t *cr, float *restrict rgb) {
    const int32_t count = columns->count;
    const __m256i limit = _mm256_set1_epi32(source->packed_bytes - 4);
    const __m256i chroma_limit = _mm256_set1_epi32(source->chroma_bytes - 4);
    const __m256 row_weight = _mm256_set1_ps(row->weight);
    for (int32_t next = 0; next < count; next += 8) {
        const int32_t i = next + 8 <= count ? next : count - 8;
        __m256i luma[4], chroma[4];
        tap_offsets(columns->near, columns->far, row->near, row->far, i, luma);
        tap_offsets(columns->chroma_near, columns->chroma_far, row->chroma_near, row->chroma_far, i,
                    chroma);
        __m256 taps[4][3];
        for (int32_t tap = 0; tap < 4; tap++) {
            const __m256i luma_words = load_words(source->packed, luma[tap], limit);
            const __m256i words = load_words(source->chroma, chroma[tap], chroma_limit);
            if (cr)
                convert(source, luma_words, words, load_words(cr, chroma[tap], chroma_limit), 0,
                        taps[tap]);
            else
                convert(source, luma_words, words, words, 8, taps[tap]);
        }
        const __m256 weight = _mm256_loadu_ps(columns->weight + i);
        for (int32_t channel = 0; channel < 3; channel++) {
            const __m256 top = mix(taps[0][channel], taps[1][channel], weight);
            const __m256 bottom = mix(taps[2][channel], taps[3][channel], weight);
            _mm256_storeu_ps(rgb + channel * count + i, mix(top, bottom, row_weight));
        }
    }
}

static void sample_nv12_avx2_8(const sight_pixel_source *source, const sight_pixel_columns *columns,
                               const sight_pixel_row *row, float *restrict rgb) {
    if (columns->count < 8 || source->packed_bytes < 4 || source->chroma_bytes < 4)
        sample_nv12_scalar(source, columns, row, rgb);
    else
        sample_chroma(source, columns, row, NULL, rgb);
}

static void sample_i420_avx2_8(const sight_pixel_source *source, const sight_pixel_columns *columns,
                               const sight_pixel_row *row, float *restrict rgb) {
    if (columns->count < 8 || source->packed_bytes < 4 || source->chroma_bytes < 4)
        sample_i420_scalar(source, columns, row, rgb);
    else
        sample_chroma(source, columns, row, source->cr, rgb);
}

SIGHT_TARGET_END

const sight_pixel_kernels sight_pixel_kernels__avx2 = {
    .tier = sight_tier_avx2,
    .sample_packed = sample_packed_avx2_8,
    .sample_nv12 = sample_nv12_avx2_8,
    .sample_i420 = sample_i420_avx2_8,
    SIGHT_PIXEL_ENCODERS,
};
#endif
