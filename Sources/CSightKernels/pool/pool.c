#include "sight-pool.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// The design has these goals, the most important first. Every task runs exactly once. The caller
// never waits for a thread that has nothing to do. A job moves few cache lines between cores: one
// that gives a worker its tasks, and one that says that it has run them. Each thread runs the same
// share of every job first, so that the data that it wrote in one job is in its cache in the next;
// then it helps with the shares of the others. Between jobs, workers spin briefly (operators follow
// each other within microseconds) and then sleep, so that an idle pool uses no processor time.
//
// A share is one word with the first task that no thread has taken and the end of its tasks. A
// thread takes a task by raising the first one with a compare-and-swap. If it succeeds, the task
// belongs to the current job, even if the thread read the word long before, and the job cannot end
// before the task does. The job ends when the workers have run all tasks that the caller has not.
// While a job `grows`, the caller may add tasks to its own share, from which the workers take them.

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

_Bool sight_pool_open(sight_pool *pool, sight_task task, void *context) {
    (void)pool, (void)task, (void)context;
    return 0;
}

void sight_pool_offer(sight_pool *pool) { (void)pool; }

void sight_pool_finish(sight_pool *pool) { (void)pool; }

#else

#include <pthread.h>
#ifdef __APPLE__
#include <pthread/qos.h>
#endif
#include <sched.h>

// The distance between variables that different threads write: two cache lines, because processors
// fetch lines in pairs.
enum { apart = 128 };

// A thread and its share of the job.
typedef struct {
    _Alignas(apart) _Atomic uint64_t tasks; // the next task, and the end of the tasks << 32
    _Atomic(sight_task) task;               // of the job
    _Atomic(void *) context;
    _Alignas(apart) atomic_size_t finished; // tasks of all jobs that this thread has run
    sight_pool *pool;
    pthread_t thread;
} share;

struct sight_pool {
    _Alignas(apart) atomic_flag busy;  // set while a job uses the workers
    size_t finished;                   // tasks of earlier jobs that workers have run
    _Alignas(apart) atomic_bool grows; // more tasks may come
    atomic_size_t sleepers;            // workers waiting on `wake`
    pthread_mutex_t mutex;             // guards sleeping, waking and `stopping`
    pthread_cond_t wake;               // signalled when a job is published or the pool stops
    _Bool stopping;
    size_t threads; // threads including the caller, whose share is the first
    share shares[];
};

static inline void pause_briefly(void) {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static inline size_t next_task(uint64_t tasks) { return (uint32_t)tasks; }
static inline size_t end_task(uint64_t tasks) { return tasks >> 32; }

/// Whether a share has tasks that no thread has taken. Acquires what the caller wrote before it
/// published them, among it the number of threads: others may take all of them before this thread
/// does.
static inline _Bool has_tasks(share *part) {
    const uint64_t tasks = atomic_load_explicit(&part->tasks, memory_order_acquire);
    return next_task(tasks) < end_task(tasks);
}

/// Takes and runs the tasks of a share until no thread can take another; returns the number of
/// tasks that this thread has run.
static size_t take_share(share *part) {
    size_t count = 0;
    uint64_t tasks = atomic_load_explicit(&part->tasks, memory_order_relaxed);
    while (next_task(tasks) < end_task(tasks)) {
        // Acquires what the caller wrote before it published the tasks.
        if (!atomic_compare_exchange_weak_explicit(&part->tasks, &tasks, tasks + 1,
                                                   memory_order_acquire, memory_order_relaxed))
            continue;
        const sight_task task = atomic_load_explicit(&part->task, memory_order_relaxed);
        task(atomic_load_explicit(&part->context, memory_order_relaxed), next_task(tasks));
        count++;
        tasks = atomic_load_explicit(&part->tasks, memory_order_relaxed);
    }
    return count;
}

/// Says that a worker has run some tasks; the caller acquires what they wrote.
static void report(share *own, size_t count) {
    if (count > 0)
        atomic_fetch_add_explicit(&own->finished, count, memory_order_release);
}

/// Runs the tasks of a worker's own share, and then those that are left in the other shares.
static void take_tasks(share *own) {
    sight_pool *pool = own->pool;
    report(own, take_share(own));
    for (size_t i = 1; i < pool->threads; i++) {
        const size_t other = (size_t)(own - pool->shares) + i;
        report(own, take_share(&pool->shares[other % pool->threads]));
    }
}

/// Whether there may be tasks for a worker.
static inline _Bool is_needed(sight_pool *pool, share *own) {
    return has_tasks(own) ||
           (atomic_load_explicit(&pool->grows, memory_order_relaxed) && has_tasks(pool->shares));
}

/// Waits for tasks; returns 0 when the pool stops.
static _Bool wait_for_tasks(sight_pool *pool, share *own) {
    // About a millisecond on x86. Operators that run on one thread take less, so workers do not
    // sleep between two operators that are shared; waking a thread takes longer than most
    // operators.
    enum { spins = 20000 };
    // While the job grows, the worker yields after that many: the caller may need this processor.
    enum { spins_of_growing_job = 10000 };
    for (int i = 0; i < spins; i++) {
        if (is_needed(pool, own))
            return 1;
        if (i > spins_of_growing_job && atomic_load_explicit(&pool->grows, memory_order_relaxed)) {
            sched_yield();
            i--;
        } else
            pause_briefly();
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleepers, 1);
    while (!pool->stopping && !atomic_load(&pool->grows) &&
           !(next_task(atomic_load(&own->tasks)) < end_task(atomic_load(&own->tasks))))
        pthread_cond_wait(&pool->wake, &pool->mutex);
    atomic_fetch_sub(&pool->sleepers, 1);
    const _Bool stopping = pool->stopping;
    pthread_mutex_unlock(&pool->mutex);
    return !stopping;
}

static void *worker(void *argument) {
    share *own = argument;
    while (wait_for_tasks(own->pool, own))
        take_tasks(own);
    return NULL;
}

/// Starts the thread of a share; returns 0, or the system's error.
static int start_worker(share *own) {
#ifdef __APPLE__
    // Without a class of their own, the threads would have a lower one than callers who wait for
    // them, and might get efficiency cores only.
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) == 0) {
        pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_USER_INITIATED, 0);
        const int status = pthread_create(&own->thread, &attributes, worker, own);
        pthread_attr_destroy(&attributes);
        return status;
    }
