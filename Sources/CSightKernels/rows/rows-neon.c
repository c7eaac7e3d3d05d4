#include "rows.h"

#if SIGHT_ARM64
#include <arm_neon.h>

#include "rows-loops.h"

/// Looks up 16 bytes at once in four parts of the table, of 64 entries each. A byte outside a part
/// keeps its result.
static void map_bytes(const uint8_t *values, size_t count, const uint8_t table[256],
                      uint8_t *output) {
    uint8x16x4_t parts[4];
    SIGHT_UNROLL
    for (size_t i = 0; i < 4; i++)
        parts[i] = vld1q_u8_x4(table + 64 * i);
    const uint8x16_t part = vdupq_n_u8(64);
    size_t i = 0;
    for (; count - i >= block; i += block) {
        uint8x16_t places = vld1q_u8(values + i);
        uint8x16_t found = vqtbl4q_u8(parts[0], places);
        SIGHT_UNROLL
        for (size_t j = 1; j < 4; j++) {
            places = vsubq_u8(places, part);
            found = vqtbx4q_u8(found, parts[j], places);
        }
        vst1q_u8(output + i, found);
    }
    for (; i < count; i++)
        output[i] = table[values[i]];
}

SIGHT_ROWS(neon, map_bytes)
#endif
