// The reference samplers. SIMD tiers use them for rows that are shorter than a register.

static inline float sight_mix(const float tap[4], float column, float row) {
    const float top = tap[0] + (tap[1] - tap[0]) * column;
    const float bottom = tap[2] + (tap[3] - tap[2]) * column;
    return top + (bottom - top) * row;
}

static void sample_packed_scalar(const sight_pixel_source *source,
                                 const sight_pixel_columns *columns, const sight_pixel_row *row,
                                 float *restrict rgb) {
    const int32_t shifts[3] = {source->red_shift, source->green_shift, source->blue_shift};
    const int32_t count = columns->count;
    for (int32_t channel = 0; channel < 3; channel++) {
        const uint8_t *bytes = source->packed + shifts[channel] / 8;
        for (int32_t i = 0; i < count; i++) {
            const int32_t near = columns->near[i], far = columns->far[i];
            const float taps[4] = {bytes[row->near + near], bytes[row->near + far],
                                   bytes[row->far + near], bytes[row->far + far]};
            rgb[channel * count + i] = sight_mix(taps, columns->weight[i], row->weight);
        }
    }
}

static inline float sight_byte_range(float value) {
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

// Samples a row of an image with chroma: Cb lies at the chroma offset in one plane, Cr at the same
// offset in another.
static inline void sight_sample_chroma(const sight_pixel_source *source,
                                       const sight_pixel_columns *columns,
                                       const sight_pixel_row *row, const uint8_t *cb_bytes,
                                       const uint8_t *cr_bytes, float *restrict rgb) {
    const int32_t count = columns->count;
    for (int32_t i = 0; i < count; i++) {
        float taps[3][4];
        for (int32_t tap = 0; tap < 4; tap++) {
            const int32_t luma_at =
                (tap & 1 ? columns->far[i] : columns->near[i]) + (tap & 2 ? row->far : row->near);
            const int32_t chroma_at = (tap & 1 ? columns->chroma_far[i] : columns->chroma_near[i]) +
                                      (tap & 2 ? row->chroma_far : row->chroma_near);
            const float luma = (source->packed[luma_at] - source->luma_offset) * source->luma_scale;
            const float cb = (float)cb_bytes[chroma_at] - 128;
            const float cr = (float)cr_bytes[chroma_at] - 128;
            taps[0][tap] = sight_byte_range(luma + source->red_cr * cr);
            taps[1][tap] = sight_byte_range(luma + source->green_cb * cb + source->green_cr * cr);
            taps[2][tap] = sight_byte_range(luma + source->blue_cb * cb);
        }
        for (int32_t channel = 0; channel < 3; channel++)
            rgb[channel * count + i] = sight_mix(taps[channel], columns->weight[i], row->weight);
    }
}

static void sample_nv12_scalar(const sight_pixel_source *source, const sight_pixel_columns *columns,
                               const sight_pixel_row *row, float *restrict rgb) {
    sight_sample_chroma(source, columns, row, source->chroma, source->chroma + 1, rgb);
}

static void sample_i420_scalar(const sight_pixel_source *source, const sight_pixel_columns *columns,
                               const sight_pixel_row *row, float *restrict rgb) {
    sight_sample_chroma(source, columns, row, source->chroma, source->cr, rgb);
}
