#ifndef SIGHT_COPY_ROWS_H
#define SIGHT_COPY_ROWS_H

#include <stddef.h>
#include <stdint.h>

/// Copies `rows` rows of `bytes` bytes. A stride is the distance in bytes from one row to the next;
/// it may be negative or zero. Short rows are copied without a call of memcpy for each.
void sight_copy_rows(const void *from, ptrdiff_t from_stride, void *to, ptrdiff_t to_stride,
                     size_t bytes, size_t rows);

/// Copies `count` pieces of `bytes` bytes from `offsets` bytes after `from`, one after the other.
void sight_copy_indexed(const void *from, const ptrdiff_t *offsets, size_t count, size_t bytes,
                        void *to);

/// Writes each of `count` elements of `size` bytes `times` times, one after the other. The output
/// overlaps no input.
void sight_repeat_elements(const void *from, size_t count, size_t size, size_t times, void *to);

/// Copies bytes with an exclusive or of each and `flip`; 0x80 converts int8 to the uint8 that is
/// 128 higher. The output is the input itself or overlaps no input.
void sight_copy_flipped(const void *from, size_t bytes, uint8_t flip, void *to);

/// Writes `rows` rows of `count` pairs of elements of 1, 2 or 4 bytes; the first elements of a
/// row's pairs are read from `from`, the second ones from `second` bytes after it. Elements are
/// aligned, and the output overlaps no input.
void sight_interleave(const void *from, ptrdiff_t second, ptrdiff_t from_stride, void *to,
                      ptrdiff_t to_stride, size_t count, size_t rows, size_t size);

/// Transposes a matrix [rows][columns] of elements of `size` bytes, at most 16. A stride is the
/// distance in bytes from one row of the input or output to the next. The output overlaps no input.
void sight_transpose(const void *from, ptrdiff_t from_stride, void *to, ptrdiff_t to_stride,
                     size_t rows, size_t columns, size_t size);

#endif
