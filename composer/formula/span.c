/* The span of nodes in closed form. */
#include <string.h>

#include "composer/formula/clocks.h"
#include "composer/formula/env.h"
#include "composer/formula/memory.h"
#include "composer/formula/price.h"
#include "composer/formula/serial.h"
#include "composer/formula/span.h"
#include "composer/formula/team.h"

/* Return the larger of "a" and "b", where NULL stands for 0. */
static const lcm_expr *larger(struct lcm_formula *f, const lcm_expr *a,
                              const lcm_expr *b) {
  const lcm_expr *both[] = {a, b};
  return a && b ? lcm_expr_nary(f->ctx, LCM_X_MAX, both, 2) : a ? a : b;
}

/* How long paths through code of a team are that it begins together, see
 * engine/span.c.  Both are the same expression where every member executes all
 * of it. */
struct path {
  const lcm_expr *own;
  const lcm_expr *longest;
  bool meets; /* members meet in it, at a barrier */
};

/* A computation of a span on "w" processors, "member" for each member of the
 * innermost team; "team": what it is in is executed by all members of that. */
struct walker {
  struct lcm_formula *f;
  const lcm_expr *w;
  const lcm_expr *member;
  bool team;
};

/* Calls that are looked into for models of a category. */
enum { MAX_CALLS = 8 };

static struct path span_of(struct walker k, const lcm_node *node);

/* Return the path of what all members execute in "span". */
static struct path everyone(const lcm_expr *span) {
  return (struct path){span, span, false};
}

/* Return the path of "node", on which members differ, of one of them. */
static struct path of_one(const struct walker *k, const lcm_expr *span) {
  return (struct path){k->team ? NULL : span, span, false};
}

/* Return whether every member executes all of "path". */
static bool is_plain(struct path path) { return path.own == path.longest; }

/* Return "a" + "b", where NULL stands for 0. */
static const lcm_expr *plus(struct lcm_formula *f, const lcm_expr *a,
                            const lcm_expr *b) {
  return a && b ? lcm_expr_add(f->ctx, a, b) : a ? a : b;
}

/* Put "next", which is "node" or of it, behind "*path". */
static void then(struct lcm_formula *f, const lcm_node *node, struct path *path,
                 struct path next) {
  const bool plain = is_plain(*path) && is_plain(next);
  const struct path before = *path;
  if (!is_plain(before) && next.meets)
    lcm_formula_give_up(f, node, "members that meet after a part of one");
  path->meets = before.meets || next.meets;
  path->own = plus(f, before.own, next.own);
  if (plain)
    path->longest = path->own;
  else if (is_plain(next))
    path->longest = plus(f, before.longest, next.own);
  else if (is_plain(before))
    path->longest = plus(f, before.own, next.longest);
  else
    path->longest = larger(f, plus(f, before.longest, next.own),
                           plus(f, before.own, next.longest));
}

/* Terms of a sum. */
struct terms {
  LCM_LIST(const lcm_expr *) of;
};

/* Put the sum of "terms", which every member executes, behind "*path"; none are
 * left. */
static void put_terms(struct lcm_formula *f, const lcm_node *node,
                      struct path *path, struct terms *terms) {
  if (terms->of.n)
    then(f, node, path,
         everyone(
             lcm_expr_nary(f->ctx, LCM_X_SUM_OF, terms->of.at, terms->of.n)));
  terms->of.n = 0;
}

/* Return whether members meet at "node" and no model says for how long. */
static bool is_barrier(const lcm_node *node) {
  return node->kind == LCM_NODE_BARRIER && !node->ignored && !node->n_models;
}

/* Return the path of the children of "node" one after the other. */
static struct path total(struct walker k, const lcm_node *node) {
  struct lcm_formula *f = k.f;
  struct path path = {NULL};
  struct terms terms = {0};
  const size_t bound = f->values.n;
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const struct path one = span_of(k, node->children[i]);
    const bool barrier = k.team && is_barrier(node->children[i]);
    const bool plain = is_plain(one) && !one.meets;
    if (!plain || barrier)
      put_terms(f, node, &path, &terms);
    if (barrier)
      path = (struct path){path.longest, path.longest, true};
    else if (!plain)
      then(f, node, &path, one);
    else if (one.own)
      LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &terms.of, one.own);
  }
  put_terms(f, node, &path, &terms);
  f->values.n = bound;
  return path;
}

