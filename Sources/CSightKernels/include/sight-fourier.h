#ifndef SIGHT_FOURIER_H
#define SIGHT_FOURIER_H

#include "sight-isa.h"

#include <stddef.h>
#include <stdint.h>

// Discrete Fourier transforms of four sequences at once: X[k] = sum of x[j] e^(-2 pi i j k / N).
// Each sequence has a lane of its own.
//
// Complex numbers are stored as [count][2][4]: four real parts, then four imaginary parts. All
// kernels compute in doubles and give the same bits.

enum { sight_fourier_lanes = 4 };

/// The tables of one length.
typedef struct {
    size_t count;             // complex numbers in a sequence; a power of two
    const double *roots;      // [2 count][2]: e^(-pi i k / count)
    const uint32_t *reversed; // [count]: each index with its bits in reverse order
} sight_fourier_plan;

typedef struct {
    const char *name;
    sight_tier tier;
    /// Transforms four complex sequences in place. Number k is read from place `reversed[k]`, and
    /// its transform is written to place k.
    void (*transform)(const sight_fourier_plan *plan, double *numbers);
    /// Transforms one to four rows of 2 `count` real numbers to the first `count` + 1 complex
    /// numbers. Rows are `stride` floats apart, and have `width` floats, at most 2 `count`; zeros
    /// follow. Lanes without a row get the transform of the last row.
    void (*transform_real)(const sight_fourier_plan *plan, const float *values, size_t stride,
                           size_t rows, size_t width, double *numbers);
    /// Writes the first `count` numbers of the first `rows` lanes as rows of complex floats,
    /// `stride` complex numbers apart.
    void (*store)(const double *numbers, size_t count, size_t rows, float *output, size_t stride);
} sight_fourier_kernel;

/// Returns the table of all kernels that were compiled for this architecture. Before a caller runs
/// a kernel, it checks that the processor has the kernel's `tier`.
const sight_fourier_kernel *const *sight_fourier_kernels(size_t *count);

/// The best available kernel of a tier or below.
const sight_fourier_kernel *sight_fourier_best(sight_tier tier);

#endif
