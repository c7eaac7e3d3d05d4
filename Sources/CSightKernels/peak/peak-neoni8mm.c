#include "peak.h"

#if SIGHT_ARM64
#include <arm_neon.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_NEONI8MM)

#define multiply_add vmmlaq_s32
#include "peak-neon-q8.h"

size_t sight_peak_q8__neoni8mm(size_t rounds) { return 32 * run_chains(rounds); }

SIGHT_TARGET_END
#endif
