// Loops over rows of bytes, for all vector tiers.

/// Finds the greatest bytes of `count` channels of a window. `count` is a constant at every call,
/// and `height` and `width` are constants for usual windows.
#define SIGHT_BYTE_WINDOW(name, type)                                                              \
    SIGHT_INLINE void name(const size_t count, const size_t height, const size_t width,            \
                           const sight_window_row *w, const type *restrict start,                  \
                           type *restrict output) {                                                \
        const type minimum = (type)w->minimum, maximum = (type)w->maximum;                         \
        type best[64];                                                                             \
        memcpy(best, start, count);                                                                \
        for (size_t y = 0; y < height; y++)                                                        \
            for (size_t x = 0; x < width; x++) {                                                   \
                const type *restrict values = start + y * w->row + x * w->channels;                \
                for (size_t i = 0; i < count; i++)                                                 \
                    best[i] = best[i] < values[i] ? values[i] : best[i];                           \
            }                                                                                      \
        for (size_t i = 0; i < count; i++) {                                                       \
            best[i] = best[i] < minimum ? minimum : best[i];                                       \
            output[i] = maximum < best[i] ? maximum : best[i];                                     \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    SIGHT_INLINE void name##_row(const size_t height, const size_t width,                          \
                                 const sight_window_row *w) {                                      \
        type *output = w->output;                                                                  \
        for (size_t i = 0; i < w->count; i++, output += w->channels) {                             \
            const type *start = (const type *)w->input + i * w->step;                              \
            size_t c = 0;                                                                          \
            for (; w->channels - c >= 64; c += 64)                                                 \
                name(64, height, width, w, start + c, output + c);                                 \
            for (; w->channels - c >= 16; c += 16)                                                 \
                name(16, height, width, w, start + c, output + c);                                 \
            if (c < w->channels && w->channels >= 16) { /* overlaps the part before */             \
                c = w->channels - 16;                                                              \
                name(16, height, width, w, start + c, output + c);                                 \
                continue;                                                                          \
            }                                                                                      \
            for (; c < w->channels; c++)                                                           \
                name(1, height, width, w, start + c, output + c);                                  \
        }                                                                                          \
    }
SIGHT_BYTE_WINDOW(signed_window, int8_t)
SIGHT_BYTE_WINDOW(unsigned_window, uint8_t)
#undef SIGHT_BYTE_WINDOW

SIGHT_INLINE void byte_windows(const size_t height, const size_t width,
                               const sight_window_row *windows, _Bool is_signed) {
    if (is_signed)
        signed_window_row(height, width, windows);
    else
        unsigned_window_row(height, width, windows);
}

static void byte_window_maxima(const sight_window_row *windows, _Bool is_signed) {
    if (windows->height == 2 && windows->width == 2)
        byte_windows(2, 2, windows, is_signed);
    else if (windows->height == 3 && windows->width == 3)
        byte_windows(3, 3, windows, is_signed);
    else
        byte_windows(windows->height, windows->width, windows, is_signed);
}

typedef int8_t sixteen_signed __attribute__((vector_size(16)));
typedef uint8_t sixteen_unsigned __attribute__((vector_size(16)));
typedef int16_t sixteen_words __attribute__((vector_size(32)));

// Sums of so many bytes fit into 16 bits.
enum { most_rows = 128 };

/// The function adds the sum of each column to `sums`, for at most `most_rows` rows. It reads
/// 16 * `registers` neighboring columns; a register holds the sums of sixteen of them as int16.
/// `registers` is a constant at every call.
#define SIGHT_ADD_BYTES(name, type, element)                                                       \
    SIGHT_INLINE void name(const int registers, const uint8_t *values, size_t rows,                \
                           size_t columns, int32_t *sums) {                                        \
        sixteen_words total[4] = {0};                                                              \
        for (size_t row = 0; row < rows; row++, values += columns) {                               \
            SIGHT_UNROLL                                                                           \
            for (int i = 0; i < registers; i++) {                                                  \
                type part;                                                                         \
                memcpy(&part, values + (size_t)i * sizeof(part), sizeof part);                     \
                total[i] += __builtin_convertvector(part, sixteen_words);                          \
            }                                                                                      \
        }                                                                                          \
        SIGHT_UNROLL                                                                               \
        for (int i = 0; i < registers; i++)                                                        \
            for (int j = 0; j < 16; j++)                                                           \
                sums[i * 16 + j] = (int32_t)((uint32_t)sums[i * 16 + j] + (uint32_t)total[i][j]);  \
    }                                                                                              \
                                                                                                   \
    SIGHT_INLINE void name##_rows(const uint8_t *values, size_t rows, size_t columns,              \
                                  int32_t *sums) {                                                 \
        size_t c = 0;                                                                              \
        for (; columns - c >= 64; c += 64)                                                         \
            name(4, values + c, rows, columns, sums + c);                                          \
        for (; columns - c >= 16; c += 16)                                                         \
            name(1, values + c, rows, columns, sums + c);                                          \
        for (; c < columns; c++)                                                                   \
            for (size_t row = 0; row < rows; row++)                                                \
                sums[c] =                                                                          \
                    (int32_t)((uint32_t)sums[c] + (uint32_t)(element)values[row * columns + c]);   \
    }
SIGHT_ADD_BYTES(add_signed, sixteen_signed, int8_t)
SIGHT_ADD_BYTES(add_unsigned, sixteen_unsigned, uint8_t)
#undef SIGHT_ADD_BYTES

static void add_byte_rows(const void *values, size_t rows, size_t columns, _Bool is_signed,
                          int32_t *sums) {
    const uint8_t *bytes = values;
    for (size_t done = 0; done < rows; done += most_rows, bytes += most_rows * columns) {
        const size_t count = rows - done < most_rows ? rows - done : most_rows;
        if (is_signed)
            add_signed_rows(bytes, count, columns, sums);
        else
            add_unsigned_rows(bytes, count, columns, sums);
    }
}

/// Finds the greater bytes of `count` pairs; `count` and the steps are constants at every call.
SIGHT_INLINE void greater_part(const size_t count, const uint8_t *restrict a, const size_t a_step,
                               const uint8_t *restrict b, const size_t b_step, uint8_t flip,
                               uint8_t *restrict output) {
    for (size_t i = 0; i < count; i++) {
        const uint8_t x = a[i * a_step] ^ flip, y = b[i * b_step] ^ flip;
        output[i] = (x < y ? y : x) ^ flip;
    }
}

SIGHT_INLINE void greater_of(const uint8_t *a, const size_t a_step, const uint8_t *b,
                             const size_t b_step, size_t count, uint8_t flip, uint8_t *output) {
    size_t i = 0;
    for (; count - i >= 64; i += 64)
        greater_part(64, a + i * a_step, a_step, b + i * b_step, b_step, flip, output + i);
    for (; i < count; i++)
        greater_part(1, a + i * a_step, a_step, b + i * b_step, b_step, flip, output + i);
}

static void greater_bytes(const uint8_t *a, size_t a_step, const uint8_t *b, size_t b_step,
                          size_t count, uint8_t flip, uint8_t *output) {
    if (a_step == 0 && b_step == 0)
        greater_of(a, 0, b, 0, count, flip, output);
    else if (a_step == 0)
        greater_of(b, 1, a, 0, count, flip, output);
    else if (b_step == 0)
        greater_of(a, 1, b, 0, count, flip, output);
    else
        greater_of(a, 1, b, 1, count, flip, output);
}
