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
    size_t choice = sizeof tiers / sizeof tiers[0] - 1;
    while (choice > 0 &&
           !(tiers[choice]->tier <= tier && sight_tier_available(tiers[choice]->tier)))
        choice--;
    return tiers[choice]; // the first is the reference, which is always available
}
