#include "agreement.h"

#include <string.h>

/// Replaces nearly all of `count` weights by weights whose distance from the zero point
/// is at most 64, and for two thirds of them exactly 64. Such weights are near the bounds of chains
/// (q8-igemm-chains.h), and some exceed them.
static void make_small(agreement_random *random, uint8_t *weights, size_t count,
                       const agreement_quantization *q) {
    const int32_t lowest = q->is_signed ? -128 : 0;
    for (size_t i = 0; i < count; i++) {
        const int32_t small = (int32_t)AGREEMENT_PICK(random, 0, 128, agreement_next(random) % 129);
        const int32_t weight = q->weight_zero_point + small - 64;
        const _Bool fits = weight >= lowest && weight <= lowest + 255;
        if (agreement_next(random) % 1024 != 0)
            weights[i] = (uint8_t)(fits ? weight : q->weight_zero_point);
    }
}

/// Sets half of the bytes to the least value of their type. The least activation times the least
/// weight is the greatest product that kernels for signed bytes meet.
static void make_least(agreement_random *random, uint8_t *bytes, size_t count,
                       const agreement_quantization *q) {
    for (size_t i = 0; i < count; i++)
        if (agreement_next(random) % 2 == 0)
            bytes[i] = q->is_signed ? 0x80 : 0;
}

// An image whose lines a filter reads, as sight_window has them.
typedef struct {
    size_t line;      // output pixels in a line
    size_t step;      // bytes from one pixel of a line to the next
    size_t row_bytes; // bytes from one image row to the next
    size_t stride;    // image rows from one line to the next
    size_t bytes;     // of the image
} image_lines;

/// Chooses an image for `rows` output pixels whose filter has `taps` rows of `depth` bytes.
static image_lines make_lines(agreement_random *random, size_t rows, size_t taps, size_t depth) {
    image_lines image = {.line = AGREEMENT_PICK(random, 2, 3, 7, 9, 14, 16, 17, 30, 40)};
    image.step = AGREEMENT_PICK(random, depth, 2 * depth, (depth + 2) / 3);
    image.stride = AGREEMENT_PICK(random, 1, 1, 2);
    image.row_bytes = (image.line - 1) * image.step + depth + // most often whole steps
                      AGREEMENT_PICK(random, 0, 2 * image.step, 0, 5);
    image.bytes = (rows / image.line * image.stride + taps + 1) * image.row_bytes;
    return image;
}

/// Returns offsets [rows, taps]. The number of rows is the next multiple of the line's length from
/// `rows` on. Under the first tap of the first line and the last tap of the last line, the rows are
/// padding if `pads` is true.
static int32_t *line_offsets(const image_lines *image, size_t rows, size_t taps, _Bool pads) {
    const size_t last = (rows - 1) / image->line, count = (last + 1) * image->line;
    int32_t *offsets = agreement_allocate(count * taps * sizeof(int32_t));
    for (size_t r = 0; r < count; r++)
        for (size_t tap = 0; tap < taps; tap++) {
            const size_t y = r / image->line, x = r % image->line;
            const _Bool is_outside =
                pads && taps > 1 && ((y == 0 && tap == 0) || (y == last && tap == taps - 1));
            const size_t at = (y * image->stride + tap) * image->row_bytes + x * image->step;
            offsets[r * taps + tap] = is_outside ? -1 : (int32_t)at;
        }
    return offsets;
}

