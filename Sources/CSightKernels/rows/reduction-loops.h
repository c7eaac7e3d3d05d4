// Reductions of floats and bytes, for all vector tiers.

typedef float sixteen_floats __attribute__((vector_size(64)));
typedef float four_floats __attribute__((vector_size(16)));
typedef int32_t sixteen_ints __attribute__((vector_size(64)));

// Chooses `a` where all bits of `mask` are set, and `b` where none is.
#define SIGHT_CHOOSE(mask, a, b) (((mask) & (a)) | (~(mask) & (b)))

/// Combines the elements of two vectors in the first one; `function` is a constant at every call.
/// Vectors are passed by address, as registers of this width are no part of the calling convention.
#define SIGHT_COMBINE(name, vector)                                                                \
    SIGHT_INLINE void name(const sight_reduction function, vector *a, const vector *b) {           \
        if (function == sight_sum) {                                                               \
            *a += *b;                                                                              \
        } else if (function == sight_product) {                                                    \
            *a *= *b;                                                                              \
        } else { /* compilers recognize the instructions for maxima here, not in masks */          \
            SIGHT_UNROLL                                                                           \
            for (size_t i = 0; i < sizeof(vector) / sizeof(float); i++) {                          \
                const float x = (*a)[i], y = (*b)[i];                                              \
                (*a)[i] = (function == sight_greatest ? x < y : x > y) ? y : x;                    \
            }                                                                                      \
        }                                                                                          \
    }
SIGHT_COMBINE(combine_sixteen, sixteen_floats)
SIGHT_COMBINE(combine_eight, eight_floats)
SIGHT_COMBINE(combine_four, four_floats)
#undef SIGHT_COMBINE

SIGHT_INLINE void combine_one(const sight_reduction function, float *a, const float *b) {
    if (function == sight_sum)
        *a += *b;
    else if (function == sight_product)
        *a *= *b;
    else
        *a = (function == sight_greatest ? *a < *b : *a > *b) ? *b : *a;
}

/// The neutral element of a function: with it, another value gives that value.
SIGHT_INLINE float identity_of(const sight_reduction function) {
    if (function == sight_sum)
        return 0;
    if (function == sight_product)
        return 1;
    return function == sight_greatest ? -INFINITY : INFINITY;
}

/// Combines the elements of a vector with those at the distances 8, 4, 2 and 1.
SIGHT_INLINE float combine_all(const sight_reduction function, const sixteen_floats *values) {
    eight_floats eight[2];
    memcpy(eight, values, sizeof eight);
    combine_eight(function, &eight[0], &eight[1]);
    four_floats four[2];
    memcpy(four, eight, sizeof four);
    combine_four(function, &four[0], &four[1]);
    four[1] = __builtin_shufflevector(four[0], four[0], 2, 3, 2, 3);
    combine_four(function, &four[0], &four[1]);
    float result = four[0][0], other = four[0][1];
    combine_one(function, &result, &other);
    return result;
}

/// Reads the last elements of a row, followed by values that change no result. `available` counts
/// the elements up to the end of all rows.
SIGHT_INLINE void load_rest(const sight_reduction function, sixteen_floats *rest,
                            const float *values, size_t count, size_t available) {
    const sixteen_ints lanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const sixteen_ints is_inside = lanes < (int32_t)count;
    const sixteen_floats others = identity_of(function) - (sixteen_floats){0};
    sixteen_floats loaded = {0};
    if (available >= 16)
        memcpy(&loaded, values, sizeof loaded);
    else
        memcpy(&loaded, values, available * sizeof(float));
    *rest = (sixteen_floats)SIGHT_CHOOSE(is_inside, (sixteen_ints)loaded, (sixteen_ints)others);
}

/// Combines the elements of a row. `available` counts the elements up to the end of all rows.
SIGHT_INLINE float combine_row(const sight_reduction function, const float *values, size_t count,
                               size_t available) {
    sixteen_floats part, partial = identity_of(function) - (sixteen_floats){0};
    size_t i = 0;
    for (; count - i >= 16; i += 16) {
        memcpy(&part, values + i, sizeof part);
        combine_sixteen(function, &partial, &part);
    }
    if (i < count) {
        load_rest(function, &part, values + i, count - i, available - i);
        combine_sixteen(function, &partial, &part);
    }
    return combine_all(function, &partial);
}

SIGHT_INLINE void combine_rows(const sight_reduction function, const float *values, size_t rows,
                               size_t count, float *results) {
    for (size_t row = 0; row < rows; row++, values += count) {
        const float result = combine_row(function, values, count, (rows - row) * count);
        combine_one(function, &results[row], &result);
    }
}

/// One bit for each lane of a mask, the lowest for the first one.
SIGHT_INLINE uint32_t bits_of(const sixteen_ints *mask) {
    typedef int8_t sixteen_bytes __attribute__((vector_size(16)));
    const sixteen_bytes bytes = __builtin_convertvector(*mask, sixteen_bytes);
#if SIGHT_X86
    return (uint32_t)_mm_movemask_epi8((__m128i)bytes);
#else
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t set = vandq_u8((uint8x16_t)bytes, bits);
    return vaddv_u8(vget_low_u8(set)) | (uint32_t)vaddv_u8(vget_high_u8(set)) << 8;
#endif
}

