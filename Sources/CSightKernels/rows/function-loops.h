// Functions of each element of a row, for all vector tiers.

#define SIGHT_HAS_FUSED 1
#include "functions.h"

typedef float sixteen_floats __attribute__((vector_size(64)));

// A loop computes several blocks of 16 elements in each iteration. Each step of a function waits
// for the result of the step before it, and the processor computes the other blocks meanwhile.
#if defined(__clang__) && SIGHT_X86
#define SIGHT_INTERLEAVE(blocks)                                                                   \
    SIGHT_PRAGMA(clang loop vectorize_width(16) interleave_count(blocks))
#elif defined(__clang__)
#define SIGHT_INTERLEAVE(blocks) SIGHT_PRAGMA(clang loop vectorize_width(4) interleave_count(4))
#else
#define SIGHT_INTERLEAVE(blocks)
#endif

enum { wide_block = 64 };

/// Applies a function to several blocks at once, then to single blocks, and to the last elements in
/// a copy of their own. Blocks are read before they are written, so input and output may be the
/// same memory.
#define SIGHT_FUNCTION_LOOP(name, function, blocks)                                                \
    SIGHT_INLINE void name##_of_block(const float *values, float *output) {                        \
        float results[block];                                                                      \
        memcpy(results, values, sizeof results);                                                   \
        for (size_t j = 0; j < block; j++)                                                         \
            results[j] = function(results[j]);                                                     \
        memcpy(output, results, sizeof results);                                                   \
    }                                                                                              \
                                                                                                   \
    static void name(const float *values, size_t count, float *output) {                           \
        enum { width = block * (blocks) };                                                         \
        size_t i = 0;                                                                              \
        for (; count - i >= width; i += width) {                                                   \
            float results[width];                                                                  \
            memcpy(results, values + i, sizeof results);                                           \
            SIGHT_INTERLEAVE(blocks)                                                               \
            for (size_t j = 0; j < width; j++)                                                     \
                results[j] = function(results[j]);                                                 \
            memcpy(output + i, results, sizeof results);                                           \
        }                                                                                          \
        for (; count - i >= block; i += block)                                                     \
            name##_of_block(values + i, output + i);                                               \
        if (i < count) {                                                                           \
            float rest[block] = {0};                                                               \
            memcpy(rest, values + i, (count - i) * sizeof(float));                                 \
            name##_of_block(rest, rest);                                                           \
            memcpy(output + i, rest, (count - i) * sizeof(float));                                 \
        }                                                                                          \
    }
SIGHT_FUNCTION_LOOP(exponentials, sight_exponential, 2)
SIGHT_FUNCTION_LOOP(scaled_decays, sight_scaled_decay, 2)
SIGHT_FUNCTION_LOOP(any_logarithms, sight_logarithm, 2)
SIGHT_FUNCTION_LOOP(sigmoids, sight_sigmoid, 2)
SIGHT_FUNCTION_LOOP(swishes, sight_swish, 2)
SIGHT_FUNCTION_LOOP(tangents, sight_tangent, 2)
SIGHT_FUNCTION_LOOP(elus, sight_elu, 2)
SIGHT_FUNCTION_LOOP(gelus, sight_gelu, 4)
SIGHT_FUNCTION_LOOP(tanh_gelus, sight_tanh_gelu, 2)
SIGHT_FUNCTION_LOOP(error_functions, sight_error_function, 2)
SIGHT_FUNCTION_LOOP(hard_swishes, sight_hard_swish, 2) // two blocks stay in registers
SIGHT_FUNCTION_LOOP(small_sines, sight_small_sine, 2)
SIGHT_FUNCTION_LOOP(small_cosines, sight_small_cosine, 2)
SIGHT_FUNCTION_LOOP(floors, floorf, 2)
SIGHT_FUNCTION_LOOP(ceilings, ceilf, 2)
SIGHT_FUNCTION_LOOP(roundings, rintf, 2)
#undef SIGHT_FUNCTION_LOOP

