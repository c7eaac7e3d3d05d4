#include "q8-winograd.h"

#include <math.h>

/// Transforms four numbers, `step` apart, in place: an axis of an input.
static void transform_input(int32_t *d, size_t step) {
    const int32_t a = d[0], b = d[step], c = d[2 * step], e = d[3 * step];
    d[0] = a - c;
    d[step] = b + c;
    d[2 * step] = c - b;
    d[3 * step] = b - e;
}

/// Transforms four numbers, `step` apart, to two: an axis of an output.
static void transform_output(uint32_t *m, size_t step) {
    const uint32_t a = m[0], b = m[step], c = m[2 * step], e = m[3 * step];
    m[0] = a + b + c;
    m[step] = b - c - e;
}

/// Four times the sums of a tile and a column, [4][4], of which [2][2] are used.
static void sum_tile(const sight_q8_winograd_job *job, const sight_q8_winograd_tile *tile,
                     const sight_q8_winograd_panel *panel, size_t n, uint32_t *sums) {
    const size_t step = 32 * sight_q8_winograd_pairs(job->image.pixel_bytes);
    for (size_t i = 0; i < 16; i++)
        sums[i] = 0;
    for (size_t c = 0; c < job->image.pixel_bytes; c++) {
        int32_t d[16];
        for (size_t i = 0; i < 16; i++)
            d[i] = tile->cells[i][c] ^ job->input_flip;
        for (size_t x = 0; x < 4; x++)
            transform_input(d + x, 4);
        for (size_t y = 0; y < 4; y++)
            transform_input(d + 4 * y, 1);
        const int16_t *filter = panel->filters + c / 2 * 32 + n * 2 + c % 2;
        for (size_t i = 0; i < 16; i++)
            sums[i] += (uint32_t)(d[i] * filter[i * step]);
    }
    for (size_t x = 0; x < 4; x++)
        transform_output(sums + x, 4);
    for (size_t y = 0; y < 2; y++)
        transform_output(sums + 4 * y, 1);
}

void sight_q8_winograd__scalar(const sight_q8_winograd_job *job, sight_block block) {
    const sight_requantization *q = &job->requantization;
    for (size_t index = block.row; index < block.row + block.rows; index++) {
        const sight_q8_winograd_tile tile = sight_q8_winograd_tile_at(job, index);
        for (size_t column = block.column; column < block.column + block.columns; column++) {
            const sight_q8_winograd_panel panel = sight_q8_winograd_panel_at(job, column);
            uint32_t sums[16];
            sum_tile(job, &tile, &panel, column % 16, sums);
            for (size_t i = 0; i < 4; i++) {
                if (!tile.outputs[i])
                    continue;
                const uint32_t sum = (uint32_t)((int32_t)sums[4 * (i / 2) + i % 2] / 4) +
                                     (uint32_t)panel.bias[column % 16];
                const float scaled = (float)(int32_t)sum * panel.factor[column % 16];
                int64_t value = (int32_t)lrintf(scaled) + (int64_t)q->zero_point;
                value = value < q->minimum ? q->minimum : value > q->maximum ? q->maximum : value;
                tile.outputs[i][column] = (uint8_t)value;
            }
        }
    }
}
