/* The shortest tour through cities, by branch and bound: each chare is the
 * beginning of a tour, which makes one for each city that may come next, unless
 * that can be no better than the best tour known.  What must still be paid at
 * least is its priority.
 *
 * usage: tsp CITIES SEED [BOUND]    with MD_RUN, MD_STRATEGY, ... */
#include <md.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 24, FAR = 1000000 };
enum { START, BRANCH, QUIET, COUNTED };
enum { BEST, NODES };

// lcm: param kept = 0.25 in 0..1 "of the ways on, those that bounds leave"

/* The beginning of a tour. */
struct tour {
  int n, last, length, bound;
  unsigned visited;
};

/* The cities: what each way costs, and the cheapest out of each. */
struct map {
  int n, bound;
  int way[MOST][MOST], least[MOST];
};

/* What branches of the search count. */
struct counts {
  long expanded, dropped;
  double found;
};

/* What main waits for. */
struct main {
  struct counts counts;
  double over;
};

/* Begin with no tour. */
static void no_tour(void *value) { *(int *)value = FAR; }

/* Take the better of two lengths. */
static int better(void *value, const void *more) {
  if (*(const int *)more >= *(int *)value)
    return 0;
  *(int *)value = *(const int *)more;
  return 1;
}

/* Add counts; the last time counts. */
static void add(void *value, const void *more) {
  struct counts *to = value;
  const struct counts *from = more;
  to->expanded += from->expanded;
  to->dropped += from->dropped;
  if (from->found > to->found)
    to->found = from->found;
}

/* Begin the search, and ask to be told when it is over. */
static void start(md *m, void *self, const void *data, size_t size) {
  const struct map *map = md_user(m);
  const struct tour tour = {1, 0, 0, 0, 1};
  (void)self, (void)data, (void)size;
  if (map->bound)
    md_improve(m, BEST, &map->bound);
  md_create(m, BRANCH, &tour, sizeof tour, 0);
  md_quiescence(m, md_self(m), QUIET);
}

/* Return the least that "tour" costs: its length, and the cheapest ways out of
 * the last city and all that are left. */
static int bound_of(const struct map *map, const struct tour *tour) {
  int bound = tour->length + map->least[tour->last];
  for (int i = 0; i < map->n; i++)
    if (!(tour->visited >> i & 1))
      bound += map->least[i];
  return bound;
}

/* Go on from "tour" to "city". */
static void extend(md *m, const struct map *map, const struct tour *tour,
                   int city) {
  const int best = *(const int *)md_best(m, BEST);
  const int n = tour->n + 1;
  struct tour next = {n, city, tour->length + map->way[tour->last][city], 0,
                      tour->visited | 1u << city};
  if (n == map->n) {
    const struct counts found = {0, 0, md_time(m)};
    next.length += map->way[city][0];
    if (next.length < best) {
      md_improve(m, BEST, &next.length);
      md_accumulate(m, NODES, &found);
    }
    return;
  }
  next.bound = bound_of(map, &next);
  // lcm: prob kept
  if (next.bound < best)
    md_create(m, BRANCH, &next, sizeof next, next.bound);
}

/* Branch, unless that is of no use any more. */
static void branch(md *m, void *self, const void *data, size_t size) {
  const struct map *map = md_user(m);
  const struct tour *tour = data;
  struct counts counts = {1, 0, 0};
  (void)self, (void)size;
  // lcm: prob 0
  if (tour->bound >= *(const int *)md_best(m, BEST)) {
    counts = (struct counts){0, 1, 0};
    md_compute(m, 1e-6);
  } else {
    md_compute(m, 1e-4 * (map->n - tour->n));
    for (int i = 1; i < map->n; i++)
      // lcm: prob (map.n - tour.n) / (map.n - 1)
      if (!(tour->visited >> i & 1))
        extend(m, map, tour, i);
  }
  md_accumulate(m, NODES, &counts);
  md_end(m);
}

/* No branch is left: ask for what was counted. */
static void quiet(md *m, void *self, const void *data, size_t size) {
  (void)data, (void)size;
  ((struct main *)self)->over = md_time(m);
  md_collect(m, NODES, md_self(m), COUNTED);
}

/* Print what was found. */
static void counted(md *m, void *self, const void *data, size_t size) {
  const struct counts *counts = data;
  (void)size;
  printf("best %d expanded %ld dropped %ld found %.6f over %.6f\n",
         *(const int *)md_best(m, BEST), counts->expanded, counts->dropped,
         counts->found, ((struct main *)self)->over);
  md_exit(m, 0);
}

/* Make a map of "n" cities by "seed". */
static void draw(struct map *map, int n, unsigned seed) {
  map->n = n;
  for (int i = 0; i < n; i++) {
    map->least[i] = FAR;
    for (int k = 0; k < n; k++) {
      seed = seed * 1664525u + 1013904223u;
      map->way[i][k] = i == k ? FAR : 10 + (int)(seed >> 8) % 90;
      if (map->way[i][k] < map->least[i])
        map->least[i] = map->way[i][k];
    }
  }
}

int main(int argc, char **argv) {
  static const struct md_chare chares[] = {{"main", sizeof(struct main)},
                                           {"node", 0}};
  static const struct md_entry entries[] = {
      [START] = {0, "start", start},
      [BRANCH] = {1, "branch", branch},
      [QUIET] = {0, "quiet", quiet},
      [COUNTED] = {0, "counted", counted}};
  static const struct md_variable variables[] = {
      [BEST] = {.kind = MD_MONOTONIC,
                .name = "best",
                .size = sizeof(int),
                .init = no_tour,
                .update = better},
      [NODES] = {.kind = MD_ACCUMULATOR,
                 .name = "nodes",
                 .size = sizeof(struct counts),
                 .add = add}};
  static const struct md_program program = {.name = "tsp",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 4,
                                            .variables = variables,
                                            .n_variables = 2};
  static struct map map;
  const struct md_options options = {.user = &map};
  const int n = argc > 1 ? atoi(argv[1]) : 12;
  if (n < 3 || n > MOST) {
    fprintf(stderr, "usage: tsp CITIES SEED [BOUND], with 3 to %d cities\n",
            MOST);
    return 2;
  }
  draw(&map, n, argc > 2 ? (unsigned)atoi(argv[2]) : 1);
  map.bound = argc > 3 ? atoi(argv[3]) : 0;
  return md_run(&program, &options, NULL);
}
