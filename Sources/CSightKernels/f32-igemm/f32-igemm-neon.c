#include "f32-igemm.h"

#if SIGHT_ARM64
#include "f32-igemm-narrow.h"

#include <arm_neon.h>
#include <string.h>

/// Adds the products of one k to sums [rows][vectors]; `lane` is the position of that k among the
/// four loaded values of each row.
#define SIGHT_MULTIPLY(lane)                                                                       \
    SIGHT_UNROLL                                                                                   \
    for (int v = 0; v < vectors; v++) {                                                            \
        const float32x4_t weights = vld1q_f32(w + 16 * (lane) + 4 * v);                            \
        SIGHT_UNROLL                                                                               \
        for (int r = 0; r < rows; r++)                                                             \
            sums[r * vectors + v] =                                                                \
                vfmaq_laneq_f32(sums[r * vectors + v], weights, values[r], lane);                  \
    }

/// Adds the products of one run of each row to sums [rows][vectors]. `w` are the weights [K][16] of
/// that tap, from the first column of the tile on.
SIGHT_INLINE void multiply_run(const int rows, const int vectors, size_t depth,
                               const float *const *a, const float *w, float32x4_t *sums) {
    float32x4_t values[8]; // four values of each row
    const size_t whole = depth / 4 * sizeof values[0];
    // The loop counts bytes, so that the offset of the loads is also its counter.
    for (size_t offset = 0; offset < whole; offset += sizeof values[0], w += 64) {
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            values[r] = vld1q_f32((const float *)(const void *)((const char *)a[r] + offset));
        SIGHT_MULTIPLY(0)
        SIGHT_MULTIPLY(1)
        SIGHT_MULTIPLY(2)
        SIGHT_MULTIPLY(3)
    }
    for (size_t k = depth / 4 * 4; k < depth; k++, w += 16) {
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            values[r] = vld1q_dup_f32(a[r] + k);
        SIGHT_MULTIPLY(0)
    }
}

/// Clamps a sum. vmaxq and vminq keep NaN, as the reference does.
SIGHT_INLINE float32x4_t bound(float32x4_t sum, float32x4_t minimum, float32x4_t maximum) {
    return vminq_f32(vmaxq_f32(sum, minimum), maximum);
}

/// Clamps the sums of a whole tile [rows][vectors] and writes them; the job has no addend.
SIGHT_INLINE void store_tile(const int rows, const int vectors, const sight_f32_igemm_job *job,
                             const float32x4_t *sums, size_t row, size_t column) {
    const float32x4_t minimum = vdupq_n_f32(job->minimum), maximum = vdupq_n_f32(job->maximum);
    const size_t stride = job->output_stride;
    char *output = (char *)job->output + row * stride + column * sizeof(float);
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++, output += stride) {
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            vst1q_f32((float *)(void *)output + 4 * v,
                      bound(sums[r * vectors + v], minimum, maximum));
    }
}

/// Writes up to 4 * vectors columns of one row, and adds the job's addend.
SIGHT_INLINE void store_row(const int vectors, const sight_f32_igemm_job *job,
                            const float32x4_t *sums, size_t row, size_t column, size_t columns) {
    const float32x4_t minimum = vdupq_n_f32(job->minimum), maximum = vdupq_n_f32(job->maximum);
    char *start = (char *)job->output + row * job->output_stride;
    float *output = (float *)(void *)start + column, rest[16] = {0};
    const size_t width = 4 * (size_t)vectors;
    float *target = columns >= width ? output : rest;
    const float *addend = job->addend ? sight_f32_igemm_addend_at(job, row, column) : NULL;
    const size_t addends = sight_f32_igemm_addend_left(job, column);
    if (addend && addends < width)
        addend = memcpy(rest, addend, addends * sizeof(float));
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++) {
        const float32x4_t sum = addend ? vaddq_f32(sums[v], vld1q_f32(addend + 4 * v)) : sums[v];
        vst1q_f32(target + 4 * v, bound(sum, minimum, maximum));
    }
    if (columns < width)
        memcpy(output, rest, columns * sizeof(float));
}

/// Computes rows x 4 * vectors outputs. The first two arguments are constants at every call.
SIGHT_INLINE void tile(const int rows, const int vectors, const sight_f32_igemm_job *job,
                       size_t row, size_t column, size_t columns) {
    const float *w = sight_f32_igemm_panel_at(job, column) + column % 16;
    float32x4_t sums[20]; // [row][vector]
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++)
        sums[i] = vld1q_f32(w + 4 * (i % vectors));
    w += 16;
    for (size_t tap = 0; tap < job->window.taps; tap++, w += 16 * job->depth) {
        const float *a[8];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        multiply_run(rows, vectors, job->depth, a, w, sums);
    }
    if (!job->addend && columns >= 4 * (size_t)vectors) {
        store_tile(rows, vectors, job, sums, row, column);
        return;
    }
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        store_row(vectors, job, sums + r * vectors, row + (size_t)r, column, columns);
}

/// Computes all columns of `rows` rows. The first two arguments are constants at every call.
SIGHT_INLINE void rows_of_block(const int rows, const int vectors, const sight_f32_igemm_job *job,
                                size_t row, const sight_block *block) {
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 4 * (size_t)vectors)
        tile(rows, vectors, job, row, column, end - column);
}

void sight_f32_igemm__neon_8x8(const sight_f32_igemm_job *job, sight_block block) {
    block = narrow_block(job, block);
    if (block.columns == 0)
        return;
    size_t row = block.row;
    const size_t end = row + block.rows;
    for (; end - row >= 8 && end - row != 9; row += 8)
        rows_of_block(8, 2, job, row, &block);
    if (end - row == 9) { // square images of an odd width; a tile of one row is slow
        rows_of_block(5, 4, job, row, &block);
        row += 5;
    }
    if (end - row >= 4) {
        rows_of_block(4, 4, job, row, &block);
        row += 4;
    }
    if (end - row >= 2) {
        rows_of_block(2, 4, job, row, &block);
        row += 2;
    }
    if (row < end)
        rows_of_block(1, 4, job, row, &block);
}

#endif
