#include "q8-planar.h"

#include <math.h>

void sight_q8_planar_spread__scalar(const sight_q8_planar_line *line, const uint8_t *row,
                                    uint8_t *planes) {
    sight_q8_planar_pad(line, planes);
    sight_q8_planar_copy(line, row, 0, line->width, planes);
}

/// The sum of one output, modulo 2^32; `start` are the planes under its row.
static int32_t sum_of(const sight_q8_planar_job *job, const uint8_t *start, size_t x,
                      const sight_q8_planar_block *block, size_t column) {
    const int8_t *weights = (const int8_t *)(block + 1) + column * sight_q8_planar_depth;
    uint32_t sum = (uint32_t)block->bias[column];
    for (size_t i = 0; i < job->kernel_height; i++)
        for (size_t j = 0; j < job->kernel_width; j++) {
            const size_t plane = i * job->stride_x + j % job->stride_x;
            const uint8_t *pixel =
                start + (plane * job->pitch + x + j / job->stride_x) * sight_q8_planar_depth;
            for (size_t c = 0; c < job->channels; c++)
                sum += (uint32_t)(pixel[c] * (weights[c] + job->weight_offset));
            weights += sight_q8_planar_width * sight_q8_planar_depth;
        }
    return (int32_t)sum;
}

void sight_q8_planar__scalar(const sight_q8_planar_job *job, size_t first, size_t count) {
    const size_t bytes = sight_q8_planar_block_bytes(job->kernel_height * job->kernel_width);
    const sight_requantization *q = &job->requantization;
    for (size_t row = first; row < first + count; row++)
        for (size_t x = 0; x < job->width; x++)
            for (size_t n = 0; n < job->columns; n++) {
                const size_t column = n % sight_q8_planar_width;
                const sight_q8_planar_block *block =
                    (const void *)((const char *)job->packed + n / sight_q8_planar_width * bytes);
                const int32_t sum = sum_of(job, sight_q8_planar_row(job, row), x, block, column);
                int64_t value = lrintf((float)sum * block->factor[column]);
                value += q->zero_point;
                value = value < q->minimum ? q->minimum : value;
                value = value > q->maximum ? q->maximum : value;
                job->output[(row * job->width + x) * job->columns + n] = (uint8_t)value;
            }
}
