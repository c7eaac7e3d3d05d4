#include "q8-igemm.h"

#if SIGHT_X86

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "../dot4-avx2.h"

enum { sight_tile_rows = 4 };
static const sight_q8_igemm_order sight_tile_order = sight_q8_igemm_chains;
#include "q8-igemm-ymm.h"

#include "q8-igemm-chains-avx2.h"

// The byte product of AVX2 saturates, so activations are widened to 16 bits unless the weights are
// arranged in chains. A tile takes about 70 % of the time if its activations have been widened
// before.

enum { widened_limit = 32 * 1024 }; // bytes of a tile's widened rows

/// Copies bytes as int16: of each four bytes, 0 and 2, then 1 and 3. Writes up to 31 bytes past the
/// end.
SIGHT_INLINE void widen_bytes(const uint8_t *bytes, size_t count, __m128i flip, uint8_t *target) {
    for (size_t k = 0; k < count; k += 16) {
        const __m128i *sixteen = (const __m128i *)(const void *)(bytes + k);
        const __m128i x = _mm_xor_si128(_mm_loadu_si128(sixteen), flip);
        const __m128i even = _mm_and_si128(x, _mm_set1_epi16(0xFF));
        const __m128i odd = _mm_srli_epi16(x, 8);
        __m128i *words = (__m128i *)(void *)(target + 2 * k);
        _mm_storeu_si128(words, _mm_unpacklo_epi32(even, odd));
        _mm_storeu_si128(words + 1, _mm_unpackhi_epi32(even, odd));
    }
}

/// Copies the runs of a row one after the other as int16, each padded to a multiple of four. A copy
/// may write more elements than its run has; the copy of the next run overwrites them. After the
/// last run, the function writes up to 31 bytes past the end.
SIGHT_INLINE void widen(const sight_q8_igemm_job *job, size_t row, uint8_t *target) {
    const __m128i flip = _mm_set1_epi8((char)job->input_flip);
    const size_t run = 8 * sight_q8_igemm_groups(job->depth);
    for (size_t tap = 0; tap < job->window.taps; tap++, target += run)
        widen_bytes(sight_window_run(&job->window, row, tap), job->depth, flip, target);
}

/// Copies successive rows as int16, `run` bytes each. Rows without gaps are copied as one run.
SIGHT_INLINE void widen_rows(const sight_q8_igemm_job *job, size_t row, size_t rows, size_t run,
                             uint8_t *target) {
    if (!job->window.offsets && 2 * job->window.row_bytes == run) {
        const uint8_t *first = sight_window_run(&job->window, row, 0);
        widen_bytes(first, rows * run / 2, _mm_set1_epi8((char)job->input_flip), target);
        return;
    }
    for (size_t r = 0; r < rows; r++)
        widen(job, row + r, target + r * run);
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
    const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, sight_tile_order, column);
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

// The kernel computes larger blocks in chunks of rows. For each chunk, it also widens the weights
// of 16 columns in advance. Then a tile needs fewer registers for weights and has six rows.

enum {
    chunk_rows = 192,
    chunk_limit = 32 * 1024, // bytes of a chunk's rows
    wide_rows = 6,           // rows of a tile
    wide_groups = 160, // most groups of four inputs; wider weights load slower than they widen
};

// Output rows of a block, and their activations.
typedef struct {
    const uint8_t *words;    // int16 [rows][run]
    const int32_t *row_sums; // the correction of each row
    size_t run;              // bytes of a row of words
    size_t row, rows;        // the first output row, and how many
} chunk;

/// Widens the weights of 16 columns: `wide` gets, for each pair of activations in rows of int16,
/// the two vectors of int16 that the pair is multiplied with.
SIGHT_INLINE void widen_weights(const int8_t *packed, size_t groups, __m256i *wide) {
    const __m256i *weights = (const __m256i *)(const void *)packed;
    for (size_t group = 0; group < groups; group++, weights += 2, wide += 4) {
        _mm256_store_si256(wide, even_weights(weights));
        _mm256_store_si256(wide + 1, even_weights(weights + 1));
        _mm256_store_si256(wide + 2, odd_weights(weights));
        _mm256_store_si256(wide + 3, odd_weights(weights + 1));
    }
}

