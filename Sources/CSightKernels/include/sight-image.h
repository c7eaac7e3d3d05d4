#ifndef SIGHT_IMAGE_H
#define SIGHT_IMAGE_H

#include <stddef.h>
#include <stdint.h>

// The geometry of a filter that moves over an image: the position of the cells of each output
// pixel.
//
// Output pixels are numbered row by row through all batches. Kernels may read up to 63 bytes past
// the end of a pixel; the results do not depend on these bytes.
typedef struct {
    const void *input;   // [batches, height, width, pixel_bytes]
    const void *padding; // one pixel whose values represent zero
    size_t pixel_bytes;
    size_t height, width; // of the input
    size_t rows, columns; // of the output
    size_t kernel_height, kernel_width;
    size_t stride_y, stride_x;
    size_t dilation_y, dilation_x;
    size_t top, left; // rows above and columns to the left of the input that are padding
} sight_image;

// The position of an output pixel.
typedef struct {
    const char *start; // first byte of the batch's image
    size_t y, x;       // input position under the filter's first cell, plus top and left
} sight_image_place;

/// The position of an output pixel.
static inline sight_image_place sight_image_place_of(const sight_image *image, size_t pixel) {
    const size_t row = pixel / image->columns, batch = row / image->rows;
    return (sight_image_place){
        (const char *)image->input + batch * image->height * image->width * image->pixel_bytes,
        row % image->rows * image->stride_y, pixel % image->columns * image->stride_x};
}

/// The first byte of the input pixel under a cell, or of the padding.
static inline const void *sight_image_cell(const sight_image *image, sight_image_place place,
                                           size_t cell_y, size_t cell_x) {
    // Positions before the image wrap to huge numbers.
    const size_t y = place.y + cell_y * image->dilation_y - image->top;
    const size_t x = place.x + cell_x * image->dilation_x - image->left;
    if (y >= image->height || x >= image->width)
        return image->padding;
    return place.start + (y * image->width + x) * image->pixel_bytes;
}

#endif
