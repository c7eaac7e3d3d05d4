#include "q8-planar.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512VNNI)

#include "../floats-avx512.h"
#include "../requantize/requantize-avx512.h"
#include "../store-bytes-sse.h"

enum {
    lanes = 16,                          // pixels of a register
    most_vectors = 5,                    // registers of neighboring pixels in a tile
    blocks = 16 / sight_q8_planar_width, // whose output is one store of 16 bytes
    most_blocks = 6,                     // whose outputs are sorted by pixels in registers
};

/// Loads pixels of `channels` channels, 3 or 4, and returns them with four bytes each. Only the
/// first `bytes` bytes are read, at most those of 16 pixels.
SIGHT_INLINE __m512i load_pixels(const size_t channels, const uint8_t *from, size_t bytes) {
    const __mmask64 mask = bytes >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << bytes) - 1;
    const __m512i x = _mm512_maskz_loadu_epi8(mask, from);
    if (channels == 4)
        return x;
    // Four pixels are three words. Each quarter of the register gets those of its pixels.
    const __m512i words = _mm512_setr_epi32(0, 1, 2, 2, 3, 4, 5, 5, 6, 7, 8, 8, 9, 10, 11, 11);
    const __m128i order = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
    return _mm512_shuffle_epi8(_mm512_permutexvar_epi32(words, x), _mm512_broadcast_i32x4(order));
}

/// Copies a row of 3 or 4 channels to one or two planes. The first two arguments are constants at
/// every call.
SIGHT_INLINE void spread(const size_t channels, const size_t stride,
                         const sight_q8_planar_line *line, const uint8_t *row, uint8_t *planes) {
    const __m512i flip = _mm512_set1_epi8((char)line->flip);
    const __m512i evens =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odds = _mm512_add_epi32(evens, _mm512_set1_epi32(1));
    // The first vector starts in plane 0.
    const size_t odd = line->left % stride, first = odd < line->width ? odd : line->width;
    const size_t step = lanes * stride;
    sight_q8_planar_copy(line, row, 0, first, planes);
    uint8_t *plane = planes + (line->left + first) / stride * sight_q8_planar_depth;
    uint8_t *other = plane + line->pitch * sight_q8_planar_depth;
    for (size_t x = first; x < line->width; x += step, plane += 64, other += 64) {
        const uint8_t *from = row + x * channels;
        const size_t count = line->width - x < step ? line->width - x : step;
        const size_t here = count < lanes ? count : lanes;
        const __m512i a = _mm512_xor_si512(load_pixels(channels, from, here * channels), flip);
        if (stride == 1) {
            _mm512_mask_storeu_epi32(plane, sight_first_lanes(count), a);
            continue;
        }
        const __m512i b = _mm512_xor_si512(
            load_pixels(channels, from + lanes * channels, (count - here) * channels), flip);
        _mm512_mask_storeu_epi32(plane, sight_first_lanes((count + 1) / 2),
                                 _mm512_permutex2var_epi32(a, evens, b));
        _mm512_mask_storeu_epi32(other, sight_first_lanes(count / 2),
                                 _mm512_permutex2var_epi32(a, odds, b));
    }
}

void sight_q8_planar_spread__avx512vnni_80x4(const sight_q8_planar_line *line, const uint8_t *row,
                                             uint8_t *planes) {
    sight_q8_planar_pad(line, planes);
    if (line->channels == 3 && line->stride == 2)
        spread(3, 2, line, row, planes);
    else if (line->channels == 3 && line->stride == 1)
        spread(3, 1, line, row, planes);
    else if (line->channels == 4 && line->stride == 2)
        spread(4, 2, line, row, planes);
    else if (line->channels == 4 && line->stride == 1)
        spread(4, 1, line, row, planes);
    else
        sight_q8_planar_copy(line, row, 0, line->width, planes);
}

