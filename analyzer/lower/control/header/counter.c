/* Loops that count otherwise than in the header of a `for`. */
#include <string.h>

#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

unsigned lcm_counter_changes(struct lcm_lowering *l, const lcm_ast *ast,
                             const char *name) {
  const lcm_ast *target = ast->first;
  unsigned n = 0;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return 0;
  if (lcm_external_changes(l, ast) && target && target->kind == LCM_AST_REF)
    n += target->name == name;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    n += lcm_counter_changes(l, child, name);
  return n;
}

/* Return the key of the variable "name" in the header of the loop "loop", whose
 * body is "body", or below "ast"; NULL where it is not there. */
static const char *key_in(const lcm_ast *ast, const lcm_ast *body,
                          const char *name) {
  const char *found = NULL;
  if ((ast->kind == LCM_AST_REF || ast->kind == LCM_AST_VAR) &&
      ast->name == name)
    return ast->key;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = at == body ? NULL : key_in(at, body, name);
  return found;
}

/* Return whether "ast" or something below it changes the variable with the key
 * "key". */
static bool changes_key(struct lcm_lowering *l, const lcm_ast *ast,
                        const char *key) {
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return false;
  const lcm_ast *target = lcm_external_changes(l, ast) ? ast->first : NULL;
  if (target && target->kind == LCM_AST_REF && target->key == key)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (changes_key(l, at, key))
      return true;
  return false;
}

bool lcm_counter_is_moved(struct lcm_lowering *l, const lcm_ast *loop,
                          const char *name) {
  const lcm_ast *body = lcm_loop_body(loop);
  if (!lcm_counter_changes(l, body, name))
    return false;
  const char *key = key_in(loop, body, name);
  return !key || changes_key(l, body, key);
}

/* Return whether "ast" or something below it speaks of the variable "name". */
static bool speaks_of(const lcm_ast *ast, const char *name) {
  if (ast->kind == LCM_AST_REF && ast->name == name)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (speaks_of(child, name))
      return true;
  return false;
}

/* Return whether the header of the loop "loop" never ends it. */
static bool is_endless(struct lcm_lowering *l, const lcm_ast *loop) {
  struct lcm_header h;
  const lcm_ast *body = lcm_loop_body(loop);
  const lcm_ast *cond = loop->kind == LCM_AST_DO ? loop->last : loop->first;
  if (loop->kind != LCM_AST_FOR)
    return cond && cond != body && cond->kind == LCM_AST_LITERAL &&
           !cond->is_zero;
  return lcm_header_read(&h, l, loop) && h.raw && h.cond.begin == h.cond.end;
}

/* Return the first statement from "at" on, in the body of a loop, that is `if
 * (...)` with a jump out of the loop, and without anything else that goes round
 * before; NULL for none. */
static const lcm_ast *next_exit(const lcm_ast *at) {
  for (; at; at = at->next) {
    const lcm_ast *yes =
        at->kind == LCM_AST_IF && at->first ? at->first->next : NULL;
    if (yes && !yes->next && lcm_leaves(yes) &&
        !lcm_leave_ways(yes, LCM_LEAVE_CONTINUE))
      return at;
    if (lcm_leave_ways(at, LCM_LEAVE_CONTINUE))
      return NULL;
  }
  return NULL;
}

/* Return the condition of the loop "loop", NULL for none. */
static const lcm_ast *condition_of(struct lcm_lowering *l,
                                   const lcm_ast *loop) {
  struct lcm_header h;
  if (loop->kind != LCM_AST_FOR)
    return loop->kind == LCM_AST_DO ? loop->last : loop->first;
  if (!lcm_header_read(&h, l, loop) || !h.raw || h.step.begin < h.step.end)
    return NULL;
  for (const lcm_ast *at = loop->first; at != loop->last; at = at->next)
    if (lcm_header_part(&h, loop, at) == 1)
      return at;
  return NULL;
}

/* Return the first change of a plain variable in or below "ast". */
static const lcm_ast *change_in(const lcm_ast *ast) {
  const lcm_ast *found = NULL;
  if (lcm_ast_is_change(ast))
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = change_in(at);
  return found;
}

/* Return how often a round of the loop "loop" changes the variable "name". */
static unsigned changes_a_round(struct lcm_lowering *l, const lcm_ast *loop,
                                const char *name) {
  struct lcm_header h;
  unsigned n = lcm_counter_changes(l, loop, name);
  if (loop->kind != LCM_AST_FOR || !lcm_header_read(&h, l, loop) || !h.raw)
    return n;
  for (const lcm_ast *at = loop->first; at != loop->last; at = at->next)
    if (lcm_header_part(&h, loop, at) == 0)
      n -= lcm_counter_changes(l, at, name);
  return n;
}

/* A search for what a loop counts by. */
struct counting {
  struct lcm_lowering *l;
  const lcm_ast *loop;
  const lcm_ast *cond;
  bool whole; /* a whole number */
};

