#include "f32-igemm.h"

#include "../kernel-table.h"

#include <string.h>

size_t sight_f32_igemm_packed_bytes(size_t taps, size_t depth, size_t columns) {
    return (columns + 15) / 16 * sight_f32_igemm_panel_count(taps, depth) * sizeof(float);
}

void sight_f32_igemm_pack(size_t taps, size_t depth, size_t columns, const float *weights,
                          const float *biases, void *packed) {
    enum { part = 64 }; // rows of a panel written at once: they stay in the first cache
    const size_t count = taps * depth;
    for (size_t first = 0; first < columns; first += 16) {
        float *panel = (float *)packed + first / 16 * sight_f32_igemm_panel_count(taps, depth);
        const size_t width = columns - first < 16 ? columns - first : 16;
        if (width < 16) // missing columns are zero
            memset(panel, 0, sight_f32_igemm_panel_count(taps, depth) * sizeof(float));
        for (size_t n = 0; n < width; n++)
            panel[n] = biases ? biases[first + n] : 0;
        panel += 16;
        for (size_t start = 0; start < count; start += part) {
            const size_t end = start + part < count ? start + part : count;
            for (size_t n = 0; n < width; n++) {
                const float *column = weights + (first + n) * count;
                for (size_t i = start; i < end; i++)
                    panel[i * 16 + n] = column[i];
            }
        }
    }
}

#define KERNEL(function, tier, rows) {#function, tier, rows, function},
static const sight_f32_igemm_kernel kernels[] = {
#include "f32-igemm.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_f32_igemm_kernel, sight_f32_igemm_kernels, sight_f32_igemm_best)
