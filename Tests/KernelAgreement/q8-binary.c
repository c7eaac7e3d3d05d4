#include "agreement.h"

#include <string.h>

static sight_q8_factor factor(agreement_random *random, _Bool large, _Bool negative) {
    if (!large && agreement_next(random) % 4 == 0) // one half, which has a short cut
        return (sight_q8_factor){.multiplier = 1 << 30};
    const int32_t multiplier = agreement_between(random, 1 << 30, INT32_MAX);
    const _Bool is_left = large && agreement_next(random) % 4 == 0;
    return (sight_q8_factor){
        .multiplier = negative ? -multiplier : multiplier,
        .left = is_left ? agreement_between(random, 0, 8) : 0,
        .right = is_left ? 0 : agreement_between(random, 0, 31),
    };
}

static sight_q8_binary parameters_of(agreement_random *random) {
    const _Bool is_signed = agreement_next(random) & 1;
    const int32_t lowest = is_signed ? -128 : 0;
    const int32_t minimum = lowest + agreement_between(random, 0, 128);
    return (sight_q8_binary){
        .a_zero_point = lowest + agreement_byte(random),
        .b_zero_point = lowest + agreement_byte(random),
        .output_zero_point = lowest + agreement_byte(random),
        .a = factor(random, 0, 0), // operands are shifted by 20 bits: no room for more
        .b = factor(random, 0, agreement_next(random) & 1),
        .output = factor(random, 1, 0),
        .minimum = minimum,
        .maximum = agreement_between(random, minimum, lowest + 255),
        .is_signed = is_signed,
    };
}

typedef enum { is_sum, is_product, is_square } function;

static sight_q8_binary_function function_of(const sight_q8_binary_kernels *kernels, function kind) {
    return kind == is_sum ? kernels->sum : kind == is_product ? kernels->product : kernels->square;
}

/// Changes the parameters to those of int16, mostly with the zero points of real models.
static void make_wide(sight_q8_binary *parameters, agreement_random *random) {
    const _Bool is_usual = agreement_next(random) % 4 != 0;
    parameters->is_wide = 1;
    parameters->a_zero_point = is_usual ? 0 : agreement_between(random, INT16_MIN, INT16_MAX);
    parameters->b_zero_point = is_usual ? 0 : agreement_between(random, INT16_MIN, INT16_MAX);
    parameters->output_zero_point = is_usual ? 0 : agreement_between(random, INT16_MIN, INT16_MAX);
    parameters->minimum = agreement_between(random, INT16_MIN, 0);
    parameters->maximum = agreement_between(random, parameters->minimum, INT16_MAX);
}

static _Bool agrees(size_t index, uint64_t seed, function kind) {
    size_t count_of_kernels;
    const sight_q8_binary_kernels *kernels = sight_q8_binary_all(&count_of_kernels);
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 255);
    sight_q8_binary parameters = parameters_of(&random);
    const size_t a_step = agreement_next(&random) % 4 != 0;
    const size_t b_step = agreement_next(&random) % 4 != 0;
    if (kind != is_square && agreement_next(&random) % 2)
        make_wide(&parameters, &random);
    const size_t size = parameters.is_wide ? 2 : 1;
    const void *a = agreement_bytes(&random, size * (a_step ? count : 1));
    const void *b = agreement_bytes(&random, size * (b_step ? count : 1));
    void *expected = agreement_allocate(size * count), *output = agreement_allocate(size * count);
    function_of(&kernels[0], kind)(&parameters, a, a_step, b, b_step, expected, count);
    function_of(&kernels[index], kind)(&parameters, a, a_step, b, b_step, output, count);
    return memcmp(output, expected, size * count) == 0;
}

