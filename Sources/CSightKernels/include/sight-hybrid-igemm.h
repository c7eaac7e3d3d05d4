#ifndef SIGHT_HYBRID_IGEMM_H
#define SIGHT_HYBRID_IGEMM_H

#include "sight-isa.h"
#include "sight-window.h"

// Dynamic-range layers: float inputs that are quantized at run time, int8 weights, float outputs.
//
//   output[row][n] = clamp(bias[n] + scale[n] * input_scale[b] *
//                          sum over tap, k of (input[row][tap][k] - input_offset[b]) *
//                          weights[n][tap][k])
//
// where b is the batch of the row. Runs of padding are not added.

/// Quantizes rows [rows][count] symmetrically: values = scale * q, q in -127...127. The function
/// flips the bits `flip` of each q that it writes.
void sight_quantize_symmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                              int8_t *quantized, float *scales);

/// Quantizes rows [rows][count]: values = scale * (q - offset), q in -128...127. The function flips
/// the bits `flip` of each q that it writes.
void sight_quantize_asymmetric(const float *values, size_t rows, size_t count, uint8_t flip,
                               int8_t *quantized, float *scales, int32_t *offsets);

/// One whole product. Kernels compute it in blocks.
typedef struct {
    sight_window window;          // runs of K int8
    size_t depth;                 // K
    const int8_t *weights;        // [N][taps][K]
    const float *scales;          // [N]
    const float *biases;          // [N], or NULL for zeros
    size_t batch_rows;            // rows of one batch, at least 1
    const float *input_scales;    // [batches]
    const int32_t *input_offsets; // [batches]
    void *output;                 // [rows][columns] float
    size_t output_stride;         // bytes from one output row to the next
    float minimum, maximum;       // limits of the activation function; infinite when there is none
} sight_hybrid_igemm_job;

/// Computes a block; writes exactly its rows and columns.
typedef void (*sight_hybrid_igemm_function)(const sight_hybrid_igemm_job *job, sight_block block);

typedef struct {
    const char *name;
    sight_tier tier;
    sight_hybrid_igemm_function run;
} sight_hybrid_igemm_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_hybrid_igemm_kernel *sight_hybrid_igemm_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_hybrid_igemm_kernel *sight_hybrid_igemm_best(sight_tier tier);

#endif
