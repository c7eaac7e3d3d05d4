#include "allocation-counter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(SANITIZED)

// The program's own malloc replaces the C library's, which these names still reach.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static atomic_size_t count;
static atomic_size_t bytes;

static void note(size_t size) {
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
}

void *malloc(size_t size) {
    note(size);
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    note(number * size);
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size) {
    note(size);
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    note(size);
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    note(size);
    void *result = __libc_memalign(alignment, size);
    if (!result)
        return ENOMEM;
    *memory = result;
    return 0;
}

bool allocation_counter_works(void) { return true; }

size_t allocation_count(void) { return atomic_load_explicit(&count, memory_order_relaxed); }

size_t allocated_bytes(void) { return atomic_load_explicit(&bytes, memory_order_relaxed); }

#else

bool allocation_counter_works(void) { return false; }

size_t allocation_count(void) { return 0; }

size_t allocated_bytes(void) { return 0; }

#endif