/// Computes logarithms up to the first block with a number that is not ordinary, or with less than
/// `wide_block` elements; returns how many.
SIGHT_INLINE size_t ordinary_logarithms(const float *values, size_t count, float *output) {
    size_t i = 0;
    for (; count - i >= wide_block; i += wide_block) {
        float results[wide_block];
        memcpy(results, values + i, sizeof results);
        uint32_t greatest[block] = {0}, others = 0;
        SIGHT_UNROLL
        for (size_t first = 0; first < wide_block; first += block)
            for (size_t j = 0; j < block; j++) {
                const uint32_t place = sight_place_of_ordinary(results[first + j]);
                greatest[j] = place > greatest[j] ? place : greatest[j];
            }
        for (size_t j = 0; j < block; j++)
            others |= greatest[j] >= SIGHT_ORDINARY_COUNT;
        if (others)
            break;
        SIGHT_INTERLEAVE(4)
        for (size_t j = 0; j < wide_block; j++)
            results[j] = sight_ordinary_logarithm(results[j], 0);
        memcpy(output + i, results, sizeof results);
    }
    return i;
}

/// Computes logarithms, faster where many neighboring numbers are ordinary.
static void logarithms(const float *values, size_t count, float *output) {
    for (size_t i = 0; i < count;) {
        i += ordinary_logarithms(values + i, count - i, output + i);
        const size_t part = count - i < wide_block ? count - i : wide_block;
        any_logarithms(values + i, part, output + i);
        i += part;
    }
}

enum { angle_part = 1024 };

/// Computes sines or cosines, with the C library for great angles.
SIGHT_INLINE void circular(void (*small)(const float *, size_t, float *), float (*great)(float),
                           const float *values, size_t count, float *output) {
    for (size_t i = 0; i < count; i += angle_part) {
        const size_t part = count - i < angle_part ? count - i : angle_part;
        uint32_t great_count = 0;
        for (size_t j = 0; j < part; j++)
            great_count += fabsf(values[i + j]) > SIGHT_GREATEST_ANGLE;
        float angles[angle_part]; // a copy, because input and output may be the same memory
        if (great_count > 0)
            memcpy(angles, values + i, part * sizeof(float));
        small(values + i, part, output + i);
        for (size_t j = 0; great_count > 0 && j < part; j++)
            if (fabsf(angles[j]) > SIGHT_GREATEST_ANGLE)
                output[i + j] = great(angles[j]);
    }
}

static void sines(const float *values, size_t count, float *output) {
    circular(small_sines, sinf, values, count, output);
}

static void cosines(const float *values, size_t count, float *output) {
    circular(small_cosines, cosf, values, count, output);
}

/// Replaces a block by its square roots, or by one over them. A vector type, because compilers
/// assume that the C function sets errno, and call it.
SIGHT_INLINE void take_roots(float values[block], const _Bool inverse) {
    sixteen_floats roots;
    memcpy(&roots, values, sizeof roots);
#if defined(__clang__)
    roots = __builtin_elementwise_sqrt(roots);
#else
    for (size_t j = 0; j < block; j++)
        roots[j] = sqrtf(roots[j]);
#endif
    roots = inverse ? 1 / roots : roots;
    memcpy(values, &roots, sizeof roots);
}

SIGHT_INLINE void apply_roots(const _Bool inverse, const float *values, size_t count,
                              float *output) {
    for (size_t i = 0; i < count; i += block) {
        const size_t part = count - i < block ? count - i : block;
        float rest[block] = {0};
        if (part == block) {
            memcpy(rest, values + i, sizeof rest);
            take_roots(rest, inverse);
            memcpy(output + i, rest, sizeof rest);
        } else {
            memcpy(rest, values + i, part * sizeof(float));
            take_roots(rest, inverse);
            memcpy(output + i, rest, part * sizeof(float));
        }
    }
}

static void roots(const float *values, size_t count, float *output) {
    apply_roots(0, values, count, output);
}

static void inverse_roots(const float *values, size_t count, float *output) {
    apply_roots(1, values, count, output);
}
