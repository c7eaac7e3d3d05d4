#include "q16-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>

#define words int16x8_t
#define sums32 int32x4_t
#define load_words vld1q_s16
enum { word_lanes = 8 };

SIGHT_INLINE int32x4_t no_sums(void) { return vdupq_n_s32(0); }

SIGHT_INLINE int16x8_t widen_bytes(const int8_t *bytes) { return vmovl_s8(vld1_s8(bytes)); }

SIGHT_INLINE int16x8_t high_bytes(int16x8_t w) { return vshrq_n_s16(w, 8); }

SIGHT_INLINE int16x8_t low_bytes(int16x8_t w) { return vandq_s16(w, vdupq_n_s16(0xFF)); }

SIGHT_INLINE int32x4_t add_products(int32x4_t sums, int16x8_t a, int16x8_t b) {
    return vmlal_high_s16(vmlal_s16(sums, vget_low_s16(a), vget_low_s16(b)), a, b);
}

SIGHT_INLINE void totals(const int32x4_t sums[4], int32_t *four) {
    vst1q_s32(four, vpaddq_s32(vpaddq_s32(sums[0], sums[1]), vpaddq_s32(sums[2], sums[3])));
}

#include "q16-igemm-tile.h"

void sight_q16_igemm__neon_4x1(const sight_q16_igemm_job *job, size_t row, size_t rows,
                               int64_t *sums) {
    run_rows(job, row, rows, sums);
}

#endif
