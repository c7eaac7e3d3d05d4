// Computes up to four columns of one row at once; shared by the NEON tiers. The including file
// defines
//   sight_add_products(sums, a, w)   adds the sum of 16 int8 * int8, spread over four lanes
//   sight_add_values(sums, w)        adds the sum of 16 int8, spread over four lanes

#include <arm_neon.h>

/// The sums of (a - offset) * w over one run for `count` columns, which lie `stride` weights apart;
/// `count` is a constant at every call, at most 4. The product is split into the sum of a * w,
/// minus offset times the sum of w. Both wrap modulo 2^32, so the difference is exact.
SIGHT_INLINE void run_products(const int count, const int8_t *a, const int8_t *weights,
                               size_t stride, size_t depth, int32_t offset, uint32_t *sums) {
    int32x4_t products[4], values[4];
    SIGHT_UNROLL
    for (int n = 0; n < count; n++)
        products[n] = values[n] = vdupq_n_s32(0);
    size_t k = 0;
    for (; k + 16 <= depth; k += 16) {
        const int8x16_t bytes = vld1q_s8(a + k);
        SIGHT_UNROLL
        for (int n = 0; n < count; n++) {
            const int8x16_t w = vld1q_s8(weights + (size_t)n * stride + k);
            products[n] = sight_add_products(products[n], bytes, w);
            values[n] = sight_add_values(values[n], w);
        }
    }
    SIGHT_UNROLL
    for (int n = 0; n < count; n++) {
        sums[n] += (uint32_t)vaddvq_s32(products[n]);
        sums[n] -= (uint32_t)offset * (uint32_t)vaddvq_s32(values[n]);
        for (size_t rest = k; rest < depth; rest++)
            sums[n] += (uint32_t)((a[rest] - offset) * weights[(size_t)n * stride + rest]);
    }
}

/// Computes `count` outputs of one row; `count` is a constant at every call, at most 4.
SIGHT_INLINE void columns_of_row(const int count, const sight_hybrid_igemm_job *job, size_t row,
                                 size_t n) {
    const size_t taps = job->window.taps, stride = taps * job->depth;
    const int32_t offset = job->input_offsets[row / job->batch_rows];
    uint32_t sums[4] = {0};
    for (size_t tap = 0; tap < taps; tap++) {
        const int8_t *a = sight_window_run(&job->window, row, tap); // [K]
        if (a != job->window.padding)
            run_products(count, a, job->weights + n * stride + tap * job->depth, stride, job->depth,
                         offset, sums);
    }
    float *output = (float *)(void *)((char *)job->output + row * job->output_stride); // [N]
    for (int i = 0; i < count; i++)
        output[n + (size_t)i] = sight_hybrid_output(job, (int32_t)sums[i], row, n + (size_t)i);
}

SIGHT_INLINE void run_block(const sight_hybrid_igemm_job *job, const sight_block *block) {
    const size_t end = block->column + block->columns;
    for (size_t row = block->row; row < block->row + block->rows; row++) {
        size_t n = block->column;
        for (; end - n >= 4; n += 4)
            columns_of_row(4, job, row, n);
        for (; n < end; n++)
            columns_of_row(1, job, row, n);
    }
}
