/* Variables whose values are known wherever they are used: what sets them
 * stands before each use, in the same block or in one around. */
#include "analyzer/lower/values/cover.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/arms.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/induction/induction.h"
#include "analyzer/lower/values/local.h"

/* A variable that is looked at. */
struct covering {
  struct lcm_lowering *l;
  const char *key;
  const lcm_ast *home; /* where it is declared */
  bool covered;        /* what sets it stands before each use */
  bool steady; /* no use is in a loop that gives the variable other values */
  /* loops of which is relied on what they make of the variable */
  LCM_LIST(struct lcm_relied) relied;
};

/* Return whether "ast" is a reference to the variable. */
static bool is_it(const struct covering *c, const lcm_ast *ast) {
  return ast && ast->kind == LCM_AST_REF && ast->key == c->key;
}

/* Return whether "ast" or something below it may change the variable. */
static bool changes(const struct covering *c, const lcm_ast *ast) {
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return false;
  if (lcm_ast_is_change(ast) && is_it(c, ast->first) &&
      !lcm_external_reads(c->l, ast))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (changes(c, child))
      return true;
  return false;
}

/* Return whether "address" is that by which a broadcast gives the variable what
 * the root holds. */
static bool is_sent(const struct covering *c, const lcm_ast *address) {
  const struct lcm_local *local = lcm_lower_local_of(c->l, c->key);
  const struct lcm_mpi_function *function =
      local && local->n_sent && !local->n_taken && is_it(c, address->first) &&
              lcm_message_role(c->l, address) == 's'
          ? lcm_call_mpi(c->l, address->parent)
          : NULL;
  return function && function->kind == LCM_MESSAGE_BCAST;
}

/* Return whether the call "ast" broadcasts the variable. */
static bool broadcasts(const struct covering *c, const lcm_ast *ast) {
  for (const lcm_ast *at = lcm_syntax_arguments(ast); at; at = at->next)
    if (at->kind == LCM_AST_ADDRESS && is_sent(c, at))
      return true;
  return false;
}

/* Return whether "ast" gives the variable a value as a statement. */
static bool sets(const struct covering *c, const lcm_ast *ast) {
  const lcm_ast *at = ast->kind == LCM_AST_DECLSTMT ? ast->first : NULL;
  if (ast->kind == LCM_AST_CALL)
    return broadcasts(c, ast);
  if (ast->kind == LCM_AST_ASSIGN)
    return is_it(c, ast->first) && !changes(c, ast->last);
  for (; at; at = at->next)
    if (at->kind == LCM_AST_VAR && at->key == c->key)
      return true;
  return false;
}

/* Return whether a loop counts by the update "update". */
static bool is_counter(struct lcm_lowering *l, const lcm_ast *update) {
  for (const lcm_ast *at = update->parent; at && at->kind != LCM_AST_FUNCTION;
       at = at->parent)
    if (lcm_ast_is_loop(at) && lcm_counter_update(l, at) == update)
      return true;
  return false;
}

/* What a statement does to the variable. */
enum effect { EFFECT_NONE, EFFECT_MAY, EFFECT_SETS, EFFECT_LOST };

/* Rely on what the loop "loop" makes of the variable, in its rounds where
 * "inside" or behind it; return whether that can be followed. */
static bool relies(struct covering *c, const lcm_ast *loop, bool inside) {
  const struct lcm_relied one = {loop, c->key, inside, 0};
  if (!lcm_induction_moves(c->l, loop, c->key))
    return false;
  LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &c->relied, one);
  return true;
}

/* Return whether "ast" or something below it is the variable. */
static bool mentions(const struct covering *c, const lcm_ast *ast) {
  if (is_it(c, ast))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (mentions(c, at))
      return true;
  return false;
}

static enum effect effect_of(struct covering *c, const lcm_ast *ast);

/* Return what executing the statements from "first" to before "stop" does to
 * the variable. */
static enum effect effect_from(struct covering *c, const lcm_ast *first,
                               const lcm_ast *stop) {
  enum effect found = EFFECT_NONE;
  for (const lcm_ast *at = first; at != stop; at = at->next) {
    const enum effect one = effect_of(c, at);
    if (one == EFFECT_LOST || at->kind == LCM_AST_LABEL ||
        at->kind == LCM_AST_CASE)
      return EFFECT_LOST;
    found = one == EFFECT_NONE || found == EFFECT_SETS ? found : one;
  }
  return found;
}

