#include "agreement.h"

enum { task_limit = 300, most_threads = 5 };

// A job, with the number of runs of each task and the pool for nested jobs.
typedef struct {
    uint8_t counts[task_limit];
    sight_pool *pool;
    size_t nested; // the task that runs a job of its own, which its thread does alone
} job;

static void count_inner(void *context, size_t index) { ((uint8_t *)context)[index]++; }

static void count(void *context, size_t index) {
    job *own = context;
    own->counts[index]++;
    if (index != own->nested)
        return;
    uint8_t inner[7] = {0};
    sight_pool_run(own->pool, 7, count_inner, inner);
    for (size_t i = 0; i < 7; i++)
        own->counts[index] = inner[i] == 1 ? own->counts[index] : 100;
}

static void run_known(sight_pool *pool, size_t tasks, job *own) {
    sight_pool_run(pool, tasks, count, own);
}

/// Runs a job whose tasks are announced one after the other, if the pool has workers for it.
static void run_growing(sight_pool *pool, size_t tasks, job *own) {
    if (!sight_pool_open(pool, count, own)) {
        run_known(pool, tasks, own);
        return;
    }
    for (size_t i = 0; i < tasks; i++)
        sight_pool_offer(pool);
    sight_pool_finish(pool);
}

/// Whether every task of a job ran exactly once; all cases use the same pools.
static _Bool agrees(size_t threads, uint64_t seed) {
    static sight_pool *pools[most_threads + 1];
    if (!pools[threads])
        pools[threads] = sight_pool_create(threads);
    agreement_random random = agreement_seeded(seed);
    const size_t tasks = AGREEMENT_PICK(&random, 0, 1, 2, 3, 4, 5, 8, 31, task_limit);
    job own = {.pool = pools[threads], .nested = agreement_next(&random) % task_limit};
    (agreement_next(&random) % 2 ? run_growing : run_known)(pools[threads], tasks, &own);
    for (size_t i = 0; i < task_limit; i++)
        if (own.counts[i] != (i < tasks))
            return 0;
    return pools[threads] != NULL;
}

void agreement_pool(void) {
    static const char *const names[most_threads + 1] = {
        NULL, "sight_pool of 1 thread", "sight_pool of 2", "sight_pool of 3",
        NULL, "sight_pool of 5"};
    for (size_t threads = 1; threads <= most_threads; threads++)
        if (names[threads])
            agreement_run(names[threads], sight_tier_scalar, threads, agrees);
}
