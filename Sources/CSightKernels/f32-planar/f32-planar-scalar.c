#include "f32-planar.h"

SIGHT_NO_CONTRACTION

/// The sum of one output before the addend; `start` are the planes under it.
static float sum_of(const sight_f32_planar_job *job, const float *start, size_t x, size_t n) {
    const size_t taps = job->kernel_height * job->kernel_width;
    const float *weights = job->packed + n / 4 * sight_f32_planar_block_count(taps, job->channels);
    const size_t step = job->stride_x * job->pitch; // from a channel to the next
    float sum = weights[n % 4];
    for (size_t i = 0; i < job->kernel_height; i++)
        for (size_t j = 0; j < job->kernel_width; j++)
            for (size_t c = 0; c < job->channels; c++) {
                const size_t column = j * job->dilation_x, row = i * job->dilation_y;
                const float *plane =
                    start + (row * job->channels + c) * step + column % job->stride_x * job->pitch;
                weights += 4;
                sum += plane[x + column / job->stride_x] * weights[n % 4];
            }
    return sum;
}

void sight_f32_planar__scalar(const sight_f32_planar_job *job, size_t first, size_t count) {
    for (size_t row = first; row < first + count; row++)
        for (size_t x = 0; x < job->width; x++)
            for (size_t n = 0; n < job->columns; n++) {
                const size_t place = (row * job->width + x) * job->columns + n;
                float sum = sum_of(job, sight_f32_planar_row(job, row), x, n);
                if (job->addend)
                    sum += job->addend[place];
                sum = sum < job->minimum ? job->minimum : sum;
                job->output[place] = sum > job->maximum ? job->maximum : sum;
            }
}
