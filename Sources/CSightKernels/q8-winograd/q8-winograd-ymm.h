// Winograd's convolution on registers of 256 bits. It computes the tiles in chunks, so that the
// transformed inputs of a chunk stay in a cache. Each of the 36 values is a product of matrices,
// [tiles][channels] by [channels][columns]. The last product of a layer may have 8 columns; the
// others have 16.
//
// A kernel file includes this header between SIGHT_TARGET_BEGIN and SIGHT_TARGET_END. It defines
// `product_rows`, the most tiles of a product, at most 12, and the function `multiply`.

#include <string.h>

#include "../floats-avx2.h"
#include "../requantize/requantize-avx2.h"
#include "../store-bytes-sse.h"

// The 36 values of a tile lie an odd number of cache lines apart, both transformed inputs and
// products. Otherwise they would share few sets of the first-level cache.
enum {
    line_words = 32,
    chunk_tiles = 24,
    chunk_words = 57 * line_words,         // the most transformed inputs of a value
    product_step = (chunk_tiles | 1) * 16, // from the products of a value to those of the next
};

/// Multiplies the matrices of one of the 36 values: `words` [rows][run] has the transformed inputs
/// of `rows` tiles, and `filters` [pairs][16][2] the transformed filters. It writes the first
/// `columns` sums of each tile, 16 or 8, to `products` [rows][16]. Every caller passes constants
/// for `rows` and `columns`.
SIGHT_INLINE void multiply(const int rows, const int columns, const int16_t *words, size_t run,
                           size_t pairs, const int16_t *filters, int32_t *products);

/// Transforms the six rows of inputs, of 16-bit numbers, or their six columns.
SIGHT_INLINE void transform_six(const __m256i d[6], __m256i values[6]) {
    const __m256i a = _mm256_sub_epi16(d[4], d[2]), b = _mm256_sub_epi16(d[3], d[1]);
    const __m256i c = _mm256_sub_epi16(d[4], _mm256_slli_epi16(d[2], 2));
    const __m256i e = _mm256_sub_epi16(d[3], _mm256_slli_epi16(d[1], 2));
    const __m256i twice = _mm256_add_epi16(b, b);
    const __m256i start = _mm256_slli_epi16(_mm256_sub_epi16(d[0], d[2]), 2);
    values[0] = _mm256_add_epi16(start, a);
    values[1] = _mm256_add_epi16(c, e);
    values[2] = _mm256_sub_epi16(c, e);
    values[3] = _mm256_add_epi16(a, twice);
    values[4] = _mm256_sub_epi16(a, twice);
    values[5] = _mm256_sub_epi16(_mm256_sub_epi16(d[5], d[3]), _mm256_slli_epi16(b, 2));
}

/// Transforms the inputs of a tile for 16 channels at once. Value i of channel c goes to words[i *
/// step + c]; up to 15 words past the last channel are written. Every caller passes a constant for
/// `is_signed`.
SIGHT_INLINE void transform_input(const _Bool is_signed, const sight_q8_winograd_tile *tile,
                                  size_t channels, int16_t *words, size_t step) {
    for (size_t c = 0; c < channels; c += 16) {
        __m256i rows[winograd_cells][winograd_cells]; // [value of a row][row]
        SIGHT_UNROLL
        for (int y = 0; y < winograd_cells; y++) {
            __m256i d[winograd_cells], values[winograd_cells];
            SIGHT_UNROLL
            for (int x = 0; x < winograd_cells; x++) {
                const uint8_t *cell = tile->cells[winograd_cells * y + x] + c;
                const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)cell);
                d[x] = is_signed ? _mm256_cvtepi8_epi16(bytes) : _mm256_cvtepu8_epi16(bytes);
            }
            transform_six(d, values);
            SIGHT_UNROLL
            for (int x = 0; x < winograd_cells; x++)
                rows[x][y] = values[x];
        }
        SIGHT_UNROLL
        for (size_t x = 0; x < winograd_cells; x++) {
            __m256i values[winograd_cells];
            transform_six(rows[x], values);
            SIGHT_UNROLL
            for (size_t y = 0; y < winograd_cells; y++) {
                int16_t *target = words + (winograd_cells * y + x) * step + c;
                _mm256_storeu_si256((__m256i *)(void *)target, values[y]);
            }
        }
    }
}

// SIGHT_MULTIPLY defines the functions multiply_16 and multiply_8. Each one calls `multiply` for
// the 36 values, with the number of its columns, and with a number of rows from 1 to product_rows.
#define SIGHT_TILES(count, columns)                                                                \
    case count:                                                                                    \
        for (size_t i = 0; count <= product_rows && i < winograd_values; i++)                      \
            multiply(count, columns, words + i * step, run, pairs, filters + i * pairs * 32,       \
                     products + i * product_step);                                                 \
        break;
