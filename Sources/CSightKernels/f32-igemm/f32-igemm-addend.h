#ifndef SIGHT_F32_IGEMM_ADDEND_H
#define SIGHT_F32_IGEMM_ADDEND_H

#include "sight-f32-igemm.h"

// The addend of a job, for the kernels of binary32 and of bfloat16.

/// Returns how many columns the addend has from `column` on.
static inline size_t sight_f32_igemm_addend_left(const sight_f32_igemm_job *job, size_t column) {
    return job->addend_columns > column ? job->addend_columns - column : 0;
}

/// Returns the address of the addend's number in a row and a column. An addend with fewer columns
/// does not have that number. Precondition: the job has an addend.
static inline const float *sight_f32_igemm_addend_at(const sight_f32_igemm_job *job, size_t row,
                                                     size_t column) {
    return (const float *)(const void *)((const char *)job->addend + row * job->addend_stride) +
           column;
}

/// Returns what the job adds to one output: zero in columns that the addend does not have.
/// Precondition: the job has an addend.
static inline float sight_f32_igemm_addend(const sight_f32_igemm_job *job, size_t row,
                                           size_t column) {
    return column < job->addend_columns ? *sight_f32_igemm_addend_at(job, row, column) : 0;
}

#endif
