/* Recursions of which nobody knows how deep they go: executing the program
 * finds them one after the other, and each is cut to one level. */
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
      lcm_ctx_arena(c->ctx),
      "the recursion of '%s' counts as one level: how deep it goes is not "
      "known",
      name);
  lcm_node_say(c->ctx, out, "recursion", name);
  if (c->of->name)
    lcm_node_say(c->ctx, out, "depends", c->of->name);
  return out;
}

/* Return "node" without calls that go a level deeper. */
static const lcm_node *cut(const struct cutting *c, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const lcm_node **children = NULL;
  if (node->kind == LCM_NODE_CALL &&
      !strcmp(node->u.call.callee, c->of->callee->key))
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

/* Execute the program of "p" on "w" processors, or as far as its span goes on
 * unlimited ones; return whether that fails, such as by a recursion. */
static bool fails(struct lcm_predictor *p, struct lcm_endless *out, double w,
                  bool unlimited) {
  const lcm_node *body = p->setup.entry->body;
  struct lcm_run run;
  lcm_predictor_begin_run(p, &run, &(struct lcm_run_place){0, w, NULL});
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
 * whether there is one. */
static bool find(struct lcm_endless *out, lcm_ctx *ctx,
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
  if (!lcm_facts_traits(p.setup.facts, p.setup.entry->body)->recurs)
    return false;
  const double w = lcm_setup_processors(&p.setup, 0);
  if (!(w >= 1))
    return false;
  *out = (struct lcm_endless){.noted = &p.noted};
  return (fails(&p, out, w, false) || fails(&p, out, w, true) ||
          fails(&p, out, 1, false)) &&
         out->callee;
}

const lcm_program *
lcm_program_end_recursions(lcm_ctx *ctx, const lcm_program *program,
                           const lcm_grid *grid,
                           const struct lcm_predict_options *options) {
  struct lcm_endless of = {0};
  const bool muted = lcm_ctx_mute(ctx, true);
  for (size_t i = 0; i < MOST_CUT && find(&of, ctx, program, grid, options);
       i++)
    program = without(ctx, program, &of);
  (void)lcm_ctx_mute(ctx, muted);
  return program;
}
