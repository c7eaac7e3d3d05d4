#include "peak.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONDOT)

#define multiply_add vdotq_s32
#include "peak-neon-q8.h"

size_t sight_peak_q8__neondot(size_t rounds) { return 16 * run_chains(rounds); }

SIGHT_TARGET_END
#endif
