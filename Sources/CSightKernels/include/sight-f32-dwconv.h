#ifndef SIGHT_F32_DWCONV_H
#define SIGHT_F32_DWCONV_H

#include "sight-image.h"
#include "sight-isa.h"
#include "sight-window.h"

// Depthwise convolution of binary32, one output channel for each input channel.
//
//   output[row][c] = clamp(bias[c] + sum over tap of input[row][tap][c] * weights[tap][c])
//
// A tap is a cell of the filter; taps are numbered row by row. Kernels may skip cells over padding.
//
// All tiers read the same packed weights. There is one block for each 16 channels, with zeros for
// missing channels:
//   float bias [16], weights [taps][16]

enum { sight_f32_dwconv_width = 16 };

/// The size of packed weights in bytes.
size_t sight_f32_dwconv_packed_bytes(size_t taps, size_t channels);

/// Packs weights [taps, channels] and biases [channels] (NULL for zeros).
void sight_f32_dwconv_pack(size_t taps, size_t channels, const float *weights, const float *biases,
                           void *packed);

// One whole convolution. Kernels compute it in blocks.
typedef struct {
    sight_image image;      // each pixel has one float for each channel
    const void *packed;     // see above
    void *output;           // [rows][channels] float
    size_t output_stride;   // bytes from one output row to the next
    float minimum, maximum; // limits of the activation function; infinite when there is none
} sight_f32_dwconv_job;

/// Computes a block; writes exactly its rows and columns.
typedef void (*sight_f32_dwconv_function)(const sight_f32_dwconv_job *job, sight_block block);

typedef struct {
    const char *name;
    sight_tier tier;
    sight_f32_dwconv_function run;
} sight_f32_dwconv_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_f32_dwconv_kernel *sight_f32_dwconv_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_f32_dwconv_kernel *sight_f32_dwconv_best(sight_tier tier);

#endif
