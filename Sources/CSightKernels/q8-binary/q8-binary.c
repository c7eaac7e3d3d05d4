#include "q8-binary.h"

#include "../kernel-table.h"

#define KERNELS(suffix, tier) {#suffix, tier, sight_q8_sum__##suffix, sight_q8_product__##suffix},
static const sight_q8_binary_kernels kernels[] = {
#include "q8-binary.inc"
};
#undef KERNELS

SIGHT_KERNEL_TABLE(sight_q8_binary_kernels, sight_q8_binary_all, sight_q8_binary_best)
