#ifndef SIGHT_PANEL_H
#define SIGHT_PANEL_H

#include <stddef.h>
#include <stdint.h>

// Packs weights into panels: 16 rows side by side, interleaved by 32-bit words (one float or four
// bytes).

enum { sight_panel_rows = 16 };

/// Writes target[i][r] = word i of row r, for `words` words of up to 16 rows `stride` bytes apart.
/// Missing rows become zero. Addresses need no alignment.
void sight_panel_interleave(const void *source, size_t stride, size_t rows, size_t words,
                            void *target);

/// The reference of sight_panel_interleave, word by word.
void sight_panel_interleave_reference(const void *source, size_t stride, size_t rows, size_t words,
                                      void *target);

/// Statistics of the bytes of rows. Each byte is first combined with `flip` by exclusive or.
typedef struct {
    /// 0 for uint8; 0x80 for int8, which keeps the order of the values.
    uint8_t flip;
    uint8_t least, greatest;
    /// The sum of each row, modulo 2^32.
    uint32_t sums[sight_panel_rows];
} sight_panel_census;

/// Writes target[i][r] = bytes 4 i to 4 i + 3 of row r, each minus `minus` modulo 256, for `count`
/// bytes of up to 16 rows `stride` bytes apart. Missing bytes and rows become zero. Adds the bytes
/// to `census`.
void sight_panel_bytes(const uint8_t *source, size_t stride, size_t rows, size_t count,
                       uint8_t minus, uint8_t *target, sight_panel_census *census);

/// The reference of sight_panel_bytes, byte by byte.
void sight_panel_bytes_reference(const uint8_t *source, size_t stride, size_t rows, size_t count,
                                 uint8_t minus, uint8_t *target, sight_panel_census *census);

/// Writes target[i][c] = bytes c of rows 4 i to 4 i + 3, for `count` rows of up to 16 int8 that are
/// `stride` bytes apart: the transpose of what sight_panel_bytes packs. Missing rows and columns
/// become zero. Sets `sums` to the sum of each column, modulo 2^32.
void sight_panel_columns(const int8_t *source, size_t stride, size_t columns, size_t count,
                         int8_t *target, int32_t sums[sight_panel_rows]);

/// The reference of sight_panel_columns, byte by byte.
void sight_panel_columns_reference(const int8_t *source, size_t stride, size_t columns,
                                   size_t count, int8_t *target, int32_t sums[sight_panel_rows]);

#endif
