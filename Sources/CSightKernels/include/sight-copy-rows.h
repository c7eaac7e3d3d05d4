#ifndef SIGHT_COPY_ROWS_H
#define SIGHT_COPY_ROWS_H

#include <stddef.h>
#include <stdint.h>

/// Copies `rows` rows of `bytes` bytes, each a stride from the one before; strides may be negative
/// or zero. Short rows cost no call each.
void sight_copy_rows(const void *from, ptrdiff_t from_stride, void *to, ptrdiff_t to_stride,
                     size_t bytes, size_t rows);

/// Copies bytes and flips each by `flip`: 0x80 makes uint8 of int8, 128 higher.
void sight_copy_flipped(const void *from, size_t bytes, uint8_t flip, void *to);

#endif
