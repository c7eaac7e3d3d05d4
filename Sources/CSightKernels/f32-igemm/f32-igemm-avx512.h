// The tiles of float outputs on AVX-512, shared by the products of binary32 and of bfloat16.
//
// A kernel file includes this header between SIGHT_TARGET_BEGIN and SIGHT_TARGET_END, and defines
// the type `tile_job` and the function `tile`, which computes rows x 16 * panels outputs and calls
// store_tile.

#include "../floats-avx512.h"

enum { tile_rows = 12, few_panels = 4 };

/// Adds the addend, clamps and writes sums [rows][panels]; the first three arguments are constants
/// at every call.
SIGHT_INLINE void store(const int rows, const int panels, const _Bool adds,
                        const sight_f32_igemm_job *job, const __m512 *sums, size_t row,
                        size_t column, size_t columns) {
    const __m512 minimum = _mm512_set1_ps(job->minimum), maximum = _mm512_set1_ps(job->maximum);
    const size_t stride = job->output_stride, start = row * stride + column * sizeof(float);
    char *output = (char *)job->output + start;
    const size_t addends = adds ? sight_f32_igemm_addend_left(job, column) : 0;
    const __mmask16 mask =
        sight_first_lanes(columns - 16 * ((size_t)panels - 1)); // of the last panel
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++, output += stride) {
        SIGHT_UNROLL
        for (int p = 0; p < panels; p++) {
            const __mmask16 part = p < panels - 1 ? 0xFFFF : mask;
            const size_t first = 16 * (size_t)p;
            __m512 sum = sums[panels * r + p];
            if (adds)
                sum = _mm512_add_ps(
                    sum, _mm512_maskz_loadu_ps(
                             sight_first_lanes(addends > first ? addends - first : 0),
                             sight_f32_igemm_addend_at(job, row + (size_t)r, column + first)));
            sum = sight_clamp_floats(sum, minimum, maximum);
            _mm512_mask_storeu_ps(output + 64 * p, part, sum);
        }
    }
}

/// Finishes a tile, whose sums are [rows][panels]; `rows` and `panels` are constants at every call.
SIGHT_INLINE void store_tile(const int rows, const int panels, const sight_f32_igemm_job *job,
                             const __m512 *sums, size_t row, size_t column, size_t columns) {
    if (job->addend)
        store(rows, panels, 1, job, sums, row, column, columns);
    else
        store(rows, panels, 0, job, sums, row, column, columns);
}

SIGHT_INLINE void tile(const int rows, const int panels, const tile_job *job, size_t row,
                       size_t column, size_t columns);

/// Computes all columns of `rows` rows; `rows` is a constant at every call. With few rows a tile
/// has more columns: enough independent sums keep the multiply-add units busy, and each loaded
/// value is used more often.
SIGHT_INLINE void rows_of_block(const int rows, const tile_job *job, size_t row,
                                const sight_block *block) {
    const size_t end = block->column + block->columns;
    size_t column = block->column;
    for (; rows <= tile_rows / 2 && column + 48 < end; column += 64)
        tile(rows, few_panels, job, row, column, end - column);
    for (; column < end; column += 32) {
        if (end - column > 16)
            tile(rows, 2, job, row, column, end - column);
        else
            tile(rows, 1, job, row, column, end - column);
    }
}

// Bytes of weights that stay in the second-level cache while all tiles of rows read them.
enum { kept_bytes = 3 << 19 };

/// Computes a block whose weights have `bytes` bytes.
SIGHT_INLINE void run_block(const tile_job *job, const sight_block *block, size_t bytes) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    const _Bool flat = block->columns > 48 && bytes <= kept_bytes;
    for (; flat && end - row >= 6; row += 6)
        rows_of_block(6, job, row, block);
    for (; end - row >= tile_rows; row += tile_rows)
        rows_of_block(tile_rows, job, row, block);
    if (end - row >= 8) {
        rows_of_block(8, job, row, block);
        row += 8;
    }
    if (end - row >= 4) {
        rows_of_block(4, job, row, block);
        row += 4;
    }
    if (end - row >= 2) {
        rows_of_block(2, job, row, block);
        row += 2;
    }
    if (row < end)
        rows_of_block(1, job, row, block);
}
