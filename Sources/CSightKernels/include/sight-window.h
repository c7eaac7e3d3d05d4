#ifndef SIGHT_WINDOW_H
#define SIGHT_WINDOW_H

#include <stddef.h>
#include <stdint.h>

// Where a convolution's output pixels find their input: indirection instead of a gathered copy.
//
// An output pixel is a row; it reads `taps` runs of contiguous elements, one for each cell of the
// filter. Kernels may read up to 63 bytes past the end of a run; they ignore what they find there.
typedef struct {
    const void *input;      // first byte that offsets count from
    const int32_t *offsets; // [rows, taps] bytes from input; negative: the run is padding.
                            // NULL: one tap, row r starts at input + r * row_bytes
    const void *padding;    // one run of the value that stands for zero
    size_t taps;            // runs for each row, at least 1
    size_t row_bytes;       // used only when offsets is NULL
} sight_window;

/// First byte of one run.
static inline const void *sight_window_run(const sight_window *window, size_t row, size_t tap) {
    if (!window->offsets)
        return (const char *)window->input + row * window->row_bytes;
    int32_t offset = window->offsets[row * window->taps + tap];
    return offset < 0 ? window->padding : (const char *)window->input + offset;
}

/// Writes the offsets of one row of output pixels: for each pixel and each filter row, that of
/// `cells` cells side by side. `rows` are those of the image rows under the filter rows, `columns`
/// [pixels, cells] those inside a row; negative ones are padding.
void sight_window_fill(const int32_t *rows, size_t row_count, const int32_t *columns, size_t pixels,
                       size_t cells, int32_t *offsets);

// The part of an output that one call computes.
typedef struct {
    size_t row, rows;       // output pixels
    size_t column, columns; // output channels; column is a multiple of the kernel's packed width
} sight_block;

#endif
