// Tiles of bytes on AVX2: 6 rows by 16 columns. The product of bytes adds two products in 16 bits
// and saturates. It is exact if the sum of the two weights has at most the magnitude 128, since
// 255 * 128 < 2^15; that of weights of different signs always has. The other pairs of weights are
// split into halves, and the second halves are multiplied in a further group. Where products of
// 16-bit numbers need four instructions, bytes need three, and half of the loads.

enum {
    byte_groups = 256,           // most groups of four bytes in a row
    byte_rows = 192,             // most rows of a chunk
    byte_rows_limit = 32 * 1024, // bytes of a chunk's rows
};

// The weights of 16 columns, in pairs that cannot saturate.
typedef struct {
    __m256i groups[2 * byte_groups][2]; // those of the row, then the second halves
    uint16_t offsets[byte_groups];      // of the activations that second halves are multiplied with
    size_t extra;                       // groups of second halves
} byte_weights;

/// For each pair of bytes, all bits if its products can saturate.
SIGHT_INLINE __m256i saturating_pairs(__m256i weights) {
    const __m256i first = _mm256_srai_epi16(_mm256_slli_epi16(weights, 8), 8);
    const __m256i sums = _mm256_add_epi16(first, _mm256_srai_epi16(weights, 8));
    return _mm256_cmpgt_epi16(_mm256_abs_epi16(sums), _mm256_set1_epi16(128));
}

/// Half of each signed byte, rounded down.
SIGHT_INLINE __m256i halves_of_bytes(__m256i bytes) {
    const __m256i shifted = _mm256_xor_si256(bytes, _mm256_set1_epi8((char)0x80));
    const __m256i half = _mm256_and_si256(_mm256_srli_epi16(shifted, 1), _mm256_set1_epi8(0x7F));
    return _mm256_sub_epi8(half, _mm256_set1_epi8(64));
}

/// Whether at most a tenth of a panel's groups have to be split. With one scale for each column,
/// the weights of every column use the whole range; more groups have to be split, and 16 bits are
/// faster.
SIGHT_INLINE _Bool few_saturate(const int8_t *packed, size_t groups) {
    const __m256i *weights = (const __m256i *)(const void *)packed;
    size_t count = 0;
    for (size_t group = 0; group < groups; group++, weights += 2) {
        const __m256i pairs = _mm256_or_si256(saturating_pairs(_mm256_loadu_si256(weights)),
                                              saturating_pairs(_mm256_loadu_si256(weights + 1)));
        if (!_mm256_testz_si256(pairs, pairs) && 10 * ++count > groups)
            return 0;
    }
    return 1;
}

/// Splits the weights of 16 columns.
SIGHT_INLINE void split_weights(const int8_t *packed, size_t groups, byte_weights *target) {
    const __m256i *weights = (const __m256i *)(const void *)packed;
    target->extra = 0;
    for (size_t group = 0; group < groups; group++, weights += 2) {
        const __m256i w0 = _mm256_loadu_si256(weights), w1 = _mm256_loadu_si256(weights + 1);
        const __m256i pairs0 = saturating_pairs(w0), pairs1 = saturating_pairs(w1);
        const __m256i second0 = _mm256_and_si256(pairs0, halves_of_bytes(w0));
        const __m256i second1 = _mm256_and_si256(pairs1, halves_of_bytes(w1));
        _mm256_store_si256(&target->groups[group][0], _mm256_sub_epi8(w0, second0));
        _mm256_store_si256(&target->groups[group][1], _mm256_sub_epi8(w1, second1));
        const __m256i any = _mm256_or_si256(pairs0, pairs1);
        if (_mm256_testz_si256(any, any))
            continue;
        _mm256_store_si256(&target->groups[groups + target->extra][0], second0);
        _mm256_store_si256(&target->groups[groups + target->extra][1], second1);
        target->offsets[target->extra++] = (uint16_t)(4 * group);
    }
}

