#include "bf16-igemm.h"

SIGHT_NO_CONTRACTION

/// The number that a bfloat16 stands for.
static float widened(uint16_t half) {
    const uint32_t bits = (uint32_t)half << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void sight_bf16_igemm__scalar(const sight_f32_igemm_job *job, sight_block block) {
    const size_t depth = job->depth;
    for (size_t row = block.row; row < block.row + block.rows; row++) {
        float *output = (float *)(void *)((char *)job->output + row * job->output_stride); // [N]
        for (size_t column = block.column; column < block.column + block.columns; column++) {
            const float *panel = sight_bf16_igemm_panel_at(job, column);
            const uint16_t *halves = (const uint16_t *)(const void *)(panel + 16);
            float sum = panel[column % 16];
            for (size_t tap = 0; tap < job->window.taps; tap++) {
                const float *run = sight_window_run(&job->window, row, tap);
                for (size_t k = 0; k < depth; k++) {
                    const size_t i = tap * depth + k;
                    sum += widened(sight_bf16_rounded(run[k])) *
                           widened(halves[i / 2 * 32 + column % 16 * 2 + i % 2]);
                }
            }
            if (job->addend)
                sum += sight_f32_igemm_addend(job, row, column);
            // The comparisons keep NaN.
            sum = sum < job->minimum ? job->minimum : sum;
            output[column] = sum > job->maximum ? job->maximum : sum;
        }
    }
}
