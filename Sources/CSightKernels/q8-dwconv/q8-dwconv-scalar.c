#include "q8-dwconv.h"

/// The accumulator of one output, before requantisation.
static uint32_t accumulate(const sight_q8_dwconv_job *job, size_t row, size_t channel) {
    sight_q8_dwconv_panel panel = sight_q8_dwconv_panel_at(job, channel);
    size_t position = sight_q8_dwconv_position(channel);
    size_t groups = sight_q8_dwconv_groups(job->window.taps);
    uint32_t sum = (uint32_t)panel.bias[position];
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [channels]
        int32_t weight = 0;
        for (size_t pass = 0; pass < job->passes; pass++)
            weight += panel.weights[((pass * groups + tap / 4) * 32 + position) * 4 + tap % 4];
        sum += (uint32_t)((a[channel] ^ job->input_flip) * weight);
    }
    return sum;
}

void sight_q8_dwconv__scalar(const sight_q8_dwconv_job *job, sight_block block) {
    for (size_t row = block.row; row < block.row + block.rows; row++) {
        uint8_t *output = (uint8_t *)job->output + row * job->output_stride; // [channels]
        for (size_t channel = block.column; channel < block.column + block.columns; channel++) {
            sight_q8_dwconv_panel panel = sight_q8_dwconv_panel_at(job, channel);
            size_t n = sight_q8_dwconv_position(channel);
            int32_t sum = (int32_t)accumulate(job, row, channel);
            output[channel] = (uint8_t)sight_requantize_clamped(
                sum, panel.multiplier[n], panel.left[n], panel.right[n], &job->requantization);
        }
    }
}
