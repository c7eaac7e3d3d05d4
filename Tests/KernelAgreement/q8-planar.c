#include "agreement.h"

#include <string.h>

// A random convolution of up to two batches.
typedef struct {
    sight_image image; // without memory and dilation
    size_t channels, columns, batches;
    uint8_t *input, *weights;
    agreement_quantization q;
} convolution;

static convolution random_convolution(agreement_random *random) {
    convolution c = {
        .channels = AGREEMENT_PICK(random, 1, 2, 3, 3, 3, 4, 4),
        .columns = AGREEMENT_PICK(random, 1, 3, 4, 8, 15, 16, 17, 24, 32, 40),
        .batches = 1 + agreement_next(random) % 2,
    };
    do
        c.image = agreement_image(random, c.channels);
    while (c.image.dilation_x * c.image.dilation_y != 1);
    if (agreement_next(random) & 1) { // tiles of all widths
        const size_t columns = agreement_next(random) % 170;
        c.image.width += columns * c.image.stride_x;
        c.image.columns += columns;
    }
    const size_t taps = c.image.kernel_height * c.image.kernel_width;
    c.input = agreement_bytes(random, c.batches * c.image.height * c.image.width * c.channels);
    c.weights = agreement_bytes(random, c.columns * taps * c.channels);
    c.q = agreement_quantize(random, c.columns, 0);
    for (size_t n = 0; n < c.columns; n++) { // the rule `nearest` requires factors below 1
        c.q.lefts[n] = 0;
        c.q.rights[n] = c.q.rights[n] == 0 ? 1 : c.q.rights[n];
    }
    c.q.output.nearest = 1;
    // Differences of uint8 weights from a zero point near the middle often fit int8.
    if (!c.q.is_signed && agreement_next(random) & 1)
        for (size_t i = 0; i < c.columns * taps * c.channels; i++)
            c.weights[i] = (uint8_t)(c.weights[i] / 2 + c.q.weight_zero_point / 2);
    return c;
}

/// Returns a byte as a number of the layer's element type.
static int32_t number(const convolution *c, uint8_t byte) {
    return c->q.is_signed ? (int8_t)byte : byte;
}

/// The output of column `n` at pixel (y, x) of a batch, as the convolution is defined.
static uint8_t output_at(const convolution *c, size_t batch, size_t y, size_t x, size_t n) {
    const sight_image *image = &c->image;
    uint32_t sum = c->q.biases ? (uint32_t)c->q.biases[n] : 0;
    for (size_t i = 0; i < image->kernel_height; i++)
        for (size_t j = 0; j < image->kernel_width; j++) {
            const size_t row = y * image->stride_y + i - image->top; // wraps in the padding before
            const size_t column = x * image->stride_x + j - image->left;
            if (row >= image->height || column >= image->width)
                continue;
            const size_t pixel = (batch * image->height + row) * image->width + column;
            const size_t tap = (n * image->kernel_height + i) * image->kernel_width + j;
            for (size_t k = 0; k < c->channels; k++)
                sum += (uint32_t)((number(c, c->input[pixel * c->channels + k]) -
                                   c->q.input_zero_point) *
                                  (number(c, c->weights[tap * c->channels + k]) -
                                   c->q.weight_zero_point));
        }
    return (uint8_t)sight_requantize_clamped((int32_t)sum, c->q.multipliers[n], 0, c->q.rights[n],
                                             &c->q.output);
}

/// Makes the input's planes, followed only by the slack; `rows` and `pitch` are those of the
/// planes.
static uint8_t *planes_of(const convolution *c, sight_q8_planar_spread spread, size_t rows,
                          size_t pitch) {
    const sight_image *image = &c->image;
    const sight_q8_planar_line line = {
        .width = image->width,
        .channels = c->channels,
        .left = image->left,
        .stride = image->stride_x,
        .pitch = pitch,
        .zero = (uint8_t)c->q.input_zero_point,
        .flip = c->q.is_signed ? 0x80 : 0,
    };
    const size_t length = image->stride_x * pitch * sight_q8_planar_depth;
    uint8_t *planes = agreement_allocate(c->batches * rows * length + sight_q8_planar_slack);
    for (size_t row = 0; row < c->batches * rows; row++) {
        const size_t y = row % rows - image->top; // wraps to a huge one in the padding before
        const size_t place = (row / rows * image->height + y) * image->width * c->channels;
        if (y < image->height)
            spread(&line, c->input + place, planes + row * length);
        else
            memset(planes + row * length, line.zero ^ line.flip, length);
    }
    return planes;
}

static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_q8_planar_kernel *kernel = &sight_q8_planar_kernels(&count)[index];
    agreement_random random = agreement_seeded(seed);
    const convolution c = random_convolution(&random);
    const sight_image *image = &c.image;
    const size_t taps = image->kernel_height * image->kernel_width;
    const size_t lines = c.batches * image->rows, outputs = lines * image->columns * c.columns;
    const size_t reach = (image->columns - 1) * image->stride_x + image->kernel_width;
    const size_t all = image->left + image->width;
    const size_t pitch = ((reach > all ? reach : all) + image->stride_x - 1) / image->stride_x;
    const size_t rows = (image->rows - 1) * image->stride_y + image->kernel_height;
    const sight_q8_planar_weights weights = {
        .taps = taps,
        .channels = c.channels,
        .columns = c.columns,
        .weights = c.weights,
        .biases = c.q.biases,
        .multipliers = c.q.multipliers,
        .rights = c.q.rights,
        .input_zero_point = c.q.input_zero_point,
        .weight_zero_point = c.q.weight_zero_point,
        .is_signed = c.q.is_signed,
    };
    void *packed = agreement_allocate(sight_q8_planar_packed_bytes(taps, c.columns));
    uint8_t *output = agreement_allocate(outputs);
    const sight_q8_planar_job job = {
        .planes = planes_of(&c, kernel->spread, rows, pitch),
        .channels = c.channels,
        .pitch = pitch,
        .kernel_height = image->kernel_height,
        .kernel_width = image->kernel_width,
        .stride_y = image->stride_y,
        .stride_x = image->stride_x,
        .batch_rows = rows,
        .height = image->rows,
        .width = image->columns,
        .columns = c.columns,
        .packed = packed,
        .weight_offset = sight_q8_planar_pack(&weights, packed),
        .output = output,
        .requantization = c.q.output,
    };
    const size_t first = agreement_next(&random) % (lines + 1);
    kernel->run(&job, 0, first);
    kernel->run(&job, first, lines - first);
    for (size_t i = 0; i < outputs; i++) {
        const size_t pixel = i / c.columns, line = pixel / image->columns;
        if (output[i] != output_at(&c, line / image->rows, line % image->rows,
                                   pixel % image->columns, i % c.columns))
            return 0;
    }
    return 1;
}

void agreement_q8_planar(void) {
    size_t count;
    const sight_q8_planar_kernel *kernels = sight_q8_planar_kernels(&count);
    for (size_t i = 0; i < count; i++) // the reference too, with the definition
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
