#include "agreement.h"

#include <math.h>
#include <string.h>

enum { lanes = sight_fourier_lanes };

static const double pi = 3.14159265358979323846;

/// Makes the tables of one length.
static sight_fourier_plan plan_of(size_t count) {
    double *roots = agreement_allocate(4 * count * sizeof(double));
    uint32_t *reversed = agreement_allocate(count * sizeof(uint32_t));
    for (size_t k = 0; k < 2 * count; k++) {
        roots[2 * k] = cos(pi * (double)k / (double)count);
        roots[2 * k + 1] = -sin(pi * (double)k / (double)count);
    }
    for (size_t k = 0; k < count; k++) {
        reversed[k] = 0;
        for (size_t bit = 1; bit < count; bit *= 2)
            reversed[k] = 2 * reversed[k] + (k / bit % 2 == 1);
    }
    return (sight_fourier_plan){count, roots, reversed};
}

/// Adds x e^(-2 pi i turns) to a sum, for a complex number x.
static void add_turned(double real, double imaginary, double turns, double sum[2]) {
    const double cosine = cos(2 * pi * turns), sine = -sin(2 * pi * turns);
    sum[0] += real * cosine - imaginary * sine;
    sum[1] += real * sine + imaginary * cosine;
}

/// Returns whether number k of a lane agrees with `sum`, to the rounding of a sum of `count`
/// numbers. The magnitude of each of these numbers is at most 2.
static _Bool is_near(const double *numbers, size_t k, size_t lane, size_t count,
                     const double sum[2]) {
    const double *number = numbers + 2 * lanes * k + lane;
    const double bound = 1e-14 * (double)(count + 8);
    return fabs(number[0] - sum[0]) < bound && fabs(number[lanes] - sum[1]) < bound;
}

/// Whether the kernel's numbers have the bits of those of the lowest tier.
static _Bool has_same_bits(const double *numbers, const double *lowest, size_t count) {
    return memcmp(numbers, lowest, count * 2 * lanes * sizeof(double)) == 0;
}

static _Bool complex_agrees(size_t index, uint64_t seed) {
    size_t known;
    const sight_fourier_kernel *const *kernels = sight_fourier_kernels(&known);
    agreement_random random = agreement_seeded(seed);
    const size_t count = (size_t)1 << (agreement_next(&random) % 8);
    const sight_fourier_plan plan = plan_of(count);
    const size_t size = count * 2 * lanes * sizeof(double);
    double *numbers = agreement_allocate(size), *lowest = agreement_allocate(size);
    const float *values = agreement_floats(&random, count * 2 * lanes, 0);
    for (size_t k = 0; k < count; k++)
        for (size_t i = 0; i < 2 * lanes; i++)
            numbers[2 * lanes * plan.reversed[k] + i] = values[2 * lanes * k + i];
    memcpy(lowest, numbers, size);
    kernels[index]->transform(&plan, numbers);
    kernels[0]->transform(&plan, lowest);
    _Bool same = has_same_bits(numbers, lowest, count);
    for (size_t lane = 0; lane < lanes; lane++)
        for (size_t k = 0; k < count; k++) {
            double sum[2] = {0};
            for (size_t j = 0; j < count; j++)
                add_turned(values[2 * lanes * j + lane], values[2 * lanes * j + lanes + lane],
                           (double)(j * k % count) / (double)count, sum);
            same = same && is_near(numbers, k, lane, count, sum);
        }
    return same;
}

static _Bool real_agrees(size_t index, uint64_t seed) {
    size_t known;
    const sight_fourier_kernel *const *kernels = sight_fourier_kernels(&known);
    agreement_random random = agreement_seeded(seed);
    const size_t count = (size_t)1 << (agreement_next(&random) % 7), length = 2 * count;
    const sight_fourier_plan plan = plan_of(count);
    const size_t rows = 1 + agreement_next(&random) % lanes;
    const size_t width =
        agreement_next(&random) % 2 ? length : agreement_next(&random) % (length + 1);
    const size_t stride = width + agreement_next(&random) % 3;
    const float *values = agreement_floats(&random, (rows - 1) * stride + width, 0);
    const size_t size = (count + 1) * 2 * lanes * sizeof(double);
    double *numbers = agreement_allocate(size), *lowest = agreement_allocate(size);
    kernels[index]->transform_real(&plan, values, stride, rows, width, numbers);
    kernels[0]->transform_real(&plan, values, stride, rows, width, lowest);
    _Bool same = has_same_bits(numbers, lowest, count + 1);
    const size_t kept = 1 + agreement_next(&random) % (count + 1);
    float *output = agreement_allocate(2 * rows * kept * sizeof(float));
    kernels[index]->store(numbers, kept, rows, output, kept);
    for (size_t row = 0; row < rows; row++)
        for (size_t k = 0; k <= count; k++) {
            double sum[2] = {0};
            for (size_t j = 0; j < width; j++)
                add_turned(values[row * stride + j], 0, (double)(j * k % length) / (double)length,
                           sum);
            same = same && is_near(numbers, k, row, length, sum);
            const double *number = numbers + 2 * lanes * k + row;
            const float *stored = output + 2 * (row * kept + k);
            same = same && (k >= kept ||
                            (stored[0] == (float)number[0] && stored[1] == (float)number[lanes]));
        }
    return same;
}

void agreement_fourier(void) {
    size_t count;
    const sight_fourier_kernel *const *kernels = sight_fourier_kernels(&count);
    for (size_t i = 0; i < count; i++) {
        agreement_run(kernels[i]->name, kernels[i]->tier, i, complex_agrees);
        agreement_run(kernels[i]->name, kernels[i]->tier, i, real_agrees);
    }
}
