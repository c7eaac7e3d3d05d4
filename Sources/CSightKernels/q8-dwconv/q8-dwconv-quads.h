// Products of quads for q8-dwconv-strip.h: four cells of a filter column are interleaved, so that
// one product takes four bytes of each channel. Columns are [columns][column groups][4] registers,
// weights are [passes][kernel width][column groups][4].
//
// The file that includes q8-dwconv-strip.h defines
//
// - ROLLS: 1 where registers hold all the weights of a 3 x 3 filter and the sums of three pixels
// - partial, partial_start(bias), dot4(partial, activations, weights), partial_total(partial):
//   partial sums of 32 bits
// - interleave_rows(a, b, c, d, quads): four rows of bytes as four registers of four bytes each

enum {
    NAME(group_vectors) = 4,                     // registers of a group of four cells
    NAME(column_limit) = 72,                     // groups: 18 KiB with 512-bit registers
    NAME(strip_vectors) = 4 * NAME(column_limit) // registers of all columns of a strip
};

/// The number of registers of a column.
SIGHT_INLINE size_t NAME(column_vectors)(size_t kernel_height) {
    return 4 * sight_q8_dwconv_column_groups(kernel_height);
}

/// Packed weights already are as the products take them. Returns the number of passes.
SIGHT_INLINE size_t NAME(prepare_weights)(const sight_image *image, size_t passes,
                                          vector *weights) {
    (void)image, (void)weights;
    return passes;
}

/// Interleaves four cells of each of `count` columns: quads[j] of a column holds the four bytes of
/// channels 16 h + 4 j + i (i < 4) in lanes 4 h + i. `steps` is the distance in bytes from a cell
/// to the same cell of the next column, and `stride` the distance of their quads in registers. If
/// only one or three cells are used, the function reads the last of them again for the unused
/// ones, whose weights are zero. If `flips`, the bytes are combined with `flip` by exclusive or.
/// The first two arguments are constants at every call.
SIGHT_INLINE void NAME(interleave)(const int used, const _Bool flips, const uint8_t *const *cells,
                                   const size_t *steps, vector flip, size_t count, size_t stride,
                                   vector *quads) {
    const uint8_t *a = cells[0], *b = cells[1], *c = cells[2], *d = cells[3];
    const size_t sa = steps[0], sb = steps[1], sc = steps[2], sd = steps[3];
    for (size_t i = 0; i < count; i++, a += sa, b += sb, c += sc, d += sd, quads += stride) {
        const vector va = flips ? exclusive_or(load(a), flip) : load(a);
        vector vb = va, vc = va;
        if (used > 1) {
            vb = flips ? exclusive_or(load(b), flip) : load(b);
            vc = flips ? exclusive_or(load(c), flip) : load(c);
        }
        vector vd = vc;
        if (used > 3)
            vd = flips ? exclusive_or(load(d), flip) : load(d);
        interleave_rows(va, vb, vc, vd, quads);
    }
}

/// Prepares a group of `used` cells of each of `count` columns; see `interleave`.
SIGHT_INLINE void NAME(prepare)(size_t used, _Bool flips, const uint8_t *const *cells,
                                const size_t *steps, vector flip, size_t count, size_t stride,
                                vector *quads) {
    if (used == 1)
        NAME(interleave)(1, 1, cells, steps, flip, count, stride, quads);
    else if (used != 3)
        NAME(interleave)(4, 1, cells, steps, flip, count, stride, quads);
    else if (flips)
        NAME(interleave)(3, 1, cells, steps, flip, count, stride, quads);
    else
        NAME(interleave)(3, 0, cells, steps, flip, count, stride, quads);
}

/// Computes the pixels of a strip. The first three arguments are constants at the calls that matter
/// for speed.
SIGHT_INLINE void NAME(pixels)(const size_t width, const size_t groups, const _Bool nearest,
                               const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                               const NAME(strip) * strip, size_t channels) {
    const NAME(strip) s = *strip;
    for (size_t pixel = 0; pixel < s.count; pixel++) {
        const vector *columns = s.columns + pixel * s.pixel_step * groups * 4;
        const vector *weights = s.weights;
        partial partials[4];
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++)
            partials[j] = partial_start(p->bias[j]);
        for (size_t pass = 0; pass < s.passes; pass++)
            for (size_t x = 0; x < width; x++) {
                const vector *quads = columns + x * s.cell_step * groups * 4;
                for (size_t i = 0; i < groups; i++, quads += 4, weights += 4) {
                    SIGHT_UNROLL
                    for (int j = 0; j < 4; j++)
                        partials[j] = dot4(partials[j], quads[j], weights[j]);
                }
            }
        vector sums[4];
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++)
            sums[j] = NAME(requantize)(partial_total(partials[j]), p, j, nearest);
        NAME(store)(p, sums, s.output + pixel * job->output_stride, channels);
    }
}

