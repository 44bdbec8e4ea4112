/* Variables that each round of a loop moves in the same way. */
#include "analyzer/lower/values/induction/induction.h"

#include <string.h>

#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/openmp/behind.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/induction/progress.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* What statements make of a variable x: factor * x + added, one of which is
 * nothing (1, 0), or where there is a "divisor" the whole part of x / divisor.
 */
struct move {
  const lcm_expr *factor;
  const lcm_expr *added;
  const lcm_expr *divisor;
  bool lost; /* something else */
};

/* A loop, and the variable of it that is looked at. */
struct moving {
  struct lcm_lowering *l;
  const lcm_ast *loop;
  const char *key;
};

/* ---- statements ----------------------------------------------------------
 */

/* Return whether "ast" is a change of the variable by a statement. */
static bool is_change(const struct moving *m, const lcm_ast *ast) {
  return (ast->kind == LCM_AST_UPDATE || ast->kind == LCM_AST_ASSIGN) &&
         ast->first && ast->first->kind == LCM_AST_REF &&
         ast->first->key == m->key;
}

/* Return whether "ast" or something below it may change the variable. */
static bool changes(const struct moving *m, const lcm_ast *ast) {
  return lcm_syntax_may_change(ast, m->key);
}

/* Return whether nothing leaves the loop "loop" or a round of it early, or
 * enters it by the side. */
static bool is_plain_loop(const lcm_ast *loop) {
  const lcm_ast *body = lcm_loop_body(loop);
  return body && lcm_ast_is_loop(loop) && loop->kind != LCM_AST_DO &&
         !(body->holds & LCM_AST_HOLDS_LABEL) &&
         !lcm_leave_ways(body, LCM_LEAVE_ANY);
}

/* Return whether the header of the loop "loop" changes the variable. */
static bool is_in_header(const struct moving *m, const lcm_ast *loop) {
  const lcm_ast *body = lcm_loop_body(loop);
  for (const lcm_ast *at = loop->first; at; at = at->next)
    if (at != body && changes(m, at))
      return true;
  return false;
}

/* Return whether "ast", a part of the body of a loop, moves the variable by
 * statements of which can be said when they are executed. */
static bool is_moved_by(const struct moving *m, const lcm_ast *ast) {
  if (!changes(m, ast))
    return true;
  if (ast != lcm_loop_body(m->loop) && lcm_omp_is_apart(m->l, ast))
    return false;
  if (is_change(m, ast))
    return lcm_lower_is_alone(m->l, ast) &&
           !(ast->first->next && changes(m, ast->first->next));
  if (lcm_ast_is_loop(ast))
    return is_plain_loop(ast) && !is_in_header(m, ast) &&
           !lcm_counter_update(m->l, ast) && is_moved_by(m, lcm_loop_body(ast));
  if (ast->kind != LCM_AST_COMPOUND && ast->kind != LCM_AST_IF)
    return false;
  if (ast->kind == LCM_AST_IF && changes(m, ast->first))
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!is_moved_by(m, at))
      return false;
  return true;
}

/* Return whether the loop, a `for`, counts by the variable in its header, which
 * changes nothing else. */
static bool is_index(const struct moving *m) {
  struct lcm_header h;
  const lcm_ast *loop = m->loop;
  bool steps = false;
  if (loop->kind != LCM_AST_FOR || !lcm_header_read(&h, m->l, loop) ||
      changes(m, loop->last))
    return false;
  for (const lcm_ast *at = loop->first; at != loop->last; at = at->next) {
    const int part = lcm_header_part(&h, loop, at);
    const bool own =
        is_change(m, at) && (part == 2 || at->kind == LCM_AST_ASSIGN);
    if ((at->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)) &&
        (part == 1 || !own || (at->first->next && changes(m, at->first->next))))
      return false;
    steps = steps || part == 2;
  }
  return steps;
}

/* Return whether the loop counts by the variable: the only change is that by
 * which it does so. */
static bool is_counter(const struct moving *m) {
  if (is_index(m))
    return true;
  const lcm_ast *update = lcm_counter_update(m->l, m->loop);
  return update && is_change(m, update) && lcm_lower_is_alone(m->l, update) &&
         (update == lcm_loop_body(m->loop) ||
          update->parent == lcm_loop_body(m->loop));
}

