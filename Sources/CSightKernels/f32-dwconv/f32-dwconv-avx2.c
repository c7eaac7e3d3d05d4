#include "f32-dwconv.h"

#if SIGHT_X86
#include <immintrin.h>
#include <string.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX2)

/// Computes 16 channels, or fewer, of one output pixel.
SIGHT_INLINE void channels_of_row(const sight_f32_dwconv_job *job, size_t row, size_t channel,
                                  size_t channels) {
    const float *panel = sight_f32_dwconv_panel_at(job, channel);
    __m256 first = _mm256_loadu_ps(panel), second = _mm256_loadu_ps(panel + 8);
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const float *a = (const float *)sight_window_run(&job->window, row, tap) + channel;
        const float *weights = panel + (1 + tap) * 16;
        first = _mm256_fmadd_ps(_mm256_loadu_ps(a), _mm256_loadu_ps(weights), first);
        second = _mm256_fmadd_ps(_mm256_loadu_ps(a + 8), _mm256_loadu_ps(weights + 8), second);
    }
    // The bound comes first, so that NaN passes through as in the reference.
    const __m256 minimum = _mm256_set1_ps(job->minimum), maximum = _mm256_set1_ps(job->maximum);
    first = _mm256_min_ps(maximum, _mm256_max_ps(minimum, first));
    second = _mm256_min_ps(maximum, _mm256_max_ps(minimum, second));
    float *output = (float *)(void *)((char *)job->output + row * job->output_stride) + channel;
    float rest[16], *target = channels >= 16 ? output : rest;
    _mm256_storeu_ps(target, first);
    _mm256_storeu_ps(target + 8, second);
    if (channels < 16)
        memcpy(output, rest, channels * sizeof(float));
}

void sight_f32_dwconv__avx2_c16(const sight_f32_dwconv_job *job, sight_block block) {
    const size_t end = block.column + block.columns;
    for (size_t row = block.row; row < block.row + block.rows; row++)
        for (size_t channel = block.column; channel < end; channel += 16)
            channels_of_row(job, row, channel, end - channel);
}

SIGHT_TARGET_END
#endif