/// The places of a value in a register of 16 elements, one bit each.
SIGHT_INLINE uint32_t places_of(float value, const float *values) {
    sixteen_floats part;
    memcpy(&part, values, sizeof part);
    const sixteen_ints are_equal = part == value;
    return bits_of(&are_equal);
}

/// Finds the first place of the greatest or least value of at least 16 elements. The last register
/// overlaps the one before it.
SIGHT_INLINE int32_t find_in_registers(const sight_reduction function, const float *values,
                                       size_t count) {
    const size_t last = count - 16;
    sixteen_floats part, partial = identity_of(function) - (sixteen_floats){0};
    for (size_t i = 0; i < last; i += 16) {
        memcpy(&part, values + i, sizeof part);
        combine_sixteen(function, &partial, &part);
    }
    memcpy(&part, values + last, sizeof part);
    combine_sixteen(function, &partial, &part);
    const float best = combine_all(function, &partial);
    for (size_t i = 0; i < count; i += 32) {
        const size_t first = i < last ? i : last, next = i + 16 < last ? i + 16 : last;
        const uint32_t places = places_of(best, values + first) | places_of(best, values + next)
                                                                      << (next - first);
        if (places != 0)
            return (int32_t)first + __builtin_ctz(places);
    }
    return 0;
}

/// Finds the first place of a row's greatest or least value. `available` counts the elements up to
/// the end of all rows.
SIGHT_INLINE int32_t find_extreme(const sight_reduction function, const float *values, size_t count,
                                  size_t available) {
    // A first element that is NaN is the result, also if there is no other one.
    if (values[0] != values[0])
        return 0;
    if (count >= 16)
        return find_in_registers(function, values, count);
    sixteen_floats rest;
    load_rest(function, &rest, values, count, available);
    float elements[16];
    memcpy(elements, &rest, sizeof rest);
    return find_in_registers(function, elements, 16);
}

static void extreme_floats(const float *values, size_t rows, size_t count, _Bool is_greatest,
                           int32_t *indices) {
    for (size_t row = 0; row < rows; row++, values += count) {
        const size_t available = (rows - row) * count;
        indices[row] = is_greatest ? find_extreme(sight_greatest, values, count, available)
                                   : find_extreme(sight_least, values, count, available);
    }
}

/// Combines neighboring columns in `registers` registers of a vector type; `registers` is a
/// constant at every call. With several registers, operations do not wait for each other.
#define SIGHT_COMBINE_COLUMNS(name, vector, combine)                                               \
    SIGHT_INLINE void name(const sight_reduction function, const int registers,                    \
                           const float *values, size_t rows, size_t columns, float *results) {     \
        vector total[4];                                                                           \
        memcpy(total, results, (size_t)registers * sizeof(vector));                                \
        for (size_t row = 0; row < rows; row++, values += columns) {                               \
            SIGHT_UNROLL                                                                           \
            for (int i = 0; i < registers; i++) {                                                  \
                vector part;                                                                       \
                memcpy(&part, values + (size_t)i * sizeof(vector) / sizeof(float), sizeof part);   \
                combine(function, &total[i], &part);                                               \
            }                                                                                      \
        }                                                                                          \
        memcpy(results, total, (size_t)registers * sizeof(vector));                                \
    }
SIGHT_COMBINE_COLUMNS(combine_sixteens, sixteen_floats, combine_sixteen)
SIGHT_COMBINE_COLUMNS(combine_eights, eight_floats, combine_eight)
SIGHT_COMBINE_COLUMNS(combine_singles, float, combine_one)
#undef SIGHT_COMBINE_COLUMNS

SIGHT_INLINE void combine_columns(const sight_reduction function, const float *values, size_t rows,
                                  size_t columns, float *results) {
    size_t c = 0;
    for (; c + 64 <= columns; c += 64)
        combine_sixteens(function, 4, values + c, rows, columns, results + c);
    for (; c + 16 <= columns; c += 16)
        combine_sixteens(function, 1, values + c, rows, columns, results + c);
    for (; c + 8 <= columns; c += 8)
        combine_eights(function, 1, values + c, rows, columns, results + c);
    for (; c + 3 <= columns; c += 3)
        combine_singles(function, 3, values + c, rows, columns, results + c);
    for (; c < columns; c++)
        combine_singles(function, 1, values + c, rows, columns, results + c);
}