/* Return whether the variable has few bits: what is added to it again and again
 * may not fit. */
static bool is_narrow(const struct moving *m) {
  const struct lcm_local *local = lcm_lower_local_of(m->l, m->key);
  return local && local->range && (local->range & LCM_RANGE_BITS) < 32;
}

bool lcm_induction_moves(struct lcm_lowering *l, const lcm_ast *loop,
                         const char *key) {
  const struct moving m = {l, loop, key};
  return is_plain_loop(loop) &&
         (is_index(&m) ||
          (!is_in_header(&m, loop) &&
           (is_counter(&m) ||
            (!is_narrow(&m) && is_moved_by(&m, lcm_loop_body(loop))))));
}

/* ---- moves ---------------------------------------------------------------
 */

static const struct move LOST = {.lost = true};

/* Return what leaves a variable as it is. */
static struct move nothing(lcm_ctx *ctx) {
  return (struct move){.factor = lcm_expr_int(ctx, 1),
                       .added = lcm_expr_int(ctx, 0)};
}

/* Return whether "move" only adds something. */
static bool adds(const struct move *move) {
  return !move->lost && !move->divisor && lcm_expr_is_int(move->factor, 1);
}

/* Return what "a" and "b" do one after the other. */
static struct move then(lcm_ctx *ctx, struct move a, struct move b) {
  const bool adding = adds(&a) && adds(&b);
  if (a.lost || b.lost)
    return LOST;
  if (adds(&a) && lcm_expr_is_int(a.added, 0))
    return b;
  if (adds(&b) && lcm_expr_is_int(b.added, 0))
    return a;
  if (a.divisor && b.divisor)
    return (struct move){a.factor, a.added,
                         lcm_expr_mul(ctx, a.divisor, b.divisor), false};
  if (a.divisor || b.divisor ||
      (!adding &&
       (!lcm_expr_is_int(a.added, 0) || !lcm_expr_is_int(b.added, 0))))
    return LOST;
  return (struct move){lcm_expr_mul(ctx, a.factor, b.factor),
                       lcm_expr_add(ctx, a.added, b.added), NULL, false};
}

/* Return whether "e" is a whole number above 0: only by such ones quotients are
 * rounded one after the other as their product rounds. */
static bool is_whole(const lcm_expr *e) {
  double number = 0;
  return e && lcm_expr_is_number(e, &number) && number >= 1 &&
         number == (double)(long long)number;
}

/* Return what giving the variable called "name" the value "e" does to it. */
static struct move of_value(lcm_ctx *ctx, const lcm_expr *e, const char *name) {
  struct move move = nothing(ctx);
  const lcm_expr *x = lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  if ((kind == LCM_X_DIV || kind == LCM_X_FLOOR) && lcm_expr_has(e, name)) {
    const lcm_expr *top = lcm_expr_arg(e, 0);
    move.divisor =
        kind == LCM_X_DIV ? lcm_expr_arg(e, 1) : lcm_expr_div(ctx, x, top);
    return (kind == LCM_X_DIV && top != x) || !is_whole(move.divisor) ? LOST
                                                                      : move;
  }
  const lcm_expr *more = lcm_expr_sub(ctx, e, x);
  if (more && !lcm_expr_has(more, name)) {
    move.added = more;
    return move;
  }
  move.factor = lcm_expr_div(ctx, e, x);
  return !move.factor || lcm_expr_has(move.factor, name) ? LOST : move;
}

/* Return whether functions that the loop "loop" calls may change the variable
 * at file scope called "name". */
static bool may_calls_change(struct lcm_lowering *l, const lcm_ast *loop,
                             const char *name) {
  size_t found = 0;
  size_t changing = 0;
  return (loop->holds & LCM_AST_HOLDS_CALL) &&
         lcm_map_get(&l->globals.declarations, name, &found) &&
         lcm_map_get(&l->globals.changing,
                     ((const lcm_ast *)(uintptr_t)found)->key, &changing);
}

/* Return whether "e" is the same in all rounds of the loop "loop", but for the
 * index. */
