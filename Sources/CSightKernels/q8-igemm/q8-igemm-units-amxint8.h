// Units of 16 positions for the tiles of AMX.
//
// A tile reads 16 rows of memory at equal distances. The activations of neighboring output pixels
// are such rows, also across the end of a line if the lines of the padded image follow each other.
// The positions between two lines, where the filter would cross the edge of the image, are computed
// and dropped. The kernel copies all other rows into a buffer.

// Limits of a row's activations in bytes. Shorter rows would leave tiles mostly empty, longer ones
// would need too much of the stack; the vector kernel computes both.
enum { row_least = 16, row_limit = 8192 };

// The limit of the bytes of gathered units that are placed at once, a third of the first-level
// cache; for other units it is half of that.
enum { gathered_bytes = 16 * 1024 };

enum {
    taps_limit = 16, // of direct runs; more are gathered
    parts_limit = 4, // of a unit
    units_limit = 8, // placed at once
    rows_past = 3,   // rows after the last position that requantization reads and drops
};

// How tiles divide the activations of a position: into `taps` runs of `steps` steps, each of
// `width` bytes, a multiple of 4.
typedef struct {
    size_t taps, steps, width;
    _Bool is_direct; // runs are read where they lie, if possible; taps are those of the window
} unit_layout;

// The activations of 16 positions.
typedef struct {
    const uint8_t *starts[taps_limit]; // the run of the first position under each tap
    size_t strides[taps_limit];        // bytes from one position to the next; 0 for padding
} unit;

// Positions whose outputs are rows that follow each other.
typedef struct {
    int first, rows; // the first position, and their number
    size_t row;      // of the first position
} unit_part;

// The rows to which the positions of a unit belong; positions outside all parts are dropped.
typedef struct {
    int count;
    unit_part parts[parts_limit]; // [count]
    int32_t sums[16 + rows_past]; // c * sum a of each position, where c is the weight_offset
} placement;

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

/// Returns the widest step that divides a run of `groups` groups of four bytes.
static size_t step_of(size_t groups) {
    size_t step = groups < 16 ? groups : 16;
    while (groups % step != 0)
        step--;
    return 4 * step;
}

/// Returns how tiles divide the rows of a job for a number of columns.
static unit_layout layout_of(const sight_q8_igemm_job *job, size_t columns) {
    const sight_window *window = &job->window;
    const size_t taps = window->taps, run = sight_q8_igemm_groups(job->depth);
    const size_t width = step_of(run);
    const _Bool has_lines = !window->offsets || window->line > 1;
    // Rows that lie apart are gathered if many columns would read them again. This was faster.
    const _Bool is_sparse = window->offsets && taps == 1 && columns > 128;
    if (has_lines && !is_sparse && taps <= taps_limit && (width >= 32 || width == 4 * run))
        return (unit_layout){taps, 4 * run / width, width, 1};
    // A gathered row is a single run. Zeros fill its last step.
    const size_t length = run * taps, steps = (length + 15) / 16;
    const size_t part = length % steps == 0 ? length / steps : 16;
    return (unit_layout){1, (length + part - 1) / part, 4 * part, 0};
}

/// Gathers up to 16 rows into `buffer`, which has room for 64 more bytes.
static void gather_unit(const sight_q8_igemm_job *job, const unit_layout *layout, size_t row,
                        size_t rows, uint8_t *buffer, unit *a, placement *place) {
    const size_t length = 4 * sight_q8_igemm_groups(job->depth) * job->window.taps;
    const size_t stride = (length + 63) / 64 * 64;
    const _Bool is_padded = length % layout->width != 0;
    if (!job->window.offsets || job->depth > 64)
        gather_runs(0, job, row, rows, stride, is_padded, buffer);
    else if (job->depth <= 16)
        gather_runs(16, job, row, rows, stride, is_padded, buffer);
    else if (job->depth <= 32)
        gather_runs(32, job, row, rows, stride, is_padded, buffer);
    else
        gather_runs(64, job, row, rows, stride, is_padded, buffer);
    for (size_t tap = 0; tap < layout->taps; tap++) {
        a->starts[tap] = buffer + tap * layout->steps * layout->width;
        a->strides[tap] = stride;
    }
    place->count = 1;
    place->parts[0] = (unit_part){0, (int)rows, row};
}

/// Adds a part of up to `rows` rows to a unit, and returns the number of its rows.
static size_t add_part(placement *place, size_t first, size_t rows, size_t row) {
    const size_t count = rows < 16 - first ? rows : 16 - first;
    place->parts[place->count++] = (unit_part){(int)first, (int)count, row};
    return count;
}

/// Returns the distance in positions of two rows whose offsets these are, the same under all taps;
/// 0 if there is none.
static size_t positions_between(const int32_t *from, const int32_t *to, size_t taps, size_t step) {
    size_t found = 0;
    for (size_t tap = 0; tap < taps; tap++) {
        if ((from[tap] < 0) != (to[tap] < 0))
            return 0;
        if (from[tap] < 0)
            continue;
        const int32_t distance = to[tap] - from[tap];
        if (distance <= 0 || (size_t)distance % step != 0 ||
            (found != 0 && (size_t)distance / step != found))
            return 0;
        found = (size_t)distance / step;
    }
    return found;
}

