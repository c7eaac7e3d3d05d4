#include "f32-igemm.h"

#include <string.h>

size_t sight_f32_igemm_packed_bytes(size_t taps, size_t depth, size_t columns) {
    return (columns + 15) / 16 * sight_f32_igemm_panel_count(taps, depth) * sizeof(float);
}

void sight_f32_igemm_pack(size_t taps, size_t depth, size_t columns, const float *weights,
                          const float *biases, void *packed) {
    memset(packed, 0, sight_f32_igemm_packed_bytes(taps, depth, columns));
    for (size_t n = 0; n < columns; n++) {
        float *panel = (float *)packed + n / 16 * sight_f32_igemm_panel_count(taps, depth);
        panel[n % 16] = biases ? biases[n] : 0;
        for (size_t i = 0; i < taps * depth; i++)
            panel[16 + i * 16 + n % 16] = weights[n * taps * depth + i];
    }
}

#define KERNEL(function, tier, rows) {#function, tier, rows, function},
static const sight_f32_igemm_kernel kernels[] = {
#include "f32-igemm.inc"
};
#undef KERNEL

const sight_f32_igemm_kernel *sight_f32_igemm_kernels(size_t *count) {
    *count = sizeof kernels / sizeof kernels[0];
    return kernels;
}

const sight_f32_igemm_kernel *sight_f32_igemm_best(sight_tier tier) {
    size_t best = 0; // the reference is always there
    for (size_t i = 1; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i].tier <= tier && sight_tier_available(kernels[i].tier))
            best = i;
    return &kernels[best];
}
