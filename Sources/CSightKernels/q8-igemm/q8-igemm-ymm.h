// The tile of up to sight_tile_rows rows by 16 columns on 256-bit registers, shared by AVX2 and
// AVX-VNNI. The including file defines
//   sight_tile_rows           the rows of the largest tile
//   sight_tile_order          the order in which the kernel's weights are packed
//   sight_dot4(sums, a, w)    adds, for each of 8 columns, the exact sum of four products
//                             uint8 * int8

#include "../requantize/requantize-avx2.h"
#include "../store-bytes-sse.h"

#include <string.h>

/// The sum of a row's activations over all taps, for uint8 only.
SIGHT_INLINE int32_t row_sum(const sight_q8_igemm_job *job, size_t row) {
    static const uint8_t masks[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                      255, 255, 255, 255, 255, 255, 255, 255};
    const size_t whole = job->depth / 16 * 16, rest = job->depth - whole;
    const __m128i mask = _mm_loadu_si128((const __m128i *)(const void *)(masks + 16 - rest));
    const __m128i zero = _mm_setzero_si128();
    __m128i sums = zero;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < whole; k += 16) {
            const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(a + k));
            sums = _mm_add_epi64(sums, _mm_sad_epu8(bytes, zero));
        }
        if (rest > 0) { // kernels may read past the end of a run
            const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)(a + whole));
            sums = _mm_add_epi64(sums, _mm_sad_epu8(_mm_and_si128(bytes, mask), zero));
        }
    }
    return _mm_cvtsi128_si32(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums)));
}

/// Steps 1 to 3 of requantization for 16 columns of a row; `nearest` is a constant at every call.
SIGHT_INLINE void requantize(const _Bool nearest, const sight_q8_igemm_job *job,
                             const sight_q8_igemm_panel *panel, const __m256i *sums,
                             __m256i *results) {
    const _Bool once = job->requantization.rounds_once;
    SIGHT_UNROLL
    for (int v = 0; v < 2; v++) {
        const __m256i *multiplier = (const __m256i *)(const void *)(panel->multiplier + 8 * v);
        const __m256i *left = (const __m256i *)(const void *)(panel->left + 8 * v);
        const __m256i *right = (const __m256i *)(const void *)(panel->right + 8 * v);
        results[v] =
            nearest ? sight_requantize_nearest_8(sums[v], _mm256_loadu_ps(panel->factor + 8 * v))
                    : sight_requantize_8(sums[v], _mm256_loadu_si256(multiplier),
                                         _mm256_loadu_si256(left), _mm256_loadu_si256(right), once);
    }
}

/// Requantizes a tile's sums [rows][2] and writes up to 16 columns of each row, two rows at a time.
/// The first two arguments are constants at every call.
SIGHT_INLINE void store_bytes(const int rows, const _Bool nearest, const sight_q8_igemm_job *job,
                              const sight_q8_igemm_panel *panel, const __m256i *sums, size_t row,
                              size_t column, size_t columns) {
    const sight_narrower_avx2 narrower = sight_narrower_avx2_load(&job->requantization);
    const size_t stride = job->output_stride;
    uint8_t *output = (uint8_t *)job->output + row * stride + column;
    SIGHT_UNROLL
    for (int r = 0; r < rows; r += 2, output += 2 * stride) {
        __m256i upper[2], lower[2];
        requantize(nearest, job, panel, sums + 2 * r, upper);
        if (rows > 1)
            requantize(nearest, job, panel, sums + 2 * r + 2, lower);
        const __m256i bytes = sight_narrow_2x16(upper, rows > 1 ? lower : upper, &narrower);
        sight_store_bytes_16(output, _mm256_castsi256_si128(bytes), columns);
        if (rows > 1)
            sight_store_bytes_16(output + stride, _mm256_extracti128_si256(bytes, 1), columns);
    }
}

/// Writes a tile's sums without requantization.
SIGHT_INLINE void store_sums(const int rows, const sight_q8_igemm_job *job, const __m256i *sums,
                             size_t row, size_t column, size_t columns) {
    char *output = (char *)job->output + row * job->output_stride + 4 * column;
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++, output += job->output_stride) {
        // A copy, so that `sums` stays in registers.
        const __m256i copy[2] = {sums[2 * r], sums[2 * r + 1]};
        memcpy(output, copy, 4 * (columns < 16 ? columns : 16));
    }
}