/// Places a unit of rows that follow each other at the job's `row_bytes`. The last position of the
/// unit is the last row, so that tiles read no memory after the input. Returns the number of rows
/// in the unit, or 0 if its first position would lie before the input.
static size_t place_contiguous(const sight_q8_igemm_job *job, size_t row, size_t end, unit *a,
                               placement *place) {
    const sight_window *window = &job->window;
    place->count = 0;
    const size_t rows = add_part(place, 0, end - row, row), before = 16 - rows;
    if (before > row)
        return 0;
    place->parts[0].first = (int)before;
    a->starts[0] = (const uint8_t *)window->input + (row - before) * window->row_bytes;
    a->strides[0] = window->row_bytes;
    return rows;
}

/// Returns the bytes between the activations of a row and those of its neighbor in the same line,
/// under the first tap that is no padding; 0 if all taps are padding.
static size_t step_in_line(const sight_window *window, size_t row) {
    const size_t taps = window->taps;
    const _Bool is_first = row % window->line == 0; // the neighbor comes after it
    const int32_t *to = window->offsets + (row + is_first) * taps, *from = to - taps;
    const int32_t *offsets = is_first ? from : to;
    for (size_t tap = 0; tap < taps; tap++)
        if (offsets[tap] >= 0)
            return (size_t)(to[tap] - from[tap]);
    return 0;
}

/// Adds the rows from `row` to the end of its line to a unit, and rows of the next lines that lie
/// at the same distances. Returns the number of positions that the parts of the unit then span.
static size_t add_lines(const sight_window *window, size_t row, size_t end, size_t step,
                        placement *place) {
    const size_t taps = window->taps, line = window->line;
    const int32_t *offsets = window->offsets + row * taps;
    const size_t left = line - row % line;
    size_t next = row + (left < end - row ? left : end - row);
    size_t filled = add_part(place, 0, next - row, row);
    while (filled < 16 && next < end && place->count < parts_limit && step > 0) {
        const size_t first = positions_between(offsets, window->offsets + next * taps, taps, step);
        if (first < filled || first >= 16)
            break;
        const size_t rows = add_part(place, first, line < end - next ? line : end - next, next);
        next += rows;
        filled = first + rows;
    }
    return filled;
}

/// Places a unit of rows of one line or several, as `place_contiguous` does, and returns the same.
static size_t place_lines(const sight_q8_igemm_job *job, size_t row, size_t end, unit *a,
                          placement *place) {
    const sight_window *window = &job->window;
    const int32_t *offsets = window->offsets + row * window->taps;
    const size_t step = step_in_line(window, row);
    place->count = 0;
    const size_t before = 16 - add_lines(window, row, end, step, place);
    for (size_t tap = 0; tap < window->taps; tap++) {
        const _Bool is_padding = offsets[tap] < 0;
        if (!is_padding && (size_t)offsets[tap] < before * step)
            return 0;
        a->starts[tap] = is_padding ? window->padding
                                    : (const uint8_t *)window->input + offsets[tap] - before * step;
        a->strides[tap] = is_padding ? 0 : step;
    }
    size_t rows = 0;
    for (int i = 0; i < place->count; i++) {
        place->parts[i].first += (int)before;
        rows += (size_t)place->parts[i].rows;
    }
    return rows;
}

/// Places units from `row` on, which becomes the first row that is in none. Returns their number.
static size_t place_units(const sight_q8_igemm_job *job, const unit_layout *layout, size_t *row,
                          size_t end, unit *units, placement *places, uint8_t *buffer) {
    const size_t length = 4 * sight_q8_igemm_groups(job->depth) * job->window.taps;
    const size_t stride = (length + 63) / 64 * 64, room = row_limit / stride;
    const size_t fitting =
        (layout->is_direct ? gathered_bytes / 2 : gathered_bytes) / (16 * stride);
    const size_t least = end - *row <= 64 ? 4 : 2; // a last pass over all weights takes four units
    const size_t limit = fitting < least ? least : fitting < units_limit ? fitting : units_limit;
    size_t count = 0, gathered = 0;
    for (; count < limit && *row < end; count++) {
        size_t rows = 0;
        if (layout->is_direct && job->window.offsets)
            rows = place_lines(job, *row, end, &units[count], &places[count]);
        else if (layout->is_direct)
            rows = place_contiguous(job, *row, end, &units[count], &places[count]);
        if (rows == 0) {
            if (gathered == room)
                break;
            rows = end - *row < 16 ? end - *row : 16;
            gather_unit(job, layout, *row, rows, buffer + 16 * stride * gathered++, &units[count],
                        &places[count]);
        }
        *row += rows;
    }
    return count;
}
