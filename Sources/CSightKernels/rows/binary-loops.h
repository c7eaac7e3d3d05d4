// Loops over rows that combine or compare two floats. The compiler turns them into vector
// instructions of the tier whose file includes this header.

// The functions of `apply`; a constant at every call.
typedef enum { plus, minus, times, squared, larger_of, smaller_of } binary_function;

/// Limits a number; NaN passes through.
SIGHT_INLINE float limited(float value, float minimum, float maximum) {
    value = value < minimum ? minimum : value;
    return value > maximum ? maximum : value;
}

SIGHT_INLINE float result(const binary_function function, float a, float b, float minimum,
                          float maximum) {
    float value = a - b;
    if (function == plus)
        value = a + b;
    else if (function == times)
        value = a * b;
    else if (function == squared)
        value = value * value;
    else if (function == larger_of)
        value = a > b ? a : b;
    else if (function == smaller_of)
        value = a < b ? a : b;
    return limited(value, minimum, maximum);
}

/// Computes one row; an operand with step 0 is the same for all its elements.
SIGHT_INLINE void apply_to_row(const binary_function function, const sight_binary_rows *r,
                               const float *a, const float *b, float *output, size_t count) {
    const float minimum = r->minimum, maximum = r->maximum;
    if (r->a_step && r->b_step) {
        for (size_t i = 0; i < count; i++)
            output[i] = result(function, a[i], b[i], minimum, maximum);
    } else if (r->a_step) {
        const float same = *b;
        for (size_t i = 0; i < count; i++)
            output[i] = result(function, a[i], same, minimum, maximum);
    } else {
        const float same = *a;
        for (size_t i = 0; i < count; i++)
            output[i] = result(function, same, b[i * r->b_step], minimum, maximum);
    }
}

enum { long_row = 128 };

/// Computes successive rows whose operand `same` is one repeated row, several rows at once.
/// `is_first` tells whether that operand is the first.
SIGHT_INLINE void apply_to_short_rows(const binary_function function, const sight_binary_rows *r,
                                      const float *same, const float *other, _Bool is_first) {
    float repeated[long_row];
    const size_t most = long_row / r->count, all = r->rows * r->count;
    const size_t length = (r->rows < most ? r->rows : most) * r->count;
    memcpy(repeated, same, r->count * sizeof(float));
    for (size_t filled = r->count; filled < length;) {
        const size_t part = length - filled < filled ? length - filled : filled;
        memcpy(repeated + filled, repeated, part * sizeof(float));
        filled += part;
    }
    for (size_t done = 0; done < all; done += length) {
        const size_t count = all - done < length ? all - done : length;
        if (is_first)
            apply_to_row(function, r, repeated, other + done, r->output + done, count);
        else
            apply_to_row(function, r, other + done, repeated, r->output + done, count);
    }
}

SIGHT_INLINE void apply(const binary_function function, const sight_binary_rows *r) {
    const size_t count = r->count;
    const _Bool is_short = r->rows > 1 && count > 0 && count <= long_row / 2 &&
                           r->output_row == count && r->a_step && r->b_step;
    if (is_short && r->a_row == count && r->b_row == 0) {
        apply_to_short_rows(function, r, r->b, r->a, 0);
    } else if (is_short && r->b_row == count && r->a_row == 0) {
        apply_to_short_rows(function, r, r->a, r->b, 1);
    } else {
        for (size_t row = 0; row < r->rows; row++)
            apply_to_row(function, r, r->a + row * r->a_row, r->b + row * r->b_row,
                         r->output + row * r->output_row, count);
    }
}

static void add(const sight_binary_rows *rows) { apply(plus, rows); }
static void subtract(const sight_binary_rows *rows) { apply(minus, rows); }
static void multiply(const sight_binary_rows *rows) { apply(times, rows); }
static void square_difference(const sight_binary_rows *rows) { apply(squared, rows); }
static void larger(const sight_binary_rows *rows) { apply(larger_of, rows); }
static void smaller(const sight_binary_rows *rows) { apply(smaller_of, rows); }

static void limit(const float *values, size_t count, float minimum, float maximum, float *output) {
    for (size_t i = 0; i < count; i++)
        output[i] = limited(values[i], minimum, maximum);
}

/// Compares `count` pairs; an operand with step 0 is the same for all. The first four arguments and
/// the relation are constants at every call.
SIGHT_INLINE void compare_part(const size_t count, const sight_relation relation,
                               const size_t a_step, const size_t b_step, const float *restrict a,
                               const float *restrict b, uint8_t inversion,
                               uint8_t *restrict output) {
    for (size_t i = 0; i < count; i++) {
        const float x = a[i * a_step], y = b[i * b_step];
        const uint8_t holds = relation == sight_equal  ? x == y
                              : relation == sight_less ? x < y
                                                       : x <= y;
        output[i] = holds ^ inversion;
    }
}

/// Compares a row. The first three arguments are constants at every call.
SIGHT_INLINE void compare_row(const sight_relation relation, const size_t a_step,
                              const size_t b_step, const float *a, const float *b, size_t count,
                              uint8_t inversion, uint8_t *output) {
    enum { width = 2 * block };
    size_t i = 0;
    for (; count - i >= width; i += width)
        compare_part(width, relation, a_step, b_step, a + i * a_step, b + i * b_step, inversion,
                     output + i);
    for (; i < count; i++)
        compare_part(1, relation, a_step, b_step, a + i * a_step, b + i * b_step, inversion,
                     output + i);
}

/// Compares a row; `relation` is a constant at every call.
SIGHT_INLINE void compare_operands(const sight_relation relation, const float *a, size_t a_step,
                                   const float *b, size_t b_step, size_t count, uint8_t inversion,
                                   uint8_t *output) {
    if (a_step && b_step)
        compare_row(relation, 1, 1, a, b, count, inversion, output);
    else if (a_step)
        compare_row(relation, 1, 0, a, b, count, inversion, output);
    else if (b_step)
        compare_row(relation, 0, 1, a, b, count, inversion, output);
    else
        compare_row(relation, 0, 0, a, b, count, inversion, output);
}

static void compare(const float *a, size_t a_step, const float *b, size_t b_step, size_t count,
                    sight_relation relation, _Bool inverted, uint8_t *output) {
    if (relation == sight_equal)
        compare_operands(sight_equal, a, a_step, b, b_step, count, inverted, output);
    else if (relation == sight_less)
        compare_operands(sight_less, a, a_step, b, b_step, count, inverted, output);
    else
        compare_operands(sight_less_or_equal, a, a_step, b, b_step, count, inverted, output);
}