/// Computes the pixels of a strip for 3 x 3 filters without column dilation and with one pass. The
/// weights stay in registers.
SIGHT_INLINE void NAME(pixels_3x3)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                   const NAME(strip) * strip, size_t channels) {
    const NAME(strip) s = *strip;
    // A copy stays in registers: the compiler knows that stores do not change it.
    const NAME(parameters) q = *p;
    const size_t output_stride = job->output_stride;
    vector weights[12];
    SIGHT_UNROLL
    for (int i = 0; i < 12; i++)
        weights[i] = s.weights[i];
    for (size_t pixel = 0; pixel < s.count; pixel++) {
        const vector *columns = s.columns + pixel * s.pixel_step * 4;
        vector sums[4];
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++) {
            partial sum = dot4(partial_start(q.bias[j]), columns[j], weights[j]);
            sum = dot4(sum, columns[4 + j], weights[4 + j]);
            sum = dot4(sum, columns[8 + j], weights[8 + j]);
            sums[j] = NAME(requantize)(partial_total(sum), &q, j, 1);
        }
        NAME(store)(&q, sums, s.output + pixel * output_stride, channels);
    }
}

/// Computes the pixels of a strip for 5 x 5 filters without column dilation and with one pass. Each
/// quarter of the channels is computed for all pixels, so that its weights stay in registers.
SIGHT_INLINE void NAME(pixels_5x5)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                   const NAME(strip) * strip, size_t channels) {
    const NAME(strip) s = *strip;
    vector sums[NAME(column_limit) / 2 * 4]; // [pixels][4]
    for (int j = 0; j < 4; j++) {
        const partial start = partial_start(p->bias[j]);
        const floats factors = p->factors[j];
        vector weights[10];
        SIGHT_UNROLL
        for (int i = 0; i < 10; i++)
            weights[i] = s.weights[4 * i + j];
        const vector *columns = s.columns + j;
        for (size_t pixel = 0; pixel < s.count; pixel++, columns += s.pixel_step * 8) {
            partial sum = start;
            SIGHT_UNROLL
            for (int i = 0; i < 10; i++)
                sum = dot4(sum, columns[4 * i], weights[i]);
            sums[4 * pixel + (size_t)j] = requantize_nearest(partial_total(sum), factors);
        }
    }
    for (size_t pixel = 0; pixel < s.count; pixel++)
        NAME(store)(p, sums + 4 * pixel, s.output + pixel * job->output_stride, channels);
}

/// Computes the pixels of a strip.
SIGHT_INLINE void NAME(pixels_of_strip)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                        const NAME(strip) * strip, size_t channels) {
    const size_t width = job->image.kernel_width;
    const size_t groups = sight_q8_dwconv_column_groups(job->image.kernel_height);
    const _Bool is_plain = job->image.dilation_x == 1 && strip->passes == 1 && p->nearest;
    if (is_plain && width == 3 && groups == 1)
        NAME(pixels_3x3)(job, p, strip, channels);
    else if (is_plain && width == 5 && groups == 2)
        NAME(pixels_5x5)(job, p, strip, channels);
    else if (p->nearest && width == 3 && groups == 1)
        NAME(pixels)(3, 1, 1, job, p, strip, channels);
    else if (p->nearest)
        NAME(pixels)(width, groups, 1, job, p, strip, channels);
    else
        NAME(pixels)(width, groups, 0, job, p, strip, channels);
}

#if ROLLS
// Output pixels of one row; their 3 x 3 filter has no dilation, the stride is 1, and there is one
// pass.
typedef struct {
    const uint8_t *edge[3];    // the cells of the first column
    const uint8_t *rows[3];    // those of the second
    const uint8_t *padding[3]; // those of the column past the image
    size_t step;               // bytes from a column to the next
    size_t inside;             // columns from the second on that lie in the image
    size_t count;              // output pixels
    const vector *weights;     // [3][4]
    vector flip;               // of the activations
    uint8_t *output;           // first byte of the first pixel and channel
} NAME(run_of_pixels);

/// Adds an input column to the sums of the three pixels whose filter covers it: of the pixel that
/// ends there, of the next, and of the one after, which starts. `flips` is a constant.
SIGHT_INLINE void NAME(add_column)(const _Bool flips, const uint8_t *const *rows, size_t offset,
                                   vector flip, const vector *weights, const NAME(parameters) * p,
                                   partial *near, partial *next, partial *far) {
    const uint8_t *const cells[4] = {rows[0] + offset, rows[1] + offset, rows[2] + offset,
                                     rows[2] + offset};
    const size_t steps[4] = {0};
    vector quads[4];
    NAME(interleave)(3, flips, cells, steps, flip, 1, 0, quads);
    SIGHT_UNROLL
    for (int j = 0; j < 4; j++) {
        near[j] = dot4(near[j], quads[j], weights[8 + j]);
        next[j] = dot4(next[j], quads[j], weights[4 + j]);
        far[j] = dot4(partial_start(p->bias[j]), quads[j], weights[j]);
    }
}

