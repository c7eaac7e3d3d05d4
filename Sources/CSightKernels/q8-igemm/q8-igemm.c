#include "q8-igemm.h"

#include "../kernel-table.h"

#include <string.h>

size_t sight_q8_igemm_packed_bytes(size_t taps, size_t depth, size_t columns) {
    return (columns + 15) / 16 * sight_q8_igemm_panel_bytes(taps, depth) + sight_q8_igemm_slack;
}

/// What is subtracted from raw weights: the zero point itself if all results fit int8 (then c = 0
/// and no row sums are needed), else 128 for unsigned and 0 for signed weights.
static int32_t weight_shift(const sight_q8_igemm_weights *w) {
    const uint8_t *weights = w->weights, flip = w->weights_are_signed ? 0x80 : 0;
    uint8_t least = 255, greatest = 0; // after the flip that keeps the order of signed ones
    for (size_t i = 0; i < w->columns * w->taps * w->depth; i++) {
        const uint8_t value = weights[i] ^ flip;
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    const int32_t zero = w->weight_zero_point + flip;
    const _Bool fits = greatest < least || (least - zero >= -128 && greatest - zero <= 127);
    return fits ? w->weight_zero_point : w->weights_are_signed ? 0 : 128;
}

/// Packs the weights of one column and returns their sum.
static int32_t pack_column(const sight_q8_igemm_weights *w, size_t n, int32_t shift,
                           int8_t *packed) {
    enum { part = 256 }; // weights shifted at once, a multiple of 4
    const uint8_t *weights = (const uint8_t *)w->weights + n * w->taps * w->depth;
    const uint8_t minus = (uint8_t)shift;
    int32_t sum = 0;
    packed += n % 16 * 4;
    for (size_t tap = 0; tap < w->taps; tap++, weights += w->depth)
        for (size_t k = 0; k < w->depth; k += part) {
            const size_t count = w->depth - k < part ? w->depth - k : part;
            int8_t values[part + 4];
            for (size_t i = 0; i < count; i++)
                values[i] = (int8_t)(uint8_t)(weights[k + i] - minus);
            for (size_t i = 0; i < count; i++)
                sum += values[i];
            memset(values + count, 0, 4);
            for (size_t i = 0; i < count; i += 4, packed += 64)
                memcpy(packed, values + i, 4);
        }
    return sum;
}

int32_t sight_q8_igemm_pack(const sight_q8_igemm_weights *w, void *packed) {
    int32_t shift = weight_shift(w);
    int32_t offset = shift - w->weight_zero_point; // c
    uint32_t za = (uint32_t)(w->input_zero_point + (w->input_is_signed ? 128 : 0));
    const size_t bytes = sight_q8_igemm_panel_bytes(w->taps, w->depth);
    const size_t panels = (w->columns + 15) / 16;
    if (w->columns % 16 != 0) // missing columns are zero
        memset((char *)packed + (panels - 1) * bytes, 0, bytes);
    memset((char *)packed + panels * bytes, 0, sight_q8_igemm_slack);
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

SIGHT_KERNEL_TABLE(sight_q8_igemm_kernel, sight_q8_igemm_kernels, sight_q8_igemm_best)
