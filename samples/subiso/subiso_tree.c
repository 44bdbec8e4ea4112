/* Subgraph isomorphism, tree parallelism: subtrees under the root of the
 * search tree are searched in parallel, some of them in vain (Crovella 1994,
 * section 3.1). */
#include <stdatomic.h>
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
  for (int t = s + 1; t < SMALL; t++) {
    int left = 0;
    for (int h = 0; h < LARGE; h++) {
      if (h == g || (problem->small[s][t] && !problem->large[g][h]))
        next->may[t][h] = 0;
      left += next->may[t][h];
    }
    if (!left)
      return false;
  }
  return true;
}

/* Map the small vertices from "s" on unless "*found"; return whether that
 * succeeded. */
static bool descend(const struct problem *problem, const struct candidates *now,
                    int s, int mapping[SMALL], atomic_bool *found) {
  if (s == SMALL)
    return true;
  for (int g = 0; g < LARGE && !atomic_load(found); g++) {
    if (!now->may[s][g])
      continue;
    struct candidates next = *now;
    mapping[s] = g;
    if (filter(problem, &next, s, g) &&
        descend(problem, &next, s + 1, mapping, found))
      return true;
  }
  return false;
}

// lcm: category ws "wasted speculation"
// lcm: fragment search
// lcm: model pc = 1 s * if(p <= 1, 51.4, if(p <= 2, 50.1, if(p <= 3, 51.7,
// lcm: ... if(p <= 4, 3.56, if(p <= 5, 3.52, if(p <= 6, 0.227, 0.214))))))
// lcm: model ws = 1 s * if(p <= 1, 0, if(p <= 2, 50.1, if(p <= 3, 103,
// lcm: ... if(p <= 4, 10.7, if(p <= 5, 14.2, if(p <= 6, 1.25, 1.44))))))
// lcm: model li = 0 s
// lcm: model ip = 0 s
// lcm: model cl = 0 s
// lcm: model sl = 0 s
// lcm: model rc = 0 s
/* Find a mapping. */
static bool search(const struct problem *problem, int mapping[SMALL]) {
  static struct candidates all;
  memset(&all, 1, sizeof all);
  atomic_bool found = false;
#pragma omp parallel for schedule(dynamic, 1)
  for (int g = 0; g < LARGE; g++) {
    struct candidates next = all;
    int mine[SMALL] = {g};
    if (!filter(problem, &next, 0, g) ||
        !descend(problem, &next, 1, mine, &found))
      continue;
    if (!atomic_exchange(&found, true))
      memcpy(mapping, mine, sizeof mine);
  }
  return found;
}

int main(int argc, char **argv) {
  int mapping[SMALL] = {0};
  // lcm: ignore
  const struct problem *problem = start(argc, argv);
  const bool found = search(problem, mapping);
  // lcm: ignore
  return finish(problem, mapping, found);
}
