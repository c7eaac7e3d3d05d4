#ifndef SIGHT_Q8_WINOGRAD_INTERNAL_H
#define SIGHT_Q8_WINOGRAD_INTERNAL_H

#include "../isa.h"
#include "sight-q8-winograd.h"

#define KERNEL(function, ...) void function(const sight_q8_winograd_job *job, sight_block block);
#include "q8-winograd.inc"
#undef KERNEL

// Input pixels of a tile along an axis, and the number of its transformed values; output pixels
// along an axis, and their number.
enum { winograd_cells = 6, winograd_values = 36, winograd_side = 4, winograd_pixels = 16 };

// The value to which a bias is added, in row 1 and column 1.
enum { winograd_bias_value = winograd_cells + 1 };

// The inverse of 9 modulo 2^32.
static const uint32_t sight_q8_winograd_ninth = 0x38E38E39;

// One packed panel of 16 columns.
typedef struct {
    const int32_t *start;
    const float *factor;
    const int16_t *filters; // [values][pairs][16][2]
} sight_q8_winograd_panel;

/// The number of pairs of channels.
static inline size_t sight_q8_winograd_pairs(size_t channels) { return (channels + 1) / 2; }

/// The size of a packed panel in bytes.
static inline size_t sight_q8_winograd_panel_bytes(size_t channels) {
    return 128 + winograd_values * 64 * sight_q8_winograd_pairs(channels);
}

/// The panel that starts at a column, a multiple of 16.
static inline sight_q8_winograd_panel sight_q8_winograd_panel_at(const sight_q8_winograd_job *job,
                                                                 size_t column) {
    const char *start = (const char *)job->packed +
                        column / 16 * sight_q8_winograd_panel_bytes(job->image.pixel_bytes);
    return (sight_q8_winograd_panel){(const int32_t *)(const void *)start,
                                     (const float *)(const void *)(start + 64),
                                     (const int16_t *)(const void *)(start + 128)};
}

// A tile: its input cells, and its outputs.
typedef struct {
    const uint8_t *cells[winograd_values]; // [6 * row + column]; padding outside of the image
    uint8_t *outputs[winograd_pixels];     // [4 * row + column], of column 0; NULL outside
} sight_q8_winograd_tile;

/// The fewest parts of at most `most` that cover an extent.
static inline size_t sight_q8_winograd_parts(size_t extent, size_t most) {
    return (extent + most - 1) / most;
}

/// Finds the pixels of a tile.
static inline sight_q8_winograd_tile sight_q8_winograd_tile_at(const sight_q8_winograd_job *job,
                                                               size_t index) {
    const sight_image *image = &job->image;
    const size_t rows = sight_q8_winograd_parts(image->rows, winograd_side);
    const size_t columns = sight_q8_winograd_parts(image->columns, winograd_side);
    const size_t batch = index / (rows * columns), place = index % (rows * columns);
    const size_t top = place / columns * winograd_side, left = place % columns * winograd_side;
    const size_t row_bytes = image->width * image->pixel_bytes;
    const uint8_t *input = (const uint8_t *)image->input + batch * image->height * row_bytes;
    sight_q8_winograd_tile tile;
    for (size_t y = 0; y < winograd_cells; y++) {
        const size_t row = top + y - image->top; // rows before the image wrap to huge numbers
        for (size_t x = 0; x < winograd_cells; x++) {
            const size_t column = left + x - image->left;
            tile.cells[winograd_cells * y + x] =
                row < image->height && column < image->width
                    ? input + row * row_bytes + column * image->pixel_bytes
                    : (const uint8_t *)image->padding;
        }
    }
    uint8_t *output = (uint8_t *)job->output;
    for (size_t y = 0; y < winograd_side; y++)
        for (size_t x = 0; x < winograd_side; x++) {
            const size_t row = top + y, column = left + x;
            const size_t pixel = (batch * image->rows + row) * image->columns + column;
            tile.outputs[winograd_side * y + x] = row < image->rows && column < image->columns
                                                      ? output + pixel * job->output_stride
                                                      : NULL;
        }
    return tile;
}

#endif
