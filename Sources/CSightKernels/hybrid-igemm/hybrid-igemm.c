#include "hybrid-igemm.h"

#include "../kernel-table.h"

#define KERNEL(function, tier) {#function, tier, function},
static const sight_hybrid_igemm_kernel kernels[] = {
#include "hybrid-igemm.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_hybrid_igemm_kernel, sight_hybrid_igemm_kernels, sight_hybrid_igemm_best)
