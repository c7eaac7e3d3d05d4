// Rows of 3 x 3 filters for q8-dwconv-strip.h on AVX2: the words of an input column are made in
// registers and added to the sums of the pixels that see it, 8 or 16 channels at once. No column is
// stored.

/// Whether rows are computed here: those that are long, and those with so few channels that a strip
/// would leave half of each register empty.
SIGHT_INLINE _Bool sight_rolls(const sight_q8_dwconv_job *job) {
    const sight_image *image = &job->image;
    return job->requantization.nearest && image->kernel_height == 3 && image->kernel_width == 3 &&
           image->dilation_x == 1 && image->stride_x <= 2 &&
           (image->columns >= 20 || image->pixel_bytes <= 16);
}

/// Sorts four registers, `step` apart: from the order of interleaved bytes to that of the channels.
SIGHT_INLINE void sight_sort_channels(__m256i *four, int step) {
    const __m256i a = four[0], b = four[step], c = four[2 * step], d = four[3 * step];
    four[0] = _mm256_permute2x128_si256(a, b, 0x20);
    four[step] = _mm256_permute2x128_si256(c, d, 0x20);
    four[2 * step] = _mm256_permute2x128_si256(a, b, 0x31);
    four[3 * step] = _mm256_permute2x128_si256(c, d, 0x31);
}

/// Widens the weights and returns the number of passes. For rows that are computed here, the
/// function also sorts weights and parameters by channels; the weights are then [filter column]
/// [4 registers of channels][cells 0 and 2, cell 1].
SIGHT_INLINE size_t sight_prepare_words(const sight_q8_dwconv_job *job, size_t passes,
                                        __m256i *weights, NAME(parameters) * p) {
    const size_t count =
        4 * sight_q8_dwconv_groups(job->image.kernel_height, job->image.kernel_width);
    sight_widen_weights(count, passes, weights);
    if (sight_rolls(job)) {
        for (int i = 0; i < 6; i++)
            sight_sort_channels(weights + 8 * (i / 2) + i % 2, 2);
        sight_sort_channels(p->bias, 1);
        sight_sort_channels((__m256i *)p->factors, 1);
    }
    return 1;
}

/// For each of 8 channels, adds the products of two pairs of words.
SIGHT_INLINE __m256i sight_roll_dot(__m256i sums, const __m256i *words, const __m256i *weights) {
    sums = _mm256_add_epi32(sums, _mm256_madd_epi16(words[0], weights[0]));
    return _mm256_add_epi32(sums, _mm256_madd_epi16(words[1], weights[1]));
}

// Output pixels of one row and up to 16 channels.
typedef struct {
    const __m256i *weights; // of the first filter column; the next has the distance 8
    const __m256i *bias;
    const __m256 *factors;
    __m128i zero_point, minimum, maximum, output_flip, flip;
    size_t channels, output_stride;
    uint8_t *output; // of the first pixel
} sight_roll;

// The words of an input column: cells 0 and 2 of eight channels, then cell 1, then the next eight.
typedef struct {
    __m256i words[2][2];
} sight_roll_column;

/// Makes the words of a column of three cells. The first two arguments are constants at every call.
SIGHT_INLINE sight_roll_column sight_roll_load(const int halves, const _Bool flips,
                                               const uint8_t *const *cells, __m128i flip) {
    __m128i bytes[3];
    SIGHT_UNROLL
    for (int y = 0; y < 3; y++) {
        bytes[y] = _mm_loadu_si128((const __m128i *)(const void *)cells[y]);
        if (flips)
            bytes[y] = _mm_xor_si128(bytes[y], flip);
    }
    sight_roll_column column;
    column.words[0][0] = _mm256_cvtepu8_epi16(_mm_unpacklo_epi8(bytes[0], bytes[2]));
    column.words[0][1] = _mm256_cvtepu8_epi32(bytes[1]);
    if (halves > 1) {
        column.words[1][0] = _mm256_cvtepu8_epi16(_mm_unpackhi_epi8(bytes[0], bytes[2]));
        column.words[1][1] = _mm256_cvtepu8_epi32(_mm_unpackhi_epi64(bytes[1], bytes[1]));
    }
    return column;
}

/// Adds the products of an input column and a filter column to sums.
SIGHT_INLINE void sight_roll_add(const int halves, const sight_roll_column *column,
                                 const __m256i *weights, const __m256i *from, __m256i *sums) {
    SIGHT_UNROLL
    for (int i = 0; i < halves; i++)
        sums[i] = sight_roll_dot(from[i], column->words[i], weights + 2 * i);
}

/// Requantizes the sums of a pixel by the rule `nearest` and writes them.
SIGHT_INLINE void sight_roll_finish(const int halves, const sight_roll *r, const __m256i *sums,
                                    uint8_t *output) {
    const __m256i low = sight_requantize_nearest_8(sums[0], r->factors[0]);
    const __m256i high = halves > 1 ? sight_requantize_nearest_8(sums[1], r->factors[1]) : low;
    // Channels 0 to 3, 8 to 11, 4 to 7 and 12 to 15.
    const __m256i words = _mm256_packs_epi32(low, high);
    const __m128i a = _mm_adds_epi16(_mm256_castsi256_si128(words), r->zero_point);
    const __m128i b = _mm_adds_epi16(_mm256_extracti128_si256(words, 1), r->zero_point);
    __m128i bytes = _mm_shuffle_epi32(_mm_packus_epi16(a, b), _MM_SHUFFLE(3, 1, 2, 0));
    bytes = _mm_min_epu8(_mm_max_epu8(bytes, r->minimum), r->maximum);
    bytes = _mm_xor_si128(bytes, r->output_flip);
    if (r->channels >= 16)
        _mm_storeu_si128((__m128i *)(void *)output, bytes);
    else
        sight_store_bytes_below_16(output, bytes, r->channels);
}

