#ifndef SIGHT_F32_IGEMM_H
#define SIGHT_F32_IGEMM_H

#include "sight-isa.h"
#include "sight-window.h"

// Indirect matrix multiplication of binary32: convolutions and fully connected layers.
//
//   output[row][n] = clamp(bias[n] + sum over tap, k of input[row][tap][k] * weights[n][tap][k]
//                          + addend[row][n])
//
// An addend with fewer columns adds zero to the others. Every tier adds the products in the order
// (tap, k); tiers differ only by fused multiply-add.
//
// All tiers read the same packed weights. There is one block for each 16 columns, with zeros for
// missing columns:
//   float bias [16], weights [taps][K][16]

enum { sight_f32_igemm_width = 16 };

/// The size of packed weights in bytes.
size_t sight_f32_igemm_packed_bytes(size_t taps, size_t depth, size_t columns);

/// Packs weights [N, taps, K] and biases [N] (NULL for zeros).
void sight_f32_igemm_pack(size_t taps, size_t depth, size_t columns, const float *weights,
                          const float *biases, void *packed);

/// Packs the columns `first` to `first + count - 1` of a matrix [K, N], or [N, K] if
/// `is_transposed`, for a product with one tap and without biases. `first` is a multiple of 16, and
/// `count` too unless the columns end there. `packed` is the start of the whole matrix.
void sight_f32_igemm_pack_columns(size_t depth, size_t columns, const float *matrix,
                                  _Bool is_transposed, size_t first, size_t count, void *packed);

/// One whole product. Kernels compute it in blocks.
typedef struct {
    sight_window window;   // runs of K floats
    size_t depth;          // K
    const void *packed;    // see above
    void *output;          // [rows][columns] float
    const void *addend;    // [rows][addend_columns] float, added to the sums; NULL for none
    size_t addend_columns; // at most as many as the output has
    size_t output_stride, addend_stride; // bytes from one row to the next
    float minimum, maximum; // limits of the activation function; infinite when there is none
} sight_f32_igemm_job;

/// Computes a block; writes exactly its rows and columns.
typedef void (*sight_f32_igemm_function)(const sight_f32_igemm_job *job, sight_block block);

typedef struct {
    const char *name;
    sight_tier tier;
    size_t tile_rows; // rows of the micro-kernel's tile; a multiple of it uses whole tiles only
    sight_f32_igemm_function run;
} sight_f32_igemm_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_f32_igemm_kernel *sight_f32_igemm_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_f32_igemm_kernel *sight_f32_igemm_best(sight_tier tier);

#endif
