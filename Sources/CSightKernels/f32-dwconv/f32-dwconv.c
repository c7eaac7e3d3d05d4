#include "f32-dwconv.h"

#include "../kernel-table.h"

#include <string.h>

size_t sight_f32_dwconv_packed_bytes(size_t taps, size_t channels) {
    return (channels + 15) / 16 * (1 + taps) * 16 * sizeof(float);
}

void sight_f32_dwconv_pack(size_t taps, size_t channels, const float *weights, const float *biases,
                           void *packed) {
    for (size_t first = 0; first < channels; first += 16) {
        float *panel = (float *)packed + first * (1 + taps);
        const size_t count = channels - first < 16 ? channels - first : 16;
        if (count < 16) // missing channels are zero
            memset(panel, 0, (1 + taps) * 16 * sizeof(float));
        for (size_t c = 0; c < count; c++)
            panel[c] = biases ? biases[first + c] : 0;
        for (size_t tap = 0; tap < taps; tap++)
            memcpy(panel + (1 + tap) * 16, weights + tap * channels + first, count * sizeof(float));
    }
}

#define KERNEL(function, tier) {#function, tier, function},
static const sight_f32_dwconv_kernel kernels[] = {
#include "f32-dwconv.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_f32_dwconv_kernel, sight_f32_dwconv_kernels, sight_f32_dwconv_best)
