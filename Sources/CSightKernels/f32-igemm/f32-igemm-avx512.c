#include "f32-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

enum { tile_rows = 12 };

/// Computes rows x 16 * panels outputs; `rows` and `panels` are constants at every call.
SIGHT_INLINE void tile(const int rows, const int panels, const sight_f32_igemm_job *job, size_t row,
                       size_t column, size_t columns) {
    const float *w0 = sight_f32_igemm_panel_at(job, column);
    const float *w1 = panels > 1 ? sight_f32_igemm_panel_at(job, column + 16) : w0;
    __m512 sums[2 * tile_rows]; // [row][panel]
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        sums[2 * r] = _mm512_loadu_ps(w0);
        sums[2 * r + 1] = _mm512_loadu_ps(w1);
    }
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const float *a[tile_rows];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t k = 0; k < job->depth; k++) {
            w0 += 16;
            w1 += 16;
            const __m512 first = _mm512_loadu_ps(w0);
            const __m512 second = panels > 1 ? _mm512_loadu_ps(w1) : first;
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                const __m512 value = _mm512_set1_ps(a[r][k]);
                sums[2 * r] = _mm512_fmadd_ps(value, first, sums[2 * r]);
                if (panels > 1)
                    sums[2 * r + 1] = _mm512_fmadd_ps(value, second, sums[2 * r + 1]);
            }
        }
    }
    const __m512 minimum = _mm512_set1_ps(job->minimum), maximum = _mm512_set1_ps(job->maximum);
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        char *start = (char *)job->output + (row + (size_t)r) * job->output_stride;
        float *output = (float *)(void *)start + column;
        for (int p = 0; p < panels; p++) {
            const size_t rest = columns - 16 * (size_t)p;
            // The bound comes first, so that NaN passes through as in the reference.
            const __m512 value = _mm512_min_ps(maximum, _mm512_max_ps(minimum, sums[2 * r + p]));
            if (rest >= 16)
                _mm512_storeu_ps(output + 16 * p, value);
            else
                _mm512_mask_storeu_ps(output + 16 * p, (__mmask16)((1u << rest) - 1), value);
        }
    }
}

/// All columns of `rows` rows; `rows` is a constant at every call.
SIGHT_INLINE void rows_of_block(const int rows, const sight_f32_igemm_job *job, size_t row,
                                const sight_block *block) {
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 32) {
        if (end - column > 16)
            tile(rows, 2, job, row, column, end - column);
        else
            tile(rows, 1, job, row, column, end - column);
    }
}

void sight_f32_igemm__avx512_12x32(const sight_f32_igemm_job *job, sight_block block) {
    size_t row = block.row;
    const size_t end = row + block.rows;
    for (; end - row >= tile_rows; row += tile_rows)
        rows_of_block(tile_rows, job, row, &block);
    if (end - row >= 8) {
        rows_of_block(8, job, row, &block);
        row += 8;
    }
    if (end - row >= 4) {
        rows_of_block(4, job, row, &block);
        row += 4;
    }
    if (end - row >= 2) {
        rows_of_block(2, job, row, &block);
        row += 2;
    }
    if (row < end)
        rows_of_block(1, job, row, &block);
}

SIGHT_TARGET_END
#endif
