#include "q8-binary.h"
#include "sight-requantize.h"

static int32_t element(const void *values, size_t index, _Bool is_signed) {
    return is_signed ? ((const int8_t *)values)[index] : ((const uint8_t *)values)[index];
}

/// An element of an operand minus its zero point.
static int32_t operand(const sight_q8_binary *p, const void *values, size_t index,
                       int32_t zero_point) {
    const int32_t value =
        p->is_wide ? ((const int16_t *)values)[index] : element(values, index, p->is_signed);
    return (int32_t)((uint32_t)value - (uint32_t)zero_point);
}

static int32_t scaled(int32_t value, sight_q8_factor factor) {
    return sight_requantize(value, factor.multiplier, factor.left, factor.right);
}

static int32_t wrapping_sum(int32_t x, int32_t y) { return (int32_t)((uint32_t)x + (uint32_t)y); }

static int32_t shifted(int32_t x, int bits) { return (int32_t)((uint32_t)x << bits); }

static void store(int32_t value, const sight_q8_binary *p, void *output, size_t index) {
    int32_t y = wrapping_sum(scaled(value, p->output), p->output_zero_point);
    y = y < p->minimum ? p->minimum : y > p->maximum ? p->maximum : y;
    if (p->is_wide)
        ((int16_t *)output)[index] = (int16_t)y;
    else
        ((uint8_t *)output)[index] = (uint8_t)y;
}

void sight_q8_sum__scalar(PARAMETERS) {
    const int bits = sight_q8_spare_bits(p);
    for (size_t i = 0; i < count; i++) {
        int32_t x = shifted(operand(p, a, i * a_step, p->a_zero_point), bits);
        int32_t y = shifted(operand(p, b, i * b_step, p->b_zero_point), bits);
        store(wrapping_sum(scaled(x, p->a), scaled(y, p->b)), p, output, i);
    }
}

void sight_q8_product__scalar(PARAMETERS) {
    for (size_t i = 0; i < count; i++) {
        uint32_t x = (uint32_t)operand(p, a, i * a_step, p->a_zero_point);
        uint32_t y = (uint32_t)operand(p, b, i * b_step, p->b_zero_point);
        store((int32_t)(x * y), p, output, i);
    }
}

void sight_q8_square__scalar(PARAMETERS) {
    for (size_t i = 0; i < count; i++) {
        int32_t x = shifted(operand(p, a, i * a_step, p->a_zero_point), 7);
        int32_t y = shifted(operand(p, b, i * b_step, p->b_zero_point), 7);
        uint32_t difference = (uint32_t)scaled(x, p->a) - (uint32_t)scaled(y, p->b);
        store((int32_t)(difference * difference), p, output, i);
    }
}

void sight_q8_short_sum__scalar(SHORT_PARAMETERS) {
    for (size_t i = 0; i < count; i++) {
        const int32_t x = element(a, i * a_step, p->is_signed);
        const int32_t y = element(b, i * b_step, p->is_signed);
        const int32_t low = x * p->a_low + y * p->b_low + p->low;
        const int32_t high = x * p->a_high + y * p->b_high + p->high;
        const int32_t sum = (high + (low >> 15)) >> p->shift;
        ((uint8_t *)output)[i] = (uint8_t)(sum < p->minimum   ? p->minimum
                                           : sum > p->maximum ? p->maximum
                                                              : sum);
    }
}

void sight_q8_short_product__scalar(SHORT_PRODUCT_PARAMETERS) {
    for (size_t i = 0; i < count; i++) {
        const int32_t x = element(a, i * a_step, p->is_signed) - p->a_zero_point;
        const int32_t y = element(b, i * b_step, p->is_signed) - p->b_zero_point;
        const int32_t product = (int32_t)sight_q8_short_value(p, x * y) + p->output_zero_point;
        ((uint8_t *)output)[i] = (uint8_t)(product < p->minimum   ? p->minimum
                                           : product > p->maximum ? p->maximum
                                                                  : product);
    }
}
