#include "rows.h"

#if SIGHT_ARM64
#include <arm_neon.h>

#include "rows-loops.h"

SIGHT_ROWS(neon, map_bytes)
#endif
