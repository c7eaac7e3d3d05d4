#include "agreement.h"

#include <math.h>
#include <string.h>

const sight_row_kernels *agreement_row_kernels(size_t index) {
    size_t count;
    return sight_row_kernels_all(&count)[index];
}

static _Bool bilinear_agrees(size_t index, uint64_t seed) {
    const sight_row_kernels *reference = agreement_row_kernels(0),
                            *kernels = agreement_row_kernels(index);
    agreement_random random = agreement_seeded(seed);
    const size_t width = 1 + agreement_next(&random) % 9, count = 1 + agreement_next(&random) % 20;
    const size_t channels = AGREEMENT_PICK(&random, 1, 3, 7, 8, 15, 16, 17, 21, 40);
    const size_t length = width * channels, outputs = count * channels;
    sight_sample_point *columns = agreement_allocate(count * sizeof *columns);
    for (size_t i = 0; i < count; i++) {
        columns[i].lower = (int64_t)(agreement_next(&random) % width);
        columns[i].upper = (int64_t)(agreement_next(&random) % width);
        columns[i].steps = (int32_t)(agreement_next(&random) % 1025);
        columns[i].fraction = (float)columns[i].steps / 1024;
    }
    if (seed % 4 == 0) { // outside of the image
        columns[0].upper = columns[0].lower;
        columns[0].steps = agreement_between(&random, -600, 600000);
    }
    const int32_t steps = (int32_t)(agreement_next(&random) % 1025);
    sight_bilinear_row row = {
        .fraction = (float)steps / 1024,
        .steps = steps,
        .width = width,
        .channels = channels,
        .columns = columns,
        .count = count,
        .scratch = agreement_allocate(2 * (length + sight_row_slack) * sizeof(float)),
    };
    float *expected = agreement_allocate(outputs * sizeof(float));
    float *floats = agreement_allocate(outputs * sizeof(float));
    row.upper = agreement_floats(&random, length, 0);
    row.lower = agreement_floats(&random, length, 0);
    row.output = expected;
    reference->bilinear_f32(&row);
    row.output = floats;
    kernels->bilinear_f32(&row);
    uint8_t *expected_bytes = agreement_allocate(outputs), *bytes = agreement_allocate(outputs);
    row.upper = agreement_bytes(&random, length);
    row.lower = agreement_bytes(&random, length);
    row.output = expected_bytes;
    reference->bilinear_u8(&row);
    row.output = bytes;
    kernels->bilinear_u8(&row);
    uint8_t *expected_signed = agreement_allocate(outputs),
            *signed_bytes = agreement_allocate(outputs);
    row.output = expected_signed;
    reference->bilinear_i8(&row);
    row.output = signed_bytes;
    kernels->bilinear_i8(&row);
    return memcmp(floats, expected, outputs * sizeof(float)) == 0 &&
           memcmp(bytes, expected_bytes, outputs) == 0 &&
           memcmp(signed_bytes, expected_signed, outputs) == 0;
}

static _Bool quantize_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = agreement_next(&random) % 70;
    float *values = agreement_floats(&random, count, 0);
    const float steps = (float)AGREEMENT_PICK(&random, 1, 4, 100, 1000);
    for (size_t i = 0; i < count; i++) {
        if (agreement_next(&random) % 4 == 0) // ties
            values[i] = roundf(values[i] * steps * 2) / (2 * steps);
        if (agreement_next(&random) % 32 == 0)
            values[i] = (float[]){NAN, INFINITY, -INFINITY, 3e38f}[agreement_next(&random) % 4];
    }
    const _Bool is_signed = agreement_next(&random) & 1;
    const float zero_point = (float)agreement_between(&random, is_signed ? -128 : 0, 127);
    uint8_t *expected = agreement_allocate(count), *bytes = agreement_allocate(count);
    agreement_row_kernels(0)->quantize(values, count, 1 / steps, zero_point, is_signed, expected);
    agreement_row_kernels(index)->quantize(values, count, 1 / steps, zero_point, is_signed, bytes);
    return memcmp(bytes, expected, count) == 0;
}

