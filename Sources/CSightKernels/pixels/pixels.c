#include "pixels.h"
#include "../isa.h"

#define PIXELS(tier) &sight_pixel_kernels__##tier,
static const sight_pixel_kernels *const tiers[] = {
#include "pixels.inc"
};
#undef PIXELS

const sight_pixel_kernels *sight_pixel_kernels_up_to(sight_tier tier) {
    const sight_pixel_kernels *best = tiers[0];
    for (size_t i = 0; i < sizeof tiers / sizeof tiers[0]; i++) {
        if (tiers[i]->tier <= tier && sight_tier_available(tiers[i]->tier))
            best = tiers[i];
    }
    return best;
}
