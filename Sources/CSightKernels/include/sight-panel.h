#ifndef SIGHT_PANEL_H
#define SIGHT_PANEL_H

#include <stddef.h>
#include <stdint.h>

// How weights become panels: 16 rows of 32-bit words (a float, or four bytes) side by side.

enum { sight_panel_rows = 16 };

/// Writes target[i][r] = word i of row r, for `words` words of up to 16 rows `stride` bytes apart.
/// Missing rows are zero. No address needs to be aligned.
void sight_panel_interleave(const void *source, size_t stride, size_t rows, size_t words,
                            void *target);

/// The same, word by word.
void sight_panel_interleave_reference(const void *source, size_t stride, size_t rows, size_t words,
                                      void *target);

/// What the bytes of rows are, each after an exclusive or with `flip`.
typedef struct {
    /// 0 for bytes without signs; 0x80 keeps the order of those with one.
    uint8_t flip;
    uint8_t least, greatest;
    /// Of each row, modulo 2^32.
    uint32_t sums[sight_panel_rows];
} sight_panel_census;

/// Writes target[i][r] = bytes 4 i to 4 i + 3 of row r less `minus`, modulo 256, for `count` bytes
/// of up to 16 rows `stride` bytes apart. Missing bytes and rows are zero. Adds the bytes to
/// `census`.
void sight_panel_bytes(const uint8_t *source, size_t stride, size_t rows, size_t count,
                       uint8_t minus, uint8_t *target, sight_panel_census *census);

/// The same, byte by byte.
void sight_panel_bytes_reference(const uint8_t *source, size_t stride, size_t rows, size_t count,
                                 uint8_t minus, uint8_t *target, sight_panel_census *census);

#endif
