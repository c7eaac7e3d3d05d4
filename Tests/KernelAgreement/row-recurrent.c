#include "agreement.h"

#include <math.h>
#include <string.h>

static _Bool multiply_vector_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = agreement_next(&random) % 14;
    const size_t columns = AGREEMENT_PICK(&random, 0, 1, 3, 15, 16, 17, 31, 32, 48, 63, 128, 200);
    const float *matrix = agreement_floats(&random, rows * columns, 0);
    const float *vector = agreement_floats(&random, columns, 0);
    float *output = agreement_floats(&random, rows, 0);
    float *expected = agreement_allocate(rows * sizeof(float));
    memcpy(expected, output, rows * sizeof(float));
    double *sums = agreement_allocate(rows * sizeof(double));
    for (size_t row = 0; row < rows; row++) {
        sums[row] = output[row];
        for (size_t k = 0; k < columns; k++)
            sums[row] += (double)matrix[row * columns + k] * vector[k];
    }
    agreement_row_kernels(0)->multiply_vector(matrix, rows, columns, vector, expected);
    agreement_row_kernels(index)->multiply_vector(matrix, rows, columns, vector, output);
    for (size_t row = 0; row < rows; row++)
        if (fabs(output[row] - sums[row]) > 1e-5)
            return 0;
    return agreement_all_equal(output, expected, rows);
}

/// The functions of all numbers of 16 bits.
static _Bool fixed_functions_agree(size_t index, uint64_t seed) {
    enum { count = 1 << 16, integer_bits = 7 };
    if (seed > integer_bits)
        return 1;
    int16_t *values = agreement_allocate(count * sizeof(int16_t));
    int16_t *output = agreement_allocate(count * sizeof(int16_t));
    int16_t *expected = agreement_allocate(count * sizeof(int16_t));
    for (size_t i = 0; i < count; i++)
        values[i] = (int16_t)((int32_t)i + INT16_MIN);
    const size_t part = count - (size_t)seed; // some of them with blocks that are not full
    for (size_t i = 0; i < 2; i++) {
        const sight_row_kernels *kernels = agreement_row_kernels(i ? index : 0);
        int16_t *target = i ? output : expected;
        if (seed == integer_bits)
            kernels->fixed_sigmoids(values, part, target);
        else
            kernels->fixed_tangents(values, part, (int)seed, target);
    }
    for (size_t i = 0; i < part; i++) {
        const double x = values[i];
        const double real =
            seed == integer_bits ? 1 / (1 + exp(-x / 4096)) : tanh(ldexp(x, (int)seed - 15));
        if (fabs(output[i] - real * 32768) > 13)
            return 0;
    }
    return memcmp(output, expected, part * sizeof(int16_t)) == 0;
}

void agreement_row_recurrent(void) {
    size_t count;
    const sight_row_kernels *const *all = sight_row_kernels_all(&count);
    for (size_t i = 1; i < count; i++) {
        agreement_run("sight_rows: multiply_vector", all[i]->tier, i, multiply_vector_agrees);
        agreement_run("sight_rows: fixed functions", all[i]->tier, i, fixed_functions_agree);
    }
}