/// Computes 8 * vectors columns of `rows` rows of a chunk, from row `at` on. The first two
/// arguments are constants at every call.
SIGHT_INLINE void wide_tile(const int rows, const int vectors, const sight_q8_igemm_job *job,
                            const chunk *c, size_t at, const sight_q8_igemm_panel *panel,
                            const __m256i *wide, size_t column, size_t columns) {
    __m256i sums[2 * wide_rows]; // [row][2]
    start_sums(rows, panel, c->row_sums + at, sums);
    const uint8_t *words = c->words + at * c->run, *end = words + c->run;
    for (const __m256i *w = wide; words < end; words += 4, w += 2) {
        const __m256i w0 = _mm256_load_si256(w), w1 = _mm256_load_si256(w + 1);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            const __m256i pair = broadcast_pair(words + (size_t)r * c->run);
            sums[2 * r] = _mm256_add_epi32(sums[2 * r], _mm256_madd_epi16(pair, w0));
            if (vectors > 1)
                sums[2 * r + 1] = _mm256_add_epi32(sums[2 * r + 1], _mm256_madd_epi16(pair, w1));
        }
    }
    store(rows, job, panel, sums, c->row + at, column, columns);
}

/// Computes 8 * vectors columns of a chunk; `vectors` is a constant at every call.
SIGHT_INLINE void columns_of_chunk(const int vectors, const sight_q8_igemm_job *job, const chunk *c,
                                   const sight_q8_igemm_panel *panel, const __m256i *wide,
                                   size_t column, size_t columns) {
    size_t at = 0;
    for (; c->rows - at >= wide_rows; at += wide_rows)
        wide_tile(wide_rows, vectors, job, c, at, panel, wide, column, columns);
    for (; c->rows - at >= 2; at += 2)
        wide_tile(2, vectors, job, c, at, panel, wide, column, columns);
    if (at < c->rows)
        wide_tile(1, vectors, job, c, at, panel, wide, column, columns);
}

// Each way to compute a block is a function of its own: when one function holds all of them, clang
// 21 allocates their registers so that the loops take 2 to 6 % longer.

/// Computes the whole block with widened activations and weights, chunk by chunk.
__attribute__((noinline)) static void wide_block(const sight_q8_igemm_job *job, size_t groups,
                                                 const sight_block *block) {
    __m256i wide[4 * wide_groups];
    uint8_t words[chunk_limit + 32];
    int32_t row_sums[chunk_rows];
    const size_t end = block->row + block->rows, last = block->column + block->columns;
    const size_t run = 8 * groups, fitting = run > 0 ? chunk_limit / run : chunk_rows;
    const size_t step = fitting < chunk_rows ? fitting - fitting % wide_rows : chunk_rows;
    for (size_t row = block->row; row < end; row += step) {
        const size_t rows = end - row < step ? end - row : step;
        widen_rows(job, row, rows, run, words);
        if (job->weight_offset == 0)
            memset(row_sums, 0, rows * sizeof row_sums[0]);
        for (size_t r = 0; job->weight_offset != 0 && r < rows; r++)
            sums_of_rows(1, job, row + r, row_sums + r);
        const chunk c = {
            .words = words, .row_sums = row_sums, .run = run, .row = row, .rows = rows};
        for (size_t column = block->column; column < last; column += 16) {
            const sight_q8_igemm_panel panel =
                sight_q8_igemm_panel_at(job, sight_tile_order, column);
            widen_weights(panel.weights, groups, wide);
            if (last - column > 8)
                columns_of_chunk(2, job, &c, &panel, wide, column, last - column);
            else
                columns_of_chunk(1, job, &c, &panel, wide, column, last - column);
        }
    }
}

/// Computes the whole block with widened activations.
__attribute__((noinline)) static void widened_block(const sight_q8_igemm_job *job,
                                                    const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; end - row >= sight_tile_rows; row += sight_tile_rows)
        widened_rows_of_block(sight_tile_rows, job, row, block);
    for (; end - row >= 2; row += 2)
        widened_rows_of_block(2, job, row, block);
    if (row < end)
        widened_rows_of_block(1, job, row, block);
}

// A block of one row is computed from signed activations a: each product is |a| times the weight
// with the sign of a. The sum of two products fits 16 bits if no weight is -128, because 2 * 128 *
// 127 < 2^15. So the kernel widens neither activations nor weights. Four inputs of 8 columns take
// four instructions; with widened inputs they take seven.

enum { signed_limit = 16 * 1024 }; // bytes of the row

