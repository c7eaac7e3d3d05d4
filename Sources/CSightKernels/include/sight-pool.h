#ifndef SIGHT_POOL_H
#define SIGHT_POOL_H

#include <stddef.h>

/// Threads that run the tasks of one job at a time, together with the caller.
typedef struct sight_pool sight_pool;

/// One task of a job: `index` runs over 0 ..< tasks, in no order and on any thread.
typedef void (*sight_task)(void *context, size_t index);

/// Makes a pool of `threads` threads in all, the caller included; 0 and 1 start none.
/// NULL when memory runs out. Threads that cannot be started are done without.
sight_pool *sight_pool_create(size_t threads);

/// Ends the threads. No job may be running.
void sight_pool_destroy(sight_pool *pool);

/// Runs all tasks of a job and returns when the last has ended. Allocates nothing.
/// Callable from several threads: while one job has the workers, others run on their caller alone.
void sight_pool_run(sight_pool *pool, size_t tasks, sight_task task, void *context);

/// Opens a job that workers begin while its tasks are still being found; 0 when there are no
/// workers or another job has them. The caller has to finish it, and until then runs jobs alone.
_Bool sight_pool_open(sight_pool *pool, sight_task task, void *context);

/// Adds the next task, counted from 0, to the job that the caller has opened.
void sight_pool_offer(sight_pool *pool);

/// Ends the opened job: runs what nobody has taken, returns when the last task has ended.
void sight_pool_finish(sight_pool *pool);

#endif
