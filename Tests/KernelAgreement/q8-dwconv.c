#include "agreement.h"

#include <string.h>

static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_q8_dwconv_kernel *kernels = sight_q8_dwconv_kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t channels =
        AGREEMENT_PICK(&random, 1, 7, 8, 15, 16, 17, 24, 31, 32, 33, 48, 64, 65, 97);
    sight_image image = agreement_image(&random, channels);
    const size_t rows = 2 * image.rows * image.columns, pixels = 2 * image.height * image.width;
    const size_t taps = image.kernel_height * image.kernel_width;
    const size_t stride = channels + 3, bytes = rows * stride;

    agreement_quantization q =
        agreement_quantize(&random, channels, kernels[index].tier >= sight_tier_neon);
    void *input = agreement_bytes(&random, pixels * channels + 63); // what kernels may read
    void *weights = agreement_bytes(&random, taps * channels);
    void *padding = agreement_bytes(&random, channels + 63);
    memset(padding, (uint8_t)q.input_zero_point, channels);
    sight_q8_dwconv_weights description = {
        .kernel_height = image.kernel_height,
        .kernel_width = image.kernel_width,
        .channels = channels,
        .weights = weights,
        .biases = q.biases,
        .multipliers = q.multipliers,
        .lefts = q.lefts,
        .rights = q.rights,
        .input_zero_point = q.input_zero_point,
        .weight_zero_point = q.weight_zero_point,
        .input_is_signed = q.is_signed,
        .weights_are_signed = q.is_signed,
    };
    const size_t passes = sight_q8_dwconv_passes(&description);
    void *packed = agreement_allocate(
        sight_q8_dwconv_packed_bytes(image.kernel_height, image.kernel_width, channels, passes));
    sight_q8_dwconv_pack(&description, passes, packed);
    void *expected = agreement_allocate(bytes), *output = agreement_allocate(bytes);
    image.input = input;
    image.padding = padding;
    sight_q8_dwconv_job job = {
        .image = image,
        .packed = packed,
        .passes = passes,
        .input_flip = q.is_signed ? 0x80 : 0,
        .output_flip = q.is_signed ? 0x80 : 0,
        .output = expected,
        .output_stride = stride,
        .requantization = q.output,
    };
    kernels[0].run(&job, (sight_block){0, rows, 0, channels});
    job.output = output;
    sight_block blocks[4];
    const size_t parts = agreement_blocks(&random, rows, channels, sight_q8_dwconv_width, blocks);
    for (size_t i = 0; i < parts; i++)
        kernels[index].run(&job, blocks[i]);
    return memcmp(output, expected, bytes) == 0;
}

void agreement_q8_dwconv(void) {
    size_t count;
    const sight_q8_dwconv_kernel *kernels = sight_q8_dwconv_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
