/* SPDX-License-Identifier: MIT
 *
 * Locks, conditions, semaphores and barriers of POSIX and C11.  What is free
 * is got without an event: who waits has asked whether it is free before, so
 * only waiting is timed. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <threads.h>

#include "profiler/core/core.h"
#include "profiler/wrap/wrap.h"

#pragma GCC visibility push(default)

/* Lock "mutex". */
int pthread_mutex_lock(pthread_mutex_t *mutex) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  if (!thread)
    return LCM_REAL(pthread_mutex_lock)(mutex);
  int got = LCM_REAL(pthread_mutex_trylock)(mutex);
  if (got != EBUSY) {
    lcm_no_wait(thread, LCM_RAW_LOCK, address);
    return got;
  }
  lcm_wait(thread, LCM_RAW_LOCK, address, LCM_RAW_WAITING);
  got = LCM_REAL(pthread_mutex_lock)(mutex);
  lcm_pop(thread);
  return got;
}

/* Lock "mutex", or give up at "until". */
int pthread_mutex_timedlock(pthread_mutex_t *mutex,
                            const struct timespec *until) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_LOCK, address, LCM_RAW_WAITING);
  const int got = LCM_REAL(pthread_mutex_timedlock)(mutex, until);
  lcm_pop(thread);
  return got;
}

/* Lock "lock" for reading. */
int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  if (!thread)
    return LCM_REAL(pthread_rwlock_rdlock)(lock);
  int got = LCM_REAL(pthread_rwlock_tryrdlock)(lock);
  if (got != EBUSY) {
    lcm_no_wait(thread, LCM_RAW_LOCK, address);
    return got;
  }
  lcm_wait(thread, LCM_RAW_LOCK, address, LCM_RAW_WAITING);
  got = LCM_REAL(pthread_rwlock_rdlock)(lock);
  lcm_pop(thread);
  return got;
}

/* Lock "lock" for writing. */
int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  if (!thread)
    return LCM_REAL(pthread_rwlock_wrlock)(lock);
  int got = LCM_REAL(pthread_rwlock_trywrlock)(lock);
  if (got != EBUSY) {
    lcm_no_wait(thread, LCM_RAW_LOCK, address);
    return got;
  }
  lcm_wait(thread, LCM_RAW_LOCK, address, LCM_RAW_WAITING);
  got = LCM_REAL(pthread_rwlock_wrlock)(lock);
  lcm_pop(thread);
  return got;
}

/* Lock "lock". */
int pthread_spin_lock(pthread_spinlock_t *lock) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  if (!thread)
    return LCM_REAL(pthread_spin_lock)(lock);
  int got = LCM_REAL(pthread_spin_trylock)(lock);
  if (got != EBUSY) {
    lcm_no_wait(thread, LCM_RAW_LOCK, address);
    return got;
  }
  lcm_wait(thread, LCM_RAW_LOCK, address, LCM_RAW_WAITING);
  got = LCM_REAL(pthread_spin_lock)(lock);
  lcm_pop(thread);
  return got;
}

/* Wait for "condition", "mutex" being free meanwhile. */
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_CONDITION, address, LCM_RAW_WAITING);
  const int got = LCM_REAL(pthread_cond_wait)(condition, mutex);
  lcm_pop(thread);
  return got;
}

/* The same, but not beyond "until". */
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           const struct timespec *until) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_CONDITION, address, LCM_RAW_WAITING);
  const int got = LCM_REAL(pthread_cond_timedwait)(condition, mutex, until);
  lcm_pop(thread);
  return got;
}

/* The same, by the clock "clock". */
int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                           clockid_t clock, const struct timespec *until) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_CONDITION, address, LCM_RAW_WAITING);
  const int got =
      LCM_REAL(pthread_cond_clockwait)(condition, mutex, clock, until);
  lcm_pop(thread);
  return got;
}

/* Take one from "semaphore". */
int sem_wait(sem_t *semaphore) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  if (!thread)
    return LCM_REAL(sem_wait)(semaphore);
  const int before = errno;
  if (LCM_REAL(sem_trywait)(semaphore) == 0) {
    lcm_no_wait(thread, LCM_RAW_SEMAPHORE, address);
    return 0;
  }
  errno = before;
  lcm_wait(thread, LCM_RAW_SEMAPHORE, address, LCM_RAW_WAITING);
  const int got = LCM_REAL(sem_wait)(semaphore);
  lcm_pop(thread);
  return got;
}

/* Take one from "semaphore", or give up at "until". */
int sem_timedwait(sem_t *semaphore, const struct timespec *until) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_SEMAPHORE, address, LCM_RAW_WAITING);
  const int got = LCM_REAL(sem_timedwait)(semaphore, until);
  lcm_pop(thread);
  return got;
}

/* Lock "mutex". */
int mtx_lock(mtx_t *mutex) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  if (!thread)
    return LCM_REAL(mtx_lock)(mutex);
  int got = LCM_REAL(mtx_trylock)(mutex);
  if (got != thrd_busy) {
    lcm_no_wait(thread, LCM_RAW_LOCK, address);
    return got;
  }
  lcm_wait(thread, LCM_RAW_LOCK, address, LCM_RAW_WAITING);
  got = LCM_REAL(mtx_lock)(mutex);
  lcm_pop(thread);
  return got;
}

/* Lock "mutex", or give up at "until". */
int mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_LOCK, address, LCM_RAW_WAITING);
  const int got = LCM_REAL(mtx_timedlock)(mutex, until);
  lcm_pop(thread);
  return got;
}

/* Wait for "condition", "mutex" being free meanwhile. */
int cnd_wait(cnd_t *condition, mtx_t *mutex) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_CONDITION, address, LCM_RAW_WAITING);
  const int got = LCM_REAL(cnd_wait)(condition, mutex);
  lcm_pop(thread);
  return got;
}

/* The same, but not beyond "until". */
int cnd_timedwait(cnd_t *condition, mtx_t *mutex,
                  const struct timespec *until) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_wait(thread, LCM_RAW_CONDITION, address, LCM_RAW_WAITING);
  const int got = LCM_REAL(cnd_timedwait)(condition, mutex, until);
  lcm_pop(thread);
  return got;
}

/* Make "barrier" one for "n" threads. */
int pthread_barrier_init(pthread_barrier_t *barrier,
                         const pthread_barrierattr_t *attributes, unsigned n) {
  if (lcm_caller(LCM_CALLED_AT))
    lcm_barrier_note(barrier, n);
  return LCM_REAL(pthread_barrier_init)(barrier, attributes, n);
}

/* Meet the others at "barrier". */
int pthread_barrier_wait(pthread_barrier_t *barrier) {
  const void *address = LCM_CALLED_AT;
  lcm_thread *thread = lcm_caller(address);
  lcm_barrier *known = thread ? lcm_barrier_known(barrier) : NULL;
  if (!known) {
    lcm_wait(thread, LCM_RAW_BARRIER, address, LCM_RAW_WAITING);
    const int got = LCM_REAL(pthread_barrier_wait)(barrier);
    lcm_pop(thread);
    return got;
  }
  const uint64_t phase = lcm_barrier_enter(thread, known, address);
  const int got = LCM_REAL(pthread_barrier_wait)(barrier);
  lcm_barrier_leave(thread, known, phase);
  return got;
}

#pragma GCC visibility pop
