/* When statements are left early: the conditions of the jumps in them, in terms
 * of what variables hold before. */
#include <math.h>
#include <string.h>

#include "analyzer/lower/access/granted.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/arms.h"
#include "analyzer/lower/cost/trial.h"
#include "analyzer/lower/openmp/behind.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/induction/induction.h"
#include "analyzer/lower/values/induction/progress.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"
#include "annotations/annotations.h"

/* What is known while statements are followed: the values that they give to
 * variables, NULL for one that is not known; the last entry of a name holds. */
struct leaving {
  struct lcm_lowering *l;
  LCM_LIST(struct lcm_subst) values;
  bool named; /* what is not known may stand for itself */
  bool story; /* one thread executes what is followed */
  bool calls; /* functions are called that may change variables of the file */
  bool whole; /* a function is followed from its beginning */
  bool open;  /* something is not known */
  unsigned depth;
  const lcm_ast *top; /* what is followed, whatever governs it; or NULL */
  const lcm_ast *but; /* an `if` whose jump counts as never made; or NULL */
};

/* MOST_TEXT: bytes of a function that are followed for a single number. */
enum { DEEPEST = 40, MAX_VALUES = 512, MOST_TEXT = 1 << 15 };

bool lcm_leave_changes(struct lcm_lowering *l, const lcm_ast *ast,
                       const lcm_expr *e) {
  const lcm_ast *target = ast->kind == LCM_AST_VAR ? ast : ast->first;
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return false;
  if ((ast->kind == LCM_AST_VAR || (lcm_external_changes(l, ast) && target &&
                                    target->kind == LCM_AST_REF)) &&
      target->name && lcm_expr_has(e, lcm_lower_name(l, target->name)))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (lcm_leave_changes(l, child, e))
      return true;
  return false;
}

/* Return whether the variable of the function called "name" may hold something
 * else than what is seen to be given to it: by a pointer, or since an earlier
 * call. */
static bool is_kept(const struct leaving *s, const char *name) {
  const struct lcm_local *local = s->whole ? lcm_lower_local(s->l, name) : NULL;
  return local && (local->is_stored || (local->is_static && local->n_assigned));
}

/* Note that the variable called "name" holds "value", NULL: not known. */
static void learn(struct leaving *s, const char *name, const lcm_expr *value) {
  value = is_kept(s, name) ? NULL : value;
  const struct lcm_subst one = {lcm_lower_name(s->l, name), value};
  LCM_LIST_ADD(lcm_ctx_arena(s->l->ctx), &s->values, one);
}

/* Note that nothing is known of the variables that "ast" changes or
 * declares. */
static void forget(struct leaving *s, const lcm_ast *ast) {
  const lcm_ast *target = ast->kind == LCM_AST_VAR ? ast : ast->first;
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return;
  if ((ast->kind == LCM_AST_VAR || (lcm_external_changes(s->l, ast) && target &&
                                    target->kind == LCM_AST_REF)) &&
      target->name)
    learn(s, target->name, NULL);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    forget(s, child);
}

/* Return whether the variable "name", which nothing that is followed sets, has
 * one value there that is known or asked for. */
static bool is_steady(const struct leaving *s, const char *name) {
  size_t found = 0;
  size_t changing = 0;
  const char *plain = lcm_name_plain(name);
  const struct lcm_local *local =
      lcm_lower_local(s->l, lcm_intern(s->l->ctx, plain));
  if (lcm_lower_is_given(s->l, name))
    return true;
  if (strchr(name, '['))
    return false;
  if (local && s->named)
    return !local->unstable;
  if (local)
    return !local->unstable && !local->changed && !local->n_unknown;
  if (!lcm_map_get(&s->l->globals.declarations, name, &found))
    return true;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  return !s->calls ||
         !lcm_map_get(&s->l->globals.changing, top->key, &changing);
}

/* Return "e" with what is known put into it, NULL where it depends on what is
 * not. */
static const lcm_expr *settle(const struct leaving *s, const lcm_expr *e) {
  enum { MOST = 32 };
  struct lcm_subst by[MOST];
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, s->l->ctx, e) : 0;
  size_t n_by = 0;
  if (!e || n > MOST)
    return NULL;
  for (size_t i = 0; i < n; i++) {
    size_t at = s->values.n;
    while (at > 0 && s->values.at[at - 1].name != names[i])
      at--;
    if (!at && !is_steady(s, names[i]))
      return NULL;
    if (at && !s->values.at[at - 1].by)
      return NULL;
    if (at)
      by[n_by++] = s->values.at[at - 1];
  }
  return n_by ? lcm_expr_subst(s->l->ctx, e, by, n_by) : e;
}

/* What is read: a value, or the condition of an `if`. */
typedef const lcm_expr *(*reader)(struct lcm_lowering *l, const lcm_ast *ast);

