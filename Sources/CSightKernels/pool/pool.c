#include "sight-pool.h"

#include <stdatomic.h>
#include <stdlib.h>

// Goals, in order: every task runs exactly once; the caller never waits for a thread that has
// nothing to do; workers spin briefly between jobs (operators follow each other within
// microseconds) and then sleep, so that an idle pool costs nothing.
//
// A job is published by raising `generation`. A worker enters a job by raising `entered` and
// leaves by lowering it; the caller closes the job (no entry after that) and waits for zero.

#if defined(_WIN32)

struct sight_pool {
    size_t threads;
};

sight_pool *sight_pool_create(size_t threads) {
    sight_pool *pool = calloc(1, sizeof *pool);
    if (pool)
        pool->threads = threads;
    return pool;
}

void sight_pool_destroy(sight_pool *pool) { free(pool); }

void sight_pool_run(sight_pool *pool, size_t tasks, sight_task task, void *context) {
    (void)pool;
    for (size_t i = 0; i < tasks; i++)
        task(context, i);
}

#else

#include <pthread.h>

struct sight_pool {
    pthread_mutex_t mutex;    // guards sleeping, waking and `stopping`
    pthread_cond_t wake;      // signalled when a job is published or the pool stops
    atomic_flag busy;         // set while a job has the workers
    atomic_size_t generation; // odd while a job is open for entry
    atomic_size_t entered;    // workers inside the job
    atomic_size_t next;       // first task nobody has taken
    atomic_size_t sleepers;   // workers waiting on `wake`
    size_t tasks;
    sight_task task;
    void *context;
    _Bool stopping;
    size_t workers;
    pthread_t threads[];
};

static inline void pause_briefly(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void take_tasks(sight_pool *pool) {
    for (;;) {
        size_t index = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (index >= pool->tasks)
            return;
        pool->task(pool->context, index);
    }
}

/// Waits for a generation other than `seen`; returns 0 when the pool stops.
static size_t wait_for_job(sight_pool *pool, size_t seen) {
    // About a millisecond on x86: longer than what one thread does alone between two operators that
    // are shared. Waking a thread that sleeps costs more than most operators take.
    enum { spins = 20000 };
    for (int i = 0; i < spins; i++) {
        size_t generation = atomic_load_explicit(&pool->generation, memory_order_acquire);
        if (generation != seen && (generation & 1))
            return generation;
        pause_briefly();
    }
    size_t generation;
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    for (;;) {
        generation = atomic_load(&pool->generation);
        if (pool->stopping || (generation != seen && (generation & 1)))
            break;
        pthread_cond_wait(&pool->wake, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleepers, 1);
    _Bool stopping = pool->stopping;
    pthread_mutex_unlock(&pool->mutex);
    return stopping ? 0 : generation;
}

static void *worker(void *argument) {
    sight_pool *pool = argument;
    size_t seen = 0;
    while ((seen = wait_for_job(pool, seen)) != 0) {
        atomic_fetch_add(&pool->entered, 1);
        // The job may have closed in between; then its fields may change, so look again.
        if (atomic_load(&pool->generation) == seen)
            take_tasks(pool);
        atomic_fetch_sub(&pool->entered, 1);
    }
    return NULL;
}

sight_pool *sight_pool_create(size_t threads) {
    size_t wanted = threads > 1 ? threads - 1 : 0;
    sight_pool *pool = calloc(1, sizeof *pool + wanted * sizeof(pthread_t));
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    atomic_flag_clear(&pool->busy);
    while (pool->workers < wanted &&
           pthread_create(&pool->threads[pool->workers], NULL, worker, pool) == 0)
        pool->workers++;
    return pool;
}

void sight_pool_destroy(sight_pool *pool) {
    if (!pool)
        return;
    pthread_mutex_lock(&pool->mutex);
    pool->stopping = 1;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (size_t i = 0; i < pool->workers; i++)
        pthread_join(pool->threads[i], NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

void sight_pool_run(sight_pool *pool, size_t tasks, sight_task task, void *context) {
    if (tasks < 2 || !pool || pool->workers == 0 || atomic_flag_test_and_set(&pool->busy)) {
        for (size_t i = 0; i < tasks; i++)
            task(context, i);
        return;
    }
    pool->tasks = tasks;
    pool->task = task;
    pool->context = context;
    atomic_store(&pool->next, 0);
    atomic_fetch_add(&pool->generation, 1); // even → odd: open
    if (atomic_load(&pool->sleepers) > 0) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->mutex);
    }
    take_tasks(pool);
    atomic_fetch_add(&pool->generation, 1); // odd → even: closed
    while (atomic_load(&pool->entered) > 0)
        pause_briefly();
    atomic_flag_clear(&pool->busy);
}

#endif
