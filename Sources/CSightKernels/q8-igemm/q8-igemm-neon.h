// The code that the NEON tiers share. They multiply int8 by int8: activations are 128 lower than
// the uint8 of the other tiers, and sums start from `signed_bias`. The including file defines
//   sight_tile_vectors   vectors of columns of a tile of up to 4 rows: 2 or 4. With 4, tiles of 8
//                        rows by 2 vectors compute the last 8 columns or fewer
//   sight_tile_order     the order in which the kernel's weights are packed
//   sight_accumulate     see below
//
// The sums of a tile are registers of four int32, in one of two orders:
//   lines    [row][vector]: four columns of one row
//   squares  [pair of rows][pair of columns]: two columns of one row, then of the next, as products
//            of matrices make them. Tiles of several rows have them where weights are in groups of
//            8

#include "../requantize/requantize-neon.h"
#include "../store-bytes-neon.h"

#include <string.h>

/// Adds a tile's products to its sums. Row 0 of the window is the first of the tile, and `n` is the
/// position of its first column in the panel. The first three arguments are constants at every
/// call.
SIGHT_INLINE void sight_accumulate(const int rows, const int vectors, const _Bool flipped,
                                   const sight_window *window, size_t depth,
                                   const sight_q8_igemm_panel *panel, size_t n, int32x4_t *sums);

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

/// Whether the sums of a tile are squares.
SIGHT_INLINE _Bool has_squares(const int rows) {
    return sight_tile_order == sight_q8_igemm_eights && rows > 1;
}

/// The registers of a row, or of a pair of rows.
SIGHT_INLINE int line_length(const int rows, const int vectors) {
    return has_squares(rows) ? 2 * vectors : vectors;
}

/// Loads a value of each column in the order of the sums of a row or of a pair of rows.
SIGHT_INLINE void load_columns(const int rows, const int vectors, const int32_t *values,
                               int32x4_t *line) {
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++) {
        const int32x4_t four = vld1q_s32(values + 4 * v);
        if (has_squares(rows)) {
            const int64x2_t pairs = vreinterpretq_s64_s32(four);
            line[2 * v] = vreinterpretq_s32_s64(vdupq_laneq_s64(pairs, 0));
            line[2 * v + 1] = vreinterpretq_s32_s64(vdupq_laneq_s64(pairs, 1));
        } else {
            line[v] = four;
        }
    }
}

/// Sets the sums of a tile to the biases, and to the correction that uint8 needs. `n` is the
/// position of the first column in the panel.
SIGHT_INLINE void start_sums(const int rows, const int vectors, const _Bool flipped,
                             const sight_q8_igemm_panel *panel, size_t n, const int32_t *row_sums,
                             int32x4_t *sums) {
    const int length = line_length(rows, vectors);
    int32x4_t biases[8];
    load_columns(rows, vectors, panel->signed_bias + n, biases);
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++) {
        sums[i] = biases[i % length];
        if (flipped && has_squares(rows)) {
            const int32_t *pair = row_sums + 2 * (i / length);
            sums[i] = vaddq_s32(sums[i], vcombine_s32(vdup_n_s32(pair[0]), vdup_n_s32(pair[1])));
        } else if (flipped) {
            sums[i] = vaddq_s32(sums[i], vdupq_n_s32(row_sums[i / length]));
        }
    }
}

/// Steps 1 to 3 of requantization for a tile's sums, by the rule `nearest`. `n` is the position of
/// the first column in the panel. The function loads each column's parameters once for all rows.
SIGHT_INLINE void requantize_nearest(const int rows, const int vectors,
                                     const sight_q8_igemm_panel *panel, size_t n, int32x4_t *sums) {
    const int length = line_length(rows, vectors);
    int32x4_t factors[8]; // the bits of binary32
    load_columns(rows, vectors, (const int32_t *)(const void *)(panel->factor + n), factors);
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++)
        sums[i] = sight_requantize_nearest_4(sums[i], vreinterpretq_f32_s32(factors[i % length]));
}

