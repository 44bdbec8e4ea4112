/* Variables that each iteration of a loop moves by the same amount: what they
 * hold at some place in terms of the index of that loop. */
#include <string.h>

#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/control/step.h"
#include "analyzer/lower/values/fits.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

/* How deep an expression is followed, through how many assignments, and how
 * often values are put into a value. */
enum { MAX_DEPTH = 24, MAX_SETS = 32, MAX_ROUNDS = 8 };

/* A variable that is being followed: "values", "n" of them, are the places
 * that set it. */
struct stepping {
  struct lcm_collection *c;
  const char *key;
  const lcm_ast *const *values;
  size_t n;
};

/* Return whether "ast" is "root" or stands below it. */
static bool is_below(const lcm_ast *ast, const lcm_ast *root) {
  if (ast->begin < root->begin || ast->begin > root->end)
    return false;
  while (ast && ast != root)
    ast = ast->parent;
  return ast;
}

/* Return whether "ast" or something below it sets the variable. */
static bool is_set_below(const struct stepping *s, const lcm_ast *ast) {
  for (size_t i = 0; i < s->n; i++)
    if (is_below(s->values[i], ast))
      return true;
  return false;
}

/* Return whether "ast" is a reference to the variable. */
static bool is_it(const struct stepping *s, const lcm_ast *ast) {
  return ast && ast->kind == LCM_AST_REF && ast->key == s->key;
}

/* Return whether "ast" or something below it is the variable. */
static bool is_used_below(const struct stepping *s, const lcm_ast *ast) {
  if (is_it(s, ast))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (is_used_below(s, child))
      return true;
  return false;
}

/* Return whether another variable hides "local" in part of its scope: what is
 * known of the one by its name may be about the other. */
static bool is_hidden(const struct lcm_lowering *l,
                      const struct lcm_local *local) {
  const size_t end = local->home ? local->home->end : l->len;
  for (size_t i = 0; i < l->locals.all.n; i++) {
    const struct lcm_local *other = &l->locals.all.at[i];
    if (other != local && other->name == local->name &&
        other->begin >= local->begin && other->begin < end)
      return true;
  }
  return false;
}

/* Begin to follow the variable "key"; false where something else than what is
 * seen may set it. */
static bool begin(struct stepping *s, struct lcm_collection *c,
                  const char *key) {
  const struct lcm_local *local = lcm_lower_local_of(c->l, key);
  size_t changes = 0;
  *s = (struct stepping){.c = c, .key = key};
  if (!local || local->is_static || local->is_shared || c->depth > MAX_DEPTH)
    return false;
  s->values = lcm_flow_values(&s->n, c->l, key);
  for (size_t i = 0; i < s->n; i++)
    changes += s->values[i]->kind != LCM_AST_VAR;
  return s->n <= MAX_SETS && changes && changes == local->n_assigned &&
         !is_hidden(c->l, local);
}

/* Return 1 where nothing but a plus stands between the offsets "from" and "to",
 * -1 for a minus, 0 for something else. */
static int sign_between(const struct lcm_lowering *l, size_t from, size_t to) {
  int found = 0;
  for (size_t i = from; i < to && i < l->len; i++) {
    const char ch = l->text[i];
    if (!found && (ch == '+' || ch == '-'))
      found = ch == '+' ? 1 : -1;
    else if (!strchr(" \t\n=", ch))
      return 0;
  }
  return found;
}

/* Return whether "e" has one value as long as the function is executed. */
static bool is_stable(struct lcm_lowering *l, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, e);
  for (size_t i = 0; i < n; i++) {
    const char *plain = lcm_name_plain(names[i]);
    const struct lcm_local *local =
        lcm_lower_local(l, lcm_intern(l->ctx, plain));
    if (!local || local->n_assigned || local->is_static ||
        (!lcm_flow_owner(l, local->key) &&
         (!local->home || !local->home->parent ||
          local->home->parent->kind != LCM_AST_FUNCTION)))
      return false;
  }
  return true;
}

