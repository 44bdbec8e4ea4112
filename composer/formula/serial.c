/* Closed forms of nodes executed by one crew. */
#include <string.h>

#include "composer/formula/env.h"
#include "composer/formula/guard.h"
#include "composer/formula/memory.h"
#include "composer/formula/part.h"
#include "composer/formula/price.h"
#include "composer/formula/ranks.h"
#include "composer/formula/serial.h"
#include "composer/formula/team.h"
#include "composer/rules/rules.h"

static struct lcm_closed execute(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w);

/* Return the outcome of the children of "node" one after the other. */
static struct lcm_closed series(struct lcm_formula *f, const lcm_node *node,
                                const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  LCM_LIST(const lcm_expr *) terms[LCM_SLOTS + 1];
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  memset(terms, 0, sizeof terms);
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const struct lcm_closed one = execute(f, node->children[i], w);
    for (size_t c = 0; c < LCM_SLOTS; c++)
      if (one.cats[c])
        LCM_LIST_ADD(arena, &terms[c], one.cats[c]);
    if (one.time)
      LCM_LIST_ADD(arena, &terms[LCM_SLOTS], one.time);
  }
  if (terms[LCM_SLOTS].n)
    out.time = lcm_expr_nary(f->ctx, LCM_X_SUM_OF, terms[LCM_SLOTS].at,
                             terms[LCM_SLOTS].n);
  for (size_t c = 0; c < LCM_SLOTS; c++) {
    const bool as_time = terms[c].n == terms[LCM_SLOTS].n && terms[c].n &&
                         !memcmp(terms[c].at, terms[LCM_SLOTS].at,
                                 terms[c].n * sizeof *terms[c].at);
    if (terms[c].n)
      out.cats[c] = as_time ? out.time
                            : lcm_expr_nary(f->ctx, LCM_X_SUM_OF, terms[c].at,
                                            terms[c].n);
  }
  return out;
}

/* Return the sum of "e" over the index "name" from 0 to count - 1. */
static const lcm_expr *sum_over(struct lcm_formula *f, const char *name,
                                const lcm_expr *count, const lcm_expr *e) {
  if (e && !lcm_expr_has(e, name))
    return lcm_expr_mul(f->ctx, e, count);
  const struct lcm_range range = {
      name, lcm_formula_int(f, 0),
      lcm_expr_sub(f->ctx, count, lcm_formula_int(f, 1))};
  return e ? lcm_expr_over(f->ctx, LCM_X_SUM, range, e) : NULL;
}

/* Return the outcome of the sequential loop "node". */
static struct lcm_closed loop(struct lcm_formula *f, const lcm_node *node,
                              const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  const lcm_expr *count = lcm_formula_count(f, node);
  const lcm_iteration *range =
      node->u.loop.n_ranges ? &node->u.loop.ranges[0] : NULL;
  const size_t bound = f->values.n;
  if (!node->n_children)
    return out;
  if (node->u.loop.n_ranges > 1 || (range && range->factor)) {
    lcm_formula_give_up(f, node, "a loop over several indices");
    return out;
  }
  const char *index =
      lcm_formula_index(f, lcm_expr_sub(f->ctx, count, lcm_formula_int(f, 1)));
  if (range)
    lcm_formula_bind_index(f, node, index);
  const struct lcm_closed one = execute(f, node->children[0], w);
  f->values.n = bound;
  out.time = sum_over(f, index, count, one.time);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    out.cats[c] = sum_over(f, index, count, one.cats[c]);
  return out;
}

/* Return the outcome of the branch "node", of which each of the alternatives
 * from number "first" on is as likely as the others. */
static struct lcm_closed either(struct lcm_formula *f, const lcm_node *node,
                                const lcm_expr *w, size_t first) {
  struct lcm_closed out = {NULL};
  const long long ways = (long long)(lcm_branch_ways(node) - first);
  for (size_t i = first; i < node->n_children && !f->reason; i++) {
    const struct lcm_closed one = execute(f, node->children[i], w);
    lcm_closed_add(f, &out, &one, lcm_expr_ratio(f->ctx, 1, ways));
  }
  return out;
}

