#include "q16-igemm.h"

/// The sum of products of one row and one column.
static int64_t accumulate(const sight_q16_igemm_job *job, size_t row, size_t n) {
    const int8_t *bytes = job->weights;
    const int16_t *words = job->weights;
    int64_t sum = 0;
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const int16_t *a = sight_window_run(&job->window, row, tap); // [K]
        const size_t first = (n * job->window.taps + tap) * job->depth;
        for (size_t k = 0; k < job->depth; k++)
            sum += (int64_t)a[k] * (job->has_words ? words[first + k] : bytes[first + k]);
    }
    return sum;
}

void sight_q16_igemm__scalar(const sight_q16_igemm_job *job, size_t row, size_t rows,
                             int64_t *sums) {
    for (size_t n = 0; n < job->columns; n++)
        for (size_t r = 0; r < rows; r++)
            sums[n * sight_q16_igemm_rows + r] = accumulate(job, row + r, n);
}
