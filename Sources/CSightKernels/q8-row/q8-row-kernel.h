// The kernel of a tier. The file that includes this one defines
//   some_columns(job, first, rows, is_signed, sums)
//                               writes sums[first...] of `rows` columns, which are 4 or 1

SIGHT_INLINE void all_columns(const sight_q8_row_job *job, size_t column, size_t columns,
                              const _Bool is_signed, int32_t *sums) {
    const size_t end = column + columns;
    for (; end - column >= 4; column += 4)
        some_columns(job, column, 4, is_signed, sums);
    for (; column < end; column++)
        some_columns(job, column, 1, is_signed, sums);
}

/// The kernel: int8 weights have no zero point, so that nothing is subtracted from them.
SIGHT_INLINE void row_kernel(const sight_q8_row_job *job, size_t column, size_t columns,
                             int32_t *sums) {
    if (job->is_signed)
        all_columns(job, column, columns, 1, sums);
    else
        all_columns(job, column, columns, 0, sums);
}