#define SIGHT_MULTIPLY(columns)                                                                    \
    static __attribute__((noinline)) void multiply_##columns(                                      \
        size_t rows, const int16_t *words, size_t step, size_t run, size_t pairs,                  \
        const int16_t *filters, int32_t *products) {                                               \
        switch (rows) {                                                                            \
            SIGHT_TILES(1, columns)                                                                \
            SIGHT_TILES(2, columns)                                                                \
            SIGHT_TILES(3, columns)                                                                \
            SIGHT_TILES(4, columns)                                                                \
            SIGHT_TILES(5, columns)                                                                \
            SIGHT_TILES(6, columns)                                                                \
            SIGHT_TILES(7, columns)                                                                \
            SIGHT_TILES(8, columns)                                                                \
            SIGHT_TILES(9, columns)                                                                \
            SIGHT_TILES(10, columns)                                                               \
            SIGHT_TILES(11, columns)                                                               \
            SIGHT_TILES(12, columns)                                                               \
        }                                                                                          \
    }
SIGHT_MULTIPLY(16)
SIGHT_MULTIPLY(8)
#undef SIGHT_MULTIPLY
#undef SIGHT_TILES

/// The distance from the transformed inputs of a value, [tiles][run], to those of the next value.
static size_t word_step(size_t tiles, size_t run) {
    return ((tiles * run + line_words - 1) / line_words | 1) * line_words;
}

/// Computes the 36 values of all tiles of a chunk, for up to 16 of the remaining `columns`, and
/// writes them to `products` [36][product_step], of which a value takes [tiles][16]. It divides the
/// tiles almost equally among the products of matrices: a product of few tiles has few independent
/// sums, and the processor would wait for each addition.
static void multiply_chunk(const int16_t *words, size_t tiles, size_t run, size_t pairs,
                           const int16_t *filters, size_t columns, int32_t *products) {
    const size_t step = word_step(tiles, run);
    const size_t count = sight_q8_winograd_parts(tiles, product_rows);
    for (size_t part = 0; part < count; part++) {
        const size_t at = tiles * part / count, next = tiles * (part + 1) / count;
        if (columns > 8)
            multiply_16(next - at, words + at * run, step, run, pairs, filters, products + at * 16);
        else
            multiply_8(next - at, words + at * run, step, run, pairs, filters, products + at * 16);
    }
}

/// Transforms the six rows of products, of 32-bit numbers, to four, or their six columns.
SIGHT_INLINE void transform_to_four(const __m256i m[6], __m256i values[4]) {
    const __m256i a = _mm256_add_epi32(m[1], m[2]), b = _mm256_sub_epi32(m[1], m[2]);
    const __m256i c = _mm256_add_epi32(m[3], m[4]), d = _mm256_sub_epi32(m[3], m[4]);
    values[0] = _mm256_add_epi32(_mm256_sub_epi32(m[0], _mm256_slli_epi32(a, 2)), c);
    values[1] = _mm256_sub_epi32(d, _mm256_add_epi32(b, b));
    values[2] = _mm256_sub_epi32(c, a);
    values[3] = _mm256_add_epi32(_mm256_sub_epi32(_mm256_add_epi32(d, d), b), m[5]);
}

/// Transforms the products of a tile back to `sums` [4 * row + column][2], and requantizes them
/// without `sums_only`. A pixel has two registers of 8 columns; the function computes the first
/// `vectors` of them. Every caller passes constants for both.
SIGHT_INLINE void transform_output(const int vectors, const _Bool sums_only,
                                   const int32_t *products, const sight_q8_winograd_panel *panel,
                                   __m256i sums[winograd_pixels][2]) {
    static const int twos[winograd_side] = {3, 2, 1, 1}; // factors of two of an axis
    const __m256i ninth = _mm256_set1_epi32((int32_t)sight_q8_winograd_ninth);
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++) {
        const __m256i start =
            _mm256_loadu_si256((const __m256i *)(const void *)(panel->start + 8 * v));
        __m256 factors[7]; // of the columns over 2^k, [k]
        SIGHT_UNROLL
        for (int k = 2; k < 7; k++)
            factors[k] = _mm256_mul_ps(_mm256_loadu_ps(panel->factor + 8 * v),
                                       _mm256_set1_ps(1.0f / (float)(1 << k)));
        __m256i rows[winograd_side][winograd_cells]; // [output row][column of values]
        SIGHT_UNROLL
        for (int x = 0; x < winograd_cells; x++) {
            __m256i m[winograd_cells], values[winograd_side];
            SIGHT_UNROLL
            for (int y = 0; y < winograd_cells; y++) {
                const int value = winograd_cells * y + x;
                const int32_t *p = products + value * product_step + 8 * v;
                m[y] = _mm256_loadu_si256((const __m256i *)(const void *)p);
                if (value == winograd_bias_value)
                    m[y] = _mm256_add_epi32(m[y], start);
            }
            transform_to_four(m, values);
            SIGHT_UNROLL
            for (int y = 0; y < winograd_side; y++)
                rows[y][x] = values[y];
        }
        SIGHT_UNROLL
        for (int y = 0; y < winograd_side; y++) {
            __m256i values[winograd_side];
            transform_to_four(rows[y], values);
            SIGHT_UNROLL
            for (int x = 0; x < winograd_side; x++) {
                const __m256i multiple = _mm256_mullo_epi32(values[x], ninth);
                const int k = twos[y] + twos[x];
                sums[winograd_side * y + x][v] =
                    sums_only ? _mm256_srai_epi32(multiple, k)
                              : sight_requantize_nearest_8(multiple, factors[k]);
            }
        }
    }
}

