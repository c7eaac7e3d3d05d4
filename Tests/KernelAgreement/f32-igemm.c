#include "agreement.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// The products of binary32 and those of bfloat16 differ in their kernels and in their packed
// weights.
typedef struct {
    const sight_f32_igemm_kernel *(*kernels)(size_t *count);
    size_t (*packed_bytes)(size_t taps, size_t depth, size_t columns);
    void (*pack)(size_t taps, size_t depth, size_t columns, const float *weights,
                 const float *biases, void *packed);
} igemm_family;

static const igemm_family binary32 = {sight_f32_igemm_kernels, sight_f32_igemm_packed_bytes,
                                      sight_f32_igemm_pack};
static const igemm_family bfloat16 = {sight_bf16_igemm_kernels, sight_bf16_igemm_packed_bytes,
                                      sight_bf16_igemm_pack};

static _Bool agrees_in(igemm_family family, size_t index, uint64_t seed) {
    size_t count;
    const sight_f32_igemm_kernel *kernels = family.kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t tile = kernels[index].tile_rows;
    const size_t rows = AGREEMENT_PICK(&random, 1, 2, 3, tile - 1, tile, tile + 1, 2 * tile + 3);
    const size_t columns = AGREEMENT_PICK(&random, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 50, 64, 129);
    const size_t depth = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 64, 150);
    const _Bool indirect = agreement_next(&random) % 4 != 0, whole = agreement_next(&random) & 1;
    const size_t taps = indirect ? AGREEMENT_PICK(&random, 1, 2, 9) : 1, pixels = rows + 2;
    const size_t stride = columns + 3, elements = rows * stride;

    float *input = agreement_floats(&random, pixels * depth, whole);
    float *weights = agreement_floats(&random, columns * taps * depth, whole);
    float *biases = agreement_floats(&random, columns, whole);
    if (seed % 16 == 0) // passes through every bound
        input[agreement_next(&random) % (pixels * depth)] = seed % 32 ? NAN : INFINITY;
    int32_t *offsets = agreement_offsets(&random, rows * taps, pixels, depth * sizeof(float));
    void *padding = agreement_allocate(depth * sizeof(float));
    void *packed = agreement_allocate(family.packed_bytes(taps, depth, columns));
    family.pack(taps, depth, columns, weights, biases, packed);
    float *expected = agreement_allocate(elements * sizeof(float));
    float *output = agreement_allocate(elements * sizeof(float));
    // The addend ends with its last number, because kernels may not read past it.
    const size_t addends =
        agreement_next(&random) & 1 ? columns : agreement_next(&random) % (columns + 1);
    const size_t addend_stride = addends + 1;
    float *addend = agreement_floats(&random, rows * addend_stride - 1, whole);
    const _Bool bounded = agreement_next(&random) & 1;
    sight_f32_igemm_job job = {
        .window = {input, indirect ? offsets : NULL, padding, taps, depth * sizeof(float), 0},
        .depth = depth,
        .packed = packed,
        .output = expected,
        .addend = agreement_next(&random) & 1 ? addend : NULL,
        .addend_columns = addends,
        .output_stride = stride * sizeof(float),
        .addend_stride = addend_stride * sizeof(float),
        .minimum = bounded ? 0 : -INFINITY,
        .maximum = bounded ? 6 : INFINITY,
    };
    kernels[0].run(&job, (sight_block){0, rows, 0, columns});
    job.output = output;
    sight_block blocks[4];
    const size_t parts = agreement_blocks(&random, rows, columns, sight_f32_igemm_width, blocks);
    for (size_t i = 0; i < parts; i++)
        kernels[index].run(&job, blocks[i]);
    return agreement_all_near(output, expected, elements, taps * depth + 1, whole);
}

static _Bool binary32_agrees(size_t index, uint64_t seed) {
    return agrees_in(binary32, index, seed);
}

static _Bool bfloat16_agrees(size_t index, uint64_t seed) {
    return agrees_in(bfloat16, index, seed);
}

static void compare(igemm_family family, agreement_case run) {
    size_t count;
    const sight_f32_igemm_kernel *kernels = family.kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, run);
}

/// Compares columns that are packed part by part with a matrix that is packed at once.
static _Bool columns_agree(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t columns = AGREEMENT_PICK(&random, 1, 7, 15, 16, 17, 31, 32, 33, 64, 129);
    const size_t depth = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 7, 16, 33, 64);
    const size_t bytes = sight_f32_igemm_packed_bytes(1, depth, columns);
    float *rows = agreement_floats(&random, columns * depth, 0); // [N, K]
    float *matrix = agreement_allocate(columns * depth * sizeof(float));
    for (size_t n = 0; n < columns; n++)
        for (size_t k = 0; k < depth; k++)
            matrix[k * columns + n] = rows[n * depth + k];
    void *expected = agreement_allocate(bytes);
    sight_f32_igemm_pack(1, depth, columns, rows, NULL, expected);
    const size_t first = agreement_next(&random) % ((columns + 15) / 16) * 16;
    for (int transposed = 0; transposed < 2; transposed++) {
        void *output = agreement_allocate(bytes);
        const float *source = transposed ? rows : matrix;
        sight_f32_igemm_pack_columns(depth, columns, source, transposed, first, columns - first,
                                     output);
        sight_f32_igemm_pack_columns(depth, columns, source, transposed, 0, first, output);
        if (memcmp(output, expected, bytes) != 0)
            return 0;
    }
    return 1;
}

void agreement_f32_igemm(void) {
    compare(binary32, binary32_agrees);
    agreement_run("sight_f32_igemm_pack_columns", sight_tier_scalar, 0, columns_agree);
}

void agreement_bf16_igemm(void) {
    if (sight_bf16_igemm_available())
        compare(bfloat16, bfloat16_agrees);
    else
        puts("sight_bf16_igemm: products of bfloat16 are not available here");
}
