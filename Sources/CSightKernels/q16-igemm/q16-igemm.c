#include "q16-igemm.h"

#include "../kernel-table.h"

#define KERNEL(function, tier) {#function, tier, function},
static const sight_q16_igemm_kernel kernels[] = {
#include "q16-igemm.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_q16_igemm_kernel, sight_q16_igemm_kernels, sight_q16_igemm_best)
