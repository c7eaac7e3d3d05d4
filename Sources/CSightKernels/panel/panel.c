#include "sight-panel.h"

#include "../isa.h"

#include <string.h>

// Interleaves four rows by four words at a time. SSE2 and Advanced SIMD suffice, which every
// machine of the architecture has, so there are no tiers.
#if SIGHT_X86
#include <emmintrin.h>
#define SIGHT_PANEL_VECTORS 1

typedef __m128i vector;

SIGHT_INLINE vector load(const void *from) { return _mm_loadu_si128(from); }
SIGHT_INLINE vector repeat(uint8_t byte) { return _mm_set1_epi8((char)byte); }
SIGHT_INLINE vector flipped(vector x, vector flips) { return _mm_xor_si128(x, flips); }
SIGHT_INLINE vector difference(vector x, vector y) { return _mm_sub_epi8(x, y); }
SIGHT_INLINE vector lesser(vector x, vector y) { return _mm_min_epu8(x, y); }
SIGHT_INLINE vector greater(vector x, vector y) { return _mm_max_epu8(x, y); }
SIGHT_INLINE vector both(vector x, vector y) { return _mm_and_si128(x, y); }
SIGHT_INLINE vector either(vector x, vector y) { return _mm_or_si128(x, y); }

/// Adds bytes to partial sums: each lane sums some of the bytes.
SIGHT_INLINE vector add_bytes(vector sums, vector bytes) {
    return _mm_add_epi64(sums, _mm_sad_epu8(bytes, _mm_setzero_si128()));
}

SIGHT_INLINE uint32_t total(vector sums) {
    return (uint32_t)_mm_cvtsi128_si32(_mm_add_epi64(sums, _mm_unpackhi_epi64(sums, sums)));
}

/// Writes word i of four rows 64 i bytes after `target`.
SIGHT_INLINE void store_words(const vector rows[4], char *target) {
    const vector ab = _mm_unpacklo_epi32(rows[0], rows[1]);
    const vector cd = _mm_unpacklo_epi32(rows[2], rows[3]);
    const vector AB = _mm_unpackhi_epi32(rows[0], rows[1]);
    const vector CD = _mm_unpackhi_epi32(rows[2], rows[3]);
    _mm_storeu_si128((vector *)(void *)target, _mm_unpacklo_epi64(ab, cd));
    _mm_storeu_si128((vector *)(void *)(target + 64), _mm_unpackhi_epi64(ab, cd));
    _mm_storeu_si128((vector *)(void *)(target + 128), _mm_unpacklo_epi64(AB, CD));
    _mm_storeu_si128((vector *)(void *)(target + 192), _mm_unpackhi_epi64(AB, CD));
}

/// Writes byte i of four rows 4 i bytes after `target`, and adds the four int8 of each i to a lane.
SIGHT_INLINE void store_columns(const vector rows[4], char *target, vector sums[4]) {
    const vector ab = _mm_unpacklo_epi8(rows[0], rows[1]);
    const vector cd = _mm_unpacklo_epi8(rows[2], rows[3]);
    const vector AB = _mm_unpackhi_epi8(rows[0], rows[1]);
    const vector CD = _mm_unpackhi_epi8(rows[2], rows[3]);
    const vector fours[4] = {_mm_unpacklo_epi16(ab, cd), _mm_unpackhi_epi16(ab, cd),
                             _mm_unpacklo_epi16(AB, CD), _mm_unpackhi_epi16(AB, CD)};
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++) {
        _mm_storeu_si128((vector *)(void *)(target + 16 * i), fours[i]);
        const vector even = _mm_srai_epi16(_mm_slli_epi16(fours[i], 8), 8);
        const vector pairs = _mm_add_epi16(even, _mm_srai_epi16(fours[i], 8));
        sums[i] = _mm_add_epi32(sums[i], _mm_madd_epi16(pairs, _mm_set1_epi16(1)));
    }
}
#elif SIGHT_ARM64
#include <arm_neon.h>
#define SIGHT_PANEL_VECTORS 1

typedef uint8x16_t vector;