/* Return "k" on "w" processors. */
static struct walker on(struct walker k, const lcm_expr *w) {
  if (w != k.w)
    lcm_formula_bind(k.f, lcm_intern(k.f->ctx, "p"), w);
  k.w = w;
  return k;
}

/* Return the processors that the child "unit" of "node" gets, see
 * composer/engine/span.c. */
static const lcm_expr *unit_weight(const struct walker *k, const lcm_node *node,
                                   const lcm_node *unit) {
  struct lcm_formula *f = k->f;
  const struct lcm_assign *with = lcm_node_with_p(unit);
  const size_t bound = f->values.n;
  const lcm_expr *n = lcm_formula_int(f, (long long)node->n_children);
  const lcm_expr *weight = lcm_expr_div(f->ctx, k->w, n);
  if (!lcm_formula_traits(f, unit)->parallel)
    return k->member;
  lcm_formula_bind(f, lcm_intern(f->ctx, "T"), n);
  if (with)
    weight = lcm_formula_value(f, with->value);
  f->values.n = bound;
  return weight ? lcm_formula_larger(f, k->member, weight) : k->member;
}

/* Return the largest span of the children of "node". */
static const lcm_expr *largest(struct walker k, const lcm_node *node) {
  struct lcm_formula *f = k.f;
  const size_t bound = f->values.n;
  const lcm_expr *span = NULL;
  k.team = false;
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const lcm_node *unit = node->children[i];
    const struct walker part = on(k, unit_weight(&k, node, unit));
    span = larger(f, span, span_of(part, unit).longest);
    f->values.n = bound;
  }
  return span;
}

/* Return the path of the alternatives of "node" from number "i" on. */
static struct path alternative(struct walker k, const lcm_node *node,
                               size_t i) {
  struct lcm_formula *f = k.f;
  if (i >= node->n_children)
    return (struct path){NULL};
  const lcm_expr *given =
      node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
  const lcm_expr *cond = lcm_formula_condition(f, node, given);
  if (given && !cond && lcm_branch_is_even(node, lcm_formula_traits(f, node)))
    lcm_formula_give_up(f, node, "a condition that is not known");
  else if (given && !cond && node->marks.exit)
    i = node->n_children - 1;
  const struct path yes = span_of(k, node->children[i]);
  if (!cond || f->reason)
    return yes;
  const struct path no = alternative(k, node, i + 1);
  const lcm_expr *longest =
      lcm_formula_choose(f, cond, yes.longest, no.longest);
  const lcm_expr *own = is_plain(yes) && is_plain(no)
                            ? longest
                            : lcm_formula_choose(f, cond, yes.own, no.own);
  return (struct path){own, longest, yes.meets || no.meets};
}

/* Return the mean path of the alternatives of "node". */
static struct path mean(struct walker k, const lcm_node *node) {
  struct lcm_formula *f = k.f;
  struct path all = {NULL};
  bool plain = true;
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const lcm_expr *chance =
        lcm_formula_value(f, node->u.branch.probabilities[i]);
    const struct path one = span_of(k, node->children[i]);
    plain = plain && is_plain(one);
    all.meets = all.meets || one.meets;
    if (chance && one.longest)
      lcm_closed_cat(f, &all.longest,
                     lcm_expr_mul(f->ctx, chance, one.longest));
    if (chance && one.own)
      lcm_closed_cat(f, &all.own, lcm_expr_mul(f->ctx, chance, one.own));
  }
  all.own = plain ? all.longest : all.own;
  return all;
}

/* Return the path of "count" iterations of "one", the body of the sequential
 * loop "node", which may depend on the index of "whole". */
