// The code that the NEON tiers share. They multiply int8 by int8: activations are 128 lower than
// the uint8 of the other tiers, and sums start from `signed_bias`. The including file defines
//   sight_tile_vectors   vectors of columns of a tile of up to 4 rows: 2 or 4. With 4, tiles of 8
//                        rows by 2 vectors compute the last 8 columns or fewer
//   sight_accumulate     see below

#include "../requantize/requantize-neon.h"
#include "../store-bytes-neon.h"

#include <string.h>

/// Adds a tile's products to sums [rows][vectors], int32 of four columns each. `weights` starts at
/// the first of these columns. The first three arguments are constants at every call.
SIGHT_INLINE void sight_accumulate(const int rows, const int vectors, const _Bool flipped,
                                   const sight_q8_igemm_job *job, size_t row, const int8_t *weights,
                                   int32x4_t *sums);

/// Converts 16 activations to int8: the top bit of uint8 is flipped.
SIGHT_INLINE int8x16_t sight_activations(int8x16_t bytes, const _Bool flipped) {
    return flipped ? veorq_s8(bytes, vdupq_n_s8((int8_t)-128)) : bytes;
}

/// Broadcasts four activations to every lane.
SIGHT_INLINE int8x16_t sight_broadcast(const int8_t *a, const _Bool flipped) {
    int32_t four;
    memcpy(&four, a, 4);
    return sight_activations(vreinterpretq_s8_s32(vdupq_n_s32(four)), flipped);
}

/// Keeps the first `count` of 16 bytes and sets the others to zero.
SIGHT_INLINE uint8x16_t sight_first_bytes(uint8x16_t bytes, size_t count) {
    static const uint8_t places[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    return vandq_u8(bytes, vcltq_u8(vld1q_u8(places), vdupq_n_u8((uint8_t)count)));
}

/// The sum of a row's activations over all taps, for uint8 only.
SIGHT_INLINE uint32_t row_sum(const sight_q8_igemm_job *job, size_t row) {
    uint32x4_t sums = vdupq_n_u32(0);
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        size_t k = 0;
        for (; k + 16 <= job->depth; k += 16)
            sums = vpadalq_u16(sums, vpaddlq_u8(vld1q_u8(a + k)));
        if (k < job->depth) // kernels may read past the end of a run
            sums =
                vpadalq_u16(sums, vpaddlq_u8(sight_first_bytes(vld1q_u8(a + k), job->depth - k)));
    }
    return vaddvq_u32(sums);
}

/// Steps 1 to 3 of requantisation for a tile's sums. `n` is the position of the first column in the
/// panel. Parameters are loaded once for all rows. The first three arguments are constants at every
/// call.
SIGHT_INLINE void requantize_tile(const int rows, const int vectors, const _Bool nearest,
                                  const sight_q8_igemm_job *job, const sight_q8_igemm_panel *panel,
                                  size_t n, int32x4_t *sums) {
    const _Bool once = job->requantization.rounds_once;
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++, n += 4) {
        const int32x4_t multiplier = vld1q_s32(panel->multiplier + n);
        const int32x4_t left = vld1q_s32(panel->left + n), right = vld1q_s32(panel->right + n);
        const float32x4_t factors = sight_nearest_factors_4(multiplier, right);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            int32x4_t *sum = &sums[r * vectors + v];
            *sum = nearest ? sight_requantize_nearest_4(*sum, factors)
                   : once  ? sight_requantize_4_once(*sum, multiplier, left, right)
                           : sight_requantize_4_twice(*sum, multiplier, left, right);
        }
    }
}

