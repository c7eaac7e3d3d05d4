#include "q8-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>

enum { sight_tile_vectors = 2 };
static const sight_q8_igemm_order sight_tile_order = sight_q8_igemm_fours;
#include "q8-igemm-neon.h"

// Four rows are copied before they are computed, so that their groups of four activations
// alternate: [taps][groups][4 rows][4]. A tile then loads a group of all rows at once.

enum { copied_groups = 2048 }; // most groups of a copied row; longer rows are not copied

/// Copies the first of four lanes, or another one, to all lanes. `lane` is a constant at every
/// call.
SIGHT_INLINE int8x16_t broadcast_lane(int32x4_t fours, const int lane) {
    const int32x4_t four = lane == 0   ? vdupq_laneq_s32(fours, 0)
                           : lane == 1 ? vdupq_laneq_s32(fours, 1)
                           : lane == 2 ? vdupq_laneq_s32(fours, 2)
                                       : vdupq_laneq_s32(fours, 3);
    return vreinterpretq_s8_s32(four);
}

/// Adds the products of one or two groups of four to partial sums [row][2 * vector], registers with
/// two partial sums for each of two columns. With four rows, a[0] points to copied rows. The first
/// four arguments are constants at every call.
SIGHT_INLINE void add_groups(const int count, const int rows, const int vectors,
                             const _Bool flipped, const int8_t *const *a, size_t group,
                             const int8_t *weights, int32x4_t *halves) {
    const _Bool copied = rows == 4;
    int8x16_t w[2][2];  // [group][vector]: four weights of each of four columns
    int32x4_t lines[2]; // copied rows of a group
    SIGHT_UNROLL
    for (int i = 0; i < count; i++) {
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            w[i][v] = vld1q_s8(weights + 64 * i + 16 * v);
        if (copied)
            lines[i] = vreinterpretq_s32_s8(vld1q_s8(a[0] + 16 * (group + (size_t)i)));
    }
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        int8x16_t fours[2];
        SIGHT_UNROLL
        for (int i = 0; i < count; i++) {
            fours[i] = copied ? broadcast_lane(lines[i], r)
                              : sight_broadcast(a[r] + 4 * (group + (size_t)i), flipped);
            // Otherwise clang keeps the halves of the weights in registers of their own, and too
            // few are left for the sums.
            SIGHT_OPAQUE("w", fours[i]);
        }
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++) {
            int16x8_t low = vmull_s8(vget_low_s8(w[0][v]), vget_low_s8(fours[0]));
            int16x8_t high = vmull_high_s8(w[0][v], fours[0]);
            if (count > 1) {
                low = vmlal_s8(low, vget_low_s8(w[1][v]), vget_low_s8(fours[1]));
                high = vmlal_high_s8(high, w[1][v], fours[1]);
            }
            int32x4_t *half = halves + 2 * (r * vectors + v);
            half[0] = vpadalq_s16(half[0], low);
            half[1] = vpadalq_s16(half[1], high);
        }
    }
}

/// Adds the products of `groups` groups of four to partial sums.
///
/// The sum of two products of int8 fits int16, except that of -128 * -128 twice. If no weight is
/// -128, the products of two groups are therefore added in 16 bits before they are added to sums of
/// 32 bits: three instructions for 16 products instead of four.
SIGHT_INLINE void add_run(const int rows, const int vectors, const _Bool flipped,
                          const int8_t *const *a, size_t groups, const sight_q8_igemm_panel *panel,
                          const int8_t *weights, int32x4_t *halves) {
    const size_t paired = panel->least_weight > -128 ? groups / 2 * 2 : 0;
    size_t group = 0;
    for (; group < paired; group += 2, weights += 128)
        add_groups(2, rows, vectors, flipped, a, group, weights, halves);
    for (; group < groups; group++, weights += 64)
        add_groups(1, rows, vectors, flipped, a, group, weights, halves);
}

/// Makes two partial sums of each of `count` registers of sums: the sum itself and zero.
SIGHT_INLINE void split_sums(const int count, const int32x4_t *sums, int32x4_t *halves) {
    const int32x4_t zero = vdupq_n_s32(0);
    SIGHT_UNROLL
    for (int i = 0; i < count; i++) {
        halves[2 * i] = vzip1q_s32(sums[i], zero);
        halves[2 * i + 1] = vzip2q_s32(sums[i], zero);
    }
}

