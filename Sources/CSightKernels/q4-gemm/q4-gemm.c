#include "q4-gemm.h"

#include "../kernel-table.h"

#include <string.h>

enum { width = sight_q4_gemm_width };

SIGHT_NO_CONTRACTION

size_t sight_q4_gemm_packed_bytes(size_t depth, size_t columns, size_t length) {
    return (columns + width - 1) / width * sight_q4_gemm_part_bytes(depth, length);
}

/// Packs eight weights of a column: the first four are the low bits of four bytes.
SIGHT_INLINE void pack_eight(const int8_t *weights, char *packed) {
    uint32_t low, high;
    memcpy(&low, weights, 4);
    memcpy(&high, weights + 4, 4);
    const uint32_t bytes = (low & 0x0F0F0F0F) | (high & 0x0F0F0F0F) << 4;
    memcpy(packed, &bytes, 4);
}

/// Packs a block of a column. Returns the sum of its weights.
static int32_t pack_block(const int8_t *weights, size_t length, char *packed) {
    int32_t sum = 0;
    for (size_t k = 0; k < length; k++)
        sum += weights[k];
    for (size_t k = 0; k < length; k += 8)
        pack_eight(weights + k, packed + k / 8 * sight_q4_gemm_group);
    return sum;
}

void sight_q4_gemm_pack(const sight_q4_gemm_weights *weights, void *packed) {
    const size_t depth = weights->depth, length = weights->length, blocks = depth / length;
    const size_t block_bytes =
        sight_q4_gemm_numbers + length / sight_q4_gemm_step * sight_q4_gemm_step_bytes;
    char *part = packed;
    for (size_t first = 0; first < weights->columns;
         first += width, part += sight_q4_gemm_part_bytes(depth, length)) {
        const size_t rest = weights->columns - first, count = rest < width ? rest : width;
        float *biases = (float *)(void *)part, *sums = biases + width;
        if (count < width)
            memset(part, 0, sight_q4_gemm_part_bytes(depth, length));
        for (size_t i = 0; i < count; i++) {
            const size_t column = first + i;
            biases[i] = weights->biases ? weights->biases[column] : 0;
            float total = 0;
            for (size_t b = 0; b < blocks; b++) {
                char *block = part + 2 * sight_q4_gemm_numbers + b * block_bytes;
                const float scale = weights->scales[column * blocks + b];
                memcpy(block + i * sizeof scale, &scale, sizeof scale);
                const int32_t sum = pack_block(weights->weights + column * depth + b * length,
                                               length, block + sight_q4_gemm_numbers + 4 * i);
                total += (float)sum * scale;
            }
            sums[i] = total;
        }
    }
}

#define KERNEL(function, tier, tile_rows, is_signed)                                               \
    {#function, tier, tile_rows, is_signed, function},
static const sight_q4_gemm_kernel kernels[] = {
#include "q4-gemm.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_q4_gemm_kernel, sight_q4_gemm_kernels, sight_q4_gemm_best)
