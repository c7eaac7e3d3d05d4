#include "f32-igemm.h"

#include "../kernel-table.h"
#include "sight-panel.h"

size_t sight_f32_igemm_packed_bytes(size_t taps, size_t depth, size_t columns) {
    return (columns + 15) / 16 * sight_f32_igemm_panel_count(taps, depth) * sizeof(float);
}

void sight_f32_igemm_pack(size_t taps, size_t depth, size_t columns, const float *weights,
                          const float *biases, void *packed) {
    const size_t count = taps * depth;
    for (size_t first = 0; first < columns; first += 16) {
        float *panel = (float *)packed + first / 16 * sight_f32_igemm_panel_count(taps, depth);
        const size_t width = columns - first < 16 ? columns - first : 16;
        for (size_t n = 0; n < 16; n++)
            panel[n] = biases && n < width ? biases[first + n] : 0;
        sight_panel_interleave(weights + first * count, count * sizeof(float), width, count,
                               panel + 16);
    }
}

#define KERNEL(function, tier, rows) {#function, tier, rows, function},
static const sight_f32_igemm_kernel kernels[] = {
#include "f32-igemm.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_f32_igemm_kernel, sight_f32_igemm_kernels, sight_f32_igemm_best)
