#include "agreement.h"

#include <string.h>

static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_q8_row_kernel *kernels = sight_q8_row_kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t columns = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 7, 8, 9, 17);
    const size_t depth = AGREEMENT_PICK(&random, 1, 3, 7, 15, 16, 17, 31, 32, 33, 100, 640);
    const size_t steps = (depth + sight_q8_row_step - 1) / sight_q8_row_step;
    const _Bool is_signed = agreement_next(&random) & 1;
    const int32_t lowest = is_signed ? -128 : 0;

    void *input = agreement_bytes(&random, depth);
    void *weights = agreement_bytes(&random, columns * depth + 31);
    int16_t *values = agreement_allocate(steps * sight_q8_row_step * sizeof *values);
    const int32_t zero_point = agreement_between(&random, lowest, lowest + 255);
    const sight_q8_row_job job = {
        .input = input,
        .values = values,
        .value_sum = sight_q8_row_center(input, depth, zero_point, is_signed, values),
        .depth = depth,
        .weights = weights,
        .input_zero_point = zero_point,
        .weight_zero_point = is_signed ? 0 : agreement_between(&random, 0, 255),
        .is_signed = is_signed,
    };
    int32_t *expected = agreement_allocate(columns * sizeof *expected);
    int32_t *sums = agreement_allocate(columns * sizeof *sums);
    kernels[0].run(&job, 0, columns, expected);
    const size_t first = agreement_next(&random) % columns;
    kernels[index].run(&job, 0, first, sums);
    kernels[index].run(&job, first, columns - first, sums);
    return memcmp(sums, expected, columns * sizeof *sums) == 0;
}

void agreement_q8_row(void) {
    size_t count;
    const sight_q8_row_kernel *kernels = sight_q8_row_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
