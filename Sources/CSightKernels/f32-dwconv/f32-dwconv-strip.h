// Depthwise convolution along strips of output pixels, 16 channels at once. The pixels of a strip
// share the loads of weights. Every function adds the cells of a filter column by column, so that a
// pixel has the same bits whichever function computes it. The including file defines
//   VECTORS       registers that hold 16 channels: 1, 2 or 4
//   PIXELS        output pixels computed at once
//   ROLLS         1 where registers hold the weights of a 3 x 3 filter and the sums of three pixels
//   vector        the register's type, of LANES floats
//   load, splat, multiply_add, bound, store_part

enum { strip_lanes = 16 / VECTORS };

// The values that all pixels of an output row share.
typedef struct {
    const sight_f32_dwconv_job *job;
    const float *panel;          // block of the first 16 channels: bias [16], weights [taps][16]
    const char *start;           // the first channel of the batch's image
    size_t channels;             // remaining channels, at least 1
    size_t y;                    // input row under the first cell, plus the padding above the image
    size_t first_row, row_count; // rows of the filter that lie over the image
} strip;

/// Clamps and writes the sums of `vectors` registers of channels of `count` neighboring pixels.
SIGHT_INLINE void store(const int vectors, const int count, const sight_f32_dwconv_job *job,
                        const vector *sums, char *output, size_t channels) {
    const vector minimum = splat(job->minimum), maximum = splat(job->maximum);
    SIGHT_UNROLL
    for (int i = 0; i < count; i++) {
        float *target = (float *)(void *)(output + (size_t)i * job->output_stride);
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            store_part(target + v * strip_lanes, bound(sums[vectors * i + v], minimum, maximum),
                       channels, v);
    }
}

// The cells of a filter row that lie over the image; the same for all pixels of a call.
typedef struct {
    size_t first, count;
} cells;

/// Computes all channels of `count` neighboring pixels. `x` is the input column under the first
/// cell in `range` of the first pixel. `vectors` is VECTORS, or half of it for up to 8 channels.
/// The first two arguments are constants at every call; so is the range's count at hot calls.
SIGHT_INLINE void pixels(const int vectors, const int count, const cells range, const strip *s,
                         size_t x, char *output) {
    const sight_f32_dwconv_job *job = s->job;
    const sight_image *image = &job->image;
    const size_t pixel_step = image->stride_x * image->pixel_bytes;
    const size_t cell_step = image->dilation_x * image->pixel_bytes;
    const size_t row_step = image->dilation_y * image->width * image->pixel_bytes;
    const size_t y = s->y + s->first_row * image->dilation_y - image->top;
    // A filter that lies over padding alone reads nothing: `x` or `y` would be outside.
    const _Bool reads = s->row_count > 0 && range.count > 0;
    const char *start = s->start + (reads ? (y * image->width + x) * image->pixel_bytes : 0);
    const size_t first_cell = s->first_row * image->kernel_width + range.first;
    const size_t panel_count = 16 * (1 + image->kernel_height * image->kernel_width);
    const float *panel = s->panel;
    for (size_t channel = 0; channel < s->channels; channel += 16, panel += panel_count) {
        vector sums[VECTORS * PIXELS];
        SIGHT_UNROLL
        for (int i = 0; i < count * vectors; i++)
            sums[i] = load(panel + i % vectors * strip_lanes);
        const char *column = start + channel * sizeof(float);
        const float *column_weights = panel + 16 * (1 + first_cell);
        for (size_t j = 0; j < range.count; j++, column += cell_step, column_weights += 16) {
            const char *cell = column;
            const float *weights = column_weights;
            for (size_t i = 0; i < s->row_count; i++) {
                SIGHT_UNROLL
                for (int v = 0; v < vectors; v++) {
                    const vector w = load(weights + v * strip_lanes);
                    SIGHT_UNROLL
                    for (int p = 0; p < count; p++) {
                        const float *a =
                            (const float *)(const void *)(cell + (size_t)p * pixel_step);
                        sums[vectors * p + v] =
                            multiply_add(load(a + v * strip_lanes), w, sums[vectors * p + v]);
                    }
                }
                cell += row_step;
                weights += 16 * image->kernel_width;
            }
        }
        store(vectors, count, job, sums, output + channel * sizeof(float), s->channels - channel);
    }
}