static bool is_even(struct lcm_lowering *l, const lcm_ast *loop,
                    const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, e);
  for (size_t i = 0; i < n; i++)
    if (strpbrk(names[i], "[.") || may_calls_change(l, loop, names[i]))
      return false;
  return !lcm_leave_changes(l, lcm_loop_body(loop), e);
}

/* Return whether "e" (NULL: it is not there), of the header of the loop "loop",
 * is the same in all rounds; the variable called "own" in it, by which the loop
 * counts, is what that holds before (NULL: there is none in it). */
static bool is_fixed(struct lcm_lowering *l, const lcm_ast *loop,
                     const lcm_expr *e, const char *own) {
  const struct lcm_subst none = {own, lcm_expr_int(l->ctx, 0)};
  return !e || is_even(l, loop, own ? lcm_expr_subst(l->ctx, e, &none, 1) : e);
}

/* The rounds of a loop: values of its index. */
struct rounds {
  lcm_iteration range;
  bool down;
  const lcm_expr *count; /* how many there are */
};

/* Return the larger of "e" and 0. */
static const lcm_expr *natural(lcm_ctx *ctx, const lcm_expr *e) {
  const lcm_expr *args[] = {e, lcm_expr_int(ctx, 0)};
  return lcm_expr_nary(ctx, LCM_X_MAX, args, 2);
}

/* Put the rounds of the loop "loop" into "*out"; false where they are not
 * known, or the loop changes what its header speaks of: but for what it counts
 * by where "behind", when that has the value again that the header means. */
static bool read_rounds(struct rounds *out, struct lcm_lowering *l,
                        const lcm_ast *loop, bool behind) {
  lcm_ctx *ctx = l->ctx;
  lcm_iteration *range = &out->range;
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  if (!lcm_header_values(range, &out->down, l, loop) ||
      (!behind && (lcm_expr_has(range->from, range->index) ||
                   lcm_expr_has(range->to, range->index))))
    return false;
  const char *own = behind ? range->index : NULL;
  if (!is_fixed(l, loop, range->from, own) ||
      !is_fixed(l, loop, range->to, own) ||
      !is_fixed(l, loop, range->step, NULL) ||
      !is_fixed(l, loop, range->factor, NULL))
    return false;
  const lcm_expr *span = lcm_expr_sub(ctx, range->to, range->from);
  if (!range->factor) {
    out->count = natural(
        ctx,
        lcm_expr_add(ctx,
                     range->step
                         ? lcm_expr_apply(ctx, LCM_X_FLOOR,
                                          lcm_expr_div(ctx, span, range->step))
                         : span,
                     one));
    return true;
  }
  out->count = lcm_expr_if(
      ctx, lcm_expr_binary(ctx, LCM_X_LE, range->from, range->to),
      lcm_expr_add(
          ctx,
          lcm_progress_powers(ctx, lcm_expr_div(ctx, range->to, range->from),
                              range->factor),
          one),
      lcm_expr_int(ctx, 0));
  return true;
}

/* Return how many rounds are behind when that begins in which the index has its
 * value. */
static const lcm_expr *behind_of(lcm_ctx *ctx, const struct rounds *rounds) {
  const lcm_iteration *range = &rounds->range;
  const lcm_expr *i = lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE);
  if (range->factor)
    return rounds->down
               ? NULL
               : lcm_progress_powers(ctx, lcm_expr_div(ctx, i, range->from),
                                     range->factor);
  const lcm_expr *span = rounds->down ? lcm_expr_sub(ctx, range->to, i)
                                      : lcm_expr_sub(ctx, i, range->from);
  return range->step ? lcm_expr_div(ctx, span, range->step) : span;
}

/* Return the sum or product ("kind") of "e", which may speak of the index of
 * "rounds", over the first "count" of these. */
