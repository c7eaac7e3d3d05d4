// Tiles of the last columns of a layer, up to 24, on AVX-512. A register holds the products of 16
// bytes of a row with 4 columns: one instruction loads 16 bytes to each of its four parts. A
// register of 16 columns needs a load and a broadcast for each four bytes. Sums of four neighbors
// are added at the end.
//
// 16 columns need four registers for each row, up to 8 further columns two, and up to 4 one. With n
// registers, register j has column n * l + j in part l.

enum {
    narrow_limit = 24 * 1024, // bytes of weights in the order of narrow tiles
    // Most registers for each row; a tier whose products need further ones has no 17 to 24 columns.
    narrow_most = sight_tile_rows == 12 ? 6 : 4,
};

// The last columns of a block.
typedef struct {
    size_t column, count;                      // the first of them, and how many
    int parts;                                 // registers for each row: 1, 2, 4 or 6
    size_t taps, groups;                       // of runs, of four bytes in a run
    _Alignas(64) int8_t weights[narrow_limit]; // [taps][16 bytes of a run][parts][64]
} narrow_columns;

/// Exchanges rows and columns of 4 x 4 words in each part of four registers.
SIGHT_INLINE void transpose_words(__m512i x[4]) {
    const __m512i a = _mm512_unpacklo_epi32(x[0], x[1]), b = _mm512_unpackhi_epi32(x[0], x[1]);
    const __m512i c = _mm512_unpacklo_epi32(x[2], x[3]), d = _mm512_unpackhi_epi32(x[2], x[3]);
    x[0] = _mm512_unpacklo_epi64(a, c);
    x[1] = _mm512_unpackhi_epi64(a, c);
    x[2] = _mm512_unpacklo_epi64(b, d);
    x[3] = _mm512_unpackhi_epi64(b, d);
}

/// Returns word i of each part as the sum of that part of register i.
SIGHT_INLINE __m512i add_words(__m512i a, __m512i b, __m512i c, __m512i d) {
    const __m512i ab = _mm512_add_epi32(_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b));
    const __m512i cd = _mm512_add_epi32(_mm512_unpacklo_epi32(c, d), _mm512_unpackhi_epi32(c, d));
    return _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
}

/// Returns the positions of the columns of row `r` in the sums of 4 / parts rows.
SIGHT_INLINE __m512i places_of_row(int parts, int r) {
    const __m512i column = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    if (parts == 4)
        return column;
    if (parts == 1)
        return _mm512_add_epi32(_mm512_slli_epi32(column, 2), _mm512_set1_epi32(r));
    const __m512i pair = _mm512_slli_epi32(_mm512_srli_epi32(column, 1), 2);
    const __m512i half = _mm512_and_si512(column, _mm512_set1_epi32(1));
    return _mm512_add_epi32(_mm512_add_epi32(pair, half), _mm512_set1_epi32(2 * r));
}

/// Reorders up to four groups of weights [16][4] for `parts` registers.
SIGHT_INLINE void narrow_quad(const int8_t *w, size_t groups, int parts, int8_t *target) {
    const __m512i lane = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    const __m512i word = _mm512_setr_epi32(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3);
    const __m512i order =
        _mm512_add_epi32(_mm512_mullo_epi32(lane, _mm512_set1_epi32(parts)), word);
    __m512i x[4];
    SIGHT_UNROLL
    for (size_t i = 0; i < 4; i++)
        x[i] = i < groups ? _mm512_permutexvar_epi32(order, _mm512_loadu_si512(w + 64 * i))
                          : _mm512_setzero_si512();
    transpose_words(x);
    for (int j = 0; j < parts; j++)
        _mm512_storeu_si512(target + 64 * j, x[j]);
}

/// Returns the fewest groups of four bytes for which adding neighbors pays.
SIGHT_INLINE size_t narrow_groups(int parts) { return parts == 1 ? 3 : parts == 2 ? 4 : 9; }

/// Reorders the weights of a block's last columns, [taps][groups][16][4], for narrow tiles. Returns
/// whether they fit and narrow tiles are faster.
static _Bool narrow_pack(const sight_q8_igemm_job *job, const sight_block *block,
                         narrow_columns *narrow) {
    const size_t count = block->columns % 32, taps = job->window.taps;
    const size_t groups = sight_q8_igemm_groups(job->depth), quads = taps * ((groups + 3) / 4);
    const int parts = count > 16 ? 6 : count > 8 ? 4 : count > 4 ? 2 : 1;
    // Flipping takes a register that tiles with six registers for each row do not have.
    const int most = job->input_flip ? 4 : narrow_most;
    if (count == 0 || count > 24 || parts > most || taps * groups < narrow_groups(parts) ||
        quads * (size_t)parts * 64 > narrow_limit)
        return 0;
    // Wide tiles need fewer products if runs leave too much of their last 16 bytes.
    if (parts > 2 && 3 * quads >= taps * groups)
        return 0;
    const size_t column = block->column + block->columns - count;
    narrow->column = column;
    narrow->count = count;
    narrow->parts = parts;
    narrow->taps = taps;
    narrow->groups = groups;
    const int8_t *w = sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, column).weights;
    const int8_t *second =
        parts > 4 ? sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, column + 16).weights : NULL;
    int8_t *target = narrow->weights;
    for (size_t tap = 0; tap < taps; tap++)
        for (size_t group = 0; group < groups; group += 4, target += 64 * parts) {
            const size_t some = groups - group < 4 ? groups - group : 4;
            const size_t start = 64 * (tap * groups + group);
            narrow_quad(w + start, some, parts > 4 ? 4 : parts, target);
            if (parts > 4)
                narrow_quad(second + start, some, parts - 4, target + 4 * 64);
        }
    return 1;
}

