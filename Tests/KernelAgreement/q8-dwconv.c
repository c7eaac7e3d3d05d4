#include "agreement.h"

#include <string.h>

static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_q8_dwconv_kernel *kernels = sight_q8_dwconv_kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t rows = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 11);
    const size_t channels = AGREEMENT_PICK(&random, 1, 7, 8, 15, 16, 17, 24, 31, 32, 33, 48, 65);
    const size_t taps = AGREEMENT_PICK(&random, 1, 3, 4, 5, 9, 9, 9, 25, 49, 64);
    const size_t pixels = rows + 2, stride = channels + 3, bytes = rows * stride;

    agreement_quantization q =
        agreement_quantize(&random, channels, kernels[index].tier >= sight_tier_neon);
    void *input = agreement_bytes(&random, pixels * channels + 63); // what kernels may read
    void *weights = agreement_bytes(&random, taps * channels);
    int32_t *offsets = agreement_offsets(&random, rows * taps, pixels, channels);
    void *padding = agreement_bytes(&random, channels + 63);
    memset(padding, (uint8_t)q.input_zero_point, channels);
    sight_q8_dwconv_weights description = {
        .taps = taps,
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
    void *packed = agreement_allocate(sight_q8_dwconv_packed_bytes(taps, channels, passes));
    sight_q8_dwconv_pack(&description, passes, packed);
    void *expected = agreement_allocate(bytes), *output = agreement_allocate(bytes);
    sight_q8_dwconv_job job = {
        .window = {input, offsets, padding, taps, 0},
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
