#include "q8-row.h"

#include "../kernel-table.h"

int32_t sight_q8_row_center(const void *input, size_t depth, int32_t zero_point, _Bool is_signed,
                            int16_t *values) {
    const int8_t *signed_bytes = input;
    const uint8_t *bytes = input;
    size_t k = 0;
    if (is_signed)
        for (; k < depth; k++)
            values[k] = (int16_t)(signed_bytes[k] - zero_point);
    else
        for (; k < depth; k++)
            values[k] = (int16_t)(bytes[k] - zero_point);
    for (; k % sight_q8_row_step; k++)
        values[k] = 0;
    int64_t sum = 0;
    for (k = 0; k < depth; k++)
        sum += values[k];
    return (int32_t)sum;
}

#define KERNEL(function, tier) {#function, tier, function},
static const sight_q8_row_kernel kernels[] = {
#include "q8-row.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_q8_row_kernel, sight_q8_row_kernels, sight_q8_row_best)