/* Return whether "ast" changes, as the only place in the loop, a variable of
 * which the condition speaks. */
static bool is_step(const struct counting *c, const lcm_ast *ast) {
  return (ast->kind == LCM_AST_UPDATE || ast->kind == LCM_AST_ASSIGN) &&
         ast->first && ast->first->kind == LCM_AST_REF &&
         !(c->whole && ast->first->is_real) &&
         speaks_of(c->cond, ast->first->name) &&
         changes_a_round(c->l, c->loop, ast->first->name) == 1;
}

/* Return such a change by `++` or `--` below "ast", an expression, that is made
 * whenever that is evaluated, as in `sum += *p++`; NULL for none. */
static const lcm_ast *step_inside(const struct counting *c,
                                  const lcm_ast *ast) {
  const lcm_ast *found = NULL;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE) ||
      lcm_ast_class_of(ast->kind) == LCM_CLASS_MAYBE ||
      (ast->holds & (LCM_AST_HOLDS_STATEMENT | LCM_AST_HOLDS_LABEL)))
    return NULL;
  if (ast->kind == LCM_AST_UPDATE && is_step(c, ast))
    return ast->first->next ? NULL : ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = step_inside(c, at);
  return found;
}

/* Return what changes, as the only place in the loop, in each round a variable
 * of which the condition speaks: a statement of the body, or a part of one;
 * NULL for none. */
static const lcm_ast *step_of(const struct counting *c) {
  const lcm_ast *body = lcm_loop_body(c->loop);
  const lcm_ast *at = body->kind == LCM_AST_COMPOUND ? body->first : body;
  const lcm_ast *header = c->loop->kind == LCM_AST_FOR ? c->loop->first : body;
  struct lcm_header h;
  if (header != body && !(lcm_header_read(&h, c->l, c->loop) && h.raw))
    return NULL;
  for (; header != body; header = header->next)
    if (lcm_header_part(&h, c->loop, header) == 2 && is_step(c, header))
      return header;
  for (; at; at = body->kind == LCM_AST_COMPOUND ? at->next : NULL) {
    const lcm_ast *found = is_step(c, at) ? at : step_inside(c, at);
    if (found)
      return found;
    if (lcm_leave_ways(at, LCM_LEAVE_CONTINUE) || at->kind == LCM_AST_CASE ||
        at->kind == LCM_AST_LABEL)
      return NULL;
  }
  return NULL;
}

/* As step_of, a whole number before others. */
static const lcm_ast *step_in(struct lcm_lowering *l, const lcm_ast *loop,
                              const lcm_ast *cond) {
  struct counting c = {l, loop, cond, true};
  const lcm_ast *whole = step_of(&c);
  c.whole = false;
  return whole ? whole : step_of(&c);
}

/* Return how often "ast" and what is below it speak of the variable "name". */
static unsigned uses_of(const lcm_ast *ast, const char *name) {
  unsigned n = ast->kind == LCM_AST_REF && ast->name == name;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    n += uses_of(at, name);
  return n;
}

/* Return the change by which the loop "loop" counts where "cond" decides when
 * it ends, NULL for none: so where a condition speaks of what it changes once
 * more, before that or behind it. */
static const lcm_ast *update_for(struct lcm_lowering *l, const lcm_ast *loop,
                                 const lcm_ast *cond) {
  const lcm_ast *own = change_in(cond);
  if (!own)
    return step_in(l, loop, cond);
  return own->kind == LCM_AST_UPDATE && own->first &&
                 own->first->kind == LCM_AST_REF && !own->first->next &&
                 uses_of(cond, own->first->name) == 1 &&
                 changes_a_round(l, loop, own->first->name) == 1
             ? own
             : NULL;
}

const lcm_ast *lcm_counter_exit(struct lcm_lowering *l, const lcm_ast *loop) {
  const lcm_ast *body = lcm_loop_body(loop);
  if (!body || body->kind != LCM_AST_COMPOUND ||
      (body->holds & LCM_AST_HOLDS_LABEL) ||
      !lcm_leave_ways(body, LCM_LEAVE_LOOP) || !is_endless(l, loop))
    return NULL;
  const lcm_ast *at = next_exit(body->first);
  while (at && !update_for(l, loop, at->first))
    at = next_exit(at->next);
  return at;
}

/* Return what decides when the loop "loop" ends: its condition, or that of an
 * exit of a loop that has none; NULL where it does not count so. */
static const lcm_ast *end_of(struct lcm_lowering *l, const lcm_ast *loop) {
  const lcm_ast *left = lcm_counter_exit(l, loop);
  const lcm_ast *cond = left ? left->first : condition_of(l, loop);
  const lcm_ast *body = lcm_loop_body(loop);
  return cond && body && cond != body && cond->end <= l->len ? cond : NULL;
}

const lcm_ast *lcm_counter_update(struct lcm_lowering *l, const lcm_ast *loop) {
  const lcm_ast *cond = end_of(l, loop);
  return cond ? update_for(l, loop, cond) : NULL;
}

