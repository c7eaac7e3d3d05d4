// Products of quads for q8-dwconv-strip.h: four cells of a filter column are interleaved, so that
// one product takes four bytes of each channel. Columns are [columns][column groups][4] registers,
// weights are [passes][kernel width][column groups][4][QUAD_WEIGHTS].
//
// The file that includes q8-dwconv-strip.h defines
//
// - QUAD_WEIGHTS: the number of registers with the weights of a quad: 1 for packed weights, 2 if
//   `prepare_weights` has widened them
// - dot4(sums, quad, weights): adds the exact sum of four products for each channel; the last
//   argument points to QUAD_WEIGHTS registers
// - interleave_rows(a, b, c, d, quads): interleaves four rows of bytes; each of the four resulting
//   registers holds the four bytes of a quarter of the channels

enum {
    NAME(group_vectors) = 4,                     // registers of a group of four cells
    NAME(column_limit) = 72,                     // groups: 18 KiB with 512-bit registers
    NAME(strip_vectors) = 4 * NAME(column_limit) // registers of all columns of a strip
};

/// The number of registers of a column.
SIGHT_INLINE size_t NAME(column_vectors)(size_t kernel_height) {
    return 4 * sight_q8_dwconv_column_groups(kernel_height);
}

/// Interleaves four cells of each of `count` columns: quads[j] of a column holds the four bytes of
/// channels 16 h + 4 j + i (i < 4) in lanes 4 h + i. `steps` is the distance in bytes from a cell
/// to the same cell of the next column, and `stride` the distance of their quads in registers. If
/// only one or three cells are used, the function reads the last of them again for the unused
/// ones, whose weights are zero. If `flips`, the bytes are combined with `flip` by exclusive or.
/// The first two arguments are constants at every call.
SIGHT_INLINE void NAME(interleave)(const int used, const _Bool flips, const uint8_t *const *cells,
                                   const size_t *steps, vector flip, size_t count, size_t stride,
                                   vector *quads) {
    const uint8_t *a = cells[0], *b = cells[1], *c = cells[2], *d = cells[3];
    const size_t sa = steps[0], sb = steps[1], sc = steps[2], sd = steps[3];
    for (size_t i = 0; i < count; i++, a += sa, b += sb, c += sc, d += sd, quads += stride) {
        const vector va = flips ? exclusive_or(load(a), flip) : load(a);
        vector vb = va, vc = va;
        if (used > 1) {
            vb = flips ? exclusive_or(load(b), flip) : load(b);
            vc = flips ? exclusive_or(load(c), flip) : load(c);
        }
        vector vd = vc;
        if (used > 3)
            vd = flips ? exclusive_or(load(d), flip) : load(d);
        interleave_rows(va, vb, vc, vd, quads);
    }
}

/// Prepares a group of `used` cells of each of `count` columns; see `interleave`.
SIGHT_INLINE void NAME(prepare)(size_t used, _Bool flips, const uint8_t *const *cells,
                                const size_t *steps, vector flip, size_t count, size_t stride,
                                vector *quads) {
    if (used == 1)
        NAME(interleave)(1, 1, cells, steps, flip, count, stride, quads);
    else if (used != 3)
        NAME(interleave)(4, 1, cells, steps, flip, count, stride, quads);
    else if (flips)
        NAME(interleave)(3, 1, cells, steps, flip, count, stride, quads);
    else
        NAME(interleave)(3, 0, cells, steps, flip, count, stride, quads);
}

/// Computes the pixels of a strip. The first three arguments are constants at the calls that matter
/// for speed.
SIGHT_INLINE void NAME(pixels)(const size_t width, const size_t groups, const _Bool nearest,
                               const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                               const NAME(strip) * strip, size_t channels) {
    const NAME(strip) s = *strip;
    for (size_t pixel = 0; pixel < s.count; pixel++) {
        const vector *columns = s.columns + pixel * s.pixel_step * groups * 4;
        const vector *weights = s.weights;
        vector sums[4];
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++)
            sums[j] = p->bias[j];
        for (size_t pass = 0; pass < s.passes; pass++)
            for (size_t x = 0; x < width; x++) {
                const vector *quads = columns + x * s.cell_step * groups * 4;
                for (size_t i = 0; i < groups; i++, quads += 4) {
                    SIGHT_UNROLL
                    for (int j = 0; j < 4; j++, weights += QUAD_WEIGHTS)
                        sums[j] = dot4(sums[j], quads[j], weights);
                }
            }
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++)
            sums[j] = NAME(requantize)(sums[j], p, j, nearest);
        NAME(store)(p, sums, s.output + pixel * job->output_stride, channels);
    }
}

