#include "sight-copy-rows.h"

#include "../isa.h"
#include "transpose.h"

#include <string.h>

/// Copies rows of at least `part` bytes in parts, the last of which may overlap the one before;
/// `part` is a constant at every call.
static inline void copy_parts(const char *from, ptrdiff_t from_stride, char *to,
                              ptrdiff_t to_stride, size_t bytes, size_t rows, const size_t part) {
    for (size_t row = 0; row < rows; row++, from += from_stride, to += to_stride) {
        for (size_t i = 0; i + part <= bytes; i += part)
            memcpy(to + i, from + i, part);
        memcpy(to + bytes - part, from + bytes - part, part);
    }
}

/// Copies rows in a constant number of parts of 16 bytes, the last of which may overlap the one
/// before; a loop over a variable number takes twice as long for short rows.
SIGHT_INLINE void copy_sixteens(const char *from, ptrdiff_t from_stride, char *to,
                                ptrdiff_t to_stride, size_t bytes, size_t rows,
                                const size_t parts) {
    for (size_t row = 0; row < rows; row++, from += from_stride, to += to_stride) {
        SIGHT_UNROLL
        for (size_t i = 0; i + 1 < parts; i++)
            memcpy(to + 16 * i, from + 16 * i, 16);
        memcpy(to + bytes - 16, from + bytes - 16, 16);
    }
}

/// Copies rows of 16 bytes or more.
static void copy_short_rows(const char *from, ptrdiff_t from_stride, char *to, ptrdiff_t to_stride,
                            size_t bytes, size_t rows) {
    switch ((bytes + 15) / 16) {
#define SIGHT_PARTS(parts)                                                                         \
    case parts:                                                                                    \
        copy_sixteens(from, from_stride, to, to_stride, bytes, rows, parts);                       \
        break;
        SIGHT_PARTS(1)
        SIGHT_PARTS(2)
        SIGHT_PARTS(3)
        SIGHT_PARTS(4)
        SIGHT_PARTS(5)
        SIGHT_PARTS(6)
        SIGHT_PARTS(7)
        SIGHT_PARTS(8)
#undef SIGHT_PARTS
    default:
        copy_parts(from, from_stride, to, to_stride, bytes, rows, 16);
    }
}

void sight_copy_rows(const void *from, ptrdiff_t from_stride, void *to, ptrdiff_t to_stride,
                     size_t bytes, size_t rows) {
    if (bytes > 512) {
        const char *source = from;
        char *target = to;
        for (size_t row = 0; row < rows; row++, source += from_stride, target += to_stride)
            memcpy(target, source, bytes);
    } else if (bytes >= 16) {
        copy_short_rows(from, from_stride, to, to_stride, bytes, rows);
    } else if (bytes >= 4) {
        copy_parts(from, from_stride, to, to_stride, bytes, rows, 4);
    } else if (bytes > 0) {
        copy_parts(from, from_stride, to, to_stride, bytes, rows, 1);
    }
}

