/* How often numbers occur, counted by threads: each counts a slice of its own
 * and then adds what it found to the total, one at a time.
 *
 * usage: histogram NUMBERS THREADS */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// lcm: param p := threads
// lcm: param n = 1000000 "how many numbers"
// lcm: param bins = 4096
enum { BINS = 4096 };

/* What a thread counts: numbers "from" .. "to" - 1. */
struct slice {
  const unsigned *numbers;
  size_t from;
  size_t to;
};

static size_t total[BINS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Count a slice. */
static void *count(void *argument) {
  const struct slice *slice = argument;
  size_t *own = calloc(BINS, sizeof *own);
  if (!own)
    abort();
  // lcm: fragment count
  // lcm: model time = (slice.to - slice.from) * (one = 1.5 +/- 0.3) ns
  for (size_t i = slice->from; i < slice->to; i++)
    own[slice->numbers[i] % BINS]++;
  pthread_mutex_lock(&lock);
  // lcm: fragment add
  // lcm: model time = bins * (add = 0.6 +/- 0.1) ns
  for (size_t i = 0; i < BINS; i++)
    total[i] += own[i];
  pthread_mutex_unlock(&lock);
  free(own);
  return NULL;
}

/* Fill "numbers" with "n" numbers; the models leave it out. */
static void fill(unsigned *numbers, size_t n) {
  unsigned state = 1;
  // lcm: ignore
  for (size_t i = 0; i < n; i++)
    numbers[i] = (state = state * 1664525 + 1013904223) >> 8;
}

int main(int argc, char **argv) {
  const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
  const size_t threads = argc > 2 ? strtoul(argv[2], NULL, 10) : 4;
  unsigned *numbers = malloc(n * sizeof *numbers);
  pthread_t *ids = malloc(threads * sizeof *ids);
  struct slice *slices = malloc(threads * sizeof *slices);
  size_t sum = 0;
  if (!numbers || !ids || !slices)
    return 2;
  fill(numbers, n);
  for (size_t i = 0; i < threads; i++) {
    slices[i].numbers = numbers;
    slices[i].from = i * n / threads;
    slices[i].to = (i + 1) * n / threads;
    if (pthread_create(&ids[i], NULL, count, &slices[i]) != 0)
      return 2;
  }
  for (size_t i = 0; i < threads; i++)
    pthread_join(ids[i], NULL);
  for (size_t i = 0; i < BINS; i++)
    sum += total[i];
  printf("numbers %zu counted %zu\n", n, sum);
  free(slices);
  free(ids);
  free(numbers);
  return sum == n ? 0 : 1;
}
