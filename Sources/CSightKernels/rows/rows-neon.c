#include "rows.h"

#if SIGHT_ARM64

#include "rows-loops.h"

SIGHT_ROWS(neon)
#endif
