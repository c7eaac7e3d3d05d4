#include "f32-dwconv.h"

#if SIGHT_ARM64
#include <arm_neon.h>
#include <string.h>

/// Computes up to 16 channels of `rows` pixels; `rows` is a constant at every call, at most 2.
SIGHT_INLINE void pixels(const int rows, const sight_f32_dwconv_job *job, size_t row,
                         size_t channel, size_t channels) {
    const float *w = sight_f32_dwconv_panel_at(job, channel);
    float32x4_t sums[8]; // [row][4]
    SIGHT_UNROLL
    for (int i = 0; i < 4 * rows; i++)
        sums[i] = vld1q_f32(w + 4 * (i % 4));
    const size_t width = job->image.kernel_width, taps = job->image.kernel_height * width;
    sight_image_place places[2];
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        places[r] = sight_image_place_of(&job->image, row + (size_t)r);
    for (size_t tap = 0; tap < taps; tap++) {
        w += 16;
        float32x4_t weights[4];
        SIGHT_UNROLL
        for (int v = 0; v < 4; v++)
            weights[v] = vld1q_f32(w + 4 * v);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++) {
            const float *a = // [channels]
                sight_image_cell(&job->image, places[r], tap / width, tap % width);
            SIGHT_UNROLL
            for (int v = 0; v < 4; v++)
                sums[4 * r + v] =
                    vfmaq_f32(sums[4 * r + v], vld1q_f32(a + channel + 4 * v), weights[v]);
        }
    }
    const float32x4_t minimum = vdupq_n_f32(job->minimum), maximum = vdupq_n_f32(job->maximum);
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        char *start = (char *)job->output + (row + (size_t)r) * job->output_stride;
        float *output = (float *)(void *)start + channel, rest[16];
        float *target = channels >= 16 ? output : rest;
        SIGHT_UNROLL
        for (int v = 0; v < 4; v++) // vmaxq and vminq let NaN through, as the reference does
            vst1q_f32(target + 4 * v, vminq_f32(vmaxq_f32(sums[4 * r + v], minimum), maximum));
        if (channels < 16)
            memcpy(output, rest, channels * sizeof(float));
    }
}

void sight_f32_dwconv__neon_2x16(const sight_f32_dwconv_job *job, sight_block block) {
    const size_t end = block.column + block.columns;
    size_t row = block.row, last = row + block.rows;
    for (; last - row >= 2; row += 2)
        for (size_t channel = block.column; channel < end; channel += 16)
            pixels(2, job, row, channel, end - channel);
    for (size_t channel = block.column; row < last && channel < end; channel += 16)
        pixels(1, job, row, channel, end - channel);
}

#endif
