// The loops of all kernels. Each vector has the four lanes.
//
// Cooley and Tukey, "An Algorithm for the Machine Calculation of Complex Fourier Series", 1965:
// decimation in time with radix 4. The order of the bits of an index is reversed before the first
// step, so each step works in place. A block is finished before the next one starts, which keeps
// small blocks in the first-level cache.

#include <string.h>

SIGHT_NO_CONTRACTION

typedef double lanes
    __attribute__((vector_size(sight_fourier_lanes * sizeof(double)), aligned(16)));

typedef float four_floats __attribute__((vector_size(sight_fourier_lanes * sizeof(float))));

typedef struct {
    lanes real, imaginary;
} complex_lanes;

/// e^(-i angle).
typedef struct {
    double real, imaginary;
} complex_root;

SIGHT_INLINE complex_lanes sum(complex_lanes a, complex_lanes b) {
    return (complex_lanes){a.real + b.real, a.imaginary + b.imaginary};
}

SIGHT_INLINE complex_lanes difference(complex_lanes a, complex_lanes b) {
    return (complex_lanes){a.real - b.real, a.imaginary - b.imaginary};
}

SIGHT_INLINE complex_lanes product(complex_lanes a, complex_root root) {
    return (complex_lanes){a.real * root.real - a.imaginary * root.imaginary,
                           a.real * root.imaginary + a.imaginary * root.real};
}

/// i times a number.
SIGHT_INLINE complex_lanes turned(complex_lanes a) { return (complex_lanes){-a.imaginary, a.real}; }

/// Combines number k of the transforms of four quarters of a block.
SIGHT_INLINE void combine(complex_lanes *numbers, size_t quarter, complex_lanes a, complex_lanes b,
                          complex_lanes c, complex_lanes d) {
    const complex_lanes even = sum(a, c), odd = sum(b, d);
    const complex_lanes other = difference(a, c), other_odd = turned(difference(b, d));
    numbers[0] = sum(even, odd);
    numbers[quarter] = difference(other, other_odd);
    numbers[2 * quarter] = difference(even, odd);
    numbers[3 * quarter] = sum(other, other_odd);
}

/// Transforms a block of `count` numbers; `step` roots of the plan are one root of the block.
static void transform_block(complex_lanes *numbers, size_t count, const complex_root *roots,
                            size_t step) {
    if (count == 2) {
        const complex_lanes a = numbers[0], b = numbers[1];
        numbers[0] = sum(a, b);
        numbers[1] = difference(a, b);
    }
    if (count < 4)
        return;
    const size_t quarter = count / 4;
    for (size_t i = 0; i < 4 && quarter > 1; i++)
        transform_block(numbers + i * quarter, quarter, roots, 4 * step);
    // The reversed order of the quarters is 0, 2, 1, 3.
    combine(numbers, quarter, numbers[0], numbers[2 * quarter], numbers[quarter],
            numbers[3 * quarter]);
    for (size_t k = 1; k < quarter; k++) {
        numbers++;
        combine(numbers, quarter, numbers[0], product(numbers[2 * quarter], roots[k * step]),
                product(numbers[quarter], roots[2 * k * step]),
                product(numbers[3 * quarter], roots[3 * k * step]));
    }
}

static void transform(const sight_fourier_plan *plan, double *numbers) {
    transform_block((complex_lanes *)(void *)numbers, plan->count,
                    (const complex_root *)(const void *)plan->roots, 2);
}

/// Two columns of the rows, as the real and the imaginary parts.
SIGHT_INLINE complex_lanes load_pair(const float *const rows[sight_fourier_lanes], size_t column) {
    complex_lanes pair;
    SIGHT_UNROLL
    for (size_t i = 0; i < sight_fourier_lanes; i++) {
        pair.real[i] = rows[i][column];
        pair.imaginary[i] = rows[i][column + 1];
    }
    return pair;
}

/// Transforms 2 N real numbers x. The function first transforms the N complex numbers z[k] = x[2 k]
/// + i x[2 k + 1] to Z. The transforms of the even and of the odd real numbers follow from Z:
///   even = (Z[k] + conj Z[N - k]) / 2
///   odd  = (Z[k] - conj Z[N - k]) / (2 i)
/// With w = e^(-pi i / N), the results are X[k] = even + w^k odd, X[N - k] = conj(even - w^k odd).
static void transform_real(const sight_fourier_plan *plan, const float *values, size_t stride,
                           size_t rows, size_t width, double *numbers) {
    complex_lanes *z = (complex_lanes *)(void *)numbers;
    const complex_root *roots = (const complex_root *)(const void *)plan->roots;
    const size_t count = plan->count;
    const float *row[sight_fourier_lanes];
    for (size_t i = 0; i < sight_fourier_lanes; i++)
        row[i] = values + (i < rows ? i : rows - 1) * stride;
    for (size_t k = 0; k < count; k++)
        z[plan->reversed[k]] =
            2 * k + 1 < width ? load_pair(row, 2 * k) : (complex_lanes){(lanes){0}, (lanes){0}};
    for (size_t i = 0; i < sight_fourier_lanes && width % 2 == 1; i++)
        z[plan->reversed[width / 2]].real[i] = row[i][width - 1];
    transform_block(z, count, roots, 2);
    const complex_lanes first = z[0];
    z[0] = (complex_lanes){first.real + first.imaginary, (lanes){0}};
    z[count] = (complex_lanes){first.real - first.imaginary, (lanes){0}};
    for (size_t k = 1; k < count - k; k++) {
        const complex_lanes a = z[k], b = {z[count - k].real, -z[count - k].imaginary};
        const complex_lanes twice_even = sum(a, b), twice_odd = turned(difference(b, a));
        const complex_lanes odd = product(twice_odd, roots[k]);
        const complex_lanes low = sum(twice_even, odd), high = difference(twice_even, odd);
        z[k] = (complex_lanes){0.5 * low.real, 0.5 * low.imaginary};
        z[count - k] = (complex_lanes){0.5 * high.real, -0.5 * high.imaginary};
    }
    if (count > 1)
        z[count / 2].imaginary = -z[count / 2].imaginary;
}

/// Writes a column as four complex floats.
SIGHT_INLINE void store_column(const complex_lanes *column, float *output, size_t stride) {
    const four_floats real = __builtin_convertvector(column->real, four_floats);
    const four_floats imaginary = __builtin_convertvector(column->imaginary, four_floats);
    const four_floats low = __builtin_shufflevector(real, imaginary, 0, 4, 1, 5);
    const four_floats high = __builtin_shufflevector(real, imaginary, 2, 6, 3, 7);
    const size_t pair = 2 * sizeof(float);
    memcpy(output, &low, pair);
    memcpy(output + 2 * stride, (const char *)&low + pair, pair);
    memcpy(output + 4 * stride, &high, pair);
    memcpy(output + 6 * stride, (const char *)&high + pair, pair);
}

static void store(const double *numbers, size_t count, size_t rows, float *output, size_t stride) {
    const complex_lanes *columns = (const complex_lanes *)(const void *)numbers;
    for (size_t k = 0; k < count && rows == sight_fourier_lanes; k++)
        store_column(&columns[k], output + 2 * k, stride);
    for (size_t row = 0; row < rows && rows < sight_fourier_lanes; row++)
        for (size_t k = 0; k < count; k++) {
            output[2 * (row * stride + k)] = (float)columns[k].real[row];
            output[2 * (row * stride + k) + 1] = (float)columns[k].imaginary[row];
        }
}
