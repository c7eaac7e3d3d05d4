#ifndef SIGHT_Q8_WINOGRAD_H
#define SIGHT_Q8_WINOGRAD_H

#include "sight-image.h"
#include "sight-isa.h"
#include "sight-requantize.h"
#include "sight-window.h"

// Convolution of 8-bit integers with 3 x 3 filters and stride 1, by Winograd's F(4 x 4, 3 x 3)
// (Lavin and Gray 2016):
//
//   output[pixel][n] = requantize(bias[n] + sum over cell, c of
//                                 (input[cell][c] - za) * (weights[n][cell][c] - zw))
//
// A tile of 4 x 4 output pixels sees 6 x 6 input pixels. Both the filter and the input are
// transformed to 36 values, which are multiplied, summed over the channels, and transformed back.
// So a tile takes 36 products for each channel, where the definition takes 144. The transforms of
// the paper divide by 4, 6 and 24. The transforms here have scaled rows instead, so that all values
// are integers:
//
//   filter rows  6 g0, g0 + g1 + g2, g0 - g1 + g2, g0 + 2 g1 + 4 g2, g0 - 2 g1 + 4 g2, 6 g2
//   input rows   4 d0 - 5 d2 + d4, -4 d1 - 4 d2 + d3 + d4, 4 d1 - 4 d2 - d3 + d4,
//                -2 d1 - d2 + 2 d3 + d4, 2 d1 - d2 - 2 d3 + d4, 4 d1 - 5 d3 + d5
//   output rows  m0 - 4 m1 - 4 m2 + m3 + m4, -2 m1 + 2 m2 + m3 - m4, -m1 - m2 + m3 + m4,
//                -m1 + m2 + 2 m3 - 2 m4 + m5
//
// Along one axis, these are 24, 12, 6 and 6 times the output rows of the paper. A filter's values
// are at most 49 * 255 in magnitude, an input's 100 * 255: 16 bits. The sums of their products
// wrap, as all arithmetic modulo 2^32 may. An output is 9 * 2^k times the sum that it stands for,
// and k is at most 6. Kernels multiply the output by the inverse of 9 modulo 2^32, which gives 2^k
// times the sum. This is exact if the sum is less than 2^25 in magnitude. The function
// sight_q8_winograd_fits checks that no activations make it larger with a layer's weights and
// biases. Kernels then convert the product to a float and multiply it by the column's factor over
// 2^k. Powers of two do not change how a float rounds, so the result is that of the sum and the
// factor.
//
// Kernels add 36 b to the value of row 1 and column 1 for a bias b: along one axis, -6 b in m1
// makes 24 b, 12 b, 6 b and 6 b of the outputs.
//
// All tiers read the same packed weights. There is one panel for each 16 columns, with zeros for
// missing columns and an odd channel:
//   int32 start [16], float factor [16],
//   int16 filters [6 * row + column][ceil(channels / 2)][16][2]
// A start is 36 times the difference of the bias and the sum of the weights times the input's zero
// point.

enum {
    sight_q8_winograd_width = 16,
    sight_q8_winograd_side = 4,
    sight_q8_winograd_channels = 256, // the most channels
};

// The input of packing.
typedef struct {
    size_t channels, columns;
    const void *weights;        // [columns][3][3][channels] int8 or uint8
    const int32_t *biases;      // [columns], or NULL for zeros
    const int32_t *multipliers; // [columns], or NULL if jobs compute sums only
    const int32_t *rights;      // [columns], likewise
    int32_t input_zero_point;
    int32_t weight_zero_point; // the same for all columns
    _Bool is_signed;           // whether weights and zero points are those of int8
} sight_q8_winograd_weights;

/// The size of packed weights in bytes.
size_t sight_q8_winograd_packed_bytes(size_t channels, size_t columns);

/// Whether no activations can make a sum of these weights and biases too large. It does not read
/// multipliers, rights and the input's zero point.
_Bool sight_q8_winograd_fits(const sight_q8_winograd_weights *weights);

/// Packs weights that fit.
void sight_q8_winograd_pack(const sight_q8_winograd_weights *weights, void *packed);

// One whole convolution. Kernels compute it in blocks.
typedef struct {
    sight_image image;                   // each pixel has one byte for each channel, uint8 or int8
    const void *packed;                  // see above
    _Bool is_signed;                     // whether activations are int8
    void *output;                        // [pixels][columns]
    size_t output_stride;                // bytes from one output pixel to the next
    sight_requantization requantization; // with the rule `nearest`; not read for sums
    _Bool sums_only;                     // whether outputs are the sums, int32, instead of bytes
} sight_q8_winograd_job;

/// Computes a block of tiles (its rows, numbered row by row, one batch after the other) and
/// columns, from a multiple of sight_q8_winograd_width on; writes exactly their outputs.
///
/// Precondition: the filter has 3 x 3 cells without dilation, its strides are 1, and there are at
/// most sight_q8_winograd_channels channels.
typedef void (*sight_q8_winograd_function)(const sight_q8_winograd_job *job, sight_block block);

typedef struct {
    const char *name;
    sight_tier tier;
    // The fewest channels and columns, and the most computed pixels for each 100 of the output, for
    // which the products repay the transforms. The tiles of small images have pixels outside.
    size_t least_channels, least_columns, most_pixels;
    size_t tile_bytes; // the most packed bytes for each tile, for which they repay the reading
    sight_q8_winograd_function run;
} sight_q8_winograd_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_q8_winograd_kernel *sight_q8_winograd_kernels(size_t *count);

/// The kernel of a tier that is faster than sight-q8-igemm.h on that tier of this processor, or
/// NULL.
const sight_q8_winograd_kernel *sight_q8_winograd_faster(sight_tier tier);

#endif