static _Bool dequantize_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = agreement_next(&random) % 140;
    const uint8_t *values = agreement_bytes(&random, count);
    const _Bool is_signed = agreement_next(&random) & 1;
    const int32_t zero_point = agreement_next(&random) % 8 == 0
                                   ? INT32_MIN
                                   : agreement_between(&random, is_signed ? -128 : 0, 127);
    float *expected = agreement_allocate(count * sizeof(float));
    float *output = agreement_allocate(count * sizeof(float));
    agreement_row_kernels(0)->dequantize(values, count, 0.03f, zero_point, is_signed, expected);
    agreement_row_kernels(index)->dequantize(values, count, 0.03f, zero_point, is_signed, output);
    return memcmp(output, expected, count * sizeof(float)) == 0;
}

/// The numbers are random; many are subnormal, infinite or NaN.
static _Bool widen_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = agreement_next(&random) % 140;
    uint16_t *halves = agreement_allocate(count * sizeof(uint16_t));
    for (size_t i = 0; i < count; i++)
        halves[i] = (uint16_t)(agreement_next(&random) &
                               AGREEMENT_PICK(&random, 0xFFFF, 0x83FF, 0xFC00, 0xFC01));
    float *expected = agreement_allocate(count * sizeof(float));
    float *output = agreement_allocate(count * sizeof(float));
    agreement_row_kernels(0)->widen(halves, count, expected);
    agreement_row_kernels(index)->widen(halves, count, output);
    return memcmp(output, expected, count * sizeof(float)) == 0;
}

static _Bool quantize_scaled_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = agreement_next(&random) % 70;
    float *values = agreement_floats(&random, count, 0);
    for (size_t i = 0; i < count; i++) {
        if (agreement_next(&random) % 4 == 0) // ties
            values[i] = roundf(values[i] * 200) / 200;
        if (agreement_next(&random) % 32 == 0)
            values[i] = (float[]){NAN, INFINITY, -INFINITY, 3e38f}[agreement_next(&random) % 4];
    }
    const float zero = (float)agreement_between(&random, -128, 127);
    const uint8_t flip = (uint8_t)AGREEMENT_PICK(&random, 0, 0x80);
    int8_t *expected = agreement_allocate(count), *bytes = agreement_allocate(count);
    agreement_row_kernels(0)->quantize_scaled(values, count, 100, zero, -127, flip, expected);
    agreement_row_kernels(index)->quantize_scaled(values, count, 100, zero, -127, flip, bytes);
    float ends[4];
    agreement_row_kernels(0)->extremes(values, count, &ends[0], &ends[1]);
    agreement_row_kernels(index)->extremes(values, count, &ends[2], &ends[3]);
    return memcmp(bytes, expected, count) == 0 && ends[0] == ends[2] && ends[1] == ends[3];
}

static _Bool prelu_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = agreement_next(&random) % 20;
    const size_t channels = AGREEMENT_PICK(&random, 1, 3, 8, 16, 33, 64, 65, 100);
    float *values = agreement_floats(&random, rows * channels, 0);
    float *slopes = agreement_floats(&random, channels, 0);
    float *expected = agreement_allocate(rows * channels * sizeof(float));
    float *output = agreement_allocate(rows * channels * sizeof(float));
    agreement_row_kernels(0)->prelu(values, slopes, rows, channels, expected);
    agreement_row_kernels(index)->prelu(values, slopes, rows, channels, output);
    return memcmp(output, expected, rows * channels * sizeof(float)) == 0;
}

