#include "agreement.h"

#include <math.h>
#include <string.h>

/// Whether the floats have the same bits.
static _Bool equals(const float *a, const float *b, size_t count) {
    return memcmp(a, b, count * sizeof *a) == 0;
}

static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_q4_gemm_kernel *kernels = sight_q4_gemm_kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t rows = AGREEMENT_PICK(&random, 1, 1, 2, 3, 4, 5, 9);
    const size_t columns = AGREEMENT_PICK(&random, 1, 15, 16, 17, 32, 50, 64, 81);
    const size_t length = AGREEMENT_PICK(&random, 32, 32, 64, 96);
    const size_t blocks = AGREEMENT_PICK(&random, 1, 2, 3, 7), depth = length * blocks;
    const _Bool bounded = agreement_next(&random) & 1;

    int8_t *values = agreement_allocate(columns * depth);
    const _Bool extreme = agreement_next(&random) % 4 == 0; // the largest sums
    for (size_t i = 0; i < columns * depth; i++)
        values[i] = (int8_t)(extreme ? -8 : agreement_between(&random, -8, 7));
    uint8_t *input = agreement_bytes(&random, rows * depth);
    if (extreme)
        memset(input, kernels[index].is_signed ? 0x80 : 0xFF, rows * depth);
    int32_t *offsets = agreement_allocate(rows * sizeof *offsets);
    for (size_t row = 0; row < rows; row++)
        offsets[row] = agreement_between(&random, -128, 127);
    const sight_q4_gemm_weights weights = {
        .depth = depth,
        .columns = columns,
        .length = length,
        .weights = values,
        .scales = agreement_floats(&random, columns * blocks, 0),
        .biases = agreement_next(&random) & 1 ? agreement_floats(&random, columns, 0) : NULL,
    };
    void *packed = agreement_allocate(sight_q4_gemm_packed_bytes(depth, columns, length));
    sight_q4_gemm_pack(&weights, packed);
    float *expected = agreement_allocate(rows * columns * sizeof *expected);
    float *output = agreement_allocate(rows * columns * sizeof *output);
    sight_q4_gemm_job job = {
        .input = input,
        .input_scales = agreement_floats(&random, rows, 0),
        .offsets = offsets,
        .depth = depth,
        .length = length,
        .packed = packed,
        .output = expected,
        .columns = columns,
        .is_signed = kernels[index].is_signed,
        .minimum = bounded ? 0 : -INFINITY,
        .maximum = bounded ? 6 : INFINITY,
    };
    kernels[0].run(&job, (sight_block){0, rows, 0, columns});
    job.output = output;
    sight_block parts[4];
    const size_t part_count = agreement_blocks(&random, rows, columns, sight_q4_gemm_width, parts);
    for (size_t i = 0; i < part_count; i++)
        kernels[index].run(&job, parts[i]);
    return equals(output, expected, rows * columns);
}

void agreement_q4_gemm(void) {
    size_t count;
    const sight_q4_gemm_kernel *kernels = sight_q4_gemm_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
