#include "q8-dwconv.h"

#if SIGHT_ARM64
#include <arm_neon.h>
#include <string.h>

#define PRODUCTS "q8-dwconv-words.h"
#define SIGNED_ACTIVATIONS 0

#include "q8-dwconv-neon.h"

void sight_q8_dwconv__neon_c16(const sight_q8_dwconv_job *job, sight_block block) {
    run_block(job, &block);
}

#endif
