/* Subgraph isomorphism, instruction parallelism: candidates are packed into
 * words, and a filter is a Boolean operation on them (Crovella 1994, section
 * 3.1).  One thread. */
#include <string.h>

#include "subiso.h"

/* The large vertices that each small vertex may still be mapped to. */
struct candidates {
  uint64_t may[SMALL][WORDS];
};

/* Strike from "next" what mapping "s" to "g" excludes; return whether every
 * small vertex behind "s" keeps a candidate. */
static bool filter(const struct problem *problem, struct candidates *next,
                   int s, int g) {
  int empty = 0;
  for (int t = s + 1; t < SMALL; t++) {
    uint64_t left = 0;
    for (int w = 0; w < WORDS; w++) {
      if (problem->small[s][t])
        next->may[t][w] &= problem->large_bits[g][w];
      if (w == g / 64)
        next->may[t][w] &= ~((uint64_t)1 << g % 64);
      left |= next->may[t][w];
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
    if (!(now->may[s][g / 64] >> g % 64 & 1))
      continue;
    struct candidates next = *now;
    mapping[s] = g;
    if (filter(problem, &next, s, g) && descend(problem, &next, s + 1, mapping))
      return true;
  }
  return false;
}

// lcm: fragment search
// lcm: model pc = 55.9 s
/* Find a mapping. */
static bool search(const struct problem *problem, int mapping[SMALL]) {
  static struct candidates all;
  memset(&all, 0xff, sizeof all);
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
