#include "hybrid-igemm.h"

/// The exact sum of products of one output.
static int32_t accumulate(const sight_hybrid_igemm_job *job, size_t row, size_t n) {
    int32_t offset = job->input_offsets[row / job->batch_rows];
    uint32_t sum = 0;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const int8_t *a = sight_window_run(&job->window, row, tap); // [K]
        const int8_t *w = job->weights + (n * job->window.taps + tap) * job->depth;
        if (a == job->window.padding)
            continue;
        for (size_t k = 0; k < job->depth; k++)
            sum += (uint32_t)((a[k] - offset) * w[k]);
    }
    return (int32_t)sum;
}

void sight_hybrid_igemm__scalar(const sight_hybrid_igemm_job *job, sight_block block) {
    for (size_t row = block.row; row < block.row + block.rows; row++) {
        float *output = (float *)(void *)((char *)job->output + row * job->output_stride); // [N]
        for (size_t n = block.column; n < block.column + block.columns; n++)
            output[n] = sight_hybrid_output(job, accumulate(job, row, n), row, n);
    }
}
