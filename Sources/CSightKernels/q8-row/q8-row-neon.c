#include "q8-row.h"

#if SIGHT_ARM64
#include <arm_neon.h>

enum { row_step = 16 };
typedef int16x8x2_t row_values;
typedef int32x4_t row_sums;

SIGHT_INLINE row_values load_values(const int16_t *values) {
    return (row_values){{vld1q_s16(values), vld1q_s16(values + 8)}};
}

SIGHT_INLINE row_sums zero_sums(void) { return vdupq_n_s32(0); }

SIGHT_INLINE row_sums add_eight(row_sums sums, int16x8_t values, int16x8_t weights) {
    sums = vmlal_s16(sums, vget_low_s16(values), vget_low_s16(weights));
    return vmlal_high_s16(sums, values, weights);
}

SIGHT_INLINE row_sums add_products(row_sums sums, row_values values, const uint8_t *weights,
                                   int32_t zero, const _Bool is_signed) {
    const uint8x16_t bytes = vld1q_u8(weights);
    int16x8_t low, high;
    if (is_signed) {
        low = vmovl_s8(vget_low_s8(vreinterpretq_s8_u8(bytes)));
        high = vmovl_high_s8(vreinterpretq_s8_u8(bytes));
    } else {
        const int16x8_t zeros = vdupq_n_s16((int16_t)zero);
        low = vsubq_s16(vreinterpretq_s16_u16(vmovl_u8(vget_low_u8(bytes))), zeros);
        high = vsubq_s16(vreinterpretq_s16_u16(vmovl_high_u8(bytes)), zeros);
    }
    return add_eight(add_eight(sums, values.val[0], low), values.val[1], high);
}

SIGHT_INLINE int32_t total(row_sums sums) { return vaddvq_s32(sums); }

#include "q8-row-columns.h"

void sight_q8_row__neon(const sight_q8_row_job *job, size_t column, size_t columns, int32_t *sums) {
    row_kernel(job, column, columns, sums);
}

#endif