/// Step 4 of requantisation: writes the remaining columns of each row. The first three arguments
/// are constants at every call.
SIGHT_INLINE void store_bytes(const int rows, const int vectors, const _Bool whole,
                              const sight_q8_igemm_job *job, const int32x4_t *sums, size_t row,
                              size_t column, size_t columns) {
    const sight_requantization *q = &job->requantization;
    const int16x8_t zero_point = vdupq_n_s16((int16_t)q->zero_point);
    const int16x8_t minimum = vdupq_n_s16((int16_t)q->minimum);
    const int16x8_t maximum = vdupq_n_s16((int16_t)q->maximum);
    const size_t stride = job->output_stride;
    uint8_t *output = (uint8_t *)job->output + row * stride + column;
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++, output += stride) {
        const int32x4_t *y = sums + r * vectors;
        uint8x8_t bytes[2];
        SIGHT_UNROLL
        for (int half = 0; half < vectors / 2; half++)
            bytes[half] =
                sight_requantize_narrow(y[2 * half], y[2 * half + 1], zero_point, minimum, maximum);
        if (vectors == 4)
            sight_store_bytes_16(output, vcombine_u8(bytes[0], bytes[1]), whole ? 16 : columns);
        else
            sight_store_bytes_8(output, bytes[0], whole ? 8 : columns);
    }
}

/// Writes a tile's sums without requantisation.
SIGHT_INLINE void store_sums(const int rows, const int vectors, const sight_q8_igemm_job *job,
                             const int32x4_t *sums, size_t row, size_t column, size_t columns) {
    const size_t width = 4 * (size_t)vectors;
    char *output = (char *)job->output + row * job->output_stride + 4 * column;
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++, output += job->output_stride) {
        int32_t copy[16]; // a copy, so that `sums` stays in registers
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            vst1q_s32(copy + 4 * v, sums[r * vectors + v]);
        memcpy(output, copy, 4 * (columns < width ? columns : width));
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
    for (int i = 0; i < rows * vectors; i++) {
        sums[i] = vld1q_s32(panel.signed_bias + n + 4 * (i % vectors));
        if (flipped)
            sums[i] = vaddq_s32(sums[i], vdupq_n_s32(row_sums[i / vectors]));
    }
    sight_accumulate(rows, vectors, flipped, job, row, panel.weights + 4 * n, sums);
    if (job->sums_only) {
        store_sums(rows, vectors, job, sums, row, column, columns);
        return;
    }
    if (job->requantization.nearest)
        requantize_tile(rows, vectors, 1, job, &panel, n, sums);
    else
        requantize_tile(rows, vectors, 0, job, &panel, n, sums);
    if (columns >= 4 * (size_t)vectors)
        store_bytes(rows, vectors, 1, job, sums, row, column, columns);
    else
        store_bytes(rows, vectors, 0, job, sums, row, column, columns);
}

/// Computes all columns of `rows` rows. The first two arguments are constants at every call.
SIGHT_INLINE void rows_of_block(const int rows, const _Bool flipped, const sight_q8_igemm_job *job,
                                size_t row, const sight_block *block) {
    int32_t sums[8] = {0}; // c * sum a
    for (int r = 0; job->weight_offset != 0 && r < rows; r++)
        sums[r] = (int32_t)((uint32_t)job->weight_offset * row_sum(job, row + (size_t)r));
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 4 * sight_tile_vectors) {
        const size_t left = end - column;
        if (rows < 8)
            tile(rows, sight_tile_vectors, flipped, job, sums, row, column, left);
        else if (left <= 8)
            tile(8, 2, flipped, job, sums, row, column, left);
        else
            for (size_t half = 0; half < 8; half += 4)
                tile(4, 4, flipped, job, sums + half, row + half, column, left);
    }
}

/// Computes a block: eight rows at once, then the remaining ones in tiles of 4, 2 and 1.
SIGHT_INLINE void flipped_block(const _Bool flipped, const sight_q8_igemm_job *job,
                                const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; sight_tile_vectors == 4 && end - row >= 8; row += 8)
        rows_of_block(8, flipped, job, row, block);
    for (; end - row >= 4; row += 4)
        rows_of_block(4, flipped, job, row, block);
    if (end - row >= 2) {
        rows_of_block(2, flipped, job, row, block);
        row += 2;
    }
    if (row < end)
        rows_of_block(1, flipped, job, row, block);
}

SIGHT_INLINE void run_block(const sight_q8_igemm_job *job, const sight_block *block) {
    if (job->input_flip) // the activations are int8
        flipped_block(0, job, block);
    else
        flipped_block(1, job, block);
}