/// Interleaves rows of elements of a type. `part` elements become vector instructions.
#define SIGHT_INTERLEAVE_ROWS(name, type, part)                                                    \
    static inline void name##_part(const type *restrict a, const type *restrict b,                 \
                                   const size_t count, type *restrict to) {                        \
        for (size_t i = 0; i < count; i++) {                                                       \
            to[2 * i] = a[i];                                                                      \
            to[2 * i + 1] = b[i];                                                                  \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    static inline void name(const type *a, const type *b, size_t count, type *to) {                \
        size_t i = 0;                                                                              \
        for (; i + (part) <= count; i += (part))                                                   \
            name##_part(a + i, b + i, part, to + 2 * i);                                           \
        if (i < count && i >= (part)) { /* the last part overlaps the one before */                \
            i = count - (part);                                                                    \
            name##_part(a + i, b + i, part, to + 2 * i);                                           \
            return;                                                                                \
        }                                                                                          \
        for (; i < count; i++)                                                                     \
            name##_part(a + i, b + i, 1, to + 2 * i);                                              \
    }
SIGHT_INTERLEAVE_ROWS(interleave_bytes, uint8_t, 16)
SIGHT_INTERLEAVE_ROWS(interleave_pairs, uint16_t, 8)
SIGHT_INTERLEAVE_ROWS(interleave_words, uint32_t, 4)

void sight_interleave(const void *from, ptrdiff_t second, ptrdiff_t from_stride, void *to,
                      ptrdiff_t to_stride, size_t count, size_t rows, size_t size) {
    const char *source = from;
    char *target = to;
    for (size_t row = 0; row < rows; row++, source += from_stride, target += to_stride) {
        const void *a = source, *b = source + second;
        if (size == 1)
            interleave_bytes(a, b, count, (uint8_t *)target);
        else if (size == 2)
            interleave_pairs(a, b, count, (uint16_t *)(void *)target);
        else
            interleave_words(a, b, count, (uint32_t *)(void *)target);
    }
}

/// Copies pieces of at least `part` bytes in parts, the last of which may overlap the one before;
/// `part`, and `bytes` for frequent ones, are constants at every call.
static inline void copy_pieces(const char *from, const ptrdiff_t *offsets, size_t count,
                               size_t bytes, const size_t part, char *to) {
    for (size_t piece = 0; piece < count; piece++, to += bytes) {
        const char *source = from + offsets[piece];
        for (size_t i = 0; i + part <= bytes; i += part)
            memcpy(to + i, source + i, part);
        if (bytes % part != 0)
            memcpy(to + bytes - part, source + bytes - part, part);
    }
}

void sight_copy_indexed(const void *from, const ptrdiff_t *offsets, size_t count, size_t bytes,
                        void *to) {
    switch (bytes) {
    case 1:
        copy_pieces(from, offsets, count, 1, 1, to);
        return;
    case 4:
        copy_pieces(from, offsets, count, 4, 4, to);
        return;
    case 8:
        copy_pieces(from, offsets, count, 8, 8, to);
        return;
    case 12:
        copy_pieces(from, offsets, count, 12, 4, to);
        return;
    case 32:
        copy_pieces(from, offsets, count, 32, 16, to);
        return;
    case 64:
        copy_pieces(from, offsets, count, 64, 16, to);
        return;
    case 128:
        copy_pieces(from, offsets, count, 128, 16, to);
        return;
    default:
        break;
    }
    if (bytes > 512)
        for (size_t piece = 0; piece < count; piece++)
            memcpy((char *)to + piece * bytes, (const char *)from + offsets[piece], bytes);
    else if (bytes >= 16)
        copy_pieces(from, offsets, count, bytes, 16, to);
    else if (bytes >= 4)
        copy_pieces(from, offsets, count, bytes, 4, to);
    else
        copy_pieces(from, offsets, count, bytes, 1, to);
}

/// Repeats elements of a type; frequent numbers of times are constants, which become vector
/// instructions, as do constant numbers of elements.
#define SIGHT_REPEAT(name, element)                                                                \
    SIGHT_INLINE void name##_part(const element *restrict from, const size_t count,                \
                                  const size_t times, element *restrict to) {                      \
        for (size_t i = 0; i < count; i++)                                                         \
            for (size_t j = 0; j < times; j++)                                                     \
                to[times * i + j] = from[i];                                                       \
    }                                                                                              \
                                                                                                   \
    SIGHT_INLINE void name##_times(const element *from, size_t count, const size_t times,          \
                                   element *to) {                                                  \
        size_t i = 0;                                                                              \
        for (; i + 16 <= count; i += 16)                                                           \
            name##_part(from + i, 16, times, to + times * i);                                      \
        for (; i < count; i++)                                                                     \
            name##_part(from + i, 1, times, to + times * i);                                       \
    }                                                                                              \
                                                                                                   \
    static void name(const element *from, size_t count, size_t times, element *to) {               \
        switch (times) {                                                                           \
        case 2:                                                                                    \
            name##_times(from, count, 2, to);                                                      \
            break;                                                                                 \
        case 3:                                                                                    \
            name##_times(from, count, 3, to);                                                      \
            break;                                                                                 \
        case 4:                                                                                    \
            name##_times(from, count, 4, to);                                                      \
            break;                                                                                 \
        case 8:                                                                                    \
            name##_times(from, count, 8, to);                                                      \
            break;                                                                                 \
        default:                                                                                   \
            name##_times(from, count, times, to);                                                  \
        }                                                                                          \
    }
