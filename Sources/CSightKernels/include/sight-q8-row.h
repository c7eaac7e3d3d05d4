#ifndef SIGHT_Q8_ROW_H
#define SIGHT_Q8_ROW_H

#include "sight-isa.h"

#include <stddef.h>
#include <stdint.h>

// Products of one row of 8-bit integers with weights that are not packed: fully connected layers
// and convolutions with one output pixel. Each weight is used only once in a run, so that packing
// the weights would take longer than several runs.
//
//   sums[n] = sum over k of (input[k] - za) * (weights[n][k] - zw)   modulo 2^32

enum { sight_q8_row_step = 32 };

/// One whole product. Kernels compute it in blocks of columns.
typedef struct {
    const void *input;        // [K] int8 or uint8
    const int16_t *values;    // [K] from sight_q8_row_center: some kernels read these, others input
    int32_t value_sum;        // its result
    size_t depth;             // K
    const void *weights;      // [N][K] of the same type; kernels may read 31 bytes past the end
    int32_t input_zero_point; // za, -128...255
    int32_t weight_zero_point; // zw, within the type; zero for int8
    _Bool is_signed;           // int8, else uint8
} sight_q8_row_job;

/// Writes values[k] = input[k] - zero_point for `depth` bytes, which are int8 if `is_signed`, and
/// then zeros up to the next multiple of sight_q8_row_step. Returns the sum of all values modulo
/// 2^32.
int32_t sight_q8_row_center(const void *input, size_t depth, int32_t zero_point, _Bool is_signed,
                            int16_t *values);

/// Writes sums[n] for `columns` values of n from `column` on.
typedef void (*sight_q8_row_function)(const sight_q8_row_job *job, size_t column, size_t columns,
                                      int32_t *sums);

typedef struct {
    const char *name;
    sight_tier tier;
    sight_q8_row_function run;
} sight_q8_row_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_q8_row_kernel *sight_q8_row_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_q8_row_kernel *sight_q8_row_best(sight_tier tier);

#endif