/// Adds the products of `count` columns to `sums` [count][vectors]. `start` are the planes under
/// the first pixel, `w` is the first weight of the first cell. The weights of a column are four
/// bytes, those of a cell are `cell` bytes after those of the cell before. The first two arguments
/// are constants at every call.
SIGHT_INLINE void add_products(const int count, const int vectors, const sight_q8_planar_job *job,
                               const uint8_t *start, const int8_t *w, size_t cell, __m512i *sums) {
    const size_t plane_bytes = job->pitch * sight_q8_planar_depth;
    for (size_t i = 0; i < job->kernel_height; i++, start += job->stride_x * plane_bytes)
        for (size_t j = 0, plane = 0, place = 0; j < job->kernel_width; j++, w += cell) {
            const uint8_t *pixels = start + plane * plane_bytes + place * sight_q8_planar_depth;
            __m512i a[most_vectors];
            SIGHT_UNROLL
            for (int v = 0; v < vectors; v++)
                a[v] = _mm512_loadu_si512(pixels + 64 * v);
            SIGHT_UNROLL
            for (int n = 0; n < count; n++) {
                int32_t bytes;
                memcpy(&bytes, w + n * sight_q8_planar_depth, sizeof bytes);
                const __m512i weight = _mm512_set1_epi32(bytes);
                SIGHT_UNROLL
                for (int v = 0; v < vectors; v++)
                    sums[n * vectors + v] =
                        _mm512_dpbusd_epi32(sums[n * vectors + v], a[v], weight);
            }
            if (++plane == job->stride_x) {
                plane = 0;
                place++;
            }
        }
}

/// Sets `sums` [vectors] to c times the sum of the activations of each pixel. `vectors` is a
/// constant at every call.
SIGHT_INLINE void weigh_activations(const int vectors, const sight_q8_planar_job *job,
                                    const uint8_t *start, __m512i *sums) {
    static const int8_t ones[4][sight_q8_planar_depth] = {{1}, {1, 1}, {1, 1, 1}, {1, 1, 1, 1}};
    __m512i all[most_vectors];
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++)
        all[v] = _mm512_setzero_si512();
    add_products(1, vectors, job, start, ones[job->channels - 1], 0, all);
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++)
        sums[v] = _mm512_mullo_epi32(all[v], _mm512_set1_epi32(job->weight_offset));
}

/// Computes a block for vectors * 16 pixels: bytes [vectors][16 pixels][4 columns]. `weighed` is
/// added to the sums of all columns, unless it is NULL. `vectors` is a constant at every call.
SIGHT_INLINE void compute_block(const int vectors, const sight_q8_planar_job *job,
                                const sight_narrower *narrower, const uint8_t *start,
                                const sight_q8_planar_block *block, const __m512i *weighed,
                                __m512i *bytes) {
    __m512i sums[sight_q8_planar_width * most_vectors];
    SIGHT_UNROLL
    for (int n = 0; n < sight_q8_planar_width; n++) {
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            sums[n * vectors + v] = _mm512_set1_epi32(block->bias[n]);
    }
    if (weighed) {
        SIGHT_UNROLL
        for (int n = 0; n < sight_q8_planar_width; n++) {
            SIGHT_UNROLL
            for (int v = 0; v < vectors; v++)
                sums[n * vectors + v] = _mm512_add_epi32(sums[n * vectors + v], weighed[v]);
        }
    }
    add_products(sight_q8_planar_width, vectors, job, start, (const int8_t *)(block + 1),
                 sight_q8_planar_width * sight_q8_planar_depth, sums);
    SIGHT_UNROLL
    for (int n = 0; n < sight_q8_planar_width; n++) {
        const __m512 factor = _mm512_set1_ps(block->factor[n]);
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            sums[n * vectors + v] = sight_requantize_nearest_16(sums[n * vectors + v], factor);
    }
    // The packing instructions put four pixels of each column side by side.
    const __m512i order =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++) {
        const __m512i *x = sums + v;
        const __m512i low = _mm512_packs_epi32(x[0], x[vectors]);
        const __m512i high = _mm512_packs_epi32(x[2 * vectors], x[3 * vectors]);
        bytes[v] = _mm512_shuffle_epi8(sight_narrow_words(low, high, narrower), order);
    }
}