#if ROLLS
/// Adds an input column to the sums of the three pixels whose 3 x 3 filter covers it: of the pixel
/// that ends there, of the next, and of the one after, which starts.
SIGHT_INLINE void add_column(const char *const *rows, size_t offset, const vector *weights,
                             vector bias, vector *near, vector *next, vector *far) {
    *far = bias;
    SIGHT_UNROLL
    for (int r = 0; r < 3; r++) {
        const vector cell = load((const float *)(const void *)(rows[r] + offset));
        *near = multiply_add(cell, weights[3 * r + 2], *near);
        *next = multiply_add(cell, weights[3 * r + 1], *next);
        *far = multiply_add(cell, weights[3 * r], *far);
    }
}

/// Computes a register of channels of `count` pixels, a multiple of three, whose 3 x 3 filter
/// covers no padding; the stride is 1, and each pixel is `dilation_x` columns after the one before.
/// Each input column is loaded once. Each of three registers is in turn the sum of the pixel that
/// ends. `start` is the first cell of the first pixel, `panel` the first bias of the register, and
/// `channels` the number of remaining channels. `whole` is a constant at every call.
SIGHT_INLINE void rolled_pixels(const _Bool whole, const sight_f32_dwconv_job *job,
                                const float *panel, const char *start, size_t count, char *output,
                                size_t channels) {
    const sight_image *image = &job->image;
    const size_t step = image->dilation_x * image->pixel_bytes;
    const size_t row_step = image->dilation_y * image->width * image->pixel_bytes;
    const char *const rows[3] = {start, start + row_step, start + 2 * row_step};
    const size_t output_step = image->dilation_x * job->output_stride;
    const vector minimum = splat(job->minimum), maximum = splat(job->maximum), bias = load(panel);
    vector weights[9], sums[3], unused = bias;
    SIGHT_UNROLL
    for (int i = 0; i < 9; i++)
        weights[i] = load(panel + 16 * (1 + i));
    add_column(rows, 0, weights, bias, &unused, &unused, &sums[0]);
    add_column(rows, step, weights, bias, &unused, &sums[0], &sums[1]);
    for (size_t offset = 2 * step; count > 0; count -= 3) {
        SIGHT_UNROLL
        for (int j = 0; j < 3; j++, offset += step, output += output_step) {
            add_column(rows, offset, weights, bias, &sums[j], &sums[(j + 1) % 3],
                       &sums[(j + 2) % 3]);
            store_part((float *)(void *)output, bound(sums[j], minimum, maximum),
                       whole ? 16 : channels, 0);
            // Otherwise the compiler counts nine addresses instead of one offset.
            SIGHT_OPAQUE("r", offset);
        }
    }
}

/// Computes all channels of pixels as `rolled_pixels` does.
static void rolled_channels(const strip *s, const char *start, size_t count, char *output) {
    for (size_t channel = 0; channel < s->channels; channel += strip_lanes) {
        const float *panel = s->panel + channel / 16 * (16 * 10) + channel % 16;
        const char *cell = start + channel * sizeof(float);
        char *target = output + channel * sizeof(float);
        if (s->channels - channel >= strip_lanes)
            rolled_pixels(1, s->job, panel, cell, count, target, strip_lanes);
        else
            rolled_pixels(0, s->job, panel, cell, count, target, s->channels - channel);
    }
}

/// Whether rolling `count` neighboring pixels takes less time than computing a few at once. Two
/// more columns are added before the first pixel ends. And the first-level cache has to keep the
/// inputs from one register of channels to the next: pixels that lie a power of two apart share few
/// lines.
static _Bool rolls(const sight_image *image, size_t count) {
    const size_t bytes = image->pixel_bytes, power = bytes & (0 - bytes);
    return image->kernel_height == 3 && image->kernel_width == 3 && image->stride_x == 1 &&
           count >= 6 * image->dilation_x && (power < 256 || 3 * count * power <= 1 << 15);
}

/// Computes as many of `count` neighboring pixels by rolling as possible, and returns their number.
static size_t roll(const strip *s, size_t x, size_t count, char *output) {
    const sight_image *image = &s->job->image;
    if (s->row_count != 3 || !rolls(image, count))
        return 0;
    const char *start = s->start + ((s->y - image->top) * image->width + x) * image->pixel_bytes;
    const size_t each = count / (3 * image->dilation_x) * 3;
    for (size_t first = 0; first < image->dilation_x; first++)
        rolled_channels(s, start + first * image->pixel_bytes, each,
                        output + first * s->job->output_stride);
    return each * image->dilation_x;
}
#endif

