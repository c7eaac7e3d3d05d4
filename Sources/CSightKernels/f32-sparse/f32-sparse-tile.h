// Tiles of products with sparse weights. The including file includes this header between
// SIGHT_TARGET_BEGIN and SIGHT_TARGET_END, and defines
//   LANES             the number of floats in a register: 4, 8 or 16
//   vector            the type of a register
//   factor            the type of a weight: a register with it in all lanes, or a float
//   load, store, all_lanes, add
//   splat             returns a factor
//   multiply_add      multiplies a register by a factor and adds a register
//   transpose         exchanges the rows and columns of LANES registers
//   load_transposed   loads LANES channels of LANES runs, a register for each channel
//   bound             clamps a register
//   addend_of         returns the job's addend for a row; zeros where it has no columns
//   store_part        writes some of the first lanes of a register, 1 to LANES

enum { tile_vectors = sparse_pitch / LANES };

/// Writes `vectors` registers of rows of each input channel to a tile [K][64]. Rows after `last`
/// repeat it. The last registers of channels may extend past the end of a run.
SIGHT_INLINE void transpose_input(const size_t vectors, const sight_f32_igemm_job *job, size_t row,
                                  size_t last, float *tile) {
    for (size_t v = 0; v < vectors; v++, row += LANES, tile += LANES) {
        const float *runs[LANES];
        SIGHT_UNROLL
        for (size_t r = 0; r < LANES; r++)
            runs[r] = sight_window_run(&job->window, row + r < last ? row + r : last, 0);
        float *output = tile;
        for (size_t k = 0; k < job->depth; k += LANES) {
            vector values[LANES];
            load_transposed(runs, k, values);
            SIGHT_UNROLL
            for (size_t r = 0; r < LANES; r++, output += sparse_pitch)
                store(output, values[r]);
        }
    }
}

/// Adds the products of one weight to the sums of `vectors` registers of rows. `vectors` is a
/// constant at every call, here and below.
SIGHT_INLINE void add_products(const size_t vectors, const sparse_record *weight, const float *tile,
                               vector *sums) {
    const char *start = (const char *)tile + weight->number;
    const factor f = splat(weight->value);
    SIGHT_UNROLL
    for (size_t v = 0; v < vectors; v++)
        sums[v] = multiply_add(load((const float *)(const void *)start + LANES * v), f, sums[v]);
}

/// Writes the sums of one column to `output` [64], and returns the record after the column.
SIGHT_INLINE const sparse_record *sum_column(const size_t vectors, const sparse_record *record,
                                             const float *tile, float *output) {
    vector sums[tile_vectors];
    const sparse_record *weight = record + 1, *end = weight + record->number;
    SIGHT_UNROLL
    for (size_t v = 0; v < vectors; v++)
        sums[v] = all_lanes(record->value);
    for (; end - weight >= 2; weight += 2) {
        add_products(vectors, weight, tile, sums);
        add_products(vectors, weight + 1, tile, sums);
    }
    if (weight < end)
        add_products(vectors, weight, tile, sums);
    SIGHT_UNROLL
    for (size_t v = 0; v < vectors; v++)
        store(output + LANES * v, sums[v]);
    return end;
}

/// Adds the addend to the sums of LANES rows, clamps and writes them; all columns are outputs, and
/// with `adds` the addend has them. `adds` is a constant at every call.
SIGHT_INLINE void write_whole_rows(const _Bool adds, const sight_f32_igemm_job *job,
                                   const vector *values, size_t row, size_t column) {
    const vector minimum = all_lanes(job->minimum), maximum = all_lanes(job->maximum);
    const char *addend = adds ? (const char *)sight_f32_igemm_addend_at(job, row, column) : NULL;
    char *output = (char *)job->output + row * job->output_stride + column * sizeof(float);
    SIGHT_UNROLL
    for (size_t r = 0; r < LANES; r++, output += job->output_stride) {
        vector sum = values[r];
        if (adds)
            sum = add(sum, load((const float *)(const void *)(addend + r * job->addend_stride)));
        store((float *)(void *)output, bound(sum, minimum, maximum));
    }
}

/// Writes the sums [column][64] of `count` columns of LANES rows up to `last`.
SIGHT_INLINE void write_rows(const sight_f32_igemm_job *job, const float *sums, size_t row,
                             size_t last, size_t column, size_t count) {
    vector values[LANES];
    SIGHT_UNROLL
    for (size_t c = 0; c < LANES; c++)
        values[c] = load(sums + sparse_pitch * c);
    transpose(values);
    const _Bool whole = count == LANES && row + LANES <= last + 1;
    if (whole && !job->addend) {
        write_whole_rows(0, job, values, row, column);
        return;
    }
    if (whole && sight_f32_igemm_addend_left(job, column) >= LANES) {
        write_whole_rows(1, job, values, row, column);
        return;
    }
    const vector minimum = all_lanes(job->minimum), maximum = all_lanes(job->maximum);
    char *output = (char *)job->output + row * job->output_stride + column * sizeof(float);
    SIGHT_UNROLL
    for (size_t r = 0; r < LANES; r++, output += job->output_stride) {
        if (row + r > last)
            return;
        if (job->addend)
            values[r] = add(values[r], addend_of(job, row + r, column));
        store_part((float *)(void *)output, bound(values[r], minimum, maximum), count);
    }
}

/// Computes `vectors` registers of rows from `row` on and writes the rows up to `last`.
SIGHT_INLINE void rows_of_block(const size_t vectors, const sight_f32_igemm_job *job,
                                const sight_block *block, size_t row, size_t last, float *tile) {
    _Alignas(64) float sums[LANES * sparse_pitch] = {0}; // of LANES columns
    transpose_input(vectors, job, row, last, tile);
    const sparse_record *record = sparse_column(job, block->column);
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += LANES) {
        const size_t count = end - column < LANES ? end - column : LANES;
        for (size_t c = 0; c < count; c++)
            record = sum_column(vectors, record, tile, sums + sparse_pitch * c);
        for (size_t v = 0; v < vectors; v++)
            write_rows(job, sums + LANES * v, row + LANES * v, last, column, count);
    }
}

/// Computes a block, 64 rows at once. The last rows take as many registers as 16, 32, 48 or 64 rows
/// need; rows that fit one register take that one.
SIGHT_INLINE void run_block(const sight_f32_igemm_job *job, const sight_block *block) {
    _Alignas(64) float tile[(sight_f32_sparse_depth + LANES) * sparse_pitch];
    const size_t end = block->row + block->rows;
    for (size_t row = block->row; row < end; row += sparse_pitch) {
        const size_t left = end - row;
        if (left > 48)
            rows_of_block(64 / LANES, job, block, row, end - 1, tile);
        else if (left > 32)
            rows_of_block(48 / LANES, job, block, row, end - 1, tile);
        else if (left > 16)
            rows_of_block(32 / LANES, job, block, row, end - 1, tile);
        else if (left > LANES)
            rows_of_block(16 / LANES, job, block, row, end - 1, tile);
        else
            rows_of_block(1, job, block, row, end - 1, tile);
    }
}