/// Writes all columns of 16 pixels. Register n has four bytes of each pixel, from column 4 n on.
/// `count` is the number of registers, 2, 4 or 6, and a constant at every call.
SIGHT_INLINE void store_sorted(const int count, const __m512i *x, uint8_t *output) {
    const __m512i lower_words =
        _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const __m512i upper_words = _mm512_add_epi32(lower_words, _mm512_set1_epi32(8));
    for (int half = 0; half < 2; half++, output += 32 * count) { // eight pixels each
        // Register n has eight bytes of each pixel, from column 8 n on.
        __m512i pairs[3];
        SIGHT_UNROLL
        for (int n = 0; 2 * n < count; n++)
            pairs[n] =
                _mm512_permutex2var_epi32(x[2 * n], half ? upper_words : lower_words, x[2 * n + 1]);
        if (count == 2) {
            _mm512_storeu_si512(output, pairs[0]);
        } else if (count == 4) {
            const __m512i lower = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
            const __m512i upper = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
            _mm512_storeu_si512(output, _mm512_permutex2var_epi64(pairs[0], lower, pairs[1]));
            _mm512_storeu_si512(output + 64, _mm512_permutex2var_epi64(pairs[0], upper, pairs[1]));
        } else {
            // Every third place is that of the third register.
            const __m512i first[3] = {_mm512_setr_epi64(0, 8, 0, 1, 9, 0, 2, 10),
                                      _mm512_setr_epi64(0, 3, 11, 0, 4, 12, 0, 5),
                                      _mm512_setr_epi64(13, 0, 6, 14, 0, 7, 15, 0)};
            const __m512i third[3] = {_mm512_setr_epi64(0, 1, 8, 3, 4, 9, 6, 7),
                                      _mm512_setr_epi64(10, 1, 2, 11, 4, 5, 12, 7),
                                      _mm512_setr_epi64(0, 13, 2, 3, 14, 5, 6, 15)};
            SIGHT_UNROLL
            for (int i = 0; i < 3; i++)
                _mm512_storeu_si512(output + 64 * i,
                                    _mm512_permutex2var_epi64(
                                        _mm512_permutex2var_epi64(pairs[0], first[i], pairs[1]),
                                        third[i], pairs[2]));
        }
    }
}

/// Writes up to 16 columns of up to 16 pixels. Register n has four bytes of each pixel, from column
/// 4 n on.
SIGHT_INLINE void store_pixels(const __m512i *x, size_t pixels, size_t columns, size_t stride,
                               uint8_t *output) {
    const __m512i a = _mm512_unpacklo_epi32(x[0], x[1]), b = _mm512_unpackhi_epi32(x[0], x[1]);
    const __m512i c = _mm512_unpacklo_epi32(x[2], x[3]), d = _mm512_unpackhi_epi32(x[2], x[3]);
    // Part q of register t has the columns of pixel 4 q + t.
    const __m512i quads[4] = {_mm512_unpacklo_epi64(a, c), _mm512_unpackhi_epi64(a, c),
                              _mm512_unpacklo_epi64(b, d), _mm512_unpackhi_epi64(b, d)};
    SIGHT_UNROLL
    for (size_t t = 0; t < 4; t++) {
        const __m128i parts[4] = {
            _mm512_castsi512_si128(quads[t]), _mm512_extracti32x4_epi32(quads[t], 1),
            _mm512_extracti32x4_epi32(quads[t], 2), _mm512_extracti32x4_epi32(quads[t], 3)};
        SIGHT_UNROLL
        for (size_t q = 0; q < 4; q++)
            if (4 * q + t < pixels)
                sight_store_bytes_16(output + (4 * q + t) * stride, parts[q], columns);
    }
}

