#include "q8-planar.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512VNNI)

#include "../requantize/requantize-avx512.h"
#include "../store-bytes-sse.h"

enum {
    lanes = 16,                          // pixels of a register
    most_vectors = 5,                    // registers of neighboring pixels in a tile
    blocks = 16 / sight_q8_planar_width, // whose output is one store of 16 bytes
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

SIGHT_INLINE __mmask16 first_lanes(size_t count) {
    return (__mmask16)(count >= 16 ? 0xFFFF : (1u << count) - 1);
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
            _mm512_mask_storeu_epi32(plane, first_lanes(count), a);
            continue;
        }
        const __m512i b = _mm512_xor_si512(
            load_pixels(channels, from + lanes * channels, (count - here) * channels), flip);
        _mm512_mask_storeu_epi32(plane, first_lanes((count + 1) / 2),
                                 _mm512_permutex2var_epi32(a, evens, b));
        _mm512_mask_storeu_epi32(other, first_lanes(count / 2),
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

/// Writes up to 16 columns of up to 16 pixels. Register n has four bytes of each pixel, from column
/// 4 n on.
SIGHT_INLINE void store_pixels(const __m512i x[blocks], size_t pixels, size_t columns,
                               size_t stride, uint8_t *output) {
    const __m512i a = _mm512_unpacklo_epi32(x[0], x[1]), b = _mm512_unpackhi_epi32(x[0], x[1]);
    const __m512i c = _mm512_unpacklo_epi32(x[2], x[3]), d = _mm512_unpackhi_epi32(x[2], x[3]);
    // Part q of register t has the columns of pixel 4 q + t.
    const __m512i quads[4] = {_mm512_unpacklo_epi64(a, c), _mm512_unpackhi_epi64(a, c),
                              _mm512_unpacklo_epi64(b, d), _mm512_unpackhi_epi64(b, d)};
    if (stride == 16 && pixels >= lanes) {
        SIGHT_UNROLL
        for (int half = 0; half < 2; half++) {
            const __m512i first = half ? _mm512_shuffle_i32x4(quads[0], quads[1], 0xEE)
                                       : _mm512_shuffle_i32x4(quads[0], quads[1], 0x44);
            const __m512i second = half ? _mm512_shuffle_i32x4(quads[2], quads[3], 0xEE)
                                        : _mm512_shuffle_i32x4(quads[2], quads[3], 0x44);
            _mm512_storeu_si512(output + 128 * half, _mm512_shuffle_i32x4(first, second, 0x88));
            _mm512_storeu_si512(output + 128 * half + 64,
                                _mm512_shuffle_i32x4(first, second, 0xDD));
        }
        return;
    }
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

/// Computes up to vectors * 16 pixels of a row, of which only those of the row are written.
/// `vectors` is a constant at every call.
SIGHT_INLINE void compute_tile(const int vectors, const sight_q8_planar_job *job,
                               const sight_narrower *narrower, size_t row, size_t x) {
    const uint8_t *start = sight_q8_planar_row(job, row) + x * sight_q8_planar_depth;
    const size_t bytes = sight_q8_planar_block_bytes(job->kernel_height * job->kernel_width);
    const char *block = job->packed;
    uint8_t *output = job->output + (row * job->width + x) * job->columns;
    __m512i weighed[most_vectors];
    if (job->weight_offset != 0)
        weigh_activations(vectors, job, start, weighed);
    for (size_t n = 0; n < job->columns; n += 16) {
        __m512i tile[most_vectors][blocks];
        for (size_t k = 0; k < blocks; k++) {
            __m512i part[most_vectors] = {0}; // past the last column
            if (n + sight_q8_planar_width * k < job->columns) {
                compute_block(vectors, job, narrower, start, (const void *)block,
                              job->weight_offset != 0 ? weighed : NULL, part);
                block += bytes;
            }
            SIGHT_UNROLL
            for (int v = 0; v < vectors; v++)
                tile[v][k] = part[v];
        }
        for (size_t v = 0; v < (size_t)vectors; v++)
            store_pixels(tile[v], job->width - x - lanes * v, job->columns - n, job->columns,
                         output + lanes * v * job->columns + n);
    }
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
