#include "q8-winograd.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "../requantize/requantize-avx2.h"
#include "../store-bytes-sse.h"

// Tiles are computed in chunks, whose transformed inputs stay in a cache. Each of the 16 values is
// a product of matrices, [tiles][channels] by [channels][16 columns].

enum {
    chunk_tiles = 24,
    chunk_words = 48 * 1024, // of transformed inputs
    product_rows = 6,        // tiles of a product
};

/// Transforms the inputs of a tile for 16 channels at once. Value i of channel c goes to words[i *
/// step + c]; up to 15 words past the last channel are written.
SIGHT_INLINE void transform_input(const sight_q8_winograd_tile *tile, size_t channels, __m128i flip,
                                  int16_t *words, size_t step) {
    for (size_t c = 0; c < channels; c += 16) {
        __m256i rows[16]; // each row of four cells, transformed
        SIGHT_UNROLL
        for (int y = 0; y < 4; y++) {
            __m256i d[4];
            SIGHT_UNROLL
            for (int x = 0; x < 4; x++) {
                const __m128i *cell = (const __m128i *)(const void *)(tile->cells[4 * y + x] + c);
                d[x] = _mm256_cvtepu8_epi16(_mm_xor_si128(_mm_loadu_si128(cell), flip));
            }
            rows[4 * y] = _mm256_sub_epi16(d[0], d[2]);
            rows[4 * y + 1] = _mm256_add_epi16(d[1], d[2]);
            rows[4 * y + 2] = _mm256_sub_epi16(d[2], d[1]);
            rows[4 * y + 3] = _mm256_sub_epi16(d[1], d[3]);
        }
        SIGHT_UNROLL
        for (size_t x = 0; x < 4; x++) {
            const __m256i d0 = rows[x], d1 = rows[4 + x], d2 = rows[8 + x], d3 = rows[12 + x];
            int16_t *target = words + x * step + c;
            _mm256_storeu_si256((__m256i *)(void *)target, _mm256_sub_epi16(d0, d2));
            _mm256_storeu_si256((__m256i *)(void *)(target + 4 * step), _mm256_add_epi16(d1, d2));
            _mm256_storeu_si256((__m256i *)(void *)(target + 8 * step), _mm256_sub_epi16(d2, d1));
            _mm256_storeu_si256((__m256i *)(void *)(target + 12 * step), _mm256_sub_epi16(d1, d3));
        }
    }
}

/// Computes one of the 16 values of `rows` tiles for 16 columns; `rows` is a constant at every
/// call.
SIGHT_INLINE void multiply(const int rows, const int16_t *words, size_t run, size_t pairs,
                           const int16_t *filters, int32_t *products) {
    __m256i sums[2 * product_rows]; // [tile][2]
    SIGHT_UNROLL
    for (int i = 0; i < 2 * rows; i++)
        sums[i] = _mm256_setzero_si256();
    for (size_t pair = 0; pair < pairs; pair++, words += 2, filters += 32) {
        const __m256i *w = (const __m256i *)(const void *)filters;
        const __m256i w0 = _mm256_loadu_si256(w), w1 = _mm256_loadu_si256(w + 1);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            int32_t two;
            memcpy(&two, words + (size_t)r * run, 4);
            const __m256i a = _mm256_set1_epi32(two);
            sums[2 * r] = _mm256_add_epi32(sums[2 * r], _mm256_madd_epi16(a, w0));
            sums[2 * r + 1] = _mm256_add_epi32(sums[2 * r + 1], _mm256_madd_epi16(a, w1));
        }
    }
    SIGHT_UNROLL
    for (int i = 0; i < 2 * rows; i++)
        _mm256_storeu_si256((__m256i *)(void *)(products + 8 * i), sums[i]);
}

/// Computes all 16 values of the tiles of a chunk for 16 columns: products [16][chunk_tiles][16].
static void multiply_chunk(const int16_t *words, size_t tiles, size_t run, size_t pairs,
                           const int16_t *filters, int32_t *products) {
    for (size_t i = 0; i < 16; i++) {
        const int16_t *w = words + i * tiles * run, *f = filters + i * pairs * 32;
        int32_t *p = products + i * chunk_tiles * 16;
        size_t at = 0;
        for (; tiles - at >= product_rows; at += product_rows)
            multiply(product_rows, w + at * run, run, pairs, f, p + at * 16);
        for (; tiles - at >= 2; at += 2)
            multiply(2, w + at * run, run, pairs, f, p + at * 16);
        if (at < tiles)
            multiply(1, w + at * run, run, pairs, f, p + at * 16);
    }
}