static struct path repeated(struct lcm_formula *f, const lcm_node *node,
                            struct path one, const lcm_expr *count,
                            struct lcm_range whole) {
  const lcm_expr *some =
      lcm_expr_binary(f->ctx, LCM_X_LT, lcm_formula_int(f, 0), count);
  const bool varies = lcm_expr_has(one.longest, whole.index) ||
                      (one.own && lcm_expr_has(one.own, whole.index));
  const lcm_expr *sum = NULL;
  if (is_plain(one)) {
    sum = varies ? lcm_expr_over(f->ctx, LCM_X_SUM, whole, one.longest)
                 : lcm_expr_mul(f->ctx, one.longest, count);
    return (struct path){sum, sum, one.meets};
  }
  if (varies || one.meets)
    lcm_formula_give_up(f, node, "iterations that members leave apart");
  if (!one.own)
    return (struct path){NULL, lcm_formula_choose(f, some, one.longest, NULL),
                         false};
  sum = plus(f, lcm_expr_mul(f->ctx, one.own, whole.to), one.longest);
  return (struct path){lcm_expr_mul(f->ctx, one.own, count),
                       lcm_formula_choose(f, some, sum, NULL), false};
}

/* Return the path of the loop "node": all iterations of a sequential one, the
 * longest one of a parallel one. */
static struct path span_of_loop(struct walker k, const lcm_node *node) {
  struct lcm_formula *f = k.f;
  const bool parallel = node->kind == LCM_NODE_PARLOOP;
  const lcm_expr *count = lcm_formula_count(f, node);
  const lcm_iteration *range =
      node->u.loop.n_ranges ? &node->u.loop.ranges[0] : NULL;
  const size_t bound = f->values.n;
  const lcm_expr *last = lcm_expr_sub(f->ctx, count, lcm_formula_int(f, 1));
  const char *index = lcm_formula_index(f, last);
  struct walker inner = parallel ? on(k, k.member) : k;
  inner.team = k.team && !parallel;
  if (!node->n_children)
    return (struct path){NULL};
  const bool uniform = lcm_loop_is_uniform(node);
  if (!uniform && (node->u.loop.n_ranges != 1 || range->factor))
    lcm_formula_give_up(f, node, "a loop over several indices");
  if (range)
    lcm_formula_bind_index(f, node, index);
  const struct path one = span_of(inner, node->children[0]);
  f->values.n = bound;
  if (!one.longest)
    return one;
  const struct lcm_range whole = {index, lcm_formula_int(f, 0), last};
  if (!parallel)
    return repeated(f, node, one, count, whole);
  if (!lcm_expr_has(one.longest, index))
    return of_one(
        &k,
        lcm_formula_choose(
            f, lcm_expr_binary(f->ctx, LCM_X_LT, lcm_formula_int(f, 0), count),
            one.longest, NULL));
  return of_one(&k, lcm_expr_over(f->ctx, LCM_X_MAX_OVER, whole, one.longest));
}

/* Return whether the models of the parallel loop "node", of the categories
 * "covered", are all that it costs a crew. */
static bool is_whole(const lcm_node *node, const bool covered[LCM_MAX_CATS]) {
  bool all = true;
  for (size_t c = 0; c < LCM_CAT_UNSPLIT; c++)
    all = all && covered[c];
  return all || !node->n_children;
}

/* Return whether "node" has a model of one of the categories "covered". */
static bool has_model(const struct lcm_formula *f, const lcm_node *node,
                      const bool covered[LCM_MAX_CATS]) {
  for (size_t i = 0; i < node->n_models; i++)
    for (size_t c = 0; c < f->n_cats; c++)
      if (covered[c] && !strcmp(f->cat_names[c], node->models[i].category))
        return true;
  return false;
}

/* Return whether something below "node", or called there, has a model of one of
 * the categories "covered"; so it is said of what lies deeper than "depth"
 * calls. */
