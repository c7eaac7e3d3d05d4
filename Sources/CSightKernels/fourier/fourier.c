#include "fourier.h"

#define FOURIER(kernel) &sight_fourier__##kernel,
static const sight_fourier_kernel *const kernels[] = {
#include "fourier.inc"
};
#undef FOURIER

const sight_fourier_kernel *const *sight_fourier_kernels(size_t *count) {
    *count = sizeof kernels / sizeof kernels[0];
    return kernels;
}

const sight_fourier_kernel *sight_fourier_best(sight_tier tier) {
    size_t choice = sizeof kernels / sizeof kernels[0] - 1;
    while (choice > 0 &&
           !(kernels[choice]->tier <= tier && sight_tier_available(kernels[choice]->tier)))
        choice--;
    return kernels[choice];
}
