/* Prints the bounds of models, one line for each model and point:
 *   MODEL POINT phi omega time skewed barriers upper conjecture resource
 * "nan" and "-" where there is none; a line "MODEL POINT none: reason" where
 * there are no bounds.
 * FILE is a model or, ending in .lcs, a structure.
 * usage: bounds [--values | --forms | --form | --equations | --saturations]
 *               FILE MODEL[,MODEL...] [NAME=VALUE,...]...
 *        bounds --decide | --decide-c FILE MODEL NAME... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/list.h"
#include "composer/bound/bound.h"
#include "composer/bound/decide.h"
#include "pamela/pamela.h"
#include "base/ctx.h"
#include "composer/bound/build.h"
#include "composer/bound/terms/equation.h"
#include "composer/bound/terms/eval.h"
#include "model/expr/print.h"
#include "model/lcs/parse.h"
#include "pamela/read.h"

enum { MAX_NAMES = 64 };

/* What is asked for. */
struct asked {
  lcm_ctx *ctx;
  const char *what;
  const char *file;
  char *text;
  size_t len;
  char **points;
  int n_points;
};

/* Print the diagnostics of "ctx". */
static void complain(lcm_ctx *ctx) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++)
    fprintf(stderr, "%s\n", lcm_diag_format(ctx, &all[i]));
}

/* Print "value" or "nan". */
static void print_number(double value) {
  lcm_buf buf = {0};
  lcm_buf_double(&buf, value);
  char *text = lcm_buf_take(&buf);
  printf(" %s", text);
  free(text);
}

/* Read "N=1,P=2" at "text" into "env"; return how many there are. */
static size_t read_point(lcm_ctx *ctx, lcm_binding *env, const char *text) {
  size_t n = 0;
  while (*text && n < MAX_NAMES) {
    const size_t len = strcspn(text, "=");
    env[n].name = lcm_intern_n(ctx, text, len);
    env[n++].value = lcm_strtod(text + len + 1, &text);
    text += *text == ',';
  }
  return n;
}

/* Print the bounds of "bound", called "model", at the point "text". */
static int print_point(struct asked *a, lcm_bound *bound, const char *model,
                       const char *text) {
  lcm_binding env[MAX_NAMES];
  struct lcm_bound_result r;
  const size_t n = read_point(a->ctx, env, text);
  if (lcm_bound_at(&r, bound, env, n)) {
    complain(a->ctx);
    return 1;
  }
  printf("%s %s", model, *text ? text : "-");
  if (r.reason) {
    printf(" none: %s\n", r.reason);
    return 0;
  }
  const double all[] = {r.phi,      r.omega, r.time,      r.skewed,
                        r.barriers, r.upper, r.conjecture};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    print_number(all[i]);
  printf(" %s\n", r.resource ? r.resource : "-");
  return 0;
}

/* Print "name = e" unless "e" is NULL. */
static void print_form(const char *name, const lcm_expr *e) {
  char *text = e ? lcm_expr_to_str(e, LCM_TEXT) : NULL;
  if (text)
    printf("%s = %s\n", name, text);
  free(text);
}

/* Print the closed form of "bound", or its equations. */
static int print_forms(const struct asked *a, lcm_bound *bound) {
  const struct lcm_bound_form *form = lcm_bound_form_of(bound);
  if (form->reason) {
    printf("none: %s\n", form->reason);
    return 0;
  }
  if (!strcmp(a->what, "--equations")) {
    char *text = lcm_bound_equations_to_str(form);
    fputs(text, stdout);
    free(text);
    return 0;
  }
  print_form("phi", form->phi);
  print_form("omega", form->omega);
  print_form("time", form->time);
  print_form("skewed", form->skewed);
  print_form("barriers", form->barriers);
  for (size_t i = 0; i < form->n_conditions; i++)
    print_form("where", form->conditions[i]);
  printf("cost = %s\n", form->cost);
  return 0;
}

/* Print where resources begin to bind. */
static int print_saturations(struct asked *a, lcm_bound *bound,
                             const char *text) {
  lcm_binding env[MAX_NAMES];
  const struct lcm_saturation *all = NULL;
  size_t n = 0;
  if (lcm_bound_saturations(&all, &n, bound, env,
                            read_point(a->ctx, env, text)))
    return 1;
  for (size_t i = 0; i < n; i++) {
    printf("%s %s", all[i].param, all[i].resource);
    print_number(all[i].value);
    printf("\n");
    print_form(" ", all[i].exact);
  }
  return 0;
}

/* Print what can be decided of the model "program", or a function for it. */
static int print_decisions(struct asked *a, const lcm_program *program) {
  const lcm_decisions *decisions = NULL;
  const char *names[MAX_NAMES];
  for (int i = 0; i < a->n_points; i++)
    names[i] = a->points[i];
  if (lcm_decide(&decisions, a->ctx, program, names, (size_t)a->n_points)) {
    complain(a->ctx);
    return 1;
  }
  char *text = !strcmp(a->what, "--decide-c") ? lcm_decisions_to_c(decisions)
                                              : lcm_decisions_to_str(decisions);
  fputs(text, stdout);
  free(text);
  return 0;
}

/* Print what is asked for of the model "name". */
static int print_model(struct asked *a, const char *name) {
  const lcm_program *program = NULL;
  lcm_bound *bound = NULL;
  const struct lcm_bound_options options = {
      .how = !strcmp(a->what, "--values")  ? LCM_BOUND_VALUES
             : !strcmp(a->what, "--forms") ? LCM_BOUND_FORMS
                                           : LCM_BOUND_AUTO};
  const size_t end = strlen(a->file);
  const bool structure = end > 4 && !strcmp(a->file + end - 4, ".lcs");
  if ((structure ? lcm_program_parse(&program, a->ctx, a->file, a->text, a->len)
                 : lcm_pamela_read(&program, a->ctx, a->file, a->text, a->len,
                                   name)) ||
      lcm_bound_new(&bound, a->ctx, program, &options)) {
    complain(a->ctx);
    return 1;
  }
  if (!strncmp(a->what, "--decide", 8))
    return print_decisions(a, program);
  if (!strcmp(a->what, "--form") || !strcmp(a->what, "--equations"))
    return print_forms(a, bound);
  if (!strcmp(a->what, "--saturations"))
    return print_saturations(a, bound, a->n_points ? a->points[0] : "");
  int failed = a->n_points ? 0 : print_point(a, bound, name, "");
  for (int i = 0; i < a->n_points && !failed; i++)
    failed = print_point(a, bound, name, a->points[i]);
  return failed;
}

int main(int argc, char **argv) {
  struct asked a = {.what = "", .points = argv};
  int at = 1;
  if (argc > 1 && !strncmp(argv[1], "--", 2))
    a.what = argv[at++];
  if (argc < at + 2)
    return 2;
  a.file = argv[at++];
  char *models = argv[at++];
  a.points = argv + at;
  a.n_points = argc - at;
  a.ctx = lcm_ctx_new(NULL);
  if (lcm_file_read(&a.text, &a.len, a.ctx, a.file)) {
    complain(a.ctx);
    return 2;
  }
  int failed = 0;
  for (char *name = strtok(models, ","); name; name = strtok(NULL, ",")) {
    lcm_ctx *all = a.ctx;
    a.ctx = lcm_ctx_new(NULL);
    failed = print_model(&a, name) || failed;
    lcm_ctx_free(a.ctx);
    a.ctx = all;
  }
  lcm_ctx_free(a.ctx);
  return failed;
}