/// Computes `count` pixels whose filter covers no padding to the left or right. `vectors` and
/// `width` are constants at every call. With half of the registers for a pixel, twice as many
/// pixels are computed at once.
SIGHT_INLINE void inner_pixels(const int vectors, const size_t width, const strip *s, size_t x,
                               size_t count, char *output) {
    const size_t stride = s->job->image.stride_x, bytes = s->job->output_stride;
    const cells all = {0, width};
    size_t pixel = 0;
#if ROLLS
    if (width == 3)
        pixel = roll(s, x, count, output);
#endif
    if (vectors < VECTORS)
        for (; count - pixel >= 2 * PIXELS; pixel += 2 * PIXELS)
            pixels(vectors, 2 * PIXELS, all, s, x + pixel * stride, output + pixel * bytes);
    for (; count - pixel >= PIXELS; pixel += PIXELS)
        pixels(vectors, PIXELS, all, s, x + pixel * stride, output + pixel * bytes);
    for (; count - pixel >= PIXELS / 2; pixel += PIXELS / 2)
        pixels(vectors, PIXELS / 2, all, s, x + pixel * stride, output + pixel * bytes);
    for (; pixel < count; pixel++)
        pixels(vectors, 1, all, s, x + pixel * stride, output + pixel * bytes);
}

/// Computes one pixel near the edge. `x` is its column, counted from the start of the padding.
/// `vectors` is a constant at every call.
SIGHT_INLINE void edge_pixel(const int vectors, const strip *s, size_t x, char *output) {
    const sight_image *image = &s->job->image;
    cells range = {image->kernel_width, 0};
    for (size_t i = image->kernel_width; i-- > 0;)
        if (x + i * image->dilation_x - image->left < image->width)
            range = (cells){i, range.count + 1}; // cells over the image are neighbors
    pixels(vectors, 1, range, s, x + range.first * image->dilation_x - image->left, output);
}

#if VECTORS == 1
/// Computes 16 channels of output pixels first ..< last of one row, for a 3 x 3 filter without
/// dilation and with stride 1. Each input column is loaded once and added to the sums of the three
/// pixels whose filter covers it.
static void row_of_3x3(const strip *s, size_t first, size_t last, char *output) {
    const sight_image *image = &s->job->image;
    const char *rows[3];
    size_t steps[3];
    SIGHT_UNROLL
    for (size_t i = 0; i < 3; i++) {
        const size_t y = s->y + i - image->top;
        const _Bool inside = y < image->height;
        rows[i] = inside ? s->start + y * image->width * image->pixel_bytes : image->padding;
        steps[i] = inside ? image->pixel_bytes : 0;
    }
    vector weights[9];
    SIGHT_UNROLL
    for (size_t i = 0; i < 9; i++)
        weights[i] = load(s->panel + 16 * (1 + i));
    const vector bias = load(s->panel);
    vector near = bias, next = bias; // sums of the pixel that ends at this column, and of the next
    const size_t start = first - image->left; // wraps to a huge number before the image
    for (size_t i = 0; i < last - first + 2; i++) {
        const size_t column = start + i;
        vector far = bias;
        if (column < image->width) {
            vector cells[3];
            SIGHT_UNROLL
            for (size_t r = 0; r < 3; r++)
                cells[r] = load((const float *)(const void *)(rows[r] + column * steps[r]));
            SIGHT_UNROLL
            for (size_t r = 0; r < 3; r++) {
                near = multiply_add(cells[r], weights[3 * r + 2], near);
                next = multiply_add(cells[r], weights[3 * r + 1], next);
                far = multiply_add(cells[r], weights[3 * r], far);
            }
        }
        if (i >= 2) {
            store(1, 1, s->job, &near, output, s->channels);
            output += s->job->output_stride;
        }
        near = next;
        next = far;
    }
}
#endif

