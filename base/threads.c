/* Starting and joining the threads that share work. */
#include "base/threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <unistd.h>

/* The most threads, and the sizes of stacks that are asked for, as powers of
 * two. */
enum { MOST = 256, STACK_BITS = 30, LEAST_STACK_BITS = 16 };

/* A thread, and whether there is one. */
struct thread {
  void (*body)(void *user, size_t number);
  void *user;
  size_t number;
  pthread_t id;
  bool started;
};

size_t lcm_threads_of(size_t asked, size_t most) {
  const long processors = sysconf(_SC_NPROCESSORS_ONLN);
  const size_t n = asked ? asked : processors > 0 ? (size_t)processors : 1;
  most = most < MOST ? most : MOST;
  return n < most ? n : most;
}

/* Do what the thread "user" is for. */
static void *run(void *user) {
  const struct thread *thread = user;
  thread->body(thread->user, thread->number);
  return NULL;
}

/* Start "thread" with as much stack as there is. */
static void start(struct thread *thread) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes))
    return;
  for (int bits = STACK_BITS; bits >= LEAST_STACK_BITS && !thread->started;
       bits--)
    thread->started =
        !pthread_attr_setstacksize(&attributes, (size_t)1 << bits) &&
        !pthread_create(&thread->id, &attributes, run, thread);
  pthread_attr_destroy(&attributes);
}

void lcm_threads_run(size_t n, void (*body)(void *user, size_t number),
                     void *user) {
  struct thread threads[MOST];
  const size_t own = n < MOST ? n : MOST;
  for (size_t i = 0; i < own; i++)
    threads[i] = (struct thread){.body = body, .user = user, .number = i};
  for (size_t i = 1; i < own; i++)
    start(&threads[i]);
  for (size_t i = 0; i < n; i++)
    if (i >= own || !threads[i].started)
      body(user, i);
  for (size_t i = 1; i < own; i++)
    if (threads[i].started)
      pthread_join(threads[i].id, NULL);
}