#endif
    return pthread_create(&own->thread, NULL, worker, own);
}

sight_pool *sight_pool_create(size_t threads) {
    const size_t wanted = threads > 1 ? threads : 1;
    if (wanted > (SIZE_MAX - sizeof(sight_pool)) / sizeof(share))
        return NULL;
    sight_pool *pool = aligned_alloc(apart, sizeof *pool + wanted * sizeof(share));
    if (!pool)
        return NULL;
    memset(pool, 0, sizeof *pool + wanted * sizeof(share));
    pthread_mutex_init(&pool->mutex, NULL);
    pthread_cond_init(&pool->wake, NULL);
    atomic_flag_clear(&pool->busy);
    for (pool->threads = 1; pool->threads < wanted; pool->threads++) {
        share *own = &pool->shares[pool->threads];
        own->pool = pool;
        if (start_worker(own) != 0)
            break;
    }
    return pool;
}

void sight_pool_destroy(sight_pool *pool) {
    if (!pool)
        return;
    pthread_mutex_lock(&pool->mutex);
    pool->stopping = 1;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->mutex);
    for (size_t i = 1; i < pool->threads; i++)
        pthread_join(pool->shares[i].thread, NULL);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->mutex);
    free(pool);
}

/// Divides the tasks into consecutive shares, one for each thread. The sizes of two shares differ
/// by at most one task.
static void share_out(sight_pool *pool, size_t tasks, sight_task task, void *context) {
    const size_t whole = tasks / pool->threads, rest = tasks % pool->threads;
    for (size_t i = 0, next = 0; i < pool->threads; i++) {
        share *part = &pool->shares[i];
        const size_t end = next + whole + (i < rest);
        atomic_store_explicit(&part->task, task, memory_order_relaxed);
        atomic_store_explicit(&part->context, context, memory_order_relaxed);
        atomic_store_explicit(&part->tasks, (uint64_t)end << 32 | next, memory_order_release);
        next = end;
    }
}

/// Publishes a job to the workers, unless another job has them.
static _Bool publish(sight_pool *pool, size_t tasks, _Bool grows, sight_task task, void *context) {
    if (!pool || pool->threads < 2 || tasks > UINT32_MAX ||
        atomic_flag_test_and_set_explicit(&pool->busy, memory_order_acquire))
        return 0;
    share_out(pool, tasks, task, context);
    if (grows)
        atomic_store_explicit(&pool->grows, 1, memory_order_release);
    // A worker counts itself as a sleeper before it looks for tasks a last time.
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load(&pool->sleepers) > 0) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->mutex);
    }
    return 1;
}

/// The tasks that workers have run since the pool was created.
static size_t finished(sight_pool *pool) {
    size_t count = 0;
    for (size_t i = 1; i < pool->threads; i++)
        count += atomic_load_explicit(&pool->shares[i].finished, memory_order_acquire);
    return count;
}

/// Runs the remaining ones of the tasks and waits until those of the workers have ended.
static void complete(sight_pool *pool, size_t tasks) {
    for (size_t i = 0; i < pool->threads; i++)
        tasks -= take_share(&pool->shares[i]);
    pool->finished += tasks;
    // After that many, the caller yields: the worker may need this processor.
    enum { spins = 10000 };
    for (int i = 0; finished(pool) != pool->finished; i++)
        if (i < spins)
            pause_briefly();
        else
            sched_yield();
    atomic_flag_clear_explicit(&pool->busy, memory_order_release);
}

void sight_pool_run(sight_pool *pool, size_t tasks, sight_task task, void *context) {
    if (tasks < 2 || !publish(pool, tasks, 0, task, context)) {
        for (size_t i = 0; i < tasks; i++)
            task(context, i);
        return;
    }
    complete(pool, tasks);
}

_Bool sight_pool_open(sight_pool *pool, sight_task task, void *context) {
    return publish(pool, 0, 1, task, context);
}

void sight_pool_offer(sight_pool *pool) {
    atomic_fetch_add_explicit(&pool->shares[0].tasks, (uint64_t)1 << 32, memory_order_release);
}

void sight_pool_finish(sight_pool *pool) {
    atomic_store(&pool->grows, 0);
    const uint64_t tasks = atomic_load_explicit(&pool->shares[0].tasks, memory_order_relaxed);
    complete(pool, end_task(tasks));
}

#endif
