#include "agreement.h"

#include <math.h>
#include <string.h>

/// Returns floats with random bits, from the range of interest or any.
static float *random_bits(agreement_random *random, size_t count) {
    float *values = agreement_floats(random, count, 0);
    const float scale = 1.1f * (float)AGREEMENT_PICK(random, 1, 10, 100);
    for (size_t i = 0; i < count; i++) {
        values[i] *= scale;
        const uint32_t bits = (uint32_t)agreement_next(random);
        if (bits % 8 == 0)
            memcpy(&values[i], &bits, sizeof bits);
    }
    return values;
}

/// The functions of kernels: their definitions, and the bounds of their errors in units of the last
/// place of the result; a smaller error than `absolute` is right, too.
typedef void function_kernel(const float *values, size_t count, float *output);
typedef struct {
    function_kernel *kernel;
    double (*definition)(double x);
    double bound, absolute, slope;
    double (*argument)(double x); // the bound grows by the slope times its magnitude
} function_case;

static double sigmoid(double x) { return x < 0 ? exp(x) / (1 + exp(x)) : 1 / (1 + exp(-x)); }
static double swish(double x) { return x * sigmoid(x); }
static double elu(double x) { return x < 0 ? expm1(x) : x; }
static double gelu(double x) { return x < -40 ? 0 : 0.5 * x * erfc(-x * sqrt(0.5)); }
static double gelu_tail(double x) { return x < -2.5 ? x : 0; }
static double gelu_argument(double x) { return 0.7978845608028654 * (x + 0.044715 * x * x * x); }
static double tanh_gelu(double x) { return x * sigmoid(2 * gelu_argument(x)); }
// Below -87, the sigmoid is a subnormal number, whose error x magnifies.
static double swish_argument(double x) { return x < -87 ? x : 0; }
static double hard_swish(double x) { return x * (fmin(fmax(x + 3, 0), 6) / 6); }
static double inverse_root(double x) { return 1 / sqrt(x); }

enum { function_count = 17 };

static function_case function_at(size_t function, const sight_row_kernels *k) {
    return (function_case[function_count]){
        {k->exponentials, exp, 1.25, 0, 0, NULL},
        {k->logarithms, log, 1.25, 0, 0, NULL},
        {k->sigmoids, sigmoid, 3, 0, 0, NULL},
        {k->swishes, swish, 4, 0, 3, swish_argument},
        {k->tangents, tanh, 6, 0, 0, NULL},
        {k->elus, elu, 1.25, 0, 0, NULL},
        {k->gelus, gelu, 16, 0x1p-120, 8, gelu_tail},
        {k->tanh_gelus, tanh_gelu, 3, 0, 8, gelu_argument},
        {k->sines, sin, 2.5, 0, 0, NULL},
        {k->cosines, cos, 2.5, 0, 0, NULL},
        {k->floors, floor, 0, 0, 0, NULL},
        {k->ceilings, ceil, 0, 0, 0, NULL},
        {k->roundings, rint, 0, 0, 0, NULL},
        {k->roots, sqrt, 0.5, 0, 0, NULL},
        {k->inverse_roots, inverse_root, 1.5, 0, 0, NULL},
        {k->hard_swishes, hard_swish, 3, 0, 0, NULL},
        {k->error_functions, erf, 7, 0, 0, NULL},
    }[function];
}

static _Bool functions_agree(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t count = AGREEMENT_PICK(&random, 0, 1, 7, 8, 15, 16, 17, 64, 91, 128, 201);
    float *values = random_bits(&random, count);
    float *output = agreement_allocate(count * sizeof(float));
    float *expected = agreement_allocate(count * sizeof(float));
    float *same = agreement_allocate(count * sizeof(float));
    for (size_t function = 0; function < function_count; function++) {
        memcpy(same, values, count * sizeof(float));
        function_at(function, agreement_row_kernels(0)).kernel(values, count, expected);
        function_at(function, agreement_row_kernels(index)).kernel(values, count, output);
        function_at(function, agreement_row_kernels(index)).kernel(same, count, same);
        if (!agreement_all_equal(output, expected, count) ||
            !agreement_all_equal(same, expected, count))
            return 0;
    }
    return 1;
}

