#include "q8-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AMXINT8)

SIGHT_INLINE __m512i sight_dot4(__m512i sums, __m512i a, __m512i w) {
    return _mm512_dpbusd_epi32(sums, a, w);
}

enum { sight_tile_rows = 12 };

#include "q8-igemm-avx512.h"

// Tiles of 16 rows: 0 to 3 are sums [two blocks of rows][two panels], 4 and 5 activations of the
// blocks of rows, 6 and 7 weights of the panels. Packed weights are in the order that tiles want.
// Where a row divides into equal steps of up to 64 bytes, tiles are as wide as those and take
// activations from where they are; else activations are gathered, with zeros in the rest of the
// last step, so that it does not matter which weights lie there.

// Layout of the operand of LDTILECFG.
typedef struct {
    uint8_t palette, start, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} configuration;

// Bytes of a row of activations: shorter rows leave tiles empty, longer ones fill the stack. Both
// go to the vector kernel.
enum { row_least = 16, row_limit = 4096 };

// Gathered activations of short rows: a third of a cache of the first level.
enum { gathered_bytes = 16 * 1024 };

// Activations of up to 32 rows.
typedef struct {
    const uint8_t *start;
    size_t stride; // bytes from one row to the next
    size_t steps;
    size_t step; // bytes of one, a multiple of 4
} operand;

/// Bytes of a step of a row of `length` bytes, a multiple of 4.
static size_t step_of(size_t length) {
    const size_t steps = (length + 63) / 64;
    return length % (4 * steps) == 0 ? length / steps : 64;
}

/// Copies runs of the job's depth, at most `width` bytes, one after the other, each padded to a
/// multiple of four: what comes next is written over the rest. The first argument is a constant at
/// every call.
SIGHT_INLINE void copy_runs(const size_t width, const sight_q8_igemm_job *job,
                            const int32_t *offsets, uint8_t *target) {
    const size_t run = 4 * sight_q8_igemm_groups(job->depth), last = job->window.taps - 1;
    const uint8_t *input = job->window.input, *padding = job->window.padding;
    const __mmask64 mask = ~(__mmask64)0 >> (64 - job->depth);
    for (size_t tap = 0; tap < last; tap++, target += run) {
        const uint8_t *from = offsets[tap] < 0 ? padding : input + offsets[tap];
        if (width == 16)
            _mm_storeu_si128((__m128i *)(void *)target, _mm_loadu_si128((const __m128i *)from));
        else if (width == 32)
            _mm256_storeu_si256((__m256i *)(void *)target,
                                _mm256_loadu_si256((const __m256i *)from));
        else
            _mm512_storeu_si512(target, _mm512_loadu_si512(from));
    }
    const uint8_t *from = offsets[last] < 0 ? padding : input + offsets[last];
    _mm512_storeu_si512(target, _mm512_maskz_loadu_epi8(mask, from));
}

/// The same for runs of any length and where they follow one another, in parts of 64 bytes.
static void copy_long_runs(const sight_q8_igemm_job *job, size_t row, uint8_t *target) {
    const size_t run = 4 * sight_q8_igemm_groups(job->depth);
    for (size_t tap = 0; tap < job->window.taps; tap++, target += run) {
        const uint8_t *from = sight_window_run(&job->window, row, tap);
        for (size_t k = 0; k < job->depth; k += 64) {
            const size_t rest = job->depth - k;
            const __mmask64 mask = rest >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << rest) - 1;
            _mm512_storeu_si512(target + k, _mm512_maskz_loadu_epi8(mask, from + k));
        }
    }
}

/// Copies the runs of `rows` rows, and fills the rest of the last step of each with zeros. Writes
/// up to 64 bytes past the last row. The first argument is a constant at every call; 0 for any
/// width.
SIGHT_INLINE void gather_runs(const size_t width, const sight_q8_igemm_job *job, size_t row,
                              size_t rows, size_t stride, _Bool is_padded, uint8_t *buffer) {
    const size_t taps = job->window.taps;
    for (size_t r = 0; r < rows; r++, buffer += stride) {
        if (is_padded)
            _mm512_storeu_si512(buffer + stride - 64, _mm512_setzero_si512());
        if (width > 0)
            copy_runs(width, job, job->window.offsets + (row + r) * taps, buffer);
        else
            copy_long_runs(job, row + r, buffer);
    }
}

