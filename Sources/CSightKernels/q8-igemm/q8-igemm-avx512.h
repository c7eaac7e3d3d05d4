// The tile shared by the AVX-512 tiers: up to 8 rows by 32 columns. The including file defines
// sight_dot4(accumulators, activations, weights): for each of 16 columns, adds the exact sum of
// four products uint8 * int8.

#include "../requantize/requantize-avx512.h"

#include <string.h>

/// Sum of a row's activations over all taps. uint8 only.
SIGHT_INLINE int32_t row_sum(const sight_q8_igemm_job *job, size_t row) {
    __m512i sum = _mm512_setzero_si512();
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < job->depth; k += 64) {
            size_t rest = job->depth - k;
            __mmask64 mask = rest >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << rest) - 1;
            __m512i bytes = _mm512_maskz_loadu_epi8(mask, a + k);
            sum = _mm512_add_epi64(sum, _mm512_sad_epu8(bytes, _mm512_setzero_si512()));
        }
    }
    return (int32_t)_mm512_reduce_add_epi64(sum);
}

/// Four activations in every lane.
SIGHT_INLINE __m512i broadcast(const uint8_t *a) {
    int32_t four;
    memcpy(&four, a, 4);
    return _mm512_set1_epi32(four);
}

/// Requantises and writes one panel's columns of `rows` rows.
SIGHT_INLINE void store(const sight_q8_igemm_job *job, const sight_q8_igemm_panel *panel,
                        const __m512i *sums, const int rows, size_t row, size_t column,
                        size_t columns) {
    const sight_requantizer q =
        sight_requantizer_load(panel->multiplier, panel->left, panel->right, &job->requantization);
    const __mmask16 mask = (__mmask16)(columns >= 16 ? 0xFFFF : (1u << columns) - 1);
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        uint8_t *output = (uint8_t *)job->output + (row + (size_t)r) * job->output_stride;
        __m128i bytes = sight_requantize_16(sums[2 * r], &q);
        if (columns >= 16)
            _mm_storeu_si128((__m128i *)(void *)(output + column), bytes);
        else
            _mm_mask_storeu_epi8(output + column, mask, bytes);
    }
}

/// Computes rows x 16 * panels outputs. The first three arguments are constants at every call.
SIGHT_INLINE void tile(const int rows, const int panels, const _Bool flipped,
                       const sight_q8_igemm_job *job, const int32_t *row_sums, size_t row,
                       size_t column, size_t columns) {
    const sight_q8_igemm_panel panel[2] = {
        sight_q8_igemm_panel_at(job, column),
        sight_q8_igemm_panel_at(job, panels > 1 ? column + 16 : column)};
    __m512i sums[16]; // [row][panel]
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        __m512i start = _mm512_set1_epi32(row_sums[r]);
        for (int p = 0; p < panels; p++)
            sums[2 * r + p] = _mm512_add_epi32(start, _mm512_loadu_si512(panel[p].bias));
    }
    const __m512i flip = _mm512_set1_epi8((char)0x80);
    const size_t groups = sight_q8_igemm_groups(job->depth);
    const int8_t *w0 = panel[0].weights, *w1 = panel[1].weights;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a[8];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t group = 0; group < groups; group++, w0 += 64, w1 += 64) {
            const __m512i first = _mm512_loadu_si512(w0);
            const __m512i second = panels > 1 ? _mm512_loadu_si512(w1) : first;
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                __m512i four = broadcast(a[r] + 4 * group);
                if (flipped)
                    four = _mm512_xor_si512(four, flip);
                sums[2 * r] = sight_dot4(sums[2 * r], four, first);
                if (panels > 1)
                    sums[2 * r + 1] = sight_dot4(sums[2 * r + 1], four, second);
            }
        }
    }
    store(job, &panel[0], sums, rows, row, column, columns);
    if (panels > 1)
        store(job, &panel[1], sums + 1, rows, row, column + 16, columns - 16);
}

/// All columns of up to `rows` rows; `rows` is a constant at every call.
SIGHT_INLINE void rows_of_block(const int rows, const sight_q8_igemm_job *job, size_t row,
                                const sight_block *block) {
    int32_t sums[8] = {0}; // c * sum a
    for (int r = 0; job->weight_offset != 0 && r < rows; r++)
        sums[r] = (int32_t)((uint32_t)job->weight_offset * (uint32_t)row_sum(job, row + (size_t)r));
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 32) {
        const size_t columns = end - column;
        if (columns > 16 && job->input_flip)
            tile(rows, 2, 1, job, sums, row, column, columns);
        else if (columns > 16)
            tile(rows, 2, 0, job, sums, row, column, columns);
        else if (job->input_flip)
            tile(rows, 1, 1, job, sums, row, column, columns);
        else
            tile(rows, 1, 0, job, sums, row, column, columns);
    }
}

/// The whole block: tiles of 8 rows, then what is left in tiles of 4, 2 and 1.
SIGHT_INLINE void run_block(const sight_q8_igemm_job *job, const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; end - row >= 8; row += 8)
        rows_of_block(8, job, row, block);
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