/* Return whether a name without a value in "e" is one of the program. */
static bool names_more(struct lcm_formula *f, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, f->ctx, e);
  for (size_t i = 0; i < n; i++)
    if (!lcm_name_is_of_source(names[i]) &&
        !lcm_formula_value(f, lcm_expr_symbol(f->ctx, names[i], LCM_DIM_NONE)))
      return true;
  return false;
}

/* Return the outcome of the alternatives of "node" from number "i" on. */
static struct lcm_closed alternative(struct lcm_formula *f,
                                     const lcm_node *node, const lcm_expr *w,
                                     size_t i) {
  struct lcm_closed out = {NULL};
  if (i >= node->n_children)
    return out;
  const lcm_expr *given =
      node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
  const lcm_expr *cond = lcm_formula_condition(f, node, given);
  const bool exit = node->marks.exit;
  if (given && !cond && lcm_branch_is_even(node, lcm_formula_traits(f, node))) {
    if (names_more(f, given))
      lcm_formula_unknown(f, node);
    return either(f, node, w, i);
  }
  if ((given && !cond) || lcm_branch_is_guessed(node) ||
      (cond && node->marks.ends))
    lcm_formula_unknown(f, node);
  if (given && !cond && exit)
    i = node->n_children - 1;
  if (!cond)
    return execute(f, node->children[i], w);
  lcm_formula_while(f, cond);
  const struct lcm_closed yes = execute(f, node->children[i], w);
  lcm_formula_endwhile(f);
  lcm_formula_while(f, lcm_expr_apply(f->ctx, LCM_X_NOT, cond));
  const struct lcm_closed no = alternative(f, node, w, i + 1);
  lcm_formula_endwhile(f);
  out.time = lcm_formula_choose(f, cond, yes.time, no.time);
  for (size_t c = 0; c < LCM_SLOTS; c++)
    out.cats[c] = lcm_formula_choose(f, cond, yes.cats[c], no.cats[c]);
  return out;
}

/* Take for granted that "chance" (NULL: nothing) is one. */
static void expect_chance(struct lcm_formula *f, const lcm_expr *chance) {
  lcm_formula_expect(f, chance);
  if (chance)
    lcm_formula_expect(f, lcm_expr_sub(f->ctx, lcm_formula_int(f, 1), chance));
}

/* Return the outcome of the branch "node". */
static struct lcm_closed branch(struct lcm_formula *f, const lcm_node *node,
                                const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  if (!node->u.branch.probabilities)
    return alternative(f, node, w, 0);
  const lcm_expr *left = lcm_formula_int(f, 1);
  for (size_t i = 0; i < node->n_children && !f->reason; i++) {
    const lcm_expr *given = node->u.branch.probabilities[i];
    const lcm_expr *chance = given ? lcm_formula_value(f, given) : left;
    if (!chance)
      lcm_formula_give_up(f, node, "a probability without a value");
    expect_chance(f, given ? chance : NULL);
    const struct lcm_closed one = execute(f, node->children[i], w);
    lcm_closed_add(f, &out, &one, chance);
    left = lcm_expr_sub(f->ctx, left, chance);
  }
  return out;
}

/* Return the outcome of the call "node". */
static struct lcm_closed call(struct lcm_formula *f, const lcm_node *node,
                              const lcm_expr *w) {
  struct lcm_formula saved;
  struct lcm_closed out = {NULL};
  const lcm_node *body = NULL;
  if (!lcm_formula_enter(f, node, &saved, &body)) {
    lcm_formula_unknown(f, node);
    return out;
  }
  if (!lcm_formula_recall(&out, f, body, w)) {
    out = execute(f, body, w);
    lcm_formula_remember(f, body, w, &out);
  }
  lcm_formula_leave(f, &saved);
  return out;
}

/* Return "cost" where the whole program has several processors, else 0: one
 * has all data. */
