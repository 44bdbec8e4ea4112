#include "subiso.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Return the next number of the generator "state". */
static unsigned draw(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*state >> 33);
}

/* Put the edge "a" - "b" into the large graph. */
static void connect_large(struct problem *problem, int a, int b) {
  problem->large[a][b] = problem->large[b][a] = 1;
  problem->large_bits[a][b / 64] |= (uint64_t)1 << b % 64;
  problem->large_bits[b][a / 64] |= (uint64_t)1 << a % 64;
}

/* Copy the edges of the small graph to distinct places of the large one. */
static void hide_small(struct problem *problem, uint64_t *state) {
  int place[SMALL];
  for (int i = 0; i < SMALL; i++)
    place[i] = i * (LARGE / SMALL) + (int)(draw(state) % (LARGE / SMALL));
  for (int a = 0; a < SMALL; a++)
    for (int b = a + 1; b < SMALL; b++)
      if (problem->small[a][b])
        connect_large(problem, place[a], place[b]);
}

void make_problem(struct problem *problem, unsigned seed) {
  uint64_t state = seed * 2654435761u + 1;
  memset(problem, 0, sizeof *problem);
  for (int a = 0; a < LARGE; a++)
    for (int b = a + 1; b < LARGE; b++)
      if (draw(&state) % 100 < 22)
        connect_large(problem, a, b);
  for (int a = 0; a < SMALL; a++)
    for (int b = a + 1; b < SMALL; b++)
      if (draw(&state) % 100 < 85)
        problem->small[a][b] = problem->small[b][a] = 1;
  hide_small(problem, &state);
}

bool is_solution(const struct problem *problem, const int mapping[SMALL]) {
  for (int a = 0; a < SMALL; a++)
    for (int b = 0; b < SMALL; b++) {
      if (a != b && mapping[a] == mapping[b])
        return false;
      if (problem->small[a][b] && !problem->large[mapping[a]][mapping[b]])
        return false;
    }
  return true;
}

static double started;

const struct problem *start(int argc, char **argv) {
  static struct problem problem;
  make_problem(&problem, argc > 1 ? (unsigned)atoi(argv[1]) : 1);
  started = omp_get_wtime();
  return &problem;
}

int finish(const struct problem *problem, const int mapping[SMALL],
           bool found) {
  const double seconds = omp_get_wtime() - started;
  const bool right = found && is_solution(problem, mapping);
  printf("%s in %.6f seconds\n", right ? "found" : "NOT FOUND", seconds);
  return right ? 0 : 1;
}
