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

/// Adds the products of `rows` rows, at most four, and a vector to one result for each row.
SIGHT_INLINE void multiply_rows(const size_t rows, const float *matrix, size_t columns,
                                const float *vector, float *results) {
    sixteen_floats sums[rows_of_product] = {{0}};
    size_t k = 0;
    for (; columns - k >= block; k += block) {
        sixteen_floats values;
        memcpy(&values, vector + k, sizeof values);
        SIGHT_UNROLL
        for (size_t row = 0; row < rows; row++)
            add_products(matrix + row * columns + k, &values, &sums[row]);
    }
    const size_t rest = columns - k;
    if (rest > 0) {
        // The last block begins before, with zeros in place of the elements that were added. A row
        // that is shorter than a block is copied.
        const _Bool is_short = columns < block;
        const size_t first = is_short ? 0 : columns - block, count = is_short ? columns : block;
        sixteen_floats values = {0};
        if (is_short)
            memcpy(&values, vector, count * sizeof(float));
        else
            memcpy(&values, vector + first, sizeof values);
        for (size_t j = 0; !is_short && j < block - rest; j++)
            values[j] = 0;
        SIGHT_UNROLL
        for (size_t row = 0; row < rows; row++) {
            const float *weights = matrix + row * columns + first;
            float copy[block] = {0};
            if (is_short)
                memcpy(copy, weights, count * sizeof(float));
            add_products(is_short ? copy : weights, &values, &sums[row]);
        }
    }
    const four_floats totals = add_lanes(sums);
    SIGHT_UNROLL
    for (size_t row = 0; row < rows; row++)
        results[row] += totals[row];
}

static void multiply_vector(const float *matrix, size_t rows, size_t columns, const float *vector,
                            float *results) {
    size_t row = 0;
    for (; rows - row >= rows_of_product; row += rows_of_product)
        multiply_rows(rows_of_product, matrix + row * columns, columns, vector, results + row);
    for (; row < rows; row++)
        multiply_rows(1, matrix + row * columns, columns, vector, results + row);
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
