#include "rows.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

#include "rows-loops.h"

SIGHT_TARGET_END

SIGHT_ROWS(avx512)
#endif
