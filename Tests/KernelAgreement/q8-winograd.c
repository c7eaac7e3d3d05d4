#include "agreement.h"

#include <string.h>

/// A random image under a 3 x 3 filter with stride 1.
static sight_image random_image(agreement_random *random, size_t channels) {
    sight_image image = {.pixel_bytes = channels, .kernel_height = 3, .kernel_width = 3};
    image.stride_y = image.stride_x = image.dilation_y = image.dilation_x = 1;
    image.height = 1 + agreement_next(random) % 9;
    image.width = AGREEMENT_PICK(random, 1, 2, 5, 8, 9, 33);
    image.top = image.height < 3 ? 1 : agreement_next(random) % 3;
    image.left = image.width < 3 ? 1 : agreement_next(random) % 3;
    image.rows =
        image.height + image.top - (agreement_next(random) % 2 && image.height > 2 ? 2 : 0);
    image.columns =
        image.width + image.left - (agreement_next(random) % 2 && image.width > 2 ? 2 : 0);
    return image;
}

/// The sum of an output, by its definition.
static int32_t sum_of(const sight_image *image, const agreement_quantization *q,
                      const uint8_t *weights, size_t pixel, size_t n) {
    uint32_t sum = (uint32_t)q->biases[n];
    const sight_image_place place = sight_image_place_of(image, pixel);
    for (size_t cell = 0; cell < 9; cell++) {
        const uint8_t *input = sight_image_cell(image, place, cell / 3, cell % 3);
        const uint8_t *filter = weights + (n * 9 + cell) * image->pixel_bytes;
        for (size_t c = 0; c < image->pixel_bytes; c++) {
            const int32_t a = q->is_signed ? (int8_t)input[c] : input[c];
            const int32_t w = q->is_signed ? (int8_t)filter[c] : filter[c];
            sum += (uint32_t)((a - q->input_zero_point) * (w - q->weight_zero_point));
        }
    }
    return (int32_t)sum;
}

/// Compares a kernel with the definition of the convolution. The reference is compared, too.
static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_q8_winograd_kernel *kernels = sight_q8_winograd_kernels(&count);
    agreement_random random = agreement_seeded(seed);
    const size_t channels =
        AGREEMENT_PICK(&random, 1, 2, 3, 15, 16, 17, 32, 33, 48, sight_q8_winograd_channels);
    const size_t columns = AGREEMENT_PICK(&random, 1, 3, 8, 15, 16, 17, 24, 32, 40);
    sight_image image = random_image(&random, channels);
    const size_t rows = 2 * image.rows * image.columns, pixels = 2 * image.height * image.width;
    const _Bool sums_only = agreement_next(&random) % 3 == 0;
    const size_t stride = sums_only ? 4 * columns + 12 : columns + 3, bytes = rows * stride;

    agreement_quantization q = agreement_quantize(&random, columns, 0);
    q.output.nearest = 1;
    q.output.rounds_once = 0;
    for (size_t n = 0; n < columns; n++) {
        q.lefts[n] = 0;
        q.multipliers[n] = q.multipliers[n] > INT32_MAX - 64 ? INT32_MAX - 64 : q.multipliers[n];
        q.biases[n] %= 1 << 20; // larger ones would not fit
    }
    uint8_t *input = agreement_bytes(&random, pixels * channels + 63); // what kernels may read
    uint8_t *weights = agreement_bytes(&random, 9 * channels * columns);
    if (channels > 48) { // many large weights would not fit
        const _Bool up = q.weight_zero_point < (q.is_signed ? 0 : 128);
        for (size_t i = 0; i < 9 * channels * columns; i++)
            weights[i] =
                (uint8_t)(q.weight_zero_point + (up ? weights[i] % 32 : -(weights[i] % 32)));
    }
    uint8_t *padding = agreement_bytes(&random, channels + 63);
    memset(padding, (uint8_t)q.input_zero_point, channels);
    const sight_q8_winograd_weights description = {
        .channels = channels,
        .columns = columns,
        .weights = weights,
        .biases = q.biases,
        .multipliers = sums_only ? NULL : q.multipliers,
        .rights = sums_only ? NULL : q.rights,
        .input_zero_point = q.input_zero_point,
        .weight_zero_point = q.weight_zero_point,
        .is_signed = q.is_signed,
    };
    if (!sight_q8_winograd_fits(&description))
        return 0;
    void *packed = agreement_allocate(sight_q8_winograd_packed_bytes(channels, columns));
    sight_q8_winograd_pack(&description, packed);
    image.input = input;
    image.padding = padding;
    uint8_t *expected = agreement_allocate(bytes), *output = agreement_allocate(bytes);
    for (size_t pixel = 0; pixel < rows; pixel++)
        for (size_t n = 0; n < columns; n++) {
            const int32_t sum = sum_of(&image, &q, weights, pixel, n);
            if (sums_only)
                memcpy(expected + pixel * stride + 4 * n, &sum, 4);
            else
                expected[pixel * stride + n] = (uint8_t)sight_requantize_clamped(
                    sum, q.multipliers[n], 0, q.rights[n], &q.output);
        }
    const sight_q8_winograd_job job = {
        .image = image,
        .packed = packed,
        .is_signed = q.is_signed,
        .output = output,
        .output_stride = stride,
        .requantization = q.output,
        .sums_only = sums_only,
    };
    sight_block blocks[4];
    const size_t side = sight_q8_winograd_side;
    const size_t tiles = 2 * ((image.rows + side - 1) / side) * ((image.columns + side - 1) / side);
    const size_t parts = agreement_blocks(&random, tiles, columns, sight_q8_winograd_width, blocks);
    for (size_t i = 0; i < parts; i++)
        kernels[index].run(&job, blocks[i]);
    return memcmp(output, expected, bytes) == 0;
}

void agreement_q8_winograd(void) {
    size_t count;
    const sight_q8_winograd_kernel *kernels = sight_q8_winograd_kernels(&count);
    for (size_t i = 0; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
