#include "f32-dwconv.h"

SIGHT_NO_CONTRACTION

void sight_f32_dwconv__scalar(const sight_f32_dwconv_job *job, sight_block block) {
    const size_t width = job->image.kernel_width, taps = job->image.kernel_height * width;
    for (size_t row = block.row; row < block.row + block.rows; row++) {
        const sight_image_place place = sight_image_place_of(&job->image, row);
        float *output = (float *)(void *)((char *)job->output + row * job->output_stride);
        for (size_t channel = block.column; channel < block.column + block.columns; channel++) {
            const float *panel = sight_f32_dwconv_panel_at(job, channel) + channel % 16;
            float sum = panel[0];
            for (size_t tap = 0; tap < taps; tap++) {
                const float *a = // [channels]
                    sight_image_cell(&job->image, place, tap / width, tap % width);
                sum += a[channel] * panel[(1 + tap) * 16];
            }
            sum = sum < job->minimum ? job->minimum : sum;
            output[channel] = sum > job->maximum ? job->maximum : sum;
        }
    }
}
