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

void agreement_q16_igemm(void) {
    size_t count;
    const sight_q16_igemm_kernel *kernels = sight_q16_igemm_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
