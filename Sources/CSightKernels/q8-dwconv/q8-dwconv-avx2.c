#include "q8-dwconv.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "q8-dwconv-words-avx2.h"

#include "q8-dwconv-ymm.h"

void sight_q8_dwconv__avx2_c32(const sight_q8_dwconv_job *job, sight_block block) {
    const size_t end = block.column + block.columns;
    for (size_t channel = block.column; channel < end; channel += 32)
        sight_channels_of_block_ymm(job, &block, channel, end - channel);
}

SIGHT_TARGET_END
#endif