/* Return what "read" makes of "ast", with what is known put into it. */
static const lcm_expr *read_settled(const struct leaving *s, reader read,
                                    const lcm_ast *ast) {
  struct lcm_lowering *l = s->l;
  const bool before = l->parsing.unsettled;
  l->parsing.last = (struct lcm_parsed){0};
  const void *outer = l->parsing.following;
  l->parsing.unsettled = true;
  l->parsing.following = s;
  const lcm_expr *e = read(l, ast);
  l->parsing.following = outer;
  l->parsing.unsettled = before;
  l->parsing.last = (struct lcm_parsed){0};
  return settle(s, e);
}

/* Return the condition that both "a" and "b" hold. */
static const lcm_expr *both(lcm_ctx *ctx, const lcm_expr *a,
                            const lcm_expr *b) {
  if (lcm_expr_is_int(a, 0) || lcm_expr_is_int(b, 1))
    return a;
  return lcm_expr_is_int(a, 1) || lcm_expr_is_int(b, 0)
             ? b
             : lcm_expr_binary(ctx, LCM_X_AND, a, b);
}

/* Return the condition that "a" or "b" holds. */
static const lcm_expr *any(lcm_ctx *ctx, const lcm_expr *a, const lcm_expr *b) {
  if (lcm_expr_is_int(a, 0) || lcm_expr_is_int(b, 1))
    return b;
  return lcm_expr_is_int(a, 1) || lcm_expr_is_int(b, 0)
             ? a
             : lcm_expr_binary(ctx, LCM_X_OR, a, b);
}

/* Return the contrary of "a". */
static const lcm_expr *no(lcm_ctx *ctx, const lcm_expr *a) {
  if (lcm_expr_is_int(a, 0) || lcm_expr_is_int(a, 1))
    return lcm_expr_int(ctx, lcm_expr_is_int(a, 0));
  return lcm_expr_apply(ctx, LCM_X_NOT, a);
}

static void follow(struct leaving *s, const lcm_ast *ast);

/* Values of variables. */
typedef LCM_LIST(struct lcm_subst) value_list;

/* Return what "name" holds behind an arm that sets "arm", NULL where that is
 * not known. */
static const lcm_expr *held(const struct leaving *s, const value_list *arm,
                            const char *name) {
  for (size_t i = arm->n; i > 0; i--)
    if (arm->at[i - 1].name == name)
      return arm->at[i - 1].by;
  return settle(s, lcm_expr_symbol(s->l->ctx, name, LCM_DIM_NONE));
}

/* What alternatives of a statement set, and when each is executed, where none
 * of those before it is: the last one in all other cases. */
struct side {
  const lcm_expr *cond;
  value_list values;
};

/* Take what has been learnt since there were "before" values from "s" into
 * "side". */
static void take(struct leaving *s, struct side *side, size_t before) {
  for (size_t k = before; k < s->values.n; k++)
    LCM_LIST_ADD(lcm_ctx_arena(s->l->ctx), &side->values, s->values.at[k]);
  s->values.n = before;
}

/* Return what "name" holds behind the "n" alternatives at "sides". */
static const lcm_expr *chosen_of(const struct leaving *s,
                                 const struct side *sides, size_t n,
                                 const char *name) {
  const lcm_expr *e = held(s, &sides[n - 1].values, name);
  for (size_t i = n - 1; i-- > 0 && e;) {
    const lcm_expr *yes = held(s, &sides[i].values, name);
    e = yes && sides[i].cond ? lcm_expr_if(s->l->ctx, sides[i].cond, yes, e)
                             : NULL;
  }
  return e;
}

/* Note what the "n" alternatives at "sides" leave in variables. */
static void merge(struct leaving *s, const struct side *sides, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(s->l->ctx);
  value_list all = {0};
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < sides[i].values.n; k++) {
      const char *name = sides[i].values.at[k].name;
      const struct lcm_subst one = {name, chosen_of(s, sides, n, name)};
      LCM_LIST_ADD(arena, &all, one);
    }
  for (size_t k = 0; k < all.n; k++)
    LCM_LIST_ADD(arena, &s->values, all.at[k]);
}

/* Follow the `if` "ast": what its arms set depends on the condition. */
static void follow_if(struct leaving *s, const lcm_ast *ast) {
  const lcm_ast *arm = ast->first ? ast->first->next : NULL;
  const size_t before = s->values.n;
  struct side sides[2] = {{.cond = read_settled(s, lcm_lower_condition, ast)}};
  for (int i = 0; i < 2 && arm; i++, arm = arm->next) {
    follow(s, arm);
    take(s, &sides[i], before);
  }
  merge(s, sides, 2);
}

/* Follow what the switch "arms" does that is entered at its arm "i". */
static void follow_arms(struct leaving *s, const struct lcm_arms *arms,
                        size_t i) {
  for (; i < arms->arms.n; i++) {
    for (const lcm_ast *at = arms->arms.at[i].first;
         at && at != arms->arms.at[i].stop; at = at->next)
      follow(s, at);
    if (!arms->arms.at[i].falls)
      break;
  }
}