static const lcm_expr *of_several(struct lcm_formula *f, const lcm_expr *cost) {
  const lcm_expr *p =
      lcm_expr_symbol(f->ctx, lcm_intern(f->ctx, "p"), LCM_DIM_NONE);
  const lcm_expr *several =
      lcm_expr_binary(f->ctx, LCM_X_LT, lcm_formula_int(f, 1), p);
  return lcm_expr_if(f->ctx, several, cost, lcm_formula_int(f, 0));
}

/* Return what the cost "name" of data that move to "node" comes to, to "ends"
 * processors: once for each movement that is paid here and not by the members
 * of a team; NULL where there is none. */
static const lcm_expr *movement_cost(struct lcm_formula *f,
                                     const lcm_node *node, const char *name,
                                     int ends) {
  const lcm_expr *cost = NULL;
  for (size_t i = 0; f->data && i < f->data->n_movements; i++) {
    const lcm_movement *movement = &f->data->movements[i];
    if (node->kind == LCM_NODE_PARLOOP ||
        !lcm_movement_is_paid_at(movement, node))
      continue;
    const lcm_expr *bytes = lcm_formula_value(f, movement->bytes);
    const lcm_expr *price =
        lcm_formula_machine(f, name, lcm_formula_int(f, ends),
                            bytes ? bytes : lcm_formula_int(f, 0));
    const lcm_expr *one = lcm_expr_mul(f->ctx, price, lcm_formula_second(f));
    if (!lcm_expr_is_int(price, 0))
      lcm_closed_cat(f, &cost, of_several(f, one));
  }
  return cost;
}

/* Add to "out" what moving data to "node" costs the one that executes it. */
static void charge_movements(struct lcm_formula *f, struct lcm_closed *out,
                             const lcm_node *node) {
  const struct {
    const char *name;
    int ends;
    size_t category;
  } costs[] = {{"transfer", LCM_TRANSFER_ENDS, LCM_CAT_CL},
               {"contention", 1, LCM_CAT_RC}};
  for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
    const lcm_expr *moved =
        movement_cost(f, node, costs[i].name, costs[i].ends);
    if (!moved)
      continue;
    lcm_closed_cat(f, &out->time, moved);
    lcm_closed_cat(f, &out->cats[costs[i].category], moved);
    lcm_closed_cat(f, &out->cats[LCM_LONE], moved);
  }
}

/* Return whether "name" stands for something else than itself. */
static bool is_bound(const struct lcm_formula *f, const char *name) {
  for (size_t i = 0; i < f->values.n; i++)
    if (f->values.at[i].name == name)
      return true;
  return false;
}

/* Return the outcome of what lies below "node". */
static struct lcm_closed by_kind(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  switch (node->kind) {
  case LCM_NODE_SERIES:
    return series(f, node, w);
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
    return loop(f, node, w);
  case LCM_NODE_PARLOOP:
    if (node->u.loop.worksharing)
      return loop(f, node, w);
    break;
  case LCM_NODE_BRANCH:
    return branch(f, node, w);
  case LCM_NODE_CALL:
    return call(f, node, w);
  case LCM_NODE_MESSAGE:
    lcm_formula_give_up(f, node, "a message");
    return out;
  case LCM_NODE_TEAM:
    if (node->u.team.kind == LCM_TEAM_RANKS)
      return lcm_formula_ranks(f, node, w);
    return lcm_formula_team_of(f, node, w);
  case LCM_NODE_USING:
    return node->n_children ? execute(f, node->children[0], w) : out;
  case LCM_NODE_PARALLEL:
    if (node->u.parallel.worksharing)
      return series(f, node, w);
    break;
  case LCM_NODE_LET: {
    const lcm_expr *value = lcm_formula_value(f, node->u.let.value);
    if (value)
      lcm_formula_bind(f, node->u.let.name, value);
    else if (is_bound(f, node->u.let.name))
      lcm_formula_give_up(f, node, "a value that is not known any more");
    return out;
  }
  case LCM_NODE_FRAGMENT:
    return lcm_formula_work(f, lcm_formula_static(f, node));
  case LCM_NODE_OPAQUE:
    lcm_formula_unknown(f, node);
    return out;
  case LCM_NODE_BARRIER:
  case LCM_NODE_TASKWAIT:
    return out;
  case LCM_NODE_USE:
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASK:
  case LCM_NODE_TASKGROUP:
  case LCM_NODE_TRANSFER:
  case LCM_NODE_COUNT:
    break;
  }
  lcm_formula_give_up(f, node, lcm_node_word(node->kind));
  return out;
}

