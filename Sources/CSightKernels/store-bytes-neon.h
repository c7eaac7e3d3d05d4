#ifndef SIGHT_STORE_BYTES_NEON_H
#define SIGHT_STORE_BYTES_NEON_H

#include "isa.h"

#include <arm_neon.h>
#include <stdint.h>
#include <string.h>

/// Writes the first `count` bytes of a register, fewer than 8, in parts of 4, 2 and 1. A memcpy of
/// variable length would store the register to the stack and call the C library.
SIGHT_INLINE void sight_store_bytes_below_8(uint8_t *output, uint8x8_t bytes, size_t count) {
    uint64_t rest = vget_lane_u64(vreinterpret_u64_u8(bytes), 0);
    if (count & 4) {
        const uint32_t four = (uint32_t)rest;
        memcpy(output, &four, 4);
        rest >>= 32;
        output += 4;
    }
    if (count & 2) {
        const uint16_t two = (uint16_t)rest;
        memcpy(output, &two, 2);
        rest >>= 16;
        output += 2;
    }
    if (count & 1)
        *output = (uint8_t)rest;
}

/// Writes the first `count` bytes of a register, or all of them if `count` is greater.
SIGHT_INLINE void sight_store_bytes_8(uint8_t *output, uint8x8_t bytes, size_t count) {
    if (count >= 8)
        vst1_u8(output, bytes);
    else
        sight_store_bytes_below_8(output, bytes, count);
}

/// Writes the first `count` bytes of a register, or all of them if `count` is greater.
SIGHT_INLINE void sight_store_bytes_16(uint8_t *output, uint8x16_t bytes, size_t count) {
    if (count >= 16) {
        vst1q_u8(output, bytes);
        return;
    }
    uint8x8_t part = vget_low_u8(bytes);
    if (count >= 8) {
        vst1_u8(output, part);
        part = vget_high_u8(bytes);
        output += 8;
    }
    sight_store_bytes_below_8(output, part, count & 7);
}

#endif
