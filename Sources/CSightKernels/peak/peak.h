#ifndef SIGHT_PEAK_INTERNAL_H
#define SIGHT_PEAK_INTERNAL_H

#include "../isa.h"
#include "sight-peak.h"

#define FLOATS(function, tier) size_t function(size_t rounds);
#define BYTES(function, tier) size_t function(size_t rounds);
#include "peak.inc"
#undef FLOATS
#undef BYTES

/// Makes the compiler believe that a register was read and changed.
#define SIGHT_KEEP(constraint, value) __asm__ volatile("" : "+" constraint(value))

#endif
