// Strips of 16 channels in 128-bit registers, shared by the NEON tiers. The including file defines
// PRODUCTS and SIGNED_ACTIVATIONS, see q8-dwconv-strip.h, and what PRODUCTS needs.

#include "../requantize/requantize-neon.h"
#include "../store-bytes-neon.h"

SIGHT_INLINE int32x4_t sight_load_bytes_16(const uint8_t *bytes) {
    return vreinterpretq_s32_u8(vld1q_u8(bytes));
}

SIGHT_INLINE int32x4_t sight_splat_bytes(char byte) {
    return vreinterpretq_s32_s8(vdupq_n_s8((int8_t)byte));
}

SIGHT_INLINE int32x4_t sight_splat_words(short word) {
    return vreinterpretq_s32_s16(vdupq_n_s16(word));
}

/// Loads 16 bytes of a block of 32 channels. The second block is not used.
SIGHT_INLINE int32x4_t sight_load_quarter(const void *part, const void *other) {
    (void)other;
    return sight_load_bytes_16(part);
}

/// Steps 1 to 3 of requantization, for any parameters.
SIGHT_INLINE int32x4_t sight_requantize_any_4(int32x4_t sums, int32x4_t multiplier, int32x4_t left,
                                              int32x4_t right, const _Bool once) {
    return once ? sight_requantize_4_once(sums, multiplier, left, right)
                : sight_requantize_4_twice(sums, multiplier, left, right);
}

/// Step 4 of requantization: narrows 16 sums to uint8 and clamps them.
SIGHT_INLINE int32x4_t sight_narrow_to_bytes(const int32x4_t *y, int32x4_t zero_point,
                                             int32x4_t minimum, int32x4_t maximum) {
    const int16x8_t offset = vreinterpretq_s16_s32(zero_point);
    const int16x8_t low = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(y[0]), y[1]), offset);
    const int16x8_t high = vqaddq_s16(vqmovn_high_s32(vqmovn_s32(y[2]), y[3]), offset);
    uint8x16_t bytes = vqmovun_high_s16(vqmovun_s16(low), high);
    bytes = vmaxq_u8(bytes, vreinterpretq_u8_s32(minimum));
    return vreinterpretq_s32_u8(vminq_u8(bytes, vreinterpretq_u8_s32(maximum)));
}

SIGHT_INLINE void sight_store_bytes_neon(uint8_t *output, int32x4_t bytes, size_t count) {
    sight_store_bytes_16(output, vreinterpretq_u8_s32(bytes), count);
}

#define LANES 4
#define NAME(name) sight_##name##_neon
#define vector int32x4_t
#define floats float32x4_t
#define load sight_load_bytes_16
#define splat_bytes sight_splat_bytes
#define splat_words sight_splat_words
#define exclusive_or veorq_s32
#define load_panels sight_load_quarter
#define nearest_factors sight_nearest_factors_4
#define requantize_nearest sight_requantize_nearest_4
#define requantize_any sight_requantize_any_4
#define narrow_to_bytes sight_narrow_to_bytes
#define store_bytes sight_store_bytes_neon

#include "q8-dwconv-strip.h"

SIGHT_INLINE void run_block(const sight_q8_dwconv_job *job, const sight_block *block) {
    const size_t end = block->column + block->columns;
    for (size_t channel = block->column; channel < end; channel += 16)
        sight_channels_of_block_neon(job, block, channel, end - channel);
}
