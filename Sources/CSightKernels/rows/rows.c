#include "rows.h"

#define ROWS(tier) &sight_row_kernels__##tier,
static const sight_row_kernels *const tiers[] = {
#include "rows.inc"
};
#undef ROWS

const sight_row_kernels *const *sight_row_kernels_all(size_t *count) {
    *count = sizeof tiers / sizeof tiers[0];
    return tiers;
}

const sight_row_kernels *sight_row_kernels_best(sight_tier tier) {
    const sight_row_kernels *best = tiers[0]; // the reference is always available
    for (size_t i = 1; i < sizeof tiers / sizeof tiers[0]; i++)
        if (tiers[i]->tier <= tier && sight_tier_available(tiers[i]->tier))
            best = tiers[i];
    return best;
}
