#ifndef SIGHT_KERNEL_TABLE_H
#define SIGHT_KERNEL_TABLE_H

#include "isa.h"

#include <stddef.h>

/// Defines the two functions of a kernel family. Its array `kernels` is in ascending order, the
/// reference first: `all` returns every kernel, `best` the last available one of a tier or below.
#define SIGHT_KERNEL_TABLE(kernel, all, best)                                                      \
    const kernel *all(size_t *count) {                                                             \
        *count = sizeof kernels / sizeof kernels[0];                                               \
        return kernels;                                                                            \
    }                                                                                              \
                                                                                                   \
    const kernel *best(sight_tier tier) {                                                          \
        size_t choice = 0;                                                                         \
        for (size_t i = 1; i < sizeof kernels / sizeof kernels[0]; i++)                            \
            if (kernels[i].tier <= tier && sight_tier_available(kernels[i].tier))                  \
                choice = i;                                                                        \
        return &kernels[choice];                                                                   \
    }

#endif
