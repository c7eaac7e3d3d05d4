#include "f32-dwconv.h"

SIGHT_NO_CONTRACTION

void sight_f32_dwconv__scalar(const sight_f32_dwconv_job *job, sight_block block) {
    for (size_t row = block.row; row < block.row + block.rows; row++) {
        float *output = (float *)(void *)((char *)job->output + row * job->output_stride);
        for (size_t channel = block.column; channel < block.column + block.columns; channel++) {
            const float *panel = sight_f32_dwconv_panel_at(job, channel) + channel % 16;
            float sum = panel[0];
            for (size_t tap = 0; tap < job->window.taps; tap++) {
                const float *a = sight_window_run(&job->window, row, tap); // [channels]
                sum += a[channel] * panel[(1 + tap) * 16];
            }
            sum = sum < job->minimum ? job->minimum : sum;
            output[channel] = sum > job->maximum ? job->maximum : sum;
        }
    }
}
