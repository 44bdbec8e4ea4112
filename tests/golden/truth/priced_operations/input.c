/* Loops whose time is that of one kind of operations each. */
#include <math.h>

static double x[1000], y[1000];
static int next[1000];

/* 3 + 1 ns each: a product of whole numbers and a sum wait for the last. */
unsigned long generate(long n) {
  unsigned long s = 1;
  for (long i = 0; i < n; i++)
    s = s * 6364136223846793005ul + 1442695040888963407ul;
  return s;
}

/* 4 ns each: a sum waits for the last; all else is 2.4 ns. */
double dot(long n) {
  double s = 0;
  for (long i = 0; i < n; i++)
    s += x[i] * y[i];
  return s;
}

/* 6.4 ns each: a quotient, two accesses, the loop and its index. */
void divide(long n, double by) {
  for (long i = 0; i < n; i++)
    y[i] = x[i] / by;
}

/* 2 ns each: an element says where the next is. */
int chase(long n) {
  int at = 0;
  for (long i = 0; i < n; i++)
    at = next[at];
  return at;
}

/* 5.4 ns each: a remainder, a product, a sum, the loop and its index. */
long rest(long n, long by) {
  long s = 0;
  for (long i = 0; i < n; i++)
    s += i * 3 % by;
  return s;
}

/* 5 ns: a remainder, kept in a variable whose value is followed. */
static int place(int i, int by) {
  const int at = i % by;
  return at;
}

/* 5.3 ns each: a place, an access, the loop and its index. */
void kept(long n, int by) {
  for (int i = 0; i < n; i++)
    next[i] = place(i, by);
}

/* 7.4 ns each: a root, two accesses, the loop and its index. */
void root(long n) {
  for (long i = 0; i < n; i++)
    y[i] = sqrt(x[i]);
}

/* 5.5 ns each: four times a sum, an access, a loop and its index, which do not
 * wait for those of the row before; an access, the loop and its index. */
void rows(long n) {
  for (long i = 0; i < n; i++) {
    double s = 0;
    for (int k = 0; k < 4; k++)
      s += x[k];
    y[i] = s;
  }
}

void all(long n, double by, long whole) {
  generate(n);
  dot(n);
  divide(n, by);
  chase(n);
  rest(n, whole);
  kept(n, (int)whole);
  root(n);
  rows(n);
}