/* Return "sign" times the value of "ast", NULL where it may change. */
static const lcm_expr *amount(struct lcm_lowering *l, int sign,
                              const lcm_ast *ast) {
  const lcm_expr *e = sign ? lcm_lower_expr(l, ast->begin, ast->end) : NULL;
  if (!e || !is_stable(l, e))
    return NULL;
  return sign < 0 ? lcm_expr_neg(l->ctx, e) : e;
}

/* Return by how much the update "update" moves its variable, NULL where that
 * may differ from time to time. */
static const lcm_expr *step_of(struct lcm_lowering *l, const lcm_ast *update) {
  const lcm_ast *by = update->first->next;
  const char *text = l->text + update->begin;
  const size_t n = update->end - update->begin;
  if (by)
    return amount(l, sign_between(l, update->first->end, by->begin), by);
  if (update->end > l->len || n < 3)
    return NULL;
  const bool up = !memcmp(text, "++", 2) || !memcmp(text + n - 2, "++", 2);
  const bool down = !memcmp(text, "--", 2) || !memcmp(text + n - 2, "--", 2);
  return up == down ? NULL : lcm_expr_int(l->ctx, up ? 1 : -1);
}

/* Return by how much `x = x + e`, "ast", moves the variable; NULL where it is
 * none. */
static const lcm_expr *long_step(const struct stepping *s, const lcm_ast *ast) {
  const lcm_ast *sum = ast->last;
  if (!is_it(s, ast->first) || !sum || sum->kind != LCM_AST_OTHER ||
      !is_it(s, sum->first) || sum->first->next != sum->last)
    return NULL;
  return amount(s->c->l,
                sign_between(s->c->l, sum->first->end, sum->last->begin),
                sum->last);
}

/* The parts of the header of a `for`: offsets of its semicolons. */
struct parts {
  size_t first;
  size_t second;
};

/* Find the parts of the loop "ast"; false where they do not stand there. */
static bool find_parts(struct parts *out, const struct lcm_lowering *l,
                       const lcm_ast *ast) {
  *out = (struct parts){0, 0};
  if (!ast->last || ast->last->begin > l->len ||
      ast->last->begin < ast->begin + 3 ||
      strncmp(l->text + ast->begin, "for", 3) != 0)
    return false;
  for (size_t i = ast->begin; i < ast->last->begin; i++) {
    if (strchr("\"'/{", l->text[i]))
      return false;
    if (l->text[i] == ';' && out->second)
      return false;
    if (l->text[i] == ';')
      *(out->first ? &out->second : &out->first) = i;
  }
  return out->second;
}

/* Return whether control may go on elsewhere than behind "ast"; "chosen": a
 * switch around ends with a `break`. */
static bool is_left(const lcm_ast *ast, bool chosen) {
  if (ast->kind == LCM_AST_BREAK)
    return !chosen;
  if (ast->kind == LCM_AST_CONTINUE || ast->kind == LCM_AST_GOTO ||
      ast->kind == LCM_AST_LABEL)
    return true;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return false;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (is_left(child, chosen || ast->kind == LCM_AST_SWITCH))
      return true;
  return false;
}

static const lcm_expr *change_of(const struct stepping *s, const lcm_ast *ast);

/* Return by how much the children of "ast", executed one after another, move
 * the variable. */
static const lcm_expr *sum_of(const struct stepping *s, const lcm_ast *ast) {
  const lcm_expr *sum = lcm_expr_int(s->c->l->ctx, 0);
  for (const lcm_ast *child = ast->first; child && sum; child = child->next) {
    const lcm_expr *by = change_of(s, child);
    sum = by ? lcm_expr_add(s->c->l->ctx, sum, by) : NULL;
  }
  return sum;
}

/* Return by how much an iteration of the loop "ast", a `for`, moves the
 * variable; NULL where that may differ. */
