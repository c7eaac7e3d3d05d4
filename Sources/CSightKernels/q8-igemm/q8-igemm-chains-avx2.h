// Products of bytes on AVX2 that are added in 16 bits; q8-igemm-chains.h has the order of the
// weights. Tiles have up to 8 rows and 8 columns.

enum {
    chain_rows = 8,          // rows of a tile
    chain_chunk_rows = 192,  // rows whose inputs are copied at once
    chain_limit = 16 * 1024, // bytes of these inputs, if they are more than one tile of rows
    chain_bytes = chain_rows * 4 * sight_q8_chains_groups, // the most bytes of a tile of rows
};

// Output rows of a block, and their inputs.
typedef struct {
    const uint8_t *inputs; // bytes [rows][run]
    size_t run;            // bytes of a row of inputs
    size_t row, rows;      // the first output row, and how many
} chain_chunk;

// 8 columns of a panel.
typedef struct {
    const uint16_t *counts, *offsets;
    const __m256i *weights;
    __m256i bias;
    __m256 factors;
    const int32_t *multipliers, *lefts, *rights; // [8]
} chain_columns;

SIGHT_INLINE chain_columns chain_columns_at(const sight_q8_igemm_job *job, size_t groups,
                                            size_t column) {
    const sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, sight_tile_order, column);
    const size_t first = column % 16;
    const char *block =
        (const char *)panel.weights + first / 8 * sight_q8_chains_block_bytes(groups);
    const uint16_t *counts = (const uint16_t *)(const void *)block;
    return (chain_columns){
        .counts = counts,
        .offsets = counts + sight_q8_chains_longest,
        .weights = (const __m256i *)(const void *)(block + sight_q8_chains_head_bytes(groups)),
        .bias = _mm256_loadu_si256((const __m256i *)(const void *)(panel.bias + first)),
        .factors = _mm256_loadu_ps(panel.factor + first),
        .multipliers = panel.multiplier + first,
        .lefts = panel.left + first,
        .rights = panel.right + first,
    };
}

/// The products of four bytes and the weights of 8 columns, added in pairs.
SIGHT_INLINE __m256i pair_products(const uint8_t *bytes, __m256i weights) {
    return _mm256_maddubs_epi16(broadcast(bytes, 0), weights);
}

/// Copies the input runs of an output row to `target`, one after the other without gaps. The
/// function writes whole registers, so it writes up to 15 bytes past the end of the last run.
SIGHT_INLINE void copy_bytes(const sight_q8_igemm_job *job, size_t row, uint8_t *target) {
    const __m128i flip = _mm_set1_epi8((char)job->input_flip);
    const size_t depth = job->depth;
    for (size_t tap = 0; tap < job->window.taps; tap++, target += depth) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < depth; k += 16) {
            const __m128i *bytes = (const __m128i *)(const void *)(a + k);
            _mm_storeu_si128((__m128i *)(void *)(target + k),
                             _mm_xor_si128(_mm_loadu_si128(bytes), flip));
        }
    }
}

/// Adds the products of `count` chains to the sums of `rows` rows. The first two arguments are
/// constants at every call.
SIGHT_INLINE void add_chains(const int rows, const int length, size_t count, const uint8_t *bytes,
                             size_t run, const uint16_t **offsets, const __m256i **weights,
                             __m256i *sums) {
    const uint16_t *at = *offsets;
    const __m256i *next = *weights;
    for (; count > 0; count--, at += length, next += length) {
        const uint8_t *a[sight_q8_chains_longest];
        __m256i w[sight_q8_chains_longest];
        SIGHT_UNROLL
        for (int i = 0; i < length; i++) {
            a[i] = bytes + at[i];
            w[i] = _mm256_loadu_si256(next + i);
        }
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            // Without SIGHT_AFTER, clang loads more inputs first, and sums have to go to the stack.
            const size_t row = (size_t)r * run;
            __m256i products = pair_products(a[0] + row, w[0]);
            if (length > 1)
                products = _mm256_add_epi16(products, pair_products(a[1] + row, w[1]));
            if (length > 2) {
                SIGHT_AFTER(products, a[2]);
                __m256i second = pair_products(a[2] + row, w[2]);
                if (length > 3) {
                    SIGHT_AFTER(products, a[3]);
                    second = _mm256_add_epi16(second, pair_products(a[3] + row, w[3]));
                }
                products = _mm256_add_epi16(products, second);
            }
            sums[r] = _mm256_add_epi32(sums[r], _mm256_madd_epi16(products, _mm256_set1_epi16(1)));
            SIGHT_UNROLL
            for (int i = 0; i < length; i++)
                SIGHT_AFTER(sums[r], a[i]);
        }
    }
    *offsets = at;
    *weights = next;
}

