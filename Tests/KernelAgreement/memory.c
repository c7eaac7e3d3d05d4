#define _DEFAULT_SOURCE // MAP_ANONYMOUS
#include "agreement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Each slot is followed by an inaccessible page; an allocation ends where the page begins.
enum { slot_bytes = 1 << 20, slot_count = 16 };
static char *slots[slot_count];
static size_t used;

/// Maps a slot and its guard page.
static char *map_slot(void) {
    const size_t guard = (size_t)sysconf(_SC_PAGESIZE);
    void *slot =
        mmap(NULL, slot_bytes + guard, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (slot == MAP_FAILED || mprotect((char *)slot + slot_bytes, guard, PROT_NONE) != 0) {
        perror("mapping memory with a guard");
        exit(2);
    }
    return slot;
}

void *agreement_allocate(size_t bytes) {
    if (bytes > slot_bytes || used == slot_count) {
        fprintf(stderr, "a case wants %zu bytes in slot %zu\n", bytes, used);
        exit(2);
    }
    if (!slots[used])
        slots[used] = map_slot();
    char *memory = slots[used++] + slot_bytes - bytes;
    memset(memory, 0, bytes);
    return memory;
}

void agreement_release(void) { used = 0; }