/// Writes the columns of up to 16 pixels. Register n has four columns of each pixel, from column
/// 4 n on. `count` is the number of registers, 4 or 6, and a constant at every call. The function
/// sorts 16 pixels in registers if these have all columns; it writes other pixels one by one.
SIGHT_INLINE void store(const int count, const __m512i *x, size_t pixels, size_t columns,
                        size_t stride, uint8_t *output) {
    if (pixels >= lanes && count == 6) {
        store_sorted(6, x, output);
    } else if (pixels >= lanes && stride == 16) {
        store_sorted(4, x, output);
    } else if (pixels >= lanes && stride == 8) {
        store_sorted(2, x, output);
    } else {
        store_pixels(x, pixels, columns, stride, output);
        if (count > blocks) {
            const __m512i rest[blocks] = {x[blocks], x[blocks + 1], {0}, {0}};
            store_pixels(rest, pixels, columns - 16, stride, output + 16);
        }
    }
}

/// Computes and writes `count` blocks of four columns, from column `n` on, for up to 16 * vectors
/// pixels. Returns the packed block after these blocks. The first two arguments are constants
/// at every call.
SIGHT_INLINE const char *compute_columns(const int count, const int vectors,
                                         const sight_q8_planar_job *job,
                                         const sight_narrower *narrower, const uint8_t *start,
                                         const char *block, const __m512i *weighed, size_t pixels,
                                         size_t n, uint8_t *output) {
    const size_t bytes = sight_q8_planar_block_bytes(job->kernel_height * job->kernel_width);
    __m512i tile[most_vectors][most_blocks];
    for (int k = 0; k < count; k++) {
        __m512i part[most_vectors] = {0}; // past the last column
        if (n + sight_q8_planar_width * (size_t)k < job->columns) {
            compute_block(vectors, job, narrower, start, (const void *)block, weighed, part);
            block += bytes;
        }
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            tile[v][k] = part[v];
    }
    for (size_t v = 0; v < (size_t)vectors; v++)
        store(count, tile[v], pixels - lanes * v, job->columns - n, job->columns,
              output + lanes * v * job->columns + n);
    return block;
}

/// Computes up to vectors * 16 pixels of a row, of which only those of the row are written.
/// `vectors` is a constant at every call.
SIGHT_INLINE void compute_tile(const int vectors, const sight_q8_planar_job *job,
                               const sight_narrower *narrower, size_t row, size_t x) {
    const uint8_t *start = sight_q8_planar_row(job, row) + x * sight_q8_planar_depth;
    const char *block = job->packed;
    uint8_t *output = job->output + (row * job->width + x) * job->columns;
    const size_t pixels = job->width - x;
    __m512i sums[most_vectors], *weighed = NULL;
    if (job->weight_offset != 0) {
        weigh_activations(vectors, job, start, sums);
        weighed = sums;
    }
    if (job->columns == 24)
        compute_columns(most_blocks, vectors, job, narrower, start, block, weighed, pixels, 0,
                        output);
    else
        for (size_t n = 0; n < job->columns; n += 16)
            block = compute_columns(blocks, vectors, job, narrower, start, block, weighed, pixels,
                                    n, output);
}

void sight_q8_planar__avx512vnni_80x4(const sight_q8_planar_job *job, size_t first, size_t count) {
    const sight_narrower narrower = sight_narrower_load(&job->requantization);
    const size_t all = (job->width + lanes - 1) / lanes;
    for (size_t row = first; row < first + count; row++)
        // Tiles of a row have about equal widths.
        for (size_t done = 0, tiles = (all + most_vectors - 1) / most_vectors; tiles > 0; tiles--) {
            const size_t vectors = (all - done + tiles - 1) / tiles, x = done * lanes;
            switch (vectors) {
            case 1:
                compute_tile(1, job, &narrower, row, x);
                break;
            case 2:
                compute_tile(2, job, &narrower, row, x);
                break;
            case 3:
                compute_tile(3, job, &narrower, row, x);
                break;
            case 4:
                compute_tile(4, job, &narrower, row, x);
                break;
            default:
                compute_tile(5, job, &narrower, row, x);
                break;
            }
            done += vectors;
        }
}

SIGHT_TARGET_END
#endif
