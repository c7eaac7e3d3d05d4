#ifndef CSIGHTKERNELS_H
#define CSIGHTKERNELS_H

// The umbrella header of the C micro-kernels; each kernel family has a header of its own.
#include "sight-bf16-igemm.h"
#include "sight-copy-rows.h"
#include "sight-f32-dwconv.h"
#include "sight-f32-igemm.h"
#include "sight-f32-planar.h"
#include "sight-f32-sparse.h"
#include "sight-fourier.h"
#include "sight-image.h"
#include "sight-isa.h"
#include "sight-panel.h"
#include "sight-peak.h"
#include "sight-pixels.h"
#include "sight-pool.h"
#include "sight-q16-igemm.h"
#include "sight-q4-gemm.h"
#include "sight-q8-binary.h"
#include "sight-q8-dwconv.h"
#include "sight-q8-igemm.h"
#include "sight-q8-planar.h"
#include "sight-q8-row.h"
#include "sight-q8-winograd.h"
#include "sight-quantize.h"
#include "sight-requantize.h"
#include "sight-rows.h"
#include "sight-window.h"

#endif
