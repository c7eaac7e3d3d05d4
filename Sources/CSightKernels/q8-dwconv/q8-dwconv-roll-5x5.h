// Rows of 3 x 3 and of 5 x 5 filters with stride 1 for q8-dwconv-strip.h, where registers hold the
// sums of the pixels that see an input column. No column is stored. The including file uses
// q8-dwconv-quads.h, too.
//
// Two kinds of quads make 7 products of the 25 cells of a 5 x 5 filter: the upper four cells of a
// column, and four neighboring cells of the last row. A second product of such neighbors takes the
// fifth cell of the last row alone.

#include "q8-dwconv-roll.h"

// The weights of a 5 x 5 filter: those of the upper cells of each column, of the first four cells
// of the last row, and of its fifth cell.
typedef struct {
    vector quads[7][4];
} NAME(weights_5x5);

/// Rearranges packed weights, in which each cell of the last row has a quad of its own.
SIGHT_INLINE void NAME(arrange_5x5)(const vector *packed, NAME(weights_5x5) * weights) {
    for (int j = 0; j < 4; j++) {
        for (int x = 0; x < 5; x++)
            weights->quads[x][j] = packed[8 * x + j];
        const vector *last = packed + 4 + j;
        weights->quads[5][j] = last[0] | last[8] << 8 | last[16] << 16 | last[24] << 24;
        weights->quads[6][j] = last[32];
    }
}

// Input columns under a row of output pixels, with the rows under the filter. All pixels of a row
// of padding are one.
typedef struct {
    const uint8_t *rows[5];
    size_t steps[5]; // bytes from a pixel of a row to the next
    const uint8_t *padding;
    size_t width; // of the image
    vector flip;  // of the activations
} NAME(columns_5x5);

/// Loads the cell of the last row in column x. `flips` is a constant at every call.
SIGHT_INLINE vector NAME(last_cell)(const _Bool flips, const NAME(columns_5x5) * c, size_t x) {
    const vector cell = load(x < c->width ? c->rows[4] + x * c->steps[4] : c->padding);
    return flips ? exclusive_or(cell, c->flip) : cell;
}

/// Adds input column x to the sums of the five pixels whose filter covers it: `sums` has them from
/// the pixel that ends there to the one that starts. Columns before the image have huge numbers.
/// `line` has the cells of the last row in this column and the next two. `flips` is a constant at
/// every call.
SIGHT_INLINE void NAME(add_column_5x5)(const _Bool flips, const NAME(columns_5x5) * c, size_t x,
                                       vector *line, const NAME(weights_5x5) * weights,
                                       const NAME(parameters) * p, vector *const *sums) {
    const uint8_t *cells[4];
    SIGHT_UNROLL
    for (int y = 0; y < 4; y++)
        cells[y] = x < c->width ? c->rows[y] + x * c->steps[y] : c->padding;
    const size_t steps[4] = {0};
    vector quads[4];
    NAME(interleave)(4, flips, cells, steps, c->flip, 1, 0, quads);
    SIGHT_UNROLL
    for (int j = 0; j < 4; j++) {
        SIGHT_UNROLL
        for (int i = 0; i < 4; i++)
            sums[i][j] = dot4(sums[i][j], quads[j], &weights->quads[4 - i][j]);
        sums[4][j] = dot4(p->bias[j], quads[j], &weights->quads[0][j]);
    }
    const vector next = NAME(last_cell)(flips, c, x + 3);
    interleave_rows(line[0], line[1], line[2], next, quads);
    SIGHT_UNROLL
    for (int j = 0; j < 4; j++) {
        sums[0][j] = dot4(sums[0][j], quads[j], &weights->quads[6][j]);
        sums[4][j] = dot4(sums[4][j], quads[j], &weights->quads[5][j]);
    }
    line[0] = line[1];
    line[1] = line[2];
    line[2] = next;
}

