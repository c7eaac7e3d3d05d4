#include "agreement.h"

#include <string.h>

static _Bool agrees(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t rows = 1 + agreement_next(&random) % sight_panel_rows;
    const size_t count = agreement_next(&random) % 2 ? rows : sight_panel_rows;
    const size_t words = AGREEMENT_PICK(&random, 1, 2, 3, 4, 5, 7, 8, 9, 33);
    const size_t stride = 4 * words + agreement_next(&random) % 7;
    const uint8_t fill = agreement_byte(&random);
    const char *source = agreement_bytes(&random, (count - 1) * stride + 4 * words);
    void *expected = agreement_allocate(words * 64), *output = agreement_allocate(words * 64);
    sight_panel_interleave_reference(source, stride, count, words, fill, expected);
    sight_panel_interleave(source, stride, count, words, fill, output);
    return memcmp(output, expected, words * 64) == 0;
}

static _Bool sum_agrees(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t count = agreement_next(&random) % 70;
    const uint8_t *bytes = agreement_bytes(&random, count);
    const uint8_t flip = agreement_next(&random) % 2 ? 0x80 : 0;
    return sight_panel_sum(bytes, count, flip) == sight_panel_sum_reference(bytes, count, flip);
}

void agreement_panel(void) {
    agreement_run("sight_panel_sum", sight_tier_scalar, 0, sum_agrees);
    agreement_run("sight_panel_interleave", sight_tier_scalar, 0, agrees);
}
