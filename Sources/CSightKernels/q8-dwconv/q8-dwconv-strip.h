// Depthwise convolution of four registers of channels along a strip of output pixels. The pixels of
// an input column are interleaved once, for all output pixels whose filter covers them.
//
// Included once for each width of registers. The including file defines
//
// - LANES: 32-bit lanes of a register, 4, 8 or 16
// - SIGNED_ACTIVATIONS: 1 where dot4 takes activations as int8, 0 where as uint8
// - ROLLS: 1 where registers hold all the weights of a 3 x 3 filter and the sums of three pixels
// - NAME(name): adds the suffix of the width to a name
// - vector, floats: the register's type, and that of as many binary32 numbers
// - partial, partial_start(bias), dot4(partial, activations, weights), partial_total(partial):
//   partial sums of 32 bits
// - load, splat_bytes, splat_words, exclusive_or, load_panels: read memory into registers, repeat a
// value
//   in all lanes, and compute the exclusive or of two registers
// - interleave_rows(a, b, c, d, quads): four rows of bytes as four registers of four bytes each
// - nearest_factors, requantize_nearest, requantize_any
// - narrow_to_bytes(sums, zero_point, minimum, maximum): four registers of sums as one of uint8
// - store_bytes(output, bytes, count): writes the first bytes of a register

enum { NAME(channel_count) = 4 * LANES };

// The parameters of channel_count channels, each [4][LANES] in the order of interleaved bytes.
typedef struct {
    vector bias[4];
    floats factors[4];                       // for the rule `nearest`
    vector multiplier[4], left[4], right[4]; // for the other rules
    vector zero_point;                       // 16-bit; of the uint8 output
    vector minimum, maximum, flip;           // of bytes
    _Bool nearest, once;
} NAME(parameters);

SIGHT_INLINE NAME(parameters)
    NAME(load_parameters)(const sight_q8_dwconv_job *job, size_t channel, size_t channels) {
    NAME(parameters) p;
    const sight_q8_dwconv_panel a = sight_q8_dwconv_panel_at(job, channel);
    const sight_q8_dwconv_panel b =
        sight_q8_dwconv_panel_at(job, channels > 32 ? channel + 32 : channel);
    const size_t n = sight_q8_dwconv_position(channel); // 4 if a register ends half a block
    const sight_requantization *q = &job->requantization;
    // The bounds are those of the uint8 output. The sums are saturated to int16 and then to uint8;
    // the clamp includes both.
    const int offset = job->output_flip ? 128 : 0;
    p.zero_point = splat_words((short)(q->zero_point + offset));
    p.minimum = splat_bytes((char)(q->minimum + offset));
    p.maximum = splat_bytes((char)(q->maximum + offset));
    p.flip = splat_bytes((char)job->output_flip);
    p.once = q->rounds_once;
    p.nearest = q->nearest;
    for (int j = 0; j < 4; j++) {
        const size_t at = n + 8 * (size_t)j;
        p.bias[j] = SIGNED_ACTIVATIONS ? load_panels(a.signed_bias + at, b.signed_bias + at)
                                       : load_panels(a.bias + at, b.bias + at);
        p.multiplier[j] = load_panels(a.multiplier + at, b.multiplier + at);
        p.left[j] = load_panels(a.left + at, b.left + at);
        p.right[j] = load_panels(a.right + at, b.right + at);
        p.factors[j] = nearest_factors(p.multiplier[j], p.right[j]);
    }
    return p;
}