/// Copies the runs of a row one after the other as magnitudes and as int8, each padded to a
/// multiple of four. The next run overwrites excess elements. Writes up to 15 bytes past the end.
SIGHT_INLINE void split_signs(const sight_q8_igemm_job *job, size_t row, uint8_t *magnitudes,
                              int8_t *values) {
    const __m128i flip = _mm_set1_epi8((char)(job->input_flip ^ 0x80));
    const size_t depth = job->depth, run = 4 * sight_q8_igemm_groups(depth);
    for (size_t tap = 0; tap < job->window.taps; tap++, magnitudes += run, values += run) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < depth; k += 16) {
            const __m128i *bytes = (const __m128i *)(const void *)(a + k);
            const __m128i x = _mm_xor_si128(_mm_loadu_si128(bytes), flip);
            _mm_storeu_si128((__m128i *)(void *)(values + k), x);
            _mm_storeu_si128((__m128i *)(void *)(magnitudes + k), _mm_abs_epi8(x));
        }
    }
}

/// Four bytes in every lane.
SIGHT_INLINE __m256i broadcast_four(const void *bytes) {
    int32_t four;
    memcpy(&four, bytes, 4);
    return _mm256_set1_epi32(four);
}

/// The sums of four products for 8 columns.
SIGHT_INLINE __m256i signed_products(__m256i magnitudes, __m256i values, const int8_t *weights) {
    const __m256i w = _mm256_loadu_si256((const __m256i *)(const void *)weights);
    const __m256i pairs = _mm256_maddubs_epi16(magnitudes, _mm256_sign_epi8(w, values));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
}

/// Computes a block of one row from signed activations; no weight is -128.
__attribute__((noinline)) static void signed_row(const sight_q8_igemm_job *job, size_t groups,
                                                 const sight_block *block) {
    uint8_t magnitudes[signed_limit + 16];
    int8_t values[signed_limit + 16];
    split_signs(job, block->row, magnitudes, values);
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 16) {
        const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, sight_tile_order, column);
        const __m256i *biases = (const __m256i *)(const void *)panel.signed_bias;
        __m256i sums[2] = {_mm256_loadu_si256(biases), _mm256_loadu_si256(biases + 1)};
        const int8_t *weights = panel.weights;
        for (size_t group = 0; group < groups; group++, weights += 64) {
            const __m256i m = broadcast_four(magnitudes + 4 * group);
            const __m256i x = broadcast_four(values + 4 * group);
            sums[0] = _mm256_add_epi32(sums[0], signed_products(m, x, weights));
            sums[1] = _mm256_add_epi32(sums[1], signed_products(m, x, weights + 32));
        }
        store(1, job, &panel, sums, block->row, column, end - column);
    }
}

/// Whether `signed_row` computes a block.
SIGHT_INLINE _Bool suits_signed_row(const sight_q8_igemm_job *job, size_t groups,
                                    const sight_block *block) {
    if (block->rows != 1 || job->weight_offset != 0 || 4 * groups > signed_limit)
        return 0;
    int32_t least = 0;
    for (size_t column = 0; column < block->columns; column += 16) {
        const int32_t weight =
            sight_q8_igemm_panel_at(job, sight_tile_order, block->column + column).least_weight;
        least = weight < least ? weight : least;
    }
    return least > -128;
}

/// Computes the whole block from bytes.
__attribute__((noinline)) static void plain_block(const sight_q8_igemm_job *job,
                                                  const sight_block *block) {
    run_block(job, block);
}

void sight_q8_igemm__avx2_6x16(const sight_q8_igemm_job *job, sight_block block) {
    const size_t groups = sight_q8_igemm_groups(job->depth) * job->window.taps, run = 8 * groups;
    if (sight_q8_igemm_panel_at(job, sight_tile_order, 0).order == sight_q8_igemm_chains)
        chain_block(job, &block);
    else if (suits_signed_row(job, groups, &block))
        signed_row(job, groups, &block);
    // One tile of columns does not repay the widening of short runs.
    else if (run > widened_limit / sight_tile_rows || (block.columns <= 16 && job->depth < 16))
        plain_block(job, &block);
    else if (block.rows >= 24 && groups <= wide_groups)
        wide_block(job, groups, &block);
    else
        widened_block(job, &block);
}

SIGHT_TARGET_END
#endif
