#include "hybrid-igemm.h"

#define KERNEL(function, tier) {#function, tier, function},
static const sight_hybrid_igemm_kernel kernels[] = {
#include "hybrid-igemm.inc"
};
#undef KERNEL

const sight_hybrid_igemm_kernel *sight_hybrid_igemm_kernels(size_t *count) {
    *count = sizeof kernels / sizeof kernels[0];
    return kernels;
}

const sight_hybrid_igemm_kernel *sight_hybrid_igemm_best(sight_tier tier) {
    size_t best = 0; // the reference is always there
    for (size_t i = 1; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i].tier <= tier && sight_tier_available(kernels[i].tier))
            best = i;
    return &kernels[best];
}
