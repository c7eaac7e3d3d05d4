#include "bf16-igemm.h"

_Bool sight_bf16_igemm_available(void) {
    const sight_tier tier = sight_current_tier();
    return tier >= sight_tier_avx512 && tier <= sight_tier_amxint8 && sight_has_fast_bfloat16();
}

size_t sight_bf16_igemm_packed_bytes(size_t taps, size_t depth, size_t columns) {
    return (columns + 15) / 16 * sight_bf16_igemm_panel_count(taps, depth) * sizeof(float);
}

void sight_bf16_igemm_pack(size_t taps, size_t depth, size_t columns, const float *weights,
                           const float *biases, void *packed) {
    const size_t count = taps * depth, words = sight_bf16_igemm_panel_count(taps, depth);
    memset(packed, 0, sight_bf16_igemm_packed_bytes(taps, depth, columns));
    for (size_t n = 0; n < columns; n++) {
        float *panel = (float *)packed + n / 16 * words;
        panel[n % 16] = biases ? biases[n] : 0;
        uint16_t *halves = (uint16_t *)(void *)(panel + 16) + 2 * (n % 16);
        for (size_t i = 0; i < count; i++)
            halves[i / 2 * 32 + i % 2] = sight_bf16_rounded(weights[n * count + i]);
    }
}

#define KERNEL(function, tier, rows) {#function, tier, rows, function},
static const sight_f32_igemm_kernel kernels[] = {
#include "bf16-igemm.inc"
};
#undef KERNEL

const sight_f32_igemm_kernel *sight_bf16_igemm_kernels(size_t *count) {
    *count = sizeof kernels / sizeof kernels[0];
    return kernels;
}

const sight_f32_igemm_kernel *sight_bf16_igemm_best(sight_tier tier) {
    const size_t last = sizeof kernels / sizeof kernels[0] - 1;
    return &kernels[kernels[last].tier <= tier && sight_bf16_igemm_available() ? last : 0];
}
