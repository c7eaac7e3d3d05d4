#include "sight-copy-rows.h"

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

void sight_copy_rows(const void *from, ptrdiff_t from_stride, void *to, ptrdiff_t to_stride,
                     size_t bytes, size_t rows) {
    if (bytes > 512) {
        const char *source = from;
        char *target = to;
        for (size_t row = 0; row < rows; row++, source += from_stride, target += to_stride)
            memcpy(target, source, bytes);
    } else if (bytes >= 16) {
        copy_parts(from, from_stride, to, to_stride, bytes, rows, 16);
    } else if (bytes >= 4) {
        copy_parts(from, from_stride, to, to_stride, bytes, rows, 4);
    } else if (bytes > 0) {
        copy_parts(from, from_stride, to, to_stride, bytes, rows, 1);
    }
}

/// Interleaves a constant number of bytes, which become vector instructions.
static inline void interleave_part(const uint8_t *restrict a, const uint8_t *restrict b,
                                   const size_t count, uint8_t *restrict to) {
    for (size_t i = 0; i < count; i++) {
        to[2 * i] = a[i];
        to[2 * i + 1] = b[i];
    }
}

void sight_interleave(const void *from, ptrdiff_t second, ptrdiff_t from_stride, void *to,
                      ptrdiff_t to_stride, size_t count, size_t rows) {
    const uint8_t *source = from;
    uint8_t *target = to;
    for (size_t row = 0; row < rows; row++, source += from_stride, target += to_stride) {
        size_t i = 0;
        for (; i + 16 <= count; i += 16)
            interleave_part(source + i, source + second + i, 16, target + 2 * i);
        if (i < count && i >= 16) { // the last part overlaps the one before
            i = count - 16;
            interleave_part(source + i, source + second + i, 16, target + 2 * i);
            continue;
        }
        for (; i < count; i++)
            interleave_part(source + i, source + second + i, 1, target + 2 * i);
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
    case 4:
        copy_pieces(from, offsets, count, 4, 4, to);
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

void sight_copy_flipped(const void *from, size_t bytes, uint8_t flip, void *to) {
    if (flip == 0) {
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