/// Requantizes and writes up to 8 columns of `rows` rows, or writes the sums. `rows` is a constant
/// at every call.
SIGHT_INLINE void store_chains(const int rows, const sight_q8_igemm_job *job,
                               const chain_columns *c, const sight_narrower_avx2 *narrower,
                               __m256i *sums, size_t row, size_t column, size_t columns) {
    const size_t stride = job->output_stride;
    if (job->sums_only) {
        char *output = (char *)job->output + row * stride + 4 * column;
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++, output += stride) {
            const __m256i copy = sums[r]; // so that `sums` stays in registers
            memcpy(output, &copy, 4 * (columns < 8 ? columns : 8));
        }
        return;
    }
    const sight_requantization *q = &job->requantization;
    if (q->nearest) {
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            sums[r] = sight_requantize_nearest_8(sums[r], c->factors);
    } else {
        const __m256i m = _mm256_loadu_si256((const __m256i *)(const void *)c->multipliers);
        const __m256i right = _mm256_loadu_si256((const __m256i *)(const void *)c->rights);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            const __m256i left = _mm256_loadu_si256((const __m256i *)(const void *)c->lefts);
            sums[r] = sight_requantize_8(sums[r], m, left, right, q->rounds_once);
        }
    }
    uint8_t *output = (uint8_t *)job->output + row * stride + column;
    SIGHT_UNROLL
    for (int r = 0; r < rows; r += 4) {
        const __m256i *s = sums + r;
        const __m256i bytes = sight_narrow_4x8(s[0], s[rows > 1 ? 1 : 0], s[rows > 2 ? 2 : 0],
                                               s[rows > 3 ? 3 : 0], narrower);
        const __m128i two[2] = {_mm256_castsi256_si128(bytes), _mm256_extracti128_si256(bytes, 1)};
        SIGHT_UNROLL
        for (int i = 0; i < 4; i++, output += stride) {
            const __m128i half = i % 2 == 0 ? two[i / 2] : _mm_srli_si128(two[i / 2], 8);
            if (r + i >= rows)
                break;
            if (columns >= 8)
                _mm_storel_epi64((__m128i *)(void *)output, half);
            else
                sight_store_bytes_below_16(output, half, columns);
        }
    }
}

/// Computes 8 columns of `rows` rows of a chunk. `at` is the first of these rows in the chunk.
/// `rows` is a constant at every call.
SIGHT_INLINE void chain_tile(const int rows, const sight_q8_igemm_job *job, const chain_chunk *c,
                             size_t at, const chain_columns *block,
                             const sight_narrower_avx2 *narrower, size_t column, size_t columns) {
    __m256i sums[chain_rows];
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        sums[r] = block->bias;
    const uint8_t *bytes = c->inputs + at * c->run;
    const uint16_t *offsets = block->offsets;
    const __m256i *weights = block->weights;
    add_chains(rows, 4, block->counts[0], bytes, c->run, &offsets, &weights, sums);
    add_chains(rows, 3, block->counts[1], bytes, c->run, &offsets, &weights, sums);
    add_chains(rows, 2, block->counts[2], bytes, c->run, &offsets, &weights, sums);
    add_chains(rows, 1, block->counts[3], bytes, c->run, &offsets, &weights, sums);
    store_chains(rows, job, block, narrower, sums, c->row + at, column, columns);
}

/// Computes the whole block from chains.
__attribute__((noinline)) static void chain_block(const sight_q8_igemm_job *job,
                                                  const sight_block *block) {
    uint8_t inputs[(chain_limit > chain_bytes ? chain_limit : chain_bytes) + 32];
    const sight_narrower_avx2 narrower = sight_narrower_avx2_load(&job->requantization);
    const size_t end = block->row + block->rows, last = block->column + block->columns;
    const size_t groups = sight_q8_igemm_groups(job->window.taps * job->depth), run = 4 * groups;
    const size_t fitting = run > 0 ? chain_limit / run : chain_chunk_rows;
    const size_t step = fitting < chain_rows         ? chain_rows
                        : fitting < chain_chunk_rows ? fitting - fitting % chain_rows
                                                     : chain_chunk_rows;
    for (size_t row = block->row; row < end; row += step) {
        const size_t rows = end - row < step ? end - row : step;
        for (size_t r = 0; r < rows; r++)
            copy_bytes(job, row + r, inputs + r * run);
        const chain_chunk c = {.inputs = inputs, .run = run, .row = row, .rows = rows};
        for (size_t column = block->column; column < last; column += 8) {
            const chain_columns eight = chain_columns_at(job, groups, column);
            size_t at = 0;
            for (; rows - at >= chain_rows; at += chain_rows)
                chain_tile(chain_rows, job, &c, at, &eight, &narrower, column, last - column);
            for (; rows - at >= 4; at += 4)
                chain_tile(4, job, &c, at, &eight, &narrower, column, last - column);
            for (; at < rows; at++)
                chain_tile(1, job, &c, at, &eight, &narrower, column, last - column);
        }
    }
}
