// Convolutions along rows of output pixels, up to four channels at once. The including file defines
//   VECTORS       the most registers of neighboring pixels in a tile
//   LANES         pixels of a register
//   UNROLLS       whether an iteration takes two or three input channels where it can
//   vector        the register's type
//   load, splat, multiply_add, store
//   most_vectors  the registers of a tile of 1 to 4 output channels, at most VECTORS

#include "../four-floats.h"

#include <string.h>

enum { tile_pixels = VECTORS * LANES };

/// Sums of `columns` channels of LANES * vectors pixels: [columns][tile_pixels]. `start` are the
/// planes under the first pixel, `w` a block of weights. Each iteration takes `count` input
/// channels, a divisor of their number. The first three arguments are constants at every call.
SIGHT_INLINE void sum_channels(const int columns, const int vectors, const int count,
                               const sight_f32_planar_job *job, const float *start, const float *w,
                               float *sums) {
    const size_t step = job->stride_x * job->pitch;                 // to the next channel
    const size_t row_step = job->dilation_y * job->channels * step; // to the next filter row
    vector acc[4 * VECTORS];                                        // [column][vector]
    SIGHT_UNROLL
    for (int n = 0; n < columns; n++) {
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            acc[n * vectors + v] = splat(w[n]);
    }
    w += 4;
    // The column of a cell is in plane `plane` of each channel, `place` floats from its start. A
    // division for each cell would take longer than its products.
    const size_t planes = job->dilation_x % job->stride_x, places = job->dilation_x / job->stride_x;
    for (size_t i = 0; i < job->kernel_height; i++, start += row_step)
        for (size_t j = 0, plane = 0, place = 0; j < job->kernel_width; j++) {
            const float *cell = start + plane * job->pitch + place;
            for (size_t c = 0; c < job->channels; c += (size_t)count) {
                SIGHT_UNROLL
                for (int k = 0; k < count; k++, cell += step, w += 4) {
                    vector values[VECTORS];
                    SIGHT_UNROLL
                    for (int v = 0; v < vectors; v++)
                        values[v] = load(cell + v * LANES);
                    SIGHT_UNROLL
                    for (int n = 0; n < columns; n++) {
                        const vector weight = splat(w[n]);
                        SIGHT_UNROLL
                        for (int v = 0; v < vectors; v++)
                            acc[n * vectors + v] =
                                multiply_add(values[v], weight, acc[n * vectors + v]);
                    }
                }
            }
            plane += planes;
            place += places;
            if (plane >= job->stride_x) {
                plane -= job->stride_x;
                place++;
            }
        }
    SIGHT_UNROLL
    for (int n = 0; n < columns; n++) {
        SIGHT_UNROLL
        for (int v = 0; v < vectors; v++)
            store(sums + n * tile_pixels + v * LANES, acc[n * vectors + v]);
    }
}

/// Sums of a tile, as sum_channels. The first two arguments are constants at every call.
SIGHT_INLINE void sum_tile(const int columns, const int vectors, const sight_f32_planar_job *job,
                           const float *start, const float *w, float *sums) {
    if (UNROLLS && job->channels % 3 == 0)
        sum_channels(columns, vectors, 3, job, start, w, sums);
    else if (UNROLLS && job->channels % 2 == 0)
        sum_channels(columns, vectors, 2, job, start, w, sums);
    else
        sum_channels(columns, vectors, 1, job, start, w, sums);
}

/// Adds the addend, clamps and writes the sums of a pixel. `columns` is a constant at every call.
SIGHT_INLINE void finish_pixel(const size_t columns, const sight_f32_planar_job *job, four_floats x,
                               size_t offset) {
    if (job->addend) {
        float rest[4] = {0};
        memcpy(rest, job->addend + offset, columns * sizeof(float));
        x = add_four(x, load_four(rest));
    }
    x = clamp_four(x, repeat_four(job->minimum), repeat_four(job->maximum));
    store_some(job->output + offset, x, columns);
}

/// Finishes `count` pixels of a tile. `columns` is a constant at every call; `offset` is that of
/// the first output.
SIGHT_INLINE void finish_tile(const size_t columns, const sight_f32_planar_job *job,
                              const float *sums, size_t offset, size_t count) {
    for (size_t pixel = 0; pixel < count; pixel += 4) {
        four_floats x[4];
        SIGHT_UNROLL
        for (size_t n = 0; n < 4; n++)
            x[n] = load_four(sums + (n < columns ? n : 0) * tile_pixels + pixel);
        transpose_four(x);
        SIGHT_UNROLL
        for (size_t i = 0; i < 4; i++) {
            if (pixel + i < count) // without a jump out, so that every compiler unrolls the loop
                finish_pixel(columns, job, x[i], offset + (pixel + i) * job->columns);
        }
    }
}

/// Computes some pixels of a row for one block of weights: `columns` channels from channel `first`
/// on. `columns` is a constant at every call.
SIGHT_INLINE void columns_of_row(const size_t columns, const sight_f32_planar_job *job, size_t row,
                                 const float *w, size_t first) {
    const int most = most_vectors((int)columns), half = (most + 1) / 2;
    float sums[4 * tile_pixels];
    const float *start = sight_f32_planar_row(job, row);
    for (size_t x = 0; x < job->width;) {
        const size_t left = job->width - x;
        int vectors = most;
        if (left > (size_t)half * LANES) {
            sum_tile((int)columns, most, job, start + x, w, sums);
        } else if (left > LANES) {
            sum_tile((int)columns, half, job, start + x, w, sums);
            vectors = half;
        } else {
            sum_tile((int)columns, 1, job, start + x, w, sums);
            vectors = 1;
        }
        const size_t whole = (size_t)vectors * LANES, count = left < whole ? left : whole;
        finish_tile(columns, job, sums, (row * job->width + x) * job->columns + first, count);
        x += count;
    }
}

SIGHT_INLINE void run_rows(const sight_f32_planar_job *job, size_t first, size_t count) {
    const size_t block =
        sight_f32_planar_block_count(job->kernel_height * job->kernel_width, job->channels);
    for (size_t row = first; row < first + count; row++) {
        const float *w = job->packed;
        for (size_t n = 0; n < job->columns; n += 4, w += block)
            switch (job->columns - n) {
            case 1:
                columns_of_row(1, job, row, w, n);
                break;
            case 2:
                columns_of_row(2, job, row, w, n);
                break;
            case 3:
                columns_of_row(3, job, row, w, n);
                break;
            default:
                columns_of_row(4, job, row, w, n);
                break;
            }
    }
}