static const lcm_expr *change_in(const struct stepping *s, const lcm_ast *ast) {
  struct parts parts;
  lcm_ctx *ctx = s->c->l->ctx;
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  if (!find_parts(&parts, s->c->l, ast) || is_left(ast->last, false))
    return NULL;
  for (const lcm_ast *child = ast->first; child && sum; child = child->next) {
    const bool repeated = child->begin > parts.second;
    const lcm_expr *by = repeated ? change_of(s, child) : NULL;
    if (repeated)
      sum = by ? lcm_expr_add(ctx, sum, by) : NULL;
    else if (child->begin > parts.first && is_set_below(s, child))
      return NULL;
  }
  return sum;
}

/* Return by how much the loop "ast", whose iterations can be counted, moves the
 * variable. */
static const lcm_expr *change_by_loop(const struct stepping *s,
                                      const lcm_ast *ast) {
  lcm_iteration range;
  double from = 0;
  double to = 0;
  double step = 1;
  struct parts parts;
  const lcm_expr *by = change_in(s, ast);
  if (!by || !find_parts(&parts, s->c->l, ast) ||
      !lcm_lower_header(&range, s->c->l, ast) || range.factor ||
      !lcm_expr_is_number(range.from, &from) ||
      !lcm_expr_is_number(range.to, &to) ||
      (range.step && !lcm_expr_is_number(range.step, &step)) || step < 1)
    return NULL;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (child->begin < parts.first && is_set_below(s, child))
      return NULL;
  const long long trips = to < from ? 0 : (long long)((to - from) / step) + 1;
  return lcm_expr_mul(s->c->l->ctx, lcm_expr_int(s->c->l->ctx, trips), by);
}

/* Return by how much "ast" moves the variable whenever it is executed; NULL
 * where that may differ. */
static const lcm_expr *change_of(const struct stepping *s, const lcm_ast *ast) {
  if (!is_set_below(s, ast))
    return lcm_expr_int(s->c->l->ctx, 0);
  const bool own = ast->first && is_it(s, ast->first);
  switch (lcm_ast_class_of(ast->kind)) {
  case LCM_CLASS_CHANGE:
    if (ast->kind == LCM_AST_ADDRESS)
      return NULL;
    return !own                          ? sum_of(s, ast)
           : ast->kind == LCM_AST_UPDATE ? step_of(s->c->l, ast)
                                         : long_step(s, ast);
  case LCM_CLASS_VARIABLE:
    return ast->kind != LCM_AST_VAR || ast->key == s->key ? NULL
                                                          : sum_of(s, ast);
  case LCM_CLASS_LOOP:
    return ast->kind == LCM_AST_FOR ? change_by_loop(s, ast) : NULL;
  case LCM_CLASS_SIMPLE:
    return ast->kind == LCM_AST_DECLSTMT ? sum_of(s, ast) : NULL;
  case LCM_CLASS_PLACE:
    return ast->kind == LCM_AST_REF ? NULL : sum_of(s, ast);
  case LCM_CLASS_VALUE:
    return ast->kind == LCM_AST_OTHER ? sum_of(s, ast) : NULL;
  case LCM_CLASS_COMPOUND:
  case LCM_CLASS_CALL:
    return sum_of(s, ast);
  case LCM_CLASS_TOP:
  case LCM_CLASS_CHOICE:
  case LCM_CLASS_LABEL:
  case LCM_CLASS_JUMP:
  case LCM_CLASS_MAYBE:
    return NULL;
  }
  return NULL;
}

/* Return the key of the variable called "name" that "ast", a part of the header
 * of a loop, changes or declares, NULL for none. */
static const char *index_in(const lcm_ast *ast, const char *name) {
  const char *key = NULL;
  const lcm_ast *target = ast->kind == LCM_AST_UPDATE ? ast->first : ast;
  if ((ast->kind == LCM_AST_UPDATE || ast->kind == LCM_AST_VAR) && target &&
      target->key && target->name && !strcmp(target->name, name))
    return target->key;
  for (const lcm_ast *at = ast->first; at && !key; at = at->next)
    key = index_in(at, name);
  return key;
}

