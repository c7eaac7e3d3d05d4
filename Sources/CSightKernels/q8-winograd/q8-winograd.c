#include "q8-winograd.h"

#include <string.h>

size_t sight_q8_winograd_packed_bytes(size_t channels, size_t columns) {
    return (columns + 15) / 16 * sight_q8_winograd_panel_bytes(channels);
}

size_t sight_q8_winograd_tiles(const sight_image *image, size_t batches) {
    return batches * ((image->rows + 1) / 2) * ((image->columns + 1) / 2);
}

/// Transforms three numbers, `step` apart, to four.
static void transform(const int32_t *g, size_t step, int32_t *target, size_t target_step) {
    const int32_t a = g[0], b = g[step], c = g[2 * step];
    target[0] = 2 * a;
    target[target_step] = a + b + c;
    target[2 * target_step] = a - b + c;
    target[3 * target_step] = 2 * c;
}

/// Packs the 3 x 3 filter of one input channel and one output column, and returns the sum of its
/// weights. The first of the 16 values goes to `target`, each further one `step` elements after it.
static int32_t pack_filter(const uint8_t *weights, size_t channels, uint8_t flip, int32_t zero,
                           int16_t *target, size_t step) {
    int32_t filter[9], rows[12], values[16], sum = 0; // [3][3], [4][3], [4][4]
    for (size_t i = 0; i < 9; i++) {
        filter[i] = (weights[i * channels] ^ flip) - zero;
        sum += filter[i];
    }
    for (size_t x = 0; x < 3; x++)
        transform(filter + x, 3, rows + x, 3);
    for (size_t y = 0; y < 4; y++)
        transform(rows + 3 * y, 1, values + 4 * y, 1);
    for (size_t i = 0; i < 16; i++)
        target[i * step] = (int16_t)values[i];
    return sum;
}

void sight_q8_winograd_pack(const sight_q8_winograd_weights *w, void *packed) {
    const size_t bytes = sight_q8_winograd_panel_bytes(w->channels);
    const size_t step = 32 * sight_q8_winograd_pairs(w->channels); // to the next of 16 values
    const uint8_t flip = w->weights_are_signed ? 0x80 : 0;
    const int32_t zero = w->weight_zero_point + flip;
    const uint32_t za = (uint32_t)(w->input_zero_point + (w->input_is_signed ? 128 : 0));
    memset(packed, 0, sight_q8_winograd_packed_bytes(w->channels, w->columns));
    for (size_t n = 0; n < w->columns; n++) {
        char *panel = (char *)packed + n / 16 * bytes;
        int16_t *filters = (int16_t *)(void *)(panel + 128);
        const uint8_t *weights = (const uint8_t *)w->weights + n * 9 * w->channels;
        uint32_t sum = 0;
        for (size_t c = 0; c < w->channels; c++)
            sum += (uint32_t)pack_filter(weights + c, w->channels, flip, zero,
                                         filters + c / 2 * 32 + n % 16 * 2 + c % 2, step);
        const int32_t bias = (int32_t)((w->biases ? (uint32_t)w->biases[n] : 0) - za * sum);
        const float factor = sight_nearest_factor(w->multipliers[n], w->rights[n]);
        memcpy(panel + n % 16 * 4, &bias, sizeof bias);
        memcpy(panel + 64 + n % 16 * 4, &factor, sizeof factor);
    }
}

#define KERNEL(function, tier) {#function, tier, function},
static const sight_q8_winograd_kernel kernels[] = {
#include "q8-winograd.inc"
};
#undef KERNEL

const sight_q8_winograd_kernel *sight_q8_winograd_kernels(size_t *count) {
    *count = sizeof kernels / sizeof kernels[0];
    return kernels;
}

const sight_q8_winograd_kernel *sight_q8_winograd_faster(sight_tier tier) {
    for (size_t i = 1; i < sizeof kernels / sizeof kernels[0]; i++)
        if (kernels[i].tier == tier && sight_tier_available(tier))
            return &kernels[i];
    return NULL;
}