SIGHT_REPEAT(repeat_bytes, uint8_t)
SIGHT_REPEAT(repeat_fours, uint32_t)

void sight_repeat_elements(const void *from, size_t count, size_t size, size_t times, void *to) {
    if (size == 1) {
        repeat_bytes(from, count, times, to);
    } else if (size == 4) {
        repeat_fours(from, count, times, to);
    } else {
        const char *source = from;
        char *target = to;
        for (size_t i = 0; i < count; i++, source += size)
            for (size_t j = 0; j < times; j++, target += size)
                memcpy(target, source, size);
    }
}

void sight_copy_flipped(const void *from, size_t bytes, uint8_t flip, void *to) {
    if (flip == 0) {
        if (to != from)
            memcpy(to, from, bytes);
        return;
    }
    const uint64_t flips = flip * UINT64_C(0x0101010101010101);
    const uint8_t *source = from;
    uint8_t *target = to;
    size_t i = 0;
    for (; i + 64 <= bytes; i += 64) { // a constant count becomes vector instructions
        uint64_t words[8];
        memcpy(words, source + i, sizeof words);
        for (int word = 0; word < 8; word++)
            words[word] ^= flips;
        memcpy(target + i, words, sizeof words);
    }
    for (; i < bytes; i++)
        target[i] = source[i] ^ flip;
}

typedef uint8_t sixteen_bytes __attribute__((vector_size(16)));
typedef uint16_t eight_words __attribute__((vector_size(16)));
typedef uint32_t four_words __attribute__((vector_size(16)));

// The lanes of the lower and upper halves of two registers, in turn.
#define SIGHT_LOWER_BYTES 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define SIGHT_UPPER_BYTES 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define SIGHT_LOWER_WORDS 0, 8, 1, 9, 2, 10, 3, 11
#define SIGHT_UPPER_WORDS 4, 12, 5, 13, 6, 14, 7, 15
#define SIGHT_LOWER_FOURS 0, 4, 1, 5
#define SIGHT_UPPER_FOURS 2, 6, 3, 7

