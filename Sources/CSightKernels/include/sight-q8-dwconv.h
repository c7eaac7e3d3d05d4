#ifndef SIGHT_Q8_DWCONV_H
#define SIGHT_Q8_DWCONV_H

#include "sight-image.h"
#include "sight-isa.h"
#include "sight-requantize.h"
#include "sight-window.h"

// Depthwise convolution of 8-bit integers, one output channel for each input channel.
//
//   output[row][c] = requantize(bias[c] + sum over tap of
//                               (input[row][tap][c] - za) * (weights[tap][c] - zw))
//
// A tap is a cell of the filter; taps are numbered row by row.
//
// The kernels compute with uint8 activations, as in sight-q8-igemm.h. w - zw is in -255...255. If
// it does not fit int8, it is split into terms that do, and each term is packed as a separate pass.
//
// All tiers read the same packed weights. There is one block for each 32 channels, with zeros for
// missing channels:
//   int32 bias [32], multiplier [32], left [32], right [32]
//   int32 signed_bias [32], as in sight-q8-igemm.h
//   int8  weights [passes][kernel width][ceil(kernel height / 4)][32][4], zero past the last row:
//         four cells of a filter column lie together, so that what is made of the pixels of an
//         input column serves all the output pixels that see it
// Inside a block, position 8 j + 4 h + i holds channel 16 h + 4 j + i (j < 4, h < 2, i < 4). The
// instructions that interleave four rows of 32 bytes give this order.

// Vector kernels take filters of at most this many groups of four cells.
enum { sight_q8_dwconv_width = 32, sight_q8_dwconv_maximum_groups = 16 };

// The input of packing.
typedef struct {
    size_t kernel_height, kernel_width, channels;
    const void *weights;        // [height, width, channels] int8 or uint8
    const int32_t *biases;      // [channels], or NULL for zeros
    const int32_t *multipliers; // [channels]
    const int32_t *lefts;       // [channels]
    const int32_t *rights;      // [channels]
    int32_t input_zero_point;   // in the input's own element type
    int32_t weight_zero_point;  // the same for all channels
    _Bool input_is_signed;
    _Bool weights_are_signed;
} sight_q8_dwconv_weights;

/// The number of passes that the weights need: 1 if every w - zw fits int8, and at most 3, for w -
/// zw = 255.
size_t sight_q8_dwconv_passes(const sight_q8_dwconv_weights *weights);

/// The size of packed weights in bytes.
size_t sight_q8_dwconv_packed_bytes(size_t kernel_height, size_t kernel_width, size_t channels,
                                    size_t passes);

/// Packs weights.
void sight_q8_dwconv_pack(const sight_q8_dwconv_weights *weights, size_t passes, void *packed);

// One whole convolution. Kernels compute it in blocks.
typedef struct {
    sight_image image;    // each pixel has one byte for each channel, uint8 or int8
    const void *packed;   // see above
    size_t passes;        // terms of each weight
    uint8_t input_flip;   // 0x80 for int8 activations, 0 for uint8
    uint8_t output_flip;  // 0x80 for int8 outputs, 0 for uint8
    void *output;         // [rows][channels]
    size_t output_stride; // bytes from one output row to the next
    sight_requantization requantization;
} sight_q8_dwconv_job;

/// Computes a block; writes exactly its rows and columns.
///
/// Precondition: at most sight_q8_dwconv_maximum_groups groups, except for the reference.
typedef void (*sight_q8_dwconv_function)(const sight_q8_dwconv_job *job, sight_block block);

typedef struct {
    const char *name;
    sight_tier tier;
    size_t channels; // computed at once; a multiple of it uses whole registers only
    sight_q8_dwconv_function run;
} sight_q8_dwconv_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_q8_dwconv_kernel *sight_q8_dwconv_kernels(size_t *count);

/// Returns the best available kernel of a tier or below that supports a filter of this size.
const sight_q8_dwconv_kernel *sight_q8_dwconv_best(sight_tier tier, size_t kernel_height,
                                                   size_t kernel_width);

#endif
