// The loops of sums, products and squared differences, for all vector tiers. The including file
// defines LANES, vector, vector_factor, splat, add, subtract, multiply, shift_left_19, load_factor,
// scale, widen, store and NAME(kernel).

/// Loads LANES elements of an operand, minus its zero point. If fewer remain, they are copied to a
/// full register first.
static inline vector operand(const uint8_t *values, size_t step, size_t index, size_t rest,
                             _Bool is_signed, vector minus_zero_point) {
    uint8_t padded[LANES] = {0};
    const uint8_t *bytes = values + index;
    if (step == 0) {
        memset(padded, values[0], LANES);
        bytes = padded;
    } else if (rest < LANES) {
        memcpy(padded, bytes, rest);
        bytes = padded;
    }
    return add(widen(bytes, is_signed), minus_zero_point);
}

static inline void finish(vector y, vector minimum, vector maximum, uint8_t *output, size_t rest) {
    uint8_t padded[LANES];
    if (rest >= LANES) {
        store(y, minimum, maximum, output);
    } else {
        store(y, minimum, maximum, padded);
        memcpy(output, padded, rest);
    }
}

/// Whether a factor is one half. The operand with the larger scale has this factor.
static inline _Bool is_half(sight_q8_factor f) {
    return f.multiplier == 1 << 30 && f.left == 0 && f.right == 0;
}

/// Scales an operand of a sum, which is shifted left by 20 bits first; a half needs no rounding.
static inline vector scaled_operand(vector x, const vector_factor *f, _Bool half) {
    return half ? shift_left_19(x) : scale(add(shift_left_19(x), shift_left_19(x)), f);
}

void NAME(sum)(PARAMETERS) {
    const vector za = splat(-p->a_zero_point), zb = splat(-p->b_zero_point);
    const vector zero_point = splat(p->output_zero_point);
    const vector minimum = splat(p->minimum), maximum = splat(p->maximum);
    const vector_factor fa = load_factor(p->a), fb = load_factor(p->b), fy = load_factor(p->output);
    const _Bool a_half = is_half(p->a), b_half = is_half(p->b);
    for (size_t i = 0; i < count; i += LANES) {
        vector x = operand(a, a_step, i, count - i, p->is_signed, za);
        vector y = operand(b, b_step, i, count - i, p->is_signed, zb);
        vector sum = add(scaled_operand(x, &fa, a_half), scaled_operand(y, &fb, b_half));
        finish(add(scale(sum, &fy), zero_point), minimum, maximum, (uint8_t *)output + i,
               count - i);
    }
}

void NAME(product)(PARAMETERS) {
    const vector za = splat(-p->a_zero_point), zb = splat(-p->b_zero_point);
    const vector zero_point = splat(p->output_zero_point);
    const vector minimum = splat(p->minimum), maximum = splat(p->maximum);
    const vector_factor fy = load_factor(p->output);
    for (size_t i = 0; i < count; i += LANES) {
        vector x = operand(a, a_step, i, count - i, p->is_signed, za);
        vector y = operand(b, b_step, i, count - i, p->is_signed, zb);
        finish(add(scale(multiply(x, y), &fy), zero_point), minimum, maximum, (uint8_t *)output + i,
               count - i);
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
    const vector minimum = splat(p->minimum), maximum = splat(p->maximum);
    const vector_factor fa = load_spared(p->a), fb = load_spared(p->b), fy = load_factor(p->output);
    for (size_t i = 0; i < count; i += LANES) {
        vector x = operand(a, a_step, i, count - i, p->is_signed, za);
        vector y = operand(b, b_step, i, count - i, p->is_signed, zb);
        vector difference = subtract(scale(x, &fa), scale(y, &fb));
        finish(add(scale(multiply(difference, difference), &fy), zero_point), minimum, maximum,
               (uint8_t *)output + i, count - i);
    }
}