/// Steps 1 to 3 of requantization.
SIGHT_INLINE vector NAME(requantize)(vector sums, const NAME(parameters) * p, int j,
                                     const _Bool nearest) {
    return nearest ? requantize_nearest(sums, p->factors[j])
                   : requantize_any(sums, p->multiplier[j], p->left[j], p->right[j], p->once);
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

/// Packs 4 x LANES sums to bytes in channel order and writes up to channel_count of them.
SIGHT_INLINE void NAME(store)(const NAME(parameters) * p, const vector *y, uint8_t *output,
                              size_t channels) {
    const vector bytes = narrow_to_bytes(y, p->zero_point, p->minimum, p->maximum);
    store_bytes(output, exclusive_or(bytes, p->flip), channels);
}

// A strip: output pixels of one row, and the interleaved input columns under them.
typedef struct {
    size_t count;          // output pixels
    size_t passes;         // terms of each weight
    size_t pixel_step;     // columns from one output pixel to the next
    size_t cell_step;      // columns from one cell to the next
    const vector *columns; // [columns][column groups][4]
    const vector *weights; // [passes][kernel width][column groups][4]
    uint8_t *output;       // first byte of the first pixel and channel
} NAME(strip);

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

enum { NAME(column_limit) = 72 }; // groups of interleaved columns: 18 KiB with 512-bit registers

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
#endif

/// The number of columns below `end` among x, x + step, …
SIGHT_INLINE size_t NAME(columns_below)(size_t end, size_t x, size_t step, size_t count) {
    const size_t below = x < end ? (end - x + step - 1) / step : 0;
    return below < count ? below : count;
}

/// Interleaves `count` columns, `step` apart, from column x of the padded row on.
SIGHT_INLINE void NAME(fill)(const sight_q8_dwconv_job *job, const uint8_t *const *rows,
                             const uint8_t *padding, size_t x, size_t step, size_t count,
                             vector *columns) {
    const sight_image *image = &job->image;
    const size_t groups = sight_q8_dwconv_column_groups(image->kernel_height);
    const uint8_t byte = job->input_flip ^ (SIGNED_ACTIVATIONS ? 0x80 : 0);
    const vector flip = splat_bytes((char)byte);
    // The numbers of columns up to the start of the image, up to its end, and in all.
    const size_t ends[3] = {NAME(columns_below)(image->left, x, step, count),
                            NAME(columns_below)(image->left + image->width, x, step, count), count};
    for (size_t group = 0; group < groups; group++, columns += 4) {
        for (size_t part = 0, first = 0; part < 3; first = ends[part++]) {
            if (first == ends[part])
                continue;
            const uint8_t *cells[4];
            size_t steps[4];
            SIGHT_UNROLL
            for (size_t y = 0; y < 4; y++) {
                const uint8_t *row = part == 1 ? rows[4 * group + y] : NULL;
                cells[y] =
                    row ? row + (x + first * step - image->left) * image->pixel_bytes : padding;
                steps[y] = row ? step * image->pixel_bytes : 0;
            }
            vector *quads = columns + first * groups * 4;
            const size_t length = ends[part] - first, stride = groups * 4;
            if (4 * group + 1 == image->kernel_height)
                NAME(interleave)(1, 1, cells, steps, flip, length, stride, quads);
            else if (image->kernel_height != 3)
                NAME(interleave)(4, 1, cells, steps, flip, length, stride, quads);
            else if (byte != 0)
                NAME(interleave)(3, 1, cells, steps, flip, length, stride, quads);
            else
                NAME(interleave)(3, 0, cells, steps, flip, length, stride, quads);
        }
    }
}

// Output pixels of one row, with the input rows and the weights that they need.
typedef struct {
    const uint8_t *const *rows; // the input rows under the filter, NULL for padding
    const uint8_t *padding;
    const vector *weights;
    size_t passes;
    size_t pixel, x; // the first pixel, and the padded column under its first cell
    size_t count;    // pixels
} NAME(pixel_row);

/// Computes the channels of pixels strip by strip, from `channel` on.
SIGHT_INLINE void NAME(strips)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                               const NAME(pixel_row) * row, size_t channel, size_t channels) {
    const sight_image *image = &job->image;
    const size_t width = image->kernel_width;
    const size_t groups = sight_q8_dwconv_column_groups(image->kernel_height);
    vector columns[NAME(column_limit) * 4];
    const size_t limit = NAME(column_limit) / groups, reach = (width - 1) * image->dilation_x + 1;
    const _Bool shared = reach <= limit; // else the columns are interleaved for each pixel anew
    const size_t most = shared ? (limit - reach) / image->stride_x + 1 : 1;
    const _Bool is_plain = image->dilation_x == 1 && row->passes == 1 && p->nearest;
    const size_t end = row->pixel + row->count;
    for (size_t pixel = row->pixel, x = row->x; pixel < end;
         x += most * image->stride_x, pixel += most) {
        const size_t count = end - pixel < most ? end - pixel : most;
        const NAME(strip)
            strip = {.count = count,
                     .passes = row->passes,
                     .pixel_step = shared ? image->stride_x : 0,
                     .cell_step = shared ? image->dilation_x : 1,
                     .columns = columns,
                     .weights = row->weights,
                     .output = (uint8_t *)job->output + pixel * job->output_stride + channel};
        NAME(fill)
        (job, row->rows, row->padding, x, shared ? 1 : image->dilation_x,
         shared ? (count - 1) * image->stride_x + reach : width, columns);
        if (is_plain && width == 3 && groups == 1)
            NAME(pixels_3x3)(job, p, &strip, channels);
        else if (is_plain && width == 5 && groups == 2)
            NAME(pixels_5x5)(job, p, &strip, channels);
        else if (p->nearest && width == 3 && groups == 1)
            NAME(pixels)(3, 1, 1, job, p, &strip, channels);
        else if (p->nearest)
            NAME(pixels)(width, groups, 1, job, p, &strip, channels);
        else
            NAME(pixels)(width, groups, 0, job, p, &strip, channels);
    }
}

