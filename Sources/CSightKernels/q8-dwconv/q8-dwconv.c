#include "q8-dwconv.h"

#include <string.h>

size_t sight_q8_dwconv_passes(const sight_q8_dwconv_weights *w) {
    const uint8_t *weights = w->weights, flip = w->weights_are_signed ? 0x80 : 0;
    const size_t count = w->kernel_height * w->kernel_width * w->channels;
    uint8_t least = 255, greatest = 0; // after an exclusive or that keeps the order of int8
    for (size_t i = 0; i < count; i++) {
        const uint8_t value = weights[i] ^ flip;
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    const int32_t zero = w->weight_zero_point + flip;
    int32_t passes = 1; // their terms add up to -128 * passes ... 127 * passes
    while (count > 0 && (least - zero < -128 * passes || greatest - zero > 127 * passes))
        passes++;
    return (size_t)passes;
}

size_t sight_q8_dwconv_packed_bytes(size_t kernel_height, size_t kernel_width, size_t channels,
                                    size_t passes) {
    size_t groups = sight_q8_dwconv_groups(kernel_height, kernel_width);
    return (channels + 31) / 32 * sight_q8_dwconv_panel_bytes(groups, passes);
}

/// Packs up to four cells of a filter column, `stride` bytes apart, for up to 32 channels. w - zw
/// is in -255...255 and is split into int8 terms. Adds the weights to the sums.
static void pack_cells(const uint8_t *weights, size_t stride, size_t cells, size_t channels,
                       uint8_t flip, int32_t zero, size_t passes, size_t pass_bytes, char *target,
                       uint32_t *sums) {
    int32_t values[4][32] = {{0}};
    for (size_t cell = 0; cell < cells; cell++)
        for (size_t c = 0; c < channels; c++) {
            values[cell][c] = (weights[cell * stride + c] ^ flip) - zero;
            sums[c] += (uint32_t)values[cell][c];
        }
    for (size_t pass = 1; pass <= passes; pass++, target += pass_bytes) {
        uint32_t words[32] = {0};
        for (size_t cell = 0; cell < 4; cell++)
            for (size_t c = 0; c < 32; c++) {
                const int32_t value = values[cell][c];
                const int32_t term = value < -128 ? -128 : value > 127 ? 127 : value;
                words[c] |= (uint32_t)(uint8_t)term << (8 * cell);
                values[cell][c] = value - term;
            }
        for (size_t c = 0; c < 32; c += 4) // four channels have consecutive positions
            memcpy(target + 4 * sight_q8_dwconv_position(c), words + c, 16);
    }
}

void sight_q8_dwconv_pack(const sight_q8_dwconv_weights *w, size_t passes, void *packed) {
    const size_t height = w->kernel_height, width = w->kernel_width;
    memset(packed, 0, sight_q8_dwconv_packed_bytes(height, width, w->channels, passes));
    const size_t column_groups = sight_q8_dwconv_column_groups(height);
    const size_t groups = sight_q8_dwconv_groups(height, width);
    const size_t bytes = sight_q8_dwconv_panel_bytes(groups, passes);
    const uint32_t za = (uint32_t)(w->input_zero_point + (w->input_is_signed ? 128 : 0));
    const uint8_t flip = w->weights_are_signed ? 0x80 : 0;
    for (size_t first = 0; first < w->channels; first += 32) {
        const size_t count = w->channels - first < 32 ? w->channels - first : 32;
        char *start = (char *)packed + first / 32 * bytes;
        uint32_t sums[32] = {0};
        for (size_t y = 0; y < height; y += 4)
            for (size_t x = 0; x < width; x++)
                pack_cells((const uint8_t *)w->weights + (y * width + x) * w->channels + first,
                           width * w->channels, height - y < 4 ? height - y : 4, count, flip,
                           w->weight_zero_point + flip, passes, groups * 128,
                           start + 5 * 128 + (x * column_groups + y / 4) * 128, sums);
        for (size_t i = 0, c = first; i < count; i++, c++) {
            int32_t *parameters = (int32_t *)(void *)start + sight_q8_dwconv_position(i);
            parameters[0] = (int32_t)((w->biases ? (uint32_t)w->biases[c] : 0) - za * sums[i]);
            parameters[32] = w->multipliers[c];
            parameters[64] = w->lefts[c];
            parameters[96] = w->rights[c];
            parameters[128] = (int32_t)((uint32_t)parameters[0] + 128 * sums[i]);
        }
    }
}

#define KERNEL(function, tier, channels) {#function, tier, channels, function},
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
    size_t best = 0; // the reference is always available
    for (size_t i = 1; i < sizeof kernels / sizeof kernels[0]; i++)
        if (sight_q8_dwconv_groups(kernel_height, kernel_width) <= sight_q8_dwconv_maximum_groups &&
            kernels[i].tier <= tier && sight_tier_available(kernels[i].tier))
            best = i;
    return &kernels[best];
}