static _Bool agrees(size_t index, uint64_t seed) {
    size_t count;
    const sight_q8_igemm_kernel *kernels = sight_q8_igemm_kernels(&count);
    const sight_q8_igemm_kernel *kernel = &kernels[index];
    agreement_random random = agreement_seeded(seed);
    const size_t tile = kernel->tile_rows;
    const size_t rows =
        AGREEMENT_PICK(&random, 1, 2, 3, tile - 1, tile, tile + 1, 2 * tile + 3, 41, 131);
    const size_t columns =
        AGREEMENT_PICK(&random, 1, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 40, 50, 64, 65, 130);
    const size_t depth = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 17, 20, 31, 32,
                                        33, 64, 65, 128, 130, 256, 260);
    const _Bool indirect = agreement_next(&random) % 4 != 0;
    const size_t taps = indirect ? AGREEMENT_PICK(&random, 1, 2, 3, 9) : 1, pixels = rows + 2;
    const _Bool is_flipped = agreement_next(&random) % 4 == 0; // signed bytes, flipped before
    const _Bool sums_only = agreement_next(&random) % 8 == 0;
    const size_t stride = (columns + 3) * (sums_only ? 4 : 1), bytes = rows * stride;

    agreement_quantization q =
        agreement_quantize(&random, columns, kernel->tier >= sight_tier_neon);
    const _Bool has_lines = indirect && agreement_next(&random) % 2 == 0;
    const image_lines image = make_lines(&random, rows, taps, depth);
    const size_t length_of_input = has_lines ? image.bytes : pixels * depth;
    void *input = agreement_bytes(&random, length_of_input + 63); // what kernels may read
    void *weights = agreement_bytes(&random, columns * taps * depth);
    const size_t length = taps * depth;
    if (agreement_next(&random) % 2 == 0)
        for (size_t column = 0; column < columns; column += 16) {
            const size_t count = columns - column < 16 ? columns - column : 16;
            if (agreement_next(&random) % 8 != 0) // chains of some panels may not fit
                make_small(&random, (uint8_t *)weights + column * length, count * length, &q);
        }
    if (agreement_next(&random) % 4 == 0) {
        make_least(&random, input, length_of_input, &q);
        make_least(&random, weights, (columns < 24 ? columns : 24) * length, &q);
    }
    int32_t *offsets = has_lines
                           ? line_offsets(&image, rows, taps, agreement_next(&random) % 2 == 0)
                           : agreement_offsets(&random, rows * taps, pixels, depth);
    void *padding = agreement_bytes(&random, depth + 63);
    memset(padding, (uint8_t)q.input_zero_point, depth);
    void *packed =
        agreement_allocate(sight_q8_igemm_packed_bytes(taps, depth, columns, kernel->order));
    void *plain =
        agreement_allocate(sight_q8_igemm_packed_bytes(taps, depth, columns, kernels[0].order));
    void *parameters = agreement_allocate(sight_q8_igemm_parameter_bytes(columns));
    sight_q8_igemm_census *census =
        agreement_allocate((columns + 15) / 16 * sizeof(sight_q8_igemm_census));
    void *expected = agreement_allocate(bytes), *output = agreement_allocate(bytes);
    sight_q8_igemm_weights description = {
        .taps = taps,
        .depth = depth,
        .columns = columns,
        .order = kernels[0].order,
        .weights = weights,
        .weight_zero_point = q.weight_zero_point,
        .weights_are_signed = q.is_signed,
        .one_row = agreement_next(&random) % 4 == 0,
    };
    const sight_q8_igemm_channels channels = {
        .columns = columns,
        .census = census,
        .biases = q.biases,
        .multipliers = q.multipliers,
        .lefts = q.lefts,
        .rights = q.rights,
        .input_zero_point = q.input_zero_point,
        .input_is_signed = q.is_signed,
    };
    sight_q8_igemm_job job = {
        .window = {input, indirect ? offsets : NULL, padding, taps, depth,
                   has_lines ? image.line : 0},
        .depth = depth,
        .packed = plain,
        .parameters = parameters,
        .weight_offset = sight_q8_igemm_pack(&description, plain, census),
        .input_flip = q.is_signed && !is_flipped ? 0x80 : 0,
        .output = expected,
        .output_stride = stride,
        .requantization = q.output,
        .sums_only = sums_only,
    };
    sight_q8_igemm_set_parameters(&channels, parameters);
    kernels[0].run(&job, (sight_block){0, rows, 0, columns});
    description.order = kernel->order;
    job.weight_offset = sight_q8_igemm_pack(&description, packed, census);
    sight_q8_igemm_set_parameters(&channels, parameters);
    job.packed = packed;
    job.output = output;
    sight_block blocks[4];
    const size_t parts = agreement_blocks(&random, rows, columns, sight_q8_igemm_width, blocks);
    for (size_t i = 0; i < parts; i++)
        kernel->run(&job, blocks[i]);
    return memcmp(output, expected, bytes) == 0;
}

