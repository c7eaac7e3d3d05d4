#include "q8-dwconv.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVXVNNI)

SIGHT_INLINE __m256i sight_dot4_ymm(__m256i sums, __m256i quad, const __m256i *weights) {
    return _mm256_dpbusd_avx_epi32(sums, quad, *weights);
}

#define QUAD_WEIGHTS 1

#include "q8-dwconv-ymm.h"

void sight_q8_dwconv__avxvnni_c32(const sight_q8_dwconv_job *job, sight_block block) {
    const size_t end = block.column + block.columns;
    for (size_t channel = block.column; channel < end; channel += 32)
        sight_channels_of_block_ymm(job, &block, channel, end - channel);
}

SIGHT_TARGET_END
#endif
