// Products of words for q8-dwconv-strip.h, on processors without dot products: bytes are widened to
// 16 bits, so that one instruction multiplies four channels and adds to sums of 32 bits. All
// weights fit 16 bits, so there is one pass. Columns are [columns][kernel height][2] registers of
// eight words, weights are [kernel width][kernel height][2].

enum {
    NAME(group_vectors) = 8,  // registers of a group of four cells
    NAME(strip_vectors) = 288 // registers of all columns of a strip: 4.5 KiB
};

/// The number of registers of a column.
SIGHT_INLINE size_t NAME(column_vectors)(size_t kernel_height) { return 2 * kernel_height; }

/// Widens packed weights to words, adds the terms of each weight, and returns the number of passes.
SIGHT_INLINE size_t NAME(widen_weights)(const sight_q8_dwconv_job *job, size_t passes,
                                        vector *weights, NAME(parameters) * p) {
    (void)p;
    const size_t height = job->image.kernel_height, width = job->image.kernel_width;
    const size_t groups = sight_q8_dwconv_column_groups(height);
    vector words[8 * sight_q8_dwconv_maximum_groups], *target = words;
    for (size_t x = 0; x < width; x++)
        for (size_t group = 0; group < groups; group++) {
            int16x8_t sums[8] = {0}; // [cell][2]
            for (size_t pass = 0; pass < passes; pass++) {
                const int8x16x4_t cells =
                    vld4q_s8((const int8_t *)(weights + ((pass * width + x) * groups + group) * 4));
                SIGHT_UNROLL
                for (int y = 0; y < 4; y++) {
                    sums[2 * y] = vaddw_s8(sums[2 * y], vget_low_s8(cells.val[y]));
                    sums[2 * y + 1] = vaddw_high_s8(sums[2 * y + 1], cells.val[y]);
                }
            }
            for (size_t y = 0; y < 4 && 4 * group + y < height; y++, target += 2) {
                target[0] = vreinterpretq_s32_s16(sums[2 * y]);
                target[1] = vreinterpretq_s32_s16(sums[2 * y + 1]);
            }
        }
    memcpy(weights, words, (size_t)(target - words) * sizeof(vector));
    return 1;
}

/// Widens a group of `used` cells of each of `count` columns. From one column to the next, a cell
/// moves by `steps` bytes, and its words by `stride` registers. The first two arguments are
/// constants at every call.
SIGHT_INLINE void NAME(widen)(const size_t used, const _Bool flips, const uint8_t *const *cells,
                              const size_t *steps, vector flip, size_t count, size_t stride,
                              vector *words) {
    const uint8_t *a[4] = {cells[0], cells[1], cells[2], cells[3]};
    const size_t s[4] = {steps[0], steps[1], steps[2], steps[3]};
    for (size_t i = 0; i < count; i++, words += stride) {
        SIGHT_UNROLL
        for (size_t y = 0; y < used; y++) {
            const vector loaded = load(a[y]);
            const uint8x16_t bytes =
                vreinterpretq_u8_s32(flips ? exclusive_or(loaded, flip) : loaded);
            words[2 * y] = vreinterpretq_s32_u16(vmovl_u8(vget_low_u8(bytes)));
            words[2 * y + 1] = vreinterpretq_s32_u16(vmovl_high_u8(bytes));
            a[y] += s[y];
        }
    }
}

/// Prepares a group of `used` cells of each of `count` columns; see `widen`.
SIGHT_INLINE void NAME(prepare)(size_t used, _Bool flips, const uint8_t *const *cells,
                                const size_t *steps, vector flip, size_t count, size_t stride,
                                vector *words) {
    if (used == 1)
        NAME(widen)(1, 1, cells, steps, flip, count, stride, words);
    else if (used == 2)
        NAME(widen)(2, 1, cells, steps, flip, count, stride, words);
    else if (used == 4)
        NAME(widen)(4, 1, cells, steps, flip, count, stride, words);
    else if (flips)
        NAME(widen)(3, 1, cells, steps, flip, count, stride, words);
    else
        NAME(widen)(3, 0, cells, steps, flip, count, stride, words);
}

/// Adds the products of one cell to the sums of 8 or, if `whole`, 16 channels.
SIGHT_INLINE void NAME(add_cell)(const _Bool whole, const vector *words, const vector *weights,
                                 vector *sums) {
    const int16x8_t a = vreinterpretq_s16_s32(words[0]), w = vreinterpretq_s16_s32(weights[0]);
    sums[0] = vmlal_s16(sums[0], vget_low_s16(a), vget_low_s16(w));
    sums[1] = vmlal_high_s16(sums[1], a, w);
    if (whole) {
        const int16x8_t b = vreinterpretq_s16_s32(words[1]), v = vreinterpretq_s16_s32(weights[1]);
        sums[2] = vmlal_s16(sums[2], vget_low_s16(b), vget_low_s16(v));
        sums[3] = vmlal_high_s16(sums[3], b, v);
    }
}