/// Transforms the products of a tile back and requantizes them: sums[2 * row + column][2].
SIGHT_INLINE void transform_output(const int32_t *products, const sight_q8_winograd_panel *panel,
                                   __m256i sums[4][2]) {
    SIGHT_UNROLL
    for (int v = 0; v < 2; v++) {
        const __m256i bias =
            _mm256_loadu_si256((const __m256i *)(const void *)(panel->bias + 8 * v));
        const __m256 factor = _mm256_loadu_ps(panel->factor + 8 * v);
        __m256i upper[4], lower[4]; // the two output rows of each column of values
        SIGHT_UNROLL
        for (int x = 0; x < 4; x++) {
            __m256i m[4];
            SIGHT_UNROLL
            for (int y = 0; y < 4; y++)
                m[y] = _mm256_loadu_si256(
                    (const __m256i *)(const void *)(products + (4 * y + x) * chunk_tiles * 16 +
                                                    8 * v));
            const __m256i both = _mm256_add_epi32(m[1], m[2]);
            upper[x] = _mm256_add_epi32(m[0], both);
            lower[x] = _mm256_sub_epi32(_mm256_sub_epi32(m[1], m[2]), m[3]);
        }
        SIGHT_UNROLL
        for (int y = 0; y < 2; y++) {
            const __m256i *m = y == 0 ? upper : lower;
            const __m256i left = _mm256_add_epi32(m[0], _mm256_add_epi32(m[1], m[2]));
            const __m256i right = _mm256_sub_epi32(_mm256_sub_epi32(m[1], m[2]), m[3]);
            sums[2 * y][v] = sight_requantize_nearest_8(
                _mm256_add_epi32(_mm256_srai_epi32(left, 2), bias), factor);
            sums[2 * y + 1][v] = sight_requantize_nearest_8(
                _mm256_add_epi32(_mm256_srai_epi32(right, 2), bias), factor);
        }
    }
}

/// Narrows the outputs of a tile and writes up to 16 columns of each, from `column` on.
SIGHT_INLINE void store_tile(const sight_q8_winograd_tile *tile, __m256i sums[4][2],
                             const sight_narrower_avx2 *narrower, size_t column, size_t columns) {
    SIGHT_UNROLL
    for (int i = 0; i < 4; i += 2) {
        const __m256i bytes = sight_narrow_2x16(sums[i], sums[i + 1], narrower);
        if (tile->outputs[i])
            sight_store_bytes_16(tile->outputs[i] + column, _mm256_castsi256_si128(bytes), columns);
        if (tile->outputs[i + 1])
            sight_store_bytes_16(tile->outputs[i + 1] + column, _mm256_extracti128_si256(bytes, 1),
                                 columns);
    }
}

void sight_q8_winograd__avx2_6x16(const sight_q8_winograd_job *job, sight_block block) {
    int16_t words[chunk_words];
    int32_t products[16 * chunk_tiles * 16];
    sight_q8_winograd_tile tiles[chunk_tiles];
    const size_t channels = job->image.pixel_bytes, pairs = sight_q8_winograd_pairs(channels);
    const size_t run = (channels + 15) / 16 * 16, fitting = chunk_words / (16 * run);
    const size_t most = fitting < chunk_tiles ? fitting : chunk_tiles;
    const size_t end = block.row + block.rows, last = block.column + block.columns;
    const __m128i flip = _mm_set1_epi8((char)job->input_flip);
    const sight_narrower_avx2 narrower = sight_narrower_avx2_load(&job->requantization);
    for (size_t first = block.row; first < end; first += most) {
        const size_t count = end - first < most ? end - first : most;
        for (size_t i = 0; i < count; i++) {
            tiles[i] = sight_q8_winograd_tile_at(job, first + i);
            transform_input(&tiles[i], channels, flip, words + i * run, count * run);
        }
        for (size_t column = block.column; column < last; column += 16) {
            const sight_q8_winograd_panel panel = sight_q8_winograd_panel_at(job, column);
            multiply_chunk(words, count, run, pairs, panel.filters, products);
            for (size_t i = 0; i < count; i++) {
                __m256i sums[4][2];
                transform_output(products + i * 16, &panel, sums);
                store_tile(&tiles[i], sums, &narrower, column, last - column);
            }
        }
    }
}

SIGHT_TARGET_END
#endif
