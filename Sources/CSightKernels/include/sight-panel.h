#ifndef SIGHT_PANEL_H
#define SIGHT_PANEL_H

#include <stddef.h>
#include <stdint.h>

// How weights become panels: 16 rows of 32-bit words (a float, or four bytes) side by side.

enum { sight_panel_rows = 16 };

/// Writes target[i][r] = word i of row r, for `words` words of up to 16 rows `stride` bytes apart.
/// Missing rows get `fill` in every byte. No address needs to be aligned.
void sight_panel_interleave(const void *source, size_t stride, size_t rows, size_t words,
                            uint8_t fill, void *target);

/// The same, word by word.
void sight_panel_interleave_reference(const void *source, size_t stride, size_t rows, size_t words,
                                      uint8_t fill, void *target);

/// Sum of bytes after an exclusive or with `flip`, modulo 2^32.
uint32_t sight_panel_sum(const uint8_t *bytes, size_t count, uint8_t flip);

/// The same, byte by byte.
uint32_t sight_panel_sum_reference(const uint8_t *bytes, size_t count, uint8_t flip);

#endif
