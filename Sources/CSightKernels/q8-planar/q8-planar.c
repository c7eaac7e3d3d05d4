#include "q8-planar.h"

#include "../kernel-table.h"

#include <string.h>

size_t sight_q8_planar_packed_bytes(size_t taps, size_t columns) {
    const size_t blocks = (columns + sight_q8_planar_width - 1) / sight_q8_planar_width;
    return blocks * sight_q8_planar_block_bytes(taps);
}

/// Returns weight `i` of all weights.
static int32_t weight_at(const sight_q8_planar_weights *w, size_t i) {
    return w->is_signed ? ((const int8_t *)w->weights)[i] : ((const uint8_t *)w->weights)[i];
}

/// Whether w - zw fits int8 for all weights.
static _Bool fits(const sight_q8_planar_weights *w) {
    for (size_t i = 0; i < w->columns * w->taps * w->channels; i++) {
        const int32_t difference = weight_at(w, i) - w->weight_zero_point;
        if (difference < INT8_MIN || difference > INT8_MAX)
            return 0;
    }
    return 1;
}

int32_t sight_q8_planar_pack(const sight_q8_planar_weights *w, void *packed) {
    // As in sight_q8_igemm_pack: w' = w - shift.
    const int32_t shift = fits(w) ? w->weight_zero_point : w->is_signed ? 0 : 128;
    const uint32_t offset = (uint32_t)(shift - w->weight_zero_point); // c
    const uint32_t za = (uint32_t)(w->input_zero_point + (w->is_signed ? 128 : 0));
    const size_t count = w->taps * w->channels, bytes = sight_q8_planar_block_bytes(w->taps);
    memset(packed, 0, sight_q8_planar_packed_bytes(w->taps, w->columns));
    for (size_t n = 0; n < w->columns; n++) {
        char *start = (char *)packed + n / sight_q8_planar_width * bytes;
        const size_t column = n % sight_q8_planar_width;
        sight_q8_planar_block *block = (sight_q8_planar_block *)(void *)start;
        int8_t *weights = (int8_t *)(block + 1) + column * sight_q8_planar_depth;
        uint32_t sum = 0;
        for (size_t i = 0; i < count; i++) {
            const size_t tap = i / w->channels, c = i % w->channels;
            const int32_t weight = weight_at(w, n * count + i) - shift;
            weights[tap * sight_q8_planar_width * sight_q8_planar_depth + c] = (int8_t)weight;
            sum += (uint32_t)weight;
        }
        const uint32_t bias = w->biases ? (uint32_t)w->biases[n] : 0;
        block->bias[column] = (int32_t)(bias - za * sum - offset * (uint32_t)count * za);
        block->factor[column] = sight_nearest_factor(w->multipliers[n], w->rights[n]);
    }
    return (int32_t)offset;
}

#define KERNEL(name, tier)                                                                         \
    {"sight_q8_planar__" #name, tier, sight_q8_planar_spread__##name, sight_q8_planar__##name},
static const sight_q8_planar_kernel kernels[] = {
#include "q8-planar.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_q8_planar_kernel, sight_q8_planar_kernels, sight_q8_planar_best)
