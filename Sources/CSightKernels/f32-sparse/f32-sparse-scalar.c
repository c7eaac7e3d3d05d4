#include "f32-sparse.h"

SIGHT_NO_CONTRACTION

void sight_f32_sparse__scalar(const sight_f32_igemm_job *job, sight_block block) {
    const sparse_record *record = sparse_column(job, block.column);
    for (size_t column = block.column; column < block.column + block.columns; column++) {
        const sparse_record *end = record + 1 + record->number;
        for (size_t row = block.row; row < block.row + block.rows; row++) {
            const float *a = sight_window_run(&job->window, row, 0); // [K]
            float sum = record->value;
            for (const sparse_record *weight = record + 1; weight < end; weight++)
                sum += a[weight->number / sparse_bytes] * weight->value;
            if (job->addend)
                sum += sight_f32_igemm_addend(job, row, column);
            sum = sum < job->minimum ? job->minimum : sum;
            float *output = (float *)(void *)((char *)job->output + row * job->output_stride);
            output[column] = sum > job->maximum ? job->maximum : sum;
        }
        record = end;
    }
}