/* Return the key of the index "name" of the loop "ast", NULL for none. */
static const char *index_of(const lcm_ast *ast, const char *name) {
  const char *key = NULL;
  for (const lcm_ast *at = ast->first; at && at != ast->last && !key;
       at = at->next)
    key = index_in(at, lcm_name_plain(name));
  return key;
}

/* Return how many iterations of the loop "ast" have been executed before the
 * present one; NULL where that is not known. */
static const lcm_expr *rounds_before(const struct stepping *s,
                                     const lcm_ast *ast) {
  struct lcm_collection *c = s->c;
  lcm_ctx *ctx = c->l->ctx;
  lcm_iteration range;
  struct stepping index;
  double by = 0;
  if (!lcm_lower_header(&range, c->l, ast) || range.factor)
    return NULL;
  const char *key = index_of(ast, range.index);
  if (!key || !begin(&index, c, key) || is_set_below(&index, ast->last))
    return NULL;
  const lcm_expr *change = change_in(&index, ast);
  if (!change || !lcm_expr_is_number(change, &by) || by == 0)
    return NULL;
  const lcm_iteration *inner = NULL;
  for (size_t i = 0; i < c->inner.n; i++)
    if (c->inner.at[i].index == range.index) {
      if (inner)
        return NULL;
      inner = &c->inner.at[i];
    }
  if (!inner && ast->begin >= c->begin)
    return NULL;
  const lcm_expr *start = by > 0  ? (inner ? inner->from : range.from)
                          : inner ? inner->to
                                  : range.to;
  if (!start || (!inner && !is_stable(c->l, start)))
    return NULL;
  const lcm_expr *done =
      lcm_expr_sub(ctx, lcm_expr_symbol(ctx, range.index, LCM_DIM_NONE), start);
  return by == 1 ? done
                 : lcm_expr_mul(ctx, done,
                                lcm_expr_ratio(ctx, by > 0 ? 1 : -1,
                                               (long long)(by > 0 ? by : -by)));
}

/* Return "list" (NULL: none) with the variables, but no real numbers, that each
 * iteration of the loop "loop" moves by the same amount, of those that "ast" or
 * something below it changes. */