/* Follow the `switch` "ast" likewise. */
static void follow_switch(struct leaving *s, const lcm_ast *ast) {
  struct lcm_arms arms;
  const size_t before = s->values.n;
  if (!lcm_arms_plain(&arms, s->l, ast)) {
    forget(s, ast);
    return;
  }
  const size_t all = arms.arms.n;
  struct side *sides =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->l->ctx), struct side, all + 1);
  size_t otherwise = all;
  size_t n = 0;
  arms.value = read_settled(s, lcm_lower_condition, ast);
  for (size_t i = 0; i < all; i++) {
    if (arms.arms.at[i].is_default) {
      otherwise = i;
      continue;
    }
    follow_arms(s, &arms, i);
    sides[n].cond = lcm_arms_entered(&arms, i, i + 1);
    take(s, &sides[n++], before);
  }
  follow_arms(s, &arms, otherwise);
  take(s, &sides[n++], before);
  merge(s, sides, n);
}

/* Return what the variable "name" holds that the declaration "ast" sets to
 * "value": itself, where that is only what the user may choose otherwise. */
static const lcm_expr *chosen(const struct leaving *s, const lcm_ast *ast,
                              const char *name, const lcm_expr *value) {
  const struct lcm_local *local = lcm_lower_local(s->l, name);
  name = lcm_lower_name(s->l, name);
  return value && local && !local->changed && !local->unstable &&
                 ((ast->kind == LCM_AST_VAR &&
                   lcm_lower_is_chosen(s->l, name, value)) ||
                  lcm_lower_is_overridden(s->l, ast, value))
             ? lcm_expr_symbol(s->l->ctx, name, LCM_DIM_NONE)
             : value;
}

/* Return "value" (NULL: not known), a number, as the type "range" holds it. */
static const lcm_expr *in_range(const struct leaving *s, unsigned char range,
                                const lcm_expr *value) {
  double number = 0;
  return value && range && lcm_expr_is_number(value, &number)
             ? lcm_cexpr_number(s->l->ctx, number, range)
             : value;
}

/* Return "value" as the variable holds it that "ast" gives it to. */
static const lcm_expr *as_held(const struct leaving *s, const lcm_ast *ast,
                               const lcm_expr *value) {
  const lcm_ast *to = ast->kind == LCM_AST_VAR ? ast : ast->first;
  double number = 0;
  if (!value || !to->range || lcm_expr_is_number(value, &number))
    return in_range(s, to->range, value);
  return s->l->parsing.sealed ? lcm_fits_as(s->l, ast, value, to->range)
                              : lcm_fits_held(s->l, ast, value, to->range);
}

/* Return "value" as the variable called "name" holds it. */
static const lcm_expr *held_by(const struct leaving *s, const char *name,
                               const lcm_expr *value) {
  const char *plain = lcm_intern(s->l->ctx, lcm_name_plain(name));
  const struct lcm_local *local = lcm_lower_local(s->l, plain);
  return local ? in_range(s, local->range, value) : value;
}

/* Return the number "value" that "local" holds. */
static struct lcm_run_number number_of(const struct lcm_local *local,
                                       double value) {
  if (local->is_real)
    return lcm_number_real(value, false);
  return fabs(value) <= 0x1p53 && value == floor(value)
             ? lcm_number_whole((long long)value, local->range)
             : lcm_number_none(false);
}

/* Put what the variables hold that the loop "ast" speaks of into "*out", as far
 * as these are known numbers. */
static void find_held(lcm_held_list *out, const struct leaving *s,
                      const lcm_ast *ast) {
  struct lcm_lowering *l = s->l;
  lcm_run_variables(out, l, ast);
  for (size_t i = 0; i < out->n; i++) {
    const struct lcm_local *local = lcm_lower_local_of(l, out->at[i].key);
    double value = 0;
    if (!local || lcm_lower_last_local(l, local->name) != local ||
        local->before)
      continue;
    const char *name = lcm_lower_name(l, local->name);
    const lcm_expr *e = settle(s, lcm_expr_symbol(l->ctx, name, LCM_DIM_NONE));
    if (e && lcm_expr_is_number(e, &value))
      out->at[i].value = number_of(local, value);
  }
}

/* Execute the loop "ast", where all that decides what it does is known; false
 * where it is not. */
static bool run_loop(struct lcm_ran *out, const struct leaving *s,
                     const lcm_ast *ast) {
  lcm_held_list held = {0};
  find_held(&held, s, ast);
  return lcm_run_loop(out, s->l, ast, &held);
}

