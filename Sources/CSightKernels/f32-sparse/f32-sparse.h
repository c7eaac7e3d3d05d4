#ifndef SIGHT_F32_SPARSE_INTERNAL_H
#define SIGHT_F32_SPARSE_INTERNAL_H

#include "../f32-igemm/f32-igemm-addend.h"
#include "../isa.h"
#include "sight-f32-sparse.h"

#define KERNEL(function, tier, rows)                                                               \
    void function(const sight_f32_igemm_job *job, sight_block block);
#include "f32-sparse.inc"
#undef KERNEL

enum {
    sparse_pitch = 64, // rows of a transposed tile [K][64]
    sparse_bytes = sparse_pitch * sizeof(float),
};

// A part of the packed weights. At the start of a column: the bias, and the number of the column's
// weights. For a weight: its value, and the byte offset of its input channel in a transposed tile.
typedef struct {
    float value;
    uint32_t number;
} sparse_record;

/// Returns the first record of a column.
static inline const sparse_record *sparse_column(const sight_f32_igemm_job *job, size_t column) {
    const sparse_record *record = job->packed;
    for (; column > 0; column--)
        record += 1 + record->number;
    return record;
}

#endif
