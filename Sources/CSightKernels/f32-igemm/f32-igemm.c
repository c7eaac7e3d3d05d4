#include "f32-igemm.h"

#include "../kernel-table.h"
#include "sight-panel.h"

#include <string.h>

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

/// Copies the columns of a panel from rows of `columns` floats; missing columns become zero.
static void copy_columns(size_t depth, size_t columns, const float *matrix, size_t width,
                         float *panel) {
    for (size_t k = 0; k < depth; k++, matrix += columns, panel += 16) {
        if (width == 16) { // a constant size becomes vector instructions
            memcpy(panel, matrix, 16 * sizeof(float));
            continue;
        }
        memcpy(panel, matrix, width * sizeof(float));
        memset(panel + width, 0, (16 - width) * sizeof(float));
    }
}

void sight_f32_igemm_pack_columns(size_t depth, size_t columns, const float *matrix,
                                  _Bool is_transposed, size_t first, size_t count, void *packed) {
    const size_t size = sight_f32_igemm_panel_count(1, depth), end = first + count;
    for (size_t column = first; column < end; column += 16) {
        float *panel = (float *)packed + column / 16 * size;
        const size_t width = end - column < 16 ? end - column : 16;
        memset(panel, 0, 16 * sizeof(float));
        if (is_transposed)
            sight_panel_interleave(matrix + column * depth, depth * sizeof(float), width, depth,
                                   panel + 16);
        else
            copy_columns(depth, columns, matrix + column, width, panel + 16);
    }
}

#define KERNEL(function, tier, rows) {#function, tier, rows, function},
static const sight_f32_igemm_kernel kernels[] = {
#include "f32-igemm.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_f32_igemm_kernel, sight_f32_igemm_kernels, sight_f32_igemm_best)