/// Narrows the outputs of a tile and writes up to 16 columns of each, from `column` on.
SIGHT_INLINE void store_tile(const sight_q8_winograd_tile *tile, __m256i sums[winograd_pixels][2],
                             const sight_narrower_avx2 *narrower, size_t column, size_t columns) {
    SIGHT_UNROLL
    for (int i = 0; i < winograd_pixels; i += 2) {
        const __m256i bytes = sight_narrow_2x16(sums[i], sums[i + 1], narrower);
        if (tile->outputs[i])
            sight_store_bytes_16(tile->outputs[i] + column, _mm256_castsi256_si128(bytes), columns);
        if (tile->outputs[i + 1])
            sight_store_bytes_16(tile->outputs[i + 1] + column, _mm256_extracti128_si256(bytes, 1),
                                 columns);
    }
}

/// Computes the sums of a tile in the first registers of the remaining `columns`: `vectors` of
/// them, a constant at every call.
SIGHT_INLINE void finish_sums(const int vectors, const sight_q8_winograd_tile *tile,
                              const int32_t *products, const sight_q8_winograd_panel *panel,
                              size_t column, size_t columns) {
    __m256i sums[winograd_pixels][2];
    transform_output(vectors, 1, products, panel, sums);
    SIGHT_UNROLL
    for (int i = 0; i < winograd_pixels; i++) {
        if (!tile->outputs[i])
            continue;
        float *target = (float *)(void *)tile->outputs[i] + column; // moves bits only
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            sight_store_floats(target + 8 * v, _mm256_castsi256_ps(sums[i][v]),
                               columns - 8 * (size_t)v);
    }
}

_Static_assert((int)sight_q8_winograd_channels <= chunk_words, "a tile fits");

/// The most tiles of a chunk, whose inputs fit.
static size_t most_tiles(size_t run) {
    const size_t fitting = chunk_words / run;
    return fitting < chunk_tiles ? fitting : chunk_tiles;
}

/// Computes the outputs of a tile in up to 16 of the remaining `columns`.
SIGHT_INLINE void finish_tile(const sight_q8_winograd_tile *tile, const int32_t *products,
                              const sight_q8_winograd_panel *panel,
                              const sight_narrower_avx2 *narrower, size_t column, size_t columns) {
    __m256i sums[winograd_pixels][2];
    if (columns > 8) {
        transform_output(2, 0, products, panel, sums);
    } else {
        transform_output(1, 0, products, panel, sums);
        // store_tile narrows the second register, too, but does not write its columns.
        SIGHT_UNROLL
        for (int i = 0; i < winograd_pixels; i++)
            sums[i][1] = sums[i][0];
    }
    store_tile(tile, sums, narrower, column, columns);
}

SIGHT_INLINE void run_block(const sight_q8_winograd_job *job, const sight_block *block) {
    _Alignas(64) int16_t words[winograd_values * chunk_words];
    _Alignas(64) int32_t products[winograd_values * product_step];
    sight_q8_winograd_tile tiles[chunk_tiles];
    const size_t channels = job->image.pixel_bytes, pairs = sight_q8_winograd_pairs(channels);
    const size_t run = (channels + 15) / 16 * 16, last = block->column + block->columns;
    const size_t chunks = sight_q8_winograd_parts(block->rows, most_tiles(run));
    const sight_narrower_avx2 narrower = sight_narrower_avx2_load(&job->requantization);
    for (size_t chunk = 0; chunk < chunks; chunk++) {
        const size_t first = block->row + block->rows * chunk / chunks;
        const size_t count = block->row + block->rows * (chunk + 1) / chunks - first;
        const size_t step = word_step(count, run);
        for (size_t i = 0; i < count; i++) {
            tiles[i] = sight_q8_winograd_tile_at(job, first + i);
            if (job->is_signed)
                transform_input(1, &tiles[i], channels, words + i * run, step);
            else
                transform_input(0, &tiles[i], channels, words + i * run, step);
        }
        for (size_t column = block->column; column < last; column += 16) {
            const sight_q8_winograd_panel panel = sight_q8_winograd_panel_at(job, column);
            multiply_chunk(words, count, run, pairs, panel.filters, last - column, products);
            for (size_t i = 0; i < count; i++) {
                const int32_t *own = products + i * 16;
                if (!job->sums_only)
                    finish_tile(&tiles[i], own, &panel, &narrower, column, last - column);
                else if (last - column > 8)
                    finish_sums(2, &tiles[i], own, &panel, column, last - column);
                else
                    finish_sums(1, &tiles[i], own, &panel, column, last - column);
            }
        }
    }
}