static const lcm_expr *over(lcm_ctx *ctx, lcm_expr_kind kind,
                            const struct rounds *rounds, const lcm_expr *e,
                            const lcm_expr *count) {
  const char *index = rounds->range.index;
  if (!lcm_expr_has(e, index))
    return kind == LCM_X_SUM ? lcm_expr_mul(ctx, e, count)
                             : lcm_expr_pow(ctx, e, count);
  const char *name = LCM_INTERN_JOINED(ctx, "round.", index);
  const lcm_expr *k = lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  const struct lcm_subst by = {
      index, lcm_progress_index(ctx, &rounds->range, k, rounds->down)};
  const struct lcm_range range = {
      name, lcm_expr_int(ctx, 0),
      lcm_expr_sub(ctx, count, lcm_expr_int(ctx, 1))};
  return lcm_expr_over(ctx, kind, range, lcm_expr_subst(ctx, e, &by, 1));
}

/* Return what the first "count" (NULL: not known) of "rounds" do of which each
 * does "move". */
static struct move repeated(lcm_ctx *ctx, const struct rounds *rounds,
                            struct move move, const lcm_expr *count) {
  if (move.lost || !count)
    return LOST;
  if (move.divisor)
    move.divisor = over(ctx, LCM_X_PROD, rounds, move.divisor, count);
  else if (adds(&move))
    move.added = over(ctx, LCM_X_SUM, rounds, move.added, count);
  else
    move.factor = over(ctx, LCM_X_PROD, rounds, move.factor, count);
  return move;
}

/* Return what "move" makes of the variable called "name". */
static const lcm_expr *applied(lcm_ctx *ctx, const struct move *move,
                               const char *name) {
  const lcm_expr *x = lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  if (move->lost)
    return NULL;
  if (move->divisor)
    return lcm_expr_binary(ctx, LCM_X_DIV, x, move->divisor);
  return lcm_expr_add(ctx, lcm_expr_mul(ctx, move->factor, x), move->added);
}

static struct move move_of(const struct moving *m, const lcm_ast *ast);

/* Return what the `if` "ast" does to the variable. */
static struct move move_of_if(const struct moving *m, const lcm_ast *ast) {
  lcm_ctx *ctx = m->l->ctx;
  const lcm_ast *yes = ast->first->next;
  const lcm_expr *cond = lcm_lower_condition(m->l, ast);
  const struct move a = yes ? move_of(m, yes) : nothing(ctx);
  const struct move b = yes && yes->next ? move_of(m, yes->next) : nothing(ctx);
  if (!cond || !is_even(m->l, m->loop, cond) || !adds(&a) || !adds(&b))
    return LOST;
  struct move move = nothing(ctx);
  move.added = lcm_expr_if(ctx, cond, a.added, b.added);
  return move;
}

/* Return "move", or what is lost where rounds of the loop do not do it
 * likewise. */
static struct move likewise(const struct moving *m, struct move move) {
  return !move.lost && is_even(m->l, m->loop, move.added) &&
                 is_even(m->l, m->loop, move.factor) &&
                 (!move.divisor || is_even(m->l, m->loop, move.divisor))
             ? move
             : LOST;
}

/* Return what the loop "loop" does to the variable. */
static struct move move_of_loop(const struct moving *m, const lcm_ast *loop) {
  const struct moving inner = {m->l, loop, m->key};
  struct rounds rounds;
  if (!read_rounds(&rounds, m->l, loop, true))
    return LOST;
  return likewise(m,
                  repeated(m->l->ctx, &rounds,
                           move_of(&inner, lcm_loop_body(loop)), rounds.count));
}

/* Return what the assignment or update "ast" does to its variable, which all
 * rounds of the loop do likewise. */
static struct move move_of_change(const struct moving *m, const lcm_ast *ast) {
  const lcm_expr *e = ast->kind == LCM_AST_UPDATE ? lcm_lower_updated(m->l, ast)
                                                  : lcm_lower_value(m->l, ast);
  return likewise(
      m, e ? of_value(m->l->ctx, e, lcm_lower_name(m->l, ast->first->name))
           : LOST);
}

/* Return what "ast", a part of a loop of which lcm_induction_moves holds, does
 * to the variable. */