static _Bool scale_sums_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = AGREEMENT_PICK(&random, 0, 1, 4, 15, 16, 37, 70);
    const size_t columns = AGREEMENT_PICK(&random, 1, 3, 15, 16, 17, 20, 31, 48, 50);
    const size_t stride = columns + AGREEMENT_PICK(&random, 0, 0, 1, 16);
    const size_t bytes = rows * stride * sizeof(float);
    const _Bool are_floats = agreement_next(&random) % 3 == 0;
    const size_t batch_rows = AGREEMENT_PICK(&random, 1, 2, 7, 16, 33, 1000);
    const size_t first_row = AGREEMENT_PICK(&random, 0, 1, 16, 32);
    const size_t batches = (first_row + rows) / batch_rows + 1;
    int32_t *weight_sums = agreement_bytes(&random, columns * sizeof(int32_t));
    int32_t *offsets = agreement_allocate(batches * sizeof(int32_t));
    for (size_t i = 0; i < batches; i++)
        offsets[i] = agreement_between(&random, -128, 127);
    const sight_sum_scaling scaling = {
        .row_bytes = stride * sizeof(float),
        .weight_sums = are_floats ? NULL : weight_sums,
        .scales = agreement_floats(&random, columns, 0),
        .biases = agreement_floats(&random, columns, 0),
        .input_scales = agreement_floats(&random, batches, 0),
        .offsets = offsets,
        .first_row = first_row,
        .batch_rows = batch_rows,
        .minimum = agreement_next(&random) & 1 ? 0 : -INFINITY,
        .maximum = agreement_next(&random) & 1 ? 6 : INFINITY,
    };
    void *output = agreement_bytes(&random, bytes), *expected = agreement_allocate(bytes);
    for (size_t i = 0; are_floats && i < rows * stride; i++)
        ((float *)output)[i] = (float)agreement_between(&random, -(1 << 24), 1 << 24);
    memcpy(expected, output, bytes);
    agreement_row_kernels(0)->scale_sums(expected, rows, columns, &scaling);
    agreement_row_kernels(index)->scale_sums(output, rows, columns, &scaling);
    return memcmp(output, expected, bytes) == 0;
}

static _Bool extreme_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = agreement_next(&random) % 20;
    const size_t count = AGREEMENT_PICK(&random, 1, 2, 15, 16, 17, 21, 33, 255, 256);
    uint8_t *values = agreement_bytes(&random, rows * count);
    const uint8_t flip = (uint8_t)agreement_next(&random);
    int32_t *expected = agreement_allocate(rows * sizeof(int32_t));
    int32_t *indices = agreement_allocate(rows * sizeof(int32_t));
    agreement_row_kernels(0)->extreme(values, rows, count, flip, expected);
    agreement_row_kernels(index)->extreme(values, rows, count, flip, indices);
    return memcmp(indices, expected, rows * sizeof(int32_t)) == 0;
}

static _Bool extreme_floats_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = agreement_next(&random) % 20;
    const size_t count = AGREEMENT_PICK(&random, 1, 2, 15, 16, 17, 21, 33, 255, 1000);
    float *values = agreement_floats(&random, rows * count, seed % 2); // whole ones have ties
    if (rows > 0 && seed % 4 == 0)
        values[agreement_next(&random) % (rows * count)] = seed % 8 ? NAN : -INFINITY;
    if (rows > 0 && seed % 16 == 0)
        values[0] = NAN;
    int32_t *expected = agreement_allocate(rows * sizeof(int32_t));
    int32_t *indices = agreement_allocate(rows * sizeof(int32_t));
    const _Bool is_greatest = agreement_next(&random) & 1;
    agreement_row_kernels(0)->extreme_floats(values, rows, count, is_greatest, expected);
    agreement_row_kernels(index)->extreme_floats(values, rows, count, is_greatest, indices);
    return memcmp(indices, expected, rows * sizeof(int32_t)) == 0;
}

static _Bool map_bytes_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 15, 17, 33, 64, 127, 128, 161, 256, 1000);
    uint8_t *values = agreement_bytes(&random, count), *table = agreement_bytes(&random, 256);
    uint8_t *expected = agreement_allocate(count), *output = agreement_allocate(count);
    agreement_row_kernels(0)->map_bytes(values, count, table, expected);
    agreement_row_kernels(index)->map_bytes(values, count, table, output);
    agreement_row_kernels(index)->map_bytes(values, count, table, values);
    return memcmp(output, expected, count) == 0 && memcmp(values, expected, count) == 0;
}

