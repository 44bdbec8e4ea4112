/* Times the bounds of models with contention.  Prints seconds of
 *   the machine repair model, a million processes of a million turns
 *   the same in closed form, with what it takes to find that
 *   a model whose million processes all differ, by its closed form
 *   a structure of many nodes (100,000 by default), none like another
 * usage: bound [nodes] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "composer/bound/bound.h"
#include "model/lcs/parse.h"

static const char REPAIR[] =
    "lcs 1\nentry L\nmodel\n"
    "param P value=(1000000)\nparam N value=(1000000)\nparam t value=(10)\n"
    "resource s multiplicity=(1)\n"
    "function L {\n parloop for=p(1, P) {\n  loop for=i(1, N) {\n"
    "   series {\n    fragment {\n     model time (%s)\n    }\n"
    "    use of=s time=(1 s)\n   }\n  }\n }\n}\n";

/* Return the time in seconds. */
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Return the program "text". */
static const lcm_program *parse(lcm_ctx *ctx, const char *text) {
  const lcm_program *program = NULL;
  if (lcm_program_parse(&program, ctx, "bench", text, strlen(text)))
    exit(1);
  return program;
}

/* Time "program": print what its bound is and how long it took from nothing. */
static void measure(lcm_ctx *ctx, const char *name, const lcm_program *program,
                    lcm_bound_how how) {
  const struct lcm_bound_options options = {.how = how};
  struct lcm_bound_result r;
  lcm_bound *bound = NULL;
  const double start = now();
  if (lcm_bound_new(&bound, ctx, program, &options) ||
      lcm_bound_at(&r, bound, NULL, 0) || r.reason)
    exit(1);
  printf("%-40s %10.6f s   T^l = %g\n", name, now() - start, r.time);
}

/* Return the next number below "n" of the generator "state". */
static unsigned below(unsigned long long *state, unsigned n) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*state >> 33) % n;
}

/* Append a process of about "n" nodes to "buf". */
static void write_process(lcm_buf *buf, unsigned long long *state, unsigned n) {
  if (n <= 2) {
    if (below(state, 3))
      lcm_buf_printf(buf, "use of=r[%u] time=(%u ms)\n", below(state, 1000),
                     1 + below(state, 100));
    else
      lcm_buf_printf(buf, "fragment {\n model time (%u ms)\n}\n",
                     1 + below(state, 100));
    return;
  }
  const unsigned parts = 2 + below(state, 6);
  lcm_buf_puts(buf, below(state, 2) ? "series {\n" : "parallel {\n");
  for (unsigned i = 0; i < parts; i++)
    write_process(buf, state, (n - 1) / parts);
  lcm_buf_puts(buf, "}\n");
}

/* Return a structure of at least "n" nodes that use a thousand resources. */
static char *large(unsigned n) {
  lcm_buf buf = {0};
  unsigned long long state = 1;
  lcm_buf_puts(&buf, "lcs 1\nentry L\nmodel\n"
                     "resource r multiplicity=(1) for=i(0, 999)\n"
                     "function L {\nseries {\n");
  for (size_t len = 0; len < n; len += 100)
    write_process(&buf, &state, 200);
  lcm_buf_puts(&buf, "}\n}\n");
  return lcm_buf_take(&buf);
}

/* Count "node" in the number at "user". */
static lcm_status count(const lcm_node *node, void *user) {
  (void)node;
  ++*(size_t *)user;
  return LCM_OK;
}

int main(int argc, char **argv) {
  const unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 100000;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  char text[1000];
  char *big = large(n);
  size_t nodes = 0;
  snprintf(text, sizeof text, REPAIR, "t*(1 s)");
  const lcm_program *repair = parse(ctx, text);
  measure(ctx, "10^6 processes x 10^6 turns", repair, LCM_BOUND_VALUES);
  measure(ctx, "the same in closed form", repair, LCM_BOUND_FORMS);
  snprintf(text, sizeof text, REPAIR, "t*p*(1 s) + i*(1 s)");
  measure(ctx, "the same, all processes different", parse(ctx, text),
          LCM_BOUND_AUTO);
  const lcm_program *program = parse(ctx, big);
  if (lcm_node_foreach(program->functions[0].body, count, &nodes))
    return 1;
  snprintf(text, sizeof text, "a structure of %zu nodes", nodes);
  measure(ctx, text, program, LCM_BOUND_VALUES);
  free(big);
  lcm_ctx_free(ctx);
  return 0;
}
