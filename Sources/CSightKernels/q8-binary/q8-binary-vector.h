// The loops of sums, products and squared differences, for all vector tiers. The including file
// defines LANES, vector, vector_factor, splat, add, subtract, multiply, shift_left, load_factor,
// scale, widen and store for bytes, widen_wide and store_wide for int16, and NAME(kernel).

/// Loads LANES elements of an operand, minus its zero point. If fewer remain, they are copied to a
/// full register first.
static inline vector operand(const sight_q8_binary *p, const void *values, size_t step,
                             size_t index, size_t rest, vector minus_zero_point) {
    const size_t size = p->is_wide ? 2 : 1;
    uint8_t padded[2 * LANES] = {0};
    const uint8_t *elements = (const uint8_t *)values + index * step * size;
    if (step == 0) {
        for (size_t i = 0; i < LANES; i++)
            memcpy(padded + size * i, elements, size);
        elements = padded;
    } else if (rest < LANES) {
        memcpy(padded, elements, rest * size);
        elements = padded;
    }
    return add(p->is_wide ? widen_wide(elements) : widen(elements, p->is_signed), minus_zero_point);
}

/// Clamps and writes LANES elements, or those that remain.
static inline void finish(const sight_q8_binary *p, vector y, void *output, size_t index,
                          size_t rest) {
    const vector minimum = splat(p->minimum), maximum = splat(p->maximum);
    const size_t size = p->is_wide ? 2 : 1;
    uint8_t padded[2 * LANES];
    uint8_t *target = (uint8_t *)output + index * size, *all = rest < LANES ? padded : target;
    if (p->is_wide)
        store_wide(y, minimum, maximum, all);
    else
        store(y, minimum, maximum, all);
    if (rest < LANES)
        memcpy(target, padded, rest * size);
}

/// Whether a factor is one half. The operand with the larger scale has this factor.
static inline _Bool is_half(sight_q8_factor f) {
    return f.multiplier == 1 << 30 && f.left == 0 && f.right == 0;
}

/// Scales an operand of a sum, which is shifted left by `bits` first; a half needs no rounding.
static inline vector scaled_operand(vector x, int bits, const vector_factor *f, _Bool half) {
    return half ? shift_left(x, bits - 1) : scale(shift_left(x, bits), f);
}

void NAME(sum)(PARAMETERS) {
    const vector za = splat(-p->a_zero_point), zb = splat(-p->b_zero_point);
    const vector zero_point = splat(p->output_zero_point);
    const vector_factor fa = load_factor(p->a), fb = load_factor(p->b), fy = load_factor(p->output);
    const _Bool a_half = is_half(p->a), b_half = is_half(p->b);
    const int bits = sight_q8_spare_bits(p);
    for (size_t i = 0; i < count; i += LANES) {
        vector x = operand(p, a, a_step, i, count - i, za);
        vector y = operand(p, b, b_step, i, count - i, zb);
        vector sum =
            add(scaled_operand(x, bits, &fa, a_half), scaled_operand(y, bits, &fb, b_half));
        finish(p, add(scale(sum, &fy), zero_point), output, i, count - i);
    }
}

void NAME(product)(PARAMETERS) {
    const vector za = splat(-p->a_zero_point), zb = splat(-p->b_zero_point);
    const vector zero_point = splat(p->output_zero_point);
    const vector_factor fy = load_factor(p->output);
    for (size_t i = 0; i < count; i += LANES) {
        vector x = operand(p, a, a_step, i, count - i, za);
        vector y = operand(p, b, b_step, i, count - i, zb);
        finish(p, add(scale(multiply(x, y), &fy), zero_point), output, i, count - i);
    }
}

/// Loads a factor whose operand is shifted left by 7 bits first.
static inline vector_factor load_spared(sight_q8_factor f) {
    f.left += 7;
    return load_factor(f);
}

void NAME(square)(PARAMETERS) {
    const vector za = splat(-p->a_zero_point), zb = splat(-p->b_zero_point);
    const vector zero_point = splat(p->output_zero_point);
    const vector_factor fa = load_spared(p->a), fb = load_spared(p->b), fy = load_factor(p->output);
    for (size_t i = 0; i < count; i += LANES) {
        vector x = operand(p, a, a_step, i, count - i, za);
        vector y = operand(p, b, b_step, i, count - i, zb);
        vector difference = subtract(scale(x, &fa), scale(y, &fb));
        finish(p, add(scale(multiply(difference, difference), &fy), zero_point), output, i,
               count - i);
    }
}
