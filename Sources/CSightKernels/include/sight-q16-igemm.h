#ifndef SIGHT_Q16_IGEMM_H
#define SIGHT_Q16_IGEMM_H

#include "sight-isa.h"
#include "sight-window.h"

#include <stdint.h>

// Indirect matrix multiplication of 16-bit integers by weights of 8 or 16 bits:
//
//   sums[n][row] = sum over tap, k of input[row][tap][k] * weights[n][tap][k]
//
// All zero points are 0, and the sums are exact.

enum { sight_q16_igemm_rows = 4 }; // rows of one call

/// One whole product.
typedef struct {
    sight_window window; // runs of K int16
    size_t depth;        // K
    size_t columns;      // N
    const void *weights; // [N][taps][K] int8, or int16 with has_words
    _Bool has_words;
} sight_q16_igemm_job;

/// Computes `rows` rows from `row` on, at most sight_q16_igemm_rows. `sums` is
/// [N][sight_q16_igemm_rows]; sums of rows beyond `rows` have no meaning.
typedef void (*sight_q16_igemm_function)(const sight_q16_igemm_job *job, size_t row, size_t rows,
                                         int64_t *sums);

typedef struct {
    const char *name;
    sight_tier tier;
    sight_q16_igemm_function run;
} sight_q16_igemm_kernel;

/// The conversion of the sums of a channel to outputs.
typedef struct {
    int64_t multiplier; // of 16 bits
    int64_t bias;       // is added to a sum
    int32_t shift;      // 1 ... 63: the bits after the point of a product
} sight_q16_scale;

/// Converts the sums of `rows` rows, [N][sight_q16_igemm_rows], to outputs, whose rows lie `stride`
/// elements apart: clamp((sum + bias) * multiplier / 2^shift), rounded to nearest, ties up.
void sight_q16_narrow(const int64_t *sums, size_t rows, size_t columns,
                      const sight_q16_scale *scales, int32_t minimum, int32_t maximum,
                      int16_t *output, size_t stride);

/// Converts sums as sight_q16_narrow does, but reads only the lowest 32 bits of each sum and bias.
/// A multiplier has 31 bits, and a shift is -31 ... 31. An output is clamp((sum + bias) *
/// multiplier / 2^31 * 2^shift). The function rounds the quotient by 2^31 to nearest, and rounds
/// once more if the shift is negative, as FixedPointMultiplier does in Swift.
void sight_q16_narrow_short(const int64_t *sums, size_t rows, size_t columns,
                            const sight_q16_scale *scales, int32_t minimum, int32_t maximum,
                            int16_t *output, size_t stride);

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_q16_igemm_kernel *sight_q16_igemm_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_q16_igemm_kernel *sight_q16_igemm_best(sight_tier tier);

#endif
