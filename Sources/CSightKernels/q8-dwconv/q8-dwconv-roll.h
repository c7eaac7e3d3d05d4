// Rows of 3 x 3 filters with stride 1 for q8-dwconv-strip.h, where registers hold all the weights
// and the sums of three pixels. No column is stored. The including file uses q8-dwconv-quads.h,
// too.

// Output pixels of one row; their 3 x 3 filter has no dilation, the stride is 1, and there is one
// pass.
typedef struct {
    const uint8_t *edge[3];    // the cells of the first column
    const uint8_t *rows[3];    // those of the second
    const uint8_t *padding[3]; // those of the column past the image
    size_t step;               // bytes from a column to the next
    size_t inside;             // columns from the second on that lie in the image
    size_t count;              // output pixels
    size_t channels;           // of the output
    const vector *weights;     // [3][4]
    vector flip;               // of the activations
    uint8_t *output;           // first byte of the first pixel and channel
} NAME(run_of_pixels);

/// Adds an input column to the sums of the three pixels whose filter covers it: of the pixel that
/// ends there, of the next, and of the one after, which starts. `flips` is a constant.
SIGHT_INLINE void NAME(add_column)(const _Bool flips, const uint8_t *const *rows, size_t offset,
                                   vector flip, const vector *weights, const NAME(parameters) * p,
                                   vector *near, vector *next, vector *far) {
    const uint8_t *const cells[4] = {rows[0] + offset, rows[1] + offset, rows[2] + offset,
                                     rows[2] + offset};
    const size_t steps[4] = {0};
    vector quads[4];
    NAME(interleave)(3, flips, cells, steps, flip, 1, 0, quads);
    SIGHT_UNROLL
    for (int j = 0; j < 4; j++) {
        near[j] = dot4(near[j], quads[j], weights + 8 + j);
        next[j] = dot4(next[j], quads[j], weights + 4 + j);
        far[j] = dot4(p->bias[j], quads[j], weights + j);
    }
}

/// Whether finish writes this number of channels: a register of 512 bits is written with a mask.
SIGHT_INLINE _Bool NAME(finishes)(size_t channels) {
    return LANES == 16 || channels >= NAME(channel_count);
}

/// Requantizes the sums of a pixel by the rule `nearest` and writes them. Factors are
/// taken from `p`, the limits of the output from `limits`.
SIGHT_INLINE void NAME(finish)(const NAME(parameters) * limits, const NAME(parameters) * p,
                               const vector *totals, uint8_t *output, size_t channels) {
    vector sums[4];
    SIGHT_UNROLL
    for (int k = 0; k < 4; k++)
        sums[k] = NAME(requantize)(totals[k], p, k, 1);
    NAME(store)(limits, sums, output, LANES == 16 ? channels : (size_t)NAME(channel_count));
}

/// Computes pixels with the rule `nearest`. The columns are interleaved once and stay in registers.
/// Each of three sets of registers has in turn the sums of the pixel that ends. The first argument
/// is a constant at every call.
SIGHT_INLINE void NAME(roll)(const _Bool flips, const NAME(parameters) * p, size_t output_stride,
                             const NAME(run_of_pixels) * run) {
    const NAME(run_of_pixels) r = *run;
    const NAME(parameters) limits = *p; // the compiler knows that stores do not change copies
    vector weights[12];
    SIGHT_UNROLL
    for (int i = 0; i < 12; i++)
        weights[i] = r.weights[i];
    vector sums[3][4], unused[4];
    SIGHT_UNROLL
    for (int j = 0; j < 4; j++)
        unused[j] = p->bias[j];
    NAME(add_column)(flips, r.edge, 0, r.flip, weights, p, unused, unused, sums[0]);
    NAME(add_column)(flips, r.rows, 0, r.flip, weights, p, unused, sums[0], sums[1]);
    uint8_t *output = r.output;
    size_t offset = r.step, left = r.count, inside = r.inside - 1;
    for (; left >= 3 && inside >= 3; left -= 3, inside -= 3) {
        SIGHT_UNROLL
        for (size_t j = 0; j < 3; j++, offset += r.step, output += output_stride) {
            // Registers are left for weights and sums: biases and factors are loaded each time.
            const NAME(parameters) *loaded = p;
            SIGHT_OPAQUE("r", loaded);
            vector *near = sums[j];
            NAME(add_column)
            (flips, r.rows, offset, r.flip, weights, loaded, near, sums[(j + 1) % 3],
             sums[(j + 2) % 3]);
            NAME(finish)(&limits, loaded, near, output, r.channels);
        }
    }
    for (; left > 0; left--, inside--, offset += r.step, output += output_stride) {
        NAME(add_column)
        (flips, inside > 0 ? r.rows : r.padding, inside > 0 ? offset : 0, r.flip, weights, p,
         sums[0], sums[1], sums[2]);
        NAME(finish)(&limits, p, sums[0], output, r.channels);
        SIGHT_UNROLL
        for (int i = 0; i < 8; i++)
            sums[i / 4][i % 4] = sums[1 + i / 4][i % 4];
    }
}

/// Rolls a row of pixels where its filter and the rows under it allow that; returns whether they
/// do.
SIGHT_INLINE _Bool NAME(rolled)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                const NAME(pixel_row) * row, size_t channel, size_t channels) {
    const sight_image *image = &job->image;
    if (image->kernel_height != 3 || image->kernel_width != 3 || image->dilation_x != 1 ||
        image->stride_x != 1 || row->passes != 1 || !p->nearest || !NAME(finishes)(channels) ||
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
           .channels = channels,
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

#define roll NAME(rolled)
