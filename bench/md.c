/* Prints how many messages a second run: tokens that go round processors, each
 * message to one picked at random or to the next, on simulated processors and
 * on threads.
 *
 * usage: md [MESSAGES] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "md.h"

enum { START, BEGIN, TOKEN };

/* How a run goes. */
struct plan {
  long messages; /* of each branch */
  int tokens;    /* that each sends at first */
  int near;      /* to the next processor, not to any */
};

/* What a branch has. */
struct branch {
  long left;
};

/* Create the branches. */
static void start(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)data, (void)size;
  (void)md_create_office(m, BEGIN, NULL, 0);
}

/* Send a token on. */
static void pass(md *m) {
  const struct plan *plan = md_user(m);
  const int p = md_processors(m);
  const int to = plan->near ? (md_processor(m) + 1) % p
                            : (int)(md_random(m) % (unsigned)p);
  md_send(m, md_branch(0, to), TOKEN, &to, sizeof to, 0);
}

/* Begin with tokens. */
static void begin(md *m, void *self, const void *data, size_t size) {
  const struct plan *plan = md_user(m);
  (void)data, (void)size;
  ((struct branch *)self)->left = plan->messages;
  for (int i = 0; i < plan->tokens; i++)
    pass(m);
}

/* A token has come. */
static void token(md *m, void *self, const void *data, size_t size) {
  struct branch *branch = self;
  (void)data, (void)size;
  if (branch->left-- <= 0) {
    md_exit(m, 0);
    return;
  }
  md_compute(m, 1e-6);
  pass(m);
}

/* Return the time of the system, in seconds. */
static double seconds(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Print how fast the ring runs with "options", of "messages" in all. */
static void measure(struct md_options options, long messages, int tokens,
                    int near) {
  static const struct md_chare chares[] = {{"main", 0},
                                           {"branch", sizeof(struct branch)}};
  static const struct md_entry entries[] = {
      {0, "start", start}, {1, "begin", begin}, {1, "token", token}};
  static const struct md_program program = {.name = "tokens",
                                            .chares = chares,
                                            .n_chares = 2,
                                            .entries = entries,
                                            .n_entries = 3};
  struct plan plan = {messages / options.processors, tokens, near};
  struct md_report report = {0};
  const double begin_time = seconds();
  options.user = &plan;
  if (md_run(&program, &options, &report))
    exit(EXIT_FAILURE);
  const double time = seconds() - begin_time;
  printf("%s %d %s tokens %d: %llu messages, %.3g s, %.3g a second\n",
         options.run, options.processors, near ? "near" : "any", tokens,
         (unsigned long long)report.messages, time,
         (double)report.messages / time);
}

int main(int argc, char **argv) {
  const long messages = argc > 1 ? strtol(argv[1], NULL, 10) : 10000000;
  static const int processors[] = {1, 64, 4096, 65536, 100000};
  for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
    for (int near = 0; near < 2; near++)
      for (int tokens = 1; tokens < 10; tokens += 7)
        measure((struct md_options){.run = "simulate",
                                    .processors = processors[i],
                                    .machine = "network",
                                    .limit = -1},
                messages, tokens, near);
  for (int p = 1; p <= 4; p *= 2)
    measure((struct md_options){.run = "threads", .processors = p, .limit = -1},
            messages / 10, 8, 0);
  return EXIT_SUCCESS;
}
