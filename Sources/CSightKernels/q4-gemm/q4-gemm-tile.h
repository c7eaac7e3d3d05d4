// The tile of all vector tiers: up to sight_tile_rows rows by sight_tile_vectors vectors of
// columns, or one row by sight_row_vectors. The including file defines these three and
//   floats                    a vector of sight_lanes floats
//   load_floats(values), store_floats(values, v), repeated(value)
//   clamped(v, least, greatest)
//                             keeps NaN
//   weights                   those of eight depths and of the columns of a vector
//   unpacked(packed)          loads them
//   step_sums                 the sums of up to 32 products of the columns; zero bits are zeros
//   add_products(sums, a, w)  adds the products of eight activations
//   converted(sums)           the sums times sight_sums_factor as floats

SIGHT_NO_CONTRACTION

enum {
    sight_most_vectors = sight_tile_rows * sight_tile_vectors > sight_row_vectors
                             ? sight_tile_rows *sight_tile_vectors
                             : sight_row_vectors
};

// The packed data of the columns of a vector.
typedef struct {
    const float *numbers; // the biases of its 16 columns or of their half or quarter
    const char *scales;   // of the current block
    const char *packed;   // the weights of the current step
} source;

/// Finds the columns from `column` on.
SIGHT_INLINE source source_at(const sight_q4_gemm_job *job, size_t column) {
    const size_t lane = column % sight_q4_gemm_width;
    const char *part = sight_q4_gemm_part(job, column);
    return (source){.numbers = (const float *)(const void *)part + lane,
                    .packed = part + 2 * sight_q4_gemm_numbers + lane * sizeof(float)};
}

/// Adds the products of one step to the totals [rows][vectors]; `a` are the rows. The first two
/// arguments are constants at every call.
SIGHT_INLINE void add_step(const int rows, const int vectors, const uint8_t *const *a, size_t k,
                           const source *sources, floats *totals) {
    step_sums sums[sight_most_vectors];
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++)
        sums[i] = (step_sums){0};
    SIGHT_UNROLL
    for (size_t group = 0; group < sight_q4_gemm_step / 8; group++) {
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++) {
            const char *packed = sources[v].packed + group * sight_q4_gemm_group;
            sight_prefetch(packed);
            const weights w = unpacked(packed);
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++)
                add_products(&sums[vectors * r + v], a[r] + k + 8 * group, w);
        }
    }
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++) {
        const floats scale = load_floats((const float *)(const void *)sources[v].scales);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            totals[vectors * r + v] += converted(sums[vectors * r + v]) * scale;
    }
}

/// Writes the outputs of a vector of columns.
SIGHT_INLINE void store(const sight_q4_gemm_job *job, const float *numbers, floats totals,
                        size_t row, size_t column, size_t columns) {
    const floats zeros =
        repeated(sight_q4_gemm_zero(job, row)) * load_floats(numbers + sight_q4_gemm_width);
    const floats sums = totals * repeated(1.0f / (float)sight_sums_factor) - zeros;
    const floats result = sums * repeated(job->input_scales[row]) + load_floats(numbers);
    const floats outputs = clamped(result, job->minimum, job->maximum);
    float *target = job->output + row * job->columns + column;
    if (columns >= sight_lanes) {
        store_floats(target, outputs);
        return;
    }
    float values[sight_lanes];
    store_floats(values, outputs);
    memcpy(target, values, columns * sizeof(float));
}

/// Computes rows x vectors; columns from `end` on do not exist. The first two arguments are
/// constants at every call.
SIGHT_INLINE void tile(const int rows, const int vectors, const sight_q4_gemm_job *job, size_t row,
                       size_t column, size_t end) {
    const uint8_t *a[sight_tile_rows];
    source sources[sight_most_vectors];
    floats totals[sight_most_vectors];
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        a[r] = (const uint8_t *)job->input + (row + (size_t)r) * job->depth;
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++)
        sources[v] = source_at(job, column + sight_lanes * (size_t)v);
    SIGHT_UNROLL
    for (int i = 0; i < rows * vectors; i++)
        totals[i] = repeated(0);
    for (size_t k = 0; k < job->depth;) {
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++) {
            sources[v].scales = sources[v].packed;
            sources[v].packed += sight_q4_gemm_numbers;
        }
        for (const size_t next = k + job->length; k < next; k += sight_q4_gemm_step) {
            add_step(rows, vectors, a, k, sources, totals);
            SIGHT_UNROLL
            for (int v = 0; v < vectors; v++)
                sources[v].packed += sight_q4_gemm_step_bytes;
        }
    }
    SIGHT_UNROLL
    for (int v = 0; v < vectors; v++) {
        const size_t first = column + sight_lanes * (size_t)v;
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            store(job, sources[v].numbers, totals[vectors * r + v], row + (size_t)r, first,
                  end - first);
    }
}

/// Computes the columns of a tile: all vectors at once, or the last ones singly. The first two
/// arguments are constants at every call.
SIGHT_INLINE void columns_of_rows(const int rows, const int vectors, const sight_q4_gemm_job *job,
                                  size_t row, size_t column, size_t end) {
    if (end - column > sight_lanes * ((size_t)vectors - 1)) {
        tile(rows, vectors, job, row, column, end);
        return;
    }
    for (; column < end; column += sight_lanes)
        tile(rows, 1, job, row, column, end);
}

/// Computes a block. All rows read the weights of a tile's columns while these are in the
/// first-level cache.
SIGHT_INLINE void run_block(const sight_q4_gemm_job *job, const sight_block *block) {
    const size_t end = block->row + block->rows, last = block->column + block->columns;
    const int vectors = block->rows < sight_tile_rows ? sight_row_vectors : sight_tile_vectors;
    const size_t step = sight_lanes * (size_t)vectors;
    for (size_t column = block->column; column < last; column += step) {
        const size_t edge = last - column < step ? last : column + step;
        size_t row = block->row;
        for (; end - row >= sight_tile_rows; row += sight_tile_rows)
            columns_of_rows(sight_tile_rows, sight_tile_vectors, job, row, column, edge);
        for (; row < end; row++)
            if (vectors == sight_row_vectors)
                columns_of_rows(1, sight_row_vectors, job, row, column, edge);
            else
                columns_of_rows(1, sight_tile_vectors, job, row, column, edge);
    }
}
