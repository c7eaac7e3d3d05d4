// Activations for the tiles of AMX: up to 32 rows at a constant stride, gathered if they have none.

// The limit of gathered short rows in bytes: a third of the first-level cache.
enum { gathered_bytes = 16 * 1024 };

// The activations of up to 32 rows.
typedef struct {
    const uint8_t *start;
    size_t stride; // bytes from one row to the next
    size_t steps;
    size_t step; // bytes of a step, a multiple of 4
} operand;

/// The bytes of a step, for a row of `length` bytes (a multiple of 4).
static size_t step_of(size_t length) {
    const size_t steps = (length + 63) / 64;
    return length % (4 * steps) == 0 ? length / steps : 64;
}

/// Copies runs of the job's depth, at most `width` bytes, one after the other, each padded to a
/// multiple of four. The next run overwrites excess bytes. The first argument is a constant at
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

/// Copies runs of any length, and runs that follow each other without gaps, in parts of 64 bytes.
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
/// up to 64 bytes past the last row. The first argument is a constant at every call; 0 stands for
/// any width.
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
