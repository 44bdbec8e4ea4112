/* Draws the time of a random structure, many times.
 *
 * usage: chance_oracle SAMPLES SEED [DRAWS [OTHERS]] <TREE
 *
 * There are fewer samples where they would take more than about DRAWS random
 * numbers.
 *
 * TREE is in prefix form, words separated by blanks:
 *   c V           always V
 *   e V M         V + an exponential time of mean M
 *   u A B         uniform between A and B
 *   n M D         normal
 *   b V W P       V, and W more with probability P
 *   s N ...       N structures one after the other
 *   l N X         X, N times over
 *   ? N P X ...   one of N structures, each with its probability; else nothing
 *   f N P X       a tree of calls: of n >= 2 X with probability P, then those
 *                 of n - 1 and n - 2; N is the first
 *   g N P X       X, and with probability P the same N times over, each of
 *                 which goes on so
 *   p K N X       a loop of N iterations X, in K blocks whose sizes differ by
 *                 at most one: the longest
 *   d K N X       the same, the next iteration for who is free first
 *   r K X         X by K members, each for itself: the longest
 *   q N ...       N structures at the same time
 *
 * It prints how many samples there are, the mean, the variance, and for 5, 50,
 * 95 and 99 % of the samples between which values they end: half a per cent (of
 * 99: a tenth) and three standard errors below and above, also those of OTHERS
 * samples where these are compared with others. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state;
static double used; /* random numbers so far */

static double unit(void) {
  used++;
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return ((state * 0x2545f4914f6cdd1du) >> 11) * 0x1p-53 + 0x1p-54;
}

static double normal(void) {
  return sqrt(-2 * log(unit())) * cos(6.283185307179586 * unit());
}

struct tree {
  char kind;
  int n;
  int k;
  double a;
  double b;
  double c;
  double *chances;
  struct tree **parts;
};

static double number(void) {
  double value = 0;
  if (scanf("%lf", &value) != 1)
    exit(2);
  return value;
}

static struct tree *read_tree(void) {
  struct tree *t = calloc(1, sizeof *t);
  if (scanf(" %c", &t->kind) != 1)
    exit(2);
  const char kind = t->kind;
  if (kind == 'p' || kind == 'd' || kind == 'r')
    t->k = (int)number();
  if (kind == 'c' || kind == 'e' || kind == 'u' || kind == 'n' || kind == 'b') {
    t->a = number();
    if (kind != 'c')
      t->b = number();
    if (kind == 'b')
      t->c = number();
    return t;
  }
  t->n = kind == 'r' ? 1 : (int)number();
  if (kind == 'f' || kind == 'g')
    t->a = number();
  const int parts = kind == 's' || kind == '?' || kind == 'q' ? t->n : 1;
  t->parts = calloc((size_t)parts, sizeof(struct tree *));
  t->chances = calloc((size_t)parts, sizeof(double));
  for (int i = 0; i < parts; i++) {
    t->chances[i] = kind == '?' ? number() : 0;
    t->parts[i] = read_tree();
  }
  return t;
}

static double draw(const struct tree *t);

static double fib(const struct tree *t, int n) {
  if (n < 2)
    return 0;
  const double own = unit() < t->a ? draw(t->parts[0]) : 0;
  return own + fib(t, n - 1) + fib(t, n - 2);
}

static double deeper(const struct tree *t) {
  double sum = draw(t->parts[0]);
  if (unit() < t->a)
    for (int i = 0; i < t->n; i++)
      sum += deeper(t);
  return sum;
}

static double repeated(const struct tree *t, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += draw(t);
  return sum;
}

static double on_demand(const struct tree *t) {
  double clocks[64] = {0};
  double end = 0;
  for (int i = 0; i < t->n; i++) {
    int first = 0;
    for (int m = 1; m < t->k; m++)
      first = clocks[m] < clocks[first] ? m : first;
    clocks[first] += draw(t->parts[0]);
    end = fmax(end, clocks[first]);
  }
  return end;
}

static double draw(const struct tree *t) {
  double out = 0;
  double left = 0;
  switch (t->kind) {
  case 'c':
    return t->a;
  case 'e':
    return t->a - t->b * log(unit());
  case 'u':
    return t->a + (t->b - t->a) * unit();
  case 'n':
    return t->a + t->b * normal();
  case 'b':
    return t->a + (unit() < t->c ? t->b : 0);
  case 's':
    for (int i = 0; i < t->n; i++)
      out += draw(t->parts[i]);
    return out;
  case 'g':
    return deeper(t);
  case 'l':
    return repeated(t->parts[0], t->n);
  case '?':
    left = unit();
    for (int i = 0; i < t->n; i++) {
      if (left < t->chances[i])
        return draw(t->parts[i]);
      left -= t->chances[i];
    }
    return 0;
  case 'f':
    return fib(t, t->n);
  case 'p':
    for (int m = 0; m < t->k; m++)
      out = fmax(out, repeated(t->parts[0], t->n / t->k + (m < t->n % t->k)));
    return out;
  case 'd':
    return on_demand(t);
  case 'r':
    for (int m = 0; m < t->k; m++)
      out = fmax(out, draw(t->parts[0]));
    return out;
  case 'q':
    for (int i = 0; i < t->n; i++)
      out = fmax(out, draw(t->parts[i]));
    return out;
  default:
    exit(2);
  }
}

static int compare(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int argc, char **argv) {
  static const double SHARES[] = {0.05, 0.5, 0.95, 0.99};
  const double others = argc > 4 && atof(argv[4]) > 0 ? 1 / atof(argv[4]) : 0;
  long n = argc > 1 ? atol(argv[1]) : 1000;
  const struct tree *t = read_tree();
  double *all = malloc((size_t)n * sizeof *all);
  double mean = 0;
  double squares = 0;
  state = 88172645463325252u + (uint64_t)(argc > 2 ? atol(argv[2]) : 0) * 7919;
  for (int i = 0; i < 20; i++)
    (void)unit();
  used = 0;
  for (int i = 0; i < 100 && argc > 3; i++)
    (void)draw(t);
  if (argc > 3 && used / 100 * (double)n > atof(argv[3]))
    n = (long)fmax(10000, atof(argv[3]) / (used / 100));
  for (long i = 0; i < n; i++) {
    all[i] = draw(t);
    const double off = all[i] - mean;
    mean += off / (double)(i + 1);
    squares += off * (all[i] - mean);
  }
  qsort(all, (size_t)n, sizeof *all, compare);
  printf("%ld %.17g %.17g", n, mean, squares / (double)n);
  for (size_t i = 0; i < sizeof SHARES / sizeof *SHARES; i++)
    for (int side = -1; side < 2; side += 2) {
      const double p = SHARES[i];
      const double error = sqrt(p * (1 - p) * (1 / (double)n + others));
      const double at = p + side * (fmin(0.005, (1 - p) / 10) + 3 * error);
      printf(" %.17g", all[(long)fmin(fmax(at, 0) * (double)n, (double)n - 1)]);
    }
  printf("\n");
  return 0;
}
