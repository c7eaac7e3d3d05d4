#include "q8-row.h"

void sight_q8_row__scalar(const sight_q8_row_job *job, size_t column, size_t columns,
                          int32_t *sums) {
    for (size_t n = column; n < column + columns; n++) {
        const uint8_t *weights = (const uint8_t *)job->weights + n * job->depth; // [K]
        uint32_t sum = 0;
        for (size_t k = 0; k < job->depth; k++) {
            const int32_t weight = job->is_signed ? (int8_t)weights[k] : weights[k];
            sum += (uint32_t)(job->values[k] * (weight - job->weight_zero_point));
        }
        sums[n] = (int32_t)sum;
    }
}
