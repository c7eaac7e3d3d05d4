#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stddef.h>

/// Whether heap allocations are counted, which works only with glibc and without sanitizers.
bool allocation_counter_works(void);

/// The number of heap allocations of all threads since the process started.
size_t allocation_count(void);

/// The bytes of all those allocations, including freed ones.
size_t allocated_bytes(void);

#endif
