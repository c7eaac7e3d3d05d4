#ifndef SIGHT_PIXELS_INTERNAL_H
#define SIGHT_PIXELS_INTERNAL_H

#include "../isa.h"
#include "sight-pixels.h"

#define PIXELS(tier) extern const sight_pixel_kernels sight_pixel_kernels__##tier;
#include "pixels.inc"
#undef PIXELS

#endif
