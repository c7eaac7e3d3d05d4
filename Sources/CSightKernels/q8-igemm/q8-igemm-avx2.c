#include "q8-igemm.h"

#if SIGHT_X86

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "../dot4-avx2.h"

enum { sight_tile_rows = 4 };
#include "q8-igemm-ymm.h"

// The byte product of AVX2 saturates, so activations are widened to 16 bits. A tile takes about 70
// % of the time if its activations have been widened before.

enum { widened_limit = 32 * 1024 }; // bytes of a tile's widened rows

/// Copies the runs of a row one after the other as int16, each padded to a multiple of four: of
/// each four bytes, 0 and 2, then 1 and 3. The next run overwrites excess elements. Writes up to 31
/// bytes past the end.
SIGHT_INLINE void widen(const sight_q8_igemm_job *job, size_t row, uint8_t *target) {
    const __m128i flip = _mm_set1_epi8((char)job->input_flip);
    const size_t depth = job->depth, run = 8 * sight_q8_igemm_groups(depth);
    for (size_t tap = 0; tap < job->window.taps; tap++, target += run) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < depth; k += 16) {
            const __m128i *bytes = (const __m128i *)(const void *)(a + k);
            const __m128i x = _mm_xor_si128(_mm_loadu_si128(bytes), flip);
            const __m128i even = _mm_and_si128(x, _mm_set1_epi16(0xFF));
            const __m128i odd = _mm_srli_epi16(x, 8);
            __m128i *words = (__m128i *)(void *)(target + 2 * k);
            _mm_storeu_si128(words, _mm_unpacklo_epi32(even, odd));
            _mm_storeu_si128(words + 1, _mm_unpackhi_epi32(even, odd));
        }
    }
}

/// Weights 0 and 2 of each group of four, for 8 columns, as int16.
SIGHT_INLINE __m256i even_weights(const __m256i *weights) {
    return _mm256_srai_epi16(_mm256_slli_epi16(_mm256_loadu_si256(weights), 8), 8);
}

/// Weights 1 and 3 of each group of four, for 8 columns, as int16.
SIGHT_INLINE __m256i odd_weights(const __m256i *weights) {
    return _mm256_srai_epi16(_mm256_loadu_si256(weights), 8);
}

/// Two activations in every lane.
SIGHT_INLINE __m256i broadcast_pair(const uint8_t *words) {
    int32_t pair;
    memcpy(&pair, words, 4);
    return _mm256_set1_epi32(pair);
}

/// Computes rows x 16 outputs from widened rows, `run` bytes each; `rows` is a constant at every
/// call.
SIGHT_INLINE void widened_tile(const int rows, const sight_q8_igemm_job *job, const uint8_t *words,
                               size_t run, const int32_t *row_sums, size_t row, size_t column,
                               size_t columns) {
    const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, column);
    __m256i sums[2 * sight_tile_rows]; // [row][2]
    start_sums(rows, &panel, row_sums, sums);
    const __m256i *weights = (const __m256i *)(const void *)panel.weights;
    for (size_t at = 0; at < run; at += 8, weights += 2) {
        const __m256i even0 = even_weights(weights), even1 = even_weights(weights + 1);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            const __m256i pair = broadcast_pair(words + (size_t)r * run + at);
            sums[2 * r] = _mm256_add_epi32(sums[2 * r], _mm256_madd_epi16(pair, even0));
            sums[2 * r + 1] = _mm256_add_epi32(sums[2 * r + 1], _mm256_madd_epi16(pair, even1));
        }
        // Loads the weights again; keeping them would take two more registers.
        SIGHT_OPAQUE("r", weights);
        const __m256i odd0 = odd_weights(weights), odd1 = odd_weights(weights + 1);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            const __m256i pair = broadcast_pair(words + (size_t)r * run + at + 4);
            sums[2 * r] = _mm256_add_epi32(sums[2 * r], _mm256_madd_epi16(pair, odd0));
            sums[2 * r + 1] = _mm256_add_epi32(sums[2 * r + 1], _mm256_madd_epi16(pair, odd1));
        }
    }
    store(rows, job, &panel, sums, row, column, columns);
}

/// Widens `rows` rows, then computes all their columns; `rows` is a constant at every call.
SIGHT_INLINE void widened_rows_of_block(const int rows, const sight_q8_igemm_job *job, size_t row,
                                        const sight_block *block) {
    uint8_t words[widened_limit + 32];
    int32_t sums[sight_tile_rows];
    sums_of_rows(rows, job, row, sums);
    const size_t run = 8 * sight_q8_igemm_groups(job->depth) * job->window.taps;
    for (int r = 0; r < rows; r++)
        widen(job, row + (size_t)r, words + (size_t)r * run);
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 16)
        widened_tile(rows, job, words, run, sums, row, column, end - column);
}

void sight_q8_igemm__avx2_4x16(const sight_q8_igemm_job *job, sight_block block) {
    const size_t run = 8 * sight_q8_igemm_groups(job->depth) * job->window.taps;
    // Widening in advance is faster if more than one tile of columns reads the rows.
    if (block.columns <= 16 || run > widened_limit / sight_tile_rows) {
        run_block(job, &block);
        return;
    }
    size_t row = block.row;
    const size_t end = row + block.rows;
    for (; end - row >= sight_tile_rows; row += sight_tile_rows)
        widened_rows_of_block(sight_tile_rows, job, row, &block);
    for (; end - row >= 2; row += 2)
        widened_rows_of_block(2, job, row, &block);
    if (row < end)
        widened_rows_of_block(1, job, row, &block);
}

SIGHT_TARGET_END
#endif