static bool has_below(const struct lcm_formula *f, const lcm_node *node,
                      const bool covered[LCM_MAX_CATS], unsigned depth) {
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(f->program, node->u.call.callee)
          : NULL;
  for (size_t i = 0; i < node->n_children; i++)
    if (has_model(f, node->children[i], covered) ||
        has_below(f, node->children[i], covered, depth))
      return true;
  return callee && callee->body &&
         (!depth || has_model(f, callee->body, covered) ||
          has_below(f, callee->body, covered, depth - 1));
}

/* Return the span of "node" by its models into "*out"; false where they do not
 * cover all of it, "*even" where they say for how long members idle: as
 * composer/engine/span.c. */
static bool span_of_model(const lcm_expr **out, struct walker k,
                          const lcm_node *node, bool *even) {
  struct lcm_formula *f = k.f;
  const lcm_expr *w = k.w;
  struct lcm_closed closed;
  bool covered[LCM_MAX_CATS];
  const bool loop = node->kind == LCM_NODE_PARLOOP;
  const lcm_model *time = lcm_node_model(node, "time");
  const lcm_model *work = time || (!loop && node->kind == LCM_NODE_TEAM)
                              ? NULL
                              : lcm_node_model(node, "work");
  if (!loop && node->kind != LCM_NODE_TEAM && (time || work)) {
    *out = lcm_formula_model(f, node, time ? time : work, w, false).cost;
    return true;
  }
  const bool shared = !loop && k.team && lcm_formula_traits(f, node)->shared;
  const bool crew = shared || node->kind == LCM_NODE_TEAM;
  const bool all = lcm_formula_models(&closed, covered, f, node, w, crew);
  *even =
      (loop ? !is_whole(node, covered) : crew && !all) && covered[LCM_CAT_LI];
  if (!all && !((loop || shared) && covered[LCM_CAT_PC])) {
    if (has_below(f, node, covered, MAX_CALLS))
      lcm_formula_give_up(f, node, "a category that is given above");
    return false;
  }
  *out = loop || !all ? closed.cats[LCM_CAT_PC] : closed.time;
  if (!loop && !all)
    *out = *out ? lcm_expr_div(f->ctx, *out, w) : NULL;
  if (loop && *out) {
    const lcm_expr *count = lcm_formula_count(f, node);
    const lcm_expr *some =
        lcm_expr_binary(f->ctx, LCM_X_LT, lcm_formula_int(f, 0), count);
    const lcm_expr *parts = *even ? larger(f, count, w) : count;
    *out = lcm_formula_choose(f, some, lcm_expr_div(f->ctx, *out, parts), NULL);
  }
  return true;
}

/* Return the span of the team "node". */
static const lcm_expr *span_of_team(struct walker k, const lcm_node *node) {
  struct lcm_formula *f = k.f;
  const size_t bound = f->values.n;
  struct lcm_formula_team team;
  if (!lcm_formula_size_team(&team, f, node, k.w))
    return NULL;
  k.member = team.weight;
  k = on(k, lcm_expr_mul(f->ctx, team.k, team.weight));
  lcm_formula_bind(f, lcm_intern(f->ctx, "team"), team.k);
  lcm_formula_bind(f, lcm_intern(f->ctx, "thread"), lcm_formula_int(f, 0));
  k.team = node->u.team.kind != LCM_TEAM_RANKS;
  if (!k.team) {
    lcm_formula_bind(f, lcm_intern(f->ctx, "ranks"), k.w);
    lcm_formula_bind(f, lcm_intern(f->ctx, "rank"), lcm_formula_int(f, 0));
  }
  const struct path span = total(k, node);
  f->values.n = bound;
  return span.longest;
}

/* Return the path of the call "node".  What is remembered of a body is told by
 * whether it is executed by a team. */
