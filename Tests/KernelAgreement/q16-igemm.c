#include "agreement.h"

/// Compares the sums of random, often extreme, inputs and weights.
static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_q16_igemm_kernel *kernels = sight_q16_igemm_kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t rows = AGREEMENT_PICK(&random, 1, 2, 3, 4), first = AGREEMENT_PICK(&random, 0, 1);
    const size_t columns = AGREEMENT_PICK(&random, 1, 2, 3, 5, 8, 17);
    const size_t depth =
        AGREEMENT_PICK(&random, 1, 2, 3, 7, 8, 15, 16, 17, 31, 33, 100, 255, 256, 257, 600);
    const _Bool indirect = agreement_next(&random) % 4 != 0,
                has_words = agreement_next(&random) & 1;
    const size_t taps = indirect ? AGREEMENT_PICK(&random, 1, 2, 9) : 1, pixels = first + rows + 2;
    const size_t size = sizeof(int16_t), weight_count = columns * taps * depth;

    int16_t *input = agreement_bytes(&random, pixels * depth * size + 62);
    int16_t *padding = agreement_allocate(depth * size + 62);
    void *weights = agreement_bytes(&random, weight_count * (has_words ? 2 : 1));
    if (seed % 8 == 0) { // the largest sums
        for (size_t i = 0; i < pixels * depth; i++)
            input[i] = INT16_MIN;
        for (size_t i = 0; i < weight_count; i++)
            if (has_words)
                ((int16_t *)weights)[i] = seed % 16 ? INT16_MIN : INT16_MAX;
            else
                ((int8_t *)weights)[i] = INT8_MIN;
    }
    int32_t *offsets = agreement_offsets(&random, (first + rows) * taps, pixels, depth * size);
    const sight_q16_igemm_job job = {
        .window = {input, indirect ? offsets : NULL, padding, taps, depth * size, 0},
        .depth = depth,
        .columns = columns,
        .weights = weights,
        .has_words = has_words,
    };
    const size_t sums = columns * sight_q16_igemm_rows;
    int64_t *expected = agreement_allocate(sums * sizeof *expected);
    int64_t *output = agreement_allocate(sums * sizeof *output);
    kernels[0].run(&job, first, rows, expected);
    kernels[index].run(&job, first, rows, output);
    for (size_t i = 0; i < sums; i++)
        if (i % sight_q16_igemm_rows < rows && output[i] != expected[i])
            return 0;
    return 1;
}

/// Returns the quotient by 2^shift, rounded to nearest; ties are rounded up.
static int64_t narrowed(int64_t sum, sight_q16_scale scale) {
    const int64_t unit = INT64_C(1) << scale.shift;
    const int64_t moved = (sum + scale.bias) * scale.multiplier + unit / 2;
    return moved / unit - (moved % unit < 0);
}

/// Returns the product with multiplier / 2^31 * 2^shift, rounded to nearest after each division.
static int64_t narrowed_short(int64_t sum, sight_q16_scale scale) {
    const int64_t value = (sum + scale.bias) * (1 << (scale.shift > 0 ? scale.shift : 0));
    const int64_t unit = INT64_C(1) << (scale.shift < 0 ? -scale.shift : 0);
    const double product = (double)value * (double)scale.multiplier / 2147483648.0;
    const int64_t high = (int64_t)(product < 0 ? product - 0.5 : product + 0.5);
    return high < 0 ? -((-high + unit / 2) / unit) : (high + unit / 2) / unit;
}

/// Compares outputs with those of divisions. The index 1 selects sums of 32 bits.
static _Bool narrow_agrees(size_t index, uint64_t seed) {
    const _Bool is_short = index == 1;
    agreement_random random = agreement_seeded(seed);
    const size_t rows = AGREEMENT_PICK(&random, 1, 2, 3, 4), stride = 9;
    const size_t columns = AGREEMENT_PICK(&random, 1, 2, 5, 8, 9);
    int64_t *sums = agreement_allocate(columns * sight_q16_igemm_rows * sizeof *sums);
    sight_q16_scale *scales = agreement_allocate(columns * sizeof *scales);
    for (size_t n = 0; n < columns; n++) {
        scales[n] = (sight_q16_scale){
            .multiplier = is_short ? agreement_between(&random, 1 << 30, INT32_MAX)
                                   : agreement_between(&random, 1 << 14, (1 << 15) - 1),
            .bias = agreement_between(&random, -100000, 100000),
            .shift = (int32_t)(is_short ? agreement_between(&random, -12, 3)
                                        : agreement_between(&random, 14, 30)),
        };
        for (size_t row = 0; row < sight_q16_igemm_rows; row++)
            sums[n * sight_q16_igemm_rows + row] = agreement_between(&random, -2000000, 2000000);
    }
    const int32_t minimum = seed % 3 == 0 ? INT16_MIN : seed % 3 == 1 ? 0 : -100;
    int16_t *output = agreement_allocate(rows * stride * sizeof *output);
    (is_short ? sight_q16_narrow_short : sight_q16_narrow)(sums, rows, columns, scales, minimum,
                                                           INT16_MAX, output, stride);
    for (size_t row = 0; row < rows; row++)
        for (size_t n = 0; n < columns; n++) {
            const int64_t sum = sums[n * sight_q16_igemm_rows + row];
            const int64_t exact =
                is_short ? narrowed_short(sum, scales[n]) : narrowed(sum, scales[n]);
            const int64_t expected = exact < minimum     ? minimum
                                     : exact > INT16_MAX ? INT16_MAX
                                                         : exact;
            if (output[row * stride + n] != expected)
                return 0;
        }
    return 1;
}

void agreement_q16_igemm(void) {
    agreement_run("sight_q16_narrow_short", sight_tier_scalar, 1, narrow_agrees);
    agreement_run("sight_q16_narrow", sight_tier_scalar, 0, narrow_agrees);
    size_t count;
    const sight_q16_igemm_kernel *kernels = sight_q16_igemm_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
