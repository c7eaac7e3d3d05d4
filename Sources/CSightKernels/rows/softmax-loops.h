// SOFTMAX and LOG_SOFTMAX of rows, for all vector tiers.

/// Finds the greatest value of a row; NaN is ignored.
SIGHT_INLINE float row_maximum(const float *values, size_t depth) {
    float best[wide_block];
    for (size_t j = 0; j < wide_block; j++)
        best[j] = -INFINITY;
    size_t i = 0;
    for (; depth - i >= wide_block; i += wide_block)
        for (size_t j = 0; j < wide_block; j++)
            best[j] = values[i + j] > best[j] ? values[i + j] : best[j];
    for (; depth - i >= block; i += block)
        for (size_t j = 0; j < block; j++)
            best[j] = values[i + j] > best[j] ? values[i + j] : best[j];
    if (i < depth && depth >= block) { // the last block, some of whose elements were read before
        const float *last = values + depth - block;
        for (size_t j = 0; j < block; j++)
            best[j] = last[j] > best[j] ? last[j] : best[j];
    } else {
        for (size_t j = 0; i + j < depth; j++)
            best[j] = values[i + j] > best[j] ? values[i + j] : best[j];
    }
    SIGHT_UNROLL
    for (size_t half = wide_block / 2; half > 0; half /= 2)
        for (size_t j = 0; j < half; j++)
            best[j] = best[j] > best[j + half] ? best[j] : best[j + half];
    return best[0];
}

/// Adds each element i of a row to the sum i mod 64.
SIGHT_INLINE void add_in_turn(const float *values, size_t count, float sums[wide_block]) {
    size_t i = 0;
    for (; count - i >= wide_block; i += wide_block)
        for (size_t j = 0; j < wide_block; j++)
            sums[j] += values[i + j];
    size_t j = 0;
    for (; count - i - j >= block; j += block)
        for (size_t k = 0; k < block; k++)
            sums[j + k] += values[i + j + k];
    const size_t rest = count - i - j;
    if (rest > 0 && count >= block) {
        // Zeros follow the last block, which is then read from its first new element on.
        float last[2 * block] = {0};
        memcpy(last, values + count - block, block * sizeof(float));
        for (size_t k = 0; k < block; k++)
            sums[j + k] += last[block - rest + k];
    } else {
        for (size_t k = 0; k < rest; k++)
            sums[j + k] += values[i + j + k];
    }
}

/// Adds the halves of the sums until one is left.
SIGHT_INLINE float total_of(float sums[wide_block]) {
    SIGHT_UNROLL
    for (size_t half = wide_block / 2; half > 0; half /= 2)
        for (size_t j = 0; j < half; j++)
            sums[j] += sums[j + half];
    return sums[0];
}

enum { softmax_part = 1024 }; // elements

static void log_softmax(const float *values, size_t rows, size_t depth, float *output) {
    for (size_t row = 0; row < rows; row++, values += depth, output += depth) {
        const float greatest = row_maximum(values, depth);
        float sums[wide_block] = {0}, shares[softmax_part];
        for (size_t i = 0; i < depth; i += softmax_part) {
            const size_t count = depth - i < softmax_part ? depth - i : softmax_part;
            for (size_t j = 0; j < count; j++)
                shares[j] = values[i + j] - greatest;
            scaled_decays(shares, count, shares);
            add_in_turn(shares, count, sums);
        }
        const float logarithm = sight_logarithm(total_of(sums) / SIGHT_DECAY_SCALE);
        for (size_t i = 0; i < depth; i++)
            output[i] = values[i] - greatest - logarithm;
    }
}

/// Computes successive rows. One call computes the exponentials of all of them.
static void softmax_long_rows(const float *values, size_t rows, size_t depth, float beta,
                              float *output) {
    for (size_t row = 0; row < rows; row++) {
        const float *from = values + row * depth;
        float *to = output + row * depth;
        const float greatest = row_maximum(from, depth);
        for (size_t i = 0; i < depth; i++)
            to[i] = (from[i] - greatest) * beta;
    }
    // With a positive beta, no argument is above 0, so scaled decays suffice. Terms and their sum
    // have the same scale, which their quotient does not have.
    (beta > 0 ? scaled_decays : exponentials)(output, rows * depth, output);
    for (size_t row = 0; row < rows; row++) {
        float *to = output + row * depth, sums[wide_block] = {0};
        add_in_turn(to, depth, sums);
        const float inverse = 1 / total_of(sums);
        for (size_t i = 0; i < depth; i++)
            to[i] *= inverse;
    }
}

// Keeps the compiler from gathering and scattering elements, which takes longer than moves.
#if defined(__clang__)
#define SIGHT_SCALAR SIGHT_PRAGMA(clang loop vectorize(disable))
#else
#define SIGHT_SCALAR
#endif

// Keeps the lanes of a row in one register of 256 bits. The processor would wait to read 512 bits
// that two stores of 256 bits have just written.
#if defined(__clang__)
#define SIGHT_LANES SIGHT_PRAGMA(clang loop vectorize_width(8) interleave_count(1))
#else
#define SIGHT_LANES
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
    float greatest[lane_count], sums[short_depth][lane_count];
    for (size_t j = 0; j < lane_count; j++)
        greatest[j] = -INFINITY;
    for (size_t i = 0; i < depth; i++)
        for (size_t j = 0; j < lane_count; j++)
            greatest[j] = lanes[i][j] > greatest[j] ? lanes[i][j] : greatest[j];
    for (size_t i = 0; i < depth; i++) {
        if (beta > 0) {
            SIGHT_LANES
            for (size_t j = 0; j < lane_count; j++)
                lanes[i][j] = sight_scaled_decay((lanes[i][j] - greatest[j]) * beta);
        } else {
            SIGHT_LANES
            for (size_t j = 0; j < lane_count; j++)
                lanes[i][j] = sight_exponential((lanes[i][j] - greatest[j]) * beta);
        }
    }
    memcpy(sums, lanes, depth * sizeof lanes[0]);
    for (size_t half = short_depth / 2; half > 0; half /= 2)
        for (size_t i = 0; i < half && i + half < depth; i++)
            for (size_t j = 0; j < lane_count; j++)
                sums[i][j] += sums[i + half][j];
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
    const _Bool is_short = depth <= short_depth;
    const size_t most = is_short ? lane_count : depth < softmax_part ? softmax_part / depth : 1;
    for (size_t row = 0; row < rows; row += most) {
        const size_t count = rows - row < most ? rows - row : most, start = row * depth;
        if (depth == 8) // a constant: all rows stay in registers
            softmax_lanes(values + start, count, 8, beta, output + start);
        else if (is_short)
            softmax_lanes(values + start, count, depth, beta, output + start);
        else
            softmax_long_rows(values + start, count, depth, beta, output + start);
    }
}