static _Bool binary_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = agreement_next(&random) % 20;
    const size_t count = AGREEMENT_PICK(&random, 1, 2, 3, 8, 16, 17, 64, 65, 200);
    const size_t wide = count + agreement_next(&random) % 2; // rows that follow one another or not
    const _Bool bounded = agreement_next(&random) & 1;
    sight_binary_rows r = {
        .rows = rows,
        .count = count,
        .output_row = wide,
        .a_row = AGREEMENT_PICK(&random, 0, count, wide),
        .b_row = AGREEMENT_PICK(&random, 0, count, wide),
        .a_step = agreement_next(&random) % 4 != 0,
        .b_step = agreement_next(&random) % 4 != 0,
        .minimum = bounded ? 0 : -INFINITY,
        .maximum = bounded ? 0.5f : INFINITY,
    };
    const size_t last = rows > 0 ? rows - 1 : 0; // the operands end with what is read last
    float *a = agreement_floats(&random, last * r.a_row + (count - 1) * r.a_step + 1, 0);
    r.a = a;
    r.b = agreement_floats(&random, last * r.b_row + (count - 1) * r.b_step + 1, 0);
    if (seed % 16 == 0) // passes through every bound
        a[0] = seed % 32 ? NAN : INFINITY;
    const size_t outputs = last * wide + count;
    float *output = agreement_allocate(outputs * sizeof(float));
    float *expected = agreement_allocate(outputs * sizeof(float));
    enum { function_count = 6 };
    const size_t function = agreement_next(&random) % function_count;
    for (size_t i = 0; i < 2; i++) {
        const sight_row_kernels *kernels = agreement_row_kernels(i ? index : 0);
        void (*const functions[function_count])(const sight_binary_rows *) = {
            kernels->add,    kernels->subtract, kernels->multiply, kernels->square_difference,
            kernels->larger, kernels->smaller};
        r.output = i ? output : expected;
        functions[function](&r);
    }
    for (size_t i = 0; i < outputs; i++)
        if (!agreement_near(output[i], expected[i], 0))
            return 0;
    return 1;
}

static _Bool limit_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 15, 16, 17, 64, 100);
    float *values = agreement_floats(&random, count, 0);
    if (count > 0 && seed % 4 == 0)
        values[agreement_next(&random) % count] = seed % 8 ? NAN : -0.0f;
    const float minimum = seed % 3 ? 0 : -INFINITY, maximum = seed % 5 ? 0.5f : INFINITY;
    float *output = agreement_allocate(count * sizeof(float));
    float *expected = agreement_allocate(count * sizeof(float));
    agreement_row_kernels(0)->limit(values, count, minimum, maximum, expected);
    agreement_row_kernels(index)->limit(values, count, minimum, maximum, output);
    agreement_row_kernels(index)->limit(values, count, minimum, maximum, values);
    return agreement_all_equal(output, expected, count) &&
           agreement_all_equal(values, expected, count);
}

static _Bool windows_agree(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t channels = AGREEMENT_PICK(&random, 1, 2, 7, 8, 9, 16, 24, 29, 64, 75);
    const size_t height = 1 + agreement_next(&random) % 4;
    const size_t width = 1 + agreement_next(&random) % 4;
    const size_t stride = 1 + agreement_next(&random) % 3, count = agreement_next(&random) % 9;
    const size_t pixels = count * stride + width;
    float *input = agreement_floats(&random, height * pixels * channels, 0);
    input[0] = seed % 8 ? input[0] : NAN;
    float *output = agreement_allocate(count * channels * sizeof(float));
    float *expected = agreement_allocate(count * channels * sizeof(float));
    sight_window_row windows = {
        .input = input,
        .row = pixels * channels,
        .step = stride * channels,
        .height = height,
        .width = width,
        .channels = channels,
        .count = count,
        .minimum = seed % 3 ? -INFINITY : 0,
        .maximum = seed % 5 ? INFINITY : 0.5f,
    };
    for (size_t function = 0; function < 2; function++) {
        for (size_t i = 0; i < 2; i++) {
            const sight_row_kernels *k = agreement_row_kernels(i ? index : 0);
            windows.output = i ? output : expected;
            (function ? k->window_means : k->window_maxima)(&windows);
        }
        if (!agreement_all_equal(output, expected, count * channels))
            return 0;
    }
    return 1;
}

