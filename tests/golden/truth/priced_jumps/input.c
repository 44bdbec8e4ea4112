/* Jumps that a processor foresees, and those that it does not. */
#include <stdlib.h>

enum { N = 1000 };
static unsigned a[N], b[N], c[N], d[N];

/* Random numbers, those that grow, and those that turn by the same angle. */
static void fill(void) {
  unsigned s = 1;
  for (int i = 0; i < N; i++) {
    s = s * 1664525u + 1013904223u;
    a[i] = s >> 8;
    b[i] = (unsigned)(16777216.0 * i / N);
    d[i] = (unsigned)i * 2654435761u;
  }
}

/* Half of 1000 are guessed wrong: 500. */
static unsigned at_random(long n) {
  unsigned large = 0;
  unsigned small = 0;
  for (long i = 0; i < n; i++)
    if (a[i] > 8388608u)
      large = large * 3 + a[i];
    else
      small = small * 5 + 1;
  return large + small;
}

/* The same of numbers that grow: none. */
static unsigned grown(long n) {
  unsigned large = 0;
  unsigned small = 0;
  for (long i = 0; i < n; i++)
    if (b[i] > 8388608u)
      large = large * 3 + b[i];
    else
      small = small * 5 + 1;
  return large + small;
}

/* One variable is set or not, which compilers do without a jump: none. */
static unsigned most(long n) {
  unsigned out = 0;
  for (long i = 0; i < n; i++) {
    if (a[i] > out)
      out = a[i];
    out += a[i] > 5 ? 1 : 2;
  }
  return out;
}

/* What is stored is not moved under a condition: 500. */
static long kept(long n) {
  long k = 0;
  for (long i = 0; i < n; i++)
    if (a[i] % 2)
      c[k++] = a[i];
  return k;
}

/* The end of a loop that data decide: 1000. */
static unsigned bits(long n) {
  unsigned sum = 0;
  for (long i = 0; i < n; i++)
    for (unsigned x = a[i]; x; x &= x - 1)
      sum++;
  return sum;
}

/* Half of those that the caller chooses, random ones: 500. */
static long chosen(const unsigned *x, long n) {
  long k = 0;
  for (long i = 0; i < n; i++)
    if (x[i] & 1u << 23)
      c[k++] = x[i];
  return k;
}

/* The same of numbers that turn, which follow each other in few ways: none. */
static long turned(const unsigned *x, long n) {
  long k = 0;
  for (long i = 0; i < n; i++)
    if (x[i] > 1u << 31)
      c[k++] = x[i];
  return k;
}

unsigned all(long n) {
  return at_random(n) + grown(n) + most(n) + (unsigned)kept(n) + bits(n) +
         (unsigned)(chosen(a + N - n, n) + turned(d, n));
}

int main(void) {
  fill();
  return (int)all(N);
}
