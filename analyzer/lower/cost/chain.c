/* Chains of operations from iteration to iteration: each value that is carried
 * from one to the next is followed through two of them. */
#include "analyzer/lower/cost/chain.h"

#include <math.h>
#include <string.h>

#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/cost/weigh.h"

/* So many places are followed at most, and passes of a loop inside. */
enum { PLACES = 24, PASSES = 8 };

/* A place that holds a value: a variable, or an element that is the same in all
 * iterations. */
struct place {
  const char *key; /* of a variable, or NULL */
  unsigned long long hash;
  /* how long after the value that is followed this one is there; < 0: it does
   * not depend on it */
  double since;
  bool assigned;
};

/* What is followed. */
struct chain {
  struct lcm_lowering *l;
  struct place at[PLACES];
  size_t n;
};

static double follow(struct chain *c, const lcm_ast *ast);

/* Return the place that the lvalue "ast" is, NULL where there is none and none
 * is to be made, or there are too many. */
static struct place *place_of(struct chain *c, const lcm_ast *ast) {
  const bool plain = ast->kind == LCM_AST_REF || ast->kind == LCM_AST_VAR;
  const char *key = plain ? ast->key : NULL;
  const unsigned long long hash =
      key ? 0 : lcm_lower_hash(c->l, ast->begin, ast->end);
  if (plain && !key)
    return NULL;
  for (size_t i = 0; i < c->n; i++)
    if (c->at[i].key == key && c->at[i].hash == hash)
      return &c->at[i];
  if (c->n == PLACES)
    return NULL;
  c->at[c->n] = (struct place){key, hash, -1, false};
  return &c->at[c->n++];
}

/* Return whether a variable below "ast" is assigned. */
static bool varies(const struct chain *c, const lcm_ast *ast) {
  for (size_t i = 0; ast->kind == LCM_AST_REF && i < c->n; i++)
    if (c->at[i].assigned && c->at[i].key && c->at[i].key == ast->key)
      return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (varies(c, child))
      return true;
  return ast->kind == LCM_AST_CALL;
}

/* Return whether the lvalue "ast" is the same place in all iterations. */
static bool stays(const struct chain *c, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_REF)
    return !ast->is_array && !ast->is_function;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (varies(c, child))
      return false;
  return true;
}

