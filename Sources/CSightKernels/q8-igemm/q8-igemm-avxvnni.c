#include "q8-igemm.h"

#if SIGHT_X86
#include <immintrin.h>

SIGHT_TARGET_BEGIN(SIGHT_TARGET_AVXVNNI)

SIGHT_INLINE __m256i sight_dot4(__m256i sums, __m256i a, __m256i w) {
    return _mm256_dpbusd_avx_epi32(sums, a, w);
}

enum { sight_tile_rows = 6 };
static const sight_q8_igemm_order sight_tile_order = sight_q8_igemm_fours;
#include "q8-igemm-ymm.h"

enum { flipped_limit = 24 * 1024 }; // bytes of the rows that are flipped at once

/// Copies the runs of a row one after the other, each padded to a multiple of four bytes, and flips
/// the top bit of each byte. The function writes whole registers: a run overwrites the excess bytes
/// of the run before, and the last one writes up to 31 bytes past the end of the row.
SIGHT_INLINE void copy_flipped(const sight_q8_igemm_job *job, size_t row, uint8_t *target) {
    const __m256i flip = _mm256_set1_epi8((char)0x80);
    const size_t depth = job->depth, run = 4 * sight_q8_igemm_groups(depth);
    for (size_t tap = 0; tap < job->window.taps; tap++, target += run) {
        const uint8_t *a = sight_window_run(&job->window, row, tap); // [K]
        for (size_t k = 0; k < depth; k += 32) {
            const __m256i *bytes = (const __m256i *)(const void *)(a + k);
            _mm256_storeu_si256((__m256i *)(void *)(target + k),
                                _mm256_xor_si256(_mm256_loadu_si256(bytes), flip));
        }
    }
}

/// Computes a block of int8 activations from flipped copies of its rows, `run` bytes each, so that
/// the tiles of all columns share the work.
static __attribute__((noinline)) void flipped_block(const sight_q8_igemm_job *job, size_t run,
                                                    const sight_block *block) {
    uint8_t copies[flipped_limit + 32];
    const size_t end = block->row + block->rows;
    const size_t step = flipped_limit / run / sight_tile_rows * sight_tile_rows;
    sight_q8_igemm_job copied = *job;
    copied.window = (sight_window){.input = copies, .taps = 1, .row_bytes = run};
    copied.depth = run;
    copied.input_flip = 0;
    for (size_t row = block->row; row < end; row += step) {
        const size_t rows = end - row < step ? end - row : step;
        for (size_t r = 0; r < rows; r++)
            copy_flipped(job, row + r, copies + r * run);
        copied.output = (char *)job->output + row * job->output_stride;
        run_block(&copied, &(sight_block){0, rows, block->column, block->columns});
    }
}

void sight_q8_igemm__avxvnni_6x16(const sight_q8_igemm_job *job, sight_block block) {
    const size_t run = 4 * sight_q8_igemm_groups(job->depth) * job->window.taps;
    if (job->input_flip && block.columns > 16 && run > 0 && run <= flipped_limit / sight_tile_rows)
        flipped_block(job, run, &block);
    else
        run_block(job, &block);
}

SIGHT_TARGET_END
#endif
