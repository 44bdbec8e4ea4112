/* Counts what fragments of a program compute in a run: each piece of plain code
 * adds its operations to the coefficients of the fragments that have it, so
 * that the derivative of the whole is what a fragment computes. */
#include "composer/predict/operations/operations.h"

#include <string.h>

#include "composer/formula/formula.h"
#include "composer/predict/internal.h"
#include "composer/predict/predictor.h"
#include "model/link/link.h"

/* How deep calls are followed. */
enum { DEEP = 20 };

/* Counting. */
struct counting {
  lcm_ctx *ctx;
  const lcm_program *program;
  struct lcm_work *works;
  const lcm_node **nodes; /* of "works", NULL: not in the program */
  const lcm_expr **coefs; /* that stands for one operation of each */
  struct lcm_visits *visits;
  LCM_LIST(const lcm_expr *) each; /* what counts of a piece of plain code */
  size_t n;
};

/* Return whether "node" is one of the fragments of "c". */
static bool is_fragment(const struct counting *c, const lcm_node *node) {
  for (size_t i = 0; i < c->n; i++)
    if (c->nodes[i] == node)
      return true;
  return false;
}

/* Let the plain code "node" count for the fragment number "of". */
static void count(struct counting *c, const lcm_node *node, size_t of) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  size_t at = 0;
  if (!lcm_map_get(&c->visits->nodes, node, &at)) {
    LCM_LIST_ADD(arena, &c->each, lcm_expr_int(c->ctx, 0));
    at = c->each.n;
    lcm_map_put(arena, &c->visits->nodes, node, at);
  }
  c->each.at[at - 1] = lcm_expr_add(c->ctx, c->each.at[at - 1], c->coefs[of]);
}

/* Let what "node" does count for the fragment number "of", calls down to
 * "deep"; "all": also what other fragments in it do. */
static void gather(struct counting *c, const lcm_node *node, size_t of,
                   int deep) {
  const bool all = !*c->works[of].place;
  if (node->flops)
    count(c, node, of);
  for (size_t i = 0; i < node->n_children; i++)
    if (all || !is_fragment(c, node->children[i]))
      gather(c, node->children[i], of, deep);
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL && deep > 0
          ? lcm_program_function(c->program, node->u.call.callee)
          : NULL;
  if (callee && callee->body && (all || !is_fragment(c, callee->body)))
    gather(c, callee->body, of, deep - 1);
}

/* Make ready to count. */
static void prepare(struct counting *c) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const lcm_function *function = NULL;
  const lcm_function *entry =
      lcm_program_function(c->program, c->program->entry);
  c->nodes = LCM_NEW_ARRAY(arena, const lcm_node *, c->n + 1);
  c->coefs = LCM_NEW_ARRAY(arena, const lcm_expr *, c->n + 1);
  c->visits = LCM_NEW(arena, struct lcm_visits);
  for (size_t i = 0; i < c->n; i++) {
    const char *place = c->works[i].place;
    const lcm_coef coef = {
        .name = lcm_intern(c->ctx, lcm_arena_printf(arena, "work.%zu", i)),
        .value = 1};
    c->coefs[i] = lcm_expr_coef(c->ctx, &coef);
    c->nodes[i] =
        *place ? lcm_place_find(&function, c->program, place) : entry->body;
  }
  for (size_t i = 0; i < c->n; i++)
    if (c->nodes[i])
      gather(c, c->nodes[i], i, DEEP);
  c->visits->each = c->each.at;
  c->visits->n = c->each.n;
  c->visits->operations = true;
  c->visits->slot = lcm_intern(c->ctx, "work.");
}

/* Put what "closed", that "f" has built, says into the works of "c". */
static void take(struct counting *c, const struct lcm_formula *f,
                 const struct lcm_closed *closed) {
  const lcm_expr *all = NULL;
  for (size_t d = 0; d < f->n_demands; d++)
    if (f->demands[d] == c->visits->slot)
      all = closed->cats[LCM_MAX_CATS + d];
  for (size_t i = 0; i < c->n && all; i++)
    if (c->nodes[i])
      c->works[i].expr =
          lcm_expr_derive(c->ctx, all, lcm_expr_name(c->coefs[i]));
}

/* Count by "c" what the program of "p" computes; return why not. */
static const char *count_all(struct counting *c,
                             const struct lcm_predictor *p) {
  struct lcm_closed closed;
  c->program = p->setup.program;
  prepare(c);
  struct lcm_formula f = {.ctx = c->ctx,
                          .program = c->program,
                          .machine = p->setup.machine,
                          .n_cats = p->setup.n_cats,
                          .cat_names = p->setup.cat_names,
                          .nesting_off = c->program->nesting_off,
                          .visits = c->visits,
                          .facts = lcm_facts_new(c->ctx, c->program, NULL)};
  if (!lcm_formula_build(&closed, &f, p->setup.grid))
    return f.reason ? f.reason : "nothing in it takes time";
  take(c, &f, &closed);
  return NULL;
}

/* Return "node" without models, and what lies below. */
static const lcm_node *bare_node(lcm_ctx *ctx, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_node **children =
      LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children + 1);
  bool same = !node->n_models;
  for (size_t i = 0; i < node->n_children; i++) {
    children[i] = bare_node(ctx, node->children[i]);
    same = same && children[i] == node->children[i];
  }
  if (same)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children;
  copy->models = NULL;
  copy->n_models = 0;
  return copy;
}

/* Return "program" without models, which stand for what the source says. */
static const lcm_program *bare(lcm_ctx *ctx, const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  lcm_function *functions =
      LCM_NEW_ARRAY(arena, lcm_function, program->n_functions + 1);
  for (size_t i = 0; i < program->n_functions; i++) {
    functions[i] = program->functions[i];
    if (functions[i].body)
      functions[i].body = bare_node(ctx, functions[i].body);
  }
  *copy = *program;
  copy->functions = functions;
  return copy;
}

const char *lcm_program_work(struct lcm_work *works, size_t n, lcm_ctx *ctx,
                             const lcm_program *program, const lcm_grid *grid) {
  static const struct lcm_predict_options OPTIONS = {.interpret = true};
  struct lcm_predictor *p = NULL;
  struct counting c = {.ctx = ctx, .works = works, .n = n};
  const char *why = "the program cannot be predicted";
  const bool muted = lcm_ctx_mute(ctx, true);
  if (!lcm_predictor_new(&p, ctx, bare(ctx, program), grid, &OPTIONS))
    why = count_all(&c, p);
  (void)lcm_ctx_mute(ctx, muted);
  return why;
}