/* Return what executing the switch "ast" does to the variable. */
static enum effect effect_of_switch(struct covering *c, const lcm_ast *ast) {
  struct lcm_arms arms;
  bool all = false;
  bool sets = true;
  if (!ast->first || changes(c, ast->first) ||
      !lcm_arms_plain(&arms, c->l, ast))
    return EFFECT_LOST;
  for (size_t i = 0; i < arms.arms.n; i++) {
    bool entered = false;
    for (size_t k = i; k < arms.arms.n; k++) {
      const enum effect one =
          effect_from(c, arms.arms.at[k].first, arms.arms.at[k].stop);
      if (one == EFFECT_LOST)
        return EFFECT_LOST;
      entered = entered || one == EFFECT_SETS;
      if (!arms.arms.at[k].falls)
        break;
    }
    all = all || arms.arms.at[i].is_default;
    sets = sets && entered;
  }
  return all && sets ? EFFECT_SETS : EFFECT_MAY;
}

/* Return what executing "ast" does to the variable, in a way that can be
 * followed. */
static enum effect effect_of(struct covering *c, const lcm_ast *ast) {
  if (sets(c, ast))
    return ast->kind == LCM_AST_ASSIGN && mentions(c, ast->last) ? EFFECT_MAY
                                                                 : EFFECT_SETS;
  if (!changes(c, ast))
    return EFFECT_NONE;
  if (ast->kind == LCM_AST_UPDATE && is_it(c, ast->first))
    return lcm_lower_is_alone(c->l, ast) &&
                   !(ast->first->next && changes(c, ast->first->next))
               ? EFFECT_MAY
               : EFFECT_LOST;
  if (ast->kind == LCM_AST_COMPOUND)
    return effect_from(c, ast->first, NULL);
  if (ast->kind == LCM_AST_SWITCH)
    return effect_of_switch(c, ast);
  if (lcm_ast_is_loop(ast))
    return relies(c, ast, false) ? EFFECT_MAY : EFFECT_LOST;
  if (ast->kind != LCM_AST_IF || !ast->first || changes(c, ast->first))
    return EFFECT_LOST;
  const lcm_ast *yes = ast->first->next;
  const lcm_ast *no = yes ? yes->next : NULL;
  const enum effect one = yes ? effect_of(c, yes) : EFFECT_NONE;
  const enum effect other = no ? effect_of(c, no) : EFFECT_NONE;
  if (one == EFFECT_LOST || other == EFFECT_LOST)
    return EFFECT_LOST;
  return one == EFFECT_SETS && other == EFFECT_SETS ? EFFECT_SETS : EFFECT_MAY;
}

/* Return whether the loop "loop" begins with a value for the variable, its
 * index, whatever that held before. */
static bool starts(const struct covering *c, const lcm_ast *loop) {
  struct lcm_header h;
  if (loop->kind != LCM_AST_FOR || !lcm_header_read(&h, c->l, loop))
    return false;
  for (const lcm_ast *at = loop->first; at != loop->last; at = at->next)
    if (lcm_header_part(&h, loop, at) == 0 && changes(c, at))
      return true;
  return false;
}

/* Return whether the loop "loop" gives the variable, its index, one value for
 * each execution of "at", a part of it, and nothing else changes it there. */
static bool counts(const struct covering *c, const lcm_ast *loop,
                   const lcm_ast *at, const lcm_ast *use) {
  const lcm_ast *body = lcm_loop_body(loop);
  const lcm_ast *update = lcm_counter_update(c->l, loop);
  struct lcm_header h;
  if (update)
    return is_it(c, update->first) &&
           (at != body || use->begin < update->begin ||
            !(update->begin >= body->begin && update->end <= body->end));
  return loop->kind == LCM_AST_FOR && body && !changes(c, body) &&
         lcm_header_read(&h, c->l, loop) && lcm_header_index(&h, c->l) &&
         lcm_lower_local(c->l, h.index) &&
         lcm_lower_local(c->l, h.index)->key == c->key;
}

/* Return what the statements of "block" before "at" leave of the variable: set
 * where its declaration is met. */
