#include "q8-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AMXINT8)

SIGHT_INLINE __m512i sight_dot4(__m512i sums, __m512i a, __m512i w) {
    return _mm512_dpbusd_epi32(sums, a, w);
}

enum { sight_tile_rows = 12 };

#include "q8-igemm-avx512.h"

// Tiles of 16 rows: 0 and 1 hold the sums of two panels or of two units, 2 and 5 activations, 3 and
// 4 weights. Packed weights have the order that the tile instructions need.
//
// The kernel uses few tiles and sets each to zero after its last use. On a shared virtual machine
// of the Emerald Rapids family, layers with four tiles of sums took up to a third less time, but up
// to a fifth more in minutes when all kernels took 1.4 to 1.7 times as long as usual. The cause of
// those minutes is not known.

// Layout of the operand of LDTILECFG.
typedef struct {
    uint8_t palette, start, reserved[14];
    uint16_t row_bytes[16];
    uint8_t rows[16];
} configuration;

#include "q8-igemm-units-amxint8.h"

// The number of units whose sums are computed before they are requantized and written.
enum { units_together = 4 };

/// Adds products to the sums of 16 positions and one or two panels.
#define SIGHT_PRODUCTS(multiply)                                                                   \
    for (size_t tap = 0; tap < layout->taps; tap++) {                                              \
        const uint8_t *from = a->starts[tap];                                                      \
        const size_t stride = a->strides[tap];                                                     \
        for (size_t step = 0; step < layout->steps;                                                \
             step++, from += width, w0 += part, w1 += part) {                                      \
            _tile_loadd(2, from, stride);                                                          \
            _tile_loadd(3, w0, 64);                                                                \
            multiply(0, 2, 3);                                                                     \
            _tile_zero(3);                                                                         \
            if (panels > 1) {                                                                      \
                _tile_loadd(4, w1, 64);                                                            \
                multiply(1, 2, 4);                                                                 \
                _tile_zero(4);                                                                     \
            }                                                                                      \
            _tile_zero(2);                                                                         \
        }                                                                                          \
    }

/// Computes the products of a unit with one or two panels: sums [16][2][16] that start with
/// the biases. The first two arguments are constants at every call.
SIGHT_INLINE void products(const int panels, const _Bool is_signed,
                           const sight_q8_igemm_panel *panel, const unit_layout *layout,
                           const unit *a, int32_t *sums) {
    const int8_t *w0 = panel[0].weights, *w1 = panel[panels - 1].weights;
    const size_t width = layout->width, part = 16 * width;
    _tile_loadd(0, is_signed ? panel[0].signed_bias : panel[0].bias, 0);
    if (panels > 1)
        _tile_loadd(1, is_signed ? panel[1].signed_bias : panel[1].bias, 0);
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

/// Adds products to the sums of two units and one panel.
#define SIGHT_PRODUCTS_OF_TWO(multiply)                                                            \
    for (size_t tap = 0; tap < layout->taps; tap++) {                                              \
        const uint8_t *from = a[0].starts[tap], *next = a[1].starts[tap];                          \
        const size_t stride = a[0].strides[tap], next_stride = a[1].strides[tap];                  \
        for (size_t step = 0; step < layout->steps;                                                \
             step++, from += width, next += width, w += part) {                                    \
            _tile_loadd(3, w, 64);                                                                 \
            _tile_loadd(2, from, stride);                                                          \
            multiply(0, 2, 3);                                                                     \
            _tile_zero(2);                                                                         \
            _tile_loadd(5, next, next_stride);                                                     \
            multiply(1, 5, 3);                                                                     \
            _tile_zero(5);                                                                         \
            _tile_zero(3);                                                                         \
        }                                                                                          \
    }

/// Computes the products of two units with one panel: sums [2][16][2][16] like those of
/// `products`, of which each second part of 16 is written. `is_signed` is a constant at every call.
SIGHT_INLINE void products_of_two(const _Bool is_signed, const sight_q8_igemm_panel *panel,
                                  const unit_layout *layout, const unit *a, int32_t *sums) {
    const int8_t *w = panel->weights;
    const size_t width = layout->width, part = 16 * width;
    const int32_t *bias = is_signed ? panel->signed_bias : panel->bias;
    _tile_loadd(0, bias, 0);
    _tile_loadd(1, bias, 0);
    if (is_signed) {
        SIGHT_PRODUCTS_OF_TWO(_tile_dpbssd)
    } else {
        SIGHT_PRODUCTS_OF_TWO(_tile_dpbusd)
    }
    _tile_stored(0, sums, 128);
    _tile_zero(0);
    _tile_stored(1, sums + 512, 128);
    _tile_zero(1);
}

/// Whether two units share the loads of weights. Long rows have weights that do not stay in the
/// first-level cache. The rows of activations are then loaded for each panel, so they should not
/// cross cache lines.
static _Bool shares_weights(const unit_layout *layout, const unit *a) {
    const size_t strides = a[0].strides[0] | a[0].strides[layout->taps - 1];
    return layout->taps * layout->steps >= 4 && strides % 64 == 0;
}

// The sums of units and of one or two panels.
typedef struct {
    const placement *places;       // [count]
    const int32_t *values;         // [count][16][2][16] and `rows_past` rows, without c * sum a
    size_t count, column, columns; // the first column, and the number of columns to write
} unit_sums;

/// Requantizes and writes `rows` rows from position `first` of a unit on; `rows` and `panels` are
/// constants at every call.
SIGHT_INLINE void finish(const int rows, const int panels, const sight_q8_igemm_job *job,
                         const sight_q8_igemm_panel *panel, const unit_sums *sums, size_t unit,
                         int first, size_t row) {
    const int32_t *from = sums->values + 512 * unit + 32 * first;
    const int32_t *row_sums = sums->places[unit].sums + first;
    __m512i values[16]; // [row][panel]
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        const __m512i row_sum = _mm512_set1_epi32(row_sums[r]);
        SIGHT_UNROLL
        for (int p = 0; p < panels; p++)
            values[panels * r + p] =
                _mm512_add_epi32(_mm512_loadu_si512(from + 32 * r + 16 * p), row_sum);
    }
    store(rows, panels, job, panel, values, row, sums->column, sums->columns);
}

