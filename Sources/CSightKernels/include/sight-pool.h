#ifndef SIGHT_POOL_H
#define SIGHT_POOL_H

#include <stddef.h>

/// Threads that run the tasks of one job at a time, together with the caller.
typedef struct sight_pool sight_pool;

/// One task of a job: `index` takes each value of 0 ..< tasks once, in any order and on any thread.
typedef void (*sight_task)(void *context, size_t index);

/// Creates a pool of `threads` threads, including the caller; 0 and 1 start none. Returns NULL if
/// there is not enough memory. If a thread cannot be started, the pool works with fewer.
sight_pool *sight_pool_create(size_t threads);

/// Ends the threads. No job may be running.
void sight_pool_destroy(sight_pool *pool);

/// Runs all tasks of a job and returns when the last has ended. Allocates nothing. Several threads
/// may call it: while one job has the workers, other jobs run on their callers' threads.
void sight_pool_run(sight_pool *pool, size_t tasks, sight_task task, void *context);

/// Opens a job to which tasks are added while the workers run it. Returns 0 if there are no
/// workers, or if another job uses them. The caller must finish the job; jobs that it runs until
/// then run on its own thread.
_Bool sight_pool_open(sight_pool *pool, sight_task task, void *context);

/// Adds the next task, counted from 0, to the job that the caller has opened.
void sight_pool_offer(sight_pool *pool);

/// Ends the opened job: runs the remaining tasks and returns when the last task has ended.
void sight_pool_finish(sight_pool *pool);

#endif
