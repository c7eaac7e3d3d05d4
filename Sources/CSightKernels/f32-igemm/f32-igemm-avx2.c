#include "f32-igemm.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

/// Computes rows x 16 outputs; `rows` is a constant at every call, at most 6.
SIGHT_INLINE void tile(const int rows, const sight_f32_igemm_job *job, size_t row, size_t column,
                       size_t columns) {
    const float *w = sight_f32_igemm_panel_at(job, column);
    __m256 sums[12]; // [row][2]
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        sums[2 * r] = _mm256_loadu_ps(w);
        sums[2 * r + 1] = _mm256_loadu_ps(w + 8);
    }
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const float *a[6];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t k = 0; k < job->depth; k++) {
            w += 16;
            const __m256 first = _mm256_loadu_ps(w), second = _mm256_loadu_ps(w + 8);
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                const __m256 value = _mm256_broadcast_ss(a[r] + k);
                sums[2 * r] = _mm256_fmadd_ps(value, first, sums[2 * r]);
                sums[2 * r + 1] = _mm256_fmadd_ps(value, second, sums[2 * r + 1]);
            }
        }
    }
    const __m256 minimum = _mm256_set1_ps(job->minimum), maximum = _mm256_set1_ps(job->maximum);
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        char *start = (char *)job->output + (row + (size_t)r) * job->output_stride;
        float *output = (float *)(void *)start + column, rest[16] = {0};
        float *target = columns >= 16 ? output : rest;
        const float *addend = sight_f32_igemm_addend(job, row + (size_t)r, column);
        if (addend && columns < 16)
            addend = memcpy(rest, addend, columns * sizeof(float));
        if (addend) {
            sums[2 * r] = _mm256_add_ps(sums[2 * r], _mm256_loadu_ps(addend));
            sums[2 * r + 1] = _mm256_add_ps(sums[2 * r + 1], _mm256_loadu_ps(addend + 8));
        }
        // The bound is the first operand, so that a NaN value stays NaN, as in the reference.
        _mm256_storeu_ps(target, _mm256_min_ps(maximum, _mm256_max_ps(minimum, sums[2 * r])));
        _mm256_storeu_ps(target + 8,
                         _mm256_min_ps(maximum, _mm256_max_ps(minimum, sums[2 * r + 1])));
        if (columns < 16)
            memcpy(output, rest, columns * sizeof(float));
    }
}

/// Computes all columns of `rows` rows; `rows` is a constant at every call.
SIGHT_INLINE void rows_of_block(const int rows, const sight_f32_igemm_job *job, size_t row,
                                const sight_block *block) {
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 16)
        tile(rows, job, row, column, end - column);
}

void sight_f32_igemm__avx2_6x16(const sight_f32_igemm_job *job, sight_block block) {
    size_t row = block.row;
    const size_t end = row + block.rows;
    for (; end - row >= 6; row += 6)
        rows_of_block(6, job, row, &block);
    // Square images of an even width leave 4 rows or none. Four sums at once, those of 2 rows,
    // would wait for their last products.
    for (; end - row >= 4; row += 4)
        rows_of_block(4, job, row, &block);
    for (; end - row >= 2; row += 2)
        rows_of_block(2, job, row, &block);
    if (row < end)
        rows_of_block(1, job, row, &block);
}

SIGHT_TARGET_END
#endif
