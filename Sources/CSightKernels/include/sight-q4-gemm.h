#ifndef SIGHT_Q4_GEMM_H
#define SIGHT_Q4_GEMM_H

#include "sight-isa.h"
#include "sight-window.h"

#include <stddef.h>
#include <stdint.h>

// Matrix multiplication of activations of 8 bits by weights of 4 bits, with a scale for each block
// of neighboring weights of a column: fully connected layers with float inputs and outputs, whose
// inputs are quantized at run time, with a scale and an offset for each row.
//
//   sum[row][n]    = sum over blocks of scales[n][block] *
//                    (sum over the block's k of input[row][k] * weights[n][k])
//   output[row][n] = clamp(input_scales[row] * (sum[row][n] - zeros[row] * weight_sums[n])
//                          + bias[n])
//
// zeros[row] is the byte of zero, and weight_sums[n] the sum of all weights of a column, each times
// its scale. A kernel adds the products of 32 neighboring weights as integers; it rounds all other
// sums and products to binary32, and all tiers do so in the same order.
//
// Packed weights have one part for each 16 columns, with zeros for missing columns:
//   float bias [16], weight_sums [16]
//   for each block: float scales [16], weights [length / 8][16][4]. A byte has two weights of a
//   column in two's complement: the low four bits are those of k = 8 i + j, the high ones those of
//   k = 8 i + 4 + j.

enum { sight_q4_gemm_width = 16, sight_q4_gemm_step = 32 };

// The input of packing.
typedef struct {
    size_t depth, columns; // K, a multiple of `length`, and N
    size_t length;         // of a block, a multiple of sight_q4_gemm_step
    const int8_t *weights; // [N][K], each -8...7
    const float *scales;   // [N][K / length]
    const float *biases;   // [N], or NULL for zeros
} sight_q4_gemm_weights;

/// The size of packed weights in bytes.
size_t sight_q4_gemm_packed_bytes(size_t depth, size_t columns, size_t length);

/// Packs weights.
void sight_q4_gemm_pack(const sight_q4_gemm_weights *weights, void *packed);

/// One whole product. Kernels compute it in blocks.
typedef struct {
    const void *input;         // [rows][K], uint8 or int8
    const float *input_scales; // [rows]
    const int32_t *offsets;    // [rows]: the bytes of zero, less 128 for uint8
    size_t depth, length;      // as packed
    const void *packed;
    float *output;          // [rows][columns]
    size_t columns;         // N
    _Bool is_signed;        // int8, else uint8; the kernel's, except for the reference
    float minimum, maximum; // limits of the activation function; infinite when there is none
} sight_q4_gemm_job;

/// Computes a block, whose first column is a multiple of 16; writes exactly its rows and columns.
typedef void (*sight_q4_gemm_function)(const sight_q4_gemm_job *job, sight_block block);

typedef struct {
    const char *name;
    sight_tier tier;
    size_t tile_rows; // rows of the micro-kernel's tile
    _Bool is_signed;  // reads int8, else uint8; the reference reads both
    sight_q4_gemm_function run;
} sight_q4_gemm_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_q4_gemm_kernel *sight_q4_gemm_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_q4_gemm_kernel *sight_q4_gemm_best(sight_tier tier);

#endif