SIGHT_INLINE vector load(const void *from) { return vld1q_u8(from); }
SIGHT_INLINE vector repeat(uint8_t byte) { return vdupq_n_u8(byte); }
SIGHT_INLINE vector flipped(vector x, vector flips) { return veorq_u8(x, flips); }
SIGHT_INLINE vector difference(vector x, vector y) { return vsubq_u8(x, y); }
SIGHT_INLINE vector lesser(vector x, vector y) { return vminq_u8(x, y); }
SIGHT_INLINE vector greater(vector x, vector y) { return vmaxq_u8(x, y); }
SIGHT_INLINE vector both(vector x, vector y) { return vandq_u8(x, y); }
SIGHT_INLINE vector either(vector x, vector y) { return vorrq_u8(x, y); }

/// Adds bytes to partial sums: each lane sums some of the bytes.
SIGHT_INLINE vector add_bytes(vector sums, vector bytes) {
    return vreinterpretq_u8_u32(vpadalq_u16(vreinterpretq_u32_u8(sums), vpaddlq_u8(bytes)));
}

SIGHT_INLINE uint32_t total(vector sums) { return vaddvq_u32(vreinterpretq_u32_u8(sums)); }

/// Writes word i of four rows 64 i bytes after `target`.
SIGHT_INLINE void store_words(const vector rows[4], char *target) {
    const uint32x4_t a = vreinterpretq_u32_u8(rows[0]), b = vreinterpretq_u32_u8(rows[1]);
    const uint32x4_t c = vreinterpretq_u32_u8(rows[2]), d = vreinterpretq_u32_u8(rows[3]);
    const uint64x2_t ab = vreinterpretq_u64_u32(vzip1q_u32(a, b));
    const uint64x2_t cd = vreinterpretq_u64_u32(vzip1q_u32(c, d));
    const uint64x2_t AB = vreinterpretq_u64_u32(vzip2q_u32(a, b));
    const uint64x2_t CD = vreinterpretq_u64_u32(vzip2q_u32(c, d));
    uint8_t *t = (uint8_t *)target;
    vst1q_u8(t, vreinterpretq_u8_u64(vzip1q_u64(ab, cd)));
    vst1q_u8(t + 64, vreinterpretq_u8_u64(vzip2q_u64(ab, cd)));
    vst1q_u8(t + 128, vreinterpretq_u8_u64(vzip1q_u64(AB, CD)));
    vst1q_u8(t + 192, vreinterpretq_u8_u64(vzip2q_u64(AB, CD)));
}

/// Writes byte i of four rows 4 i bytes after `target`, and adds the four int8 of each i to a lane.
SIGHT_INLINE void store_columns(const vector rows[4], char *target, vector sums[4]) {
    const uint16x8_t ab = vreinterpretq_u16_u8(vzip1q_u8(rows[0], rows[1]));
    const uint16x8_t cd = vreinterpretq_u16_u8(vzip1q_u8(rows[2], rows[3]));
    const uint16x8_t AB = vreinterpretq_u16_u8(vzip2q_u8(rows[0], rows[1]));
    const uint16x8_t CD = vreinterpretq_u16_u8(vzip2q_u8(rows[2], rows[3]));
    const uint16x8_t fours[4] = {vzip1q_u16(ab, cd), vzip2q_u16(ab, cd), vzip1q_u16(AB, CD),
                                 vzip2q_u16(AB, CD)};
    SIGHT_UNROLL
    for (int i = 0; i < 4; i++) {
        vst1q_u8((uint8_t *)target + 16 * i, vreinterpretq_u8_u16(fours[i]));
        const int16x8_t pairs = vpaddlq_s8(vreinterpretq_s8_u16(fours[i]));
        sums[i] = vreinterpretq_u8_s32(vpadalq_s16(vreinterpretq_s32_u8(sums[i]), pairs));
    }
}
#endif

void sight_panel_interleave(const void *source, size_t stride, size_t rows, size_t words,
                            void *target) {
    size_t word = 0;
#if SIGHT_PANEL_VECTORS
    if (rows == sight_panel_rows)
        for (; words - word >= 4; word += 4)
            for (size_t row = 0; row < sight_panel_rows; row += 4) {
                const char *from = (const char *)source + row * stride + 4 * word;
                const vector four[4] = {load(from), load(from + stride), load(from + 2 * stride),
                                        load(from + 3 * stride)};
                store_words(four, (char *)target + 64 * word + 4 * row);
            }
#endif
    sight_panel_interleave_reference((const char *)source + 4 * word, stride, rows, words - word,
                                     (char *)target + 64 * word);
}

