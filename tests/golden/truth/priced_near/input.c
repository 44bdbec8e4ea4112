/* Elements that an array says the places of: of a band beside each other, or
 * anywhere. */
#include <stdlib.h>

enum { N = 1000000 };
static double x[N];

struct matrix {
  int *column;
  int *place;
};

/* The places of a band, through a member: foreseen. */
static void fill(struct matrix *m, long n) {
  for (long i = 0; i < n; i++)
    for (int k = 0; k < 3; k++) {
      const long j = i + k - 1;
      m->column[3 * i + k] = (int)(j < 0 ? 0 : j >= n ? n - 1 : j);
    }
}

/* Places anywhere, by another name of the member. */
static void scatter(struct matrix *m, long n) {
  int *at = m->place;
  for (long i = 0; i < n; i++)
    at[i] = rand() % N;
}

/* What is put there grows in steps, through a parameter. */
static void count(int *at, long n) {
  for (long i = 0; i < n; i++)
    at[i] = (int)(2 * i);
}

/* None that nobody foresees: the places are those of a band. */
static double multiply(const int *column, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      s += x[column[3 * i + k]];
  return s;
}

/* 1000 accesses that nobody foresees. */
static double gather(const struct matrix *m, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[m->place[i]];
  return s;
}

/* None. */
static double every_other(const int *at, long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[at[i]];
  return s;
}

double band(const struct matrix *m, long n) { return multiply(m->column, n); }
double any(const struct matrix *m, long n) { return gather(m, n); }

double all(struct matrix *m, int *twice, long n) {
  return band(m, n) + any(m, n) + every_other(twice, n);
}

int main(void) {
  struct matrix m = {malloc(3 * N * sizeof(int)), malloc(N * sizeof(int))};
  int *twice = malloc(N * sizeof(int));
  fill(&m, N);
  scatter(&m, N);
  count(twice, N / 2);
  return (int)all(&m, twice, 1000);
}
