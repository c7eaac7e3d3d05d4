#include "q16-igemm.h"

#include "../kernel-table.h"

#define KERNEL(function, tier) {#function, tier, function},
static const sight_q16_igemm_kernel kernels[] = {
#include "q16-igemm.inc"
};
#undef KERNEL

/// Converts the sums of a constant number of rows.
static inline void narrow_rows(const int64_t *sums, const size_t rows, size_t columns,
                               const sight_q16_scale *scales, int32_t minimum, int32_t maximum,
                               int16_t *output, size_t stride) {
    for (size_t n = 0; n < columns; n++, sums += sight_q16_igemm_rows) {
        const uint64_t multiplier = (uint64_t)scales[n].multiplier;
        const uint64_t bias = (uint64_t)scales[n].bias, half = UINT64_C(1) << (scales[n].shift - 1);
        for (size_t row = 0; row < rows; row++) {
            // Products wrap, and the reference converts them to 32 bits before it clamps them.
            const uint64_t product = ((uint64_t)sums[row] + bias) * multiplier + half;
            const int32_t value = (int32_t)((int64_t)product >> scales[n].shift);
            const int32_t limited = value > maximum ? maximum : value;
            output[row * stride + n] = (int16_t)(limited < minimum ? minimum : limited);
        }
    }
}

void sight_q16_narrow(const int64_t *sums, size_t rows, size_t columns,
                      const sight_q16_scale *scales, int32_t minimum, int32_t maximum,
                      int16_t *output, size_t stride) {
    if (rows == 4)
        narrow_rows(sums, 4, columns, scales, minimum, maximum, output, stride);
    else
        narrow_rows(sums, rows, columns, scales, minimum, maximum, output, stride);
}

void sight_q16_narrow_short(const int64_t *sums, size_t rows, size_t columns,
                            const sight_q16_scale *scales, int32_t minimum, int32_t maximum,
                            int16_t *output, size_t stride) {
    for (size_t n = 0; n < columns; n++, sums += sight_q16_igemm_rows) {
        const int32_t shift = scales[n].shift, left = shift > 0 ? shift : 0, right = left - shift;
        const int32_t mask = (int32_t)((UINT32_C(1) << right) - 1);
        for (size_t row = 0; row < rows; row++) {
            const uint32_t sum = (uint32_t)((uint64_t)sums[row] + (uint64_t)scales[n].bias);
            const int64_t product = (int64_t)(int32_t)(sum << left) * scales[n].multiplier;
            const int64_t half = INT64_C(1) << 30;
            const int32_t high =
                (int32_t)((product + (product >= 0 ? half : 1 - half)) / (INT64_C(1) << 31));
            const int32_t limit = (mask >> 1) + (high < 0);
            const int32_t value = (high >> right) + ((high & mask) > limit);
            const int32_t limited = value > maximum ? maximum : value;
            output[row * stride + n] = (int16_t)(limited < minimum ? minimum : limited);
        }
    }
}

SIGHT_KERNEL_TABLE(sight_q16_igemm_kernel, sight_q16_igemm_kernels, sight_q16_igemm_best)
