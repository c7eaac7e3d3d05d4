// The loops of the vector kernels that multiply 16-bit integers. The file that includes this one
// defines
//   row_step                    how many values a register holds, a divisor of sight_q8_row_step
//   row_values, row_sums        the types of registers
//   load_values(values)         the next values
//   zero_sums()                 sums that are zero
//   add_products(sums, values, weights, zero, is_signed)
//                               the sums plus the products with row_step weights, each minus `zero`
//   total(sums)                 the sum of all lanes
// Each load of values serves four columns.

/// Computes `rows` columns from `first` on.
SIGHT_INLINE void some_columns(const sight_q8_row_job *job, size_t first, const size_t rows,
                               const _Bool is_signed, int32_t *sums) {
    const uint8_t *weights = (const uint8_t *)job->weights + first * job->depth;
    row_sums added[4] = {zero_sums(), zero_sums(), zero_sums(), zero_sums()};
    for (size_t k = 0; k < job->depth; k += row_step) {
        const row_values values = load_values(job->values + k);
        SIGHT_UNROLL
        for (size_t i = 0; i < rows; i++) {
            if (k % 64 == 0)
                request_weights(weights + i * job->depth + k);
            added[i] = add_products(added[i], values, weights + i * job->depth + k,
                                    job->weight_zero_point, is_signed);
        }
    }
    SIGHT_UNROLL
    for (size_t i = 0; i < rows; i++)
        sums[first + i] = total(added[i]);
}

#include "q8-row-kernel.h"
