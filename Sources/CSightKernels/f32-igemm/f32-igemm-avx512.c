#include "f32-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVX512)

typedef sight_f32_igemm_job tile_job;

#include "f32-igemm-avx512.h"
#include "f32-igemm-narrow.h"

// The fewest rows whose last columns, up to 8, take registers of 256 bits. They would fill half of
// a register of 512 bits, which AMD's Zen 4 multiplies in twice the time; see sight_is_intel.
enum { half_rows = 8 };

/// The number of a block's last columns that take registers of 256 bits.
SIGHT_INLINE size_t half_count(const sight_block *block) {
    const size_t rest = block->columns % 16;
    return rest <= 8 && block->rows >= half_rows && !sight_is_intel() ? rest : 0;
}

SIGHT_INLINE void tile(const int rows, const int panels, const sight_f32_igemm_job *job, size_t row,
                       size_t column, size_t columns) {
    const float *w[few_panels];
    __m512 sums[2 * tile_rows]; // [row][panel]
    SIGHT_UNROLL
    for (int p = 0; p < panels; p++)
        w[p] = sight_f32_igemm_panel_at(job, column + 16 * (size_t)p);
    SIGHT_UNROLL
    for (int i = 0; i < rows * panels; i++)
        sums[i] = _mm512_loadu_ps(w[i % panels]);
    for (size_t tap = 0; tap < job->window.taps; tap++) {
        const float *a[tile_rows];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t k = 0; k < job->depth; k++) {
            __m512 weights[few_panels];
            SIGHT_UNROLL
            for (int p = 0; p < panels; p++) {
                weights[p] = _mm512_loadu_ps(w[p] += 16);
                if (rows > 2)
                    sight_prefetch(w[p]);
            }
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                const __m512 value = _mm512_set1_ps(a[r][k]);
                SIGHT_UNROLL
                for (int p = 0; p < panels; p++)
                    sums[panels * r + p] = _mm512_fmadd_ps(value, weights[p], sums[panels * r + p]);
            }
        }
    }
    store_tile(rows, panels, job, sums, row, column, columns);
}

void sight_f32_igemm__avx512_12x32(const sight_f32_igemm_job *job, sight_block block) {
    block = narrow_block(job, block);
    const size_t half = half_count(&block);
    block.columns -= half;
    if (block.columns > 0)
        run_block(job, &block, sizeof(float) * job->window.taps * job->depth * block.columns);
    if (half > 0)
        sight_f32_igemm__avx2_6x16(
            job, (sight_block){block.row, block.rows, block.column + block.columns, half});
}

SIGHT_TARGET_END
#endif
