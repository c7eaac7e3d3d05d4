// Depthwise convolution on 256-bit registers, shared by AVX2 and AVX-512. The including file
// defines
//   sight_dot4(sums, a, w)         for each of 8 channels, adds the exact sum of four uint8 * int8
//   sight_rectifier                the parameters of rectified, uniform requantisation
//   sight_rectifier_load(panel, once)  reads them
//   sight_rectify(sums, rectifier) steps 1 to 3 of requantisation for 8 channels

#include "../requantize/requantize-avx2.h"

#include <string.h>

SIGHT_INLINE __m256i load(const void *address) {
    return _mm256_loadu_si256((const __m256i *)address);
}

/// Four taps of 32 channels, interleaved: quads[j] holds the four bytes of channels
/// 4 j + i and 16 + 4 j + i (i < 4) in its eight 32-bit lanes.
SIGHT_INLINE void interleave(const uint8_t *const *taps, size_t channel, __m256i flip,
                             __m256i *quads) {
    __m256i a = _mm256_xor_si256(load(taps[0] + channel), flip);
    __m256i b = _mm256_xor_si256(load(taps[1] + channel), flip);
    __m256i c = _mm256_xor_si256(load(taps[2] + channel), flip);
    __m256i d = _mm256_xor_si256(load(taps[3] + channel), flip);
    __m256i ab0 = _mm256_unpacklo_epi8(a, b), ab1 = _mm256_unpackhi_epi8(a, b);
    __m256i cd0 = _mm256_unpacklo_epi8(c, d), cd1 = _mm256_unpackhi_epi8(c, d);
    quads[0] = _mm256_unpacklo_epi16(ab0, cd0);
    quads[1] = _mm256_unpackhi_epi16(ab0, cd0);
    quads[2] = _mm256_unpacklo_epi16(ab1, cd1);
    quads[3] = _mm256_unpackhi_epi16(ab1, cd1);
}

/// Packs 4 x 8 sums to 32 bytes in channel order and writes up to 32 of them.
SIGHT_INLINE void store(const sight_q8_dwconv_job *job, const __m256i *y, size_t row,
                        size_t channel, size_t channels) {
    const sight_requantization *q = &job->requantization;
    // uint8 inside: saturation to int16 and then uint8 changes nothing that the clamp keeps.
    const int offset = job->output_flip ? 128 : 0;
    const __m256i zero_point = _mm256_set1_epi16((short)(q->zero_point + offset));
    __m256i low = _mm256_adds_epi16(_mm256_packs_epi32(y[0], y[1]), zero_point);
    __m256i high = _mm256_adds_epi16(_mm256_packs_epi32(y[2], y[3]), zero_point);
    __m256i bytes = _mm256_packus_epi16(low, high);
    bytes = _mm256_max_epu8(bytes, _mm256_set1_epi8((char)(q->minimum + offset)));
    bytes = _mm256_min_epu8(bytes, _mm256_set1_epi8((char)(q->maximum + offset)));
    bytes = _mm256_xor_si256(bytes, _mm256_set1_epi8((char)job->output_flip));
    uint8_t *output = (uint8_t *)job->output + row * job->output_stride + channel;
    if (channels >= 32) {
        _mm256_storeu_si256((__m256i *)(void *)output, bytes);
    } else {
        uint8_t rest[32];
        _mm256_storeu_si256((__m256i *)(void *)rest, bytes);
        memcpy(output, rest, channels);
    }
}

/// Computes up to 32 channels of one output pixel. `groups` and `rectified` are constants at hot
/// calls.
SIGHT_INLINE void pixel(const sight_q8_dwconv_job *job, const size_t groups, const _Bool rectified,
                        const sight_rectifier *rectifier, const uint8_t *const *taps, size_t row,
                        size_t channel, size_t channels) {
    const sight_q8_dwconv_panel panel = sight_q8_dwconv_panel_at(job, channel);
    const __m256i flip = _mm256_set1_epi8((char)job->input_flip);
    __m256i sums[4], quads[4];
    for (int j = 0; j < 4; j++)
        sums[j] = load(panel.bias + 8 * j);
    for (size_t group = 0; group < groups; group++) {
        interleave(taps + 4 * group, channel, flip, quads);
        const int8_t *weights = panel.weights + group * 128;
        for (int j = 0; j < 4; j++)
            sums[j] = sight_dot4(sums[j], quads[j], load(weights + 32 * j));
        for (size_t pass = 1; pass < job->passes; pass++) {
            weights += groups * 128;
            for (int j = 0; j < 4; j++)
                sums[j] = sight_dot4(sums[j], quads[j], load(weights + 32 * j));
        }
    }
    for (int j = 0; j < 4; j++)
        sums[j] = rectified
                      ? sight_rectify(sums[j], rectifier)
                      : sight_requantize_8(sums[j], load(panel.multiplier + 8 * j),
                                           load(panel.left + 8 * j), load(panel.right + 8 * j),
                                           job->requantization.rounds_once);
    store(job, sums, row, channel, channels);
}

/// All channels of one output pixel; `rectified` is a constant at every call.
SIGHT_INLINE void row_of_block(const sight_q8_dwconv_job *job, const _Bool rectified,
                               const sight_rectifier *rectifier, size_t row,
                               const sight_block *block) {
    const uint8_t *taps[sight_q8_dwconv_maximum_taps + 3];
    const size_t count = job->window.taps, groups = sight_q8_dwconv_groups(count);
    for (size_t tap = 0; tap < 4 * groups; tap++) // past the last tap weights are zero
        taps[tap] = sight_window_run(&job->window, row, tap < count ? tap : 0);
    const size_t end = block->column + block->columns;
    for (size_t channel = block->column; channel < end; channel += 32) {
        if (groups == 3)
            pixel(job, 3, rectified, rectifier, taps, row, channel, end - channel);
        else
            pixel(job, groups, rectified, rectifier, taps, row, channel, end - channel);
    }
}

SIGHT_INLINE void run_block(const sight_q8_dwconv_job *job, const sight_block *block) {
    if (block->columns == 0)
        return;
    const sight_rectifier rectifier = sight_rectifier_load(
        sight_q8_dwconv_panel_at(job, block->column), job->requantization.rounds_once);
    const sight_requantization *q = &job->requantization;
    const _Bool rectified = q->one_floor && q->uniform;
    for (size_t row = block->row; row < block->row + block->rows; row++) {
        if (rectified)
            row_of_block(job, 1, &rectifier, row, block);
        else
            row_of_block(job, 0, &rectifier, row, block);
    }
}
