#ifndef CSIGHTKERNELS_H
#define CSIGHTKERNELS_H

// Umbrella of the C micro-kernels: one header per kernel family.
#include "sight-isa.h"
#include "sight-pixels.h"
#include "sight-pool.h"

#endif