static enum effect before(struct covering *c, const lcm_ast *block,
                          const lcm_ast *at) {
  enum effect found = EFFECT_NONE;
  const size_t relied = c->relied.n;
  for (const lcm_ast *one = block->first; one != at; one = one->next) {
    const bool label = one->kind == LCM_AST_CASE || one->kind == LCM_AST_LABEL;
    const enum effect now =
        label && found != EFFECT_NONE ? EFFECT_LOST : effect_of(c, one);
    if (now == EFFECT_SETS)
      c->relied.n = relied;
    if (now == EFFECT_SETS || now == EFFECT_LOST)
      found = now;
    else if (now == EFFECT_MAY && found != EFFECT_SETS && found != EFFECT_LOST)
      found = EFFECT_MAY;
  }
  return found;
}

/* Return whether "use" stands in a statement that gives the variable a value.
 */
static bool is_own(const struct covering *c, const lcm_ast *use) {
  for (const lcm_ast *at = use->parent; at && at->kind != LCM_AST_COMPOUND;
       at = at->parent)
    if ((at->kind == LCM_AST_ASSIGN || at->kind == LCM_AST_UPDATE) &&
        is_it(c, at->first))
      return true;
  return false;
}

/* Look at the use "use" of the variable. */
static void look(struct covering *c, const lcm_ast *use) {
  const lcm_ast *at = use;
  bool known = false;
  bool lost = false;
  for (const lcm_ast *in = use->parent; in; at = in, in = in->parent) {
    if (in->kind == LCM_AST_FUNCTION)
      break;
    if (lcm_ast_is_loop(in) && changes(c, in)) {
      const bool own = counts(c, in, at, use);
      const bool moved =
          !own && !known &&
          (is_own(c, use) ? lcm_induction_moves(c->l, in, c->key)
                          : at == lcm_loop_body(in) && relies(c, in, true));
      lost = lost || (!known && !own && !moved);
      known = known || (own && starts(c, in));
      c->steady = c->steady && own;
    } else if (in->kind == LCM_AST_IF && at != in->first && !known &&
               changes(c, in->first))
      lost = true;
    else if (in->kind == LCM_AST_COMPOUND && !known) {
      const enum effect found = before(c, in, at);
      lost = lost || found == EFFECT_LOST;
      known = found == EFFECT_SETS;
    }
    if (in == c->home)
      break;
  }
  c->covered = c->covered && !lost;
}

/* Look at the uses of the variable in and below "ast". */
static void walk(struct covering *c, const lcm_ast *ast) {
  const lcm_ast *in = ast->parent;
  if (is_it(c, ast)) {
    const bool target = in && lcm_ast_is_change(in) && in->first == ast;
    if (!target)
      look(c, ast);
    else if (in->kind == LCM_AST_ADDRESS && !lcm_external_reads(c->l, in) &&
             !is_sent(c, in))
      c->covered = false;
    else if (in->kind == LCM_AST_UPDATE && !lcm_lower_is_alone(c->l, in) &&
             !is_counter(c->l, in))
      c->covered = false;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    walk(c, child);
}

bool lcm_cover_follows(struct lcm_lowering *l, const lcm_ast *update) {
  return lcm_lower_is_alone(l, update) && !is_counter(l, update);
}

bool lcm_cover_leaks(struct lcm_lowering *l, const struct lcm_local *local,
                     const lcm_ast *branch) {
  const struct covering c = {.l = l, .key = local->key};
  const lcm_ast *at = branch;
  for (; at->parent && !lcm_ast_is_loop(at->parent) && at != local->home;
       at = at->parent)
    for (const lcm_ast *one = at->next;
         one && at->parent->kind == LCM_AST_COMPOUND; one = one->next) {
      const bool anew = sets(&c, one) && one->kind == LCM_AST_ASSIGN;
      if (mentions(&c, anew ? one->last : one))
        return true;
      if (anew)
        return false;
    }
  return false;
}

void lcm_cover_locals(struct lcm_lowering *l, const lcm_ast *function) {
  l->locals.relied.n = 0;
  l->locals.relied_of = (lcm_map){0};
  for (size_t i = 0; i < l->locals.all.n; i++) {
    struct lcm_local *local = &l->locals.all.at[i];
    struct covering c = {l, local->key, local->home, true, true, {0}};
    if (!local->key || local->is_static || local->is_pointer || !local->changed)
      continue;
    walk(&c, function);
    local->covered = c.covered;
    local->varies = local->unstable && !c.steady;
    if (c.covered || c.steady)
      local->unstable = false;
    if (!c.covered)
      continue;
    local->changed = false;
    local->lost_from = local->changed_from;
    local->changed_from = 0;
    for (size_t k = 0; k < c.relied.n; k++)
      lcm_induction_rely(l, &c.relied.at[k]);
  }
}
