#include "q8-dwconv.h"

#include <string.h>

/// w - zw, in -255...255.
static int32_t centred_weight(const sight_q8_dwconv_weights *w, size_t index) {
    int32_t raw = w->weights_are_signed ? ((const int8_t *)w->weights)[index]
                                        : ((const uint8_t *)w->weights)[index];
    return raw - w->weight_zero_point;
}

size_t sight_q8_dwconv_passes(const sight_q8_dwconv_weights *w) {
    int32_t passes = 1; // that many terms reach from -128 * passes to 127 * passes
    for (size_t i = 0; i < w->kernel_height * w->kernel_width * w->channels; i++) {
        int32_t value = centred_weight(w, i);
        while (value < -128 * passes || value > 127 * passes)
            passes++;
    }
    return (size_t)passes;
}

size_t sight_q8_dwconv_packed_bytes(size_t kernel_height, size_t kernel_width, size_t channels,
                                    size_t passes) {
    size_t groups = sight_q8_dwconv_groups(kernel_height, kernel_width);
    return (channels + 31) / 32 * sight_q8_dwconv_panel_bytes(groups, passes);
}

void sight_q8_dwconv_pack(const sight_q8_dwconv_weights *w, size_t passes, void *packed) {
    const size_t height = w->kernel_height, width = w->kernel_width, taps = height * width;
    memset(packed, 0, sight_q8_dwconv_packed_bytes(height, width, w->channels, passes));
    size_t column_groups = sight_q8_dwconv_column_groups(height);
    size_t groups = sight_q8_dwconv_groups(height, width);
    size_t bytes = sight_q8_dwconv_panel_bytes(groups, passes);
    uint32_t za = (uint32_t)(w->input_zero_point + (w->input_is_signed ? 128 : 0));
    for (size_t c = 0; c < w->channels; c++) {
        char *start = (char *)packed + c / 32 * bytes;
        size_t position = sight_q8_dwconv_position(c);
        int8_t *weights = (int8_t *)(start + 5 * 128);
        uint32_t sum = 0;
        for (size_t tap = 0; tap < taps; tap++) {
            size_t y = tap / width, group = tap % width * column_groups + y / 4;
            int32_t value = centred_weight(w, tap * w->channels + c);
            sum += (uint32_t)value;
            for (size_t pass = 0; pass < passes; pass++) {
                int32_t term = value < -128 ? -128 : value > 127 ? 127 : value;
                weights[((pass * groups + group) * 32 + position) * 4 + y % 4] = (int8_t)term;
                value -= term;
            }
        }
        int32_t *parameters = (int32_t *)(void *)start + position;
        parameters[0] = (int32_t)((w->biases ? (uint32_t)w->biases[c] : 0) - za * sum);
        parameters[32] = w->multipliers[c];
        parameters[64] = w->lefts[c];
        parameters[96] = w->rights[c];
        parameters[128] = (int32_t)((uint32_t)parameters[0] + 128 * sum);
    }
}

#define KERNEL(function, tier) {#function, tier, function},
static const sight_q8_dwconv_kernel kernels[] = {
#include "q8-dwconv.inc"
};
#undef KERNEL

const sight_q8_dwconv_kernel *sight_q8_dwconv_kernels(size_t *count) {
    *count = sizeof kernels / sizeof kernels[0];
    return kernels;
}

const sight_q8_dwconv_kernel *sight_q8_dwconv_best(sight_tier tier, size_t kernel_height,
                                                   size_t kernel_width) {
    size_t best = 0; // the reference is always there
    for (size_t i = 1; i < sizeof kernels / sizeof kernels[0]; i++)
        if (sight_q8_dwconv_groups(kernel_height, kernel_width) <= sight_q8_dwconv_maximum_groups &&
            kernels[i].tier <= tier && sight_tier_available(kernels[i].tier))
            best = i;
    return &kernels[best];
}
