/* Subgraph isomorphism: find a small graph inside a large one. */
#ifndef SAMPLES_SUBISO_H
#define SAMPLES_SUBISO_H

#include <stdbool.h>
#include <stdint.h>

/* Vertices of the small graph and, a multiple of 64, of the large one. */
#ifndef SUBISO_SMALL
#define SUBISO_SMALL 8
#endif
#ifndef SUBISO_LARGE
#define SUBISO_LARGE 192
#endif

enum { SMALL = SUBISO_SMALL, LARGE = SUBISO_LARGE, WORDS = LARGE / 64 };

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

/* Return the problem of the seed that the first argument gives (1 without). */
const struct problem *start(int argc, char **argv);

/* Check and print the mapping that was "found" after start.  Return the exit
 * status. */
int finish(const struct problem *problem, const int mapping[SMALL], bool found);

#endif
