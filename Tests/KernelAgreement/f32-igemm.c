#include "agreement.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/// Whether outputs [rows, stride] agree: exactly for whole numbers, else to the rounding of every
/// product and every sum, each at most FLT_EPSILON / 2 of a partial sum of at most `terms`.
static _Bool all_near(const float *output, const float *expected, size_t count, size_t terms,
                      _Bool whole) {
    const double steps = (double)terms + 1, bound = whole ? 0 : steps * steps * FLT_EPSILON;
    for (size_t i = 0; i < count; i++)
        if (!agreement_near(output[i], expected[i], bound))
            return 0;
    return 1;
}

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
        .window = {input, indirect ? offsets : NULL, padding, taps, depth * sizeof(float)},
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
    return all_near(output, expected, elements, taps * depth + 1, whole);
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

/// Compares products with sparse weights, of which a third or less is not zero.
static _Bool sparse_agrees(size_t index, uint64_t seed) {
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
        .window = {input, indirect ? offsets : NULL, padding, 1, depth * sizeof(float)},
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
    return all_near(output, expected, elements, depth + 1, whole);
}

void agreement_f32_sparse(void) {
    size_t count;
    const sight_f32_igemm_kernel *kernels = sight_f32_sparse_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, sparse_agrees);
}

void agreement_bf16_igemm(void) {
    if (sight_bf16_igemm_available())
        compare(bfloat16, bfloat16_agrees);
    else
        puts("sight_bf16_igemm: products of bfloat16 are not available here");
}