/// Requantizes and writes sums; `panels` is a constant at every call.
SIGHT_INLINE void finish_all(const int panels, const sight_q8_igemm_job *job,
                             const sight_q8_igemm_panel *panel, const unit_sums *sums) {
    for (size_t unit = 0; unit < sums->count; unit++)
        for (int i = 0; i < sums->places[unit].count; i++) {
            const unit_part *part = &sums->places[unit].parts[i];
            const int end = part->first + part->rows;
            int r = part->first;
            size_t row = part->row;
            for (; end - r >= 8; r += 8, row += 8)
                finish(8, panels, job, panel, sums, unit, r, row);
            for (; end - r >= 2; r += 2, row += 2)
                finish(2, panels, job, panel, sums, unit, r, row);
            if (r < end)
                finish(1, panels, job, panel, sums, unit, r, row);
        }
}

/// Requantizes and writes sums by the rule `nearest`; the vectors that all rows share are made
/// once. `adds` tells whether any row sum is not zero. The first two arguments are constants at
/// every call.
SIGHT_INLINE void finish_nearest(const int panels, const _Bool adds, const sight_q8_igemm_job *job,
                                 const sight_q8_igemm_panel *panel, const unit_sums *sums) {
    const sight_narrower narrower = sight_narrower_load(&job->requantization);
    const __m512 factors[2] = {_mm512_loadu_ps(panel[0].factor),
                               _mm512_loadu_ps(panel[panels - 1].factor)};
    const size_t stride = job->output_stride;
    const int step = panels > 1 ? 2 : 4; // rows at once; rows past the end are read, not written
    uint8_t *const start = (uint8_t *)job->output + sums->column;
    for (size_t unit = 0; unit < sums->count; unit++)
        for (int i = 0; i < sums->places[unit].count; i++) {
            const unit_part *part = &sums->places[unit].parts[i];
            const int count = part->rows;
            const int32_t *from = sums->values + 512 * unit + 32 * part->first;
            const int32_t *row_sums = sums->places[unit].sums + part->first;
            uint8_t *output = start + part->row * stride;
            for (int r = 0; r < count; r += step, output += (size_t)step * stride) {
                __m512i y[4]; // [row][panel]
                SIGHT_UNROLL
                for (int k = 0; k < 4; k++) {
                    const int at = r + k / panels, p = k % panels;
                    y[k] = _mm512_loadu_si512(from + 32 * at + 16 * p);
                    if (adds)
                        y[k] = _mm512_add_epi32(y[k], _mm512_set1_epi32(row_sums[at]));
                    y[k] = sight_requantize_nearest_16(y[k], factors[p]);
                }
                const __m512i bytes = sight_requantize_narrow(y, &narrower);
                store_quad(panels, count - r < step ? count - r : step, bytes, sums->columns,
                           output, stride);
            }
        }
}

/// Computes one or two panels of up to `units_together` units. The first two arguments are
/// constants at every call.
SIGHT_INLINE void pair_of_panels(const int panels, const _Bool is_signed,
                                 const sight_q8_igemm_job *job, const unit_layout *layout,
                                 const unit *units, const placement *places, size_t count,
                                 size_t column, size_t columns, int32_t *values) {
    const sight_q8_igemm_panel panel[2] = {
        sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, column),
        sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, column + 16 * (size_t)(panels - 1))};
    size_t u = 0;
    for (; count - u >= 2 && shares_weights(layout, &units[u]); u += 2)
        for (int p = 0; p < panels; p++)
            products_of_two(is_signed, &panel[p], layout, &units[u], values + 512 * u + 16 * p);
    for (; u < count; u++)
        products(panels, is_signed, panel, layout, &units[u], values + 512 * u);
    const unit_sums sums = {places, values, count, column, columns};
    if (!job->requantization.nearest || job->sums_only)
        finish_all(panels, job, panel, &sums);
    else if (job->weight_offset != 0)
        finish_nearest(panels, 1, job, panel, &sums);
    else
        finish_nearest(panels, 0, job, panel, &sums);
}

