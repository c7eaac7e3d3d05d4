#include "peak.h"

size_t sight_peak_f32__scalar(size_t rounds) {
    float sums[8] = {0}, factor = 0.5f;
    for (size_t round = 0; round < rounds; round++)
        for (int i = 0; i < 8; i++) {
            sums[i] = sums[i] * factor + 1;
            SIGHT_KEEP("m", sums[i]);
        }
    return 8 * rounds;
}

size_t sight_peak_q8__scalar(size_t rounds) {
    int sums[8] = {0}, factor = 3;
    for (size_t round = 0; round < rounds; round++)
        for (int i = 0; i < 8; i++) {
            sums[i] = (sums[i] & 0xFF) * factor + 1;
            SIGHT_KEEP("m", sums[i]);
        }
    return 8 * rounds;
}

#define BYTES(function, tier)
#define FLOATS(function, tier) {#function, tier, function},
static const sight_peak_kernel floats[] = {
#include "peak.inc"
};
#undef BYTES
#undef FLOATS
#define FLOATS(function, tier)
#define BYTES(function, tier) {#function, tier, function},
static const sight_peak_kernel bytes[] = {
#include "peak.inc"
};
#undef BYTES
#undef FLOATS

static const sight_peak_kernel *best(const sight_peak_kernel *kernels, size_t count,
                                     sight_tier tier) {
    size_t best = 0; // the lowest tier is always available
    for (size_t i = 1; i < count; i++)
        if (kernels[i].tier <= tier && sight_tier_available(kernels[i].tier))
            best = i;
    return &kernels[best];
}

const sight_peak_kernel *sight_peak_f32(sight_tier tier) {
    return best(floats, sizeof floats / sizeof floats[0], tier);
}

const sight_peak_kernel *sight_peak_q8(sight_tier tier) {
    return best(bytes, sizeof bytes / sizeof bytes[0], tier);
}
