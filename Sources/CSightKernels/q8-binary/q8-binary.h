#ifndef SIGHT_Q8_BINARY_INTERNAL_H
#define SIGHT_Q8_BINARY_INTERNAL_H

#include "../isa.h"
#include "sight-q8-binary.h"

#include <math.h>

#define PARAMETERS                                                                                 \
    const sight_q8_binary *p, const void *a, size_t a_step, const void *b, size_t b_step,          \
        void *output, size_t count
#define SHORT_PARAMETERS                                                                           \
    const sight_q8_short_sum *p, const void *a, size_t a_step, const void *b, size_t b_step,       \
        void *output, size_t count
#define SHORT_PRODUCT_PARAMETERS                                                                   \
    const sight_q8_short_product *p, const void *a, size_t a_step, const void *b, size_t b_step,   \
        void *output, size_t count
#define KERNELS(suffix, tier)                                                                      \
    void sight_q8_sum__##suffix(PARAMETERS);                                                       \
    void sight_q8_product__##suffix(PARAMETERS);                                                   \
    void sight_q8_square__##suffix(PARAMETERS);                                                    \
    void sight_q8_short_sum__##suffix(SHORT_PARAMETERS);                                           \
    void sight_q8_short_product__##suffix(SHORT_PRODUCT_PARAMETERS);
#include "q8-binary.inc"
#undef KERNELS

/// The bits by which the operands of a sum are shifted to the left first.
static inline int sight_q8_spare_bits(const sight_q8_binary *p) { return p->is_wide ? 15 : 20; }

/// The rounded value of a short product.
static inline float sight_q8_short_value(const sight_q8_short_product *p, int32_t product) {
    const float bias = product < 0 ? -p->bias : p->bias;
    return nearbyintf(fmaf((float)product, p->factor, fmaf((float)product, p->rest, bias)));
}

#endif