/* Learn what the loop leaves in variables that was executed as "ran" says. */
static void learn_ran(struct leaving *s, const struct lcm_ran *ran) {
  lcm_ctx *ctx = s->l->ctx;
  for (size_t i = 0; i < ran->held.n; i++) {
    const struct lcm_run_number *value = &ran->held.at[i].value;
    const struct lcm_local *local =
        lcm_lower_local_of(s->l, ran->held.at[i].key);
    if (local && value->known)
      learn(s, local->name,
            value->is_real ? lcm_expr_real(ctx, value->real)
                           : lcm_expr_int(ctx, value->whole));
  }
}

/* Follow the loop "ast": what it makes of variables. */
static void follow_loop(struct leaving *s, const lcm_ast *ast) {
  const struct lcm_subst *held = NULL;
  const size_t n = lcm_induction_held(&held, s->l, ast, true);
  lcm_arena *arena = lcm_ctx_arena(s->l->ctx);
  struct lcm_subst *values = LCM_NEW_ARRAY(arena, struct lcm_subst, n + 1);
  struct lcm_ran ran;
  for (size_t i = 0; i < n; i++)
    values[i] = (struct lcm_subst){
        held[i].name, held_by(s, held[i].name, settle(s, held[i].by))};
  const bool runs = s->l->parsing.sealed && run_loop(&ran, s, ast);
  forget(s, ast);
  for (size_t i = 0; i < n; i++)
    LCM_LIST_ADD(arena, &s->values, values[i]);
  if (runs)
    learn_ran(s, &ran);
}

/* Follow the statements of the block "ast": what it declares is gone behind it,
 * and what other variables called so hold is not known. */
static void follow_block(struct leaving *s, const lcm_ast *ast) {
  for (const lcm_ast *at = ast->first; at; at = at->next)
    follow(s, at);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    for (const lcm_ast *var = at->kind == LCM_AST_DECLSTMT ? at->first : NULL;
         var; var = var->next) {
      const struct lcm_local *last =
          var->name ? lcm_lower_last_local(s->l, var->name) : NULL;
      if (last && lcm_lower_local_before(s->l, last))
        learn(s, var->name, NULL);
    }
}

/* Follow what the statement "ast" sets. */
static void follow(struct leaving *s, const lcm_ast *ast) {
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return;
  if (s->values.n > MAX_VALUES ||
      (ast != s->top && lcm_omp_is_apart(s->l, ast))) {
    forget(s, ast);
  } else if (ast->kind == LCM_AST_COMPOUND) {
    follow_block(s, ast);
  } else if (ast->kind == LCM_AST_DECLSTMT) {
    for (const lcm_ast *at = ast->first; at; at = at->next)
      follow(s, at);
  } else if (ast->kind == LCM_AST_IF && ast->first &&
             !(ast->first->holds & LCM_AST_HOLDS_CHANGE)) {
    follow_if(s, ast);
  } else if (ast->kind == LCM_AST_SWITCH && ast->first &&
             !(ast->first->holds & LCM_AST_HOLDS_CHANGE)) {
    follow_switch(s, ast);
  } else if (lcm_ast_is_loop(ast)) {
    follow_loop(s, ast);
  } else if (ast->kind == LCM_AST_UPDATE && ast->first &&
             ast->first->kind == LCM_AST_REF && ast->first->name &&
             (s->story || lcm_lower_is_alone(s->l, ast))) {
    const lcm_expr *value = read_settled(s, lcm_lower_updated, ast);
    forget(s, ast);
    learn(s, ast->first->name, as_held(s, ast, value));
  } else if ((ast->kind == LCM_AST_VAR && !ast->is_pointer) ||
             (ast->kind == LCM_AST_ASSIGN && ast->first &&
              ast->first->kind == LCM_AST_REF)) {
    const lcm_ast *last = ast->kind == LCM_AST_VAR ? ast : ast->first;
    const lcm_expr *value = read_settled(s, lcm_lower_value, ast);
    forget(s, ast);
    if (last->name)
      learn(s, last->name, chosen(s, ast, last->name, as_held(s, ast, value)));
  } else
    forget(s, ast);
}

static const lcm_expr *when(struct leaving *s, const lcm_ast *ast,
                            unsigned ways);

/* What is known while statements are followed one after the other: that one of
 * them has left, and that the next is reached. */
struct passing {
  const lcm_expr *left;
  const lcm_expr *here;
};

/* Pass the statements from "ast" to before "stop", as when. */
static void pass(struct passing *at, struct leaving *s, const lcm_ast *ast,
                 const lcm_ast *stop, unsigned ways) {
  lcm_ctx *ctx = s->l->ctx;
  for (; ast && ast != stop; ast = ast->next) {
    if (ast != s->but && lcm_leave_ways(ast, LCM_LEAVE_ANY)) {
      at->left = any(ctx, at->left, both(ctx, at->here, when(s, ast, ways)));
      at->here = both(ctx, at->here, no(ctx, when(s, ast, LCM_LEAVE_ANY)));
    }
    follow(s, ast);
  }
}