static struct path span_of_call(struct walker k, const lcm_node *node) {
  enum { OWN, TEAM, MEETS };
  struct lcm_formula *f = k.f;
  struct lcm_formula saved;
  struct lcm_closed out = {NULL};
  struct path path = {NULL};
  const lcm_node *body = NULL;
  if (!lcm_formula_enter(f, node, &saved, &body))
    return path;
  if (lcm_formula_recall(&out, f, body, k.w) && k.team == !!out.cats[TEAM])
    path = (struct path){out.cats[OWN], out.time, out.cats[MEETS] != NULL};
  else {
    path = span_of(k, body);
    out = (struct lcm_closed){.time = path.longest};
    out.cats[OWN] = path.own;
    out.cats[TEAM] = k.team ? k.w : NULL;
    out.cats[MEETS] = path.meets ? k.w : NULL;
    lcm_formula_remember(f, body, k.w, &out);
  }
  lcm_formula_leave(f, &saved);
  return path;
}

/* Return the path of what lies below "node". */
static struct path by_kind(struct walker k, const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    return span_of_loop(k, node);
  case LCM_NODE_BRANCH:
    return node->u.branch.probabilities ? mean(k, node)
                                        : alternative(k, node, 0);
  case LCM_NODE_PARALLEL:
    return of_one(&k, largest(k, node));
  case LCM_NODE_CALL:
    return span_of_call(k, node);
  case LCM_NODE_FRAGMENT:
    return everyone(lcm_formula_static(k.f, node).cost);
  case LCM_NODE_USE:
    lcm_formula_give_up(k.f, node, lcm_node_word(node->kind));
    return (struct path){NULL};
  case LCM_NODE_TEAM:
    return everyone(span_of_team(k, node));
  case LCM_NODE_SERIES:
  case LCM_NODE_LET:
  case LCM_NODE_USING:
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  return total(k, node);
}

/* Bind the name of the LET "node". */
static void let(struct walker k, const lcm_node *node) {
  const lcm_expr *given = node->u.let.value;
  if (k.team && given &&
      (lcm_expr_has(given, "thread") || lcm_expr_has(given, "rank")))
    lcm_formula_give_up(k.f, node, "a value that differs by member");
  const lcm_expr *value = lcm_formula_value(k.f, given);
  if (value)
    lcm_formula_bind(k.f, node->u.let.name, value);
}

/* Return the path of "node" on "k.w" processors; of what members do apart, that
 * of one. */
static struct path of_node(struct walker k, const lcm_node *node) {
  struct lcm_formula *f = k.f;
  const lcm_expr *span = NULL;
  const struct lcm_traits *traits = lcm_formula_traits(f, node);
  const bool apart =
      node->kind == LCM_NODE_PARLOOP ||
      (traits->thread && (!traits->shared || node->kind == LCM_NODE_BRANCH));
  if (traits->tasks && node->kind != LCM_NODE_TEAM && !traits->parallel)
    lcm_formula_give_up(f, node, "the span of tasks");
  bool even = false;
  if (node->n_models && span_of_model(&span, k, node, &even))
    return apart ? of_one(&k, span) : everyone(span);
  const struct path path = by_kind(k, node);
  if (even && path.longest)
    span = lcm_expr_div(f->ctx, path.longest, k.w);
  if (even)
    return apart ? of_one(&k, span) : everyone(span);
  return apart ? of_one(&k, path.longest) : path;
}

/* As of_node; what shares nothing is executed by each member on its own
 * processors. */
static struct path span_of(struct walker k, const lcm_node *node) {
  struct lcm_formula *f = k.f;
  if (f->reason || node->ignored)
    return (struct path){NULL};
  if (node->kind == LCM_NODE_LET) {
    let(k, node);
    return (struct path){NULL};
  }
  const size_t bound = f->values.n;
  const bool alone = k.team && !lcm_formula_traits(f, node)->shared;
  const struct path path = of_node(alone ? on(k, k.member) : k, node);
  f->values.n = bound;
  return path;
}

const lcm_expr *lcm_formula_span(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w) {
  const size_t bound = f->values.n;
  lcm_formula_bind(f, lcm_intern(f->ctx, "p"), w);
  const struct walker k = {.f = f, .w = w, .member = lcm_formula_int(f, 1)};
  const lcm_expr *span = span_of(k, node).longest;
  f->values.n = bound;
  return span;
}
