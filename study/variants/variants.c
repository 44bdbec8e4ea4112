/* Loads what is to be compared: each input, or all of them in each variant
 * that the user names, and what edits make of them. Makes edits
 * (restructurings), which users give as texts, in programs.  What of a grid
 * has no effect on the programs that are predicted over it. */
#include "study/variants/variants.h"

#include <math.h>
#include <string.h>

#include "model/edit/edit.h"
#include "study/variants/macro.h"
#include "study/variants/members.h"

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
  const lcm_status status = lcm_grid_parse(out, ctx, all, n + swept);
  if (status || !swept)
    return status;
  lcm_grid *grid = LCM_NEW(lcm_ctx_arena(ctx), lcm_grid);
  *grid = **out;
  grid->swept = true;
  *out = grid;
  return LCM_OK;
}

bool lcm_grid_is_of_all(const char *name) {
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

/* Return the statement at the top of "function" (may be NULL) that sets "name"
 * to a number, NULL where none does: what depends on something unknown leaves
 * the value as it is. */
static const lcm_node *setter_of(const lcm_function *function,
                                 const char *name) {
  const lcm_node *body = function ? function->body : NULL;
  double value = 0;
  for (size_t i = 0; body && i < body->n_children; i++) {
    const lcm_node *node = body->children[i];
    if (node->kind == LCM_NODE_LET && node->u.let.name == name)
      return lcm_expr_is_number(node->u.let.value, &value) ? node : NULL;
  }
  return NULL;
}

/* Return how else the size is given that name "j" of the grid of "use" is meant
 * for, with what stands before it: the macro of that name; "" where none is. */
static const char *macro_hint(lcm_ctx *ctx, const struct lcm_grid_use *use,
                              const lcm_program *program, size_t j) {
  const lcm_grid *grid = use->grid;
  lcm_loc at;
  const char *macro = lcm_macro_like(&at, ctx, program, grid->names[j]);
  lcm_buf text = {0};
  if (!macro)
    return "";
  lcm_buf_printf(&text, "; '%s' is a macro (%s:%u): give `-- -D%s=", macro,
                 at.file, at.line, macro);
  if (grid->sizes[j] == 1)
    lcm_buf_printf(&text, "%.15g`", grid->columns[j][0]);
  else
    lcm_buf_puts(&text, "...`");
  const char *out = lcm_intern(ctx, text.text);
  lcm_buf_free(&text);
  return out;
}

/* Stop at a "node" that calls a function of the program. */
static lcm_status stop_at_call(const lcm_node *node, void *user) {
  (void)user;
  return node->kind == LCM_NODE_CALL ? LCM_EUSAGE : LCM_OK;
}

/* Return whether "program" may use "name" before the statement "setter" at the
 * top of its "function". */
static bool is_used_before(const lcm_program *program,
                           const lcm_function *function, const lcm_node *setter,
                           const char *name) {
  lcm_function first = *function;
  lcm_program others = *program;
  for (size_t i = 0; function->body->children[i] != setter; i++) {
    first.body = function->body->children[i];
    others.functions = &first;
    others.n_functions = 1;
    if (lcm_node_foreach(first.body, stop_at_call, NULL) ||
        lcm_program_mentions(&others, name))
      return true;
  }
  return false;
}

/* Note that "setter" of "program" leaves the values of name "j" of the grid
 * without effect. */
static void report_setter(lcm_ctx *ctx, const struct lcm_grid_use *use,
                          const lcm_program *program, size_t j,
                          const lcm_node *setter) {
  const char *name = use->grid->names[j];
  lcm_report(ctx, LCM_DIAG_UNUSED_VARIABLE, setter->loc,
             "-D %s has no effect from here on: the program sets '%s' "
             "itself%s",
             name, name, macro_hint(ctx, use, program, j));
}

/* Return the first statement that sets "name" to a number in a function of
 * "program" other than its entry, where no function has another value of it;
 * NULL where one may. */
static const lcm_node *only_setter(lcm_ctx *ctx, const lcm_program *program,
                                   const char *name) {
  const lcm_node *first = NULL;
  lcm_program others = *program;
  lcm_function *functions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_function, program->n_functions + 1);
  others.n_functions = 0;
  for (size_t i = 0; i < program->n_functions; i++) {
    const lcm_function *function = &program->functions[i];
    const lcm_node *setter = setter_of(function, name);
    if (!setter || is_used_before(program, function, setter, name))
      functions[others.n_functions++] = *function;
    else if (!first)
      first = setter;
  }
  others.functions = functions;
  return first && !lcm_program_mentions(&others, name) ? first : NULL;
}

