// The tile of up to sight_tile_rows rows by 16 columns on 256-bit registers, shared by AVX2 and
// AVX-VNNI. The including file defines
//   sight_tile_rows           rows of the largest tile
//   sight_dot4(sums, a, w)    for each of 8 columns, adds the exact sum of four uint8 * int8

#include "../requantize/requantize-avx2.h"
#include "../store-bytes-sse.h"

#include <string.h>

/// Sum of a row's activations over all taps. uint8 only.
SIGHT_INLINE int32_t row_sum(const sight_q8_igemm_job *job, size_t row) {
    uint32_t sum = 0;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < job->depth; k++)
            sum += a[k];
    }
    return (int32_t)sum;
}

/// Requantises and writes 16 columns of one row, or fewer.
SIGHT_INLINE void store(const sight_q8_igemm_job *job, const sight_q8_igemm_panel *panel,
                        const __m256i *sums, size_t row, size_t column, size_t columns) {
    if (job->sums_only) {
        char *target = (char *)job->output + row * job->output_stride + 4 * column;
        const __m256i copy[2] = {sums[0], sums[1]}; // so that `sums` itself stays in registers
        memcpy(target, copy, 4 * (columns < 16 ? columns : 16));
        return;
    }
    const sight_requantization *q = &job->requantization;
    const __m256i minimum = _mm256_set1_epi32(q->minimum - q->zero_point);
    const __m256i maximum = _mm256_set1_epi32(q->maximum - q->zero_point);
    __m256i y[2];
    SIGHT_UNROLL
    for (int v = 0; v < 2; v++) {
        const __m256i *multiplier = (const __m256i *)(const void *)(panel->multiplier + 8 * v);
        const __m256i *left = (const __m256i *)(const void *)(panel->left + 8 * v);
        const __m256i *right = (const __m256i *)(const void *)(panel->right + 8 * v);
        const __m256i m = _mm256_loadu_si256(multiplier), r = _mm256_loadu_si256(right);
        y[v] = q->nearest
                   ? sight_requantize_nearest_8(sums[v], sight_nearest_factors_8(m, r))
                   : sight_requantize_8(sums[v], m, _mm256_loadu_si256(left), r, q->rounds_once);
        y[v] = _mm256_min_epi32(_mm256_max_epi32(y[v], minimum), maximum);
        y[v] = _mm256_add_epi32(y[v], _mm256_set1_epi32(q->zero_point));
        y[v] = _mm256_and_si256(y[v], _mm256_set1_epi32(0xFF)); // int8 and uint8 alike
    }
    // The lanes of packing: y0 low, y1 low, y0 high, y1 high.
    __m256i words = _mm256_permute4x64_epi64(_mm256_packus_epi32(y[0], y[1]), 0xD8);
    __m128i bytes =
        _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
    sight_store_bytes_16((uint8_t *)job->output + row * job->output_stride + column, bytes,
                         columns);
}

/// Four activations in every lane. `flipped` is a constant at every call.
SIGHT_INLINE __m256i broadcast(const uint8_t *a, const _Bool flipped) {
    int32_t four;
    memcpy(&four, a, 4);
    __m128i lane = _mm_cvtsi32_si128(four);
    if (flipped)
        lane = _mm_xor_si128(lane, _mm_set1_epi8((char)0x80));
    return _mm256_broadcastd_epi32(lane);
}

/// Computes rows x 16 outputs; `rows` and `flipped` are constants at every call.
SIGHT_INLINE void tile(const int rows, const _Bool flipped, const sight_q8_igemm_job *job,
                       const int32_t *row_sums, size_t row, size_t column, size_t columns) {
    const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, column);
    __m256i sums[2 * sight_tile_rows]; // [row][2]
    SIGHT_UNROLL
    for (int i = 0; i < 2 * rows; i++) {
        const __m256i *bias = (const __m256i *)(const void *)(panel.bias + 8 * (i & 1));
        sums[i] = _mm256_add_epi32(_mm256_set1_epi32(row_sums[i / 2]), _mm256_loadu_si256(bias));
    }
    const size_t groups = sight_q8_igemm_groups(job->depth);
    const int8_t *weights = panel.weights;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a[sight_tile_rows];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t group = 0; group < groups; group++, weights += 64) {
            const __m256i w0 = _mm256_loadu_si256((const __m256i *)(const void *)weights);
            const __m256i w1 = _mm256_loadu_si256((const __m256i *)(const void *)(weights + 32));
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                const __m256i four = broadcast(a[r] + 4 * group, flipped);
                sums[2 * r] = sight_dot4(sums[2 * r], four, w0);
                sums[2 * r + 1] = sight_dot4(sums[2 * r + 1], four, w1);
            }
        }
    }
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        store(job, &panel, sums + 2 * r, row + (size_t)r, column, columns);
}

/// All columns of `rows` rows; `rows` is a constant at every call.
SIGHT_INLINE void rows_of_block(const int rows, const sight_q8_igemm_job *job, size_t row,
                                const sight_block *block) {
    int32_t sums[sight_tile_rows] = {0}; // c * sum a
    for (int r = 0; job->weight_offset != 0 && r < rows; r++)
        sums[r] = (int32_t)((uint32_t)job->weight_offset * (uint32_t)row_sum(job, row + (size_t)r));
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 16) {
        if (job->input_flip)
            tile(rows, 1, job, sums, row, column, end - column);
        else
            tile(rows, 0, job, sums, row, column, end - column);
    }
}

/// The whole block: tiles of all rows, then what is left in tiles of 2 and 1.
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
