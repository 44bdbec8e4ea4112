/* Values of expressions whose text is not what an expression of ours is. */
#include "analyzer/lower/cost/spelling.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

/* Variables are followed into what they are set to so often. */
enum { DEEPEST = 8 };

/* The text of an expression being put together: that of the file from "at" on
 * up to "end" is to follow. */
struct spelling {
  struct lcm_lowering *l;
  lcm_buf text;
  size_t at;
  size_t end;
  unsigned deep; /* variables are followed, the DEEPEST - deep-th; 0: are not */
  bool lost;     /* one is no number */
};

static const lcm_expr *number(struct lcm_lowering *l, const lcm_ast *ast,
                              unsigned deep);

/* Return whether the variable "key" may be changed by its address below
 * "ast". */
static bool is_given_away(const lcm_ast *ast, const char *key) {
  if (ast->kind == LCM_AST_ADDRESS && ast->first &&
      ast->first->kind == LCM_AST_REF && ast->first->key == key)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at->holds & LCM_AST_HOLDS_CHANGE && is_given_away(at, key))
      return true;
  return false;
}

/* Return the number that "ref", a constant or a variable of a function, holds,
 * NULL where that is not known. */
static const lcm_expr *held(struct lcm_lowering *l, const lcm_ast *ref,
                            unsigned deep) {
  size_t n = 0;
  if (lcm_lower_is_asked(l, ref->name))
    return NULL;
  if (ref->key && lcm_map_get(&l->syntax->by_name, ref->key, &n))
    return lcm_expr_int(l->ctx, l->syntax->constants.at[n].value);
  const lcm_ast *const *values = lcm_flow_values(&n, l, ref->key);
  const lcm_ast *set = n == 1 ? values[0] : NULL;
  const lcm_ast *value = !set                          ? NULL
                         : set->kind == LCM_AST_VAR    ? set->first
                         : set->kind == LCM_AST_ASSIGN ? set->first->next
                                                       : NULL;
  if (!value || !ref->range || deep < 2 || lcm_flow_owner(l, ref->key))
    return NULL;
  const lcm_ast *of = set;
  while (of && of->kind != LCM_AST_FUNCTION)
    of = of->parent;
  return of && !is_given_away(of, ref->key) ? number(l, value, deep - 1) : NULL;
}

/* Return whether the variable "ref" stands in the text by its name alone, not
 * in the use of a macro. */
static bool is_written(const struct lcm_lowering *l, const lcm_ast *ref) {
  const size_t n = ref->end - ref->begin;
  return ref->in_place || (strlen(ref->name) == n &&
                           !memcmp(l->text + ref->begin, ref->name, n));
}

/* Append the text before "ast", with numbers for the sizes of the expressions
 * in and below it of which `sizeof` asks, and for variables where these are
 * followed. */
static void spell(struct spelling *s, const lcm_ast *ast) {
  const long long size =
      ast->kind == LCM_AST_SIZEOF && ast->first ? ast->first->size : 0;
  const bool follow = s->deep && ast->kind == LCM_AST_REF && ast->is_local;
  double by = (double)size;
  if (ast->begin < s->at || ast->end > s->end || ast->begin >= ast->end)
    return;
  if (follow) {
    const lcm_expr *value = held(s->l, ast, s->deep);
    s->lost = s->lost || !is_written(s->l, ast) || !value ||
              !lcm_expr_is_number(value, &by);
  }
  if (size > 0 || follow) {
    lcm_buf_printf(&s->text, by < 0 ? "%.*s(%.0f)" : "%.*s%.0f",
                   (int)(ast->begin - s->at), s->l->text + s->at, by);
    s->at = ast->end;
    return;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    spell(s, child);
}

/* Return the value of what "s" is to spell, with the syntax "ast" (or NULL). */
static const lcm_expr *spelled(struct spelling *s, const lcm_ast *ast) {
  if (ast)
    spell(s, ast);
  lcm_buf_printf(&s->text, "%.*s", (int)(s->end - s->at), s->l->text + s->at);
  const char *text = lcm_ctx_text(s->l->ctx, &s->text);
  return s->lost ? NULL : lcm_lower_clause(s->l, text);
}

/* Return the number that "ast" is, variables followed so "deep" at most; NULL
 * where it is none. */
static const lcm_expr *number(struct lcm_lowering *l, const lcm_ast *ast,
                              unsigned deep) {
  struct spelling s = {.l = l, .at = ast->begin, .end = ast->end, .deep = deep};
  double is = 0;
  const lcm_expr *out = spelled(&s, ast);
  return out && lcm_expr_is_number(out, &is) ? out : NULL;
}

const lcm_expr *lcm_spelling_value(struct lcm_lowering *l, const lcm_ast *ast,
                                   size_t begin, size_t end) {
  struct spelling s = {.l = l, .at = begin, .end = end};
  return spelled(&s, ast);
}

const lcm_expr *lcm_spelling_number(struct lcm_lowering *l,
                                    const lcm_ast *ast) {
  return number(l, ast, DEEPEST);
}
