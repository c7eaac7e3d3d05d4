#include "q8-igemm.h"

/// The accumulator of one output, before requantization.
static uint32_t accumulate(const sight_q8_igemm_job *job, const sight_q8_igemm_panel *panel,
                           size_t row, size_t n) {
    size_t groups = sight_q8_igemm_groups(job->depth);
    uint32_t sum = (uint32_t)panel->bias[n];
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < job->depth; k++) {
            int32_t w = panel->weights[((tap * groups + k / 4) * 16 + n) * 4 + k % 4];
            sum += (uint32_t)((a[k] ^ job->input_flip) * (w + job->weight_offset));
        }
    }
    return sum;
}

void sight_q8_igemm__scalar(const sight_q8_igemm_job *job, sight_block block) {
    for (size_t row = block.row; row < block.row + block.rows; row++) {
        uint8_t *output = (uint8_t *)job->output + row * job->output_stride; // [N]
        for (size_t column = block.column; column < block.column + block.columns; column++) {
            sight_q8_igemm_panel panel = sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, column);
            size_t n = column % 16;
            int32_t sum = (int32_t)accumulate(job, &panel, row, n);
            if (job->sums_only)
                ((int32_t *)(void *)output)[column] = sum;
            else
                output[column] = (uint8_t)sight_requantize_clamped(
                    sum, panel.multiplier[n], panel.left[n], panel.right[n], &job->requantization);
        }
    }
}
