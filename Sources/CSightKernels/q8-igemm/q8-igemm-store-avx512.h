// From the sums of a tile on AVX-512 to bytes in memory; row sums. Shared by all its tiers.

#include "../requantize/requantize-avx512.h"

#include <string.h>

/// Sum of a row's activations over all taps. uint8 only.
SIGHT_INLINE int32_t row_sum(const sight_q8_igemm_job *job, size_t row) {
    __m512i sum = _mm512_setzero_si512();
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < job->depth; k += 64) {
            size_t rest = job->depth - k;
            __mmask64 mask = rest >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << rest) - 1;
            __m512i bytes = _mm512_maskz_loadu_epi8(mask, a + k);
            sum = _mm512_add_epi64(sum, _mm512_sad_epu8(bytes, _mm512_setzero_si512()));
        }
    }
    return (int32_t)_mm512_reduce_add_epi64(sum);
}

/// The factors of a panel's columns for the nearest integers.
SIGHT_INLINE __m512 nearest_factors(const sight_q8_igemm_panel *panel) {
    return sight_nearest_factors(_mm512_loadu_si512(panel->multiplier),
                                 _mm512_loadu_si512(panel->right));
}

/// Writes sums [rows][2] as they are. Every index of `sums` is a constant once loops are unrolled:
/// an index that is known at run time alone would keep the sums in memory from the first product
/// on.
SIGHT_INLINE void store_sums(const int rows, const int panels, const sight_q8_igemm_job *job,
                             const __m512i *sums, size_t row, size_t column, size_t columns) {
    char *output = (char *)job->output + row * job->output_stride + 4 * column;
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++, output += job->output_stride) {
        SIGHT_UNROLL
        for (int p = 0; p < panels; p++) {
            const size_t rest = columns - 16 * (size_t)p;
            const __mmask16 mask = (__mmask16)(rest >= 16 ? 0xFFFF : (1u << rest) - 1);
            _mm512_mask_storeu_epi32(output + 64 * p, mask, sums[2 * r + p]);
        }
    }
}

/// Requantises and writes sums [rows][2], one or two panels' columns, of `rows` rows. The first two
/// arguments are constants at every call.
SIGHT_INLINE void store(const int rows, const int panels, const sight_q8_igemm_job *job,
                        const sight_q8_igemm_panel *panel, __m512i *sums, size_t row, size_t column,
                        size_t columns) {
    if (job->sums_only) {
        store_sums(rows, panels, job, sums, row, column, columns);
        return;
    }
    const sight_q8_igemm_panel *a = &panel[0], *b = &panel[panels - 1];
    const sight_requantization *shared = &job->requantization;
    if (shared->nearest) {
        const __m512 fa = nearest_factors(a), fb = nearest_factors(b);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            sums[2 * r] = sight_requantize_nearest_16(sums[2 * r], fa);
            if (panels > 1)
                sums[2 * r + 1] = sight_requantize_nearest_16(sums[2 * r + 1], fb);
        }
    } else {
        const sight_requantizer qa =
            sight_requantizer_load(a->multiplier, a->left, a->right, shared);
        const sight_requantizer qb =
            sight_requantizer_load(b->multiplier, b->left, b->right, shared);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            sums[2 * r] = sight_requantize_steps(sums[2 * r], &qa);
            if (panels > 1)
                sums[2 * r + 1] = sight_requantize_steps(sums[2 * r + 1], &qb);
        }
    }
    const __mmask32 mask = columns >= 32 ? ~(__mmask32)0 : ((__mmask32)1 << columns) - 1;
    SIGHT_UNROLL
    for (int r = 0; r < rows; r += 2) {
        const int next = r + 1 < rows ? r + 1 : r;
        const __m512i y[4] = {sums[2 * r], sums[2 * r + panels - 1], sums[2 * next],
                              sums[2 * next + panels - 1]};
        const __m512i bytes = sight_requantize_narrow(y, shared);
        uint8_t *output = (uint8_t *)job->output + (row + (size_t)r) * job->output_stride + column;
        uint8_t *below = next > r ? output + job->output_stride : output;
        if (columns >= 32) {
            if (next > r)
                _mm256_storeu_si256((__m256i *)(void *)below, _mm512_extracti64x4_epi64(bytes, 1));
            _mm256_storeu_si256((__m256i *)(void *)output, _mm512_castsi512_si256(bytes));
        } else {
            if (next > r)
                _mm256_mask_storeu_epi8(below, mask, _mm512_extracti64x4_epi64(bytes, 1));
            _mm256_mask_storeu_epi8(output, mask, _mm512_castsi512_si256(bytes));
        }
    }
}
