/* What the copies of shared variables cost, as messages of the system. */
#include "analyzer/lower/chares/chare_share.h"

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/chares/chare_hidden.h"
#include "analyzer/lower/chares/chare_node.h"
#include "analyzer/lower/chares/chare_reach.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_value.h"

/* Children of a processor in spanning trees (chares/types.h). */
enum { FANOUT = 4 };

/* ---- numbers ------------------------------------------------------------- */

/* Return how many processors there are. */
static const lcm_expr *processors(struct lcm_lowering *l) {
  return lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "procs"), LCM_DIM_NONE);
}

/* Return "e" plus "n". */
static const lcm_expr *plus(struct lcm_lowering *l, const lcm_expr *e,
                            long long n) {
  return lcm_expr_add(l->ctx, e, lcm_expr_int(l->ctx, n));
}

/* Return the smaller one ("kind" LCM_X_MIN) or larger one of "e" and "n". */
static const lcm_expr *limited(struct lcm_lowering *l, lcm_expr_kind kind,
                               const lcm_expr *e, long long n) {
  const lcm_expr *args[] = {e, lcm_expr_int(l->ctx, n)};
  return lcm_expr_nary(l->ctx, kind, args, 2);
}

/* Return "a" / "b", rounded up. */
static const lcm_expr *divided(struct lcm_lowering *l, const lcm_expr *a,
                               const lcm_expr *b) {
  return lcm_expr_apply(l->ctx, LCM_X_CEIL, lcm_expr_div(l->ctx, a, b));
}

/* Return the levels below the root of the tree of all processors: the least L
 * with (4^(L+1) - 1) / 3 >= p. */
static const lcm_expr *levels(struct lcm_lowering *l) {
  const lcm_expr *leaves = plus(
      l, lcm_expr_mul(l->ctx, lcm_expr_int(l->ctx, FANOUT - 1), processors(l)),
      1);
  const lcm_expr *bits = lcm_expr_apply(l->ctx, LCM_X_LOG2, leaves);
  return plus(l, divided(l, bits, lcm_expr_int(l->ctx, 2)), -1);
}

/* Return for how many bytes a message pays that has "bytes" and surely goes to
 * another processor: of others a part of 1 / p does not. */
static const lcm_expr *surely(struct lcm_lowering *l, const lcm_expr *bytes) {
  const lcm_expr *p = processors(l);
  return lcm_expr_div(l->ctx, lcm_expr_mul(l->ctx, bytes, p),
                      limited(l, LCM_X_MAX, plus(l, p, -1), 1));
}

/* Return how many neighbours a processor has that are at a distance of 1, 2, 4
 * and so on. */
static const lcm_expr *neighbours(struct lcm_lowering *l) {
  return lcm_expr_apply(l->ctx, LCM_X_CEIL,
                        lcm_expr_apply(l->ctx, LCM_X_LOG2, processors(l)));
}

/* ---- nodes --------------------------------------------------------------- */

/* Return "body" repeated "count" times. */
static const lcm_node *times(struct lcm_lowering *l, const lcm_ast *ast,
                             const lcm_expr *count, const lcm_node *body) {
  lcm_node *loop = lcm_lower_node(l, LCM_NODE_LOOP, ast);
  loop->label = lcm_intern(l->ctx, "copies");
  loop->u.loop.count = count;
  lcm_lower_child(l, loop, body);
  return loop;
}

/* Return a message of "bytes" to the system, which leads to "then" (may be
 * NULL). */
static const lcm_node *message(struct lcm_lowering *l, const lcm_ast *ast,
                               const lcm_expr *bytes, const lcm_node *then) {
  lcm_node *task = lcm_lower_node(l, LCM_NODE_TASK, ast);
  task->u.task.bytes = bytes;
  task->label = lcm_intern(l->ctx, ast->name);
  lcm_lower_attribute(l, task, "construct", ast->name);
  lcm_lower_child(l, task,
                  then ? then
                       : lcm_chare_fragment(l, ast, lcm_expr_int(l->ctx, 0)));
  return task;
}

/* Return "first" and "second" one after the other. */
static const lcm_node *both(struct lcm_lowering *l, const lcm_node *first,
                            const lcm_node *second) {
  lcm_node_list nodes = {0};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nodes, first);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nodes, second);
  return lcm_lower_series(l, &nodes, first->loc);
}

/* Return "count" messages of "bytes" that are sent and waited for, "rounds"
 * times. */
static const lcm_node *rounds_of(struct lcm_lowering *l, const lcm_ast *ast,
                                 const lcm_expr *rounds, const lcm_expr *count,
                                 const lcm_expr *bytes) {
  const lcm_node *sends = times(l, ast, count, message(l, ast, bytes, NULL));
  const lcm_node *wait = lcm_lower_node(l, LCM_NODE_TASKWAIT, ast);
  return times(l, ast, rounds, both(l, sends, wait));
}

