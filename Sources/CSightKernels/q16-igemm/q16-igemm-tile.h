// Computes four rows at once; shared by the tiers. The inputs of the rows are copied, so that the
// runs of a row follow each other without gaps, and multiplied in chunks. Sums of a chunk fit 32
// bits: a weight of 16 bits is split into 256 * high + low, with high in -128 ... 127 and low in
// 0 ... 255. The including file defines
//   words, sums32      registers of 16-bit inputs and weights, and of 32-bit sums
//   word_lanes         the number of words of a register, a divisor of `step`
//   load_words(a)      loads words
//   widen_bytes(b)     loads bytes and widens them to words
//   high_bytes(w)      the upper bytes of words, with their signs
//   low_bytes(w)       the lower bytes of words, without signs
//   no_sums()          zeros
//   add_products(s, a, b)  adds the products of all words to sums; products of neighbors may share
//                          a sum
//   totals(s, four)    writes the totals of four registers of sums

#include <string.h>

enum {
    chunk = 256, // the largest sum is 256 * 2^15 * 255, below 2^31
    step = 16,   // inputs that are multiplied at once
};

// The rows of a call and their inputs.
typedef struct {
    const sight_q16_igemm_job *job;
    size_t row, rows;
    int16_t inputs[sight_q16_igemm_rows][chunk];
} tile_rows;

/// Copies `count` inputs of each row from place `start` of the row on, then zeros up to a multiple
/// of `step`. Missing rows repeat the first one.
SIGHT_INLINE void copy_inputs(tile_rows *tile, size_t start, size_t count) {
    const sight_q16_igemm_job *job = tile->job;
    for (size_t r = 0; r < sight_q16_igemm_rows; r++) {
        const size_t row = tile->row + (r < tile->rows ? r : 0);
        int16_t *target = tile->inputs[r];
        size_t tap = start / job->depth, k = start % job->depth;
        for (size_t left = count; left > 0; tap++, k = 0) {
            const int16_t *a = sight_window_run(&job->window, row, tap); // [K]
            const size_t part = job->depth - k < left ? job->depth - k : left;
            memcpy(target, a + k, part * sizeof *target);
            target += part;
            left -= part;
        }
        memset(target, 0, (0 - count) % step * sizeof *target);
    }
}

/// Adds the products of `step` inputs of each row and the weights at `weights`. `high` and `low`
/// have sums of each row; without `has_words`, `high` has the sums of bytes. `has_words` is a
/// constant at every call.
SIGHT_INLINE void add_step(const _Bool has_words, const tile_rows *tile, size_t k,
                           const void *weights, sums32 *high, sums32 *low) {
    SIGHT_UNROLL
    for (int i = 0; i < step; i += word_lanes) {
        const words w = has_words ? load_words((const int16_t *)weights + i)
                                  : widen_bytes((const int8_t *)weights + i);
        SIGHT_UNROLL
        for (int r = 0; r < sight_q16_igemm_rows; r++) {
            const words a = load_words(tile->inputs[r] + k + (size_t)i);
            high[r] = add_products(high[r], a, has_words ? high_bytes(w) : w);
            if (has_words)
                low[r] = add_products(low[r], a, low_bytes(w));
        }
    }
}

/// Copies the last `count` bytes of the weights and adds zeros. Kept apart from the loop over
/// columns, whose registers of sums must not go to the stack.
__attribute__((noinline)) static const char *padded(const char *weights, size_t count,
                                                    char copy[2 * step]) {
    memset(copy, 0, 2 * step);
    return memcpy(copy, weights, count);
}

/// Adds the products of `count` copied inputs and a column's weights to the column's sums. Reads
/// no weights from `end` on. `has_words` is a constant at every call.
SIGHT_INLINE void add_column(const _Bool has_words, const tile_rows *tile, size_t count,
                             const char *weights, const char *end, int64_t *sums) {
    // The last step may read weights of the next column, which it multiplies by zeros.
    const size_t size = has_words ? 2 : 1, final = (count - 1) / step * step;
    const char *tail = weights + final * size;
    char copy[2 * step];
    if ((size_t)(end - tail) < step * size)
        tail = padded(tail, (size_t)(end - tail), copy);
    sums32 high[sight_q16_igemm_rows], low[sight_q16_igemm_rows];
    SIGHT_UNROLL
    for (int r = 0; r < sight_q16_igemm_rows; r++)
        high[r] = low[r] = no_sums();
    for (size_t k = 0; k < final; k += step, weights += step * size)
        add_step(has_words, tile, k, weights, high, low);
    add_step(has_words, tile, final, tail, high, low);
    int32_t upper[sight_q16_igemm_rows], lower[sight_q16_igemm_rows];
    totals(high, upper);
    if (has_words)
        totals(low, lower);
    SIGHT_UNROLL
    for (int r = 0; r < sight_q16_igemm_rows; r++)
        sums[r] += has_words ? (int64_t)upper[r] * 256 + lower[r] : upper[r];
}

/// Computes all columns; `has_words` is a constant at every call.
SIGHT_INLINE void run_columns(const _Bool has_words, tile_rows *tile, int64_t *sums) {
    const sight_q16_igemm_job *job = tile->job;
    const size_t length = job->window.taps * job->depth, size = has_words ? 2 : 1;
    const char *weights = job->weights, *end = weights + job->columns * length * size;
    memset(sums, 0, job->columns * sight_q16_igemm_rows * sizeof *sums);
    for (size_t start = 0; start < length; start += chunk) {
        const size_t count = length - start < chunk ? length - start : chunk;
        copy_inputs(tile, start, count);
        for (size_t n = 0; n < job->columns; n++)
            add_column(has_words, tile, count, weights + (n * length + start) * size, end,
                       sums + n * sight_q16_igemm_rows);
    }
}

SIGHT_INLINE void run_rows(const sight_q16_igemm_job *job, size_t row, size_t rows, int64_t *sums) {
    tile_rows tile = {.job = job, .row = row, .rows = rows};
    if (job->has_words)
        run_columns(1, &tile, sums);
    else
        run_columns(0, &tile, sums);
}
