#ifndef SIGHT_Q16_IGEMM_INTERNAL_H
#define SIGHT_Q16_IGEMM_INTERNAL_H

#include "../isa.h"
#include "sight-q16-igemm.h"

#define KERNEL(function, tier)                                                                     \
    void function(const sight_q16_igemm_job *job, size_t row, size_t rows, int64_t *sums);
#include "q16-igemm.inc"
#undef KERNEL

#endif