/// Calls a loop with a constant function.
#define SIGHT_REDUCTION(name, loop)                                                                \
    static void name(sight_reduction function, const float *values, size_t rows, size_t columns,   \
                     float *results) {                                                             \
        switch (function) {                                                                        \
        case sight_sum:                                                                            \
            loop(sight_sum, values, rows, columns, results);                                       \
            return;                                                                                \
        case sight_product:                                                                        \
            loop(sight_product, values, rows, columns, results);                                   \
            return;                                                                                \
        case sight_greatest:                                                                       \
            loop(sight_greatest, values, rows, columns, results);                                  \
            return;                                                                                \
        case sight_least:                                                                          \
            loop(sight_least, values, rows, columns, results);                                     \
            return;                                                                                \
        }                                                                                          \
    }
SIGHT_REDUCTION(reduce_rows, combine_rows)
SIGHT_REDUCTION(reduce_columns, combine_columns)
#undef SIGHT_REDUCTION

/// The sum of the bytes of a row, each with an exclusive or with `flip`.
SIGHT_INLINE uint32_t sum_of_bytes(const uint8_t *values, size_t count, uint8_t flip) {
    uint32_t sum = 0;
    size_t i = 0;
#if SIGHT_X86
    const __m256i flips = _mm256_set1_epi8((char)flip);
    __m256i sums = _mm256_setzero_si256();
    for (; count - i >= 32; i += 32) {
        const __m256i part = _mm256_loadu_si256((const __m256i *)(const void *)(values + i));
        const __m256i flipped = _mm256_xor_si256(part, flips);
        sums = _mm256_add_epi64(sums, _mm256_sad_epu8(flipped, _mm256_setzero_si256()));
    }
    const __m128i half =
        _mm_add_epi64(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    sum = (uint32_t)_mm_cvtsi128_si32(_mm_add_epi64(half, _mm_unpackhi_epi64(half, half)));
#else
    uint32x4_t sums = vdupq_n_u32(0);
    for (; count - i >= 16; i += 16)
        sums = vpadalq_u16(sums, vpaddlq_u8(veorq_u8(vld1q_u8(values + i), vdupq_n_u8(flip))));
    sum = vaddvq_u32(sums);
#endif
    for (; i < count; i++)
        sum += values[i] ^ flip;
    return sum;
}

static void sum_byte_rows(const void *values, size_t rows, size_t count, _Bool is_signed,
                          int32_t *sums) {
    const uint8_t *bytes = values;
    // A signed byte with a flipped top bit is an unsigned one that is 128 higher.
    const uint8_t flip = is_signed ? 0x80 : 0;
    const uint32_t excess = is_signed ? (uint32_t)(128 * count) : 0;
    for (size_t row = 0; row < rows; row++, bytes += count)
        sums[row] = (int32_t)((uint32_t)sums[row] + sum_of_bytes(bytes, count, flip) - excess);
}

/// Raises `count` bytes, a constant at every call, to those of another row.
SIGHT_INLINE void raise_bytes(const size_t count, uint8_t *restrict best,
                              const uint8_t *restrict values, uint8_t flip) {
    for (size_t i = 0; i < count; i++) {
        const uint8_t value = values[i] ^ flip;
        best[i] = best[i] < value ? value : best[i];
    }
}

static void byte_row_maxima(const uint8_t *values, size_t rows, size_t count, uint8_t flip,
                            uint8_t *maxima) {
    for (size_t row = 0; row < rows; row++, values += count) {
        uint8_t best[block] = {0};
        size_t i = 0;
        for (; count - i >= block; i += block)
            raise_bytes(block, best, values + i, flip);
        if (i < count && count >= block) // the last block overlaps the one before
            raise_bytes(block, best, values + count - block, flip);
        else
            for (; i < count; i++)
                raise_bytes(1, best + i, values + i, flip);
        uint8_t greatest = maxima[row] ^ flip;
        for (i = 0; i < block; i++)
            greatest = greatest < best[i] ? best[i] : greatest;
        maxima[row] = greatest ^ flip;
    }
}

/// Raises neighboring columns, `count` of them, a constant at every call.
SIGHT_INLINE void raise_columns(const size_t count, const uint8_t *values, size_t rows,
                                size_t columns, uint8_t flip, uint8_t *maxima) {
    uint8_t best[2 * block];
    for (size_t i = 0; i < count; i++)
        best[i] = maxima[i] ^ flip;
    for (size_t row = 0; row < rows; row++, values += columns)
        raise_bytes(count, best, values, flip);
    for (size_t i = 0; i < count; i++)
        maxima[i] = best[i] ^ flip;
}

static void byte_column_maxima(const uint8_t *values, size_t rows, size_t columns, uint8_t flip,
                               uint8_t *maxima) {
    size_t c = 0;
    for (; columns - c >= 2 * block; c += 2 * block)
        raise_columns(2 * block, values + c, rows, columns, flip, maxima + c);
    for (; columns - c >= block; c += block)
        raise_columns(block, values + c, rows, columns, flip, maxima + c);
    if (c < columns && columns >= block) // the last block overlaps the one before
        c = columns - block;
    if (columns - c == block)
        raise_columns(block, values + c, rows, columns, flip, maxima + c);
    else
        for (; c < columns; c++)
            raise_columns(1, values + c, rows, columns, flip, maxima + c);
}