/* Note where "program" sets name "j" of the grid, whose values have no effect
 * behind that; return whether they have none at all.  Where a variable hides
 * another one called so, the other one has them. */
static bool check_setter(lcm_ctx *ctx, const struct lcm_grid_use *use,
                         const lcm_program *program, size_t j) {
  const char *name = lcm_intern(ctx, use->grid->names[j]);
  if (lcm_program_mentions(program, LCM_INTERN_JOINED(ctx, name, ".outer")))
    return false;
  const lcm_function *entry =
      program->entry ? lcm_program_function(program, program->entry) : NULL;
  const lcm_node *node = setter_of(entry, name);
  const lcm_node *other = node ? NULL : only_setter(ctx, program, name);
  if (node || other)
    report_setter(ctx, use, program, j, node ? node : other);
  return other || (node && !is_used_before(program, entry, node, name));
}

/* Calls of a function that is passed a value called "name". */
struct passing {
  const lcm_program *program;
  const char *name;
  const lcm_function *callee; /* one that is passed a number, or NULL */
  bool open;                  /* another is passed something else */
};

/* Return the number of the parameter of "function" called "name", or how many
 * it has. */
static size_t param_of(const lcm_function *function, const char *name) {
  size_t i = 0;
  while (i < function->n_params && strcmp(function->params[i], name) != 0)
    i++;
  return i;
}

/* Note what "node" passes for the name of "user", a passing. */
static lcm_status note_passed(const lcm_node *node, void *user) {
  struct passing *p = user;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(p->program, node->u.call.callee)
          : NULL;
  const size_t i = callee ? param_of(callee, p->name) : 0;
  double value = 0;
  if (!callee || i == callee->n_params)
    return LCM_OK;
  p->callee = callee;
  p->open = p->open || i >= node->u.call.n_args || !node->u.call.args[i] ||
            !lcm_expr_is_number(node->u.call.args[i], &value);
  return LCM_OK;
}

/* Note where "name" of the grid is a parameter of functions of "program" and
 * nothing else, and every call passes a number for it; return whether that is
 * so. */
static bool check_passed(lcm_ctx *ctx, const lcm_program *program,
                         const char *name) {
  struct passing p = {.program = program, .name = name};
  lcm_program others = *program;
  lcm_function *functions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_function, program->n_functions + 1);
  others.n_functions = 0;
  for (size_t i = 0; i < program->n_functions; i++) {
    const lcm_function *function = &program->functions[i];
    if (function->body &&
        lcm_node_foreach(function->body, note_passed, &p) != LCM_OK)
      return false;
    if (param_of(function, name) == function->n_params)
      functions[others.n_functions++] = *function;
  }
  others.functions = functions;
  const bool idle = p.callee && !p.open && !lcm_program_mentions(&others, name);
  if (idle)
    lcm_report(ctx, LCM_DIAG_UNUSED_VARIABLE, p.callee->loc,
               "-D %s has no effect: all calls of '%s' pass a value of their "
               "own for '%s'",
               name, p.callee->name, name);
  return idle;
}

/* Return whether "grid" gives "name" values of its own. */
static bool is_given(const lcm_grid *grid, const char *name) {
  for (size_t j = 0; j < grid->n_names; j++)
    if (!strcmp(grid->names[j], name) && !grid->follows[j])
      return true;
  return false;
}

/* Return LCM_OK unless the grid of "use" gives values to two names for one
 * thing, which is reported. */
static lcm_status check_aliases(lcm_ctx *ctx, const struct lcm_grid_use *use) {
  for (size_t i = 0; i < use->n; i++)
    for (size_t k = 0; k < use->programs[i]->n_params; k++) {
      const lcm_param *param = &use->programs[i]->params[k];
      const char *other = lcm_param_other(param);
      if (!other || param->found || !is_given(use->grid, param->name) ||
          !is_given(use->grid, other))
        continue;
      lcm_report(ctx, LCM_DIAG_GRID, param->loc,
                 "-D gives '%s' and '%s', which are one by `param %s := %s`: "
                 "give one of them",
                 param->name, other, param->name, other);
      return LCM_EUSAGE;
    }
  return LCM_OK;
}

/* Return whether one of the programs of "use" mentions "name". */
static bool is_mentioned(const struct lcm_grid_use *use, const char *name) {
  bool found = false;
  for (size_t i = 0; i < use->n && !found; i++)
    found = lcm_program_mentions(use->programs[i], name);
  return found;
}

