#include "agreement.h"

#include <math.h>
#include <string.h>

static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_f32_dwconv_kernel *kernels = sight_f32_dwconv_kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t channels = AGREEMENT_PICK(&random, 1, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 48);
    sight_image image = agreement_image(&random, channels * sizeof(float));
    const size_t rows = 2 * image.rows * image.columns, pixels = 2 * image.height * image.width;
    const size_t taps = image.kernel_height * image.kernel_width;
    const _Bool whole = agreement_next(&random) & 1, bounded = agreement_next(&random) & 1;
    const size_t stride = channels + 3, elements = rows * stride;

    // 63 bytes that kernels may read, rounded down to floats.
    float *input = agreement_floats(&random, pixels * channels + 15, whole);
    float *weights = agreement_floats(&random, taps * channels, whole);
    float *biases = agreement_floats(&random, channels, whole);
    if (seed % 16 == 0) // passes through every bound
        input[agreement_next(&random) % (pixels * channels)] = seed % 32 ? NAN : INFINITY;
    float *padding = agreement_floats(&random, channels + 15, whole);
    memset(padding, 0, channels * sizeof(float));
    void *packed = agreement_allocate(sight_f32_dwconv_packed_bytes(taps, channels));
    sight_f32_dwconv_pack(taps, channels, weights, biases, packed);
    float *expected = agreement_allocate(elements * sizeof(float));
    float *output = agreement_allocate(elements * sizeof(float));
    image.input = input;
    image.padding = padding;
    sight_f32_dwconv_job job = {
        .image = image,
        .packed = packed,
        .output = expected,
        .output_stride = stride * sizeof(float),
        .minimum = bounded ? 0 : -INFINITY,
        .maximum = bounded ? 6 : INFINITY,
    };
    kernels[0].run(&job, (sight_block){0, rows, 0, channels});
    job.output = output;
    sight_block blocks[4];
    const size_t parts = agreement_blocks(&random, rows, channels, sight_f32_dwconv_width, blocks);
    for (size_t i = 0; i < parts; i++)
        kernels[index].run(&job, blocks[i]);
    return agreement_all_near(output, expected, elements, taps, whole);
}

void agreement_f32_dwconv(void) {
    size_t count;
    const sight_f32_dwconv_kernel *kernels = sight_f32_dwconv_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
