#include "f32-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "../floats-avx2.h"
#include "f32-igemm-narrow.h"

// Rows of a tile: of 16 columns, whose sums take 12 registers, and of the last 8 columns. Eight
// sums are enough not to wait for a product.
enum { wide_rows = 6, half_rows = 8 };

/// Eight columns of the job's addend; zeros where it has none.
SIGHT_INLINE __m256 addend_of(const sight_f32_igemm_job *job, size_t row, size_t column) {
    return sight_load_floats(sight_f32_igemm_addend_at(job, row, column),
                             sight_f32_igemm_addend_left(job, column));
}

/// Computes rows x 8 * vectors outputs. Each iteration adds the products of `step` inputs of a run,
/// a divisor of K. The first three arguments are constants at every call, with at most 12 sums.
SIGHT_INLINE void tile_by_steps(const int rows, const int vectors, const int step,
                                const sight_f32_igemm_job *job, size_t row, size_t column,
                                size_t columns) {
    const float *w = sight_f32_igemm_panel_at(job, column);
    __m256 sums[2 * wide_rows]; // [row][vector]
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++)
        sums[i] = _mm256_loadu_ps(w + 8 * (i % vectors));
    w += 16;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const float *a[half_rows];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t k = 0; k < job->depth; k += (size_t)step, w += 16 * step) {
            SIGHT_UNROLL
            for (int i = 0; i < step; i++) {
                __m256 weights[2];
                if (rows > 2)
                    sight_prefetch(w + 16 * i);
                SIGHT_UNROLL
                for (int v = 0; v < vectors; v++)
                    weights[v] = _mm256_loadu_ps(w + 16 * i + 8 * v);
                SIGHT_UNROLL
                for (int r = 0; r < rows; r++) {
                    const __m256 value = _mm256_broadcast_ss(a[r] + k + i);
                    SIGHT_UNROLL
                    for (int v = 0; v < vectors; v++)
                        sums[vectors * r + v] =
                            _mm256_fmadd_ps(value, weights[v], sums[vectors * r + v]);
                }
            }
        }
    }
    const __m256 minimum = _mm256_set1_ps(job->minimum), maximum = _mm256_set1_ps(job->maximum);
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        char *start = (char *)job->output + (row + (size_t)r) * job->output_stride;
        float *output = (float *)(void *)start + column;
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++) {
            const size_t first = 8 * (size_t)v;
            __m256 sum = sums[vectors * r + v];
            if (job->addend)
                sum = _mm256_add_ps(sum, addend_of(job, row + (size_t)r, column + first));
            sum = sight_clamp_floats(sum, minimum, maximum);
            sight_store_floats(output + first, sum, columns > first ? columns - first : 0);
        }
    }
}

/// Computes rows x 8 * vectors outputs. The first two arguments are constants at every call.
SIGHT_INLINE void tile(const int rows, const int vectors, const sight_f32_igemm_job *job,
                       size_t row, size_t column, size_t columns) {
    if (job->depth % 4 == 0)
        tile_by_steps(rows, vectors, 4, job, row, column, columns);
    else
        tile_by_steps(rows, vectors, 1, job, row, column, columns);
}

/// Computes all columns of `rows` rows; `rows` is a constant at every call.
SIGHT_INLINE void rows_of_block(const int rows, const sight_f32_igemm_job *job, size_t row,
                                const sight_block *block) {
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 16)
        tile(rows, 2, job, row, column, end - column);
}

/// Computes a block in tiles of 16 columns.
static __attribute__((noinline)) void wide_block(const sight_f32_igemm_job *job,
                                                 const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    // The sums of 1 or 2 rows wait for their last products, so 7 rows are 4 and 3.
    for (; end - row >= wide_rows && end - row != 7; row += wide_rows)
        rows_of_block(wide_rows, job, row, block);
    if (end - row == 7) {
        rows_of_block(4, job, row, block);
        row += 4;
    }
    switch (end - row) {
    case 0:
        break;
    case 1:
        rows_of_block(1, job, row, block);
        break;
    case 2:
        rows_of_block(2, job, row, block);
        break;
    case 3:
        rows_of_block(3, job, row, block);
        break;
    case 4:
        rows_of_block(4, job, row, block);
        break;
    default:
        rows_of_block(5, job, row, block);
    }
}

/// Computes a block of up to 8 columns.
static __attribute__((noinline)) void half_block(const sight_f32_igemm_job *job,
                                                 const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; end - row >= half_rows; row += half_rows)
        tile(half_rows, 1, job, row, block->column, block->columns);
    for (; end - row >= 4; row += 4)
        tile(4, 1, job, row, block->column, block->columns);
    for (; row < end; row++)
        tile(1, 1, job, row, block->column, block->columns);
}

void sight_f32_igemm__avx2_6x16(const sight_f32_igemm_job *job, sight_block block) {
    block = narrow_block(job, block);
    const size_t rest = block.columns % 16, half = rest <= 8 ? rest : 0;
    block.columns -= half;
    const sight_block last = {block.row, block.rows, block.column + block.columns, half};
    if (block.columns > 0)
        wide_block(job, &block);
    if (half > 0)
        half_block(job, &last);
}

SIGHT_TARGET_END
#endif
