#ifndef SIGHT_Q8_PLANAR_INTERNAL_H
#define SIGHT_Q8_PLANAR_INTERNAL_H

#include "../isa.h"
#include "sight-q8-planar.h"

// Declares each tier's functions.
#define KERNEL(name, tier)                                                                         \
    void sight_q8_planar_spread__##name(const sight_q8_planar_line *line, const uint8_t *row,      \
                                        uint8_t *planes);                                          \
    void sight_q8_planar__##name(const sight_q8_planar_job *job, size_t first, size_t count);
#include "q8-planar.inc"
#undef KERNEL

// A packed block; its weights [taps][4][4] follow.
typedef struct {
    int32_t bias[sight_q8_planar_width];
    float factor[sight_q8_planar_width];
} sight_q8_planar_block;

/// The number of bytes of a packed block.
static inline size_t sight_q8_planar_block_bytes(size_t taps) {
    return sizeof(sight_q8_planar_block) + taps * sight_q8_planar_width * sight_q8_planar_depth;
}

/// The planes of the first input row that an output row reads. `row` counts the output rows of all
/// batches.
static inline const uint8_t *sight_q8_planar_row(const sight_q8_planar_job *job, size_t row) {
    const size_t input = row / job->height * job->batch_rows + row % job->height * job->stride_y;
    return job->planes + input * job->stride_x * job->pitch * sight_q8_planar_depth;
}

/// Writes padding to the columns of all planes before and after the image.
static inline void sight_q8_planar_pad(const sight_q8_planar_line *line, uint8_t *planes) {
    for (size_t phase = 0; phase < line->stride; phase++) {
        const size_t round = line->stride - 1 - phase; // columns of a phase start behind others
        const size_t before = (line->left + round) / line->stride;
        const size_t end = (line->left + line->width + round) / line->stride;
        uint8_t *plane = planes + phase * line->pitch * sight_q8_planar_depth;
        for (size_t i = 0; i < before * sight_q8_planar_depth; i++)
            plane[i] = line->zero ^ line->flip;
        for (size_t i = end * sight_q8_planar_depth; i < line->pitch * sight_q8_planar_depth; i++)
            plane[i] = line->zero ^ line->flip;
    }
}

/// Copies `count` pixels of a row from pixel `first` on, one by one.
static inline void sight_q8_planar_copy(const sight_q8_planar_line *line, const uint8_t *row,
                                        size_t first, size_t count, uint8_t *planes) {
    for (size_t x = first; x < first + count; x++) {
        const size_t column = line->left + x;
        uint8_t *pixel = planes + (column % line->stride * line->pitch + column / line->stride) *
                                      sight_q8_planar_depth;
        for (size_t c = 0; c < line->channels; c++)
            pixel[c] = row[x * line->channels + c] ^ line->flip;
    }
}

#endif
