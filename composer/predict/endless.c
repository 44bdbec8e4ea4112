/* Recursions of which nobody knows how deep they go: executing the program
 * finds them one after the other, and each is cut to one level, or becomes a
 * loop over its levels where it is known how many there are on average. */
#include "composer/predict/endless.h"

#include <string.h>

#include "composer/predict/internal.h"
#include "composer/predict/runs.h"

/* Recursive functions that are cut at most. */
enum { MOST_CUT = 64 };

/* A program whose calls of "callee" from within are cut. */
struct cutting {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_endless *of;
  bool *within; /* of each function: "callee" comes to call it */
};

/* Mark the function called "key" and all that it comes to call. */
static void mark(struct cutting *c, const char *key);

/* Mark what "node" calls. */
static void mark_calls(struct cutting *c, const lcm_node *node) {
  if (node->kind == LCM_NODE_CALL)
    mark(c, node->u.call.callee);
  for (size_t i = 0; i < node->n_children; i++)
    mark_calls(c, node->children[i]);
}

static void mark(struct cutting *c, const char *key) {
  const lcm_function *function = lcm_program_function(c->program, key);
  const size_t i = function ? (size_t)(function - c->program->functions) : 0;
  if (!function || !function->body || c->within[i])
    return;
  c->within[i] = true;
  mark_calls(c, function->body);
}

/* Return what stands for the call "node" that goes a level deeper. */
static const lcm_node *opaque(const struct cutting *c, const lcm_node *node) {
  const char *name = c->of->callee->name;
  lcm_node *out = lcm_node_new(c->ctx, LCM_NODE_OPAQUE, node->loc);
  out->id = node->id;
  out->label = node->label;
  out->u.opaque.reason = lcm_arena_printf(
      lcm_ctx_arena(c->ctx), "the recursion of '%s' counts as one level: %s",
      name,
      c->of->is_long ? "to follow all of its calls takes too long"
                     : "how deep it goes is not known");
  lcm_node_say(c->ctx, out, "recursion", name);
  if (c->of->name)
    lcm_node_say(c->ctx, out, "depends", c->of->name);
  return out;
}

/* Return "node" without calls that go a level deeper. */
static const lcm_node *cut(const struct cutting *c, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const lcm_node **children = NULL;
  if (lcm_node_is_call_of(node, c->of->callee->key))
    return opaque(c, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = cut(c, node->children[i]);
    if (child == node->children[i])
      continue;
    if (!children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    children[i] = child;
  }
  if (!children)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children;
  return copy;
}

/* Return "program" with the recursion "of" cut. */
static const lcm_program *without(lcm_ctx *ctx, const lcm_program *program,
                                  const struct lcm_endless *of) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct cutting c = {ctx, program, of,
                      LCM_NEW_ARRAY(arena, bool, program->n_functions + 1)};
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  mark(&c, of->callee->key);
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (c.within[i])
      functions[i].body = cut(&c, functions[i].body);
  }
  *copy = *program;
  copy->functions = functions;
  return copy;
}

/* Return whether something that the function "callee" of "program" comes to
 * call, other than itself, calls it. */
static bool is_called_beyond(lcm_ctx *ctx, const lcm_program *program,
                             const lcm_function *callee) {
  struct cutting c = {.ctx = ctx,
                      .program = program,
                      .within = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool,
                                              program->n_functions + 1)};
  mark(&c, callee->key);
  for (size_t i = 0; i < program->n_functions; i++)
    if (c.within[i] && strcmp(program->functions[i].key, callee->key) &&
        lcm_node_calls(program->functions[i].body, callee->key))
      return true;
  return false;
}

/* Return "program" with the recursion "of" as a loop over its levels, which
 * chance ends; NULL where these are not alike. */
static const lcm_program *with_levels(lcm_ctx *ctx, const lcm_program *program,
                                      const struct lcm_endless *of,
                                      const lcm_grid *grid) {
  const lcm_function *callee = lcm_program_function(program, of->callee->key);
  struct lcm_facts_table *facts = lcm_facts_new(ctx, program, NULL);
  if (is_called_beyond(ctx, program, callee))
    return NULL;
  const lcm_node *body = lcm_level_repeated(
      ctx, program, callee, grid, lcm_facts_traits(facts, callee->body));
  if (!body)
    return NULL;
  lcm_program *copy = LCM_NEW(lcm_ctx_arena(ctx), lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_function, program->n_functions + 1);
  memcpy(functions, program->functions,
         program->n_functions * sizeof *functions);
  functions[callee - program->functions].body = body;
  *copy = *program;
  copy->functions = functions;
  return copy;
}

/* A program of which only what leads to a recursion is kept. */
struct thinning {
  lcm_ctx *ctx;
  struct lcm_facts_table *facts;
};

/* Return whether nothing that "node" does, or what it calls, leads to a
 * recursion, nor gives a name a value. */
static bool is_idle(const struct thinning *t, const lcm_node *node) {
  const struct lcm_traits *traits = lcm_facts_traits(t->facts, node);
  return !traits->recurs && !traits->gives;
}

