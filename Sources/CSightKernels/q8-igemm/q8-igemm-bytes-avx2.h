// Products of bytes on AVX2, for tiles of up to 6 rows by 16 columns. AVX2's product of bytes
// multiplies two activations with two weights, adds both products in 16 bits, and saturates. The
// result is exact if the sum of the two weights has at most the magnitude 128, because
// 255 * 128 < 2^15. The sum of two weights with different signs always has. If a group of four has
// another pair, the weights of the pair are split into halves, and the second halves follow as a
// further group. A product of bytes and its widening take three instructions and half as many loads
// as products of int16, which take four instructions.

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

/// Returns whether `split_weights` would split at most a tenth of the groups of a panel. If it
/// split more, products of int16 would be faster. It often splits more in layers with one scale for
/// each column, because the weights of every column then use the whole range of int8.
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

/// Splits the weights of 16 columns into pairs that cannot saturate: `pairs` gets the two vectors
/// of each group of four, and after all of them those of the second halves.
SIGHT_INLINE void split_weights(const int8_t *packed, size_t groups, chunk_weights *target) {
    const __m256i *weights = (const __m256i *)(const void *)packed;
    __m256i *pairs = target->pairs, *halves = pairs + 2 * groups;
    target->split = 0;
    for (size_t group = 0; group < groups; group++, weights += 2, pairs += 2) {
        const __m256i w0 = _mm256_loadu_si256(weights), w1 = _mm256_loadu_si256(weights + 1);
        const __m256i large0 = saturating_pairs(w0), large1 = saturating_pairs(w1);
        const __m256i half0 = _mm256_and_si256(large0, halves_of_bytes(w0));
        const __m256i half1 = _mm256_and_si256(large1, halves_of_bytes(w1));
        _mm256_store_si256(pairs, _mm256_sub_epi8(w0, half0));
        _mm256_store_si256(pairs + 1, _mm256_sub_epi8(w1, half1));
        const __m256i any = _mm256_or_si256(large0, large1);
        if (_mm256_testz_si256(any, any))
            continue;
        _mm256_store_si256(halves++, half0);
        _mm256_store_si256(halves++, half1);
        target->offsets[target->split++] = (uint16_t)(4 * group);
    }
}

/// Copies the runs of a row one after the other and pads each to a multiple of four bytes. Each run
/// is written in whole registers, so the function writes up to 15 bytes past the row's end.
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

/// Adds the products of four bytes of each row to the row's sums. The first two arguments are
/// constants at every call.
SIGHT_INLINE void add_group(const int rows, const int vectors, const uint8_t *bytes, size_t run,
                            const __m256i *weights, __m256i *sums) {
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++) {
        const __m256i w = _mm256_load_si256(weights + v);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            const __m256i four = broadcast(bytes + (size_t)r * run, 0);
            const __m256i pairs = _mm256_maddubs_epi16(four, w);
            const __m256i products = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
            sums[2 * r + v] = _mm256_add_epi32(sums[2 * r + v], products);
        }
        // The next 8 columns load the activations again, because no registers are left to keep
        // them.
        SIGHT_OPAQUE("r", bytes);
    }
}

/// Computes 8 * vectors columns of `rows` rows of a chunk, from row `at` on. The first two
/// arguments are constants at every call.
SIGHT_INLINE void byte_tile(const int rows, const int vectors, const sight_q8_igemm_job *job,
                            const chunk *c, size_t at, const chunk_weights *weights, size_t column,
                            size_t columns) {
    const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, column);
    __m256i sums[2 * wide_rows]; // [row][2]
    start_sums(rows, &panel, c->row_sums + at, sums);
    const uint8_t *bytes = c->inputs + at * c->run, *end = bytes + c->run;
    const __m256i *w = weights->pairs;
    for (const uint8_t *a = bytes; a < end; a += 4, w += 2)
        add_group(rows, vectors, a, c->run, w, sums);
    for (size_t i = 0; i < weights->split; i++, w += 2)
        add_group(rows, vectors, bytes + weights->offsets[i], c->run, w, sums);
    store(rows, job, &panel, sums, c->row + at, column, columns);
}
