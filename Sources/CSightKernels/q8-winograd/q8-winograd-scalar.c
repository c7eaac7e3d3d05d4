#include "q8-winograd.h"

#include <math.h>
#include <string.h>

/// Transforms six inputs, `step` apart, in place: those of a row or of a column.
static void transform_input(int32_t *d, size_t step) {
    int32_t a[winograd_cells];
    for (size_t i = 0; i < winograd_cells; i++)
        a[i] = d[i * step];
    d[0] = 4 * a[0] - 5 * a[2] + a[4];
    d[step] = -4 * a[1] - 4 * a[2] + a[3] + a[4];
    d[2 * step] = 4 * a[1] - 4 * a[2] - a[3] + a[4];
    d[3 * step] = -2 * a[1] - a[2] + 2 * a[3] + a[4];
    d[4 * step] = 2 * a[1] - a[2] - 2 * a[3] + a[4];
    d[5 * step] = 4 * a[1] - 5 * a[3] + a[5];
}

/// Transforms six products, `step` apart, to four: those of a row or of a column.
static void transform_output(uint32_t *m, size_t step) {
    uint32_t a[winograd_cells];
    for (size_t i = 0; i < winograd_cells; i++)
        a[i] = m[i * step];
    m[0] = a[0] - 4 * a[1] - 4 * a[2] + a[3] + a[4];
    m[step] = 2 * a[2] - 2 * a[1] + a[3] - a[4];
    m[2 * step] = a[3] + a[4] - a[1] - a[2];
    m[3 * step] = a[2] - a[1] + 2 * a[3] - 2 * a[4] + a[5];
}

/// Computes the sums of a tile and a column, [6][6], of which [4][4] are used. Each has a factor.
static void sum_tile(const sight_q8_winograd_job *job, const sight_q8_winograd_tile *tile,
                     const sight_q8_winograd_panel *panel, size_t n, uint32_t *sums) {
    const size_t step = 32 * sight_q8_winograd_pairs(job->image.pixel_bytes);
    for (size_t i = 0; i < winograd_values; i++)
        sums[i] = 0;
    for (size_t c = 0; c < job->image.pixel_bytes; c++) {
        int32_t d[winograd_values];
        for (size_t i = 0; i < winograd_values; i++)
            d[i] = job->is_signed ? (int8_t)tile->cells[i][c] : tile->cells[i][c];
        for (size_t x = 0; x < winograd_cells; x++)
            transform_input(d + x, winograd_cells);
        for (size_t y = 0; y < winograd_cells; y++)
            transform_input(d + winograd_cells * y, 1);
        const int16_t *filter = panel->filters + c / 2 * 32 + n * 2 + c % 2;
        for (size_t i = 0; i < winograd_values; i++)
            sums[i] += (uint32_t)(d[i] * filter[i * step]);
    }
    sums[winograd_bias_value] += (uint32_t)panel->start[n];
    for (size_t x = 0; x < winograd_cells; x++)
        transform_output(sums + x, winograd_cells);
    for (size_t y = 0; y < winograd_side; y++)
        transform_output(sums + winograd_cells * y, 1);
}

/// Removes the factor of the output in `row` and `column` of a tile: 24, 12, 6 or 6 for each axis.
static int32_t unscaled(uint32_t sum, size_t row, size_t column) {
    static const int factors[winograd_side] = {24, 12, 6, 6};
    const int32_t scaled = (int32_t)(sum * sight_q8_winograd_ninth);
    return scaled / (factors[row] * factors[column] / 9);
}

void sight_q8_winograd__scalar(const sight_q8_winograd_job *job, sight_block block) {
    const sight_requantization *q = &job->requantization;
    for (size_t index = block.row; index < block.row + block.rows; index++) {
        const sight_q8_winograd_tile tile = sight_q8_winograd_tile_at(job, index);
        for (size_t column = block.column; column < block.column + block.columns; column++) {
            const sight_q8_winograd_panel panel = sight_q8_winograd_panel_at(job, column);
            uint32_t sums[winograd_values];
            sum_tile(job, &tile, &panel, column % 16, sums);
            for (size_t i = 0; i < winograd_pixels; i++) {
                if (!tile.outputs[i])
                    continue;
                const size_t y = i / winograd_side, x = i % winograd_side;
                const int32_t sum = unscaled(sums[winograd_cells * y + x], y, x);
                if (job->sums_only) {
                    memcpy(tile.outputs[i] + 4 * column, &sum, 4);
                    continue;
                }
                const float scaled = (float)sum * panel.factor[column % 16];
                int64_t value = (int32_t)lrintf(scaled) + (int64_t)q->zero_point;
                value = value < q->minimum ? q->minimum : value > q->maximum ? q->maximum : value;
                tile.outputs[i][column] = (uint8_t)value;
            }
        }
    }
}