/* As when, for the statements from "ast" on, one after the other. */
static const lcm_expr *when_from(struct leaving *s, const lcm_ast *ast,
                                 unsigned ways) {
  const size_t before = s->values.n;
  struct passing at = {lcm_expr_int(s->l->ctx, 0), lcm_expr_int(s->l->ctx, 1)};
  pass(&at, s, ast, NULL, ways);
  s->values.n = before;
  return at.left;
}

/* As when, for the `switch` "ast", entered at any of its labels. */
static const lcm_expr *when_switch(struct leaving *s, const lcm_ast *ast,
                                   unsigned ways) {
  struct lcm_arms arms;
  lcm_ctx *ctx = s->l->ctx;
  const size_t before = s->values.n;
  const char *none = lcm_arms_find(&arms, s->l, ast);
  const char *odd = none ? none : arms.left;
  arms.value = odd ? NULL : read_settled(s, lcm_lower_condition, ast);
  struct passing at = {lcm_expr_int(ctx, 0), NULL};
  s->open = s->open || !arms.value;
  for (size_t i = 0; arms.value && i < arms.arms.n; i++) {
    at.here = lcm_arms_entered(&arms, i, i + 1);
    s->open = s->open || !at.here;
    for (size_t k = i; at.here && k < arms.arms.n; k++) {
      pass(&at, s, arms.arms.at[k].first, arms.arms.at[k].stop, ways);
      if (!arms.arms.at[k].falls)
        break;
    }
    s->values.n = before;
  }
  return at.left;
}

/* Return the condition of the `if` "ast", NULL where it is not known. */
static const lcm_expr *condition_of(struct leaving *s, const lcm_ast *ast) {
  const enum lcm_granted granted = lcm_granted_of(s->l, ast->first);
  if (lcm_trial_is(s->l, ast))
    return NULL;
  return granted ? lcm_expr_int(s->l->ctx, granted == LCM_GRANTED_ALWAYS)
                 : read_settled(s, lcm_lower_condition, ast);
}

/* As when, for the `if` "ast". */
static const lcm_expr *when_if(struct leaving *s, const lcm_ast *ast,
                               unsigned ways) {
  lcm_ctx *ctx = s->l->ctx;
  const lcm_ast *yes = ast->first ? ast->first->next : NULL;
  const lcm_ast *other = yes ? yes->next : NULL;
  const lcm_expr *never = lcm_expr_int(ctx, 0);
  const lcm_expr *left = yes ? when(s, yes, ways) : never;
  const lcm_expr *right = other ? when(s, other, ways) : never;
  const lcm_expr *cond = condition_of(s, ast);
  if (left == right)
    return left;
  if (!cond) {
    s->open = true;
    return never;
  }
  return any(ctx, both(ctx, cond, left), both(ctx, no(ctx, cond), right));
}

/* As when, for the loop "loop". */
static const lcm_expr *when_loop(struct leaving *s, const lcm_ast *loop,
                                 unsigned ways) {
  lcm_ctx *ctx = s->l->ctx;
  lcm_iteration range;
  bool down = false;
  const size_t before = s->values.n;
  const lcm_expr *never = lcm_expr_int(ctx, 0);
  if (!lcm_header_values(&range, &down, s->l, loop)) {
    s->open = true;
    return never;
  }
  const lcm_expr *from = settle(s, range.from);
  const lcm_expr *to = settle(s, range.to);
  forget(s, lcm_loop_body(loop));
  const struct lcm_subst own = {
      range.index, lcm_expr_symbol(ctx, range.index, LCM_DIM_NONE)};
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &s->values, own);
  const lcm_expr *last = when(s, lcm_loop_body(loop), ways);
  s->values.n = before;
  if (!from || !to) {
    s->open = true;
    return never;
  }
  const struct lcm_subst end = {range.index, down ? from : to};
  return both(ctx, lcm_expr_binary(ctx, LCM_X_LE, from, to),
              lcm_expr_subst(ctx, last, &end, 1));
}

/* Return the condition that "ast", executed when what is known holds, is left
 * in one of the ways "ways". */
static const lcm_expr *when(struct leaving *s, const lcm_ast *ast,
                            unsigned ways) {
  const lcm_expr *out = lcm_expr_int(s->l->ctx, 0);
  const unsigned found = lcm_leave_ways(ast, ways);
  if (!found)
    return out;
  if (lcm_leave_way(ast))
    return lcm_expr_int(s->l->ctx, 1);
  s->depth++;
  if (s->depth > DEEPEST || (ast->holds & LCM_AST_HOLDS_LABEL))
    s->open = true;
  else if (ast->kind == LCM_AST_SWITCH)
    out = when_switch(s, ast, found);
  else if (ast->kind == LCM_AST_IF)
    out = when_if(s, ast, ways);
  else if (lcm_ast_is_loop(ast))
    out = when_loop(s, ast, found & LCM_LEAVE_AWAY);
  else if (ast->kind == LCM_AST_COMPOUND)
    out = when_from(s, ast->first, ways);
  else
    s->open = true;
  s->depth--;
  return out;
}

