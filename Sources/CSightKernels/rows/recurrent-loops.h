// The functions of recurrent layers, for all vector tiers.

#include "fixed-functions.h"

enum { rows_of_product = 4 };

typedef float four_floats __attribute__((vector_size(16)));

/// Adds the products of a block of weights and a block of a vector to the sums. Vector types keep
/// the sums in registers.
SIGHT_INLINE void add_products(const float *weights, const sixteen_floats *vector,
                               sixteen_floats *sums) {
    sixteen_floats loaded;
    memcpy(&loaded, weights, sizeof loaded);
#if defined(__clang__)
    *sums = __builtin_elementwise_fma(loaded, *vector, *sums);
#else
    for (size_t j = 0; j < block; j++)
        (*sums)[j] = sight_fused(loaded[j], (*vector)[j], (*sums)[j]);
#endif
}

/// Adds the halves of each of four vectors until one number is left of each.
SIGHT_INLINE four_floats add_lanes(const sixteen_floats sums[rows_of_product]) {
#define SIGHT_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
    four_floats rows[rows_of_product];
    SIGHT_UNROLL
    for (size_t i = 0; i < rows_of_product; i++) {
        const eight_floats eight = SIGHT_SHUFFLE(sums[i], sums[i], 0, 1, 2, 3, 4, 5, 6, 7) +
                                   SIGHT_SHUFFLE(sums[i], sums[i], 8, 9, 10, 11, 12, 13, 14, 15);
        rows[i] = SIGHT_SHUFFLE(eight, eight, 0, 1, 2, 3) + SIGHT_SHUFFLE(eight, eight, 4, 5, 6, 7);
    }
    // Pairs of lanes of two rows each; lanes j and j + 2 are added first.
    const four_floats first =
        SIGHT_SHUFFLE(rows[0], rows[1], 0, 1, 4, 5) + SIGHT_SHUFFLE(rows[0], rows[1], 2, 3, 6, 7);
    const four_floats second =
        SIGHT_SHUFFLE(rows[2], rows[3], 0, 1, 4, 5) + SIGHT_SHUFFLE(rows[2], rows[3], 2, 3, 6, 7);
    return SIGHT_SHUFFLE(first, second, 0, 2, 4, 6) + SIGHT_SHUFFLE(first, second, 1, 3, 5, 7);
#undef SIGHT_SHUFFLE
}

/// Adds the products of `rows` rows, at most four, and a vector to one result for each row. A row
/// has at least a block of columns. If columns are left after the whole blocks, the last block of
/// the row, which begins before, is multiplied by `last`.
SIGHT_INLINE void multiply_rows(const size_t rows, const float *matrix, size_t columns,
                                const float *vector, const sixteen_floats *last, float *results) {
    sixteen_floats sums[rows_of_product] = {{0}};
    size_t k = 0;
    for (; columns - k >= block; k += block) {
        sixteen_floats values;
        memcpy(&values, vector + k, sizeof values);
        SIGHT_UNROLL
        for (size_t row = 0; row < rows; row++)
            add_products(matrix + row * columns + k, &values, &sums[row]);
    }
    if (k < columns) {
        SIGHT_UNROLL
        for (size_t row = 0; row < rows; row++)
            add_products(matrix + row * columns + columns - block, last, &sums[row]);
    }
    const four_floats totals = add_lanes(sums);
    SIGHT_UNROLL
    for (size_t row = 0; row < rows; row++)
        results[row] += totals[row];
}

/// Multiplies a matrix whose rows are shorter than a block; they are copied.
static void multiply_short_rows(const float *matrix, size_t rows, size_t columns,
                                const float *vector, float *results) {
    float values[block] = {0}, weights[block] = {0};
    memcpy(values, vector, columns * sizeof(float));
    for (size_t row = 0; row < rows; row++) {
        memcpy(weights, matrix + row * columns, columns * sizeof(float));
        const sixteen_floats none = {0};
        multiply_rows(1, weights, block, values, &none, results + row);
    }
}

static void multiply_vector(const float *matrix, size_t rows, size_t columns, const float *vector,
                            float *results) {
    if (columns < block) {
        multiply_short_rows(matrix, rows, columns, vector, results);
        return;
    }
    // Zeros take the place of the elements that whole blocks have.
    float rest[block] = {0};
    const size_t count = columns % block;
    memcpy(rest + block - count, vector + columns - count, count * sizeof(float));
    sixteen_floats last;
    memcpy(&last, rest, sizeof last);
    size_t row = 0;
    for (; rows - row >= rows_of_product; row += rows_of_product)
        multiply_rows(rows_of_product, matrix + row * columns, columns, vector, &last,
                      results + row);
    for (; row < rows; row++)
        multiply_rows(1, matrix + row * columns, columns, vector, &last, results + row);
}

enum { fixed_block = 32 };

/// Applies a function of `value` to blocks, and to the last elements in a copy of their own.
#define SIGHT_FIXED_LOOP(result)                                                                   \
    for (size_t i = 0; i < count; i += fixed_block) {                                              \
        const size_t part = count - i < fixed_block ? count - i : fixed_block;                     \
        int16_t block_values[fixed_block] = {0};                                                   \
        if (part == fixed_block)                                                                   \
            memcpy(block_values, values + i, sizeof block_values);                                 \
        else                                                                                       \
            memcpy(block_values, values + i, part * sizeof(int16_t));                              \
        for (size_t j = 0; j < fixed_block; j++) {                                                 \
            const int16_t value = block_values[j];                                                 \
            block_values[j] = result;                                                              \
        }                                                                                          \
        if (part == fixed_block)                                                                   \
            memcpy(output + i, block_values, sizeof block_values);                                 \
        else                                                                                       \
            memcpy(output + i, block_values, part * sizeof(int16_t));                              \
    }

static void fixed_sigmoids(const int16_t *values, size_t count, int16_t *output) {
    SIGHT_FIXED_LOOP(sight_fixed_sigmoid(value))
}

static void fixed_tangents(const int16_t *values, size_t count, int integer_bits, int16_t *output) {
    SIGHT_FIXED_LOOP(sight_fixed_tangent(value, integer_bits))
}
#undef SIGHT_FIXED_LOOP