/// Copies the runs of a row one after the other, each padded to a multiple of four. The next run
/// overwrites excess bytes. Writes up to 31 bytes past the end.
SIGHT_INLINE void copy_bytes(const sight_q8_igemm_job *job, size_t row, uint8_t *target) {
    const __m128i flip = _mm_set1_epi8((char)job->input_flip);
    const size_t depth = job->depth, run = 4 * sight_q8_igemm_groups(depth);
    for (size_t tap = 0; tap < job->window.taps; tap++, target += run) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < depth; k += 16) {
            const __m128i *bytes = (const __m128i *)(const void *)(a + k);
            _mm_storeu_si128((__m128i *)(void *)(target + k),
                             _mm_xor_si128(_mm_loadu_si128(bytes), flip));
        }
    }
}

/// Adds the products of one group; `rows` is a constant at every call.
SIGHT_INLINE void add_group(const int rows, const uint8_t *bytes, size_t run,
                            const __m256i *weights, __m256i *sums) {
    SIGHT_UNROLL
    for (int v = 0; v < 2; v++) {
        const __m256i w = _mm256_load_si256(weights + v);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            const __m256i four = broadcast(bytes + (size_t)r * run, 0);
            const __m256i pairs = _mm256_maddubs_epi16(four, w);
            const __m256i products = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
            sums[2 * r + v] = _mm256_add_epi32(sums[2 * r + v], products);
        }
        // Loads the activations again; keeping them would take six more registers.
        SIGHT_OPAQUE("r", bytes);
    }
}

/// Computes rows x 16 outputs from row `at` of a chunk on; `rows` is a constant at every call.
SIGHT_INLINE void byte_tile(const int rows, const sight_q8_igemm_job *job, const chunk *c,
                            size_t at, const byte_weights *weights, size_t column, size_t columns) {
    const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, column);
    __m256i sums[2 * wide_rows]; // [row][2]
    start_sums(rows, &panel, c->row_sums + at, sums);
    const uint8_t *bytes = c->words + at * c->run, *end = bytes + c->run;
    const __m256i(*w)[2] = weights->groups;
    for (const uint8_t *a = bytes; a < end; a += 4, w++)
        add_group(rows, a, c->run, *w, sums);
    for (size_t i = 0; i < weights->extra; i++, w++)
        add_group(rows, bytes + weights->offsets[i], c->run, *w, sums);
    store(rows, job, &panel, sums, c->row + at, column, columns);
}

/// Computes 16 columns of a chunk.
SIGHT_INLINE void byte_columns(const sight_q8_igemm_job *job, const chunk *c,
                               const byte_weights *weights, size_t column, size_t columns) {
    size_t at = 0;
    for (; c->rows - at >= wide_rows; at += wide_rows)
        byte_tile(wide_rows, job, c, at, weights, column, columns);
    for (; c->rows - at >= 2; at += 2)
        byte_tile(2, job, c, at, weights, column, columns);
    if (at < c->rows)
        byte_tile(1, job, c, at, weights, column, columns);
}

/// Computes the whole block with products of bytes, chunk by chunk.
__attribute__((noinline)) static void byte_block(const sight_q8_igemm_job *job, size_t groups,
                                                 const sight_block *block) {
    byte_weights weights;
    uint8_t bytes[byte_rows_limit + 32];
    int32_t row_sums[byte_rows];
    const size_t end = block->row + block->rows, last = block->column + block->columns;
    const size_t run = 4 * groups;
    const size_t fitting = run > 0 ? byte_rows_limit / run : byte_rows;
    const size_t step = fitting < byte_rows ? fitting - fitting % wide_rows : byte_rows;
    for (size_t row = block->row; row < end; row += step) {
        const size_t rows = end - row < step ? end - row : step;
        for (size_t r = 0; r < rows; r++) {
            copy_bytes(job, row + r, bytes + r * run);
            sums_of_rows(1, job, row + r, row_sums + r);
        }
        const chunk c = {
            .words = bytes, .row_sums = row_sums, .run = run, .row = row, .rows = rows};
        for (size_t column = block->column; column < last; column += 16) {
            split_weights(sight_q8_igemm_panel_at(job, column).weights, groups, &weights);
            byte_columns(job, &c, &weights, column, last - column);
        }
    }
}