/* Return "count" messages of "bytes", which are sent in two steps: the root of
 * their number, and by each of those who get one the same. */
static const lcm_node *spread(struct lcm_lowering *l, const lcm_ast *ast,
                              const lcm_expr *count, const lcm_expr *bytes) {
  const lcm_expr *some = lcm_expr_apply(
      l->ctx, LCM_X_CEIL, lcm_expr_apply(l->ctx, LCM_X_SQRT, count));
  const lcm_expr *each =
      plus(l, divided(l, count, limited(l, LCM_X_MAX, some, 1)), -1);
  const lcm_node *inner = times(l, ast, limited(l, LCM_X_MAX, each, 0),
                                message(l, ast, bytes, NULL));
  return times(l, ast, some, message(l, ast, bytes, inner));
}

/* ---- variables ----------------------------------------------------------- */

/* Return "value", of an entry, as it is at the call "ast" of md_run; NULL where
 * it hangs on what is not known there. */
static const lcm_expr *at_run(struct lcm_lowering *l, const lcm_ast *ast,
                              const lcm_expr *value) {
  const struct lcm_chares *c = l->chares;
  const char *const *names = NULL;
  const size_t n = value ? lcm_expr_names(&names, l->ctx, value) : 0;
  for (size_t i = 0; i < n && value; i++) {
    size_t k = 0;
    double number = 0;
    while (k < c->members.n && c->members.at[k].name != names[i])
      k++;
    if (k == c->members.n)
      return NULL;
    struct lcm_subst by = {names[i],
                           lcm_chare_member_value(l, ast, &c->members.at[k])};
    if (by.by && !lcm_expr_is_number(by.by, &number))
      value = lcm_expr_subst(l->ctx, value, &by, 1);
  }
  return value;
}

void lcm_chare_set(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *size = lcm_chare_argument(ast, lcm_chare_call(l, ast)->size);
  const lcm_expr *value = size ? lcm_thread_expr(l, size) : NULL;
  const lcm_expr *before = l->chares->readonly;
  if (!value)
    return;
  l->chares->n_set++;
  l->chares->readonly = before ? lcm_expr_add(l->ctx, before, value) : value;
}

const lcm_node *lcm_chare_boot(struct lcm_lowering *l, const lcm_ast *ast,
                               const struct lcm_chare_entry *first) {
  const lcm_expr *children =
      limited(l, LCM_X_MIN, plus(l, processors(l), -1), FANOUT);
  size_t calls = 0;
  for (size_t i = 0; i < l->syntax->calls.n; i++) {
    const struct lcm_called *called = &l->syntax->calls.at[i];
    const struct lcm_chare_function *call = lcm_chare_call(l, called->call);
    calls += call && call->act == LCM_CHARE_SET && first->defined &&
             lcm_chare_calls(l, first->defined, called->function);
  }
  const lcm_expr *bytes =
      l->chares->readonly ? at_run(l, ast, l->chares->readonly) : NULL;
  const bool known = calls <= l->chares->n_set && (bytes || !calls);
  bytes = bytes ? bytes : lcm_expr_int(l->ctx, 0);
  lcm_node *boot = (lcm_node *)(uintptr_t)rounds_of(
      l, ast, levels(l), children,
      surely(l, lcm_expr_mul(l->ctx, children, bytes)));
  boot->label = lcm_intern(l->ctx, "all processors begin");
  if (!known)
    lcm_lower_assume(l, boot,
                     "readonly variables of a size that is not known have no "
                     "bytes");
  return boot;
}

const lcm_node *lcm_chare_improve(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_expr *others = plus(l, processors(l), -1);
  const lcm_expr *bytes = lcm_expr_int(l->ctx, 0);
  long long number = -1;
  bool flood = false;
  (void)lcm_chare_constant(&number, l, lcm_chare_argument(ast, 1));
  for (size_t i = 0; i < l->chares->variables.n; i++) {
    const struct lcm_chare_variable *v = &l->chares->variables.at[i];
    if (v->number != number)
      continue;
    flood = v->flood;
    bytes = lcm_expr_int(l->ctx, v->size > 0 ? v->size : 0);
  }
  lcm_node *offer = NULL;
  const lcm_expr *paid = surely(l, bytes);
  if (flood)
    offer = (lcm_node *)(uintptr_t)message(
        l, ast, bytes,
        spread(l, ast, lcm_expr_mul(l->ctx, others, neighbours(l)), paid));
  else
    offer = (lcm_node *)(uintptr_t)message(
        l, ast, bytes,
        both(l,
             rounds_of(l, ast, plus(l, levels(l), -1), lcm_expr_int(l->ctx, 1),
                       paid),
             spread(l, ast, others, paid)));
  lcm_lower_attribute(l, offer, "message", "the system");
  return times(l, ast, limited(l, LCM_X_MIN, others, 1), offer);
}