void sight_panel_interleave_reference(const void *source, size_t stride, size_t rows, size_t words,
                                      void *target) {
    char *to = target;
    for (size_t word = 0; word < words; word++, to += 64) {
        for (size_t row = 0; row < rows; row++)
            memcpy(to + 4 * row, (const char *)source + row * stride + 4 * word, 4);
        memset(to + 4 * rows, 0, 4 * (sight_panel_rows - rows));
    }
}

/// Packs rows of a panel from byte `start` on, byte by byte. Missing bytes must be zero already.
static void plain_rows(const uint8_t *source, size_t stride, size_t rows, size_t start,
                       size_t count, uint8_t minus, uint8_t *target, sight_panel_census *census,
                       uint32_t *sums) {
    for (size_t row = 0; row < rows; row++)
        for (size_t i = start; i < count; i++) {
            const uint8_t byte = source[row * stride + i], value = byte ^ census->flip;
            target[i / 4 * 64 + 4 * row + i % 4] = (uint8_t)(byte - minus);
            sums[row] += value;
            census->least = value < census->least ? value : census->least;
            census->greatest = value > census->greatest ? value : census->greatest;
        }
}

void sight_panel_bytes_reference(const uint8_t *source, size_t stride, size_t rows, size_t count,
                                 uint8_t minus, uint8_t *target, sight_panel_census *census) {
    memset(target, 0, (count + 3) / 4 * 64);
    plain_rows(source, stride, rows, 0, count, minus, target, census, census->sums);
}

#if SIGHT_PANEL_VECTORS
/// The least and the greatest byte at each position of a register.
typedef struct {
    vector least, greatest;
} extremes;

/// Packs four rows, as far as whole registers reach.
static void four_rows(const uint8_t *source, size_t stride, size_t count, uint8_t flip,
                      uint8_t minus, uint8_t *target, extremes *found, uint32_t *sums) {
    const vector flips = repeat(flip), minuses = repeat(minus);
    vector least = found->least, greatest = found->greatest;
    vector added[4] = {repeat(0), repeat(0), repeat(0), repeat(0)};
    for (size_t done = 0; count - done >= 16; done += 16) {
        vector rows[4];
        SIGHT_UNROLL
        for (size_t row = 0; row < 4; row++) {
            const vector x = load(source + row * stride + done), y = flipped(x, flips);
            added[row] = add_bytes(added[row], y);
            least = lesser(least, y);
            greatest = greater(greatest, y);
            rows[row] = difference(x, minuses);
        }
        store_words(rows, (char *)target + 16 * done);
    }
    *found = (extremes){least, greatest};
    for (size_t row = 0; row < 4; row++)
        sums[row] += total(added[row]);
}

/// Packs the words of four rows that remain after whole registers. `words` is their number in each
/// row, one to three, and a constant at every call.
SIGHT_INLINE void last_words(const uint8_t *source, size_t stride, const size_t words, uint8_t flip,
                             uint8_t minus, uint8_t *target, extremes *found, uint32_t *sums) {
    const uint32_t every = UINT32_MAX;
    const uint32_t present[4] = {every, words > 1 ? every : 0, words > 2 ? every : 0, 0};
    const vector mask = load(present), missing = flipped(mask, repeat(UINT8_MAX));
    vector rows[4];
    SIGHT_UNROLL
    for (size_t row = 0; row < 4; row++) {
        uint32_t bytes[4] = {0};
        memcpy(bytes, source + row * stride, 4 * words);
        const vector x = load(bytes), y = both(flipped(x, repeat(flip)), mask);
        sums[row] += total(add_bytes(repeat(0), y));
        found->least = lesser(found->least, either(y, missing));
        found->greatest = greater(found->greatest, y);
        rows[row] = difference(x, repeat(minus));
    }
    char packed[256];
    store_words(rows, packed);
    SIGHT_UNROLL
    for (size_t word = 0; word < words; word++)
        memcpy(target + 64 * word, packed + 64 * word, 16);
}

