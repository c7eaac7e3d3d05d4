// What the NEON tiers share. They multiply int8 by int8: activations lie 128 lower than the uint8
// of the other tiers, and sums start from `signed_bias`. The including file defines
//   sight_tile_rows    rows of its largest tile, 8 or 4; that tile has two vectors of columns
//   sight_accumulate   below

#include "../requantize/requantize-neon.h"

#include <string.h>

/// Adds a tile's products to sums [rows][vectors], int32 of four columns each. `weights` starts at
/// the first of these columns. The first three arguments are constants at every call.
SIGHT_INLINE void sight_accumulate(const int rows, const int vectors, const _Bool flipped,
                                   const sight_q8_igemm_job *job, size_t row, const int8_t *weights,
                                   int32x4_t *sums);

/// 16 activations as int8; uint8 ones have their top bit flipped.
SIGHT_INLINE int8x16_t sight_activations(int8x16_t bytes, const _Bool flipped) {
    return flipped ? veorq_s8(bytes, vdupq_n_s8((int8_t)-128)) : bytes;
}

/// Four activations in every lane.
SIGHT_INLINE int8x16_t sight_broadcast(const int8_t *a, const _Bool flipped) {
    int32_t four;
    memcpy(&four, a, 4);
    return sight_activations(vreinterpretq_s8_s32(vdupq_n_s32(four)), flipped);
}

/// Sum of a row's activations over all taps. uint8 only.
SIGHT_INLINE uint32_t row_sum(const sight_q8_igemm_job *job, size_t row) {
    uint32_t sum = 0;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        size_t k = 0;
        for (; k + 16 <= job->depth; k += 16)
            sum += vaddlvq_u8(vld1q_u8(a + k));
        for (; k < job->depth; k++)
            sum += a[k];
    }
    return sum;
}

/// Requantises and writes 8 columns of one row, or fewer; `n` is their place in the panel.
SIGHT_INLINE void store(const sight_q8_igemm_job *job, const sight_q8_igemm_panel *panel, size_t n,
                        const int32x4_t *sums, size_t row, size_t column, size_t columns) {
    if (job->sums_only) {
        char *target = (char *)job->output + row * job->output_stride + 4 * column;
        const int32x4_t copy[2] = {sums[0], sums[1]}; // so that `sums` itself stays in registers
        memcpy(target, copy, 4 * (columns < 8 ? columns : 8));
        return;
    }
    const sight_requantization *q = &job->requantization;
    int32x4_t y[2];
    SIGHT_UNROLL
    for (size_t v = 0; v < 2; v++)
        y[v] = sight_requantize_4(sums[v], panel->multiplier + n + 4 * v, panel->left + n + 4 * v,
                                  panel->right + n + 4 * v, q);
    const uint8x8_t bytes = sight_requantize_narrow(y[0], y[1], q);
    uint8_t *output = (uint8_t *)job->output + row * job->output_stride + column;
    if (columns >= 8) {
        vst1_u8(output, bytes);
    } else {
        uint8_t rest[8];
        vst1_u8(rest, bytes);
        memcpy(output, rest, columns);
    }
}

/// Computes rows x 4 * vectors outputs. The first three arguments are constants at every call.
SIGHT_INLINE void tile(const int rows, const int vectors, const _Bool flipped,
                       const sight_q8_igemm_job *job, const int32_t *row_sums, size_t row,
                       size_t column, size_t columns) {
    const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, column);
    const size_t n = column % 16;
    int32x4_t sums[16]; // [row][vector]
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++)
        sums[i] = vaddq_s32(vld1q_s32(panel.signed_bias + n + 4 * (i % vectors)),
                            vdupq_n_s32(row_sums[i / vectors]));
    sight_accumulate(rows, vectors, flipped, job, row, panel.weights + 4 * n, sums);
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i += 2) {
        const size_t done = 4 * (size_t)(i % vectors);
        if (done < columns)
            store(job, &panel, n + done, sums + i, row + (size_t)(i / vectors), column + done,
                  columns - done);
    }
}

/// All columns of `rows` rows; the first two arguments are constants at every call.
SIGHT_INLINE void rows_of_block(const int rows, const int vectors, const sight_q8_igemm_job *job,
                                size_t row, const sight_block *block) {
    int32_t sums[8] = {0}; // c * sum a
    for (int r = 0; job->weight_offset != 0 && r < rows; r++)
        sums[r] = (int32_t)((uint32_t)job->weight_offset * row_sum(job, row + (size_t)r));
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 4 * (size_t)vectors) {
        if (job->input_flip) // int8 already
            tile(rows, vectors, 0, job, sums, row, column, end - column);
        else
            tile(rows, vectors, 1, job, sums, row, column, end - column);
    }
}

/// The whole block: the largest tiles, then what is left in tiles of 4, 2 and 1.
SIGHT_INLINE void run_block(const sight_q8_igemm_job *job, const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; end - row >= sight_tile_rows; row += sight_tile_rows)
        rows_of_block(sight_tile_rows, 2, job, row, block);
    if (sight_tile_rows > 4 && end - row >= 4) {
        rows_of_block(4, 4, job, row, block);
        row += 4;
    }
    if (end - row >= 2) {
        rows_of_block(2, 4, job, row, block);
        row += 2;
    }
    if (row < end)
        rows_of_block(1, 4, job, row, block);
}
