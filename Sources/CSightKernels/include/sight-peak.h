#ifndef SIGHT_PEAK_H
#define SIGHT_PEAK_H

#include "sight-isa.h"

#include <stddef.h>
#include <stdint.h>

// What a core computes at best: multiply-adds in registers and nothing else. Kernels are held
// against it.

/// Computes for a number of rounds and returns how many multiply-adds that were.
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
