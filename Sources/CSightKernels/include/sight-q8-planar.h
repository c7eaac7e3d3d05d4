#ifndef SIGHT_Q8_PLANAR_H
#define SIGHT_Q8_PLANAR_H

#include <stddef.h>
#include <stdint.h>

#include "sight-isa.h"
#include "sight-requantize.h"

// Convolutions of 8-bit integers with up to 4 input channels: the first layers of networks for
// images. A register holds the input pixels under neighboring output pixels, four bytes each; the
// registers of sight-q8-igemm.h hold weights of 16 output channels.
//
//   output[y][x][n] = requantize(bias[n] + sum over i, j, c of
//                                (input[row][column][c] - za) * (weights[n][i][j][c] - zw))
//   row = y * stride_y + i, column = x * stride_x + j
//
// The kernels compute with uint8 activations and int8 weights, as in sight-q8-igemm.h, which also
// defines c. They requantize with the rule `nearest` alone.
//
// The input is an image with its padding, copied to planes [rows][stride_x][pitch][4] of uint8. A
// pixel has four bytes; those after its channels have any value. Plane s has the columns s,
// s + stride_x, …, so that neighboring output pixels read neighboring pixels.
//
// Packed weights have one block for each 4 output channels, with zeros for missing channels:
//   int32 bias [4], float factor [4], int8 weights [i][j][4][4], zero past the input channels

enum {
    sight_q8_planar_width = 4,  // output channels of a block
    sight_q8_planar_depth = 4,  // bytes of a pixel, and the most input channels
    sight_q8_planar_slack = 64, // bytes that kernels may read past the last plane
};

// The input of packing.
typedef struct {
    size_t taps, channels, columns; // filter cells, input channels, N
    const void *weights;            // [N, taps, channels] int8 or uint8
    const int32_t *biases;          // [N], or NULL for zeros
    const int32_t *multipliers;     // [N]
    const int32_t *rights;          // [N]
    int32_t input_zero_point;       // in the input's own element type
    int32_t weight_zero_point;      // the same for all columns
    _Bool is_signed;                // of the input and the weights
} sight_q8_planar_weights;

/// The size of packed weights in bytes.
size_t sight_q8_planar_packed_bytes(size_t taps, size_t columns);

/// Packs weights and returns c, the job's `weight_offset`.
int32_t sight_q8_planar_pack(const sight_q8_planar_weights *weights, void *packed);

// A row of an image, and the planes to which it is copied.
typedef struct {
    size_t width, channels; // of the image, at most 4 channels
    size_t left;            // columns of padding before the image
    size_t stride, pitch;   // of the planes; stride * pitch >= left + width
    uint8_t zero;           // the byte of padding, before it is flipped
    uint8_t flip;           // the bits that are flipped in every byte
} sight_q8_planar_line;

/// Copies a row [width][channels] to planes [stride][pitch][4], with padding in all other columns.
typedef void (*sight_q8_planar_spread)(const sight_q8_planar_line *line, const uint8_t *row,
                                       uint8_t *planes);

// One whole convolution. Kernels compute it in rows.
typedef struct {
    const uint8_t *planes;               // [rows][stride_x][pitch][4]
    size_t channels, pitch;              // of the planes
    size_t kernel_height, kernel_width;  // cells of the filter
    size_t stride_y, stride_x;           // input rows and columns from one output pixel to the next
    size_t batch_rows;                   // rows of the planes of a batch
    size_t height, width;                // of a batch's output
    size_t columns;                      // N
    const void *packed;                  // see above
    int32_t weight_offset;               // c
    uint8_t *output;                     // [batches * height][width][N], uint8 or int8
    sight_requantization requantization; // with `nearest`
} sight_q8_planar_job;

/// Computes `count` output rows from row `first` of all batches on.
typedef void (*sight_q8_planar_function)(const sight_q8_planar_job *job, size_t first,
                                         size_t count);

typedef struct {
    const char *name;
    sight_tier tier;
    sight_q8_planar_spread spread;
    sight_q8_planar_function run;
} sight_q8_planar_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_q8_planar_kernel *sight_q8_planar_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_q8_planar_kernel *sight_q8_planar_best(sight_tier tier);

#endif