/* Return "node", the parts of its series that lead to no recursion left
 * out. */
static const lcm_node *thin(const struct thinning *t, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(t->ctx);
  const bool series = node->kind == LCM_NODE_SERIES;
  const lcm_node **children =
      LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children + 1);
  size_t n = 0;
  bool same = true;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = node->children[i];
    if (series && is_idle(t, child))
      continue;
    children[n] = thin(t, child);
    same = same && children[n] == child;
    n++;
  }
  if (same && n == node->n_children)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children;
  copy->n_children = n;
  return copy;
}

/* Let the program of "p" have only what leads to a recursion; functions that
 * come to call themselves stay as they are, as what is not known in them says
 * what would settle how deep they go. */
static void thin_out(struct lcm_predictor *p) {
  lcm_ctx *ctx = p->setup.ctx;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const struct thinning t = {ctx, p->setup.facts};
  lcm_program *program = LCM_NEW(arena, lcm_program);
  *program = *p->setup.program;
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (functions[i].body && !lcm_facts_recur(t.facts, functions[i].body))
      functions[i].body = thin(&t, functions[i].body);
  }
  program->functions = functions;
  p->setup.program = program;
  p->setup.entry = lcm_program_function(program, program->entry);
  p->setup.facts = lcm_facts_new(ctx, program, NULL);
}

/* Execute the program of "p" at the point "i" of its grid on "w" processors, or
 * as far as its span goes on unlimited ones; return whether that fails, such as
 * by a recursion. */
static bool fails(struct lcm_predictor *p, struct lcm_endless *out, size_t i,
                  double w, bool unlimited) {
  const lcm_node *body = p->setup.entry->body;
  struct lcm_run run;
  lcm_predictor_begin_run(p, &run, &(struct lcm_run_place){i, w, NULL});
  run.options = &p->plain;
  run.notes.noted = &p->noted;
  run.notes.endless = out;
  run.mode.unlimited = unlimited;
  run.messages.alone = unlimited || w == 1;
  if (unlimited)
    (void)lcm_run_span(&run, body, w);
  else
    (void)lcm_run_serial(&run, body, w);
  return run.status != LCM_OK;
}

/* Put the recursion of "program" whose end nobody knows into "*out"; return
 * whether there is one.  "*recurs" becomes true where there are recursions. */
static bool find(struct lcm_endless *out, bool *recurs, lcm_ctx *ctx,
                 const lcm_program *program, const lcm_grid *grid,
                 const struct lcm_predict_options *options) {
  struct lcm_predict_options plain = *options;
  struct lcm_predictor p = {.setup = {.ctx = ctx,
                                      .program = program,
                                      .grid = grid,
                                      .options = &plain,
                                      .machine = options->machine}};
  plain.nodes = plain.formula = plain.recurrences = plain.hinges = false;
  plain.interpret = true;
  p.plain = plain;
  lcm_predictor_split(&p);
  lcm_setup_begin(&p.setup);
  if (!p.setup.entry || !p.setup.entry->body)
    return false;
  p.setup.facts = lcm_facts_new(ctx, p.setup.program, NULL);
  const struct lcm_traits *traits =
      lcm_facts_traits(p.setup.facts, p.setup.entry->body);
  *recurs = *recurs || traits->recurs;
  if (!traits->recurs)
    return false;
  if (!traits->waiter && !traits->messages)
    thin_out(&p);
  const size_t last = grid->n_points ? grid->n_points - 1 : 0;
  const double w = lcm_setup_processors(&p.setup, 0);
  const double most = lcm_setup_processors(&p.setup, last);
  const bool crews = traits->parallel || traits->shared || traits->tasks;
  if (!(w >= 1))
    return false;
  *out = (struct lcm_endless){.noted = &p.noted};
  return (fails(&p, out, 0, w, false) ||
          (crews && fails(&p, out, 0, w, true)) ||
          (w > 1 && fails(&p, out, 0, 1, false)) ||
          (last && fails(&p, out, last, most, false))) &&
         out->callee;
}

const lcm_program *
lcm_program_end_recursions(struct lcm_recursions *found, lcm_ctx *ctx,
                           const lcm_program *program, const lcm_grid *grid,
                           const struct lcm_predict_options *options) {
  struct lcm_endless of = {0};
  const lcm_program *searched = program;
  const bool muted = lcm_ctx_mute(ctx, true);
  *found = (struct lcm_recursions){.any = false};
  for (size_t i = 0;
       i < MOST_CUT && find(&of, &found->any, ctx, searched, grid, options);
       i++) {
    const lcm_program *levels = options->keep_chance || of.is_long
                                    ? NULL
                                    : with_levels(ctx, program, &of, grid);
    searched = without(ctx, searched, &of);
    found->is_cut = true;
    if (levels)
      program = levels;
    else if (!(options->keep_chance && of.by_chance))
      program = without(ctx, program, &of);
  }
  (void)lcm_ctx_mute(ctx, muted);
  return program;
}
