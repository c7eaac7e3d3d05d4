// Conversion of the integer sums of layers with 8-bit weights to floats, for all vector tiers.

/// The scales and offsets of the next rows of a job; if they lie in one batch, only the first.
enum { rows_at_once = 16 };
typedef struct {
    float scales[rows_at_once];
    uint32_t offsets[rows_at_once];
} row_scales;

/// Sums of successive rows, and the place of the floats that they become.
typedef struct {
    const char *sums;
    size_t stride; // the distance in bytes from a row of sums to the next
    char *floats;
    size_t float_stride;
} sums_and_floats;

/// Converts `count` neighboring sums of each of `rows` rows to floats. A call converts at most one
/// block of each row. `n` is the column of the first sum. Each scale, bias and sum of weights is
/// loaded once for all rows. Every caller passes constants for `are_one_batch` and `are_floats`.
SIGHT_INLINE void scale_block(const _Bool are_one_batch, const _Bool are_floats, size_t rows,
                              size_t count, const sums_and_floats *of, size_t n,
                              const sight_sum_scaling *s, const row_scales *of_rows) {
    uint32_t weight_sums[block];
    float scales[block], biases[block];
    if (!are_floats)
        memcpy(weight_sums, s->weight_sums + n, count * sizeof(float));
    for (size_t i = 0; are_one_batch && !are_floats && i < count; i++)
        weight_sums[i] *= of_rows->offsets[0];
    memcpy(scales, s->scales + n, count * sizeof(float));
    memcpy(biases, s->biases + n, count * sizeof(float));
    const float minimum = s->minimum, maximum = s->maximum;
    const char *from = of->sums;
    char *to = of->floats;
    for (size_t row = 0; row < rows; row++, from += of->stride, to += of->float_stride) {
        const float scale = of_rows->scales[are_one_batch ? 0 : row];
        const uint32_t offset = are_one_batch ? 1 : of_rows->offsets[row];
        float results[block];
        memcpy(results, from, count * sizeof(float));
        if (!are_floats) {
            uint32_t values[block];
            memcpy(values, results, count * sizeof(float));
            for (size_t i = 0; i < count; i++)
                results[i] = (float)(int32_t)(values[i] - offset * weight_sums[i]);
        }
        for (size_t i = 0; i < count; i++) {
            const float value = results[i] * scales[i] * scale + biases[i];
            results[i] = value < minimum ? minimum : value;
            results[i] = results[i] > maximum ? maximum : results[i];
        }
        memcpy(to, results, count * sizeof(float));
    }
}

/// Replaces the sums of up to `rows_at_once` rows by floats.
///
/// The last block of a row overlaps the block before it if the columns are not whole blocks. Its
/// floats are made before that block replaces its sums, and are stored at the end.
SIGHT_INLINE void scale_rows(const _Bool are_one_batch, const _Bool are_floats, size_t rows,
                             char *sums, size_t columns, const sight_sum_scaling *s,
                             const row_scales *of_rows) {
    const size_t stride = s->row_bytes;
    if (columns < block) {
        const sums_and_floats all = {sums, stride, sums, stride};
        scale_block(are_one_batch, are_floats, rows, columns, &all, 0, s, of_rows);
        return;
    }
    const size_t whole = columns / block * block, last = columns - block;
    char *last_sums = sums + last * sizeof(float);
    float lasts[rows_at_once][block];
    const sums_and_floats of_last = {last_sums, stride, (char *)lasts, sizeof lasts[0]};
    if (whole < columns)
        scale_block(are_one_batch, are_floats, rows, block, &of_last, last, s, of_rows);
    for (size_t n = 0; n < whole; n += block) {
        char *start = sums + n * sizeof(float);
        const sums_and_floats of = {start, stride, start, stride};
        scale_block(are_one_batch, are_floats, rows, block, &of, n, s, of_rows);
    }
    for (size_t row = 0; whole < columns && row < rows; row++)
        memcpy(last_sums + row * stride, lasts[row], sizeof lasts[row]);
}

/// Replaces the sums of all rows by floats, `rows_at_once` rows at a time. Every caller passes
/// constants for `are_one_batch` and `are_floats`.
SIGHT_INLINE void scale_all_rows(const _Bool are_one_batch, const _Bool are_floats, char *sums,
                                 size_t rows, size_t columns, const sight_sum_scaling *s) {
    size_t batch = s->first_row / s->batch_rows;
    size_t next_batch = (batch + 1) * s->batch_rows - s->first_row; // its first row
    for (size_t row = 0; row < rows; row += rows_at_once) {
        const size_t part = rows - row < rows_at_once ? rows - row : rows_at_once;
        row_scales of_rows;
        for (size_t i = 0; i < (are_one_batch ? 1 : part); i++) {
            if (row + i == next_batch) {
                batch++;
                next_batch += s->batch_rows;
            }
            of_rows.scales[i] = s->input_scales[batch];
            of_rows.offsets[i] = are_floats ? 0 : 128 + (uint32_t)s->offsets[batch];
        }
        scale_rows(are_one_batch, are_floats, part, sums, columns, s, &of_rows);
        sums += part * s->row_bytes;
    }
}

/// Several short contiguous rows of a batch become one row of whole blocks, whose parameters
/// repeat.
SIGHT_INLINE void scale_short_rows(const _Bool are_floats, char *sums, size_t rows, size_t columns,
                                   const sight_sum_scaling *s) {
    int32_t weight_sums[block * block];
    float scales[block * block], biases[block * block];
    for (size_t i = 0; i < columns * block; i++) {
        weight_sums[i] = are_floats ? 0 : s->weight_sums[i % columns];
        scales[i] = s->scales[i % columns];
        biases[i] = s->biases[i % columns];
    }
    sight_sum_scaling repeated = *s;
    repeated.weight_sums = weight_sums;
    repeated.scales = scales;
    repeated.biases = biases;
    for (size_t row = 0; row < rows;) {
        const size_t batch = (s->first_row + row) / s->batch_rows;
        const size_t end = (batch + 1) * s->batch_rows - s->first_row; // of the batch
        size_t part = rows - row < block ? rows - row : block;
        part = end - row < part ? end - row : part;
        const row_scales of_rows = {
            .scales = {s->input_scales[batch]},
            .offsets = {are_floats ? 0 : 128 + (uint32_t)s->offsets[batch]},
        };
        scale_rows(1, are_floats, 1, sums, part * columns, &repeated, &of_rows);
        sums += part * columns * sizeof(float);
        row += part;
    }
}

SIGHT_INLINE void scale_sums_of(const _Bool are_floats, void *sums, size_t rows, size_t columns,
                                const sight_sum_scaling *s) {
    const _Bool are_contiguous = s->row_bytes == columns * sizeof(float);
    if (columns < block && are_contiguous && rows >= block && s->batch_rows >= block)
        scale_short_rows(are_floats, sums, rows, columns, s);
    else if (s->first_row % s->batch_rows + rows <= s->batch_rows)
        scale_all_rows(1, are_floats, sums, rows, columns, s);
    else
        scale_all_rows(0, are_floats, sums, rows, columns, s);
}

static void scale_sums(void *sums, size_t rows, size_t columns, const sight_sum_scaling *s) {
    if (s->weight_sums)
        scale_sums_of(0, sums, rows, columns, s);
    else
        scale_sums_of(1, sums, rows, columns, s);
}