const lcm_expr *lcm_leave_when(bool *open, struct lcm_lowering *l,
                               const lcm_ast *ast, unsigned ways) {
  struct leaving s = {.l = l, .calls = ast->holds & LCM_AST_HOLDS_CALL};
  const lcm_expr *out = when(&s, ast, ways);
  *open = s.open;
  return out;
}

size_t lcm_leave_held(const struct lcm_subst **out, struct lcm_lowering *l,
                      const lcm_ast *ast) {
  struct leaving s = {.l = l, .named = true, .top = ast};
  LCM_LIST(struct lcm_subst) found = {0};
  follow(&s, ast);
  for (size_t i = 0; i < s.values.n; i++) {
    bool last = true;
    for (size_t k = i + 1; k < s.values.n; k++)
      last = last && s.values.at[k].name != s.values.at[i].name;
    if (last)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &found, s.values.at[i]);
  }
  *out = found.at;
  return found.n;
}

/* Follow what is executed in "ast" before the statement "to", which lies in it;
 * false where that cannot be said. */
static bool follow_to(struct leaving *s, const lcm_ast *ast,
                      const lcm_ast *to) {
  const unsigned sets = LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE;
  const bool arms = ast->parent && ast->parent->kind == LCM_AST_SWITCH;
  if (ast == to)
    return true;
  if (lcm_ast_is_loop(ast)) {
    const lcm_ast *body = lcm_loop_body(ast);
    forget(s, ast);
    return !body || to->begin < body->begin || to->end > body->end ||
           follow_to(s, body, to);
  }
  if (ast->kind != LCM_AST_COMPOUND && ast->kind != LCM_AST_IF &&
      ast->kind != LCM_AST_SWITCH)
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next) {
    if (at->begin <= to->begin && to->end <= at->end)
      return follow_to(s, at, to);
    const bool condition = ast->kind != LCM_AST_COMPOUND && at == ast->first;
    if ((arms || condition) && (at->holds & sets))
      return false;
    if (ast->kind == LCM_AST_COMPOUND)
      follow(s, at);
  }
  return false;
}

const lcm_expr *lcm_leave_settle(struct lcm_lowering *l,
                                 const lcm_ast *function, const lcm_ast *ast,
                                 const lcm_expr *e) {
  struct leaving s = {.l = l, .named = true, .calls = true, .whole = true};
  return !(function->holds & LCM_AST_HOLDS_LABEL) &&
                 follow_to(&s, function->last, ast)
             ? settle(&s, e)
             : NULL;
}

/* How far a function has been followed for single numbers: to before the
 * statement "next" of its block. */
struct walked {
  const lcm_ast *function;
  size_t locals; /* how many variables the functions before had */
  const lcm_ast *next;
  struct leaving s;
};

/* As lcm_leave_settle, for one statement after the other. */
static const lcm_expr *settle_next(struct lcm_lowering *l,
                                   const lcm_ast *function, const lcm_ast *ast,
                                   const lcm_expr *e) {
  struct walked *w = l->parsing.walked;
  if (function->holds & LCM_AST_HOLDS_LABEL)
    return NULL;
  if (!w)
    l->parsing.walked = w = LCM_NEW(lcm_ctx_arena(l->ctx), struct walked);
  if (w->function != function || w->locals != l->locals.first || !w->next ||
      ast->begin < w->next->begin)
    *w = (struct walked){function,
                         l->locals.first,
                         function->last->first,
                         {.l = l, .named = true, .calls = true, .whole = true}};
  while (w->next && w->next->end <= ast->begin && w->next != ast) {
    follow(&w->s, w->next);
    w->next = w->next->next;
  }
  if (!w->next)
    return NULL;
  const size_t before = w->s.values.n;
  const lcm_expr *out = w->next == ast || follow_to(&w->s, w->next, ast)
                            ? settle(&w->s, e)
                            : NULL;
  w->s.values.n = before;
  return out;
}

/* Return the statement that "at" stands in, or the part of a statement that
 * decides or repeats; NULL where that is not followed. */
static const lcm_ast *asked_at(const lcm_ast *at) {
  for (const lcm_ast *up = at->parent; up; up = up->parent) {
    if (up->kind == LCM_AST_FUNCTION)
      return at;
    if (up->kind != LCM_AST_COMPOUND && up->kind != LCM_AST_IF &&
        up->kind != LCM_AST_SWITCH && !lcm_ast_is_loop(up))
      at = up;
  }
  return NULL;
}

/* Return whether all that "e" speaks of are variables of the function that
 * begin with no call. */
