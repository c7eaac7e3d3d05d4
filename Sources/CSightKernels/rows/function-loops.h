// Functions of each element of a row, for all vector tiers.

#include "functions.h"

/// Applies a function to full blocks, and to the last elements in a copy of their own.
#define SIGHT_FUNCTION_LOOP(name, function)                                                        \
    static void name(const float *values, size_t count, float *output) {                           \
        size_t i = 0;                                                                              \
        for (; count - i >= block; i += block)                                                     \
            for (size_t j = 0; j < block; j++)                                                     \
                output[i + j] = function(values[i + j]);                                           \
        if (i < count) {                                                                           \
            float rest[block] = {0};                                                               \
            memcpy(rest, values + i, (count - i) * sizeof(float));                                 \
            for (size_t j = 0; j < block; j++)                                                     \
                rest[j] = function(rest[j]);                                                       \
            memcpy(output + i, rest, (count - i) * sizeof(float));                                 \
        }                                                                                          \
    }
SIGHT_FUNCTION_LOOP(exponentials, sight_exponential)
SIGHT_FUNCTION_LOOP(logarithms, sight_logarithm)
SIGHT_FUNCTION_LOOP(sigmoids, sight_sigmoid)
#undef SIGHT_FUNCTION_LOOP

/// Finds the greatest value of a row; NaN is ignored.
SIGHT_INLINE float row_maximum(const float *values, size_t depth) {
    float best[block];
    for (size_t j = 0; j < block; j++)
        best[j] = -INFINITY;
    size_t i = 0;
    for (; depth - i >= block; i += block)
        for (size_t j = 0; j < block; j++)
            best[j] = values[i + j] > best[j] ? values[i + j] : best[j];
    for (; i < depth; i++)
        best[0] = values[i] > best[0] ? values[i] : best[0];
    for (size_t j = 1; j < block; j++)
        best[0] = best[j] > best[0] ? best[j] : best[0];
    return best[0];
}

static void softmax_long_row(const float *values, size_t depth, float beta, float *output) {
    const float greatest = row_maximum(values, depth);
    for (size_t i = 0; i < depth; i++)
        output[i] = (values[i] - greatest) * beta;
    exponentials(output, depth, output);
    float sum = 0;
    for (size_t i = 0; i < depth; i++)
        sum += output[i];
    const float inverse = 1 / sum;
    for (size_t i = 0; i < depth; i++)
        output[i] *= inverse;
}

// Keeps the compiler from gathering and scattering elements, which takes longer than moves.
#if defined(__clang__)
#define SIGHT_SCALAR SIGHT_PRAGMA(clang loop vectorize(disable))
#else
#define SIGHT_SCALAR
#endif

enum { short_depth = 32 };

/// Transposes 8 rows of 8 floats.
SIGHT_INLINE void transpose_eight(const float *from, size_t from_row, float *to, size_t to_row) {
#define SIGHT_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
    eight_floats rows[8], halves[8];
    for (size_t i = 0; i < 8; i++)
        memcpy(&rows[i], from + i * from_row, sizeof rows[i]);
    // Pairs of elements, then of pairs, within the halves of registers; then the halves.
    for (size_t i = 0; i < 8; i += 2) {
        halves[i] = SIGHT_SHUFFLE(rows[i], rows[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        halves[i + 1] = SIGHT_SHUFFLE(rows[i], rows[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
    }
    for (size_t i = 0; i < 8; i += 4)
        for (size_t j = 0; j < 2; j++) {
            const eight_floats a = halves[i + j], b = halves[i + j + 2];
            rows[i + 2 * j] = SIGHT_SHUFFLE(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
            rows[i + 2 * j + 1] = SIGHT_SHUFFLE(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
        }
    for (size_t i = 0; i < 4; i++) {
        halves[i] = SIGHT_SHUFFLE(rows[i], rows[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        halves[i + 4] = SIGHT_SHUFFLE(rows[i], rows[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
    for (size_t i = 0; i < 8; i++)
        memcpy(to + i * to_row, &halves[i], sizeof halves[i]);
#undef SIGHT_SHUFFLE
}

/// Computes up to 8 short rows at once, one row in each lane.
SIGHT_INLINE void softmax_lanes(const float *values, size_t rows, size_t depth, float beta,
                                float *output) {
    float lanes[short_depth][lane_count];
    size_t moved = 0; // columns
    if (rows < lane_count)
        memset(lanes, 0, depth * sizeof lanes[0]);
    else
        for (; depth - moved >= 8; moved += 8)
            transpose_eight(values + moved, depth, lanes[moved], lane_count);
    for (size_t row = 0; row < rows; row++) {
        SIGHT_SCALAR
        for (size_t i = moved; i < depth; i++)
            lanes[i][row] = values[row * depth + i];
    }
    float greatest[lane_count], sums[lane_count] = {0};
    for (size_t j = 0; j < lane_count; j++)
        greatest[j] = -INFINITY;
    for (size_t i = 0; i < depth; i++)
        for (size_t j = 0; j < lane_count; j++)
            greatest[j] = lanes[i][j] > greatest[j] ? lanes[i][j] : greatest[j];
    for (size_t i = 0; i < depth; i++)
        for (size_t j = 0; j < lane_count; j++) {
            lanes[i][j] = sight_exponential((lanes[i][j] - greatest[j]) * beta);
            sums[j] += lanes[i][j];
        }
    // A vector type: the compiler would turn loops over lanes into shuffles here.
    eight_floats inverses, scaled;
    memcpy(&inverses, sums, sizeof inverses);
    inverses = 1 / inverses;
    for (size_t i = 0; i < depth; i++) {
        memcpy(&scaled, lanes[i], sizeof scaled);
        scaled *= inverses;
        memcpy(lanes[i], &scaled, sizeof scaled);
    }
    for (size_t i = 0; i < moved; i += 8)
        transpose_eight(lanes[i], lane_count, output + i, depth);
    for (size_t row = 0; row < rows; row++) {
        SIGHT_SCALAR
        for (size_t i = moved; i < depth; i++)
            output[row * depth + i] = lanes[i][row];
    }
}

static void softmax(const float *values, size_t rows, size_t depth, float beta, float *output) {
    if (depth > short_depth) {
        for (size_t row = 0; row < rows; row++)
            softmax_long_row(values + row * depth, depth, beta, output + row * depth);
        return;
    }
    size_t row = 0;
    for (; rows - row >= lane_count; row += lane_count)
        softmax_lanes(values + row * depth, lane_count, depth, beta, output + row * depth);
    if (row < rows)
        softmax_lanes(values + row * depth, rows - row, depth, beta, output + row * depth);
}
