// Depthwise convolution of 16 channels by up to two pixels, shared by the NEON tiers. As in
// q8-igemm-neon.h, int8 is multiplied by int8. The including file defines
//   sight_partial              the sums of four channels as they grow
//   sight_partial_start()      such sums, all zero
//   sight_partial_add(p, a, w) adds, for each of four channels, the exact sum of four int8 * int8
//   sight_partial_total(p)     the sums, int32 of four channels

#include "../requantize/requantize-neon.h"

#include <string.h>

/// Four taps of 16 channels, interleaved: quads[j] holds the four bytes of channels 4 j to 4 j + 3.
SIGHT_INLINE void interleave(const int8_t *const *taps, size_t channel, const _Bool flipped,
                             int8x16_t *quads) {
    int8x16_t rows[4]; // [tap]
    SIGHT_UNROLL
    for (int tap = 0; tap < 4; tap++) {
        rows[tap] = vld1q_s8(taps[tap] + channel);
        if (flipped)
            rows[tap] = veorq_s8(rows[tap], vdupq_n_s8((int8_t)-128));
    }
    const int16x8_t ab0 = vreinterpretq_s16_s8(vzip1q_s8(rows[0], rows[1]));
    const int16x8_t ab1 = vreinterpretq_s16_s8(vzip2q_s8(rows[0], rows[1]));
    const int16x8_t cd0 = vreinterpretq_s16_s8(vzip1q_s8(rows[2], rows[3]));
    const int16x8_t cd1 = vreinterpretq_s16_s8(vzip2q_s8(rows[2], rows[3]));
    quads[0] = vreinterpretq_s8_s16(vzip1q_s16(ab0, cd0));
    quads[1] = vreinterpretq_s8_s16(vzip2q_s16(ab0, cd0));
    quads[2] = vreinterpretq_s8_s16(vzip1q_s16(ab1, cd1));
    quads[3] = vreinterpretq_s8_s16(vzip2q_s16(ab1, cd1));
}

/// Requantises four times four sums of one pixel and writes up to 16 bytes; `n` is the position of
/// the first channel in the panel.
SIGHT_INLINE void store(const sight_q8_dwconv_job *job, const sight_q8_dwconv_panel *panel,
                        size_t n, const sight_partial *partials, size_t row, size_t channel,
                        size_t channels) {
    const sight_requantization *q = &job->requantization;
    int32x4_t y[4];
    SIGHT_UNROLL
    for (size_t j = 0; j < 4; j++) {
        const size_t at = n + 8 * j;
        const int32x4_t sums =
            vaddq_s32(vld1q_s32(panel->signed_bias + at), sight_partial_total(&partials[j]));
        y[j] = sight_requantize_4(sums, panel->multiplier + at, panel->left + at, panel->right + at,
                                  q);
    }
    const uint8x16_t bytes =
        vcombine_u8(sight_requantize_narrow(y[0], y[1], q), sight_requantize_narrow(y[2], y[3], q));
    uint8_t *output = (uint8_t *)job->output + row * job->output_stride + channel;
    if (channels >= 16) {
        vst1q_u8(output, bytes);
    } else {
        uint8_t rest[16];
        vst1q_u8(rest, bytes);
        memcpy(output, rest, channels);
    }
}

/// Adds the products of four taps: quads and partials are [rows][4].
SIGHT_INLINE void multiply(const int rows, const int8x16_t *quads, const int8_t *weights,
                           sight_partial *partials) {
    SIGHT_UNROLL
    for (int j = 0; j < 4; j++) {
        const int8x16_t w = vld1q_s8(weights + 32 * j); // four channels of four taps
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            sight_partial_add(&partials[4 * r + j], quads[4 * r + j], w);
    }
}

enum { sight_run_count = 4 * sight_q8_dwconv_maximum_groups };

/// Computes up to 16 channels of `rows` pixels. `rows` and `flipped` are constants at every call,
/// `groups` at hot ones.
SIGHT_INLINE void pixels(const int rows, const _Bool flipped, const size_t groups,
                         const sight_q8_dwconv_job *job, int8_t const *runs[][sight_run_count],
                         size_t row, size_t channel, size_t channels) {
    const sight_q8_dwconv_panel panel = sight_q8_dwconv_panel_at(job, channel);
    const size_t n = sight_q8_dwconv_position(channel);
    sight_partial partials[8]; // [row][4]
    SIGHT_UNROLL
    for (int i = 0; i < 4 * rows; i++)
        partials[i] = sight_partial_start();
    for (size_t group = 0; group < groups; group++) {
        int8x16_t quads[8]; // [row][4]
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            interleave(runs[r] + 4 * group, channel, flipped, quads + 4 * r);
        const int8_t *weights = panel.weights + group * 128 + 4 * n;
        multiply(rows, quads, weights, partials);
        for (size_t pass = 1; pass < job->passes; pass++) {
            weights += groups * 128;
            multiply(rows, quads, weights, partials);
        }
    }
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++)
        store(job, &panel, n, partials + 4 * r, row + (size_t)r, channel, channels);
}

/// All channels of `rows` pixels; `rows` and `flipped` are constants at every call.
SIGHT_INLINE void rows_of_block(const int rows, const _Bool flipped, const sight_q8_dwconv_job *job,
                                size_t row, const sight_block *block) {
    const int8_t *runs[2][sight_run_count];
    const sight_image *image = &job->image;
    const size_t height = image->kernel_height;
    const size_t groups = sight_q8_dwconv_groups(height, image->kernel_width);
    for (int r = 0; r < rows; r++) {
        const sight_image_place place = sight_image_place_of(image, row + (size_t)r);
        const int8_t **run = runs[r];
        for (size_t x = 0; x < image->kernel_width; x++)
            for (size_t y = 0; y < 4 * sight_q8_dwconv_column_groups(height); y++)
                *run++ = sight_image_cell(image, place, y < height ? y : 0, x); // weights 0 past it
    }
    const size_t end = block->column + block->columns;
    for (size_t channel = block->column; channel < end; channel += 16) {
        if (groups == 3)
            pixels(rows, flipped, 3, job, runs, row, channel, end - channel);
        else
            pixels(rows, flipped, groups, job, runs, row, channel, end - channel);
    }
}

SIGHT_INLINE void flipped_block(const _Bool flipped, const sight_q8_dwconv_job *job,
                                const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; end - row >= 2; row += 2)
        rows_of_block(2, flipped, job, row, block);
    if (row < end)
        rows_of_block(1, flipped, job, row, block);
}

SIGHT_INLINE void run_block(const sight_q8_dwconv_job *job, const sight_block *block) {
    if (job->input_flip) // int8 already
        flipped_block(0, job, block);
    else
        flipped_block(1, job, block);
}
