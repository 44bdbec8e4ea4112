/* A watch over entries that never end: a thread of its own looks whether each
 * processor is still in the entry that it was in a while ago.  Nothing but the
 * end of the program stops such an entry. */
#include "chares/watch.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "chares/fail.h"

enum { NAME = 200, PARTS = 4 };

/* Say which entry "m" is in, and end the program. */
static void give_up(const md *m) {
  char what[NAME] = "-";
  const md_message *message = m->present->message;
  if (message)
    (void)lcm_md_what(what, sizeof what, m, message);
  (void)fflush(stdout);
  (void)fprintf(stderr,
                "%s: processor %d, %s: this entry does not end: it has run for "
                "%g s (limit)\n",
                m->run->program->name, m->index, what, m->run->options.limit);
  _exit(MD_WRONG_PROGRAM);
}

/* Look at processor "i" of "run", of which "beats" and "times" remember what it
 * was in and for how many looks. */
static void look(struct md_run *run, int i, unsigned long *beats, int *times) {
  const unsigned long beat =
      atomic_load_explicit(&run->all[i].present->beat, memory_order_relaxed);
  times[i] = beat == beats[i] && beat % 2 ? times[i] + 1 : 0;
  beats[i] = beat;
  if (times[i] >= PARTS)
    give_up(&run->all[i]);
}

/* Return the time "seconds" from now. */
static struct timespec after(double seconds) {
  struct timespec at;
  double time;
  (void)clock_gettime(CLOCK_REALTIME, &at);
  time = (double)at.tv_nsec * 1e-9 + seconds;
  at.tv_sec += (time_t)floor(time);
  at.tv_nsec = (long)((time - floor(time)) * 1e9);
  return at;
}

/* Watch the run "argument". */
static void *watch(void *argument) {
  struct md_run *run = argument;
  const size_t n = (size_t)run->processors;
  unsigned long *beats = calloc(n, sizeof *beats);
  int *times = calloc(n, sizeof *times);
  if (!beats || !times)
    abort();
  (void)pthread_mutex_lock(&run->watch_mutex);
  while (run->watched) {
    const struct timespec at = after(run->options.limit / PARTS);
    (void)pthread_cond_timedwait(&run->watch_cond, &run->watch_mutex, &at);
    if (!run->threads)
      look(run, atomic_load(&run->current), beats, times);
    for (int i = 0; run->threads && i < run->processors; i++)
      look(run, i, beats, times);
  }
  (void)pthread_mutex_unlock(&run->watch_mutex);
  free(beats);
  free(times);
  return NULL;
}

void lcm_md_watch_begin(struct md_run *run) {
  (void)pthread_mutex_init(&run->watch_mutex, NULL);
  (void)pthread_cond_init(&run->watch_cond, NULL);
  run->watched = run->options.limit > 0;
  if (run->watched && pthread_create(&run->watch, NULL, watch, run))
    abort();
}

void lcm_md_watch_end(struct md_run *run) {
  const bool watched = run->watched;
  (void)pthread_mutex_lock(&run->watch_mutex);
  run->watched = false;
  (void)pthread_cond_signal(&run->watch_cond);
  (void)pthread_mutex_unlock(&run->watch_mutex);
  if (watched)
    (void)pthread_join(run->watch, NULL);
  (void)pthread_mutex_destroy(&run->watch_mutex);
  (void)pthread_cond_destroy(&run->watch_cond);
}
