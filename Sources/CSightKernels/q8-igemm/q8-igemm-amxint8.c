#include "q8-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AMXINT8)

SIGHT_INLINE __m512i sight_dot4(__m512i sums, __m512i a, __m512i w) {
    return _mm512_dpbusd_epi32(sums, a, w);
}

enum { sight_tile_rows = 12 };

#include "q8-igemm-avx512.h"

// Tiles of 16 rows: 0 and 1 hold the sums of two panels, 2 holds activations, 3 and 4 hold the
// weights of the panels; 5 and 6 have a single column, for the sums of activations. Packed weights
// have the order that the tile instructions need. If a row divides into equal steps of up to 64
// bytes, a tile is as wide as a step, and its activations are loaded from where they lie. Otherwise
// activations are gathered and the rest of the last step is filled with zeros, so the weights there
// have no effect.
//
// The kernel uses few tiles and sets each to zero after its last use. Processors rename tiles into
// few physical registers, and a tile that is not zero occupies one. With all eight tiles in use,
// loads and products would wait for each other.

// Layout of the operand of LDTILECFG.
typedef struct {
    uint8_t palette, start, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} configuration;

// Limits of a row's activations in bytes. Shorter rows would leave tiles mostly empty, longer ones
// would need too much of the stack; the vector kernel computes both.
enum { row_least = 16, row_limit = 4096 };

#include "q8-igemm-gather-amxint8.h"

/// Adds products to the sums of 16 rows and one or two panels.
#define SIGHT_PRODUCTS(multiply)                                                                   \
    for (size_t step = 0; step < a->steps; step++, from += a->step, w0 += part, w1 += part) {      \
        _tile_loadd(2, from, a->stride);                                                           \
        _tile_loadd(3, w0, 64);                                                                    \
        multiply(0, 2, 3);                                                                         \
        _tile_zero(3);                                                                             \
        if (panels > 1) {                                                                          \
            _tile_loadd(4, w1, 64);                                                                \
            multiply(1, 2, 4);                                                                     \
            _tile_zero(4);                                                                         \
        }                                                                                          \
        _tile_zero(2);                                                                             \
    }

/// Computes the products of 16 rows from `from` on with one or two panels: sums [16][2][16] without
/// biases. The first two arguments are constants at every call.
SIGHT_INLINE void products(const int panels, const _Bool is_signed,
                           const sight_q8_igemm_panel *panel, const operand *a, const uint8_t *from,
                           int32_t *sums) {
    const int8_t *w0 = panel[0].weights, *w1 = panel[panels - 1].weights;
    const size_t part = 16 * a->step;
    _tile_zero(0);
    _tile_zero(1);
    if (is_signed) {
        SIGHT_PRODUCTS(_tile_dpbssd)
    } else {
        SIGHT_PRODUCTS(_tile_dpbusd)
    }
    _tile_stored(0, sums, 128);
    _tile_zero(0);
    if (panels > 1) {
        _tile_stored(1, sums + 16, 128);
        _tile_zero(1);
    }
}

/// The biases of a panel's columns, for int8 or uint8 activations.
SIGHT_INLINE __m512i biases(const sight_q8_igemm_job *job, const sight_q8_igemm_panel *panel) {
    return _mm512_loadu_si512(job->input_flip ? panel->signed_bias : panel->bias);
}

/// Requantizes and writes `rows` rows of sums; `rows` and `panels` are constants at every call.
SIGHT_INLINE void finish(const int rows, const int panels, const sight_q8_igemm_job *job,
                         const sight_q8_igemm_panel *panel, const int32_t *sums,
                         const int32_t *row_sums, size_t row, size_t column, size_t columns) {
    __m512i values[16]; // [row][panel]
    SIGHT_UNROLL
    for (int p = 0; p < panels; p++) {
        const __m512i bias = biases(job, &panel[p]);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            values[panels * r + p] =
                _mm512_add_epi32(_mm512_loadu_si512(sums + 32 * r + 16 * p),
                                 _mm512_add_epi32(bias, _mm512_set1_epi32(row_sums[r])));
    }
    store(rows, panels, job, panel, values, row, column, columns);
}

/// Requantizes and writes any number of rows by the rule `nearest`; the vectors that all rows share
/// are made once. `adds` tells whether any row sum is not zero. The first two arguments are
/// constants at every call.
SIGHT_INLINE void finish_nearest(const int panels, const _Bool adds, const sight_q8_igemm_job *job,
                                 const sight_q8_igemm_panel *panel, const int32_t *sums,
                                 const int32_t *row_sums, size_t row, size_t rows, size_t column,
                                 size_t columns) {
    const sight_narrower narrower = sight_narrower_load(&job->requantization);
    const sight_q8_igemm_panel *first = &panel[0], *second = &panel[panels - 1];
    const __m512i bias[2] = {biases(job, first), biases(job, second)};
    const __m512 factors[2] = {_mm512_loadu_ps(first->factor), _mm512_loadu_ps(second->factor)};
    const size_t stride = job->output_stride;
    uint8_t *output = (uint8_t *)job->output + row * stride + column;
    const size_t count = panels > 1 ? 2 : 4; // rows at once; rows past the end are not written
    for (size_t r = 0; r < rows; r += count, output += count * stride) {
        __m512i y[4]; // [row][panel]
        SIGHT_UNROLL
        for (int i = 0; i < 4; i++) {
            const int p = i % panels;
            const size_t at = r + (size_t)(i / panels);
            y[i] = _mm512_add_epi32(_mm512_loadu_si512(sums + 32 * at + 16 * p), bias[p]);
            if (adds)
                y[i] = _mm512_add_epi32(y[i], _mm512_set1_epi32(row_sums[at]));
            y[i] = sight_requantize_nearest_16(y[i], factors[p]);
        }
        const __m512i bytes = sight_requantize_narrow(y, &narrower);
        store_quad(panels, (int)(rows - r < count ? rows - r : count), bytes, columns, output,
                   stride);
    }
}

