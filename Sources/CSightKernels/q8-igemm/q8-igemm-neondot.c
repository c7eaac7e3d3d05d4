#include "q8-igemm.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONDOT)

enum { sight_tile_vectors = 4 };
static const sight_q8_igemm_order sight_tile_order = sight_q8_igemm_fours;
#include "q8-igemm-neon.h"
#include "q8-igemm-neondot.h"

SIGHT_INLINE void sight_accumulate(const int rows, const int vectors, const _Bool flipped,
                                   const sight_window *window, size_t depth,
                                   const sight_q8_igemm_panel *panel, size_t n, int32x4_t *sums) {
    sight_accumulate_dot(rows, vectors, flipped, window, depth, panel->weights + 4 * n, sums);
}

void sight_q8_igemm__neondot_4x16(const sight_q8_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