/* Let name "j" of the grid of "use" be the one that the programs have for a
 * variable of the source, where these know it as that alone. */
static void take_source_name(lcm_ctx *ctx, const struct lcm_grid_use *use,
                             size_t j) {
  const lcm_grid *grid = use->grid;
  const char *own = lcm_name_of_source(ctx, grid->names[j]);
  if (strcmp(grid->names[j], "p") != 0 && !is_mentioned(use, grid->names[j]) &&
      is_mentioned(use, own))
    grid->names[j] = own;
}

/* Warn where name "j" of the grid of "use" has no effect; return whether it has
 * none on any of the programs. */
static bool check_effect(lcm_ctx *ctx, const struct lcm_grid_use *use,
                         size_t j) {
  const lcm_grid *grid = use->grid;
  const char *name = grid->names[j];
  bool used = lcm_grid_is_of_all(name);
  size_t idle = 0;
  for (size_t k = 0; k < grid->n_names && !used; k++)
    used = grid->follows[k] && lcm_expr_has(grid->follows[k], name);
  const bool followed = used;
  used = used || is_mentioned(use, name);
  for (size_t i = 0; i < use->n; i++) {
    const bool set = check_setter(ctx, use, use->programs[i], j);
    const bool passed =
        !lcm_grid_is_of_all(name) && check_passed(ctx, use->programs[i], name);
    idle += set || passed;
  }
  if (!used)
    lcm_report(ctx, LCM_DIAG_UNUSED_VARIABLE, (lcm_loc){0},
               "-D %s: nothing in the program mentions '%s'%s", name, name,
               use->n ? macro_hint(ctx, use, use->programs[0], j) : "");
  return !used || (!followed && idle == use->n);
}

lcm_status lcm_grid_check(lcm_ctx *ctx, const struct lcm_grid_use *use) {
  const lcm_grid *grid = use->grid;
  check_processors(ctx, use);
  for (size_t j = 0; j < grid->n_names; j++) {
    take_source_name(ctx, use, j);
    const bool idle = check_effect(ctx, use, j);
    if (grid->idle)
      grid->idle[j] = idle;
  }
  lcm_grid_check_members(ctx, use);
  return check_aliases(ctx, use);
}

enum { MOST_LETTERS = 24 };

typedef LCM_LIST(const char *) place_list;

/* Add the places of "step" to "places"; return whether it takes more loops than
 * those that begin there: what one is split into, the one inside of it that it
 * is collapsed with, those in sections, each of which has its own index, or one
 * by its number. */
static bool add_places(place_list *places, lcm_ctx *ctx,
                       const struct lcm_edit_step *step) {
  bool more = (step->verb == LCM_VERB_SPLIT && step->n_places == 1) ||
              step->verb == LCM_VERB_SECTIONS ||
              step->verb == LCM_VERB_COLLAPSE;
  for (size_t p = 0; p < step->n_places; p++) {
    LCM_LIST_ADD(lcm_ctx_arena(ctx), places, step->places[p]);
    more = more || strstr(step->places[p], "/loop#");
  }
  return more;
}

void lcm_edits_keep(struct lcm_analyze_options *options, lcm_ctx *ctx,
                    const struct lcm_edits *all, bool loops) {
  place_list places = {0};
  const bool muted = lcm_ctx_mute(ctx, true);
  for (size_t i = 0; i < all->n; i++) {
    const lcm_restructuring *edits = NULL;
    if (lcm_restructuring_parse(&edits, ctx, all->at[i]))
      continue;
    for (size_t k = 0; k < edits->n_steps; k++)
      loops = add_places(&places, ctx, &edits->steps[k]) || loops;
  }
  (void)lcm_ctx_mute(ctx, muted);
  if (loops)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &places, LCM_KEEP_LOOPS);
  options->kept = places.at;
  options->n_kept = places.n;
}

lcm_status lcm_edits_make(const lcm_program **program, lcm_ctx *ctx,
                          const struct lcm_edits *all) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < all->n && !status; i++) {
    const lcm_restructuring *edits = NULL;
    status = lcm_restructuring_parse(&edits, ctx, all->at[i]);
    if (!status)
      status =
          lcm_program_restructure(program, ctx, *program, edits, all->force);
  }
  return status;
}

/* Return the variant among "variants" that is called "name" (NULL: the first),
 * or NULL and a diagnostic. */