/// Requantizes and writes any number of rows; `panels` is a constant at every call.
SIGHT_INLINE void finish_all(const int panels, const sight_q8_igemm_job *job,
                             const sight_q8_igemm_panel *panel, const int32_t *sums,
                             const int32_t *row_sums, size_t row, size_t rows, size_t column,
                             size_t columns) {
    if (job->requantization.nearest && !job->sums_only) {
        if (job->weight_offset != 0)
            finish_nearest(panels, 1, job, panel, sums, row_sums, row, rows, column, columns);
        else
            finish_nearest(panels, 0, job, panel, sums, row_sums, row, rows, column, columns);
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

/// Computes one or two panels of up to 32 rows. The first two arguments are constants at every
/// call.
SIGHT_INLINE void pair_of_panels(const int panels, const _Bool is_signed,
                                 const sight_q8_igemm_job *job, const operand *a,
                                 const int32_t *row_sums, size_t row, size_t rows, size_t column,
                                 size_t columns) {
    const sight_q8_igemm_panel panel[2] = {
        sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, column),
        sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, panels > 1 ? column + 16 : column)};
    int32_t sums[1024]; // [32][2][16]
    for (size_t r = 0; r < rows; r += 16)
        products(panels, is_signed, panel, a, a->start + r * a->stride, sums + 32 * r);
    finish_all(panels, job, panel, sums, row_sums, row, rows, column, columns);
}

/// Computes c times the sum of each row's activations, in whole blocks of 16 rows.
SIGHT_INLINE void sum_rows(const sight_q8_igemm_job *job, const operand *a, size_t row, size_t rows,
                           int32_t *row_sums) {
    if ((job->depth % 4 != 0 && a->steps > 1) || job->weight_offset > INT8_MAX) {
        for (size_t r = 0; r < rows; r++)
            row_sums[r] = (int32_t)((uint32_t)job->weight_offset * (uint32_t)row_sum(job, row + r));
        return;
    }
    int8_t weights[64] = {0}; // the weights of a step: c, and zeros past the ends of runs
    for (size_t k = 0; k < 64; k += 4 * sight_q8_igemm_groups(job->depth))
        memset(weights + k, job->weight_offset, job->depth < 64 - k ? job->depth : 64 - k);
    _tile_loadd(6, weights, 4);
    for (size_t r = 0; r < rows; r += 16) {
        _tile_zero(5);
        for (size_t step = 0; step < a->steps; step++) {
            _tile_loadd(2, a->start + r * a->stride + step * a->step, a->stride);
            _tile_dpbusd(5, 2, 6);
            _tile_zero(2);
        }
        _tile_stored(5, row_sums + r, 4);
    }
    _tile_zero(5);
    _tile_zero(6);
}

/// Computes all columns of up to 32 rows.
SIGHT_INLINE void run_rows(const _Bool is_signed, const sight_q8_igemm_job *job, const operand *a,
                           size_t row, size_t rows, const sight_block *block) {
    int32_t row_sums[32] = {0}; // c * sum a
    if (job->weight_offset != 0)
        sum_rows(job, a, row, rows, row_sums);
    const size_t end = block->column + block->columns;
    size_t column = block->column;
    for (; end - column > 32; column += 32)
        pair_of_panels(2, is_signed, job, a, row_sums, row, rows, column, 32);
    if (end - column > 16)
        pair_of_panels(2, is_signed, job, a, row_sums, row, rows, column, end - column);
    else
        pair_of_panels(1, is_signed, job, a, row_sums, row, rows, column, end - column);
}

/// Computes blocks of 32 rows, then the rest.
SIGHT_INLINE void run_tiles(const _Bool is_signed, const sight_q8_igemm_job *job,
                            const sight_block *block) {
    uint8_t buffer[32 * row_limit + 64];
    const size_t step = step_of(job->depth);
    const _Bool direct = !job->window.offsets && job->depth % step == 0;
    // Many short rows are gathered at once, so that the stores have ended before tiles load the
    // data.
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
    if (block.rows < 8 || block.columns == 0 || length < row_least || length > row_limit) {
        run_block(job, &block);
        return;
    }
    configuration tiles = {.palette = 1};
    const size_t step = step_of(length);
    for (int i = 0; i < 7; i++) {
        tiles.row_bytes[i] = i == 2 ? (uint16_t)step : i < 5 ? 64 : 4;
        tiles.rows[i] = i == 3 || i == 4 || i == 6 ? (uint8_t)(step / 4) : 16;
    }
    _tile_loadconfig(&tiles);
    if (job->input_flip != 0)
        run_tiles(1, job, &block);
    else
        run_tiles(0, job, &block);
    _tile_release();
}

SIGHT_TARGET_END
#endif
