#ifndef SIGHT_F32_IGEMM_ADDEND_H
#define SIGHT_F32_IGEMM_ADDEND_H

#include "sight-f32-igemm.h"

// The addend of a job, for the kernels of binary32 and of bfloat16.

/// The number of columns of the addend from a column on.
static inline size_t sight_f32_igemm_addend_left(const sight_f32_igemm_job *job, size_t column) {
    return job->addend_columns > column ? job->addend_columns - column : 0;
}

/// The addend of a row from a column on, which the addend may not have; the job has an addend.
static inline const float *sight_f32_igemm_addend_at(const sight_f32_igemm_job *job, size_t row,
                                                     size_t column) {
    return (const float *)(const void *)((const char *)job->addend + row * job->addend_stride) +
           column;
}

/// The addend of one output; zero where the addend has no column. The job has an addend.
static inline float sight_f32_igemm_addend(const sight_f32_igemm_job *job, size_t row,
                                           size_t column) {
    return column < job->addend_columns ? *sight_f32_igemm_addend_at(job, row, column) : 0;
}

#endif