static const struct lcm_variant *
base_of(lcm_ctx *ctx, const lcm_variants *variants, const char *name) {
  for (size_t i = 0; i < variants->n; i++)
    if (!name || !strcmp(variants->at[i].name, name))
      return &variants->at[i];
  if (name)
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "there is no variant '%s' to edit", name);
  else
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0}, "there is nothing to edit");
  return NULL;
}

/* Return what the result of "edits", number "i" of all, is called. */
static const char *name_of(lcm_ctx *ctx, const lcm_restructuring *edits,
                           size_t i) {
  if (edits->name)
    return edits->name;
  return strlen(edits->text) <= MOST_LETTERS
             ? edits->text
             : lcm_arena_printf(lcm_ctx_arena(ctx), "edit %zu", i + 1);
}

lcm_status lcm_edits_add_variants(lcm_variants *variants, lcm_ctx *ctx,
                                  const struct lcm_edits *all) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < all->n && !status; i++) {
    const lcm_restructuring *edits = NULL;
    status = lcm_restructuring_parse(&edits, ctx, all->at[i]);
    if (status)
      break;
    const struct lcm_variant *base = base_of(ctx, variants, edits->from);
    struct lcm_variant variant = {name_of(ctx, edits, i), NULL};
    if (!base)
      return LCM_EUSAGE;
    for (size_t k = 0; k < variants->n; k++)
      if (!strcmp(variants->at[k].name, variant.name)) {
        lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
                   "there are two variants '%s'", variant.name);
        return LCM_EUSAGE;
      }
    status = lcm_program_restructure(&variant.program, ctx, base->program,
                                     edits, all->force);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), variants, variant);
  }
  return status;
}

const char *lcm_variants_name(lcm_ctx *ctx, const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  const char *dot = strrchr(name, '.');
  return lcm_intern_n(ctx, name,
                      dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

/* Load one variant for each input of "options". */
static lcm_status load_inputs(lcm_variants *variants, lcm_ctx *ctx,
                              const struct lcm_load_options *options) {
  struct lcm_load_options one = *options;
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < options->n_inputs && !status; i++) {
    struct lcm_variant variant = {lcm_variants_name(ctx, options->inputs[i]),
                                  NULL};
    one.inputs = &options->inputs[i];
    one.n_inputs = 1;
    one.continued = i > 0;
    status = lcm_load_program(&variant.program, ctx, &one);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), variants, variant);
  }
  return status;
}

/* Load the program of all inputs once for each of the variants that "options"
 * list. */
static lcm_status load_variants(lcm_variants *variants, lcm_ctx *ctx,
                                const struct lcm_load_options *options) {
  struct lcm_load_options one = *options;
  const char *names = options->analyze.variant;
  lcm_status status = LCM_OK;
  while (*names && !status) {
    const size_t n = strcspn(names, ",");
    struct lcm_variant variant = {lcm_intern_n(ctx, names, n), NULL};
    one.analyze.variant = variant.name;
    status = lcm_load_program(&variant.program, ctx, &one);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), variants, variant);
    names += n + (names[n] == ',');
  }
  return status;
}

lcm_status lcm_variants_load(lcm_variants *variants, lcm_ctx *ctx,
                             const struct lcm_load_options *options,
                             const struct lcm_edits *edits) {
  const char *names = options->analyze.variant;
  const bool several = names && strchr(names, ',');
  const bool alone = names && !several && options->n_inputs == 1;
  struct lcm_load_options each = *options;
  lcm_status status = LCM_OK;
  if (alone)
    each.analyze.variant = NULL;
  if (!several)
    status = load_inputs(variants, ctx, &each);
  if (!status && (alone || several))
    status = load_variants(variants, ctx, options);
  status = status ? status : lcm_edits_add_variants(variants, ctx, edits);
  if (status || variants->n > 1)
    return status;
  lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "compare needs two inputs, --variant A,B or --edit");
  return LCM_EUSAGE;
}

const lcm_program *const *lcm_variants_programs(lcm_ctx *ctx,
                                                const lcm_variants *variants) {
  const lcm_program **programs =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_program *, variants->n + 1);
  for (size_t i = 0; i < variants->n; i++)
    programs[i] = variants->at[i].program;
  return programs;
}

bool lcm_variants_sweep(const lcm_variants *variants) {
  for (size_t i = 0; i < variants->n; i++)
    if (!variants->at[i].program->is_model)
      return true;
  return false;
}
