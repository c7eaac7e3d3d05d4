#ifndef SIGHT_WINDOW_H
#define SIGHT_WINDOW_H

#include <stddef.h>
#include <stdint.h>

// A window says where the inputs of a convolution's output pixels are in memory: it has a table of
// offsets, so that the inputs need not be copied.
//
// A row of the table belongs to one output pixel, which reads `taps` runs of contiguous elements,
// one for each cell of the filter. Kernels may read up to 63 bytes past the end of a run; the
// results do not depend on these bytes.
typedef struct {
    const void *input;      // first byte that offsets count from
    const int32_t *offsets; // [rows, taps] bytes from input; negative: the run is padding.
                            // NULL: one tap, row r starts at input + r * row_bytes
    const void *padding;    // one run of values that represent zero
    size_t taps;            // runs for each row, at least 1
    size_t row_bytes;       // used only when offsets is NULL
    size_t line;            // 0, or the rows of an output line: the table has whole lines. Under
                            // each tap, either all runs of a line are padding, or they lie at
                            // equal distances, the same for all taps
} sight_window;

/// Returns the first byte of the run under cell `tap` of the output pixel `row`.
static inline const void *sight_window_run(const sight_window *window, size_t row, size_t tap) {
    if (!window->offsets)
        return (const char *)window->input + row * window->row_bytes;
    int32_t offset = window->offsets[row * window->taps + tap];
    return offset < 0 ? window->padding : (const char *)window->input + offset;
}

/// Returns the window whose row 0 is `row` of another window.
static inline sight_window sight_window_from(const sight_window *window, size_t row) {
    sight_window moved = *window;
    if (row % (moved.line ? moved.line : 1) != 0)
        moved.line = 0;
    if (moved.offsets)
        moved.offsets += row * moved.taps;
    else
        moved.input = (const char *)moved.input + row * moved.row_bytes;
    return moved;
}

/// Writes `offsets` [pixels, row_count, cells] for one row of output pixels and a filter of
/// `row_count` rows with `cells` cells each. `rows` [row_count] has the offsets of the image rows
/// under the filter rows, and `columns` [pixels, cells] the offsets inside an image row, all in
/// bytes. A negative offset in either means padding, which is written as -1.
void sight_window_fill(const int32_t *rows, size_t row_count, const int32_t *columns, size_t pixels,
                       size_t cells, int32_t *offsets);

/// Writes the `count` offsets of a row of output pixels whose image rows lie `distance` bytes after
/// those of the row `above`. Padding stays padding. The result equals that of sight_window_fill,
/// which takes several times as long.
void sight_window_repeat(const int32_t *above, size_t count, int32_t distance, int32_t *offsets);

// The part of an output that one call of a kernel computes.
typedef struct {
    size_t row, rows;       // the first output pixel and their number
    size_t column, columns; // the first output channel, a multiple of the kernel's packed width,
                            // and their number
} sight_block;

#endif
