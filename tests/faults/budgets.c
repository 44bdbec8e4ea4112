/* Commands with fewer symbolic operations than they need: each is done with
 * budgets from small to large, and has to end by itself every time.
 * usage: budgets FILE... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "composer/predict/predict.h"
#include "model/edit/edit.h"
#include "study/advise/advise.h"
#include "study/check/check.h"
#include "study/report/report.h"

/* What is done with a program. */
enum deed {
  PREDICT,
  FORMULA,
  BOUND,
  SIMULATE,
  NODES,
  ADVISE,
  RACES,
  REPORT,
  CHECK,
  DEEDS
};

static const char *const NAMES[DEEDS] = {"predict",  "formula", "bound",
                                         "simulate", "nodes",   "advise",
                                         "races",    "report",  "check"};

/* A deed to be done. */
struct doing {
  struct lcm_load_options load;
  enum deed deed;
};

static const char *const POINTS[] = {"p=1,2,8"};

/* Do "user" with a program. */
static lcm_status use(lcm_ctx *ctx, const struct doing *d,
                      const lcm_program *program) {
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  const lcm_advice *advice = NULL;
  struct lcm_predict_options options = {.hinges = true, .intervals = true};
  const struct lcm_advise_options advise = {.predict = &options,
                                            .threshold = 0.01,
                                            .most = 40,
                                            .ceilings = true,
                                            .phases = true,
                                            .data = true,
                                            .chain = true,
                                            .points = true};
  lcm_status status = lcm_grid_parse(&grid, ctx, POINTS, 1);
  if (status)
    return status;
  switch (d->deed) {
  case PREDICT:
    break;
  case FORMULA:
    options.formula = options.recurrences = true;
    break;
  case BOUND:
    options.methods = LCM_METHOD_BOUND;
    break;
  case SIMULATE:
    options.methods = LCM_METHOD_SIMULATE;
    break;
  case NODES:
    options.nodes = options.limits = true;
    break;
  case ADVISE:
    return lcm_advise(&advice, ctx, program, grid, &advise);
  case RACES:
    lcm_races_check(&program, ctx, grid);
    return LCM_OK;
  case REPORT:
  case CHECK:
  case DEEDS:
    return LCM_OK;
  }
  return lcm_predict(&prediction, ctx, program, grid, &options);
}

/* Do "user". */
static lcm_status act(lcm_ctx *ctx, void *user) {
  const struct doing *d = user;
  const lcm_program *program = NULL;
  const lcm_state_rules rules = {0};
  struct lcm_report report;
  lcm_buf buf = {0};
  const struct lcm_report_options options = {.sources = d->load,
                                             .defines = POINTS,
                                             .n_defines = 1,
                                             .rules = &rules,
                                             .advises = true};
  if (d->deed == REPORT) {
    const lcm_status made = lcm_report_make(&report, ctx, &options);
    if (!made)
      lcm_put_report(&buf, ctx, &report);
    lcm_buf_free(&buf);
    return made;
  }
  if (d->deed == CHECK)
    return lcm_check(&program, ctx, &d->load);
  const lcm_status status = lcm_load_program(&program, ctx, &d->load);
  return status ? status : use(ctx, d, program);
}

/* Do "d" with the budget "work" in a process of its own; return whether it ends
 * by itself. */
static bool ends(struct doing *d, unsigned long long work) {
  const struct lcm_options options = {.max_work = work};
  const pid_t child = fork();
  int status = 0;
  if (!child) {
    alarm(120);
    lcm_ctx *ctx = lcm_ctx_new(&options);
    const lcm_status done = ctx ? lcm_ctx_guard(ctx, act, d) : LCM_ENOMEM;
    lcm_ctx_free(ctx);
    _exit(done ? 1 : 0);
  }
  if (child < 0 || waitpid(child, &status, 0) != child)
    return false;
  return WIFEXITED(status) && WEXITSTATUS(status) < 2;
}

int main(int argc, char **argv) {
  static const char *const FLAGS[] = {"-fopenmp"};
  size_t wrong = 0;
  size_t n = 0;
  for (int i = 1; i < argc; i++)
    for (int deed = 0; deed < DEEDS; deed++) {
      const char *const inputs[] = {argv[i]};
      struct doing d = {
          .load = {.inputs = inputs,
                   .n_inputs = 1,
                   .flags = FLAGS,
                   .n_flags = 1,
                   .partial = deed == REPORT,
                   .analyze = {.costs = true, .in_process = true}},
          .deed = (enum deed)deed};
      for (double work = 10; work < 1e8; work *= 3, n++)
        if (!ends(&d, (unsigned long long)work)) {
          printf("%s: %s with %.0f operations does not end by itself\n",
                 argv[i], NAMES[deed], work);
          fflush(stdout);
          wrong++;
        }
    }
  printf("%zu runs, %zu wrong\n", n, wrong);
  return wrong > 0;
}