/// Gathers rows of a job.
static operand gather_padded(const sight_q8_igemm_job *job, size_t row, size_t rows,
                             uint8_t *buffer) {
    const size_t length = 4 * sight_q8_igemm_groups(job->depth) * job->window.taps;
    const size_t step = step_of(length), stride = (length + 63) / 64 * 64;
    const _Bool is_padded = length % step != 0;
    if (!job->window.offsets || job->depth > 64)
        gather_runs(0, job, row, rows, stride, is_padded, buffer);
    else if (job->depth <= 16)
        gather_runs(16, job, row, rows, stride, is_padded, buffer);
    else if (job->depth <= 32)
        gather_runs(32, job, row, rows, stride, is_padded, buffer);
    else
        gather_runs(64, job, row, rows, stride, is_padded, buffer);
    return (operand){buffer, stride, (length + step - 1) / step, step};
}

/// Adds to the sums of one or two blocks of 16 rows and one or two panels.
#define SIGHT_PRODUCTS(multiply)                                                                   \
    for (size_t step = 0; step < a->steps; step++) {                                               \
        _tile_loadd(6, w0 + 16 * a->step * step, 64);                                              \
        _tile_loadd(4, a->start + a->step * step, a->stride);                                      \
        multiply(0, 4, 6);                                                                         \
        if (panels > 1) {                                                                          \
            _tile_loadd(7, w1 + 16 * a->step * step, 64);                                          \
            multiply(1, 4, 7);                                                                     \
        }                                                                                          \
        if (blocks > 1) {                                                                          \
            _tile_loadd(5, a->start + 16 * a->stride + a->step * step, a->stride);                 \
            multiply(2, 5, 6);                                                                     \
            if (panels > 1)                                                                        \
                multiply(3, 5, 7);                                                                 \
        }                                                                                          \
    }

/// Computes the sums [16 * blocks][2][16] of one or two panels. The first three arguments are
/// constants at every call.
SIGHT_INLINE void products(const int blocks, const int panels, const _Bool is_signed,
                           const sight_q8_igemm_panel *panel, const operand *a, int32_t *sums) {
    const int8_t *w0 = panel[0].weights, *w1 = panel[panels - 1].weights;
    const int32_t *b0 = is_signed ? panel[0].signed_bias : panel[0].bias;
    const int32_t *b1 = is_signed ? panel[panels - 1].signed_bias : panel[panels - 1].bias;
    _tile_loadd(0, b0, 0); // the same row 16 times
    if (panels > 1)
        _tile_loadd(1, b1, 0);
    if (blocks > 1)
        _tile_loadd(2, b0, 0);
    if (blocks > 1 && panels > 1)
        _tile_loadd(3, b1, 0);
    if (is_signed) {
        SIGHT_PRODUCTS(_tile_dpbssd)
    } else {
        SIGHT_PRODUCTS(_tile_dpbusd)
    }
    _tile_stored(0, sums, 128);
    if (panels > 1)
        _tile_stored(1, sums + 16, 128);
    if (blocks > 1)
        _tile_stored(2, sums + 512, 128);
    if (blocks > 1 && panels > 1)
        _tile_stored(3, sums + 512 + 16, 128);
}

/// Requantises and writes `rows` rows of sums; `rows` and `panels` are constants at every call.
SIGHT_INLINE void finish(const int rows, const int panels, const sight_q8_igemm_job *job,
                         const sight_q8_igemm_panel *panel, const int32_t *sums,
                         const int32_t *row_sums, size_t row, size_t column, size_t columns) {
    __m512i values[16]; // [row][panel]
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        const __m512i offset = _mm512_set1_epi32(row_sums[r]);
        SIGHT_UNROLL
        for (int p = 0; p < panels; p++)
            values[2 * r + p] =
                _mm512_add_epi32(_mm512_loadu_si512(sums + 32 * r + 16 * p), offset);
    }
    store(rows, panels, job, panel, values, row, column, columns);
}