/// Computes the pixels of a strip. The first three arguments are constants at the calls that matter
/// for speed.
SIGHT_INLINE void NAME(pixels)(const size_t width, const size_t height, const _Bool nearest,
                               const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                               const NAME(strip) * strip, size_t channels) {
    const NAME(strip) s = *strip;
    for (size_t pixel = 0; pixel < s.count; pixel++) {
        const vector *column = s.columns + pixel * s.pixel_step * 2 * height;
        const vector *weights = s.weights;
        vector sums[4];
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++)
            sums[j] = p->bias[j];
        for (size_t x = 0; x < width; x++, column += s.cell_step * 2 * height)
            for (size_t y = 0; y < height; y++, weights += 2)
                NAME(add_cell)(1, column + 2 * y, weights, sums);
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++)
            sums[j] = NAME(requantize)(sums[j], p, j, nearest);
        NAME(store)(p, sums, s.output + pixel * job->output_stride, channels);
    }
}

/// Computes the pixels of a strip for 3 x 3 filters and the rule `nearest`. The weights stay in
/// registers. `whole` is a constant at every call, and false if there are at most 8 channels.
SIGHT_INLINE void NAME(pixels_3x3)(const _Bool whole, const sight_q8_dwconv_job *job,
                                   const NAME(parameters) * p, const NAME(strip) * strip,
                                   size_t channels) {
    const NAME(strip) s = *strip;
    const NAME(parameters) q = *p; // the compiler knows that stores do not change copies
    const size_t output_stride = job->output_stride;
    vector weights[18];
    SIGHT_UNROLL
    for (int i = 0; i < 18; i++)
        weights[i] = s.weights[i];
    for (size_t pixel = 0; pixel < s.count; pixel++) {
        const vector *column = s.columns + pixel * s.pixel_step * 6;
        vector sums[4] = {q.bias[0], q.bias[1], q.bias[2], q.bias[3]};
        SIGHT_UNROLL
        for (size_t x = 0; x < 3; x++, column += s.cell_step * 6) {
            SIGHT_UNROLL
            for (size_t y = 0; y < 3; y++)
                NAME(add_cell)(whole, column + 2 * y, weights + 2 * (3 * x + y), sums);
        }
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++)
            if (whole || j < 2)
                sums[j] = NAME(requantize)(sums[j], &q, j, 1);
        NAME(store)(&q, sums, s.output + pixel * output_stride, channels);
    }
}

/// Computes `count` pixels of a strip, 1 or 2, for 5 x 5 filters and the rule `nearest`. Both take
/// the same weights. `count` is a constant at every call.
SIGHT_INLINE void NAME(pixels_5x5)(const int count, const sight_q8_dwconv_job *job,
                                   const NAME(parameters) * p, const NAME(strip) * strip,
                                   size_t pixel, size_t channels) {
    const NAME(strip) s = *strip;
    const size_t step = s.pixel_step * 10;
    const vector *column = s.columns + pixel * step, *weights = s.weights;
    vector sums[2][4];
    SIGHT_UNROLL
    for (int i = 0; i < 4 * count; i++)
        sums[i / 4][i % 4] = p->bias[i % 4];
    for (size_t x = 0; x < 5; x++, column += s.cell_step * 10, weights += 10) {
        SIGHT_UNROLL
        for (size_t y = 0; y < 10; y += 2)
            SIGHT_UNROLL
        for (int i = 0; i < count; i++)
            NAME(add_cell)(1, column + (size_t)i * step + y, weights + y, sums[i]);
    }
    SIGHT_UNROLL
    for (int i = 0; i < count; i++) {
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++)
            sums[i][j] = NAME(requantize)(sums[i][j], p, j, 1);
        NAME(store)(p, sums[i], s.output + (pixel + (size_t)i) * job->output_stride, channels);
    }
}

/// Computes the pixels of a strip.
SIGHT_INLINE void NAME(pixels_of_strip)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                        const NAME(strip) * strip, size_t channels) {
    const size_t width = job->image.kernel_width, height = job->image.kernel_height;
    if (!p->nearest)
        NAME(pixels)(width, height, 0, job, p, strip, channels);
    else if (width == 3 && height == 3 && channels > 8)
        NAME(pixels_3x3)(1, job, p, strip, channels);
    else if (width == 3 && height == 3)
        NAME(pixels_3x3)(0, job, p, strip, channels);
    else if (width != 5 || height != 5)
        NAME(pixels)(width, height, 1, job, p, strip, channels);
    else
        for (size_t pixel = 0; pixel < strip->count; pixel += 2) {
            if (pixel + 1 < strip->count)
                NAME(pixels_5x5)(2, job, p, strip, pixel, channels);
            else
                NAME(pixels_5x5)(1, job, p, strip, pixel, channels);
        }
}

#define prepare_weights NAME(widen_weights)
