#include "q8-dwconv.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512VNNI)

SIGHT_INLINE __m256i sight_dot4_ymm(__m256i sums, __m256i quad, const __m256i *weights) {
    return _mm256_dpbusd_epi32(sums, quad, *weights);
}

#define QUAD_WEIGHTS 1
#define ROWS "q8-dwconv-roll-5x5.h"

#include "q8-dwconv-ymm.h"

#include "q8-dwconv-zmm.h"

void sight_q8_dwconv__avx512vnni_c64(const sight_q8_dwconv_job *job, sight_block block) {
    size_t channel = block.column;
    const size_t end = channel + block.columns;
    for (; channel + 32 < end; channel += 64)
        sight_channels_of_block_zmm(job, &block, channel, end - channel);
    if (channel < end)
        sight_channels_of_block_ymm(job, &block, channel, end - channel);
}

SIGHT_TARGET_END
#endif
