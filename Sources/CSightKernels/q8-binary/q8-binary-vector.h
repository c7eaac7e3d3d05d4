// The loops of sums, products and squared differences, for all vector tiers. The including file
// defines LANES, vector, vector_factor, splat, add, subtract, multiply, shift_left, load_factor,
// scale, widen and store for bytes, widen_wide and store_wide for int16, and NAME(kernel).
// `is_wide` is a constant at every call.

// An operand of a function.
typedef struct {
    const uint8_t *elements;
    vector minus_zero_point;
    vector same; // the element that is used for all, minus its zero point
    _Bool is_same, is_signed;
} source;

SIGHT_INLINE source source_of(const _Bool is_wide, const sight_q8_binary *p, const void *values,
                              size_t step, int32_t zero_point) {
    int16_t element = 0;
    if (step == 0 && is_wide)
        memcpy(&element, values, sizeof element);
    else if (step == 0)
        element = p->is_signed ? *(const int8_t *)values : *(const uint8_t *)values;
    const vector minus_zero_point = splat(-zero_point);
    return (source){values, minus_zero_point, add(splat(element), minus_zero_point), step == 0,
                    p->is_signed};
}

/// Loads LANES elements of an operand, minus its zero point. If fewer remain, they are copied to a
/// full register first.
SIGHT_INLINE vector operand(const _Bool is_wide, const source *s, size_t index, size_t rest) {
    if (s->is_same)
        return s->same;
    const size_t size = is_wide ? 2 : 1;
    const uint8_t *elements = s->elements + index * size;
    uint8_t padded[2 * LANES] = {0};
    if (rest < LANES) {
        memcpy(padded, elements, rest * size);
        elements = padded;
    }
    return add(is_wide ? widen_wide(elements) : widen(elements, s->is_signed), s->minus_zero_point);
}

// What follows the last rounding.
typedef struct {
    vector zero_point, minimum, maximum;
} target;

SIGHT_INLINE target target_of(const sight_q8_binary *p) {
    return (target){splat(p->output_zero_point), splat(p->minimum), splat(p->maximum)};
}

/// Adds the zero point, clamps and writes LANES elements, or those that remain.
SIGHT_INLINE void finish(const _Bool is_wide, const target *t, vector y, void *output, size_t index,
                         size_t rest) {
    const size_t size = is_wide ? 2 : 1;
    uint8_t padded[2 * LANES], *first = (uint8_t *)output + index * size;
    uint8_t *all = rest < LANES ? padded : first;
    y = add(y, t->zero_point);
    if (is_wide)
        store_wide(y, t->minimum, t->maximum, all);
    else
        store(y, t->minimum, t->maximum, all);
    if (rest < LANES)
        memcpy(first, padded, rest * size);
}

/// Whether a factor is one half. The operand with the larger scale has this factor.
SIGHT_INLINE _Bool is_half(sight_q8_factor f) {
    return f.multiplier == 1 << 30 && f.left == 0 && f.right == 0;
}

/// Scales an operand of a sum, which is shifted left by `bits` first; a half needs no rounding.
SIGHT_INLINE vector scaled_operand(vector x, int bits, const vector_factor *f, _Bool half) {
    return half ? shift_left(x, bits - 1) : scale(shift_left(x, bits), f);
}

SIGHT_INLINE void add_all(const _Bool is_wide, PARAMETERS) {
    const source left = source_of(is_wide, p, a, a_step, p->a_zero_point);
    const source right = source_of(is_wide, p, b, b_step, p->b_zero_point);
    const target t = target_of(p);
    const vector_factor fa = load_factor(p->a), fb = load_factor(p->b), fy = load_factor(p->output);
    const _Bool a_half = is_half(p->a), b_half = is_half(p->b);
    const int bits = sight_q8_spare_bits(p);
    for (size_t i = 0; i < count; i += LANES) {
        vector x = scaled_operand(operand(is_wide, &left, i, count - i), bits, &fa, a_half);
        vector y = scaled_operand(operand(is_wide, &right, i, count - i), bits, &fb, b_half);
        finish(is_wide, &t, scale(add(x, y), &fy), output, i, count - i);
    }
}

SIGHT_INLINE void multiply_all(const _Bool is_wide, PARAMETERS) {
    const source left = source_of(is_wide, p, a, a_step, p->a_zero_point);
    const source right = source_of(is_wide, p, b, b_step, p->b_zero_point);
    const target t = target_of(p);
    const vector_factor fy = load_factor(p->output);
    for (size_t i = 0; i < count; i += LANES) {
        vector x = operand(is_wide, &left, i, count - i);
        vector y = operand(is_wide, &right, i, count - i);
        finish(is_wide, &t, scale(multiply(x, y), &fy), output, i, count - i);
    }
}

void NAME(sum)(PARAMETERS) {
    if (count > 0 && p->is_wide)
        add_all(1, p, a, a_step, b, b_step, output, count);
    else if (count > 0)
        add_all(0, p, a, a_step, b, b_step, output, count);
}

void NAME(product)(PARAMETERS) {
    if (count > 0 && p->is_wide)
        multiply_all(1, p, a, a_step, b, b_step, output, count);
    else if (count > 0)
        multiply_all(0, p, a, a_step, b, b_step, output, count);
}

/// Loads a factor whose operand is shifted left by 7 bits first.
SIGHT_INLINE vector_factor load_spared(sight_q8_factor f) {
    f.left += 7;
    return load_factor(f);
}

void NAME(square)(PARAMETERS) {
    if (count == 0)
        return;
    const source left = source_of(0, p, a, a_step, p->a_zero_point);
    const source right = source_of(0, p, b, b_step, p->b_zero_point);
    const target t = target_of(p);
    const vector_factor fa = load_spared(p->a), fb = load_spared(p->b), fy = load_factor(p->output);
    for (size_t i = 0; i < count; i += LANES) {
        const vector x = scale(operand(0, &left, i, count - i), &fa);
        const vector difference = subtract(x, scale(operand(0, &right, i, count - i), &fb));
        finish(0, &t, scale(multiply(difference, difference), &fy), output, i, count - i);
    }
}