/// Adds the two partial sums of each sum.
SIGHT_INLINE void join_sums(const int count, const int32x4_t *halves, int32x4_t *sums) {
    SIGHT_UNROLL
    for (int i = 0; i < count; i++)
        sums[i] = vpaddq_s32(halves[2 * i], halves[2 * i + 1]);
}

SIGHT_INLINE void sight_accumulate(const int rows, const int vectors, const _Bool flipped,
                                   const sight_window *window, size_t depth,
                                   const sight_q8_igemm_panel *panel, size_t n, int32x4_t *sums) {
    int32x4_t halves[16];
    split_sums(rows * vectors, sums, halves);
    const size_t groups = sight_q8_igemm_groups(depth);
    const int8_t *weights = panel->weights + 4 * n;
    for (size_t tap = 0; tap < window->taps; tap++, weights += 64 * groups) {
        const int8_t *a[2];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(window, (size_t)r, tap);
        add_run(rows, vectors, flipped, a, groups, panel, weights, halves);
    }
    join_sums(rows * vectors, halves, sums);
}

/// Copies four rows as int8. Writes up to 48 bytes past the end.
SIGHT_INLINE void copy_rows(const _Bool flipped, const sight_q8_igemm_job *job, size_t row,
                            int32_t *target) {
    const size_t depth = job->depth, run = 4 * sight_q8_igemm_groups(depth);
    for (size_t tap = 0; tap < job->window.taps; tap++, target += run) {
        const int8_t *a[4];
        SIGHT_UNROLL
        for (int r = 0; r < 4; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t k = 0; k < depth; k += 16) { // kernels may read past the end of a run
            int32x4x4_t fours;
            SIGHT_UNROLL
            for (int r = 0; r < 4; r++)
                fours.val[r] = vreinterpretq_s32_s8(sight_activations(vld1q_s8(a[r] + k), flipped));
            vst4q_s32(target + k, fours);
        }
    }
}

/// Computes all columns of four rows; the first argument is a constant at every call.
SIGHT_INLINE void four_rows_of_block(const _Bool flipped, const sight_q8_igemm_job *job,
                                     const sight_narrower *narrower, size_t row,
                                     const sight_block *block) {
    const size_t groups = sight_q8_igemm_groups(job->depth) * job->window.taps;
    const size_t end = block->column + block->columns;
    int32_t copy[4 * copied_groups + 12], row_sums[4];
    const int8_t *const bytes = (const int8_t *)copy;
    sums_of_rows(4, job, row, row_sums);
    copy_rows(flipped, job, row, copy);
    for (size_t column = block->column; column < end; column += 8) {
        const sight_q8_igemm_panel panel =
            sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, column);
        const size_t n = column % 16;
        int32x4_t sums[8], halves[16];
        start_sums(4, 2, flipped, &panel, n, row_sums, sums);
        split_sums(8, sums, halves);
        add_run(4, 2, flipped, &bytes, groups, &panel, panel.weights + 4 * n, halves);
        join_sums(8, halves, sums);
        finish_tile(4, 2, job, narrower, &panel, n, sums, row, column, end - column);
    }
}

/// Computes a block; the first argument is a constant at every call.
SIGHT_INLINE void whole_block(const _Bool flipped, const sight_q8_igemm_job *job,
                              const sight_block *block) {
    const _Bool copied = sight_q8_igemm_groups(job->depth) * job->window.taps <= copied_groups;
    const sight_narrower narrower = sight_narrower_load(&job->requantization);
    const size_t end = block->row + block->rows;
    size_t row = block->row;
    for (; copied && end - row >= 4; row += 4)
        four_rows_of_block(flipped, job, &narrower, row, block);
    for (; end - row >= 2; row += 2)
        rows_of_block(2, flipped, job, &narrower, row, block);
    if (row < end)
        rows_of_block(1, flipped, job, &narrower, row, block);
}

void sight_q8_igemm__neon_4x8(const sight_q8_igemm_job *job, sight_block block) {
    if (job->input_flip) // the activations are int8
        whole_block(0, job, &block);
    else
        whole_block(1, job, &block);
}

#endif
