// Tiles of the last columns of a layer, up to 4, for all vector tiers. A register holds 8
// neighboring products of one row with one column, and its 8 lanes are added up at the end. A wide
// tile would use only these columns of its 16.

#include <string.h>

enum {
    narrow_columns = 4,
    narrow_lanes = 8,
    narrow_rows = 4,     // most rows of a tile
    narrow_limit = 1024, // most weights of one column
};

typedef float narrow_sums __attribute__((vector_size(32)));
typedef float narrow_totals __attribute__((vector_size(16)));

/// Returns the number of a block's last columns that narrow tiles compute: the runs must be whole
/// registers. It depends only on the layer, so that a row has the same bits in every block.
SIGHT_INLINE size_t narrow_count(const sight_f32_igemm_job *job, const sight_block *block) {
    const size_t rest = block->columns % 16;
    const _Bool fits = rest <= narrow_columns && job->depth % narrow_lanes == 0 &&
                       job->depth >= 2 * narrow_lanes &&
                       job->window.taps * job->depth <= narrow_limit;
    return fits ? rest : 0;
}

/// Copies the weights of the columns to [column][taps * K]. `columns` is a constant at every call.
SIGHT_INLINE void narrow_pack(const int columns, const float *w, size_t count, float *weights) {
    for (size_t k = 0; k < count; k++, w += 16) {
        SIGHT_UNROLL
        for (int c = 0; c < columns; c++)
            weights[(size_t)c * count + k] = w[c];
    }
}

/// Returns the sum of all lanes of each of four registers.
SIGHT_INLINE narrow_totals narrow_add(const narrow_sums s[4]) {
#define SIGHT_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
    narrow_sums pairs[2]; // lanes 0 1 of two registers in turn, then their lanes 2 3, 4 5 and 6 7
    SIGHT_UNROLL
    for (int i = 0; i < 2; i++)
        pairs[i] = SIGHT_SHUFFLE(s[2 * i], s[2 * i + 1], 0, 8, 2, 10, 4, 12, 6, 14) +
                   SIGHT_SHUFFLE(s[2 * i], s[2 * i + 1], 1, 9, 3, 11, 5, 13, 7, 15);
    const narrow_sums halves = SIGHT_SHUFFLE(pairs[0], pairs[1], 0, 1, 8, 9, 4, 5, 12, 13) +
                               SIGHT_SHUFFLE(pairs[0], pairs[1], 2, 3, 10, 11, 6, 7, 14, 15);
    return SIGHT_SHUFFLE(halves, halves, 0, 1, 2, 3) + SIGHT_SHUFFLE(halves, halves, 4, 5, 6, 7);
#undef SIGHT_SHUFFLE
}

/// Adds the products of rows [rows] with the columns to sums [rows][columns]. The first two
/// arguments are constants at every call.
SIGHT_INLINE void narrow_multiply(const int rows, const int columns, const sight_f32_igemm_job *job,
                                  const float *weights, size_t row, size_t last,
                                  narrow_sums *sums) {
    const size_t depth = job->depth, count = job->window.taps * depth;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const float *a[narrow_rows];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r < last ? row + (size_t)r : last,
                                    tap);
        const float *w = weights + tap * depth;
        for (size_t k = 0; k < depth; k += narrow_lanes) {
            narrow_sums values[narrow_rows], factors;
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++)
                memcpy(&values[r], a[r] + k, sizeof values[r]);
            SIGHT_UNROLL
            for (int c = 0; c < columns; c++) {
                memcpy(&factors, w + (size_t)c * count + k, sizeof factors);
                SIGHT_UNROLL
                for (int r = 0; r < rows; r++)
                    sums[r * columns + c] += values[r] * factors;
            }
        }
    }
}

/// Adds the bias and the addend to a sum, clamps and writes it.
SIGHT_INLINE void narrow_store(const sight_f32_igemm_job *job, float sum, const float *bias,
                               size_t row, size_t column, size_t c) {
    sum += bias[c];
    sum = job->addend ? sum + sight_f32_igemm_addend(job, row, column + c) : sum;
    // NaN passes both comparisons, as in the reference.
    sum = sum < job->minimum ? job->minimum : sum;
    sum = sum > job->maximum ? job->maximum : sum;
    ((float *)(void *)((char *)job->output + row * job->output_stride))[column + c] = sum;
}

/// Computes `rows` rows from `row` on and writes those before `end`; the others repeat the last
/// one. The first two arguments are constants at every call.
SIGHT_INLINE void narrow_tile(const int rows, const int columns, const sight_f32_igemm_job *job,
                              const float *weights, const float *bias, size_t row, size_t end,
                              size_t column) {
    narrow_sums sums[8] = {0}; // [row][column]
    narrow_multiply(rows, columns, job, weights, row, end - 1, sums);
    SIGHT_UNROLL
    for (int i = 0; i < 8; i += 4) {
        const narrow_totals totals = narrow_add(sums + i);
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++) {
            const size_t r = row + (size_t)((i + j) / columns);
            if (i + j < rows * columns && r < end)
                narrow_store(job, totals[j], bias, r, column, (size_t)((i + j) % columns));
        }
    }
}

/// Computes a block; `columns` is a constant at every call. AVX2 has registers for eight sums
/// beside the values of the rows.
SIGHT_INLINE void narrow_run(const int columns, const sight_f32_igemm_job *job,
                             const sight_block *block) {
    float weights[narrow_columns * narrow_limit];
    const float *panel = sight_f32_igemm_panel_at(job, block->column);
    narrow_pack(columns, panel + 16, job->window.taps * job->depth, weights);
    const size_t end = block->row + block->rows;
    const int rows = columns <= 2 ? narrow_rows : narrow_rows / 2;
    for (size_t row = block->row; row < end; row += (size_t)rows)
        narrow_tile(rows, columns, job, weights, panel, row, end, block->column);
}

/// Computes the last columns of a block in narrow tiles if `narrow_count` is not zero. Returns the
/// rest of the block. A separate function, which has a copy of the weights on its stack.
static __attribute__((noinline)) sight_block narrow_block(const sight_f32_igemm_job *job,
                                                          sight_block block) {
    const size_t count = narrow_count(job, &block);
    block.columns -= count;
    const sight_block last = {block.row, block.rows, block.column + block.columns, count};
    switch (count) {
    case 0:
        break;
    case 1:
        narrow_run(1, job, &last);
        break;
    case 2:
        narrow_run(2, job, &last);
        break;
    case 3:
        narrow_run(3, job, &last);
        break;
    default:
        narrow_run(4, job, &last);
    }
    return block;
}