/// Returns the strip of the output row that contains a pixel, from a channel on.
static strip strip_at(const sight_f32_dwconv_job *job, sight_image_place place, size_t channel,
                      size_t channels) {
    const sight_image *image = &job->image;
    strip s = {.job = job,
               .panel = sight_f32_dwconv_panel_at(job, channel),
               .start = place.start + channel * sizeof(float),
               .channels = channels,
               .y = place.y};
    for (size_t i = image->kernel_height; i-- > 0;)
        if (s.y + i * image->dilation_y - image->top < image->height) {
            s.first_row = i; // rows over the image are neighbors
            s.row_count++;
        }
    return s;
}

/// Computes all channels of output pixels first ..< last, all of one row. `vectors` is a constant
/// at every call.
SIGHT_INLINE void row_of_pixels(const int vectors, const sight_f32_dwconv_job *job, size_t first,
                                size_t last, size_t channel, size_t channels) {
    const sight_image *image = &job->image;
    const sight_image_place place = sight_image_place_of(image, first);
    const strip s = strip_at(job, place, channel, channels);
    const size_t reach = (image->kernel_width - 1) * image->dilation_x + 1;
    const size_t end = image->left + image->width; // counted from the start of the padding
    char *output = (char *)job->output + first * job->output_stride + channel * sizeof(float);
    size_t x = place.x, left = last - first;
    while (left > 0) {
        size_t count = 0; // pixels from here on whose filter covers no padding
        if (x >= image->left && x + reach <= end)
            count = (end - reach - x) / image->stride_x + 1;
        count = count < left ? count : left;
        if (count == 0) {
            edge_pixel(vectors, &s, x, output);
            count = 1;
        } else if (image->kernel_width == 3) {
            inner_pixels(vectors, 3, &s, x - image->left, count, output);
        } else {
            inner_pixels(vectors, image->kernel_width, &s, x - image->left, count, output);
        }
        x += count * image->stride_x;
        output += count * job->output_stride;
        left -= count;
    }
}

/// Computes the channels of output pixels first ..< last, all of one row, in whole registers.
static void row_of_all_pixels(const sight_f32_dwconv_job *job, size_t first, size_t last,
                              size_t channel, size_t channels) {
    row_of_pixels(VECTORS, job, first, last, channel, channels);
}

#if VECTORS > 1
/// Computes up to 8 channels of output pixels first ..< last, all of one row.
static void row_of_narrow_pixels(const sight_f32_dwconv_job *job, size_t first, size_t last,
                                 size_t channel, size_t channels) {
    row_of_pixels(VECTORS / 2, job, first, last, channel, channels);
}
#endif

#if VECTORS == 1
/// Computes output pixels first ..< last, all of one row, 16 channels at a time.
static void row_of_3x3_pixels(const sight_f32_dwconv_job *job, size_t first, size_t last,
                              size_t channel, size_t channels) {
    const sight_image_place place = sight_image_place_of(&job->image, first);
    char *output = (char *)job->output + first * job->output_stride;
    for (size_t c = channel; c < channel + channels; c += 16) {
        const strip s = strip_at(job, place, c, channel + channels - c);
        row_of_3x3(&s, place.x, place.x + (last - first), output + c * sizeof(float));
    }
}

/// Whether a filter is 3 x 3, without dilation and with stride 1.
static _Bool is_3x3(const sight_image *image) {
    return image->kernel_height == 3 && image->kernel_width == 3 && image->stride_x == 1 &&
           image->dilation_x == 1 && image->dilation_y == 1;
}
#endif

SIGHT_INLINE void run_block(const sight_f32_dwconv_job *job, const sight_block *block) {
    const size_t end = block->row + block->rows, columns = job->image.columns;
    for (size_t pixel = block->row; pixel < end;) {
        const size_t next = (pixel / columns + 1) * columns, last = next < end ? next : end;
#if VECTORS == 1
        if (is_3x3(&job->image))
            row_of_3x3_pixels(job, pixel, last, block->column, block->columns);
        else
            row_of_all_pixels(job, pixel, last, block->column, block->columns);
#else
        const size_t rest = block->columns % 16, narrow = rest <= 8 ? rest : 0;
        const size_t wide = block->columns - narrow;
        if (wide > 0)
            row_of_all_pixels(job, pixel, last, block->column, wide);
        if (narrow > 0)
            row_of_narrow_pixels(job, pixel, last, block->column + wide, narrow);
#endif
        pixel = last;
    }
}
