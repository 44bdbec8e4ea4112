/* What of a grid has no effect on the programs that are predicted over it. */
#include <math.h>
#include <string.h>

#include "study/variants/grid.h"

bool lcm_grid_says_processors(const char *const *defines, size_t n) {
  bool has_p = false;
  for (size_t i = 0; i < n; i++) {
    const char *text = defines[i];
    has_p = has_p || !strncmp(text, "p=", 2) || strstr(text, " p=") ||
            !strncmp(text, "ranks=", 6) || !strncmp(text, "threads=", 8);
  }
  return has_p;
}

lcm_status lcm_grid_read(const lcm_grid **out, lcm_ctx *ctx,
                         const char *const *defines, size_t n, bool sweep) {
  const char **all = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const char *, n + 1);
  const bool swept = sweep && !lcm_grid_says_processors(defines, n);
  for (size_t i = 0; i < n; i++)
    all[i] = defines[i];
  all[n] = "p=1:16:*2";
  return lcm_grid_parse(out, ctx, all, n + swept);
}

/* Return whether "name" is a variable that every program has. */
static bool is_of_all(const char *name) {
  static const char *const NAMES[] = {"p", "procs", "ranks", "threads"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(NAMES[i], name))
      return true;
  return false;
}

/* Note that points of the grid have more processors than the machine. */
static void check_processors(lcm_ctx *ctx, const struct lcm_grid_use *use) {
  const lcm_grid *grid = use->grid;
  const lcm_machine *machine = use->machine;
  double most = 0;
  for (size_t i = 0; i < grid->n_points; i++)
    most = fmax(most, lcm_grid_processors(grid, i));
  if (machine && machine->processors > 0 && most > machine->processors)
    lcm_report(ctx, LCM_DIAG_MORE_PROCESSORS,
               (lcm_loc){.file = use->machine_file},
               "the machine has %g processors; what is predicted for up to %g "
               "is of a larger one like it",
               machine->processors, most);
}

/* Return the statement at the top of the entry of "program" that sets "name" to
 * a number, NULL where none does: what depends on something unknown leaves the
 * value as it is. */
static const lcm_node *setter_of(const lcm_program *program, const char *name) {
  const lcm_function *entry =
      program->entry ? lcm_program_function(program, program->entry) : NULL;
  const lcm_node *body = entry ? entry->body : NULL;
  double value = 0;
  for (size_t i = 0; body && i < body->n_children; i++) {
    const lcm_node *node = body->children[i];
    if (node->kind == LCM_NODE_LET && node->u.let.name == name)
      return lcm_expr_is_number(node->u.let.value, &value) ? node : NULL;
  }
  return NULL;
}

/* Note where "program" sets variable "name" of the grid, whose values have no
 * effect behind that. */
static void check_setter(lcm_ctx *ctx, const lcm_program *program,
                         const char *name) {
  const lcm_node *node = setter_of(program, lcm_intern(ctx, name));
  if (node)
    lcm_report(ctx, LCM_DIAG_UNUSED_VARIABLE, node->loc,
               "-D %s has no effect from here on: the program sets '%s' itself",
               name, name);
}

void lcm_grid_check(lcm_ctx *ctx, const struct lcm_grid_use *use) {
  const lcm_grid *grid = use->grid;
  check_processors(ctx, use);
  for (size_t j = 0; j < grid->n_names; j++) {
    bool used = is_of_all(grid->names[j]);
    for (size_t k = 0; k < grid->n_names && !used; k++)
      used = grid->follows[k] && lcm_expr_has(grid->follows[k], grid->names[j]);
    for (size_t i = 0; i < use->n && !used; i++)
      used = lcm_program_mentions(use->programs[i], grid->names[j]);
    for (size_t i = 0; i < use->n; i++)
      check_setter(ctx, use->programs[i], grid->names[j]);
    if (!used)
      lcm_report(ctx, LCM_DIAG_UNUSED_VARIABLE, (lcm_loc){0},
                 "-D %s: nothing in the program mentions '%s'", grid->names[j],
                 grid->names[j]);
  }
}