/// The output of a product of matrices [M, K] and [K, N], or [N, K] if transposed.
static uint8_t product(const sight_q8_igemm_matrix *m, const int8_t *left, size_t row,
                       size_t column, const sight_requantization *output) {
    uint32_t sum = 0;
    for (size_t k = 0; k < m->depth; k++) {
        const size_t place = m->is_transposed ? column * m->depth + k : k * m->columns + column;
        sum += (uint32_t)((left[row * m->depth + k] - m->left_zero_point) *
                          (m->values[place] - m->right_zero_point));
    }
    return (uint8_t)sight_requantize_clamped((int32_t)sum, m->multipliers[column], m->lefts[column],
                                             m->rights[column], output);
}

/// Compares products of matrices that are packed part by part with simple loops.
static _Bool matrices_agree(size_t index, uint64_t seed) {
    size_t count;
    const sight_q8_igemm_kernel *kernel = &sight_q8_igemm_kernels(&count)[index];
    agreement_random random = agreement_seeded(seed);
    const size_t rows = AGREEMENT_PICK(&random, 1, 2, 7, 13, 41);
    const size_t columns = AGREEMENT_PICK(&random, 1, 3, 8, 15, 16, 17, 33, 64, 65, 130);
    const size_t depth = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 33, 65, 130, 260);
    agreement_quantization q =
        agreement_quantize(&random, columns + 15, kernel->tier >= sight_tier_neon);
    q.output.nearest = 0;
    const sight_q8_igemm_matrix matrix = {
        .depth = depth,
        .columns = columns,
        .order = kernel->order,
        .values = agreement_bytes(&random, columns * depth),
        .is_transposed = agreement_next(&random) & 1,
        .is_uniform = q.output.uniform,
        .multipliers = q.multipliers,
        .lefts = q.lefts,
        .rights = q.rights,
        .left_zero_point = agreement_byte(&random) - 128,
        .right_zero_point = agreement_next(&random) % 4 ? agreement_byte(&random) - 128 : 0,
    };
    int8_t *left = agreement_bytes(&random, rows * depth + 63); // what kernels may read
    uint8_t *expected = agreement_allocate(rows * columns);
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++)
            expected[row * columns + column] = product(&matrix, left, row, column, &q.output);
    const _Bool is_flipped = matrix.right_zero_point != 0 || agreement_next(&random) % 2;
    for (size_t i = 0; is_flipped && i < rows * depth; i++)
        left[i] = (int8_t)(left[i] ^ 0x80);
    void *packed =
        agreement_allocate(sight_q8_igemm_packed_bytes(1, depth, columns, kernel->order));
    void *parameters = agreement_allocate(sight_q8_igemm_parameter_bytes(columns));
    const size_t first = agreement_next(&random) % ((columns + 15) / 16) * 16;
    sight_q8_igemm_pack_columns(&matrix, first, columns - first, packed, parameters);
    sight_q8_igemm_pack_columns(&matrix, 0, first, packed, parameters);
    uint8_t *output = agreement_allocate(rows * columns);
    const sight_q8_igemm_job job = {
        .window = {left, NULL, NULL, 1, depth, 0},
        .depth = depth,
        .packed = packed,
        .parameters = parameters,
        .weight_offset = -matrix.right_zero_point,
        .input_flip = is_flipped ? 0 : 0x80,
        .output = output,
        .output_stride = columns,
        .requantization = q.output,
    };
    kernel->run(&job, (sight_block){0, rows, 0, columns});
    return memcmp(output, expected, rows * columns) == 0;
}

void agreement_q8_igemm(void) {
    size_t count;
    const sight_q8_igemm_kernel *kernels = sight_q8_igemm_kernels(&count);
    for (size_t i = 1; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, agrees);
    for (size_t i = 0; i < count; i++)
        agreement_run(kernels[i].name, kernels[i].tier, i, matrices_agree);
}