/// Steps 1 to 3 of requantization by the other rules.
SIGHT_INLINE void requantize_exactly(const int rows, const int vectors,
                                     const sight_q8_igemm_job *job,
                                     const sight_q8_igemm_panel *panel, size_t n, int32x4_t *sums) {
    const _Bool once = job->requantization.rounds_once;
    const int length = line_length(rows, vectors);
    int32x4_t multipliers[8], lefts[8], rights[8];
    load_columns(rows, vectors, panel->multiplier + n, multipliers);
    load_columns(rows, vectors, panel->left + n, lefts);
    load_columns(rows, vectors, panel->right + n, rights);
    SIGHT_UNROLL
    for (int i = 0; i < length; i++)
        SIGHT_UNROLL
    for (int j = i; j < rows * vectors; j += length)
        sums[j] = once ? sight_requantize_4_once(sums[j], multipliers[i], lefts[i], rights[i])
                       : sight_requantize_4_twice(sums[j], multipliers[i], lefts[i], rights[i]);
}

/// Writes the remaining columns of a row, up to 4 * vectors. The first two arguments are constants
/// at every call.
SIGHT_INLINE void store_row(const int vectors, const _Bool whole, uint8_t *output, uint8x16_t bytes,
                            size_t columns) {
    if (vectors == 4)
        sight_store_bytes_16(output, bytes, whole ? 16 : columns);
    else
        sight_store_bytes_8(output, vget_low_u8(bytes), whole ? 8 : columns);
}

/// Step 4 of requantization: writes the remaining columns of each row. The first three arguments
/// are constants at every call.
SIGHT_INLINE void store_bytes(const int rows, const int vectors, const _Bool whole,
                              const sight_q8_igemm_job *job, const sight_narrower *narrower,
                              const int32x4_t *sums, size_t row, size_t column, size_t columns) {
    const size_t stride = job->output_stride;
    const int length = line_length(rows, vectors), step = length < 4 ? 2 : 4;
    uint8_t *output = (uint8_t *)job->output + row * stride + column;
    const int count = rows * vectors / step;
    uint8x16_t bytes[8];
    SIGHT_UNROLL
    for (int i = 0; i < count; i++)
        bytes[i] = step == 4 ? sight_narrow_16(sums + 4 * i, narrower)
                             : sight_narrow_8(sums + 2 * i, narrower);
    sight_finish_bytes(count, narrower, bytes);
    SIGHT_UNROLL
    for (int i = 0; i < count; i += length / step) {
        if (has_squares(rows)) { // pairs of bytes of two rows alternate
            const uint16x8_t low = vreinterpretq_u16_u8(bytes[i]);
            const uint16x8_t high = vectors == 4 ? vreinterpretq_u16_u8(bytes[i + 1]) : low;
            store_row(vectors, whole, output, vreinterpretq_u8_u16(vuzp1q_u16(low, high)), columns);
            output += stride;
            store_row(vectors, whole, output, vreinterpretq_u8_u16(vuzp2q_u16(low, high)), columns);
        } else {
            store_row(vectors, whole, output, bytes[i], columns);
        }
        output += stride;
    }
}

/// Converts the sums of a tile from squares to lines.
SIGHT_INLINE void make_lines(const int rows, const int vectors, const int32x4_t *squares,
                             int32x4_t *lines) {
    SIGHT_UNROLL
    for (int i = 0; i < rows / 2 * vectors; i++) {
        const int64x2_t low = vreinterpretq_s64_s32(squares[2 * i]);
        const int64x2_t high = vreinterpretq_s64_s32(squares[2 * i + 1]);
        int32x4_t *upper = lines + 2 * (i / vectors) * vectors + i % vectors;
        upper[0] = vreinterpretq_s32_s64(vzip1q_s64(low, high));
        upper[vectors] = vreinterpretq_s32_s64(vzip2q_s64(low, high));
    }
}

/// Writes a tile's sums without requantization.
SIGHT_INLINE void store_sums(const int rows, const int vectors, const sight_q8_igemm_job *job,
                             const int32x4_t *sums, size_t row, size_t column, size_t columns) {
    const size_t width = 4 * (size_t)vectors;
    char *output = (char *)job->output + row * job->output_stride + 4 * column;
    int32x4_t lines[16];
    if (has_squares(rows)) {
        make_lines(rows, vectors, sums, lines);
        sums = lines;
    }
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++, output += job->output_stride) {
        int32_t copy[16]; // a copy, so that `sums` stays in registers
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            vst1q_s32(copy + 4 * v, sums[r * vectors + v]);
        memcpy(output, copy, 4 * (columns < width ? columns : width));
    }
}

