#include "transpose.h"

#include "../isa.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

enum {
    lanes = 8,
    pair = 2 * lanes, // elements of a cache line
};

/// Loads four columns of a row to the lower half, and of the row four below it to the upper half.
SIGHT_INLINE __m256 load_halves(const char *from, ptrdiff_t stride) {
    const __m128 lower = _mm_loadu_ps((const float *)(const void *)from);
    return _mm256_insertf128_ps(_mm256_castps128_ps256(lower),
                                _mm_loadu_ps((const float *)(const void *)(from + 4 * stride)), 1);
}

/// Transposes 8 x 8 elements. Each half of a register is a block of 4 x 4.
SIGHT_INLINE void block(const char *from, ptrdiff_t from_stride, char *to, ptrdiff_t to_stride) {
    SIGHT_UNROLL
    for (int half = 0; half < 2; half++, from += 16, to += 4 * to_stride) {
        const __m256 a = load_halves(from, from_stride);
        const __m256 b = load_halves(from + from_stride, from_stride);
        const __m256 c = load_halves(from + 2 * from_stride, from_stride);
        const __m256 d = load_halves(from + 3 * from_stride, from_stride);
        const __m256d ab = _mm256_castps_pd(_mm256_unpacklo_ps(a, b));
        const __m256d cd = _mm256_castps_pd(_mm256_unpacklo_ps(c, d));
        const __m256d AB = _mm256_castps_pd(_mm256_unpackhi_ps(a, b));
        const __m256d CD = _mm256_castps_pd(_mm256_unpackhi_ps(c, d));
        const __m256d columns[4] = {_mm256_unpacklo_pd(ab, cd), _mm256_unpackhi_pd(ab, cd),
                                    _mm256_unpacklo_pd(AB, CD), _mm256_unpackhi_pd(AB, CD)};
        SIGHT_UNROLL
        for (int i = 0; i < 4; i++)
            _mm256_storeu_pd((double *)(void *)(to + i * to_stride), columns[i]);
    }
}

/// Returns the first element of a block, so that it ends within `count` elements.
SIGHT_INLINE ptrdiff_t start(ptrdiff_t element, ptrdiff_t count) {
    return element < count - lanes ? element : count - lanes;
}

/// Transposes eight columns. Each step transposes two blocks, which make whole cache lines of the
/// target, and writes these lines at once. `rows` is a multiple of 16.
SIGHT_INLINE void lines(const char *from, ptrdiff_t from_stride, char *to, ptrdiff_t to_stride,
                        ptrdiff_t rows) {
    _Alignas(32) char line[lanes][64];
    for (ptrdiff_t y = 0; y < rows; y += pair) {
        block(from + y * from_stride, from_stride, line[0], 64);
        block(from + (y + lanes) * from_stride, from_stride, line[0] + 32, 64);
        SIGHT_UNROLL
        for (int i = 0; i < lanes; i++)
            memcpy(to + i * to_stride + 4 * y, line[i], 64);
    }
}

/// Transposes eight columns of 16 rows from the row `top` on, or of the rows that are left.
SIGHT_INLINE void blocks(const char *from, ptrdiff_t from_stride, char *to, ptrdiff_t to_stride,
                         ptrdiff_t top, ptrdiff_t rows) {
    for (ptrdiff_t row = top; row < rows && row < top + pair; row += lanes) {
        const ptrdiff_t y = start(row, rows);
        block(from + y * from_stride, from_stride, to + 4 * y, to_stride);
    }
}

void sight_transpose_fours_avx2(const char *from, ptrdiff_t from_stride, char *to,
                                ptrdiff_t to_stride, ptrdiff_t rows, ptrdiff_t columns) {
    // The loops take four blocks together. Two blocks side by side read whole cache lines of the
    // source, and two blocks in one column write whole cache lines of the target. The last block of
    // a row or a column overlaps the one before.
    const ptrdiff_t by_lines = sight_shares_a_set(to_stride) ? rows - rows % pair : 0;
    for (ptrdiff_t left = 0; left < columns; left += pair) {
        const ptrdiff_t right = columns - left < pair ? columns : left + pair;
        for (ptrdiff_t column = left; column < right; column += lanes) {
            const ptrdiff_t x = start(column, columns);
            lines(from + 4 * x, from_stride, to + x * to_stride, to_stride, by_lines);
        }
        for (ptrdiff_t top = by_lines; top < rows; top += pair)
            for (ptrdiff_t column = left; column < right; column += lanes) {
                const ptrdiff_t x = start(column, columns);
                blocks(from + 4 * x, from_stride, to + x * to_stride, to_stride, top, rows);
            }
    }
}

SIGHT_TARGET_END
#endif
