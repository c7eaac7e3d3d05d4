#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stddef.h>

/// Whether heap allocations are counted: only with glibc and without sanitizers.
bool allocation_counter_works(void);

/// Heap allocations of all threads since the process started.
size_t allocation_count(void);

/// Bytes of those allocations, freed or not.
size_t allocated_bytes(void);

#endif
