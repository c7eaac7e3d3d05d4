#include "q4-gemm.h"

SIGHT_NO_CONTRACTION

/// Multiplies 32 bytes of a row by the 32 weights of a column that start at `packed`, and returns
/// the sum of the products.
static int32_t step_sum(const uint8_t *input, const char *packed, _Bool is_signed) {
    int32_t sum = 0;
    for (size_t k = 0; k < sight_q4_gemm_step; k++) {
        const uint8_t byte = (uint8_t)packed[k / 8 * sight_q4_gemm_group + k % 4];
        const int32_t nibble = k % 8 < 4 ? byte & 15 : byte >> 4;
        const int32_t weight = nibble < 8 ? nibble : nibble - 16;
        sum += (is_signed ? (int8_t)input[k] : input[k]) * weight;
    }
    return sum;
}

/// Returns the sum of a row and column `i` of 16.
static float scaled_sum(const sight_q4_gemm_job *job, const uint8_t *input, const char *packed,
                        size_t i) {
    float sum = 0;
    for (size_t k = 0; k < job->depth;) {
        const float scale = ((const float *)(const void *)packed)[i];
        packed += sight_q4_gemm_numbers;
        for (size_t end = k + job->length; k < end; k += sight_q4_gemm_step) {
            sum += (float)step_sum(input + k, packed + 4 * i, job->is_signed) * scale;
            packed += sight_q4_gemm_step_bytes;
        }
    }
    return sum;
}

void sight_q4_gemm__scalar(const sight_q4_gemm_job *job, sight_block block) {
    for (size_t row = block.row; row < block.row + block.rows; row++)
        for (size_t n = block.column; n < block.column + block.columns; n++) {
            const char *part = sight_q4_gemm_part(job, n);
            const size_t i = n % sight_q4_gemm_width;
            const float *numbers = (const float *)(const void *)part;
            const uint8_t *input = (const uint8_t *)job->input + row * job->depth;
            const float sum = scaled_sum(job, input, part + 2 * sight_q4_gemm_numbers, i);
            const float zeros = sight_q4_gemm_zero(job, row) * numbers[sight_q4_gemm_width + i];
            float value = (sum - zeros) * job->input_scales[row] + numbers[i];
            value = value < job->minimum ? job->minimum : value;
            job->output[row * job->columns + n] = value > job->maximum ? job->maximum : value;
        }
}
