#include "q8-igemm.h"

#if SIGHT_X86

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "../dot4-avx2.h"

enum { sight_tile_rows = 4 };
#include "q8-igemm-ymm.h"

void sight_q8_igemm__avx2_4x16(const sight_q8_igemm_job *job, sight_block block) {
    run_block(job, &block);
}

SIGHT_TARGET_END
#endif
