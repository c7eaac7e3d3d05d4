// The tile that the tiers avx512vnni and amxint8 share: up to sight_tile_rows rows by 32 columns,
// or few rows by 64. The including file defines
//   sight_tile_rows                                 the rows of the largest tile, more than 8
//   sight_dot4(accumulators, activations, weights)  for each of 16 columns, adds the exact sum of
//                                                   four products uint8 * int8

#include "q8-igemm-store-avx512.h"

/// Broadcasts four activations to every lane. `loads` and `flipped` are constants at every call.
///
/// If `loads`, one instruction loads them into all lanes, which occupies no arithmetic unit.
/// Otherwise they are loaded into one lane and broadcast from there; see sight_is_intel.
SIGHT_INLINE __m512i broadcast(const _Bool loads, const uint8_t *a, const _Bool flipped) {
    int32_t four;
    memcpy(&four, a, 4);
    if (loads && flipped)
        return _mm512_xor_si512(_mm512_set1_epi32(four), _mm512_set1_epi8((char)0x80));
    if (loads)
        return _mm512_set1_epi32(four);
    __m128i lane = _mm_cvtsi32_si128(four);
    SIGHT_OPAQUE("v", lane); // keeps the compiler from merging the two instructions
    if (flipped)
        lane = _mm_xor_si128(lane, _mm_set1_epi8((char)0x80));
    return _mm512_broadcastd_epi32(lane);
}

// The limit of gathered rows in bytes: half of the first-level cache.
enum { gathered_limit = 24 * 1024 };

// The activations of the rows of a tile.
typedef struct {
    const uint8_t *starts[sight_tile_rows]; // rows whose taps form one run
    size_t taps, groups;           // the number of runs, and of groups of four bytes in a run
    int32_t sums[sight_tile_rows]; // c * sum a
} activations;

/// Copies bytes and flips the bits `flip` in each. Reads and writes up to 63 bytes past the end.
SIGHT_INLINE void copy_flipped(const uint8_t *a, size_t bytes, __m512i flip, uint8_t *target) {
    for (size_t k = 0; k < bytes; k += 64)
        _mm512_storeu_si512(target + k, _mm512_xor_si512(_mm512_loadu_si512(a + k), flip));
}

/// Whether the rows of a job follow each other without gaps, `row_bytes` bytes each.
SIGHT_INLINE _Bool is_contiguous(const sight_q8_igemm_job *job, size_t row_bytes) {
    return !job->window.offsets && job->window.row_bytes == row_bytes;
}

/// Copies the rows of a tile. The runs of a row are copied one after the other, each padded to a
/// multiple of four, so that a row has `row_bytes` bytes; the next run overwrites excess bytes.
/// Contiguous rows are copied as one run. Writes up to 63 bytes past the end.
SIGHT_INLINE void gather(const int rows, const sight_q8_igemm_job *job, size_t row,
                         size_t row_bytes, uint8_t *target) {
    const __m512i flip = _mm512_set1_epi8((char)job->input_flip);
    if (is_contiguous(job, row_bytes)) {
        const uint8_t *first = sight_window_run(&job->window, row, 0);
        copy_flipped(first, (size_t)rows * row_bytes, flip, target);
        return;
    }
    const size_t taps = job->window.taps, run = 4 * sight_q8_igemm_groups(job->depth);
    for (int r = 0; r < rows; r++)
        for (size_t tap = 0; tap < taps; tap++, target += run)
            copy_flipped(sight_window_run(&job->window, row + (size_t)r, tap), job->depth, flip,
                         target);
}

/// Computes rows x 16 * panels outputs. The first four arguments are constants at every call.
SIGHT_INLINE void tile(const _Bool loads, const int rows, const int panels, const _Bool flipped,
                       const sight_q8_igemm_job *job, const activations *source, size_t row,
                       size_t column, size_t columns) {
    sight_q8_igemm_panel panel[4];
    __m512i sums[2 * sight_tile_rows]; // [row][panel]
    const int8_t *w[4];
    SIGHT_UNROLL
    for (int p = 0; p < panels; p++) {
        panel[p] = sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, column + 16 * (size_t)p);
        w[p] = panel[p].weights;
        const __m512i bias = _mm512_loadu_si512(panel[p].bias);
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            sums[panels * r + p] = _mm512_add_epi32(_mm512_set1_epi32(source->sums[r]), bias);
    }
    for (size_t tap = 0; tap < source->taps; tap++) {
        const uint8_t *a[sight_tile_rows];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = source->taps == 1 ? source->starts[r]
                                     : sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t group = 0; group < source->groups; group++) {
            __m512i weights[4];
            SIGHT_UNROLL
            for (int p = 0; p < panels; p++) {
                weights[p] = _mm512_loadu_si512(w[p]);
                if (rows > 2)
                    sight_prefetch(w[p]);
                w[p] += 64;
            }
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                const __m512i four = broadcast(loads, a[r] + 4 * group, flipped);
                SIGHT_UNROLL
                for (int p = 0; p < panels; p++)
                    sums[panels * r + p] = sight_dot4(sums[panels * r + p], four, weights[p]);
            }
        }
    }
    store(rows, panels, job, panel, sums, row, column, columns);
}

