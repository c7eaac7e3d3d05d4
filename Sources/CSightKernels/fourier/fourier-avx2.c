#include "fourier.h"

#if SIGHT_X86
SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)
#include "fourier-loops.h"
SIGHT_TARGET_END

const sight_fourier_kernel sight_fourier__avx2 = {"sight_fourier__avx2", sight_tier_avx2, transform,
                                                  transform_real, store};
#endif