/// Computes the pixels of a strip for 3 x 3 filters without column dilation and with one pass. The
/// weights stay in registers where these are enough.
SIGHT_INLINE void NAME(pixels_3x3)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                   const NAME(strip) * strip, size_t channels) {
    const NAME(strip) s = *strip;
    // A copy stays in registers: the compiler knows that stores do not change it.
    const NAME(parameters) q = *p;
    const size_t output_stride = job->output_stride;
#if QUAD_WEIGHTS == 1
    vector weights[12];
    SIGHT_UNROLL
    for (int i = 0; i < 12; i++)
        weights[i] = s.weights[i];
#else // they are too many for the registers
    const vector *weights = s.weights;
#endif
    for (size_t pixel = 0; pixel < s.count; pixel++) {
        const vector *columns = s.columns + pixel * s.pixel_step * 4;
        vector sums[4];
        SIGHT_UNROLL
        for (int j = 0; j < 4; j++) {
            vector sum = q.bias[j];
            SIGHT_UNROLL
            for (int i = j; i < 12; i += 4)
                sum = dot4(sum, columns[i], weights + i * QUAD_WEIGHTS);
            sums[j] = NAME(requantize)(sum, &q, j, 1);
        }
        NAME(store)(&q, sums, s.output + pixel * output_stride, channels);
    }
}

/// Computes the pixels of a strip for 5 x 5 filters without column dilation and with one pass. Each
/// quarter of the channels is computed for all pixels, so that its weights stay in registers.
SIGHT_INLINE void NAME(pixels_5x5)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                   const NAME(strip) * strip, size_t channels) {
    const NAME(strip) s = *strip;
    vector sums[NAME(column_limit) / 2 * 4]; // [pixels][4]
    for (int j = 0; j < 4; j++) {
        const vector start = p->bias[j];
        const floats factors = p->factors[j];
        vector weights[10 * QUAD_WEIGHTS];
        SIGHT_UNROLL
        for (int i = 0; i < 10 * QUAD_WEIGHTS; i++)
            weights[i] = s.weights[(4 * (i / QUAD_WEIGHTS) + j) * QUAD_WEIGHTS + i % QUAD_WEIGHTS];
        const vector *columns = s.columns + j;
        for (size_t pixel = 0; pixel < s.count; pixel++, columns += s.pixel_step * 8) {
            vector sum = start;
            SIGHT_UNROLL
            for (int i = 0; i < 10; i++)
                sum = dot4(sum, columns[4 * i], weights + i * QUAD_WEIGHTS);
            sums[4 * pixel + (size_t)j] = requantize_nearest(sum, factors);
        }
    }
    for (size_t pixel = 0; pixel < s.count; pixel++)
        NAME(store)(p, sums + 4 * pixel, s.output + pixel * job->output_stride, channels);
}

/// Computes the pixels of a strip.
SIGHT_INLINE void NAME(pixels_of_strip)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                        const NAME(strip) * strip, size_t channels) {
    const size_t width = job->image.kernel_width;
    const size_t groups = sight_q8_dwconv_column_groups(job->image.kernel_height);
    const _Bool is_plain = job->image.dilation_x == 1 && strip->passes == 1 && p->nearest;
    if (is_plain && width == 3 && groups == 1)
        NAME(pixels_3x3)(job, p, strip, channels);
    else if (is_plain && width == 5 && groups == 2)
        NAME(pixels_5x5)(job, p, strip, channels);
    else if (p->nearest && width == 3 && groups == 1)
        NAME(pixels)(3, 1, 1, job, p, strip, channels);
    else if (p->nearest)
        NAME(pixels)(width, groups, 1, job, p, strip, channels);
    else
        NAME(pixels)(width, groups, 0, job, p, strip, channels);
}
