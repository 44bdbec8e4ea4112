/* What is measured of memory, line by line: accesses that nobody foresees, and
 * pages that are touched first. */
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

#include "measure/calibrate/places.h"

enum { LINE = 64, WORDS = LINE / sizeof(unsigned long) };

struct places {
  unsigned long *lines; /* the first word of each is the word of the next */
  unsigned *order;      /* their words in that order */
  size_t n;
  unsigned long at; /* the word of the line that is next in a chain */
  size_t next;      /* the number in "order" that is next */
};

/* Return the seconds that this thread has computed. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Put the numbers from 0 to "n" - 1 into "order", at random. */
static void shuffle(unsigned *order, size_t n) {
  unsigned long state = 88172645463325252ul;
  for (size_t i = 0; i < n; i++)
    order[i] = (unsigned)i;
  for (size_t i = n; i-- > 1;) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    const size_t k = state % i;
    const unsigned other = order[k];
    order[k] = order[i];
    order[i] = other;
  }
}

void places_free(struct places *places) {
  if (places) {
    free(places->lines);
    free(places->order);
  }
  free(places);
}

struct places *places_new(double bytes) {
  struct places *out = calloc(1, sizeof *out);
  if (!out)
    return NULL;
  out->n = (size_t)(bytes / LINE);
  out->lines = aligned_alloc(PAGE, (out->n * LINE + PAGE - 1) / PAGE * PAGE);
  out->order = malloc(out->n * sizeof *out->order);
  if (!out->n || !out->lines || !out->order) {
    places_free(out);
    return NULL;
  }
  shuffle(out->order, out->n);
  for (size_t i = 0; i < out->n; i++)
    out->lines[(size_t)out->order[i] * WORDS] =
        (unsigned long)out->order[(i + 1) % out->n] * WORDS;
  for (size_t i = 0; i < out->n; i++)
    out->order[i] *= WORDS;
  return out;
}

double run_chase(struct places *places, long reps) {
  const unsigned long *lines = places->lines;
  unsigned long at = places->at;
  const double begin = now();
  for (long i = 0; i < reps; i++)
    at = lines[at];
  places->at = at;
  return now() - begin;
}

/* Return the sum of what the lines "order", "n" of them, begin with. */
static __attribute__((noinline)) unsigned long
sum_up(const unsigned long *lines, const unsigned *order, size_t n) {
  unsigned long sum = 0;
  for (size_t i = 0; i < n; i++)
    sum += lines[order[i]];
  return sum;
}

double run_gather(struct places *places, long reps) {
  unsigned long sum = 0;
  const double begin = now();
  while (reps > 0) {
    const size_t left = places->n - places->next;
    const size_t n = left < (size_t)reps ? left : (size_t)reps;
    sum += sum_up(places->lines, places->order + places->next, n);
    places->next = (places->next + n) % places->n;
    reps -= (long)n;
  }
  return now() - begin + (sum == 42 ? 1e-12 : 0);
}

double run_rows(size_t rows, long reps) {
  const size_t row = (PAGE + LINE) / sizeof(unsigned long);
  unsigned long *memory = calloc(rows, PAGE + LINE);
  double seconds = 0;
  for (size_t i = 0; memory && i < rows; i++)
    memory[i * row] = i;
  const double begin = now();
  for (long k = 0; memory && k < reps; k += (long)rows) {
    const size_t at = (size_t)(k / (long)rows) % (size_t)(PAGE / 8);
    for (size_t i = 0; i < rows; i++)
      memory[i * row + at]++;
  }
  seconds = memory ? now() - begin : 0;
  free(memory);
  return seconds;
}

double run_first(size_t bytes, int read) {
  const double begin = now();
  char *fresh = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (fresh == MAP_FAILED)
    return 0;
  for (volatile char *at = fresh; at < fresh + bytes; at += PAGE)
    *at = read ? (char)(*at + 1) : 1;
  munmap(fresh, bytes);
  return now() - begin;
}