/// Computes pixels of a 5 x 5 filter with the rule `nearest`. Each of five sets of registers has in
/// turn the sums of the pixel that ends. `flips` is a constant at every call.
SIGHT_INLINE void NAME(roll_5x5)(const _Bool flips, const NAME(columns_5x5) * columns, size_t x,
                                 const NAME(weights_5x5) * weights, const NAME(parameters) * p,
                                 size_t count, uint8_t *output, size_t stride, size_t channels) {
    const NAME(columns_5x5) c = *columns;
    const NAME(parameters) limits = *p; // the compiler knows that stores do not change copies
    vector line[3], sums[5][4];
    SIGHT_UNROLL
    for (size_t i = 0; i < 3; i++)
        line[i] = NAME(last_cell)(flips, &c, x + i);
    SIGHT_UNROLL
    for (int i = 0; i < 20; i++)
        sums[i / 4][i % 4] = p->bias[i % 4];
    SIGHT_UNROLL
    for (int i = 1; i < 5; i++, x++) { // the columns left of the first pixel's last one
        vector *const pixels[5] = {sums[i], sums[(i + 1) % 5], sums[(i + 2) % 5], sums[(i + 3) % 5],
                                   sums[(i + 4) % 5]};
        NAME(add_column_5x5)(flips, &c, x, line, weights, p, pixels);
    }
    for (; count >= 5; count -= 5) {
        SIGHT_UNROLL
        for (int i = 0; i < 5; i++, x++, output += stride) {
            // Registers are left for sums: biases and factors are loaded each time.
            const NAME(parameters) *loaded = p;
            SIGHT_OPAQUE("r", loaded);
            vector *const pixels[5] = {sums[i], sums[(i + 1) % 5], sums[(i + 2) % 5],
                                       sums[(i + 3) % 5], sums[(i + 4) % 5]};
            NAME(add_column_5x5)(flips, &c, x, line, weights, loaded, pixels);
            NAME(finish)(&limits, loaded, sums[i], output, channels);
        }
    }
    for (; count > 0; count--, x++, output += stride) {
        vector *const pixels[5] = {sums[0], sums[1], sums[2], sums[3], sums[4]};
        NAME(add_column_5x5)(flips, &c, x, line, weights, p, pixels);
        NAME(finish)(&limits, p, sums[0], output, channels);
        SIGHT_UNROLL
        for (int i = 0; i < 16; i++)
            sums[i / 4][i % 4] = sums[1 + i / 4][i % 4];
    }
}

/// Rolls a row of pixels where its filter allows that; returns whether it does.
SIGHT_INLINE _Bool NAME(rolled_5x5)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                    const NAME(pixel_row) * row, size_t channel, size_t channels) {
    const sight_image *image = &job->image;
    if (NAME(rolled)(job, p, row, channel, channels))
        return 1;
    if (image->kernel_height != 5 || image->kernel_width != 5 || image->dilation_x != 1 ||
        image->stride_x != 1 || row->passes != 1 || !p->nearest || !NAME(finishes)(channels))
        return 0;
    const uint8_t byte = job->input_flip ^ (SIGNED_ACTIVATIONS ? 0x80 : 0);
    NAME(columns_5x5)
    columns = {.padding = row->padding, .width = image->width, .flip = splat_bytes((char)byte)};
    for (size_t y = 0; y < 5; y++) {
        columns.rows[y] = row->rows[y] ? row->rows[y] : row->padding;
        columns.steps[y] = row->rows[y] ? image->pixel_bytes : 0;
    }
    NAME(weights_5x5) weights;
    NAME(arrange_5x5)(row->weights, &weights);
    const size_t x = row->x - image->left, stride = job->output_stride;
    uint8_t *output = (uint8_t *)job->output + row->pixel * stride + channel;
    if (byte != 0)
        NAME(roll_5x5)(1, &columns, x, &weights, p, row->count, output, stride, channels);
    else
        NAME(roll_5x5)(0, &columns, x, &weights, p, row->count, output, stride, channels);
    return 1;
}

#undef roll
#define roll NAME(rolled_5x5)
