#include "agreement.h"

#include <math.h>

/// Compares products with sparse weights, of which a third or less is not zero.
static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_f32_igemm_kernel *kernels = sight_f32_sparse_kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t rows = AGREEMENT_PICK(&random, 1, 3, 4, 5, 8, 15, 16, 17, 36, 63, 64, 65, 150);
    const size_t columns = AGREEMENT_PICK(&random, 1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 64);
    const size_t depth = AGREEMENT_PICK(&random, 1, 3, 4, 5, 7, 8, 16, 17, 33, 64, 191, 192);
    const _Bool indirect = agreement_next(&random) % 4 == 0, whole = agreement_next(&random) & 1;
    const size_t stride = columns + 3, elements = rows * stride;

    // 63 bytes that kernels may read, rounded down to floats.
    float *input = agreement_floats(&random, rows * depth + 15, whole);
    float *weights = agreement_floats(&random, columns * depth, whole);
    for (size_t i = 0; i < columns * depth; i++)
        weights[i] = agreement_next(&random) % 3 == 0 ? weights[i] : 0;
    float *biases = agreement_floats(&random, columns, whole);
    if (seed % 16 == 0) // passes through every bound
        input[agreement_next(&random) % (rows * depth)] = seed % 32 ? NAN : INFINITY;
    int32_t *offsets = agreement_offsets(&random, rows, rows, depth * sizeof(float));
    void *padding = agreement_allocate(depth * sizeof(float) + 60);
    const size_t weight_count = sight_f32_sparse_count(weights, columns * depth);
    void *packed = agreement_allocate(sight_f32_sparse_packed_bytes(weight_count, columns));
    sight_f32_sparse_pack(depth, columns, weights, weight_count, biases, packed);
    float *expected = agreement_allocate(elements * sizeof(float));
    float *output = agreement_allocate(elements * sizeof(float));
    // The addend ends with its last number, because kernels may not read past it.
    const size_t addends =
        agreement_next(&random) & 1 ? columns : agreement_next(&random) % (columns + 1);
    float *addend = agreement_floats(&random, rows * (addends + 1) - 1, whole);
    const _Bool bounded = agreement_next(&random) & 1;
    sight_f32_igemm_job job = {
        .window = {input, indirect ? offsets : NULL, padding, 1, depth * sizeof(float), 0},
        .depth = depth,
        .packed = packed,
        .output = expected,
        .addend = agreement_next(&random) & 1 ? addend : NULL,
        .addend_columns = addends,
        .output_stride = stride * sizeof(float),
        .addend_stride = (addends + 1) * sizeof(float),
        .minimum = bounded ? 0 : -INFINITY,
        .maximum = bounded ? 6 : INFINITY,
    };
    kernels[0].run(&job, (sight_block){0, rows, 0, columns});
    job.output = output;
    sight_block blocks[4];
    const size_t parts = agreement_blocks(&random, rows, columns, 1, blocks);
    for (size_t i = 0; i < parts; i++)
        kernels[index].run(&job, blocks[i]);
    return agreement_all_near(output, expected, elements, depth + 1, whole);
}

void agreement_f32_sparse(void) {
    size_t count;
    const sight_f32_igemm_kernel *kernels = sight_f32_sparse_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