static struct move move_of(const struct moving *m, const lcm_ast *ast) {
  struct move move = nothing(m->l->ctx);
  if (!changes(m, ast))
    return move;
  if (is_change(m, ast))
    return move_of_change(m, ast);
  if (ast->kind == LCM_AST_IF)
    return move_of_if(m, ast);
  if (lcm_ast_is_loop(ast))
    return move_of_loop(m, ast);
  for (const lcm_ast *at = ast->first; at && !move.lost; at = at->next)
    move = then(m->l->ctx, move, move_of(m, at));
  return move;
}

/* ---- what is relied on ---------------------------------------------------
 */

/* Return what the variable of "m", called "name", holds when a round of the
 * loop begins, or "behind" the loop; NULL where that is not known. */
static const lcm_expr *held(const struct moving *m, const char *name,
                            bool behind) {
  struct rounds rounds;
  lcm_ctx *ctx = m->l->ctx;
  if (!read_rounds(&rounds, m->l, m->loop, behind))
    return NULL;
  const bool counts = behind && rounds.range.index == name;
  if (is_index(m))
    return counts ? lcm_progress_index(ctx, &rounds.range, rounds.count,
                                       rounds.down)
                  : NULL;
  if (is_counter(m))
    return counts ? lcm_expr_if(ctx,
                                lcm_expr_binary(ctx, LCM_X_LT,
                                                lcm_expr_int(ctx, 0),
                                                rounds.count),
                                lcm_progress_index(ctx, &rounds.range,
                                                   rounds.count, rounds.down),
                                lcm_expr_symbol(ctx, name, LCM_DIM_NONE))
                  : NULL;
  const struct move move =
      repeated(ctx, &rounds, move_of(m, lcm_loop_body(m->loop)),
               behind ? rounds.count : behind_of(ctx, &rounds));
  return applied(ctx, &move, name);
}

/* Return 1 + the number of what was noted last of the loop "loop", 0 where that
 * is nothing. */
static size_t last_of(const struct lcm_lowering *l, const lcm_ast *loop) {
  size_t at = 0;
  return lcm_map_get(&l->locals.relied_of, loop, &at) ? at : 0;
}

void lcm_induction_rely(struct lcm_lowering *l,
                        const struct lcm_relied *relied) {
  const size_t last = last_of(l, relied->loop);
  struct lcm_relied one = *relied;
  for (size_t at = last; at; at = l->locals.relied.at[at - 1].before)
    if (l->locals.relied.at[at - 1].key == relied->key &&
        l->locals.relied.at[at - 1].inside == relied->inside)
      return;
  one.before = last;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->locals.relied, one);
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->locals.relied_of, relied->loop,
              l->locals.relied.n);
}

/* Return the variable of the function of "relied" where it is followed, else
 * NULL. */
static struct lcm_local *followed(struct lcm_lowering *l,
                                  const struct lcm_relied *relied) {
  struct lcm_local *local = lcm_lower_local_of(l, relied->key);
  return local && local->covered && !local->changed && !local->unstable ? local
                                                                        : NULL;
}

bool lcm_induction_check(struct lcm_lowering *l) {
  bool any = false;
  for (size_t i = 0; i < l->locals.relied.n; i++) {
    const struct lcm_relied *relied = &l->locals.relied.at[i];
    const struct moving m = {l, relied->loop, relied->key};
    struct lcm_local *local = followed(l, relied);
    if (!local || held(&m, lcm_lower_name(l, local->name), !relied->inside))
      continue;
    local->changed = any = true;
    local->covered = false;
    local->unstable = local->varies;
    local->changed_from = local->lost_from;
  }
  return any;
}

size_t lcm_induction_held(const struct lcm_subst **out, struct lcm_lowering *l,
                          const lcm_ast *loop, bool behind) {
  LCM_LIST(struct lcm_subst) found = {0};
  size_t at = last_of(l, loop);
  while (at) {
    const struct lcm_relied *relied = &l->locals.relied.at[at - 1];
    const struct moving m = {l, loop, relied->key};
    const struct lcm_local *local =
        relied->inside == !behind ? followed(l, relied) : NULL;
    const char *name = local ? lcm_lower_name(l, local->name) : NULL;
    const struct lcm_subst one = {name, local ? held(&m, name, behind) : NULL};
    if (one.by)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &found, one);
    at = relied->before;
  }
  *out = found.at;
  return found.n;
}
