#include "agreement.h"

#include <string.h>

static _Bool agrees(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t rows = 1 + agreement_next(&random) % sight_panel_rows;
    const size_t count = agreement_next(&random) % 2 ? rows : sight_panel_rows;
    const size_t words = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 7, 8, 9, 33);
    const size_t stride = 4 * words + agreement_next(&random) % 7;
    const char *source = agreement_bytes(&random, (count - 1) * stride + 4 * words);
    void *expected = agreement_allocate(words * 64), *output = agreement_allocate(words * 64);
    sight_panel_interleave_reference(source, stride, count, words, expected);
    sight_panel_interleave(source, stride, count, words, output);
    return memcmp(output, expected, words * 64) == 0;
}

static _Bool bytes_agree(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t rows = 1 + agreement_next(&random) % sight_panel_rows;
    const size_t used = agreement_next(&random) % 2 ? rows : sight_panel_rows;
    const size_t count =
        AGREEMENT_PICK(&random, 0, 1, 3, 4, 8, 15, 16, 17, 24, 31, 32, 33, 44, 70, 130);
    const size_t stride = count + agreement_next(&random) % 7, size = (count + 3) / 4 * 64;
    const uint8_t minus = agreement_byte(&random);
    const uint8_t *source = agreement_bytes(&random, (used - 1) * stride + count);
    void *expected = agreement_allocate(size), *output = agreement_allocate(size);
    sight_panel_census census = {.flip = agreement_next(&random) % 2 ? 0x80 : 0, .least = 255};
    census.sums[used - 1] = (uint32_t)agreement_next(&random);
    sight_panel_census counted = census;
    sight_panel_bytes_reference(source, stride, used, count, minus, expected, &census);
    sight_panel_bytes(source, stride, used, count, minus, output, &counted);
    return memcmp(output, expected, size) == 0 && census.least == counted.least &&
           census.greatest == counted.greatest &&
           memcmp(census.sums, counted.sums, sizeof census.sums) == 0;
}

static _Bool columns_agree(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t columns = 1 + agreement_next(&random) % sight_panel_rows;
    const size_t used = agreement_next(&random) % 2 ? columns : sight_panel_rows;
    const size_t count = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 8, 15, 16, 33, 130);
    const size_t stride = used + agreement_next(&random) % 20, size = (count + 3) / 4 * 64;
    const int8_t *source = agreement_bytes(&random, (count - 1) * stride + used);
    void *expected = agreement_allocate(size), *output = agreement_allocate(size);
    int32_t sums[2][sight_panel_rows];
    sight_panel_columns_reference(source, stride, used, count, expected, sums[0]);
    sight_panel_columns(source, stride, used, count, output, sums[1]);
    return memcmp(output, expected, size) == 0 && memcmp(sums[0], sums[1], sizeof sums[0]) == 0;
}

void agreement_panel(void) {
    agreement_run("sight_panel_bytes", sight_tier_scalar, 0, bytes_agree);
    agreement_run("sight_panel_columns", sight_tier_scalar, 0, columns_agree);
    agreement_run("sight_panel_interleave", sight_tier_scalar, 0, agrees);
}
