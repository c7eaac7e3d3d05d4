#include <math.h>

#include "pixels.h"

SIGHT_NO_CONTRACTION

#include "pixels-encode.h"
#include "pixels-sample.h"

const sight_pixel_kernels sight_pixel_kernels__scalar = {
    .tier = sight_tier_scalar,
    .sample_packed = sample_packed_scalar,
    .sample_nv12 = sample_nv12_scalar,
    .sample_i420 = sample_i420_scalar,
    SIGHT_PIXEL_ENCODERS,
};
