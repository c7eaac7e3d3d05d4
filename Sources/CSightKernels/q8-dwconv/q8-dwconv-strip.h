// Depthwise convolution of four registers of channels along a strip of output pixels. The pixels of
// an input column are prepared once, for all output pixels whose filter covers them.
//
// Included once for each width of registers. The including file defines
//
// - PRODUCTS: the file that prepares columns and multiplies them, q8-dwconv-quads.h or
//   q8-dwconv-words.h, whose first lines list further definitions
// - ROWS, optional: a file that computes rows of some filters without a strip. Its macro `roll`
//   names a function with the arguments of `strips`, which returns whether it has computed the row
// - LANES: 32-bit lanes of a register, 4, 8 or 16
// - SIGNED_ACTIVATIONS: 1 where the products take activations as int8, 0 where as uint8
// - NAME(name): adds the suffix of the width to a name
// - vector, floats: the register's type, and that of as many binary32 numbers
// - load, splat_bytes, splat_words, exclusive_or, load_panels: read memory into registers, repeat a
//   value in all lanes, and compute the exclusive or of two registers
// - nearest_factors, requantize_nearest, requantize_any
// - narrow_to_bytes(sums, zero_point, minimum, maximum): four registers of sums as one of uint8
// - store_bytes(output, bytes, count): writes the first bytes of a register
// - prepare_weights(job, passes, weights, parameters), optional; PRODUCTS or ROWS may define it,
//   too: converts packed weights to those that the products take, and returns the number of passes

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

/// Packs 4 x LANES sums to bytes in channel order and writes up to channel_count of them.
SIGHT_INLINE void NAME(store)(const NAME(parameters) * p, const vector *y, uint8_t *output,
                              size_t channels) {
    const vector bytes = narrow_to_bytes(y, p->zero_point, p->minimum, p->maximum);
    store_bytes(output, exclusive_or(bytes, p->flip), channels);
}

// A strip: output pixels of one row, and the prepared input columns under them. PRODUCTS describes
// the registers of columns and weights.
typedef struct {
    size_t count;      // output pixels
    size_t passes;     // terms of each weight
    size_t pixel_step; // columns from one output pixel to the next
    size_t cell_step;  // columns from one cell to the next
    const vector *columns;
    const vector *weights;
    uint8_t *output; // first byte of the first pixel and channel
} NAME(strip);

// Output pixels of one row, with the input rows and the weights that they need.
typedef struct {
    const uint8_t *const *rows; // the input rows under the filter, NULL for padding
    const uint8_t *padding;
    const vector *weights;
    size_t passes;
    size_t pixel, x; // the first pixel, and the padded column under its first cell
    size_t count;    // pixels
} NAME(pixel_row);

#include PRODUCTS

#ifdef ROWS
#include ROWS
#endif

/// The number of columns below `end` among x, x + step, …
SIGHT_INLINE size_t NAME(columns_below)(size_t end, size_t x, size_t step, size_t count) {
    const size_t below = x < end ? (end - x + step - 1) / step : 0;
    return below < count ? below : count;
}

/// Prepares `count` columns, `step` apart, from column x of the padded row on.
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
    const size_t stride = NAME(column_vectors)(image->kernel_height);
    for (size_t group = 0; group < groups; group++, columns += NAME(group_vectors)) {
        const size_t below = image->kernel_height - 4 * group, used = below < 4 ? below : 4;
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
            NAME(prepare)
            (used, byte != 0, cells, steps, flip, ends[part] - first, stride,
             columns + first * stride);
        }
    }
}

/// Computes the channels of pixels strip by strip, from `channel` on.
SIGHT_INLINE void NAME(strips)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                               const NAME(pixel_row) * row, size_t channel, size_t channels) {
    const sight_image *image = &job->image;
    const size_t width = image->kernel_width;
    vector columns[NAME(strip_vectors)];
    const size_t limit = NAME(strip_vectors) / NAME(column_vectors)(image->kernel_height);
    const size_t reach = (width - 1) * image->dilation_x + 1;
    const _Bool shared = reach <= limit; // else the columns are prepared for each pixel anew
    const size_t most = shared ? (limit - reach) / image->stride_x + 1 : 1;
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
        NAME(pixels_of_strip)(job, p, &strip, channels);
    }
}

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
#ifdef roll
    if (roll(job, p, &row, channel, channels))
        return;
#endif
    NAME(strips)(job, p, &row, channel, channels);
}

/// Computes up to channel_count channels of all pixels of a block.
static void NAME(channels_of_block)(const sight_q8_dwconv_job *job, const sight_block *block,
                                    size_t channel, size_t channels) {
    const sight_image *image = &job->image;
    const size_t groups = sight_q8_dwconv_groups(image->kernel_height, image->kernel_width);
    NAME(parameters) p = NAME(load_parameters)(job, channel, channels);
    const size_t n = 4 * sight_q8_dwconv_position(channel);
    const int8_t *a = sight_q8_dwconv_panel_at(job, channel).weights;
    const int8_t *b = sight_q8_dwconv_panel_at(job, channels > 32 ? channel + 32 : channel).weights;
    const size_t first = sight_q8_dwconv_passes_of(a, groups, job->passes);
    const size_t second = sight_q8_dwconv_passes_of(b, groups, job->passes);
    size_t passes = first > second ? first : second;
    vector weights[3 * sight_q8_dwconv_maximum_groups * 4];
    for (size_t i = 0; i < passes * groups * 4; i++)
        weights[i] = load_panels(a + n + 32 * i, b + n + 32 * i);
#ifdef prepare_weights
    passes = prepare_weights(job, passes, weights, &p);
#endif
    const size_t end = block->row + block->rows;
    for (size_t pixel = block->row; pixel < end;) {
        const size_t next = (pixel / image->columns + 1) * image->columns;
        const size_t last = next < end ? next : end;
        NAME(row_of_pixels)(job, &p, weights, passes, pixel, last, channel, channels);
        pixel = last;
    }
}