/// Transposes a matrix in square blocks of `lanes` elements. The last blocks overlap the ones
/// before. Interleaving the first half of the registers with the second half moves one bit of a
/// column's number to the row's number; `rounds` of them move all bits.
#define SIGHT_TRANSPOSE(name, vector, lanes, rounds, lower, upper)                                 \
    SIGHT_INLINE void name##_block(const char *from, ptrdiff_t from_stride, char *to,              \
                                   ptrdiff_t to_stride) {                                          \
        vector rows[lanes], mixed[lanes];                                                          \
        SIGHT_UNROLL                                                                               \
        for (int i = 0; i < lanes; i++)                                                            \
            memcpy(&rows[i], from + i * from_stride, sizeof rows[i]);                              \
        SIGHT_UNROLL                                                                               \
        for (int round = 0; round < rounds; round++) {                                             \
            SIGHT_UNROLL                                                                           \
            for (int i = 0; i < lanes / 2; i++) {                                                  \
                mixed[2 * i] = __builtin_shufflevector(rows[i], rows[i + lanes / 2], lower);       \
                mixed[2 * i + 1] = __builtin_shufflevector(rows[i], rows[i + lanes / 2], upper);   \
            }                                                                                      \
            memcpy(rows, mixed, sizeof rows);                                                      \
        }                                                                                          \
        SIGHT_UNROLL                                                                               \
        for (int i = 0; i < lanes; i++)                                                            \
            memcpy(to + i * to_stride, &rows[i], sizeof rows[i]);                                  \
    }                                                                                              \
                                                                                                   \
    /* Transposes the first `rows` rows, four blocks of them at once, and writes whole lines. */   \
    static void name##_lines(const char *from, ptrdiff_t from_stride, char *to,                    \
                             ptrdiff_t to_stride, ptrdiff_t rows, ptrdiff_t columns) {             \
        const ptrdiff_t size = 16 / lanes;                                                         \
        char lines[lanes][64];                                                                     \
        for (ptrdiff_t y = 0; y < rows; y += 4 * lanes)                                            \
            for (ptrdiff_t column = 0; column < columns; column += lanes) {                        \
                const ptrdiff_t x = column < columns - lanes ? column : columns - lanes;           \
                for (ptrdiff_t i = 0; i < 4; i++)                                                  \
                    name##_block(from + (y + i * lanes) * from_stride + x * size, from_stride,     \
                                 lines[0] + 16 * i, 64);                                           \
                for (ptrdiff_t i = 0; i < lanes; i++)                                              \
                    memcpy(to + (x + i) * to_stride + y * size, lines[i], 64);                     \
            }                                                                                      \
    }                                                                                              \
                                                                                                   \
    static void name(const char *from, ptrdiff_t from_stride, char *to, ptrdiff_t to_stride,       \
                     ptrdiff_t rows, ptrdiff_t columns) {                                          \
        const ptrdiff_t size = 16 / lanes;                                                         \
        ptrdiff_t done = 0;                                                                        \
        if (sight_shares_a_set(to_stride)) {                                                       \
            done = rows - rows % (4 * lanes);                                                      \
            /* A call reads one cache line of each row, so few output rows take turns. */          \
            for (ptrdiff_t x = 0, next; x < columns; x = next) {                                   \
                next = columns - x < 8 * lanes ? columns : x + 4 * lanes;                          \
                name##_lines(from + x * size, from_stride, to + x * to_stride, to_stride, done,    \
                             next - x);                                                            \
            }                                                                                      \
        }                                                                                          \
        /* Groups of rows fill some cache lines of an output row before the next one. */           \
        for (ptrdiff_t group = done; group < rows; group += 16 * lanes)                            \
            for (ptrdiff_t column = 0; column < columns; column += lanes)                          \
                for (ptrdiff_t row = group, end = group + 16 * lanes; row < rows && row < end;     \
                     row += lanes) {                                                               \
                    const ptrdiff_t y = row < rows - lanes ? row : rows - lanes;                   \
                    const ptrdiff_t x = column < columns - lanes ? column : columns - lanes;       \
                    name##_block(from + y * from_stride + x * size, from_stride,                   \
                                 to + x * to_stride + y * size, to_stride);                        \
                }                                                                                  \
    }
SIGHT_TRANSPOSE(transpose_bytes, sixteen_bytes, 16, 4, SIGHT_LOWER_BYTES, SIGHT_UPPER_BYTES)
SIGHT_TRANSPOSE(transpose_words, eight_words, 8, 3, SIGHT_LOWER_WORDS, SIGHT_UPPER_WORDS)
SIGHT_TRANSPOSE(transpose_fours, four_words, 4, 2, SIGHT_LOWER_FOURS, SIGHT_UPPER_FOURS)

void sight_transpose(const void *from, ptrdiff_t from_stride, void *to, ptrdiff_t to_stride,
                     size_t rows, size_t columns, size_t size) {
    const size_t lanes = 16 / size;
    const ptrdiff_t height = (ptrdiff_t)rows, width = (ptrdiff_t)columns;
#if SIGHT_X86
    if (size == 4 && rows >= 8 && columns >= 8 && sight_current_tier() >= sight_tier_avx2) {
        sight_transpose_fours_avx2(from, from_stride, to, to_stride, height, width);
        return;
    }
#endif
    if (rows >= lanes && columns >= lanes && size == 1)
        transpose_bytes(from, from_stride, to, to_stride, height, width);
    else if (rows >= lanes && columns >= lanes && size == 2)
        transpose_words(from, from_stride, to, to_stride, height, width);
    else if (rows >= lanes && columns >= lanes && size == 4)
        transpose_fours(from, from_stride, to, to_stride, height, width);
    else
        for (ptrdiff_t row = 0; row < height; row++)
            for (ptrdiff_t column = 0; column < width; column++)
                memcpy((char *)to + column * to_stride + row * (ptrdiff_t)size,
                       (const char *)from + row * from_stride + column * (ptrdiff_t)size, size);
}
