/* Work that takes a known time, whoever else uses the processors: sleeping.
 * What the system adds to it is told at the end. */
#ifndef WORK_H
#define WORK_H

#include <dirent.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

/* Nanoseconds that all work took beyond what it should have, and that threads
 * waited for a processor up to the end of their work. */
static atomic_long overslept, queued;

/* Return the time in nanoseconds. */
static inline long work_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Return how many nanoseconds the thread whose numbers are in the file "path"
 * has waited for a processor, 0 where the kernel does not count that. */
static inline long work_queue(const char *path) {
  long waited = 0;
  FILE *file = fopen(path, "r");
  if (file && fscanf(file, "%*s %ld", &waited) != 1)
    waited = 0;
  if (file)
    fclose(file);
  return waited;
}

/* Work for "ms" milliseconds. */
static inline void work(long ms) {
  const struct timespec time = {ms / 1000, ms % 1000 * 1000000};
  const long begin = work_time();
  static _Thread_local long seen;
  clock_nanosleep(CLOCK_MONOTONIC, 0, &time, 0);
  atomic_fetch_add(&overslept, work_time() - begin - ms * 1000000);
  const long waited = work_queue("/proc/thread-self/schedstat");
  atomic_fetch_add(&queued, waited - seen);
  seen = waited;
}

/* Say how much was added.  What threads waited that still are there counts
 * twice. */
__attribute__((destructor)) static void work_end(void) {
  long sum = atomic_load(&queued);
  DIR *tasks = opendir("/proc/self/task");
  for (struct dirent *task = tasks ? readdir(tasks) : NULL; task;
       task = readdir(tasks)) {
    char path[300];
    snprintf(path, sizeof path, "/proc/self/task/%s/schedstat", task->d_name);
    sum += work_queue(path);
  }
  if (tasks)
    closedir(tasks);
  printf("overslept %ld queued %ld\n", atomic_load(&overslept), sum);
}

#endif
