/* Subgraph isomorphism: find a small graph inside a large one. */
#ifndef SAMPLES_SUBISO_H
#define SAMPLES_SUBISO_H

#include <stdbool.h>
#include <stdint.h>

enum { SMALL = 8, LARGE = 192, WORDS = LARGE / 64 };

/* The problem: the large graph as bits and as bytes, the small one as bytes.
 */
struct problem {
  uint64_t large_bits[LARGE][WORDS];
  unsigned char large[LARGE][LARGE];
  unsigned char small[SMALL][SMALL];
};

/* Fill "problem" with the random graphs of "seed"; the small one is hidden in
 * the large one, so that there is a solution. */
void make_problem(struct problem *problem, unsigned seed);

/* Return whether "mapping" sends the small graph's edges to edges of the large
 * one, no two vertices to the same. */
bool is_solution(const struct problem *problem, const int mapping[SMALL]);

/* Make the problem of the first argument (a seed, 1 without), let "search"
 * find a solution, check and print it.  Return the exit status. */
int run(int argc, char **argv,
        bool (*search)(const struct problem *, int mapping[SMALL]));

#endif
