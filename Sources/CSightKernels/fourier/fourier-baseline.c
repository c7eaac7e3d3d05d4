#include "fourier.h"

#include "fourier-loops.h"

const sight_fourier_kernel sight_fourier__baseline = {"sight_fourier__baseline", sight_tier_scalar,
                                                      transform, transform_real, store};
