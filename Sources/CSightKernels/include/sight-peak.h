#ifndef SIGHT_PEAK_H
#define SIGHT_PEAK_H

#include "sight-isa.h"

#include <stddef.h>
#include <stdint.h>

// Measures the peak of a core: loops of multiply-adds on registers, without memory accesses. The
// share of the peak that a kernel reaches is computed from it.

/// Runs a number of rounds and returns the number of multiply-adds in them.
typedef size_t (*sight_peak_function)(size_t rounds);

typedef struct {
    const char *name;
    sight_tier tier;
    sight_peak_function run;
} sight_peak_kernel;

/// The fastest multiply-adds of binary32 on a tier.
const sight_peak_kernel *sight_peak_f32(sight_tier tier);

/// The fastest multiply-adds of 8-bit integers with 32-bit sums on a tier.
const sight_peak_kernel *sight_peak_q8(sight_tier tier);

#endif
