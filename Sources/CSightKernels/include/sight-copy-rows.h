#ifndef SIGHT_COPY_ROWS_H
#define SIGHT_COPY_ROWS_H

#include <stddef.h>

/// Copies `rows` rows of `bytes` bytes, each a stride from the one before; strides may be negative
/// or zero. Short rows cost no call each.
void sight_copy_rows(const void *from, ptrdiff_t from_stride, void *to, ptrdiff_t to_stride,
                     size_t bytes, size_t rows);

#endif