/// Adds the extremes of registers to a census.
static void note(const extremes *found, sight_panel_census *census) {
    uint8_t ends[2][16];
    memcpy(ends, found, sizeof ends);
    for (size_t i = 0; i < 16; i++) {
        census->least = ends[0][i] < census->least ? ends[0][i] : census->least;
        census->greatest = ends[1][i] > census->greatest ? ends[1][i] : census->greatest;
    }
}

void sight_panel_bytes(const uint8_t *source, size_t stride, size_t rows, size_t count,
                       uint8_t minus, uint8_t *target, sight_panel_census *census) {
    // Whole words cover groups of four rows; the part that they do not reach is set to zero first.
    const size_t registers = count / 16 * 16, reach = count / 4 * 4;
    const size_t zeros = rows < sight_panel_rows ? 0 : reach;
    memset(target + 16 * zeros, 0, ((count + 3) / 4 * 4 - zeros) * 16);
    const uint8_t flip = census->flip;
    extremes found = {repeat(census->least), repeat(census->greatest)};
    for (size_t row = 0; row < rows; row += 4) {
        const size_t some = rows - row < 4 ? rows - row : 4, done = some == 4 ? reach : 0;
        const uint8_t *from = source + row * stride;
        uint8_t *to = target + 4 * row;
        uint32_t *sums = &census->sums[row];
        if (done > 0) {
            four_rows(from, stride, count, flip, minus, to, &found, sums);
            const uint8_t *rest = from + registers;
            uint8_t *end = to + 16 * registers;
            switch (reach - registers) {
            case 4:
                last_words(rest, stride, 1, flip, minus, end, &found, sums);
                break;
            case 8:
                last_words(rest, stride, 2, flip, minus, end, &found, sums);
                break;
            case 12:
                last_words(rest, stride, 3, flip, minus, end, &found, sums);
                break;
            }
        }
        plain_rows(from, stride, some, done, count, minus, to, census, sums);
    }
    if (reach > 0)
        note(&found, census);
}
#else
void sight_panel_bytes(const uint8_t *source, size_t stride, size_t rows, size_t count,
                       uint8_t minus, uint8_t *target, sight_panel_census *census) {
    sight_panel_bytes_reference(source, stride, rows, count, minus, target, census);
}
#endif

#if SIGHT_PANEL_VECTORS
void sight_panel_columns(const int8_t *source, size_t stride, size_t columns, size_t count,
                         int8_t *target, int32_t sums[sight_panel_rows]) {
    vector added[4] = {repeat(0), repeat(0), repeat(0), repeat(0)};
    for (size_t row = 0; row < count; row += 4, target += 64) {
        const size_t rows = count - row < 4 ? count - row : 4;
        vector four[4] = {repeat(0), repeat(0), repeat(0), repeat(0)};
        if (rows == 4 && columns == sight_panel_rows) {
            SIGHT_UNROLL
            for (size_t i = 0; i < 4; i++)
                four[i] = load(source + (row + i) * stride);
        } else {
            for (size_t i = 0; i < rows; i++)
                memcpy(&four[i], source + (row + i) * stride, columns);
        }
        store_columns(four, (char *)target, added);
    }
    memcpy(sums, added, sizeof added);
}
#else
void sight_panel_columns(const int8_t *source, size_t stride, size_t columns, size_t count,
                         int8_t *target, int32_t sums[sight_panel_rows]) {
    sight_panel_columns_reference(source, stride, columns, count, target, sums);
}
#endif

void sight_panel_columns_reference(const int8_t *source, size_t stride, size_t columns,
                                   size_t count, int8_t *target, int32_t sums[sight_panel_rows]) {
    memset(target, 0, (count + 3) / 4 * 64);
    uint32_t totals[sight_panel_rows] = {0};
    for (size_t row = 0; row < count; row++)
        for (size_t column = 0; column < columns; column++) {
            const int32_t value = source[row * stride + column];
            target[row / 4 * 64 + 4 * column + row % 4] = (int8_t)value;
            totals[column] += (uint32_t)value;
        }
    memcpy(sums, totals, sizeof totals);
}
