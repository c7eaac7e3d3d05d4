#include "f32-dwconv.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

/// Computes 16 channels, or fewer, of one output pixel.
SIGHT_INLINE void channels_of_row(const sight_f32_dwconv_job *job, size_t row, size_t channel,
                                  size_t channels) {
    const float *panel = sight_f32_dwconv_panel_at(job, channel);
    const __mmask16 mask = (__mmask16)(channels >= 16 ? 0xFFFF : (1u << channels) - 1);
    __m512 sum = _mm512_loadu_ps(panel);
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const float *a = sight_window_run(&job->window, row, tap); // [channels]
        sum = _mm512_fmadd_ps(_mm512_loadu_ps(a + channel), _mm512_loadu_ps(panel + (1 + tap) * 16),
                              sum);
    }
    // The bound comes first, so that NaN passes through as in the reference.
    sum = _mm512_max_ps(_mm512_set1_ps(job->minimum), sum);
    sum = _mm512_min_ps(_mm512_set1_ps(job->maximum), sum);
    float *output = (float *)(void *)((char *)job->output + row * job->output_stride);
    _mm512_mask_storeu_ps(output + channel, mask, sum);
}

void sight_f32_dwconv__avx512_c16(const sight_f32_dwconv_job *job, sight_block block) {
    const size_t end = block.column + block.columns;
    for (size_t row = block.row; row < block.row + block.rows; row++)
        for (size_t channel = block.column; channel < end; channel += 16)
            channels_of_row(job, row, channel, end - channel);
}

SIGHT_TARGET_END
#endif