/// Requantizes the sums of a pixel by the rule `nearest` and writes them. Factors are
/// taken from `p`, the limits of the output from `limits`.
SIGHT_INLINE void NAME(finish)(const NAME(parameters) * limits, const NAME(parameters) * p,
                               const partial *partials, uint8_t *output) {
    vector sums[4];
    SIGHT_UNROLL
    for (int k = 0; k < 4; k++)
        sums[k] = NAME(requantize)(partial_total(partials[k]), p, k, 1);
    NAME(store)(limits, sums, output, NAME(channel_count));
}

/// Computes pixels with all their channels and the rule `nearest`. The columns are interleaved once
/// and stay in registers. Each of three sets of registers has in turn the sums of the pixel that
/// ends. The first argument is a constant at every call.
SIGHT_INLINE void NAME(roll)(const _Bool flips, const NAME(parameters) * p, size_t output_stride,
                             const NAME(run_of_pixels) * run) {
    const NAME(run_of_pixels) r = *run;
    const NAME(parameters) limits = *p; // the compiler knows that stores do not change copies
    vector weights[12];
    SIGHT_UNROLL
    for (int i = 0; i < 12; i++)
        weights[i] = r.weights[i];
    partial partials[3][4], unused[4];
    SIGHT_UNROLL
    for (int j = 0; j < 4; j++)
        unused[j] = partial_start(p->bias[j]);
    NAME(add_column)(flips, r.edge, 0, r.flip, weights, p, unused, unused, partials[0]);
    NAME(add_column)(flips, r.rows, 0, r.flip, weights, p, unused, partials[0], partials[1]);
    uint8_t *output = r.output;
    size_t offset = r.step, left = r.count, inside = r.inside - 1;
    for (; left >= 3 && inside >= 3; left -= 3, inside -= 3) {
        SIGHT_UNROLL
        for (size_t j = 0; j < 3; j++, offset += r.step, output += output_stride) {
            // Registers are left for weights and sums: biases and factors are loaded each time.
            const NAME(parameters) *loaded = p;
            SIGHT_OPAQUE("r", loaded);
            partial *near = partials[j];
            NAME(add_column)
            (flips, r.rows, offset, r.flip, weights, loaded, near, partials[(j + 1) % 3],
             partials[(j + 2) % 3]);
            NAME(finish)(&limits, loaded, near, output);
        }
    }
    for (; left > 0; left--, inside--, offset += r.step, output += output_stride) {
        NAME(add_column)
        (flips, inside > 0 ? r.rows : r.padding, inside > 0 ? offset : 0, r.flip, weights, p,
         partials[0], partials[1], partials[2]);
        NAME(finish)(&limits, p, partials[0], output);
        SIGHT_UNROLL
        for (int i = 0; i < 8; i++)
            partials[i / 4][i % 4] = partials[1 + i / 4][i % 4];
    }
}

/// Rolls a row of pixels where its filter and the rows under it allow that; returns whether they
/// do.
SIGHT_INLINE _Bool NAME(rolled)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                const NAME(pixel_row) * row, size_t channel, size_t channels) {
    const sight_image *image = &job->image;
    if (image->kernel_height != 3 || image->kernel_width != 3 || image->dilation_x != 1 ||
        image->stride_x != 1 || row->passes != 1 || !p->nearest || channels < NAME(channel_count) ||
        !row->rows[0] || !row->rows[1] || !row->rows[2])
        return 0;
    // At most one column before the image and one past it are padding.
    const size_t second = row->x + 1, end = image->left + image->width;
    if (row->count < 3 || second < image->left || second >= end || row->x + row->count + 1 > end)
        return 0;
    const uint8_t byte = job->input_flip ^ (SIGNED_ACTIVATIONS ? 0x80 : 0);
    NAME(run_of_pixels)
    run = {.step = image->pixel_bytes,
           .inside = end - second,
           .count = row->count,
           .weights = row->weights,
           .flip = splat_bytes((char)byte),
           .output = (uint8_t *)job->output + row->pixel * job->output_stride + channel};
    for (size_t y = 0; y < 3; y++) {
        run.rows[y] = row->rows[y] + (second - image->left) * run.step;
        run.edge[y] = second == image->left ? row->padding : run.rows[y] - run.step;
        run.padding[y] = row->padding;
    }
    if (byte != 0)
        NAME(roll)(1, p, job->output_stride, &run);
    else
        NAME(roll)(0, p, job->output_stride, &run);
    return 1;
}
#else
/// Does nothing.
SIGHT_INLINE _Bool NAME(rolled)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                const NAME(pixel_row) * row, size_t channel, size_t channels) {
    (void)job, (void)p, (void)row, (void)channel, (void)channels;
    return 0;
}
#endif