/// Compares any short sum with that of the reference, not only those that replace a sum.
static _Bool short_sums_agree(size_t index, uint64_t seed) {
    size_t count_of_kernels;
    const sight_q8_binary_kernels *kernels = sight_q8_binary_all(&count_of_kernels);
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 255);
    const _Bool is_signed = agreement_next(&random) & 1;
    const int32_t lowest = is_signed ? -128 : 0;
    const int32_t minimum = lowest + agreement_between(&random, 0, 128);
    const sight_q8_short_sum parameters = {
        .a_high = (int16_t)agreement_between(&random, INT16_MIN, INT16_MAX),
        .a_low = (int16_t)agreement_between(&random, 0, INT16_MAX),
        .b_high = (int16_t)agreement_between(&random, INT16_MIN, INT16_MAX),
        .b_low = (int16_t)agreement_between(&random, 0, INT16_MAX),
        .high = agreement_between(&random, -(1 << 30), 1 << 30),
        .low = agreement_between(&random, 0, INT16_MAX),
        .shift = agreement_between(&random, 0, 22),
        .minimum = minimum,
        .maximum = agreement_between(&random, minimum, lowest + 255),
        .is_signed = is_signed,
    };
    const size_t a_step = agreement_next(&random) % 4 != 0;
    const size_t b_step = agreement_next(&random) % 4 != 0;
    const void *a = agreement_bytes(&random, a_step ? count : 1);
    const void *b = agreement_bytes(&random, b_step ? count : 1);
    void *expected = agreement_allocate(count), *output = agreement_allocate(count);
    kernels[0].short_sum(&parameters, a, a_step, b, b_step, expected, count);
    kernels[index].short_sum(&parameters, a, a_step, b, b_step, output, count);
    return memcmp(output, expected, count) == 0;
}

/// Compares short products with the reference's, and with the product where they replace it.
static _Bool short_products_agree(size_t index, uint64_t seed) {
    size_t count_of_kernels;
    const sight_q8_binary_kernels *kernels = sight_q8_binary_all(&count_of_kernels);
    agreement_random random = agreement_seeded(seed);
    sight_q8_binary product = parameters_of(&random);
    if (seed % 2) // factors of models
        product.output = (sight_q8_factor){.multiplier = product.output.multiplier,
                                           .right = agreement_between(&random, 4, 12)};
    sight_q8_short_product parameters = {.factor = 0.01f};
    const _Bool is_taken = sight_q8_shorten_product(&product, &parameters);
    uint8_t all[256];
    for (size_t i = 0; i < 256; i++)
        all[i] = (uint8_t)i;
    for (size_t i = 0; i < 256; i++) {
        uint8_t expected[256], output[256];
        kernels[0].short_product(&parameters, &all[i], 0, all, 1, expected, 256);
        kernels[index].short_product(&parameters, &all[i], 0, all, 1, output, 256);
        if (memcmp(output, expected, 256) != 0)
            return 0;
        kernels[0].product(&product, &all[i], 0, all, 1, expected, 256);
        if (is_taken && memcmp(output, expected, 256) != 0)
            return 0;
    }
    // Other counts and steps.
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 8, 9, 15, 16, 17, 31, 32, 33, 255);
    const size_t a_step = agreement_next(&random) % 4 != 0;
    const size_t b_step = agreement_next(&random) % 4 != 0;
    const void *a = agreement_bytes(&random, a_step ? count : 1);
    const void *b = agreement_bytes(&random, b_step ? count : 1);
    void *expected = agreement_allocate(count), *output = agreement_allocate(count);
    kernels[0].short_product(&parameters, a, a_step, b, b_step, expected, count);
    kernels[index].short_product(&parameters, a, a_step, b, b_step, output, count);
    return memcmp(output, expected, count) == 0;
}

static _Bool sums_agree(size_t index, uint64_t seed) { return agrees(index, seed, is_sum); }
static _Bool products_agree(size_t index, uint64_t seed) { return agrees(index, seed, is_product); }
static _Bool squares_agree(size_t index, uint64_t seed) { return agrees(index, seed, is_square); }

void agreement_q8_binary(void) {
    size_t count;
    const sight_q8_binary_kernels *kernels = sight_q8_binary_all(&count);
    for (size_t i = 1; i < count; i++) {
        agreement_run("sight_q8_binary: sum", kernels[i].tier, i, sums_agree);
        agreement_run("sight_q8_binary: product", kernels[i].tier, i, products_agree);
        agreement_run("sight_q8_binary: square", kernels[i].tier, i, squares_agree);
        agreement_run("sight_q8_binary: short sum", kernels[i].tier, i, short_sums_agree);
        agreement_run("sight_q8_binary: short product", kernels[i].tier, i, short_products_agree);
    }
}