/// Compares the means of windows whose size is the kernel's limit.
static _Bool large_byte_means_agree(size_t index, uint64_t seed) {
    if (seed % 32 != 0)
        return 1;
    enum { pixels = 1 << 15, channels = 17 };
    agreement_random random = agreement_seeded(seed);
    const _Bool is_signed = seed % 64 == 0;
    uint8_t *input = agreement_bytes(&random, pixels * channels);
    for (size_t i = 0; i < pixels * channels; i += channels) // the greatest magnitudes
        input[i] = is_signed ? 0x80 : 0xFF;
    uint8_t output[channels], expected[channels];
    sight_window_row windows = {
        .input = input,
        .row = pixels * channels,
        .step = channels,
        .height = 1,
        .width = pixels - agreement_next(&random) % 3,
        .channels = channels,
        .count = 1,
        .minimum = is_signed ? -128 : 0,
        .maximum = is_signed ? 127 : 255,
        .output = expected,
    };
    agreement_row_kernels(0)->byte_window_means(&windows, is_signed);
    windows.output = output;
    agreement_row_kernels(index)->byte_window_means(&windows, is_signed);
    return memcmp(output, expected, channels) == 0;
}

static _Bool byte_windows_agree(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t channels = AGREEMENT_PICK(&random, 1, 2, 7, 8, 9, 16, 24, 29, 64, 96, 111);
    const size_t height = 1 + agreement_next(&random) % 4;
    const size_t width = 1 + agreement_next(&random) % 4;
    const size_t stride = 1 + agreement_next(&random) % 3, count = agreement_next(&random) % 9;
    const size_t pixels = count * stride + width;
    const _Bool is_signed = agreement_next(&random) & 1;
    uint8_t *output = agreement_allocate(count * channels);
    uint8_t *expected = agreement_allocate(count * channels);
    sight_window_row windows = {
        .input = agreement_bytes(&random, height * pixels * channels),
        .row = pixels * channels,
        .step = stride * channels,
        .height = height,
        .width = width,
        .channels = channels,
        .count = count,
        .minimum = seed % 3 ? (is_signed ? -128 : 0) : 5,
        .maximum = seed % 5 ? (is_signed ? 127 : 255) : 100,
    };
    for (size_t function = 0; function < 2; function++) {
        for (size_t i = 0; i < 2; i++) {
            const sight_row_kernels *k = agreement_row_kernels(i ? index : 0);
            windows.output = i ? output : expected;
            (function ? k->byte_window_means : k->byte_window_maxima)(&windows, is_signed);
        }
        if (memcmp(output, expected, count * channels) != 0)
            return 0;
    }
    return 1;
}

static _Bool add_byte_rows_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = AGREEMENT_PICK(&random, 0, 1, 5, 127, 128, 129, 300);
    const size_t columns = AGREEMENT_PICK(&random, 1, 2, 15, 16, 17, 29, 64, 91, 200);
    const _Bool is_signed = agreement_next(&random) & 1;
    const uint8_t *values = agreement_bytes(&random, rows * columns);
    int32_t *sums = agreement_allocate(columns * sizeof(int32_t));
    int32_t *expected = agreement_allocate(columns * sizeof(int32_t));
    for (size_t i = 0; i < columns; i++)
        sums[i] = expected[i] = agreement_between(&random, -1000, 1000);
    agreement_row_kernels(0)->add_byte_rows(values, rows, columns, is_signed, expected);
    agreement_row_kernels(index)->add_byte_rows(values, rows, columns, is_signed, sums);
    return memcmp(sums, expected, columns * sizeof(int32_t)) == 0;
}

