/* Chains of three accesses, a thousand of them. */
enum { SMALL = 131072, N = 1000 };
static int head[SMALL], next[SMALL], places[N];

/* Nobody knows what stands in the arrays. */
void fill(const int *given) {
  for (int i = 0; i < N; i++)
    places[i] = given[i];
  for (int i = 0; i < SMALL; i++) {
    head[i] = given[N + i];
    next[i] = given[N + SMALL + i];
  }
}

/* 3 + 3 + 20 us: a thousand beginnings, at "head" and at "next", which do not
 * wait for each other, at 3 ns each; two accesses behind each, at 10 ns. */
long probe(void) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    for (int at = head[places[i]]; at >= 0; at = next[at])
      sum++;
  return sum;
}

/* 30 us: each chain begins where the one before ended. */
long go_on(int at) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    for (int k = 0; k < 3; k++) {
      at = next[at];
      sum += at;
    }
  return sum;
}

/* 30 us: all begin at one place. */
long again(void) {
  long sum = 0;
  for (int i = 0; i < N; i++)
    for (int at = 1; at >= 0; at = next[at])
      sum++;
  return sum;
}

long all(void) {
  return probe() + go_on(0) + again();
}