/// The same for any number of rows that are requantised quickly: what rows share is made once.
/// `adds` says that row sums are not all zero. The first two arguments are constants at every call.
SIGHT_INLINE void finish_quick(const int panels, const _Bool adds, const sight_q8_igemm_job *job,
                               const sight_q8_igemm_panel *panel, const int32_t *sums,
                               const int32_t *row_sums, size_t row, size_t rows, size_t column,
                               size_t columns) {
    const sight_requantization shared = job->requantization; // what is written may lie anywhere
    const sight_quick_requantizer q[2] = {
        sight_quick_requantizer_load(panel[0].multiplier, panel[0].right),
        sight_quick_requantizer_load(panel[panels - 1].multiplier, panel[panels - 1].right)};
    const __mmask32 mask = columns >= 32 ? ~(__mmask32)0 : ((__mmask32)1 << columns) - 1;
    const size_t stride = job->output_stride;
    uint8_t *output = (uint8_t *)job->output + row * stride + column;
    for (size_t r = 0; r < rows; r += 2, output += 2 * stride) {
        __m512i y[4]; // [row][panel]; where there is no second row, sums are left from before
        SIGHT_UNROLL
        for (int i = 0; i < 4; i++) {
            const int p = i % panels;
            if (p < i % 2) {
                y[i] = y[i - 1];
                continue;
            }
            y[i] = _mm512_loadu_si512(sums + 32 * r + 32 * (i / 2) + 16 * p);
            if (adds)
                y[i] = _mm512_add_epi32(y[i], _mm512_set1_epi32(row_sums[r + (size_t)i / 2]));
            y[i] = sight_requantize_quick(y[i], &q[p]);
        }
        const __m512i bytes = sight_requantize_narrow(y, &shared);
        _mm256_mask_storeu_epi8(output, mask, _mm512_castsi512_si256(bytes));
        if (r + 1 < rows)
            _mm256_mask_storeu_epi8(output + stride, mask, _mm512_extracti64x4_epi64(bytes, 1));
    }
}

/// The same for any number of rows; `panels` is a constant at every call.
SIGHT_INLINE void finish_all(const int panels, const sight_q8_igemm_job *job,
                             const sight_q8_igemm_panel *panel, const int32_t *sums,
                             const int32_t *row_sums, size_t row, size_t rows, size_t column,
                             size_t columns) {
    const sight_requantization *shared = &job->requantization;
    const sight_q8_igemm_panel *first = &panel[0], *second = &panel[panels - 1];
    if (!job->sums_only && sight_is_quick(first->multiplier, first->left, first->right, shared) &&
        sight_is_quick(second->multiplier, second->left, second->right, shared)) {
        if (job->weight_offset != 0)
            finish_quick(panels, 1, job, panel, sums, row_sums, row, rows, column, columns);
        else
            finish_quick(panels, 0, job, panel, sums, row_sums, row, rows, column, columns);
        return;
    }
    size_t r = 0;
    for (; rows - r >= 8; r += 8)
        finish(8, panels, job, panel, sums + 32 * r, row_sums + r, row + r, column, columns);
    for (; rows - r >= 2; r += 2)
        finish(2, panels, job, panel, sums + 32 * r, row_sums + r, row + r, column, columns);
    if (r < rows)
        finish(1, panels, job, panel, sums + 32 * r, row_sums + r, row + r, column, columns);
}

