#include "q8-igemm.h"

#include <string.h>

size_t sight_q8_igemm_packed_bytes(size_t taps, size_t depth, size_t columns) {
    return (columns + 15) / 16 * sight_q8_igemm_panel_bytes(taps, depth);
}

/// The value of a weight as the kernels see it, when c is `offset`: w - zw + c, or w.
static int32_t shifted_weight(const sight_q8_igemm_weights *w, size_t index, int32_t shift) {
    int32_t raw = w->weights_are_signed ? ((const int8_t *)w->weights)[index]
                                        : ((const uint8_t *)w->weights)[index];
    return raw - shift;
}

/// What is subtracted from raw weights: the zero point itself if all results fit int8 (then c = 0
/// and no row sums are needed), else 128 for unsigned and 0 for signed weights.
static int32_t weight_shift(const sight_q8_igemm_weights *w) {
    for (size_t i = 0; i < w->columns * w->taps * w->depth; i++) {
        int32_t value = shifted_weight(w, i, w->weight_zero_point);
        if (value < -128 || value > 127)
            return w->weights_are_signed ? 0 : 128;
    }
    return w->weight_zero_point;
}

/// Packs the weights of one column and returns their sum.
static int32_t pack_column(const sight_q8_igemm_weights *w, size_t n, int32_t shift,
                           int8_t *packed) {
    size_t groups = sight_q8_igemm_groups(w->depth);
    int32_t sum = 0;
    for (size_t tap = 0; tap < w->taps; tap++) {
        for (size_t k = 0; k < w->depth; k++) {
            int32_t value = shifted_weight(w, (n * w->taps + tap) * w->depth + k, shift);
            packed[((tap * groups + k / 4) * 16 + n % 16) * 4 + k % 4] = (int8_t)value;
            sum += value;
        }
    }
    return sum;
}

int32_t sight_q8_igemm_pack(const sight_q8_igemm_weights *w, void *packed) {
    memset(packed, 0, sight_q8_igemm_packed_bytes(w->taps, w->depth, w->columns));
    int32_t shift = weight_shift(w);
    int32_t offset = shift - w->weight_zero_point; // c
    uint32_t za = (uint32_t)(w->input_zero_point + (w->input_is_signed ? 128 : 0));
    size_t bytes = sight_q8_igemm_panel_bytes(w->taps, w->depth);
    for (size_t n = 0; n < w->columns; n++) {
        char *start = (char *)packed + n / 16 * bytes;
        int32_t *parameters = (int32_t *)(void *)start + n % 16;
        uint32_t sum = (uint32_t)pack_column(w, n, shift, (int8_t *)(start + 5 * 64));
        uint32_t count = (uint32_t)(w->taps * w->depth);
        uint32_t bias = w->biases ? (uint32_t)w->biases[n] : 0;
        parameters[0] = (int32_t)(bias - za * sum - (uint32_t)offset * count * za);
        parameters[16] = w->multipliers[n];
        parameters[32] = w->lefts[n];
        parameters[48] = w->rights[n];
        parameters[64] = (int32_t)((uint32_t)parameters[0] + 128 * sum);
    }
    return offset;
}

#define KERNEL(function, tier, rows) {#function, tier, rows, function},
static const sight_q8_igemm_kernel kernels[] = {
#include "q8-igemm.inc"
};
#undef KERNEL

const sight_q8_igemm_kernel *sight_q8_igemm_kernels(size_t *count) {
    *count = sizeof kernels / sizeof kernels[0];
    return kernels;
}

const sight_q8_igemm_kernel *sight_q8_igemm_best(sight_tier tier) {
    size_t best = 0; // the reference is always there
    for (size_t i = 1; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i].tier <= tier && sight_tier_available(kernels[i].tier))
            best = i;
    return &kernels[best];
}