// Neighboring input columns, all in the image or all padding.
typedef struct {
    const uint8_t *cells[3]; // of the first column
    size_t steps[3];         // bytes from a cell to that of the next column
    size_t first, end;       // numbers of columns, from that under the first filter column on
} sight_roll_range;

/// Adds a range of columns to sums, and writes the pixels that end there: sums[0] are those of the
/// pixel that ends next, and with stride 1 sums[1] are those of the pixel after it. The first three
/// arguments are constants at every call.
SIGHT_INLINE void sight_roll_columns(const int halves, const _Bool flips, const size_t stride,
                                     const sight_roll *roll, const sight_roll_range *range,
                                     __m256i sums[2][2]) {
    const sight_roll r = *roll; // the compiler knows that stores do not change copies
    const __m256i bias[2] = {r.bias[0], r.bias[1]};
    const uint8_t *cells[3] = {range->cells[0], range->cells[1], range->cells[2]};
    const size_t steps[3] = {range->steps[0], range->steps[1], range->steps[2]}, end = range->end;
    __m256i near[2] = {sums[0][0], sums[0][1]}, next[2] = {sums[1][0], sums[1][1]};
    size_t x = range->first;
    uint8_t *output = r.output + (x < 2 ? 0 : (x - 2 + stride - 1) / stride * r.output_stride);
    for (; x < end; x++) {
        const sight_roll_column column = sight_roll_load(halves, flips, cells, r.flip);
        SIGHT_UNROLL
        for (int y = 0; y < 3; y++)
            cells[y] += steps[y];
        if (stride == 2 && x % 2 == 1) {
            sight_roll_add(halves, &column, r.weights + 8, near, near);
            continue;
        }
        sight_roll_add(halves, &column, r.weights + 16, near, near);
        if (x >= 2) {
            sight_roll_finish(halves, &r, near, output);
            output += r.output_stride;
        }
        if (stride == 1) {
            sight_roll_add(halves, &column, r.weights + 8, next, near);
            sight_roll_add(halves, &column, r.weights, bias, next);
        } else {
            sight_roll_add(halves, &column, r.weights, bias, near);
        }
    }
    SIGHT_UNROLL
    for (int i = 0; i < 2; i++)
        sums[0][i] = near[i], sums[1][i] = next[i];
}

/// Computes the pixels from the columns before the image, in it, and past it. The first argument is
/// a constant at every call.
SIGHT_INLINE void sight_roll_ranges(const int halves, const sight_q8_dwconv_job *job,
                                    const sight_roll *roll, const sight_roll_range *ranges) {
    __m256i sums[2][2] = {{roll->bias[0], roll->bias[1]}, {roll->bias[0], roll->bias[1]}};
    for (int i = 0; i < 3; i++) {
        if (ranges[i].first == ranges[i].end)
            continue;
        if (job->image.stride_x == 1 && job->input_flip)
            sight_roll_columns(halves, 1, 1, roll, ranges + i, sums);
        else if (job->image.stride_x == 1)
            sight_roll_columns(halves, 0, 1, roll, ranges + i, sums);
        else if (job->input_flip)
            sight_roll_columns(halves, 1, 2, roll, ranges + i, sums);
        else
            sight_roll_columns(halves, 0, 2, roll, ranges + i, sums);
    }
}

/// Computes a row without a strip where sight_rolls allows that; returns whether it did.
SIGHT_INLINE _Bool NAME(rolled)(const sight_q8_dwconv_job *job, const NAME(parameters) * p,
                                const NAME(pixel_row) * row, size_t channel, size_t channels) {
    if (!sight_rolls(job))
        return 0;
    const sight_image *image = &job->image;
    const size_t count = (row->count - 1) * image->stride_x + 3; // of columns
    const size_t before = row->x < image->left ? image->left - row->x : 0;
    const size_t first = before < count ? before : count;
    const size_t limit = image->left + image->width;
    const size_t past = row->x < limit ? limit - row->x : 0; // columns before the end of the image
    const size_t end = past < count ? past : count;
    sight_roll_range ranges[3] = {
        {.end = first}, {.first = first, .end = end}, {.first = end, .end = count}};
    for (size_t c = 0; c < 32 && c < channels; c += 16) {
        const uint8_t *padding = row->padding + c;
        const size_t offset = (row->x + first - image->left) * image->pixel_bytes + c;
        for (int y = 0; y < 3; y++) {
            const uint8_t *cells = row->rows[y];
            ranges[0].cells[y] = ranges[2].cells[y] = padding;
            ranges[1].cells[y] = cells ? cells + offset : padding;
            ranges[1].steps[y] = cells ? image->pixel_bytes : 0;
        }
        const sight_roll roll = {.weights = row->weights + c / 4,
                                 .bias = p->bias + c / 8,
                                 .factors = p->factors + c / 8,
                                 .zero_point = _mm256_castsi256_si128(p->zero_point),
                                 .minimum = _mm256_castsi256_si128(p->minimum),
                                 .maximum = _mm256_castsi256_si128(p->maximum),
                                 .output_flip = _mm256_castsi256_si128(p->flip),
                                 .flip = _mm_set1_epi8((char)job->input_flip),
                                 .channels = channels - c,
                                 .output_stride = job->output_stride,
                                 .output = (uint8_t *)job->output +
                                           row->pixel * job->output_stride + channel + c};
        if (channels - c > 8)
            sight_roll_ranges(2, job, &roll, ranges);
        else
            sight_roll_ranges(1, job, &roll, ranges);
    }
    return 1;
}

#define prepare_weights sight_prepare_words
#define roll NAME(rolled)
