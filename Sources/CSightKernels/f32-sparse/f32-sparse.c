#include "f32-sparse.h"

#include "../kernel-table.h"

size_t sight_f32_sparse_count(const float *weights, size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += weights[i] != 0;
    return found;
}

size_t sight_f32_sparse_packed_bytes(size_t count, size_t columns) {
    return (count + columns + 1) * sizeof(sparse_record); // one more, which packing may write
}

void sight_f32_sparse_pack(size_t depth, size_t columns, const float *weights, size_t count,
                           const float *biases, void *packed) {
    sparse_record *record = packed;
    for (size_t n = 0; n < columns; n++, weights += depth) {
        sparse_record *start = record++;
        // The next record overwrites the record of a zero, so the loop has no branch.
        for (size_t k = 0; k < depth; k++) {
            *record = (sparse_record){weights[k], (uint32_t)(k * sparse_bytes)};
            const size_t kept = weights[k] != 0 && count > 0;
            record += kept;
            count -= kept;
        }
        *start = (sparse_record){biases ? biases[n] : 0, (uint32_t)(record - start - 1)};
    }
}

#define KERNEL(function, tier, rows) {#function, tier, rows, function},
static const sight_f32_igemm_kernel kernels[] = {
#include "f32-sparse.inc"
};
#undef KERNEL

SIGHT_KERNEL_TABLE(sight_f32_igemm_kernel, sight_f32_sparse_kernels, sight_f32_sparse_best)