static bool is_of_locals(struct lcm_lowering *l, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, e);
  for (size_t i = 0; i < n; i++) {
    const char *plain = lcm_intern(l->ctx, lcm_name_plain(names[i]));
    const struct lcm_local *local = lcm_lower_local(l, plain);
    if (!local || local->is_static || local->is_pointer ||
        (local->is_param && !local->n_assigned))
      return false;
  }
  return true;
}

/* Return whether a directive stands between the offsets "from" and "to". */
static bool is_directed(const struct lcm_lowering *l, unsigned from,
                        unsigned to) {
  for (size_t i = 0; i < l->bound.pragmas.n; i++)
    if (l->bound.pragmas.at[i].loc.begin >= from &&
        l->bound.pragmas.at[i].loc.begin < to)
      return true;
  return false;
}

bool lcm_leave_known(double *value, struct lcm_lowering *l, const lcm_ast *at,
                     const lcm_expr *e) {
  const lcm_ast *function = l->function;
  if (lcm_expr_is_number(e, value))
    return true;
  if (l->parsing.sealed || l->parsing.unsettled || !function || !at ||
      at->begin < function->begin || at->begin >= function->end ||
      at->begin - function->begin > MOST_TEXT || !is_of_locals(l, e) ||
      is_directed(l, function->begin, at->begin))
    return false;
  const lcm_ast *to = asked_at(at);
  const struct lcm_parsing before = l->parsing;
  l->parsing.sealed = true;
  l->parsing.exact = false;
  l->parsing.expanding = false;
  const lcm_expr *settled = to ? settle_next(l, function, to, e) : NULL;
  const lcm_map plain = l->parsing.plain;
  const lcm_arena scratch = l->parsing.scratch;
  void *walked = l->parsing.walked;
  l->parsing = before;
  l->parsing.walked = walked;
  l->parsing.plain = plain;
  l->parsing.scratch = scratch;
  return settled && lcm_expr_is_number(settled, value);
}

/* Put the number that "e", which the lowering "user" reads, is there into
 * "*value"; false where that is not known. */
static bool is_known_here(double *value, const lcm_expr *e, void *user) {
  struct lcm_lowering *l = user;
  const struct leaving *s = l->parsing.following;
  if (lcm_expr_is_number(e, value))
    return true;
  if (l->parsing.deciding)
    return false;
  if (s) {
    e = settle(s, e);
    return e && lcm_expr_is_number(e, value);
  }
  const lcm_ast *at = l->function && l->parsing.exact
                          ? lcm_syntax_at(l->function, l->parsing.at)
                          : NULL;
  return at && lcm_leave_known(value, l, at, e);
}

bool lcm_leave_ran(struct lcm_ran *ran, struct lcm_lowering *l,
                   const lcm_ast *loop) {
  lcm_held_list held = {0};
  if (!l->function || l->parsing.sealed ||
      is_directed(l, l->function->begin, loop->end))
    return false;
  lcm_run_variables(&held, l, loop);
  for (size_t i = 0; i < held.n; i++) {
    const struct lcm_local *local = lcm_lower_local_of(l, held.at[i].key);
    double value = 0;
    if (!local || lcm_lower_last_local(l, local->name) != local ||
        local->before ||
        !lcm_leave_known(&value, l, loop,
                         lcm_expr_symbol(l->ctx, lcm_lower_name(l, local->name),
                                         LCM_DIM_NONE)))
      continue;
    held.at[i].value = number_of(local, value);
  }
  return lcm_run_loop(ran, l, loop, &held);
}

void lcm_leave_tell(struct lcm_lowering *l) {
  l->parsing.known = is_known_here;
}

/* Return whether the statement "ast" does nothing to the variable "key" before
 * its end: `x = e`, `x++`, or one of these in an arm of an `if`. */
static bool is_single(const lcm_ast *ast, const char *key) {
  if (ast->kind == LCM_AST_COMPOUND && ast->first == ast->last && ast->first)
    ast = ast->first;
  if (ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE)
    return ast->first->kind == LCM_AST_REF && ast->first->key == key &&
           (!ast->first->next || !lcm_syntax_may_change(ast->first->next, key));
  if (ast->kind != LCM_AST_IF || lcm_syntax_may_change(ast->first, key))
    return false;
  for (const lcm_ast *at = ast->first->next; at; at = at->next)
    if (lcm_syntax_may_change(at, key) &&
        (at->kind == LCM_AST_IF || !is_single(at, key)))
      return false;
  return true;
}

/* Return whether "ast" and what is below it call only functions of the system,
 * and write to nothing but variables. */
static bool is_tame(const lcm_ast *ast) {
  if ((ast->kind == LCM_AST_CALL && !ast->is_system) ||
      (lcm_ast_is_change(ast) && ast->first && ast->first->kind != LCM_AST_REF))
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!is_tame(at))
      return false;
  return true;
}

/* Return the last statement from "first" on that sets its variable too; NULL
 * where there is none, or what is done meanwhile cannot be followed. */
