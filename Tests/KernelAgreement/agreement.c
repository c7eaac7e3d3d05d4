#include "agreement.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

agreement_random agreement_seeded(uint64_t seed) {
    return (agreement_random){seed * UINT64_C(0xD1342543DE82EF95) + 1};
}

uint64_t agreement_next(agreement_random *random) {
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

int32_t agreement_between(agreement_random *random, int32_t least, int32_t greatest) {
    uint64_t count = (uint64_t)((int64_t)greatest - least) + 1;
    return (int32_t)(least + (int64_t)(agreement_next(random) % count));
}

size_t agreement_pick(agreement_random *random, const size_t *sizes, size_t count) {
    return sizes[agreement_next(random) % count];
}

uint8_t agreement_byte(agreement_random *random) {
    static const uint8_t limits[4] = {0, 127, 128, 255};
    uint64_t bits = agreement_next(random);
    return bits & 1 ? limits[bits >> 1 & 3] : (uint8_t)(bits >> 8);
}

void *agreement_bytes(agreement_random *random, size_t count) {
    uint8_t *bytes = agreement_allocate(count);
    // Some arrays have only one value, so that sums reach their limits.
    uint8_t same = agreement_byte(random);
    _Bool constant = agreement_next(random) % 8 == 0;
    for (size_t i = 0; i < count; i++)
        bytes[i] = constant ? same : agreement_byte(random);
    return bytes;
}

float *agreement_floats(agreement_random *random, size_t count, _Bool whole) {
    float *values = agreement_allocate(count * sizeof(float));
    for (size_t i = 0; i < count; i++)
        values[i] = whole ? (float)agreement_between(random, -8, 8)
                          : (float)agreement_between(random, -(1 << 24), 1 << 24) / (1 << 24);
    return values;
}

int32_t *agreement_offsets(agreement_random *random, size_t count, size_t pixels, size_t bytes) {
    int32_t *offsets = agreement_allocate(count * sizeof(int32_t));
    for (size_t i = 0; i < count; i++)
        offsets[i] = agreement_next(random) % 6 == 0
                         ? -1
                         : (int32_t)(agreement_next(random) % pixels * bytes);
    return offsets;
}

/// Returns the output pixels along an axis; the padding at each end is smaller than the filter's
/// reach.
static size_t agreement_extent(agreement_random *random, size_t input, size_t kernel, size_t stride,
                               size_t dilation, size_t *before) {
    const size_t reach = (kernel - 1) * dilation + 1;
    *before = agreement_next(random) % reach;
    size_t padded = input + *before + agreement_next(random) % reach;
    while (padded < reach)
        padded++;
    return (padded - reach) / stride + 1;
}

sight_image agreement_image(agreement_random *random, size_t pixel_bytes) {
    sight_image image = {
        .pixel_bytes = pixel_bytes,
        .height = 1 + agreement_next(random) % 5,
        .width = AGREEMENT_PICK(random, 1, 2, 5, 9, 33),
        .kernel_height = AGREEMENT_PICK(random, 1, 2, 3, 3, 3, 5, 7),
        .kernel_width = AGREEMENT_PICK(random, 1, 2, 3, 3, 3, 5, 7),
        .stride_y = 1 + agreement_next(random) % 2,
        .stride_x = AGREEMENT_PICK(random, 1, 1, 2, 3),
        .dilation_y = AGREEMENT_PICK(random, 1, 1, 2),
        .dilation_x = AGREEMENT_PICK(random, 1, 1, 2, 12),
    };
    if (agreement_next(random) & 1) { // most filters of models, for which kernels have own loops
        image.height = 2 + agreement_next(random) % 4;
        image.width = AGREEMENT_PICK(random, 4, 5, 6, 9, 33);
        image.kernel_height = image.kernel_width = AGREEMENT_PICK(random, 3, 3, 5);
        image.stride_x = image.stride_y;
        image.dilation_y = image.dilation_x = 1;
    }
    image.rows = agreement_extent(random, image.height, image.kernel_height, image.stride_y,
                                  image.dilation_y, &image.top);
    image.columns = agreement_extent(random, image.width, image.kernel_width, image.stride_x,
                                     image.dilation_x, &image.left);
    return image;
}

size_t agreement_blocks(agreement_random *random, size_t rows, size_t columns, size_t width,
                        sight_block blocks[4]) {
    size_t row = agreement_next(random) % (rows + 1);
    size_t column = agreement_next(random) % ((columns + width - 1) / width + 1) * width;
    column = column > columns ? columns : column;
    blocks[0] = (sight_block){0, row, 0, column};
    blocks[1] = (sight_block){0, row, column, columns - column};
    blocks[2] = (sight_block){row, rows - row, 0, column};
    blocks[3] = (sight_block){row, rows - row, column, columns - column};
    size_t count = 0; // empty blocks at a column past the end have no packed weights
    for (size_t i = 0; i < 4; i++)
        if (blocks[i].columns > 0)
            blocks[count++] = blocks[i];
    return count;
}

_Bool agreement_near(float value, float expected, double bound) {
    if (isnan(expected) || isinf(expected))
        return isnan(expected) ? isnan(value) : value == expected;
    return fabs((double)value - (double)expected) <= bound;
}

_Bool agreement_all_equal(const float *values, const float *expected, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (!agreement_near(values[i], expected[i], 0))
            return 0;
    return 1;
}

_Bool agreement_all_near(const float *values, const float *expected, size_t count, size_t terms,
                         _Bool whole) {
    const double steps = (double)terms + 1, bound = whole ? 0 : steps * steps * FLT_EPSILON;
    for (size_t i = 0; i < count; i++)
        if (!agreement_near(values[i], expected[i], bound))
            return 0;
    return 1;
}

// The counts of cases so far.
static size_t passed, failed;

void agreement_run(const char *name, sight_tier tier, size_t index, agreement_case run) {
    if (!sight_tier_available(tier)) {
        printf("%-36s %-10s not available here\n", name, sight_tier_name(tier));
        return;
    }
    size_t agreed = 0;
    for (uint64_t seed = 0; seed < agreement_cases; seed++) {
        agreement_release();
        if (run(index, seed))
            agreed++;
        else if (seed - agreed < 5)
            printf("%s differs from the reference in case %" PRIu64 "\n", name, seed);
    }
    passed += agreed;
    failed += agreement_cases - agreed;
    printf("%-36s %-10s %zu of %d agree\n", name, sight_tier_name(tier), agreed, agreement_cases);
    fflush(stdout);
}

int main(void) {
    agreement_f32_igemm();
    agreement_bf16_igemm();
    agreement_f32_sparse();
    agreement_f32_planar();
    agreement_f32_dwconv();
    agreement_q4_gemm();
    agreement_q8_igemm();
    agreement_q8_planar();
    agreement_q8_dwconv();
    agreement_q8_row();
    agreement_q8_winograd();
    agreement_q16_igemm();
    agreement_q8_binary();
    agreement_pixels();
    agreement_rows();
    agreement_row_functions();
    agreement_row_recurrent();
    agreement_fourier();
    agreement_panel();
    agreement_copy_rows();
    agreement_pool();
    printf("%zu passed, %zu failed\n", passed, failed);
    return failed > 0;
}