/// Adds the bias and a row's sum.
SIGHT_INLINE __m512i with_bias(__m512i total, const sight_q8_igemm_panel *panel, int32_t sum) {
    return _mm512_add_epi32(
        _mm512_add_epi32(_mm512_loadu_si512(panel->bias), _mm512_set1_epi32(sum)), total);
}

/// Adds neighboring sums and writes a tile. `parts` of the `all` registers of each row belong to
/// panel `index` of `panels`; they start at `sums`. The first five arguments are constants at every
/// call.
SIGHT_INLINE void narrow_totals(const int rows, const int parts, const int all, const int index,
                                const int panels, const __m512i *sums,
                                const sight_q8_igemm_panel *panel, const int32_t *row_sums,
                                __m512i *totals) {
    const int step = 4 / parts; // rows that are added up at once
    SIGHT_UNROLL
    for (int r = 0; r < rows; r += step) {
        __m512i s[4];
        SIGHT_UNROLL
        for (int i = 0; i < 4; i++)
            s[i] = sums[(r + i / parts) * all + i % parts];
        const __m512i total = add_words(s[0], s[1], s[2], s[3]);
        SIGHT_UNROLL
        for (int i = 0; i < step; i++)
            totals[(r + i) * panels + index] = with_bias(
                parts == 4 ? total : _mm512_permutexvar_epi32(places_of_row(parts, i), total),
                panel, row_sums[r + i]);
    }
}

/// Computes the narrow columns of `rows` rows. The first three arguments are constants at every
/// call.
SIGHT_INLINE void narrow_tile(const int rows, const int parts, const _Bool flipped,
                              const sight_q8_igemm_job *job, const narrow_columns *narrow,
                              size_t row) {
    const int8_t *w = narrow->weights;
    __m512i sums[2 * sight_tile_rows]; // [row][part]
    SIGHT_UNROLL
    for (int i = 0; i < rows * parts; i++)
        sums[i] = _mm512_setzero_si512();
    for (size_t tap = 0; tap < narrow->taps; tap++) {
        const uint8_t *a[sight_tile_rows];
        SIGHT_UNROLL
        for (int r = 0; r < rows; r++)
            a[r] = sight_window_run(&job->window, row + (size_t)r, tap);
        for (size_t group = 0; group < narrow->groups; group += 4, w += 64 * parts) {
            __m512i weights[6];
            SIGHT_UNROLL
            for (int j = 0; j < parts; j++)
                weights[j] = _mm512_load_si512(w + 64 * j);
            SIGHT_UNROLL
            for (int r = 0; r < rows; r++) {
                __m512i bytes = _mm512_broadcast_i32x4(
                    _mm_loadu_si128((const __m128i *)(const void *)(a[r] + 4 * group)));
                if (flipped)
                    bytes = _mm512_xor_si512(bytes, _mm512_set1_epi8((char)0x80));
                SIGHT_UNROLL
                for (int j = 0; j < parts; j++)
                    sums[parts * r + j] = sight_dot4(sums[parts * r + j], bytes, weights[j]);
            }
        }
    }
    int32_t row_sums[sight_tile_rows] = {0};
    for (int r = 0; job->weight_offset != 0 && r < rows; r++)
        row_sums[r] =
            (int32_t)((uint32_t)job->weight_offset * (uint32_t)row_sum(job, row + (size_t)r));
    const int panels = parts > 4 ? 2 : 1;
    sight_q8_igemm_panel panel[2] = {
        sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, narrow->column)};
    __m512i totals[2 * sight_tile_rows]; // [row][panel]
    narrow_totals(rows, parts > 4 ? 4 : parts, parts, 0, panels, sums, panel, row_sums, totals);
    if (parts > 4) {
        panel[1] = sight_q8_igemm_panel_at(job, sight_q8_igemm_fours, narrow->column + 16);
        narrow_totals(rows, parts - 4, parts, 1, panels, sums + 4, panel + 1, row_sums, totals);
    }
    store(rows, panels, job, panel, totals, row, narrow->column, narrow->count);
}

/// Computes the narrow columns of `rows` rows at a time; `rows` and `parts` are constants at every
/// call.
SIGHT_INLINE void narrow_tiles(const int rows, const int parts, const sight_q8_igemm_job *job,
                               const narrow_columns *narrow, size_t row, size_t end) {
    if (parts <= 4 && job->input_flip) {
        for (; row < end; row += (size_t)rows)
            narrow_tile(rows, parts, 1, job, narrow, row);
        return;
    }
    for (; row < end; row += (size_t)rows)
        narrow_tile(rows, parts, 0, job, narrow, row);
}

/// Computes the last columns of whole tiles of a block's rows in narrow tiles, if that is faster;
/// returns the number of these columns.
static size_t narrow_block(const sight_q8_igemm_job *job, const sight_block *block) {
    enum { all = sight_tile_rows };
    narrow_columns narrow;
    if (block->rows < 2 * all || !narrow_pack(job, block, &narrow))
        return 0;
    const size_t row = block->row, end = row + block->rows / all * all;
    switch (narrow.parts) {
    case 1:
        narrow_tiles(all, 1, job, &narrow, row, end);
        break;
    case 2:
        narrow_tiles(all, 2, job, &narrow, row, end);
        break;
    case 4:
        narrow_tiles(all / 2, 4, job, &narrow, row, end);
        break;
    default:
        if (narrow_most == 6)
            narrow_tiles(all / 3, 6, job, &narrow, row, end);
    }
    return narrow.count;
}
