#ifndef SIGHT_WINDOW_H
#define SIGHT_WINDOW_H

#include <stddef.h>
#include <stdint.h>

// The positions of the inputs of a convolution's output pixels: a table of offsets instead of a
// gathered copy of the inputs.
//
// An output pixel is a row. It reads `taps` runs of contiguous elements, one for each cell of the
// filter. Kernels may read up to 63 bytes past the end of a run; the results do not depend on these
// bytes.
typedef struct {
    const void *input;      // first byte that offsets count from
    const int32_t *offsets; // [rows, taps] bytes from input; negative: the run is padding.
                            // NULL: one tap, row r starts at input + r * row_bytes
    const void *padding;    // one run of values that represent zero
    size_t taps;            // runs for each row, at least 1
    size_t row_bytes;       // used only when offsets is NULL
} sight_window;

/// The first byte of a run.
static inline const void *sight_window_run(const sight_window *window, size_t row, size_t tap) {
    if (!window->offsets)
        return (const char *)window->input + row * window->row_bytes;
    int32_t offset = window->offsets[row * window->taps + tap];
    return offset < 0 ? window->padding : (const char *)window->input + offset;
}

/// Writes the offsets of one row of output pixels: for each pixel and each filter row, those of
/// `cells` cells side by side. `rows` has the offsets of the image rows under the filter rows, and
/// `columns` [pixels, cells] the offsets inside an image row; a negative offset means padding.
void sight_window_fill(const int32_t *rows, size_t row_count, const int32_t *columns, size_t pixels,
                       size_t cells, int32_t *offsets);

// The part of an output that one call computes.
typedef struct {
    size_t row, rows;       // output pixels
    size_t column, columns; // output channels; column is a multiple of the kernel's packed width
} sight_block;

#endif
