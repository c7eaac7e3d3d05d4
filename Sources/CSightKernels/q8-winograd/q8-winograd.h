#ifndef SIGHT_Q8_WINOGRAD_INTERNAL_H
#define SIGHT_Q8_WINOGRAD_INTERNAL_H

#include "../isa.h"
#include "sight-q8-winograd.h"

#define KERNEL(function, tier) void function(const sight_q8_winograd_job *job, sight_block block);
#include "q8-winograd.inc"
#undef KERNEL

// One packed panel of 16 columns.
typedef struct {
    const int32_t *bias;
    const float *factor;
    const int16_t *filters; // [16][pairs][16][2]
} sight_q8_winograd_panel;

/// The number of pairs of channels.
static inline size_t sight_q8_winograd_pairs(size_t channels) { return (channels + 1) / 2; }

/// The size of a packed panel in bytes.
static inline size_t sight_q8_winograd_panel_bytes(size_t channels) {
    return 128 + 16 * 64 * sight_q8_winograd_pairs(channels);
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
    const uint8_t *cells[16]; // [4 * row + column]; padding outside of the image
    uint8_t *outputs[4];      // [2 * row + column], of column 0; NULL outside of the output
} sight_q8_winograd_tile;

/// Finds the pixels of a tile.
static inline sight_q8_winograd_tile sight_q8_winograd_tile_at(const sight_q8_winograd_job *job,
                                                               size_t index) {
    const sight_image *image = &job->image;
    const size_t rows = (image->rows + 1) / 2, columns = (image->columns + 1) / 2;
    const size_t batch = index / (rows * columns), place = index % (rows * columns);
    const size_t top = place / columns * 2, left = place % columns * 2;
    const size_t row_bytes = image->width * image->pixel_bytes;
    const uint8_t *input = (const uint8_t *)image->input + batch * image->height * row_bytes;
    sight_q8_winograd_tile tile;
    for (size_t y = 0; y < 4; y++) {
        const size_t row = top + y - image->top; // rows before the image wrap to huge numbers
        for (size_t x = 0; x < 4; x++) {
            const size_t column = left + x - image->left;
            tile.cells[4 * y + x] = row < image->height && column < image->width
                                        ? input + row * row_bytes + column * image->pixel_bytes
                                        : (const uint8_t *)image->padding;
        }
    }
    uint8_t *output = (uint8_t *)job->output;
    for (size_t y = 0; y < 2; y++)
        for (size_t x = 0; x < 2; x++) {
            const size_t row = top + y, column = left + x;
            const size_t pixel = (batch * image->rows + row) * image->columns + column;
            tile.outputs[2 * y + x] = row < image->rows && column < image->columns
                                          ? output + pixel * job->output_stride
                                          : NULL;
        }
    return tile;
}

#endif
