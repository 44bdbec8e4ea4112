#include <pthread.h>
#include <stdlib.h>
#include <time.h>
// lcm: param p := threads
static pthread_barrier_t meet;
struct job { int id; int n; double *out; };
static void spend(long ms) {
  const struct timespec t = {ms / 1000, ms % 1000 * 1000000};
  // lcm: model time = ms * 1 ms
  nanosleep(&t, 0);
}
static void *work(void *arg) {
  struct job *job = arg;
  for (int phase = 0; phase < 3; phase++) {
    spend(10 * (job->id + 1));
    pthread_barrier_wait(&meet);
  }
  if (job->id == 0)
    spend(7);
  return NULL;
}
int main(int argc, char **argv) {
  int threads = argc > 1 ? atoi(argv[1]) : 4;
  pthread_t *t = malloc(threads * sizeof *t);
  struct job *jobs = malloc(threads * sizeof *jobs);
  pthread_barrier_init(&meet, NULL, threads);
  for (int i = 0; i < threads; i++) {
    jobs[i].id = i;
    jobs[i].n = 100;
    if (pthread_create(&t[i], NULL, work, &jobs[i]) != 0) {
      abort();
    }
  }
  for (int i = 0; i < threads; i++)
    pthread_join(t[i], NULL);
  free(jobs);
  return 0;
}