/// Computes the product of the job's `weight_offset` and the sum of the activations of each
/// position of `count` units.
static void sum_positions(const sight_q8_igemm_job *job, const unit_layout *layout,
                          const unit *units, placement *places, size_t count) {
    const size_t depth = job->depth, width = layout->width;
    const _Bool is_exact = depth % 4 == 0 || (layout->is_direct && layout->steps == 1);
    if (!is_exact || job->weight_offset > INT8_MAX) {
        for (size_t u = 0; u < count; u++)
            for (int i = 0; i < places[u].count; i++) {
                const unit_part *part = &places[u].parts[i];
                for (int r = 0; r < part->rows; r++)
                    places[u].sums[part->first + r] =
                        (int32_t)((uint32_t)job->weight_offset *
                                  (uint32_t)row_sum(job, part->row + (size_t)r));
            }
        return;
    }
    // The weights of a step are `weight_offset` in all columns, and zeros past the end of a run.
    int8_t weights[16][16][4];
    memset(weights, job->weight_offset, sizeof weights);
    for (size_t k = depth; layout->is_direct && k < width; k++)
        for (size_t column = 0; column < 16; column++)
            weights[k / 4][column][k % 4] = 0;
    int32_t sums[16][16]; // the same in all columns
    for (size_t u = 0; u < count; u++) {
        _tile_loadd(3, weights, 64);
        _tile_zero(0);
        for (size_t tap = 0; tap < layout->taps; tap++)
            for (size_t step = 0; step < layout->steps; step++) {
                _tile_loadd(2, units[u].starts[tap] + step * width, units[u].strides[tap]);
                _tile_dpbusd(0, 2, 3);
                _tile_zero(2);
            }
        _tile_stored(0, sums, 64);
        _tile_zero(0);
        for (int i = 0; i < 16; i++)
            places[u].sums[i] = sums[i][0];
    }
    _tile_zero(3);
}

/// Computes a block of a job's output. `is_signed` is a constant at every call.
SIGHT_INLINE void run_units(const _Bool is_signed, const sight_q8_igemm_job *job,
                            const unit_layout *layout, const sight_block *block) {
    _Alignas(64) uint8_t buffer[16 * row_limit + 64];
    _Alignas(64) int32_t values[512 * units_together + 32 * rows_past]; // [unit][16][2][16]
    memset(values + 512 * units_together, 0, 32 * rows_past * sizeof(int32_t));
    unit units[units_limit];
    placement places[units_limit] = {0}; // sums stay 0 without c
    const size_t end = block->row + block->rows, last_column = block->column + block->columns;
    for (size_t row = block->row; row < end;) {
        const size_t count = place_units(job, layout, &row, end, units, places, buffer);
        if (job->weight_offset != 0)
            sum_positions(job, layout, units, places, count);
        for (size_t column = block->column; column < last_column; column += 32) {
            const size_t columns = last_column - column < 32 ? last_column - column : 32;
            for (size_t u = 0; u < count; u += units_together) {
                const size_t part = count - u < units_together ? count - u : units_together;
                if (columns == 32)
                    pair_of_panels(2, is_signed, job, layout, &units[u], &places[u], part, column,
                                   32, values);
                else if (columns > 16)
                    pair_of_panels(2, is_signed, job, layout, &units[u], &places[u], part, column,
                                   columns, values);
                else
                    pair_of_panels(1, is_signed, job, layout, &units[u], &places[u], part, column,
                                   columns, values);
            }
        }
    }
}

void sight_q8_igemm__amxint8_32x32(const sight_q8_igemm_job *job, sight_block block) {
    const size_t length = 4 * sight_q8_igemm_groups(job->depth) * job->window.taps;
    if (block.rows < 8 || block.columns == 0 || length < row_least || length > row_limit) {
        run_block(job, &block);
        return;
    }
    const unit_layout layout = layout_of(job, block.columns);
    configuration tiles = {.palette = 1};
    for (int i = 0; i < 6; i++) {
        tiles.row_bytes[i] = i == 2 || i == 5 ? (uint16_t)layout.width : 64;
        tiles.rows[i] = i == 3 || i == 4 ? (uint8_t)(layout.width / 4) : 16;
    }
    _tile_loadconfig(&tiles);
    if (job->input_flip != 0)
        run_units(1, job, &layout, &block);
    else
        run_units(0, job, &layout, &block);
    _tile_release();
}

SIGHT_TARGET_END
#endif