static _Bool reductions_agree(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = agreement_next(&random) % 20;
    const size_t columns = AGREEMENT_PICK(&random, 1, 2, 3, 7, 8, 15, 16, 17, 29, 64, 91, 200);
    const size_t outputs = rows > columns ? rows : columns;
    float *values = agreement_floats(&random, rows * columns, 0);
    if (rows > 0 && seed % 8 == 0)
        values[agreement_next(&random) % (rows * columns)] = seed % 16 ? NAN : INFINITY;
    const float *start = agreement_floats(&random, outputs, 0);
    float *results = agreement_allocate(outputs * sizeof(float));
    float *expected = agreement_allocate(outputs * sizeof(float));
    const sight_reduction functions[] = {sight_sum, sight_product, sight_greatest, sight_least};
    const sight_reduction function = functions[agreement_next(&random) % 4];
    for (size_t direction = 0; direction < 2; direction++) {
        for (size_t i = 0; i < 2; i++) {
            const sight_row_kernels *k = agreement_row_kernels(i ? index : 0);
            float *target = i ? results : expected;
            memcpy(target, start, outputs * sizeof(float));
            (direction ? k->reduce_rows : k->reduce_columns)(function, values, rows, columns,
                                                             target);
        }
        if (!agreement_all_equal(results, expected, outputs))
            return 0;
    }
    return 1;
}

static _Bool byte_reductions_agree(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = agreement_next(&random) % 20;
    const size_t columns = AGREEMENT_PICK(&random, 1, 3, 15, 16, 17, 31, 32, 33, 64, 91, 300);
    const size_t outputs = rows > columns ? rows : columns;
    const uint8_t *values = agreement_bytes(&random, rows * columns);
    const uint8_t flip = AGREEMENT_PICK(&random, 0, 0x7F, 0x80, 0xFF) & 0xFF;
    uint8_t *maxima = agreement_bytes(&random, outputs), *expected = agreement_allocate(outputs);
    int32_t *sums = agreement_bytes(&random, rows * sizeof(int32_t));
    int32_t *expected_sums = agreement_allocate(rows * sizeof(int32_t));
    memcpy(expected, maxima, outputs);
    memcpy(expected_sums, sums, rows * sizeof(int32_t));
    for (size_t i = 0; i < 2; i++) {
        const sight_row_kernels *k = agreement_row_kernels(i ? index : 0);
        (seed % 2 ? k->byte_row_maxima : k->byte_column_maxima)(values, rows, columns, flip,
                                                                i ? maxima : expected);
        k->sum_byte_rows(values, rows, columns, flip < 0x80, i ? sums : expected_sums);
    }
    return memcmp(maxima, expected, outputs) == 0 &&
           memcmp(sums, expected_sums, rows * sizeof(int32_t)) == 0;
}

static _Bool greater_bytes_agree(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 15, 16, 17, 33, 64, 91, 257);
    const size_t a_step = agreement_next(&random) % 2, b_step = agreement_next(&random) % 2;
    const uint8_t *a = agreement_bytes(&random, a_step ? count : 1);
    const uint8_t *b = agreement_bytes(&random, b_step ? count : 1);
    const uint8_t flip = AGREEMENT_PICK(&random, 0, 0x7F, 0x80, 0xFF) & 0xFF;
    uint8_t *output = agreement_allocate(count), *expected = agreement_allocate(count);
    agreement_row_kernels(0)->greater_bytes(a, a_step, b, b_step, count, flip, expected);
    agreement_row_kernels(index)->greater_bytes(a, a_step, b, b_step, count, flip, output);
    return memcmp(output, expected, count) == 0;
}

static _Bool compare_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 15, 16, 17, 33, 64, 91);
    const size_t a_step = agreement_next(&random) % 2, b_step = agreement_next(&random) % 2;
    float *a = agreement_floats(&random, 1 + count, 1),
          *b = agreement_floats(&random, 1 + count, 1);
    (seed % 2 ? a : b)[agreement_next(&random) % (1 + count)] = NAN;
    const sight_relation relation =
        (sight_relation)AGREEMENT_PICK(&random, sight_equal, sight_less, sight_less_or_equal);
    const _Bool inverted = agreement_next(&random) & 1;
    uint8_t *output = agreement_allocate(count), *expected = agreement_allocate(count);
    agreement_row_kernels(0)->compare(a, a_step, b, b_step, count, relation, inverted, expected);
    agreement_row_kernels(index)->compare(a, a_step, b, b_step, count, relation, inverted, output);
    return memcmp(output, expected, count) == 0;
}