/// All columns of up to 16 * blocks rows; the first two arguments are constants at every call.
SIGHT_INLINE void rows_of_tiles(const int blocks, const _Bool is_signed,
                                const sight_q8_igemm_job *job, const operand *a, size_t row,
                                size_t rows, const sight_block *block) {
    int32_t row_sums[32] = {0}; // c * sum a
    for (size_t r = 0; job->weight_offset != 0 && r < rows; r++)
        row_sums[r] = (int32_t)((uint32_t)job->weight_offset * (uint32_t)row_sum(job, row + r));
    const size_t end = block->column + block->columns;
    int32_t sums[2][1024]; // of this pair of panels and, while its products run, of the last one
    size_t turn = 0;
    for (size_t column = block->column; column < end; column += 32, turn ^= 1) {
        const sight_q8_igemm_panel panel[2] = {
            sight_q8_igemm_panel_at(job, column),
            sight_q8_igemm_panel_at(job, end - column > 16 ? column + 16 : column)};
        if (end - column > 16)
            products(blocks, 2, is_signed, panel, a, sums[turn]);
        else
            products(blocks, 1, is_signed, panel, a, sums[turn]);
        if (column > block->column) {
            const sight_q8_igemm_panel last[2] = {sight_q8_igemm_panel_at(job, column - 32),
                                                  sight_q8_igemm_panel_at(job, column - 16)};
            finish_all(2, job, last, sums[turn ^ 1], row_sums, row, rows, column - 32, 32);
        }
    }
    const size_t columns = (block->columns - 1) % 32 + 1, column = end - columns;
    const sight_q8_igemm_panel panel[2] = {
        sight_q8_igemm_panel_at(job, column),
        sight_q8_igemm_panel_at(job, columns > 16 ? column + 16 : column)};
    if (columns > 16)
        finish_all(2, job, panel, sums[turn ^ 1], row_sums, row, rows, column, columns);
    else
        finish_all(1, job, panel, sums[turn ^ 1], row_sums, row, rows, column, columns);
}

/// One block of up to 32 rows.
SIGHT_INLINE void run_rows(const _Bool is_signed, const sight_q8_igemm_job *job, const operand *a,
                           size_t row, size_t rows, const sight_block *block) {
    if (rows > 16)
        rows_of_tiles(2, is_signed, job, a, row, rows, block);
    else
        rows_of_tiles(1, is_signed, job, a, row, rows, block);
}

/// Blocks of 32 rows, then the rest.
SIGHT_INLINE void run_tiles(const _Bool is_signed, const sight_q8_igemm_job *job,
                            const sight_block *block) {
    uint8_t buffer[32 * row_limit + 64];
    const size_t step = step_of(job->depth);
    const _Bool direct = !job->window.offsets && job->depth % step == 0;
    // Many short rows are gathered at once: tiles read them when the writes are long done.
    const size_t length = 4 * sight_q8_igemm_groups(job->depth) * job->window.taps;
    const size_t stride = (length + 63) / 64 * 64;
    const size_t many =
        direct || stride > gathered_bytes / 64 ? 32 : gathered_bytes / stride / 32 * 32;
    const size_t end = block->row + block->rows;
    for (size_t row = block->row, count; row < end; row += count) {
        count = end - row < many ? end - row : many;
        operand a = {sight_window_run(&job->window, row, 0), job->window.row_bytes,
                     job->depth / step, step};
        if (!direct || count < 32)
            a = gather_padded(job, row, count, buffer);
        for (size_t r = 0; r < count; r += 32) {
            const operand part = {a.start + r * a.stride, a.stride, a.steps, a.step};
            run_rows(is_signed, job, &part, row + r, count - r < 32 ? count - r : 32, block);
        }
    }
}

void sight_q8_igemm__amxint8_32x32(const sight_q8_igemm_job *job, sight_block block) {
    const size_t length = 4 * sight_q8_igemm_groups(job->depth) * job->window.taps;
    const _Bool is_signed = job->input_flip != 0;
    // Few columns are not worth gathering for, which vectors need only for signed activations.
    const _Bool is_poor = job->window.offsets && !is_signed && block.columns <= 16;
    if (block.rows < 8 || block.columns == 0 || length < row_least || length > row_limit ||
        is_poor) {
        run_block(job, &block);
        return;
    }
    configuration tiles = {.palette = 1};
    const size_t step = step_of(length);
    for (int i = 0; i < 8; i++) {
        tiles.row_bytes[i] = i == 4 || i == 5 ? (uint16_t)step : 64;
        tiles.rows[i] = i >= 6 ? (uint8_t)(step / 4) : 16;
    }
    _tile_loadconfig(&tiles);
    if (is_signed)
        run_tiles(1, job, &block);
    else
        run_tiles(0, job, &block);
    _tile_release();
}

SIGHT_TARGET_END
#endif
