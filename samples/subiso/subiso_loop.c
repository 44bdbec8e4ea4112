/* Subgraph isomorphism, loop parallelism: the loops inside each filter are
 * parallel (Crovella 1994, section 3.1). */
#include <string.h>

#include "subiso.h"

/* The large vertices that each small vertex may still be mapped to. */
struct candidates {
  unsigned char may[SMALL][LARGE];
};

/* Strike from "next" what mapping "s" to "g" excludes; return whether every
 * small vertex behind "s" keeps a candidate. */
static bool filter(const struct problem *problem, struct candidates *next,
                   int s, int g) {
  int empty = 0;
#pragma omp parallel for schedule(static) reduction(+ : empty)
  for (int t = s + 1; t < SMALL; t++) {
    int left = 0;
    for (int h = 0; h < LARGE; h++) {
      if (h == g || (problem->small[s][t] && !problem->large[g][h]))
        next->may[t][h] = 0;
      left += next->may[t][h];
    }
    empty += left == 0;
  }
  return !empty;
}

/* Map the small vertices from "s" on; return whether that succeeded. */
static bool descend(const struct problem *problem, const struct candidates *now,
                    int s, int mapping[SMALL]) {
  if (s == SMALL)
    return true;
  for (int g = 0; g < LARGE; g++) {
    if (!now->may[s][g])
      continue;
    struct candidates next = *now;
    mapping[s] = g;
    if (filter(problem, &next, s, g) && descend(problem, &next, s + 1, mapping))
      return true;
  }
  return false;
}

// lcm: fragment search
// lcm: model pc = 54.7 s
// lcm: model li = 1 s * p*sqrt(p) / 0.750
// lcm: model ip = 1 s * p / 0.496
// lcm: model cl = 1 s * p / 0.110
// lcm: model sl = 0 s
// lcm: model rc = 0 s
/* Find a mapping. */
static bool search(const struct problem *problem, int mapping[SMALL]) {
  static struct candidates all;
  memset(&all, 1, sizeof all);
  return descend(problem, &all, 0, mapping);
}

int main(int argc, char **argv) {
  int mapping[SMALL] = {0};
  // lcm: ignore
  const struct problem *problem = start(argc, argv);
  const bool found = search(problem, mapping);
  // lcm: ignore
  return finish(problem, mapping, found);
}