/// Requantizes the sums of a tile and writes them, or only writes them. `n` is the position of the
/// first column in the panel. The first two arguments are constants at every call.
SIGHT_INLINE void finish_tile(const int rows, const int vectors, const sight_q8_igemm_job *job,
                              const sight_narrower *narrower, const sight_q8_igemm_panel *panel,
                              size_t n, int32x4_t *sums, size_t row, size_t column,
                              size_t columns) {
    if (job->sums_only) {
        store_sums(rows, vectors, job, sums, row, column, columns);
        return;
    }
    if (job->requantization.nearest)
        requantize_nearest(rows, vectors, panel, n, sums);
    else
        requantize_exactly(rows, vectors, job, panel, n, sums);
    if (columns >= 4 * (size_t)vectors)
        store_bytes(rows, vectors, 1, job, narrower, sums, row, column, columns);
    else
        store_bytes(rows, vectors, 0, job, narrower, sums, row, column, columns);
}

/// The corrections c * sum a of `rows` rows; `rows` is a constant at every call.
SIGHT_INLINE void sums_of_rows(const int rows, const sight_q8_igemm_job *job, size_t row,
                               int32_t *sums) {
    for (int r = 0; r < rows; r++)
        sums[r] = job->weight_offset == 0
                      ? 0
                      : (int32_t)((uint32_t)job->weight_offset * row_sum(job, row + (size_t)r));
}

// Rows that are computed at once.
typedef struct {
    sight_window window; // its row 0 is the first of them
    const int32_t *sums; // the correction of each row
    size_t row;          // the first output row
} row_range;

/// Computes rows x 4 * vectors outputs. `n` is the position of the first column in the panel. The
/// first three arguments are constants at every call.
SIGHT_INLINE void tile(const int rows, const int vectors, const _Bool flipped,
                       const sight_q8_igemm_job *job, const sight_narrower *narrower,
                       const row_range *range, const sight_q8_igemm_panel *panel, size_t n,
                       size_t column, size_t columns) {
    int32x4_t sums[16];
    start_sums(rows, vectors, flipped, panel, n, range->sums, sums);
    sight_accumulate(rows, vectors, flipped, &range->window, job->depth, panel, n, sums);
    finish_tile(rows, vectors, job, narrower, panel, n, sums, range->row, column, columns);
}

/// Computes all columns of `rows` rows. The first two arguments are constants at every call.
SIGHT_INLINE void rows_of_block(const int rows, const _Bool flipped, const sight_q8_igemm_job *job,
                                const sight_narrower *narrower, size_t row,
                                const sight_block *block) {
    int32_t sums[8];
    sums_of_rows(rows, job, row, sums);
    const row_range range = {sight_window_from(&job->window, row), sums, row};
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 16) {
        const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, sight_tile_order, column);
        const size_t left = end - column;
        if (rows < 8) {
            const size_t width = 4 * sight_tile_vectors;
            for (size_t n = 0; n < 16 && n < left; n += width)
                tile(rows, sight_tile_vectors, flipped, job, narrower, &range, &panel, n,
                     column + n, left - n);
        } else if (left <= 8) {
            tile(8, 2, flipped, job, narrower, &range, &panel, 0, column, left);
        } else {
            const row_range lower = {sight_window_from(&range.window, 4), sums + 4, row + 4};
            tile(4, 4, flipped, job, narrower, &range, &panel, 0, column, left);
            tile(4, 4, flipped, job, narrower, &lower, &panel, 0, column, left);
        }
    }
}

/// Computes a block: eight rows at once, then the remaining ones in tiles of 4, 2 and 1.
SIGHT_INLINE void flipped_block(const _Bool flipped, const sight_q8_igemm_job *job,
                                const sight_block *block) {
    const sight_narrower narrower = sight_narrower_load(&job->requantization);
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; sight_tile_vectors == 4 && end - row >= 8; row += 8)
        rows_of_block(8, flipped, job, &narrower, row, block);
    for (; end - row >= 4; row += 4)
        rows_of_block(4, flipped, job, &narrower, row, block);
    if (end - row >= 2) {
        rows_of_block(2, flipped, job, &narrower, row, block);
        row += 2;
    }
    if (row < end)
        rows_of_block(1, flipped, job, &narrower, row, block);
}

SIGHT_INLINE void run_block(const sight_q8_igemm_job *job, const sight_block *block) {
    if (job->input_flip) // the activations are int8
        flipped_block(0, job, block);
    else
        flipped_block(1, job, block);
}