static const lcm_ast *last_of(const struct lcm_lowering *l,
                              const lcm_ast *first) {
  const char *key = first->first->key;
  const lcm_ast *last = NULL;
  for (const lcm_ast *at = first->next; at; at = at->next)
    last = lcm_syntax_may_change(at, key) ? at : last;
  for (const lcm_ast *at = first; last && at != last->next; at = at->next)
    if (!is_tame(at) || (lcm_syntax_may_change(at, key) && !is_single(at, key)))
      return NULL;
  return last && !is_directed(l, first->begin, last->end) ? last : NULL;
}

/* Return whether a statement from "first" to "last" changes something of which
 * "e" speaks. */
static bool is_passing(struct lcm_lowering *l, const lcm_expr *e,
                       const lcm_ast *first, const lcm_ast *last) {
  for (const lcm_ast *at = first; at != last->next; at = at->next)
    if (lcm_leave_changes(l, at, e))
      return true;
  return false;
}

/* Note what the variable holds that "first" sets, and further statements up to
 * "last"; nothing where that is not known all the time. */
static void tell(struct lcm_lowering *l, const lcm_ast *first,
                 const lcm_ast *last) {
  struct leaving s = {.l = l, .named = true, .story = true};
  const size_t before = l->locals.stories.n;
  const lcm_ast *ref = first->first;
  for (const lcm_ast *at = first; at != last->next; at = at->next) {
    size_t i = 0;
    follow(&s, at);
    for (i = s.values.n; i > 0 && s.values.at[i - 1].name != ref->name;)
      i--;
    const lcm_expr *value = i ? s.values.at[i - 1].by : NULL;
    if (!value || lcm_expr_has(value, ref->name) ||
        is_passing(l, value, first, last)) {
      l->locals.stories.n = before;
      return;
    }
    const struct lcm_story story = {ref, value, at->end,
                                    at == last ? at->end : at->next->end, last};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->locals.stories, story);
  }
}

/* Return whether "ast" sets a whole number at file scope that no option of the
 * program sets. */
static bool sets_global(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *to = ast->kind == LCM_AST_ASSIGN ? ast->first : NULL;
  size_t known = 0;
  return to && to->kind == LCM_AST_REF && !to->is_local && !to->is_function &&
         to->key && to->name && to->range && !to->is_atomic &&
         !lcm_map_get(&l->globals.optional, to->key, &known);
}

void lcm_leave_stories(struct lcm_lowering *l, const lcm_ast *function) {
  const lcm_ast *body = function->last;
  if (!body || body->kind != LCM_AST_COMPOUND || l->options->n_kept ||
      (function->holds & LCM_AST_HOLDS_LABEL))
    return;
  for (const lcm_ast *at = body->first; at; at = at->next) {
    bool again = false;
    if (!sets_global(l, at))
      continue;
    for (const lcm_ast *one = body->first; one != at; one = one->next)
      again = again || lcm_syntax_may_change(one, at->first->key);
    const lcm_ast *last = again ? NULL : last_of(l, at);
    if (last)
      tell(l, at, last);
  }
}

/* Return the condition that an iteration of the loop "loop" with the index
 * "index" is its last, and whether something is not known; where it "counts",
 * by more than what its values say. */
static const lcm_expr *ends(bool *open, struct lcm_lowering *l,
                            const lcm_ast *loop, const char *index,
                            bool counts) {
  const lcm_ast *body = lcm_loop_body(loop);
  struct leaving s = {.l = l,
                      .calls = loop->holds & LCM_AST_HOLDS_CALL,
                      .but = counts ? lcm_counter_exit(l, loop) : NULL};
  if (!lcm_leave_ways(body, LCM_LEAVE_LOOP))
    return lcm_expr_int(l->ctx, 0);
  forget(&s, body);
  const struct lcm_subst own = {
      index, index ? lcm_expr_symbol(l->ctx, index, LCM_DIM_NONE) : NULL};
  if (index)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &s.values, own);
  const lcm_expr *out = when(&s, body, LCM_LEAVE_LOOP);
  *open = *open || s.open;
  return out;
}

bool lcm_leave_is_open(struct lcm_lowering *l, const lcm_ast *loop) {
  lcm_iteration range = {0};
  bool down = false;
  bool open = false;
  if (!lcm_leave_ways(lcm_loop_body(loop), LCM_LEAVE_LOOP))
    return false;
  const bool counts = lcm_header_values(&range, &down, l, loop);
  (void)ends(&open, l, loop, range.index, counts);
  return open;
}

void lcm_leave_trim(lcm_iteration *range, struct lcm_lowering *l,
                    const lcm_ast *loop, bool down) {
  bool open = false;
  lcm_ctx *ctx = l->ctx;
  const lcm_expr *cond = ends(&open, l, loop, range->index, true);
  if (lcm_expr_is_int(cond, 0))
    return;
  lcm_progress_trim(range, ctx, cond, down);
}
