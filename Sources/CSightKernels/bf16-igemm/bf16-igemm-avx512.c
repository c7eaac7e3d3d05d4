#include "bf16-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_BFLOAT16)

// The inputs of a tile's rows as bfloat16: a row has as many values as fit, an even number that is
// no power of two, so that rows do not compete for the same lines of the cache. Stores may write 15
// values past a row.
enum { buffer_values = 12 * 1056, spare_values = 16 };

typedef struct {
    const sight_f32_igemm_job *floats;
    size_t first_column; // of the block
    uint16_t *values;    // [buffer_values + spare_values]
} tile_job;

#include "../f32-igemm/f32-igemm-avx512.h"

/// Rounds `count` values of a run, and writes zeros after them up to a multiple of 16 values.
SIGHT_INLINE void round_run(const float *run, size_t count, uint16_t *values) {
    size_t i = 0;
    for (; i + 32 <= count; i += 32) {
        const __m512 low = _mm512_loadu_ps(run + i), high = _mm512_loadu_ps(run + i + 16);
        _mm512_storeu_si512(values + i, (__m512i)_mm512_cvtne2ps_pbh(high, low));
    }
    for (; i < count; i += 16) {
        const size_t rest = count - i;
        const __mmask16 mask = (__mmask16)(rest >= 16 ? 0xFFFF : (1u << rest) - 1);
        const __m512 some = _mm512_maskz_loadu_ps(mask, run + i);
        _mm256_storeu_si256((__m256i *)(void *)(values + i), (__m256i)_mm512_cvtneps_pbh(some));
    }
}

/// Rounds `count` values of a row, from value `start` of all its runs on.
SIGHT_INLINE void round_row(const sight_f32_igemm_job *job, size_t row, size_t start, size_t count,
                            uint16_t *values) {
    size_t tap = start == 0 ? 0 : start / job->depth, k = start - tap * job->depth;
    for (; count > 0; tap++, k = 0) {
        const float *run = (const float *)sight_window_run(&job->window, row, tap) + k;
        const size_t part = job->depth - k < count ? job->depth - k : count;
        round_run(run, part, values);
        values += part;
        count -= part;
    }
}

SIGHT_INLINE void tile(const int rows, const int panels, const tile_job *job, size_t row,
                       size_t column, size_t columns) {
    const sight_f32_igemm_job *floats = job->floats;
    const size_t total = floats->window.taps * floats->depth;
    const size_t most = (size_t)(buffer_values / rows) & ~(size_t)1; // values of a row at once
    const float *w[few_panels];
    __m512 sums[2 * tile_rows]; // [row][panel]
    SIGHT_UNROLL
    for (int p = 0; p < panels; p++)
        w[p] = sight_bf16_igemm_panel_at(floats, column + 16 * (size_t)p);
    SIGHT_UNROLL
    for (int i = 0; i < rows * panels; i++)
        sums[i] = _mm512_loadu_ps(w[i % panels]);
    for (size_t start = 0; start < total; start += most) {
        const size_t count = total - start < most ? total - start : most;
        // If all values of the rows fit, the first tile of the rows rounds them for all tiles.
        for (int r = 0; r < rows && (total > most || column == job->first_column); r++)
            round_row(floats, row + (size_t)r, start, count, job->values + (size_t)r * most);
        const char *pair = (const char *)job->values, *end = pair + (count + 1) / 2 * 4;
        for (; pair < end; pair += 4) {
            __m512bh weights[few_panels];
            SIGHT_UNROLL
            for (int p = 0; p < panels; p++)
                weights[p] = (__m512bh)_mm512_loadu_ps(w[p] += 16);
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                int32_t bits;
                memcpy(&bits, pair + 2 * most * (size_t)r, sizeof bits);
                const __m512bh value = (__m512bh)_mm512_set1_epi32(bits);
                SIGHT_UNROLL
                for (int p = 0; p < panels; p++)
                    sums[panels * r + p] =
                        _mm512_dpbf16_ps(sums[panels * r + p], weights[p], value);
            }
        }
    }
    store_tile(rows, panels, floats, sums, row, column, columns);
}

void sight_bf16_igemm__avx512_12x32(const sight_f32_igemm_job *job, sight_block block) {
    _Alignas(64) uint16_t values[buffer_values + spare_values];
    const size_t bytes = 2 * job->window.taps * job->depth * block.columns;
    run_block(&(tile_job){job, block.column, values}, &block, bytes);
}

SIGHT_TARGET_END
#endif
