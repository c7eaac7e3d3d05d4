#include "rows.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

#include "rows-loops.h"

SIGHT_TARGET_END

SIGHT_ROWS(avx2, map_bytes)
#endif