static _Bool softmax_agrees(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t rows = agreement_next(&random) % 40;
    const size_t depth =
        AGREEMENT_PICK(&random, 1, 2, 5, 8, 16, 17, 31, 32, 33, 49, 64, 79, 91, 197, 1024, 1025);
    const float beta = seed % 2 ? 1 : 0.5f;
    float *values = agreement_floats(&random, rows * depth, 0);
    if (rows > 0)
        values[0] = seed % 8 ? values[0] : seed % 16 ? NAN : INFINITY;
    float *output = agreement_allocate(rows * depth * sizeof(float));
    float *expected = agreement_allocate(rows * depth * sizeof(float));
    agreement_row_kernels(0)->log_softmax(values, rows, depth, expected);
    agreement_row_kernels(index)->log_softmax(values, rows, depth, output);
    if (!agreement_all_equal(output, expected, rows * depth))
        return 0;
    agreement_row_kernels(0)->softmax(values, rows, depth, beta, expected);
    agreement_row_kernels(index)->softmax(values, rows, depth, beta, output);
    agreement_row_kernels(index)->softmax(values, rows, depth, beta, values);
    return agreement_all_equal(output, expected, rows * depth) &&
           agreement_all_equal(values, expected, rows * depth);
}

/// Compares the shares of softmax, and their logarithms, with those in double precision.
static _Bool softmax_is_right(size_t index, uint64_t seed) {
    agreement_random random = agreement_seeded(seed);
    const size_t depth = AGREEMENT_PICK(&random, 1, 2, 8, 17, 33, 91, 1025);
    float *values = agreement_floats(&random, depth, 0);
    float *output = agreement_allocate(depth * sizeof(float));
    float *logarithms = agreement_allocate(depth * sizeof(float));
    for (size_t i = 0; i < depth; i++)
        values[i] *= 20;
    agreement_row_kernels(index)->softmax(values, 1, depth, 1, output);
    agreement_row_kernels(index)->log_softmax(values, 1, depth, logarithms);
    double greatest = values[0], sum = 0;
    for (size_t i = 0; i < depth; i++)
        greatest = values[i] > greatest ? values[i] : greatest;
    for (size_t i = 0; i < depth; i++)
        sum += exp(values[i] - greatest);
    for (size_t i = 0; i < depth; i++) {
        const double logarithm = values[i] - greatest - log(sum), share = exp(logarithm);
        // The difference from the greatest value, up to 40, is rounded.
        if (fabs(output[i] - share) > 0x1p-18 * share || fabs(logarithms[i] - logarithm) > 0x1p-17)
            return 0;
    }
    return 1;
}

/// Whether a float differs from a real number by at most a number of units of the last place, or by
/// less than `absolute`.
static _Bool is_within(float value, double real, double bound, double absolute) {
    if (isnan(real) || isnan(value))
        return isnan(real) == (_Bool)isnan(value);
    if (value == (float)real)
        return (_Bool)signbit(value) == (_Bool)signbit(real); // of zeros
    if (fabs(value - real) < absolute)
        return 1;
    const double size = fabs(real) < 0x1p-126 ? 0x1p-126 : fabs(real);
    return fabs(value - real) <= bound * ldexp(1, ilogb(size) - 23);
}

/// Compares the functions with the C library's in double precision.
static _Bool functions_are_right(size_t index, uint64_t seed) {
    enum { count = 512 };
    agreement_random random = agreement_seeded(seed);
    float *values = random_bits(&random, count);
    float *output = agreement_allocate(count * sizeof(float));
    const float others[] = {0, -0.0f, INFINITY, -INFINITY, NAN, 0x1p-149f, -0x1p-149f, 3e38f};
    memcpy(values, others, sizeof others);
    for (size_t function = 0; function < function_count; function++) {
        const function_case f = function_at(function, agreement_row_kernels(index));
        f.kernel(values, count, output);
        for (size_t i = 0; i < count; i++) {
            const double x = values[i];
            const double more = f.argument ? f.slope * fabs(f.argument(x)) : 0;
            if (!is_within(output[i], f.definition(x), f.bound + more, f.absolute))
                return 0;
        }
    }
    return 1;
}

void agreement_row_functions(void) {
    size_t count;
    const sight_row_kernels *const *all = sight_row_kernels_all(&count);
    for (size_t i = 1; i < count; i++) {
        agreement_run("sight_rows: functions", all[i]->tier, i, functions_agree);
        agreement_run("sight_rows: functions' errors", all[i]->tier, i, functions_are_right);
        agreement_run("sight_rows: softmax", all[i]->tier, i, softmax_agrees);
        agreement_run("sight_rows: softmax's error", all[i]->tier, i, softmax_is_right);
    }
}
