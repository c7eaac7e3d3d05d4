// The tile shared by the AVX-512 tiers: up to sight_tile_rows rows by 32 columns. The including
// file defines
//   sight_tile_rows                                 8 or 12
//   sight_dot4(accumulators, activations, weights)  for each of 16 columns, adds the exact sum of
//                                                   four products uint8 * int8

#include "q8-igemm-store-avx512.h"

/// Four activations in every lane.
SIGHT_INLINE __m512i broadcast(const uint8_t *a) {
    int32_t four;
    memcpy(&four, a, 4);
    return _mm512_set1_epi32(four);
}

// Bytes of rows that are gathered: they fill half a cache of the first level.
enum { gathered_limit = 24 * 1024 };

// Rows of activations: as the window has them, or gathered, where all taps are one run.
typedef struct {
    const uint8_t *gathered; // [rows][stride], flipped where need be; NULL for the window's
    size_t stride;
    size_t taps, groups;           // of runs, of four bytes in a run
    int32_t sums[sight_tile_rows]; // c * sum a
} activations;

/// Copies the runs of `rows` rows, each padded to a multiple of four, one after the other.
static void gather(const sight_q8_igemm_job *job, int rows, size_t row, size_t stride,
                   uint8_t *target) {
    const __m512i flip = _mm512_set1_epi8((char)job->input_flip);
    const size_t run = 4 * sight_q8_igemm_groups(job->depth);
    for (int r = 0; r < rows; r++) {
        for (size_t tap = 0; tap < job->window.taps; tap++) {
            const uint8_t *a = sight_window_run(&job->window, row + (size_t)r, tap); // [K]
            uint8_t *to = target + (size_t)r * stride + tap * run;
            for (size_t k = 0; k < job->depth; k += 64) {
                const size_t rest = job->depth - k;
                const __mmask64 mask = rest >= 64 ? ~(__mmask64)0 : ((__mmask64)1 << rest) - 1;
                const __m512i bytes = _mm512_maskz_loadu_epi8(mask, a + k);
                _mm512_mask_storeu_epi8(to + k, mask, _mm512_xor_si512(bytes, flip));
            }
        }
    }
}

/// Computes rows x 16 * panels outputs. The first three arguments are constants at every call.
SIGHT_INLINE void tile(const int rows, const int panels, const _Bool flipped,
                       const sight_q8_igemm_job *job, const activations *source, size_t row,
                       size_t column, size_t columns) {
    const sight_q8_igemm_panel panel[2] = {
        sight_q8_igemm_panel_at(job, column),
        sight_q8_igemm_panel_at(job, panels > 1 ? column + 16 : column)};
    __m512i sums[2 * sight_tile_rows]; // [row][panel]
    SIGHT_UNROLL
    for (int r = 0; r < rows; r++) {
        __m512i start = _mm512_set1_epi32(source->sums[r]);
        for (int p = 0; p < panels; p++)
            sums[2 * r + p] = _mm512_add_epi32(start, _mm512_loadu_si512(panel[p].bias));
    }
    const __m512i flip = _mm512_set1_epi8((char)0x80);
    const int8_t *w0 = panel[0].weights, *w1 = panel[1].weights;
    for (size_t tap = 0; tap < source->taps; tap++) {
        const uint8_t *a[sight_tile_rows];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = source->gathered ? source->gathered + (size_t)r * source->stride
                                    : sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t group = 0; group < source->groups; group++, w0 += 64, w1 += 64) {
            const __m512i first = _mm512_loadu_si512(w0);
            const __m512i second = panels > 1 ? _mm512_loadu_si512(w1) : first;
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                __m512i four = broadcast(a[r] + 4 * group);
                if (flipped)
                    four = _mm512_xor_si512(four, flip);
                sums[2 * r] = sight_dot4(sums[2 * r], four, first);
                if (panels > 1)
                    sums[2 * r + 1] = sight_dot4(sums[2 * r + 1], four, second);
            }
        }
    }
    store(rows, panels, job, panel, sums, row, column, columns);
}

/// All columns of up to `rows` rows; `rows` is a constant at every call.
SIGHT_INLINE void rows_of_block(const int rows, const sight_q8_igemm_job *job, size_t row,
                                const sight_block *block) {
    const size_t groups = sight_q8_igemm_groups(job->depth), taps = job->window.taps;
    activations source = {.gathered = NULL, .stride = 0, .taps = taps, .groups = groups};
    for (int r = 0; r < rows; r++)
        source.sums[r] =
            job->weight_offset == 0
                ? 0
                : (int32_t)((uint32_t)job->weight_offset * (uint32_t)row_sum(job, row + (size_t)r));
    uint8_t buffer[gathered_limit];
    const size_t run = 4 * groups * taps;
    if ((job->input_flip || (taps > 1 && block->columns > 32)) &&
        run <= gathered_limit / (size_t)rows) {
        gather(job, rows, row, run, buffer);
        source.gathered = buffer;
        source.stride = run;
        source.taps = 1;
        source.groups = groups * taps;
    }
    const _Bool flipped = job->input_flip && !source.gathered;
    const size_t end = block->column + block->columns;
    for (size_t column = block->column; column < end; column += 32) {
        const size_t columns = end - column;
        if (columns > 16 && flipped)
            tile(rows, 2, 1, job, &source, row, column, columns);
        else if (columns > 16)
            tile(rows, 2, 0, job, &source, row, column, columns);
        else if (flipped)
            tile(rows, 1, 1, job, &source, row, column, columns);
        else
            tile(rows, 1, 0, job, &source, row, column, columns);
    }
}

/// The whole block: tiles of all rows, then what is left in tiles of 8, 4, 2 and 1.
SIGHT_INLINE void run_block(const sight_q8_igemm_job *job, const sight_block *block) {
    size_t row = block->row;
    const size_t end = row + block->rows;
    for (; end - row >= sight_tile_rows; row += sight_tile_rows)
        rows_of_block(sight_tile_rows, job, row, block);
    if (sight_tile_rows > 8 && end - row >= 8) {
        rows_of_block(8, job, row, block);
        row += 8;
    }
    if (end - row >= 4) {
        rows_of_block(4, job, row, block);
        row += 4;
    }
    if (end - row >= 2) {
        rows_of_block(2, job, row, block);
        row += 2;
    }
    if (row < end)
        rows_of_block(1, job, row, block);
}