#if ROLLS
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
#endif

/// Computes the channels of output pixels first ..< last of one row, from `channel` on.
SIGHT_INLINE void NAME(row_of_pixels)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                      const vector *weights, size_t passes, size_t first,
                                      size_t last, size_t channel, size_t channels) {
    const sight_image *image = &job->image;
    const size_t height = image->kernel_height;
    const size_t groups = sight_q8_dwconv_column_groups(height);
    const uint8_t *rows[4 * sight_q8_dwconv_maximum_groups];
    sight_image_place place = sight_image_place_of(image, first);
    for (size_t y = 0; y < 4 * groups; y++) { // the weights of rows past the last are zero
        const size_t at = place.y + (y < height ? y : 0) * image->dilation_y - image->top;
        rows[y] = at < image->height ? (const uint8_t *)place.start +
                                           at * image->width * image->pixel_bytes + channel
                                     : NULL;
    }
    const NAME(pixel_row) row = {.rows = rows,
                                 .padding = (const uint8_t *)image->padding + channel,
                                 .weights = weights,
                                 .passes = passes,
                                 .pixel = first,
                                 .x = place.x,
                                 .count = last - first};
#if ROLLS
    if (NAME(rolled)(job, p, &row, channel, channels))
        return;
#endif
    NAME(strips)(job, p, &row, channel, channels);
}

/// Computes up to channel_count channels of all pixels of a block.
static void NAME(channels_of_block)(const sight_q8_dwconv_job *job, const sight_block *block,
                                    size_t channel, size_t channels) {
    const sight_image *image = &job->image;
    const size_t groups = sight_q8_dwconv_groups(image->kernel_height, image->kernel_width);
    const NAME(parameters) p = NAME(load_parameters)(job, channel, channels);
    const size_t n = 4 * sight_q8_dwconv_position(channel);
    const int8_t *a = sight_q8_dwconv_panel_at(job, channel).weights;
    const int8_t *b = sight_q8_dwconv_panel_at(job, channels > 32 ? channel + 32 : channel).weights;
    const size_t first = sight_q8_dwconv_passes_of(a, groups, job->passes);
    const size_t second = sight_q8_dwconv_passes_of(b, groups, job->passes);
    const size_t passes = first > second ? first : second;
    vector weights[3 * sight_q8_dwconv_maximum_groups * 4];
    for (size_t i = 0; i < passes * groups * 4; i++)
        weights[i] = load_panels(a + n + 32 * i, b + n + 32 * i);
    const size_t end = block->row + block->rows;
    for (size_t pixel = block->row; pixel < end;) {
        const size_t next = (pixel / image->columns + 1) * image->columns;
        const size_t last = next < end ? next : end;
        NAME(row_of_pixels)(job, &p, weights, passes, pixel, last, channel, channels);
        pixel = last;
    }
}