/* Make the elapsed time of serial "out" the sum of its categories, with "w" - 1
 * processors idle meanwhile. */
static void close_serial(struct lcm_formula *f, struct lcm_closed *out,
                         const lcm_expr *w) {
  const lcm_expr *idle = lcm_formula_others(f, w);
  out->cats[LCM_CAT_IP] = NULL;
  out->time = lcm_closed_sum(f, out, LCM_MAX_CATS);
  if (idle && !lcm_expr_is_int(idle, 0))
    out->cats[LCM_CAT_IP] = lcm_expr_mul(f->ctx, idle, out->time);
}

/* Replace in "out" the categories that models give of "node", on "w"
 * processors. */
static void apply_covered(struct lcm_formula *f, struct lcm_closed *out,
                          const struct lcm_closed *given, const bool *covered,
                          const lcm_node *node, const lcm_expr *w) {
  bool any = false;
  for (size_t c = 0; c < f->n_cats; c++)
    any = any || covered[c];
  if (!any)
    return;
  lcm_formula_settle(f, out, w);
  for (size_t c = 0; c < f->n_cats; c++)
    if (covered[c])
      out->cats[c] = given->cats[c];
  if (node->kind != LCM_NODE_TEAM && !lcm_formula_traits(f, node)->parallel)
    close_serial(f, out, w);
  else
    lcm_formula_close(f, out, w);
  lcm_closed_demands(f, out, given);
}

/* Return the outcome, not settled, of "node" on "w" processors. */
static struct lcm_closed execute(struct lcm_formula *f, const lcm_node *node,
                                 const lcm_expr *w) {
  struct lcm_closed out = {NULL};
  struct lcm_closed given;
  bool covered[LCM_MAX_CATS];
  if (f->reason || node->ignored || !w)
    return out;
  if (node->kind == LCM_NODE_LET)
    return by_kind(f, node, w);
  const size_t bound = f->values.n;
  const struct lcm_traits *traits = lcm_formula_traits(f, node);
  lcm_formula_assumes(f, node);
  if (traits->tasks && traits->waits && node->kind != LCM_NODE_CALL &&
      node->kind != LCM_NODE_TEAM && f->team)
    lcm_formula_give_up(f, node, "a tree of tasks");
  for (size_t i = 0; i < node->n_with; i++)
    if (strcmp(node->with[i].name, "p") != 0)
      lcm_formula_give_up(f, node, "a `with` clause");
  lcm_formula_bind(f, lcm_intern(f->ctx, "p"), w);
  const bool team = node->kind == LCM_NODE_TEAM;
  if (node->kind == LCM_NODE_PARLOOP && node->n_models)
    lcm_formula_give_up(f, node, "a parallel loop outside a team");
  if (lcm_formula_models(&given, covered, f, node, w, team))
    out = given;
  else {
    out = by_kind(f, node, w);
    apply_covered(f, &out, &given, covered, node, w);
  }
  lcm_formula_visit(f, &out, node);
  charge_movements(f, &out, node);
  lcm_formula_part(f, &out, node, w, &out);
  f->values.n = bound;
  return out;
}

struct lcm_closed lcm_formula_serial(struct lcm_formula *f,
                                     const lcm_node *node, const lcm_expr *w) {
  struct lcm_closed out = execute(f, node, w);
  lcm_formula_settle(f, &out, w);
  return out;
}
