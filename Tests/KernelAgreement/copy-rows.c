#include "agreement.h"

#include <string.h>

#include "sight-copy-rows.h"

static _Bool flipped_agrees(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 63, 64, 65, 127, 128, 200);
    const uint8_t flip = agreement_next(&random) % 2 ? 0x80 : 0;
    const uint8_t *source = agreement_bytes(&random, count);
    uint8_t *output = agreement_allocate(count);
    sight_copy_flipped(source, count, flip, output);
    for (size_t i = 0; i < count; i++)
        if (output[i] != (source[i] ^ flip))
            return 0;
    sight_copy_flipped(output, count, flip, output); // in place, back to the source
    for (size_t i = 0; i < count; i++)
        if (output[i] != source[i])
            return 0;
    return 1;
}

static _Bool repeat_agrees(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t size = AGREEMENT_PICK(&random, 1, 2, 4), times = agreement_next(&random) % 18;
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 15, 16, 17, 33, 64, 130);
    const uint8_t *source = agreement_bytes(&random, count * size);
    uint8_t *output = agreement_allocate(count * size * times);
    sight_repeat_elements(source, count, size, times, output);
    for (size_t i = 0; i < count * size * times; i++)
        if (output[i] != source[i / size / times * size + i % size])
            return 0;
    return 1;
}

static _Bool indexed_agrees(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t bytes =
        AGREEMENT_PICK(&random, 0, 1, 3, 4, 5, 8, 12, 15, 16, 17, 32, 40, 64, 128, 200, 512, 513);
    const size_t pieces = 1 + agreement_next(&random) % 9, count = agreement_next(&random) % 20;
    const uint8_t *source = agreement_bytes(&random, pieces * bytes);
    uint8_t *output = agreement_allocate(count * bytes);
    ptrdiff_t *offsets = agreement_allocate(count * sizeof *offsets);
    for (size_t i = 0; i < count; i++)
        offsets[i] = (ptrdiff_t)(agreement_next(&random) % pieces * bytes);
    sight_copy_indexed(source, offsets, count, bytes, output);
    for (size_t i = 0; i < count * bytes; i++)
        if (output[i] != source[(size_t)offsets[i / bytes] + i % bytes])
            return 0;
    return 1;
}

static _Bool interleave_agrees(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 15, 16, 17, 31, 32, 48, 49, 200);
    const size_t rows = agreement_next(&random) % 4, size = AGREEMENT_PICK(&random, 1, 2, 4);
    const size_t from_stride = (2 * count + agreement_next(&random) % 5) * size;
    const size_t to_stride = (2 * count + agreement_next(&random) % 5) * size;
    const uint8_t *source = agreement_bytes(&random, rows * from_stride);
    uint8_t *output = agreement_allocate(rows * to_stride);
    sight_interleave(source, (ptrdiff_t)(count * size), (ptrdiff_t)from_stride, output,
                     (ptrdiff_t)to_stride, count, rows, size);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < 2 * count; i++)
            if (memcmp(output + row * to_stride + i * size,
                       source + row * from_stride + (i % 2 * count + i / 2) * size, size) != 0)
                return 0;
    return 1;
}

static _Bool transpose_agrees(size_t index, uint64_t seed) {
    (void)index;
    agreement_random random = agreement_seeded(seed);
    const size_t size = AGREEMENT_PICK(&random, 1, 2, 4, 8, 16);
    const size_t rows = AGREEMENT_PICK(&random, 0, 1, 3, 4, 5, 8, 15, 16, 17, 31, 64, 65, 130);
    const size_t columns = AGREEMENT_PICK(&random, 0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 33, 64, 129);
    const size_t from_row = columns + agreement_next(&random) % 3;
    // Rows about 4096 bytes apart are written in whole cache lines.
    const _Bool shares_a_set = size < 8 && agreement_next(&random) & 1;
    const size_t to_row = shares_a_set ? (size_t)agreement_between(&random, 4040, 4150) / size
                                       : rows + agreement_next(&random) % 3;
    const uint8_t *source = agreement_bytes(&random, rows * from_row * size);
    uint8_t *output = agreement_allocate(columns * to_row * size);
    sight_transpose(source, (ptrdiff_t)(from_row * size), output, (ptrdiff_t)(to_row * size), rows,
                    columns, size);
    for (size_t i = 0; i < rows * columns * size; i++) {
        const size_t row = i / size / columns, column = i / size % columns;
        if (output[(column * to_row + row) * size + i % size] !=
            source[(row * from_row + column) * size + i % size])
            return 0;
    }
    return 1;
}

void agreement_copy_rows(void) {
    agreement_run("sight_transpose", sight_tier_scalar, 0, transpose_agrees);
    agreement_run("sight_copy_indexed", sight_tier_scalar, 0, indexed_agrees);
    agreement_run("sight_copy_flipped", sight_tier_scalar, 0, flipped_agrees);
    agreement_run("sight_interleave", sight_tier_scalar, 0, interleave_agrees);
    agreement_run("sight_repeat_elements", sight_tier_scalar, 0, repeat_agrees);
}