/* Return whether "e" speaks of a variable that one of the statements between
 * "from" and "to" changes. */
static bool is_changed_between(struct lcm_lowering *l, const lcm_expr *e,
                               const lcm_ast *from, const lcm_ast *to) {
  for (const lcm_ast *at = from->next; at && at != to; at = at->next)
    if (lcm_leave_changes(l, at, e))
      return true;
  return false;
}

/* Return the declaration or assignment of the variable "name" that "ast" is,
 * NULL for none. */
static const lcm_ast *set_by(const lcm_ast *ast, const char *name) {
  const lcm_ast *at = ast->kind == LCM_AST_DECLSTMT ? ast->first : ast;
  if (ast->kind == LCM_AST_ASSIGN && ast->first &&
      ast->first->kind == LCM_AST_REF && ast->first->name == name)
    return ast;
  for (; at && ast->kind == LCM_AST_DECLSTMT; at = at->next)
    if (at->kind == LCM_AST_VAR && at->name == name)
      return at;
  return NULL;
}

const lcm_expr *lcm_counter_start(struct lcm_lowering *l, const lcm_ast *loop,
                                  const char *name) {
  const lcm_ast *at = loop;
  for (const lcm_ast *in = loop->parent; in; at = in, in = in->parent) {
    const lcm_ast *set = NULL;
    const lcm_ast *changed = NULL;
    if (in->kind == LCM_AST_FUNCTION) {
      const struct lcm_local *local = lcm_lower_local(l, name);
      return local && lcm_flow_owner(l, local->key) == in &&
                     lcm_counter_changes(l, in, name) == 1
                 ? lcm_expr_symbol(l->ctx, lcm_lower_name(l, name),
                                   LCM_DIM_NONE)
                 : NULL;
    }
    if (lcm_ast_is_loop(in) && lcm_counter_changes(l, in, name) > 0)
      return NULL;
    if (in->kind != LCM_AST_COMPOUND)
      continue;
    for (const lcm_ast *one = in->first; one != at; one = one->next) {
      if (set_by(one, name))
        set = changed = one;
      else if (lcm_counter_changes(l, one, name) || one->kind == LCM_AST_CASE ||
               one->kind == LCM_AST_LABEL)
        changed = one;
    }
    if (!changed)
      continue;
    const lcm_expr *value = set == changed && !lcm_syntax_recasts(set)
                                ? lcm_lower_value(l, set_by(set, name))
                                : NULL;
    return value && !is_changed_between(l, value, set, at) ? value : NULL;
  }
  return NULL;
}

/* Put the "n" bytes at "text" into "*out" and return where it lies in "buf". */
static struct lcm_slice put(lcm_buf *buf, const char *text, size_t n) {
  const size_t begin = buf->len;
  lcm_buf_printf(buf, "%.*s", (int)n, text);
  return (struct lcm_slice){begin, buf->len};
}

/* Return whether "update" is executed behind "left", a statement of the body of
 * a loop, in each round: it stands behind that, or in the header. */
static bool is_behind(const lcm_ast *left, const lcm_ast *update) {
  return update->begin >= left->end || update->end <= left->parent->begin;
}

bool lcm_counter_read(struct lcm_header *out, struct lcm_lowering *l,
                      const lcm_ast *loop) {
  lcm_buf buf = {0};
  const lcm_ast *left = lcm_counter_exit(l, loop);
  const lcm_ast *cond = end_of(l, loop);
  const lcm_ast *update = lcm_counter_update(l, loop);
  if (!update || update->end > l->len)
    return false;
  const char *text = l->text;
  const bool in_cond = update->begin >= cond->begin && update->end <= cond->end;
  const bool late = in_cond && update->first->begin == update->begin;
  if (late && !left && loop->kind == LCM_AST_DO)
    return false;
  *out = (struct lcm_header){.index = update->first->name};
  struct lcm_slice whole = {cond->begin, cond->end};
  if (in_cond) {
    const size_t middle = update->end;
    out->cond = put(&buf, text + whole.begin, update->begin - whole.begin);
    (void)put(&buf, out->index, strlen(out->index));
    out->cond.end = put(&buf, text + middle, whole.end - middle).end;
  } else
    out->cond = put(&buf, text + whole.begin, whole.end - whole.begin);
  struct lcm_header h;
  if (loop->kind == LCM_AST_FOR && lcm_header_read(&h, l, loop) && h.raw)
    out->init = put(&buf, text + h.init.begin, h.init.end - h.init.begin);
  out->step = put(&buf, text + update->begin, update->end - update->begin);
  out->once = left || loop->kind == LCM_AST_DO;
  out->after = in_cond && !out->once;
  out->late = late || (left && !in_cond && is_behind(left, update));
  out->left = left;
  out->text = lcm_arena_strndup(lcm_ctx_arena(l->ctx), buf.text, buf.len);
  lcm_buf_free(&buf);
  return true;
}
