#include "f32-igemm.h"

SIGHT_NO_CONTRACTION

void sight_f32_igemm__scalar(const sight_f32_igemm_job *job, sight_block block) {
    for (size_t row = block.row; row < block.row + block.rows; row++) {
        float *output = (float *)(void *)((char *)job->output + row * job->output_stride); // [N]
        for (size_t column = block.column; column < block.column + block.columns; column++) {
            const float *panel = sight_f32_igemm_panel_at(job, column) + column % 16;
            float sum = panel[0];
            for (size_t tap = 0; tap < job->window.taps; tap++) {
                const float *a = sight_window_run(&job->window, row, tap); // [K]
                for (size_t k = 0; k < job->depth; k++)
                    sum += a[k] * panel[16 + (tap * job->depth + k) * 16];
            }
            if (job->addend)
                sum += sight_f32_igemm_addend(job, row, column);
            sum = sum < job->minimum ? job->minimum : sum;
            output[column] = sum > job->maximum ? job->maximum : sum;
        }
    }
}