static const char *add_linear(struct lcm_collection *c, const char *list,
                              const lcm_ast *loop, const lcm_ast *ast) {
  struct stepping s;
  const lcm_ast *target = ast->first;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return list;
  if ((ast->kind == LCM_AST_UPDATE || ast->kind == LCM_AST_ASSIGN) && target &&
      target->kind == LCM_AST_REF && target->key && begin(&s, c, target->key)) {
    const struct lcm_local *local = lcm_lower_local_of(c->l, target->key);
    if (local->begin < loop->begin && !local->is_real && change_in(&s, loop) &&
        (!list || !strstr(list, target->name)))
      list = lcm_arena_printf(lcm_ctx_arena(c->l->ctx), "%s%s%s",
                              list ? list : "", list ? ", " : "", target->name);
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    list = add_linear(c, list, loop, at);
  return list;
}

const char *lcm_step_linear(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_collection c = {.l = l};
  return ast->last ? add_linear(&c, NULL, ast, ast->last) : NULL;
}

/* Return the declaration or assignment "ast", or the one in it, that gives the
 * variable a value which does not depend on it; NULL for none. */
static const lcm_ast *set_by(const struct stepping *s, const lcm_ast *ast) {
  const lcm_ast *found = NULL;
  for (size_t i = 0; i < s->n; i++)
    if (is_below(s->values[i], ast)) {
      if (found)
        return NULL;
      found = s->values[i];
    }
  if (!found || found->kind == LCM_AST_UPDATE || !found->last ||
      found->last == (found->kind == LCM_AST_ASSIGN ? found->first : NULL) ||
      is_used_below(s, found->last))
    return NULL;
  for (const lcm_ast *at = found; at != ast; at = at->parent)
    if (at->parent->kind != LCM_AST_DECLSTMT &&
        at->parent->kind != LCM_AST_OTHER && at->parent->kind != LCM_AST_ASSIGN)
      return NULL;
  return found;
}

/* Go back over the children of "around" before "at", as lcm_step_back. */
static bool pass_statements(struct lcm_step_held *out, const struct stepping *s,
                            const lcm_ast *around, const lcm_ast *at) {
  lcm_ctx *ctx = s->c->l->ctx;
  const lcm_expr *more = lcm_expr_int(ctx, 0);
  for (const lcm_ast *one = around->first; one != at; one = one->next) {
    if (one->kind == LCM_AST_CASE || one->kind == LCM_AST_LABEL)
      return false;
    if (!is_set_below(s, one))
      continue;
    const lcm_ast *set = set_by(s, one);
    const lcm_expr *by = set ? NULL : change_of(s, one);
    if (!set && !by)
      return false;
    out->set = set ? set : out->set;
    more = set ? lcm_expr_int(ctx, 0) : lcm_expr_add(ctx, more, by);
  }
  out->more = lcm_expr_add(ctx, out->more, more);
  return true;
}

/* Go back to before the loop "loop", in whose part "at" it is. */
static bool pass_loop(struct lcm_step_held *out, const struct stepping *s,
                      const lcm_ast *loop, const lcm_ast *at) {
  struct parts parts;
  lcm_ctx *ctx = s->c->l->ctx;
  const bool beyond = loop->begin < s->c->begin && s->c->l->region.begin;
  if (at != loop->last || beyond)
    return false;
  const lcm_expr *by = change_in(s, loop);
  const lcm_expr *rounds = by ? rounds_before(s, loop) : NULL;
  if (!rounds || !find_parts(&parts, s->c->l, loop))
    return false;
  out->more = lcm_expr_add(ctx, out->more, lcm_expr_mul(ctx, by, rounds));
  for (const lcm_ast *child = loop->first; child; child = child->next)
    if (child->begin < parts.first && is_set_below(s, child)) {
      out->set = set_by(s, child);
      return out->set;
    }
  return true;
}

/* Return whether what stands in "around" beside "at" sets nothing before that
 * is executed. */
static bool is_untouched(const struct stepping *s, const lcm_ast *around,
                         const lcm_ast *at) {
  const bool choice = around->kind == LCM_AST_IF ||
                      around->kind == LCM_AST_SWITCH ||
                      around->kind == LCM_AST_CONDITIONAL ||
                      around->kind == LCM_AST_AND || around->kind == LCM_AST_OR;
  if (around->kind == LCM_AST_WHILE || around->kind == LCM_AST_DO)
    return false;
  if (choice)
    return at == around->first || !is_set_below(s, around->first);
  for (const lcm_ast *child = around->first; child; child = child->next)
    if (child != at && is_set_below(s, child))
      return false;
  return true;
}

/* Go back from "at" to what the variable holds before it. */
static bool go_back(struct lcm_step_held *out, const struct stepping *s,
                    const lcm_ast *at) {
  for (const lcm_ast *up = at->parent; up; at = up, up = up->parent) {
    if (up->kind == LCM_AST_FUNCTION)
      return up == lcm_flow_owner(s->c->l, s->key) && !s->c->l->region.begin;
    if (!is_set_below(s, up))
      continue;
    if (up->kind == LCM_AST_COMPOUND || up->kind == LCM_AST_DECLSTMT) {
      if (!pass_statements(out, s, up, at))
        return false;
    } else if (up->kind == LCM_AST_FOR) {
      if (!pass_loop(out, s, up, at))
        return false;
    } else if (!is_untouched(s, up, at))
      return false;
    if (out->set)
      return out->set->begin >= s->c->begin || !s->c->l->region.begin;
  }
  return false;
}

bool lcm_step_back(struct lcm_step_held *out, struct lcm_collection *c,
                   const lcm_ast *at, const char *key) {
  struct stepping s;
  *out = (struct lcm_step_held){NULL, lcm_expr_int(c->l->ctx, 0)};
  if (at->begin < c->begin || at->begin >= c->end || !begin(&s, c, key) ||
      !go_back(out, &s, at))
    return false;
  if (at->kind == LCM_AST_UPDATE && c->l->text[at->begin] != '(' &&
      at->first->begin > at->begin)
    out->more = lcm_expr_add(c->l->ctx, out->more, step_of(c->l, at));
  return out->more;
}

const lcm_expr *lcm_step_number(struct lcm_collection *c, const lcm_ast *at,
                                const char *key) {
  struct lcm_step_held held;
  const char *const *names = NULL;
  lcm_ctx *ctx = c->l->ctx;
  if (!lcm_step_back(&held, c, at, key) || !held.set)
    return NULL;
  const lcm_ast *before = c->at;
  c->at = held.set->last;
  c->depth++;
  const lcm_expr *start = lcm_place_settle(c, lcm_lower_value(c->l, held.set));
  c->depth--;
  c->at = before;
  if (!start ||
      (held.set->begin < c->begin && lcm_expr_names(&names, ctx, start)))
    return NULL;
  const struct lcm_local *local = lcm_lower_local_of(c->l, key);
  const lcm_expr *value = lcm_expr_add(ctx, start, held.more);
  return local && local->range ? lcm_fits_as(c->l, at, value, local->range)
                               : value;
}

/* Return whether "name" is the index of a loop of the fragment around. */
static bool is_inner(const struct lcm_collection *c, const char *name) {
  for (size_t i = 0; i < c->inner.n; i++)
    if (c->inner.at[i].index == name)
      return true;
  return false;
}

bool lcm_step_is_set(const struct lcm_collection *c,
                     const lcm_ast *const *values, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (values[i]->begin >= c->begin && values[i]->begin < c->end)
      return true;
  return false;
}

/* Put what the variable "name" stands for inside the fragment into "*value":
 * itself where the fragment does not set it; false where that is not known.
 * "at": the expression that speaks of it, or NULL. */
static bool value_inside(const lcm_expr **value, struct lcm_collection *c,
                         const char *name, const lcm_ast *at) {
  size_t n = 0;
  const char *plain = lcm_name_plain(name);
  const struct lcm_local *local =
      lcm_lower_local(c->l, lcm_intern(c->l->ctx, plain));
  *value = NULL;
  if (!local || is_inner(c, name))
    return true;
  const lcm_ast *const *values = lcm_flow_values(&n, c->l, local->key);
  const bool changes = c->l->parsing.unsettled && local->unstable;
  if (!changes && !lcm_step_is_set(c, values, n))
    return true;
  if (n != 1 || changes || values[0]->kind == LCM_AST_UPDATE) {
    *value = at ? lcm_step_number(c, at, local->key) : NULL;
    return *value;
  }
  *value = lcm_lower_value(c->l, values[0]);
  if (*value && (lcm_lower_is_chosen(c->l, name, *value) ||
                 lcm_lower_is_overridden(c->l, values[0], *value))) {
    *value = NULL;
    return true;
  }
  return *value && !lcm_expr_has(*value, name);
}

const lcm_expr *lcm_place_settle(struct lcm_collection *c, const lcm_expr *e) {
  for (unsigned round = 0; e && round < MAX_ROUNDS; round++) {
    const char *const *names = NULL;
    LCM_LIST(struct lcm_subst) found = {0};
    const size_t n = lcm_expr_names(&names, c->l->ctx, e);
    for (size_t i = 0; i < n; i++) {
      struct lcm_subst by = {names[i], NULL};
      if (!value_inside(&by.by, c, names[i], round ? NULL : c->at))
        return NULL;
      if (by.by)
        LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &found, by);
    }
    if (!found.n)
      return e;
    e = lcm_expr_subst(c->l->ctx, e, found.at, found.n);
  }
  return NULL;
}

const lcm_expr *lcm_place_expr(struct lcm_collection *c, size_t begin,
                               size_t end) {
  return lcm_place_settle(c, lcm_lower_expr(c->l, begin, end));
}