static float random_edge(agreement_random *random) {
    const float edges[] = {0, -0.0f, INFINITY, -INFINITY, NAN, 3e38f};
    const uint64_t bits = agreement_next(random);
    return bits % 64 < 6 ? edges[bits % 64] : (float)(bits >> 32 & 63) / 16;
}

/// Compares a random box with others, some of which are empty or not finite.
static _Bool overlaps_any_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 15, 16, 17, 33, 100);
    const size_t capacity = (count + 15) / 16 * 16 + AGREEMENT_PICK(&random, 0, 16);
    float *boxes = agreement_allocate(5 * capacity * sizeof(float));
    for (size_t i = 0; i < count; i++) {
        for (size_t column = 0; column < 4; column++)
            boxes[column * capacity + i] = random_edge(&random);
        boxes[4 * capacity + i] =
            (boxes[2 * capacity + i] - boxes[i]) * (boxes[3 * capacity + i] - boxes[capacity + i]);
    }
    float *box = agreement_allocate(4 * sizeof(float));
    const float maximum = (float)AGREEMENT_PICK(&random, 0, 1, 2, 3, 4, 7, 8) / 8;
    for (int attempt = 0; attempt < 20; attempt++) {
        for (size_t edge = 0; edge < 4; edge++)
            box[edge] = random_edge(&random);
        if (agreement_row_kernels(0)->overlaps_any(box, boxes, capacity, count, maximum) !=
            agreement_row_kernels(index)->overlaps_any(box, boxes, capacity, count, maximum))
            return 0;
    }
    return 1;
}

void agreement_rows(void) {
    size_t count;
    const sight_row_kernels *const *all = sight_row_kernels_all(&count);
    for (size_t i = 1; i < count; i++) {
        agreement_run("sight_rows: bilinear", all[i]->tier, i, bilinear_agrees);
        agreement_run("sight_rows: quantize", all[i]->tier, i, quantize_agrees);
        agreement_run("sight_rows: dequantize", all[i]->tier, i, dequantize_agrees);
        agreement_run("sight_rows: widen", all[i]->tier, i, widen_agrees);
        agreement_run("sight_rows: quantize_scaled", all[i]->tier, i, quantize_scaled_agrees);
        agreement_run("sight_rows: prelu", all[i]->tier, i, prelu_agrees);
        agreement_run("sight_rows: scale_sums", all[i]->tier, i, scale_sums_agrees);
        agreement_run("sight_rows: extreme", all[i]->tier, i, extreme_agrees);
        agreement_run("sight_rows: extreme_floats", all[i]->tier, i, extreme_floats_agrees);
        agreement_run("sight_rows: map_bytes", all[i]->tier, i, map_bytes_agrees);
        agreement_run("sight_rows: binary", all[i]->tier, i, binary_agrees);
        agreement_run("sight_rows: limit", all[i]->tier, i, limit_agrees);
        agreement_run("sight_rows: windows", all[i]->tier, i, windows_agree);
        agreement_run("sight_rows: windows of bytes", all[i]->tier, i, byte_windows_agree);
        agreement_run("sight_rows: large windows", all[i]->tier, i, large_byte_means_agree);
        agreement_run("sight_rows: reductions", all[i]->tier, i, reductions_agree);
        agreement_run("sight_rows: bytes' reductions", all[i]->tier, i, byte_reductions_agree);
        agreement_run("sight_rows: greater_bytes", all[i]->tier, i, greater_bytes_agree);
        agreement_run("sight_rows: compare", all[i]->tier, i, compare_agrees);
        agreement_run("sight_rows: overlaps_any", all[i]->tier, i, overlaps_any_agrees);
        agreement_run("sight_rows: add_byte_rows", all[i]->tier, i, add_byte_rows_agrees);
    }
}
