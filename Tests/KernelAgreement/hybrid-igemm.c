#include "agreement.h"

#include <math.h>
#include <string.h>

static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_hybrid_igemm_kernel *kernels = sight_hybrid_igemm_kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t batches = AGREEMENT_PICK(&random, 1, 2, 3);
    const size_t batch_rows = AGREEMENT_PICK(&random, 1, 2, 5), rows = batches * batch_rows;
    const size_t columns = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 7, 8, 9, 17);
    const size_t depth = AGREEMENT_PICK(&random, 1, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100);
    const _Bool indirect = agreement_next(&random) % 4 != 0;
    const size_t taps = indirect ? AGREEMENT_PICK(&random, 1, 2, 9) : 1, pixels = rows + 2;
    const size_t stride = columns + 3, bytes = rows * stride * sizeof(float);

    void *input = agreement_bytes(&random, pixels * depth + 63);
    void *padding = agreement_bytes(&random, depth + 63);
    int8_t *weights = agreement_bytes(&random, columns * taps * depth);
    float *scales = agreement_floats(&random, columns, 0);
    float *biases = agreement_floats(&random, columns, 0);
    float *input_scales = agreement_floats(&random, batches, 0);
    int32_t *input_offsets = agreement_allocate(batches * sizeof(int32_t));
    for (size_t i = 0; i < batches; i++)
        input_offsets[i] = seed % 3 == 0 ? 0 : agreement_between(&random, -128, 127);
    int32_t *offsets = agreement_offsets(&random, rows * taps, pixels, depth);
    void *expected = agreement_allocate(bytes), *output = agreement_allocate(bytes);
    const _Bool bounded = agreement_next(&random) & 1;
    sight_hybrid_igemm_job job = {
        .window = {input, indirect ? offsets : NULL, padding, taps, depth, 0},
        .depth = depth,
        .weights = weights,
        .scales = scales,
        .biases = seed % 5 == 0 ? NULL : biases,
        .batch_rows = batch_rows,
        .input_scales = input_scales,
        .input_offsets = input_offsets,
        .output = expected,
        .output_stride = stride * sizeof(float),
        .minimum = bounded ? 0 : -INFINITY,
        .maximum = bounded ? 6 : INFINITY,
    };
    kernels[0].run(&job, (sight_block){0, rows, 0, columns});
    job.output = output;
    sight_block blocks[4];
    const size_t parts = agreement_blocks(&random, rows, columns, 1, blocks);
    for (size_t i = 0; i < parts; i++)
        kernels[index].run(&job, blocks[i]);
    // Sums are integers, and every tier converts them to floats with the same function.
    return memcmp(output, expected, bytes) == 0;
}

void agreement_hybrid_igemm(void) {
    size_t count;
    const sight_hybrid_igemm_kernel *kernels = sight_hybrid_igemm_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
