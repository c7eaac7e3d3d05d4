#include "f32-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>
#include <string.h>

/// Computes rows x 16 outputs; `rows` is a constant at every call, at most 4.
SIGHT_INLINE void tile(const int rows, const sight_f32_igemm_job *job, size_t row, size_t column,
                       size_t columns) {
    const float *w = sight_f32_igemm_panel_at(job, column);
    float32x4_t sums[4][4]; // [row][column / 4]
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < 4; v++)
            sums[r][v] = vld1q_f32(w + 4 * v);
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const float *a[4];
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t k = 0; k < job->depth; k++) {
            w += 16;
            for (int v = 0; v < 4; v++) {
                const float32x4_t weights = vld1q_f32(w + 4 * v);
                for (int r = 0; r < rows; r++)
                    sums[r][v] = vfmaq_n_f32(sums[r][v], weights, a[r][k]);
            }
        }
    }
    const float32x4_t minimum = vdupq_n_f32(job->minimum), maximum = vdupq_n_f32(job->maximum);
    for (int r = 0; r < rows; r++) {
        char *start = (char *)job->output + (row + (size_t)r) * job->output_stride;
        float *output = (float *)(void *)start + column, rest[16];
        float *target = columns >= 16 ? output : rest;
        for (int v = 0; v < 4; v++) // vmaxq and vminq let NaN through, as the reference does
            vst1q_f32(target + 4 * v, vminq_f32(vmaxq_f32(sums[r][v], minimum), maximum));
        if (columns < 16)
            memcpy(output, rest, columns * sizeof(float));
    }
}

/// All columns of `rows` rows; `rows` is a constant at every call.
SIGHT_INLINE void rows_of_block(const int rows, const sight_f32_igemm_job *job, size_t row,
                                const sight_block *block) {
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 16)
        tile(rows, job, row, column, end - column);
}

void sight_f32_igemm__neon_4x16(const sight_f32_igemm_job *job, sight_block block) {
    size_t row = block.row;
    const size_t end = row + block.rows;
    for (; end - row >= 4; row += 4)
        rows_of_block(4, job, row, &block);
    for (; row < end; row++)
        rows_of_block(1, job, row, &block);
}

#endif