/// Writes a tile's sums [rows][2], requantized unless the job asks for sums; `rows` is a constant
/// at every call.
SIGHT_INLINE void store(const int rows, const sight_q8_igemm_job *job,
                        const sight_q8_igemm_panel *panel, __m256i *sums, size_t row, size_t column,
                        size_t columns) {
    if (job->sums_only) {
        store_sums(rows, job, sums, row, column, columns);
        return;
    }
    if (job->requantization.nearest)
        store_bytes(rows, 1, job, panel, sums, row, column, columns);
    else
        store_bytes(rows, 0, job, panel, sums, row, column, columns);
}

/// Sets the sums of a tile to the biases plus the correction of each row.
SIGHT_INLINE void start_sums(const int rows, const sight_q8_igemm_panel *panel,
                             const int32_t *row_sums, __m256i *sums) {
    SIGHT_UNROLL
    for (int i = 0; i < 2 * rows; i++) {
        const __m256i *bias = (const __m256i *)(const void *)(panel->bias + 8 * (i & 1));
        sums[i] = _mm256_add_epi32(_mm256_set1_epi32(row_sums[i / 2]), _mm256_loadu_si256(bias));
    }
}

/// Broadcasts four activations to every lane. `flipped` is a constant at every call.
SIGHT_INLINE __m256i broadcast(const uint8_t *a, const _Bool flipped) {
    int32_t four;
    memcpy(&four, a, 4);
    __m128i lane = _mm_cvtsi32_si128(four);
    if (flipped)
        lane = _mm_xor_si128(lane, _mm_set1_epi8((char)0x80));
    return _mm256_broadcastd_epi32(lane);
}

/// Computes rows x 8 * vectors outputs. The first three arguments are constants at every call.
SIGHT_INLINE void tile(const int rows, const int vectors, const _Bool flipped,
                       const sight_q8_igemm_job *job, const int32_t *row_sums, size_t row,
                       size_t column, size_t columns) {
    const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, sight_tile_order, column);
    __m256i sums[2 * sight_tile_rows]; // [row][2]
    start_sums(rows, &panel, row_sums, sums);
    const size_t groups = sight_q8_igemm_groups(job->depth);
    const int8_t *weights = panel.weights;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a[sight_tile_rows];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t group = 0; group < groups; group++, weights += 64) {
            const __m256i w0 = _mm256_loadu_si256((const __m256i *)(const void *)weights);
            if (rows > 2)
                sight_prefetch(weights);
            const __m256i w1 = _mm256_loadu_si256((const __m256i *)(const void *)(weights + 32));
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                const __m256i four = broadcast(a[r] + 4 * group, flipped);
                sums[2 * r] = sight_dot4(sums[2 * r], four, w0);
                if (vectors > 1)
                    sums[2 * r + 1] = sight_dot4(sums[2 * r + 1], four, w1);
            }
        }
    }
    store(rows, job, &panel, sums, row, column, columns);
}

/// Computes the correction of each row of a tile: c * sum a.
SIGHT_INLINE void sums_of_rows(const int rows, const sight_q8_igemm_job *job, size_t row,
                               int32_t *sums) {
    for (int r = 0; r < rows; r++)
        sums[r] =
            job->weight_offset == 0
                ? 0
                : (int32_t)((uint32_t)job->weight_offset * (uint32_t)row_sum(job, row + (size_t)r));
}

/// Computes all columns of `rows` rows; `rows` is a constant at every call.
SIGHT_INLINE void rows_of_block(const int rows, const sight_q8_igemm_job *job, size_t row,
                                const sight_block *block) {
    int32_t sums[sight_tile_rows];
    sums_of_rows(rows, job, row, sums);
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 16) {
        const size_t left = end - column;
        if (left > 8 && job->input_flip)
            tile(rows, 2, 1, job, sums, row, column, left);
        else if (left > 8)
            tile(rows, 2, 0, job, sums, row, column, left);
        else if (job->input_flip)
            tile(rows, 1, 1, job, sums, row, column, left);
        else
            tile(rows, 1, 0, job, sums, row, column, left);
    }
}

/// Computes the whole block: tiles with the full number of rows, then the remaining rows in tiles
/// of 2 and 1.
SIGHT_INLINE void run_block(const sight_q8_igemm_job *job, const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; end - row >= sight_tile_rows; row += sight_tile_rows)
        rows_of_block(sight_tile_rows, job, row, block);
    for (; end - row >= 2; row += 2)
        rows_of_block(2, job, row, block);
    if (row < end)
        rows_of_block(1, job, row, block);
}
