/* Accesses at places that nobody foresees, a thousand each, and others. */
#include <stdlib.h>

enum { SMALL = 131072, LARGE = 4194304 };
static int near[SMALL], far[LARGE], tiny[1024];
static double big[LARGE];
static int straight[1000], places[1000];
static unsigned char letters[1000];

struct item {
  struct item *next;
  long key, value;
};

/* Nobody knows what stands in "places", all know what does in "straight". */
void fill(const int *given) {
  for (int i = 0; i < 1000; i++) {
    straight[i] = 3 * i;
    places[i] = given[i];
  }
}

/* 10 us: a chain over 512 KiB, which L2 holds. */
int chase_near(long n) {
  int at = 0;
  for (long i = 0; i < n; i++)
    at = near[at];
  return at;
}

/* 100 us: a chain over 16 MiB, which memory holds. */
int chase_far(long n) {
  int at = 0;
  for (long i = 0; i < n; i++)
    at = far[at];
  return at;
}

/* 0 us: the innermost cache has 4 KiB at hand. */
int chase_tiny(long n) {
  int at = 0;
  for (long i = 0; i < n; i++)
    at = tiny[at];
  return at;
}

/* 100 us: a list, of whose nodes each is on a line of its own. */
long list(const struct item *at, long n) {
  long sum = 0;
  for (long i = 0; i < n; i++, at = at->next)
    sum += at->key + at->value;
  return sum;
}

/* 20 us: elements of 32 MiB. */
double gather(long n) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += big[places[i]];
  return sum;
}

/* 0 us: the processor foresees every third. */
double regular(long n) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += big[straight[i]];
  return sum;
}

/* 20 us: random places, over more than what caches hold. */
void update(long n) {
  unsigned s = 1;
  for (long k = 0; k < 100; k++)
    for (long i = 0; i < n / 100; i++) {
      s ^= s << 13;
      s ^= s >> 17;
      s ^= s << 5;
      far[s % LARGE]++;
    }
}

/* Return where the search for "key" begins. */
static unsigned place(unsigned key) { return key * 2654435761u >> 10; }

/* 20 us: a place computed as a hash is not foreseen, its neighbours are. */
long look_up(long n) {
  long found = 0;
  for (unsigned key = 0; key < n; key++) {
    unsigned at = place(key);
    for (int i = 0; i < 4; i++)
      found += far[at + i];
  }
  return found;
}

/* 0 us: 256 elements are at hand. */
void histogram(long n, long *counts) {
  for (long i = 0; i < n; i++)
    counts[letters[i]]++;
}

/* 0 us: rows, one beside the other, wherever they begin. */
double rows(long n, const int *begin, const double *x) {
  double sum = 0;
  for (long i = 0; i < n / 10; i++) {
    const int from = begin[i];
    for (int k = 0; k < 10; k++)
      sum += x[from + k];
  }
  return sum;
}

/* 0 us: those that are kept go side by side. */
long keep(long n, const double *x, double *y) {
  long k = 0;
  for (long i = 0; i < n; i++)
    if (x[i] > 0)
      y[k++] = x[i];
  return k;
}

/* 3 us: the caller has 512 KiB. */
double given(long n, const int *table, const int *at) {
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += table[at[i]];
  return sum;
}

/* All of them: 10 + 100 + 100 + 20 + 20 + 20 + 3 us. */
void all(long n, const struct item *at, long *counts, const int *begin,
         const double *x, double *y) {
  chase_near(n);
  chase_far(n);
  chase_tiny(n);
  list(at, n);
  gather(n);
  regular(n);
  update(n);
  look_up(n);
  histogram(n, counts);
  rows(n, begin, x);
  keep(n, x, y);
  given(n, near, begin);
}