/* Note that what "ast" and what is below it assign is assigned. */
static void note_assigned(struct chain *c, const lcm_ast *ast) {
  const bool sets = ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE;
  const lcm_ast *target = ast->kind == LCM_AST_VAR ? ast : ast->first;
  if (sets && target && target->kind == LCM_AST_REF) {
    struct place *place = place_of(c, target);
    if (place)
      place->assigned = true;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_assigned(c, child);
}

/* Note the elements that "ast" and what is below it assign and that are the
 * same in all iterations. */
static void note_elements(struct chain *c, const lcm_ast *ast) {
  const bool sets = ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE;
  const lcm_ast *target = ast->first;
  if (sets && target && target->kind != LCM_AST_REF && stays(c, target)) {
    struct place *place = place_of(c, target);
    if (place)
      place->assigned = true;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    note_elements(c, child);
}

/* Return "since" and "delay" later, -1 where it does not depend. */
static double later(double since, double delay) {
  return since < 0 ? since : since + delay;
}

/* Return the latest of the children of "ast" from "child" on. */
static double latest(struct chain *c, const lcm_ast *child) {
  double since = -1;
  for (; child; child = child->next)
    since = fmax(since, follow(c, child));
  return since;
}

/* Return since when the value of the lvalue "ast" is there. */
static double follow_place(struct chain *c, const lcm_ast *ast) {
  if (stays(c, ast)) {
    const struct place *place = place_of(c, ast);
    if (ast->kind == LCM_AST_REF || (place && place->assigned))
      return place ? place->since : -1;
  }
  return later(latest(c, ast->first),
               ast->kind == LCM_AST_MEMBER && !ast->first->is_pointer
                   ? 0
                   : c->l->options->weights->load_chain);
}

/* Let the place "ast" hold what is there since "since". */
static void set(struct chain *c, const lcm_ast *ast, double since) {
  struct place *place = stays(c, ast) ? place_of(c, ast) : NULL;
  if (place)
    place->since = since;
}

/* Return since when the value of the call "ast" is there. */
static double follow_call(struct chain *c, const lcm_ast *ast) {
  double flops = 0;
  const struct lcm_external *external =
      ast->is_system && ast->name ? lcm_external_of(c->l, ast->name) : NULL;
  const double since = latest(c, ast->first ? ast->first->next : NULL);
  if (!external || !external->flops ||
      !lcm_expr_is_number(external->flops, &flops))
    return since;
  const struct lcm_weights *weights = c->l->options->weights;
  return later(since,
               lcm_weigh_call(weights, external, flops) + weights->add_chain);
}

/* Follow the statements of the loop "ast" inside, several times. */
static double follow_loop(struct chain *c, const lcm_ast *ast) {
  for (int i = 0; i < PASSES; i++)
    (void)latest(c, ast->first);
  return -1;
}

/* Return since when the value of "ast" is there, after it has been executed. */
static double follow(struct chain *c, const lcm_ast *ast) {
  double since = -1;
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_PLACE)
    return follow_place(c, ast);
  if (lcm_ast_class_of(ast->kind) == LCM_CLASS_LOOP)
    return follow_loop(c, ast);
  if (ast->kind == LCM_AST_CALL)
    return follow_call(c, ast);
  if (ast->kind == LCM_AST_VAR) {
    since = ast->first ? latest(c, ast->first) : -1;
    struct place *place = ast->key ? place_of(c, ast) : NULL;
    if (place)
      place->since = since;
    return -1;
  }
  if (ast->kind == LCM_AST_IF) {
    (void)latest(c, ast->first);
    return -1;
  }
  if (!ast->first)
    return -1;
  if (ast->kind == LCM_AST_ASSIGN) {
    since = latest(c, ast->first->next);
    set(c, ast->first, since);
    return since;
  }
  since = later(latest(c, ast->first), lcm_weigh_delay(c->l, ast));
  if (ast->kind == LCM_AST_UPDATE)
    set(c, ast->first, since);
  return since;
}

/* Return how much later a value that comes from the place "at" is there after
 * an iteration, on average over two. */
static double period(struct chain *c, size_t at, const lcm_ast *first,
                     const lcm_ast *last) {
  double longest = 0;
  for (size_t i = 0; i < c->n; i++)
    c->at[i].since = -1;
  c->at[at].since = 0;
  for (int round = 1; round <= 2; round++) {
    for (const lcm_ast *ast = first; ast; ast = ast == last ? NULL : ast->next)
      (void)follow(c, ast);
    longest = fmax(longest, c->at[at].since / round);
  }
  return longest;
}

double lcm_chain(struct lcm_lowering *l, const lcm_ast *loop,
                 const lcm_ast *first, const lcm_ast *last) {
  struct chain c = {.l = l};
  double longest = 0;
  for (const lcm_ast *ast = loop->first; ast; ast = ast->next)
    note_assigned(&c, ast);
  for (const lcm_ast *ast = first; ast; ast = ast == last ? NULL : ast->next)
    note_elements(&c, ast);
  const size_t n = c.n;
  for (size_t i = 0; i < n; i++)
    if (c.at[i].assigned)
      longest = fmax(longest, period(&c, i, first, last));
  return longest;
}

double lcm_chain_trips(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_iteration range;
  double from = 0;
  double to = 0;
  double step = 1;
  if (!lcm_header_plain(&range, l, ast) || range.factor ||
      !lcm_expr_is_number(range.from, &from) ||
      !lcm_expr_is_number(range.to, &to) ||
      (range.step && !lcm_expr_is_number(range.step, &step)) || step == 0)
    return 0;
  return fmax(0, floor((to - from) / step) + 1);
}

/* Return about how many iterations the loop "ast" has, 0 where nobody knows:
 * one that multiplies or divides goes over numbers of so many BITS. */
static double rounds_of(struct lcm_lowering *l, const lcm_ast *ast) {
  enum { BITS = 24 };
  lcm_iteration range;
  double factor = 0;
  const bool powers = lcm_lower_header(&range, l, ast) && range.factor &&
                      lcm_expr_is_number(range.factor, &factor) && factor > 1;
  return powers ? BITS / log2(factor) : lcm_chain_trips(l, ast);
}

double lcm_chain_overlap(struct lcm_lowering *l, const lcm_ast *loop,
                         double operations, double wait) {
  enum { WAITING = 96, GOES_ON = 2 };
  const lcm_ast *outer = lcm_loop_around(loop);
  double trips = outer ? rounds_of(l, loop) : 0;
  double out = 1;
  if (!l->options->weights || operations <= 0)
    return 1;
  for (bool goes_on = true; goes_on && outer && trips > 0;
       outer = lcm_loop_around(outer)) {
    const double around = lcm_chain(l, outer, lcm_loop_statements(outer), NULL);
    const double most = around > 0 ? PASSES * wait / around : INFINITY;
    out = fmax(1, fmin(most, 1 + WAITING / (trips * operations)));
    goes_on = most < GOES_ON && lcm_loop_around(outer);
    trips *= goes_on ? rounds_of(l, outer) : 1;
  }
  return out;
}
