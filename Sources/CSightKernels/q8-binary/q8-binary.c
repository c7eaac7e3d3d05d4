#include "q8-binary.h"

#define KERNELS(suffix, tier) {#suffix, tier, sight_q8_sum__##suffix, sight_q8_product__##suffix},
static const sight_q8_binary_kernels kernels[] = {
#include "q8-binary.inc"
};
#undef KERNELS

const sight_q8_binary_kernels *sight_q8_binary_all(size_t *count) {
    *count = sizeof kernels / sizeof kernels[0];
    return kernels;
}

const sight_q8_binary_kernels *sight_q8_binary_best(sight_tier tier) {
    size_t best = 0; // the reference is always there
    for (size_t i = 1; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i].tier <= tier && sight_tier_available(kernels[i].tier))
            best = i;
    return &kernels[best];
}
