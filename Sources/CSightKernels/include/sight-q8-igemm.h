#ifndef SIGHT_Q8_IGEMM_H
#define SIGHT_Q8_IGEMM_H

#include "sight-isa.h"
#include "sight-requantize.h"
#include "sight-window.h"

// Indirect matrix multiplication of 8-bit integers: convolutions and fully connected layers.
//
//   output[row][n] = requantize(bias[n] + sum over tap, k of
//                               (input[row][tap][k] - za) * (weights[n][tap][k] - zw[n]))
//
// The kernels compute with uint8 activations and int8 weights. The top bit of int8 activations is
// flipped (a + 128), and that of uint8 weights (w' = w - 128); the bias compensates for the
// difference:
//   sum (a - za)(w - zw) = sum a w' - za sum w' + c (sum a - taps K za),   c = 128 - zw
// The sum of a row's activations is needed only if c is not zero.
//
// Packed weights have one block for each 16 columns, with zeros for missing columns, in the order
// that the kernel requires. Layers with the same weights can share them. The parameters of each
// layer have one block for each 16 columns, too:
//   int32 bias [16], multiplier [16], left [16], right [16]
//   int32 signed_bias [16]: bias + 128 sum w', for kernels that take a - 128 as int8
//   float factor [16]: multiplier / 2^31 / 2^right, for the rule `nearest`
//   int32 least_weight: the least w' of the block, or -128
//   int32 order: the order of its weights
//   14 zeros

enum { sight_q8_igemm_width = 16 };

// The orders of packed weights.
typedef enum {
    sight_q8_igemm_fours = 4,  // int8 [taps][ceil(K / 4)][16][4], zero past K
    sight_q8_igemm_eights = 8, // int8 [taps][ceil(K / 8)][16][8]: for products of matrices
    // Chains of q8-igemm-chains.h where they save products, otherwise fours. All blocks of a layer
    // have the same order.
    sight_q8_igemm_chains = 1,
} sight_q8_igemm_order;

// The input of packing.
typedef struct {
    size_t taps, depth, columns; // filter cells, K, N
    sight_q8_igemm_order order;  // the kernel's
    const void *weights;         // [N, taps, K] int8 or uint8
    int32_t weight_zero_point;   // the same for all columns
    _Bool weights_are_signed;
    _Bool one_row; // each product has one row, for which chains take longer than fours
} sight_q8_igemm_weights;

// What packing reports about the weights of 16 columns. A layer computes its parameters from it.
typedef struct {
    uint32_t sums[16];        // of w - zw, modulo 2^32; zero for missing columns
    uint32_t packed_sums[16]; // of w'
    int32_t least_weight;     // the least w', or -128
    sight_q8_igemm_order order;
} sight_q8_igemm_census;

// The input of a layer's parameters.
typedef struct {
    size_t columns;                      // N
    const sight_q8_igemm_census *census; // [ceil(N / 16)], of the packed weights
    const int32_t *biases;               // [N], or NULL for zeros
    const int32_t *multipliers;          // [N], or NULL for zeros if jobs only write sums
    const int32_t *lefts;                // the same
    const int32_t *rights;               // the same
    int32_t input_zero_point;            // in the input's own element type
    _Bool input_is_signed;
} sight_q8_igemm_channels;

/// The size of packed weights in bytes; `order` is the kernel's.
size_t sight_q8_igemm_packed_bytes(size_t taps, size_t depth, size_t columns,
                                   sight_q8_igemm_order order);

/// The size of a layer's parameters in bytes.
size_t sight_q8_igemm_parameter_bytes(size_t columns);

/// Packs weights, writes the census [ceil(N / 16)], and returns c, the job's `weight_offset`.
int32_t sight_q8_igemm_pack(const sight_q8_igemm_weights *weights, void *packed,
                            sight_q8_igemm_census *census);

/// Computes the parameters of a layer.
void sight_q8_igemm_set_parameters(const sight_q8_igemm_channels *channels, void *parameters);

// A matrix of int8 that is packed at run time: the right one of a product of two matrices.
typedef struct {
    size_t depth, columns;      // K, N
    sight_q8_igemm_order order; // the kernel's
    const int8_t *values;       // [K, N], or [N, K] if transposed
    _Bool is_transposed;
    _Bool is_uniform;           // all columns have the multiplier and shifts of the first one
    const int32_t *multipliers; // [N], or [16] if uniform
    const int32_t *lefts;       // the same
    const int32_t *rights;      // the same
    int32_t left_zero_point, right_zero_point; // of int8
} sight_q8_igemm_matrix;

/// Packs the columns `first` to `first + count - 1` of a matrix as the weights of a product with
/// one tap and without biases. `first` is a multiple of 16, and `count` too unless the columns end
/// there. `packed` and `parameters` are those of the whole matrix; bytes past the last block are
/// not written.
///
/// Packing takes one pass: it neither subtracts the zero point from the weights nor arranges
/// chains, and it leaves the factors of the rule `nearest` zero. The job's `weight_offset` is
/// -right_zero_point. If that is not zero, the left matrix has to be flipped to uint8 before.
void sight_q8_igemm_pack_columns(const sight_q8_igemm_matrix *matrix, size_t first, size_t count,
                                 void *packed, void *parameters);

/// Copies the parameters of columns from `column`, a multiple of 16, on, and adds sums[n] to the
/// bias of each column n modulo 2^32. A product with the copy requantizes sums of any origin if its
/// own weights are zero.
void sight_q8_igemm_add_to_biases(const void *parameters, size_t column, size_t columns,
                                  const int32_t *sums, void *copy);

/// One whole product. Kernels compute it in blocks.
typedef struct {
    sight_window window;    // runs of K bytes, uint8 or int8
    size_t depth;           // K
    const void *packed;     // see above; in the kernel's order
    const void *parameters; // of the layer
    int32_t weight_offset;  // c; zero if input_flip is not zero
    uint8_t input_flip;     // 0x80 for int8 activations, 0 for uint8
    void *output;           // [rows][columns], uint8 or int8, or int32 where sums_only
    size_t output_stride;   // bytes from one output row to the next
    sight_requantization requantization;
    _Bool sums_only; // writes the sums without requantization
} sight_q8_igemm_job;

/// Computes a block; writes exactly its rows and columns.
typedef void (*sight_q8_igemm_function)(const sight_q8_igemm_job *job, sight_block block);

typedef struct {
    const char *name;
    sight_tier tier;
    size_t tile_rows; // rows of the micro-kernel's tile; a multiple of it uses whole tiles only
    sight_q8_igemm_order order;
    sight_q8_igemm_function run;
} sight_q8_igemm_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_q8_igemm_kernel *sight_q8_igemm_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_q8_igemm_kernel *sight_q8_igemm_best(sight_tier tier);

#endif
