#ifndef SIGHT_FOURIER_INTERNAL_H
#define SIGHT_FOURIER_INTERNAL_H

#include "../isa.h"
#include "sight-fourier.h"

#define FOURIER(kernel) extern const sight_fourier_kernel sight_fourier__##kernel;
#include "fourier.inc"
#undef FOURIER

#endif