/// Computes all columns of a tile's rows. The first three arguments are constants at every call.
/// With one or two rows, 64 columns are computed at once: enough independent sums keep the
/// multiply-add units busy.
SIGHT_INLINE void columns_of_rows(const _Bool loads, const int rows, const _Bool flipped,
                                  const sight_q8_igemm_job *job, const activations *source,
                                  size_t row, const sight_block *block) {
    const size_t end = block->column + block->columns;
    size_t column = block->column;
    for (; rows <= 2 && column + 48 < end; column += 64)
        tile(loads, rows, 4, flipped, job, source, row, column, end - column);
    for (; column < end; column += 32) {
        if (end - column > 16)
            tile(loads, rows, 2, flipped, job, source, row, column, end - column);
        else
            tile(loads, rows, 1, flipped, job, source, row, column, end - column);
    }
}

/// Computes up to `rows` rows. The first two arguments are constants at every call.
SIGHT_INLINE void rows_of_block(const _Bool loads, const int rows, const sight_q8_igemm_job *job,
                                size_t row, const sight_block *block) {
    const size_t groups = sight_q8_igemm_groups(job->depth), taps = job->window.taps;
    activations source = {.taps = taps, .groups = groups};
    for (int r = 0; job->weight_offset != 0 && r < rows; r++)
        source.sums[r] =
            (int32_t)((uint32_t)job->weight_offset * (uint32_t)row_sum(job, row + (size_t)r));
    uint8_t buffer[gathered_limit + 64];
    const size_t run = 4 * groups * taps;
    // Gathering is faster if more than one tile of columns reads the rows, or if it flips
    // contiguous rows.
    const _Bool several = block->columns > 32 && (job->input_flip || taps > 3);
    const _Bool gathers = (several || (job->input_flip && is_contiguous(job, run))) &&
                          run <= gathered_limit / (size_t)rows;
    if (gathers) {
        source.taps = 1;
        source.groups = groups * taps;
        gather(rows, job, row, run, buffer);
    }
    for (int r = 0; source.taps == 1 && r < rows; r++)
        source.starts[r] =
            gathers ? buffer + (size_t)r * run : sight_window_run(&job->window, row + (size_t)r, 0);
    if (job->input_flip && !gathers)
        columns_of_rows(loads, rows, 1, job, &source, row, block);
    else
        columns_of_rows(loads, rows, 0, job, &source, row, block);
}

/// Computes tiles with the full number of rows, then the remaining rows in tiles of 8, 4, 2 and 1.
/// `loads` is a constant at every call.
SIGHT_INLINE void wide_tiles(const _Bool loads, const sight_q8_igemm_job *job,
                             const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; end - row >= sight_tile_rows; row += sight_tile_rows)
        rows_of_block(loads, sight_tile_rows, job, row, block);
    if (end - row >= 8) {
        rows_of_block(loads, 8, job, row, block);
        row += 8;
    }
    if (end - row >= 4) {
        rows_of_block(loads, 4, job, row, block);
        row += 4;
    }
    if (end - row >= 2) {
        rows_of_block(loads, 2, job, row, block);
        row += 2;
    }
    if (row < end)
        rows_of_block(loads, 1, job, row, block);
}

// Separate functions: inlined beside narrow tiles, their loops get longer.
static __attribute__((noinline)) void run_wide_by_loads(const sight_q8_igemm_job *job,
                                                        const sight_block *block) {
    wide_tiles(1, job, block);
}
static __attribute__((noinline)) void run_wide_by_lanes(const sight_q8_igemm_job *job,
                                                        const sight_block *block) {
    wide_tiles(0, job, block);
}

static void run_wide(const sight_q8_igemm_job *job, const sight_block *block) {
    if (sight_is_intel())
        run_wide_by_loads(job, block);
    else
        run_wide_by_lanes(job, block);
}

#include "q8-igemm-narrow-avx512.h"

/// Computes the whole block: the last columns in narrow tiles if that is faster, the others in wide
/// ones.
SIGHT_INLINE void run_block(const sight_q8_igemm_job *job, const sight_block *block) {
    const size_t narrow = narrow_block(job, block);
    sight_block rest = *block;
    if (narrow > 0) {
        const size_t rows = block->rows / sight_tile_rows * sight_tile_rows;
        rest.rows = rows;
        rest.columns -= narrow;
        if (rest.columns > 0)
            run_wide(job, &rest);
        rest = (sight_block){block->row + rows, block->rows - rows, block->column, block->columns};
    }
    if (rest.rows > 0)
        run_wide(job, &rest);
}
