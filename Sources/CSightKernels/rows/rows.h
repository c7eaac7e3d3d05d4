#ifndef SIGHT_ROWS_INTERNAL_H
#define SIGHT_ROWS_INTERNAL_H

#include "../isa.h"
#include "sight-rows.h"

#define ROWS(tier) extern const sight_row_kernels sight_row_kernels__##tier;
#include "rows.inc"
#undef ROWS

#endif
