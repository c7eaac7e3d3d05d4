#include "agreement.h"

#include <math.h>
#include <string.h>

// A random convolution of two batches, with the parameters of both families.
typedef struct {
    sight_image image; // without memory
    size_t channels, columns, batches;
    float *input, *weights, *biases, *addend;
    float minimum, maximum;
} convolution;

static convolution random_convolution(agreement_random *random, uint64_t seed) {
    convolution c = {
        .channels = AGREEMENT_PICK(random, 1, 2, 3, 4, 5, 8, 17),
        .columns = AGREEMENT_PICK(random, 1, 2, 3, 4, 5, 6, 7, 8, 9),
        .batches = 1 + agreement_next(random) % 2,
    };
    c.image = agreement_image(random, c.channels * sizeof(float));
    // The output exceeds a tile of the widest registers, if the memory allows that.
    if (agreement_next(random) & 1 && c.image.kernel_height * c.image.kernel_width <= 9) {
        c.image.width += 90;
        c.image.columns += 90 / c.image.stride_x;
    }
    const size_t pixels = c.batches * c.image.height * c.image.width;
    const size_t taps = c.image.kernel_height * c.image.kernel_width;
    c.input = agreement_floats(random, pixels * c.channels, 0);
    if (seed % 16 == 0) // passes through every bound
        c.input[agreement_next(random) % (pixels * c.channels)] = seed % 32 ? NAN : INFINITY;
    c.weights = agreement_floats(random, c.columns * taps * c.channels, 0);
    c.biases = agreement_next(random) & 1 ? agreement_floats(random, c.columns, 0) : NULL;
    const size_t outputs = c.batches * c.image.rows * c.image.columns * c.columns;
    c.addend = agreement_next(random) & 1 ? agreement_floats(random, outputs, 0) : NULL;
    const _Bool bounded = agreement_next(random) & 1;
    c.minimum = bounded ? 0 : -INFINITY;
    c.maximum = bounded ? 6 : INFINITY;
    return c;
}

/// Computes the convolution as an indirect product of a tier.
static void multiply(const convolution *c, sight_tier tier, float *output) {
    const sight_image *image = &c->image;
    const size_t taps = image->kernel_height * image->kernel_width;
    const size_t rows = c->batches * image->rows * image->columns;
    int32_t *offsets = agreement_allocate(rows * taps * sizeof(int32_t));
    for (size_t i = 0; i < rows * taps; i++) {
        const size_t row = i / taps, tap = i % taps;
        const size_t x = row % image->columns * image->stride_x +
                         tap % image->kernel_width * image->dilation_x - image->left;
        const size_t y = row / image->columns % image->rows * image->stride_y +
                         tap / image->kernel_width * image->dilation_y - image->top;
        const size_t batch = row / image->columns / image->rows;
        const size_t pixel = (batch * image->height + y) * image->width + x;
        offsets[i] =
            x < image->width && y < image->height ? (int32_t)(pixel * image->pixel_bytes) : -1;
    }
    void *packed = agreement_allocate(sight_f32_igemm_packed_bytes(taps, c->channels, c->columns));
    sight_f32_igemm_pack(taps, c->channels, c->columns, c->weights, c->biases, packed);
    const sight_f32_igemm_job job = {
        .window = {c->input, offsets, agreement_allocate(image->pixel_bytes), taps, 0, 0},
        .depth = c->channels,
        .packed = packed,
        .output = output,
        .addend = c->addend,
        .addend_columns = c->columns,
        .output_stride = c->columns * sizeof(float),
        .addend_stride = c->columns * sizeof(float),
        .minimum = c->minimum,
        .maximum = c->maximum,
    };
    sight_f32_igemm_best(tier)->run(&job, (sight_block){0, rows, 0, c->columns});
}

/// Makes the input's planes, followed only by the slack; `rows` and `pitch` are those of the
/// planes.
static float *planes_of(const convolution *c, size_t rows, size_t pitch) {
    const sight_image *image = &c->image;
    const size_t length = c->channels * image->stride_x * pitch;
    float *planes =
        agreement_allocate((c->batches * rows * length + sight_f32_planar_slack) * sizeof(float));
    for (size_t row = 0; row < c->batches * rows; row++) {
        const size_t y = row % rows - image->top; // wraps to a huge one in the padding before
        const size_t line = row / rows * image->height + y;
        if (y < image->height)
            sight_f32_planar_spread(c->input + line * image->width * c->channels, image->width,
                                    c->channels, image->left, image->stride_x, pitch,
                                    planes + row * length);
    }
    return planes;
}

static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_f32_planar_kernel *kernel = &sight_f32_planar_kernels(&count)[index];
    agreement_random random = agreement_seeded(seed);
    const convolution c = random_convolution(&random, seed);
    const sight_image *image = &c.image;
    const size_t taps = image->kernel_height * image->kernel_width;
    const size_t lines = c.batches * image->rows, outputs = lines * image->columns * c.columns;
    const size_t reach =
        (image->columns - 1) * image->stride_x + (image->kernel_width - 1) * image->dilation_x + 1;
    const size_t all = image->left + image->width;
    const size_t pitch = ((reach > all ? reach : all) + image->stride_x - 1) / image->stride_x;
    const size_t rows =
        (image->rows - 1) * image->stride_y + (image->kernel_height - 1) * image->dilation_y + 1;
    float *expected = agreement_allocate(outputs * sizeof(float));
    float *output = agreement_allocate(outputs * sizeof(float));
    float *packed = agreement_allocate(sight_f32_planar_packed_bytes(taps, c.channels, c.columns));
    sight_f32_planar_pack(taps, c.channels, c.columns, c.weights, c.biases, packed);
    multiply(&c, kernel->tier, expected);
    const sight_f32_planar_job job = {
        .planes = planes_of(&c, rows, pitch),
        .channels = c.channels,
        .pitch = pitch,
        .kernel_height = image->kernel_height,
        .kernel_width = image->kernel_width,
        .stride_y = image->stride_y,
        .stride_x = image->stride_x,
        .dilation_y = image->dilation_y,
        .dilation_x = image->dilation_x,
        .batch_rows = rows,
        .height = image->rows,
        .width = image->columns,
        .columns = c.columns,
        .packed = packed,
        .output = output,
        .addend = c.addend,
        .minimum = c.minimum,
        .maximum = c.maximum,
    };
    const size_t first = agreement_next(&random) % (lines + 1);
    kernel->run(&job, 0, first);
    kernel->run(&job, first, lines - first);
    for (size_t i = 0; i < outputs; i++)
        if (!agreement_near(output[i], expected[i], 0))
            return 0;
    return 1;
}

void agreement_f32_planar(void) {
    size_t count;
    const sight_f32_planar_kernel *kernels = sight_f32_planar_kernels(&count);
    for (size_t i = 0; i < count; i++) // the reference too: it agrees with that of the products
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
}
