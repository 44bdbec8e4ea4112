/* Conditions as expressions, also those of which only parts have a model. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/control/order.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/run/decimals.h"

enum { DEEPEST = 64 };

/* A part of a condition: of "text", from offset "begin" to "end"; "depth"
 * around it. */
struct part {
  const char *text;
  size_t begin;
  size_t end;
  unsigned depth;
  size_t at; /* the offset in the file of what a macro makes */
};

/* Where a condition is taken apart. */
struct joint {
  /* or_at, and_at: behind the last `||` and `&&` outside parentheses, or 0 */
  size_t or_at;
  size_t and_at;
  size_t open;
  /* all but a first `!` is in one pair of parentheses, which begins at
   * "open" */
  bool wrapped;
  bool other; /* it has operators that bind less */
};

/* Return whether the tokens "a" and "b" are the two characters of the operator
 * "both". */
static bool are(const lcm_token *a, const lcm_token *b, const char both[3]) {
  const char one[] = {both[0], 0};
  return a->end == b->begin && lcm_token_is(a, one) &&
         lcm_token_is(b, both + 1);
}

/* Return whether the token "at", which stands between "before" and "after", is
 * an assignment's `=`. */
static bool assigns(const lcm_token *before, const lcm_token *at,
                    const lcm_token *after) {
  static const char *const OTHERS[] = {"==", "!=", "<=", ">="};
  if (!lcm_token_is(at, "=") || are(at, after, "=="))
    return false;
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    if (are(before, at, OTHERS[i]))
      return false;
  return true;
}

/* Return where the condition "part" is taken apart. */
static struct joint find_joint(const struct lcm_lowering *l, struct part part) {
  struct joint joint = {0};
  lcm_lexer lexer = {l->ctx, part.text, part.end, part.begin, 1};
  lcm_token last = {.kind = LCM_TOKEN_END};
  lcm_token token = lcm_lexer_next(&lexer);
  joint.open = token.end;
  joint.wrapped = lcm_token_is(&token, "(");
  int nesting = 0;
  while (token.kind != LCM_TOKEN_END) {
    const lcm_token next = lcm_lexer_next(&lexer);
    const bool opens = lcm_token_is(&token, "(") || lcm_token_is(&token, "[");
    const bool closes = lcm_token_is(&token, ")") || lcm_token_is(&token, "]");
    joint.wrapped = joint.wrapped && (nesting || opens);
    nesting += opens - closes;
    if (!nesting) {
      joint.or_at = are(&token, &next, "||") ? next.end : joint.or_at;
      joint.and_at = are(&token, &next, "&&") ? next.end : joint.and_at;
      joint.other = joint.other || lcm_token_is(&token, "?") ||
                    lcm_token_is(&token, ",") || assigns(&last, &token, &next);
    }
    last = token;
    token = next;
  }
  return joint;
}

/* Return whether "part" has operands that are taken apart: it begins with `!`
 * or a parenthesis, or `&&` or `||` stands in it.  Most conditions that have no
 * model have none, and need not be read. */
static bool has_operands(struct part part) {
  const char *text = part.text + part.begin;
  const size_t n = part.end - part.begin;
  size_t i = 0;
  while (i < n && isspace((unsigned char)text[i]))
    i++;
  return i < n && (strchr("!(/\\", text[i]) || memmem(text, n, "&&", 2) ||
                   memmem(text, n, "||", 2));
}

/* Return "part" as an expression, NULL where it has no model. */
static const lcm_expr *parse(struct lcm_lowering *l, struct part part) {
  if (part.text == l->text || part.begin >= part.end)
    return lcm_lower_expr(l, part.begin, part.end);
  return lcm_lower_text(l,
                        lcm_arena_strndup(lcm_ctx_arena(l->ctx),
                                          part.text + part.begin,
                                          part.end - part.begin),
                        part.at);
}

static const lcm_expr *logic(struct lcm_lowering *l, struct part part);

/* Return the condition "part" that is a `!` or a pair of parentheses around
 * another one, NULL where it is neither. */
static const lcm_expr *wrapped(struct lcm_lowering *l, struct part part) {
  struct part inner = part;
  lcm_lexer lexer = {l->ctx, part.text, part.end, part.begin, 1};
  const lcm_token first = lcm_lexer_next(&lexer);
  inner.depth++;
  inner.begin = first.end;
  if (lcm_token_is(&first, "!"))
    return lcm_expr_apply(l->ctx, LCM_X_NOT, logic(l, inner));
  if (!find_joint(l, part).wrapped)
    return NULL;
  while (inner.end > inner.begin && part.text[inner.end - 1] != ')')
    inner.end--;
  inner.end -= inner.end > inner.begin;
  return logic(l, inner);
}

/* Return the condition "part", whose operands may be open; NULL where all
 * are. */
static const lcm_expr *logic(struct lcm_lowering *l, struct part part) {
  const lcm_expr *whole = parse(l, part);
  if (whole || part.begin >= part.end || part.depth > DEEPEST)
    return whole;
  if (!has_operands(part))
    return NULL;
  const struct joint joint = find_joint(l, part);
  const size_t at = joint.or_at ? joint.or_at : joint.and_at;
  if (joint.other)
    return NULL;
  if (!at)
    return wrapped(l, part);
  struct part left = part;
  struct part right = part;
  left.depth = right.depth = part.depth + 1;
  left.end = at - 2;
  right.begin = at;
  const lcm_expr *a = logic(l, left);
  const lcm_expr *b = logic(l, right);
  if (!a && !b)
    return NULL;
  const lcm_expr *open = lcm_expr_symbol(l->ctx, "unknown", LCM_DIM_NONE);
  return lcm_expr_binary(l->ctx, joint.or_at ? LCM_X_OR : LCM_X_AND,
                         a ? a : open, b ? b : open);
}

/* Return the offset of the first character from "at" on that is no white
 * space. */
static size_t skip(const struct lcm_lowering *l, size_t at) {
  while (at < l->len && isspace((unsigned char)l->text[at]))
    at++;
  return at;
}

/* Put what stands in parentheses behind "keyword" in the statement "ast" into
 * "*out" where that is nothing but its first part, as it is. */
static bool around_part(struct part *out, const struct lcm_lowering *l,
                        const lcm_ast *ast, const char *keyword) {
  const lcm_ast *part = ast->first;
  const size_t n = strlen(keyword);
  if (!part || !part->in_place || l->len - ast->begin < n ||
      memcmp(l->text + ast->begin, keyword, n) != 0)
    return false;
  const size_t open = skip(l, ast->begin + n);
  out->begin = open + 1;
  out->end = skip(l, part->end);
  return out->end < l->len && l->text[open] == '(' &&
         l->text[out->end] == ')' && skip(l, out->begin) == part->begin;
}

/* Put what stands in parentheses behind "keyword", with which the first "end"
 * bytes of "out->text" go on at the offset "at", into "*out"; return whether
 * there is that. */
static bool find_group(struct part *out, lcm_ctx *ctx, size_t at, size_t end,
                       const char *keyword) {
  lcm_lexer lexer = {ctx, out->text, end, at, 1};
  lcm_token token = lcm_lexer_next(&lexer);
  int nesting = 0;
  out->begin = 0;
  if (token.kind != LCM_TOKEN_NAME || strcmp(token.text, keyword) != 0)
    return false;
  do {
    token = lcm_lexer_next(&lexer);
    out->begin = out->begin ? out->begin : token.end;
    nesting += lcm_token_is(&token, "(");
    nesting -= lcm_token_is(&token, ")");
  } while (token.kind != LCM_TOKEN_END && nesting);
  out->end = token.begin;
  return token.kind != LCM_TOKEN_END;
}

/* Return the variable called "name" that "ast", made by a macro where it
 * begins, or something made there in it declares; NULL for none. */
static const lcm_ast *declared(const lcm_ast *ast, size_t begin,
                               const char *name) {
  const lcm_ast *found =
      ast->kind == LCM_AST_VAR && ast->name == name ? ast : NULL;
  if (ast->begin != begin)
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = declared(at, begin, name);
  return found;
}

/* Return whether "var", which a macro that is "top" declares, holds what a
 * function of MPI returns: that it has done what it is asked for, 0. */
static bool is_code(struct lcm_lowering *l, const lcm_ast *top,
                    const lcm_ast *var) {
  const lcm_ast *by = NULL;
  const bool set = !var->last && lcm_syntax_sets(&by, l, top, var->key) == 1 &&
                   by->kind == LCM_AST_ASSIGN;
  const lcm_ast *value = set ? by->last : var->last;
  while (value && value->kind == LCM_AST_OTHER && value->first == value->last)
    value = value->first;
  const struct lcm_mpi_function *function =
      value ? lcm_call_mpi(l, value) : NULL;
  return function && function->returns_code &&
         (set || !lcm_syntax_may_change(top, var->key));
}

/* Put 0 in the place of variables in "part" that a macro, "top", declares for
 * codes of MPI; return whether it names no others that that declares. */
static bool put_codes(struct part *part, struct lcm_lowering *l,
                      const lcm_ast *top) {
  lcm_lexer lexer = {l->ctx, part->text, part->end, part->begin, 1};
  lcm_buf text = {0};
  bool known = true;
  size_t from = part->begin;
  lcm_token token = lcm_lexer_next(&lexer);
  for (; token.kind != LCM_TOKEN_END && known; token = lcm_lexer_next(&lexer)) {
    const lcm_ast *var = token.kind == LCM_TOKEN_NAME
                             ? declared(top, top->begin, token.text)
                             : NULL;
    if (!var)
      continue;
    known = is_code(l, top, var);
    lcm_buf_printf(&text, "%.*s0", (int)(token.begin - from),
                   part->text + from);
    from = token.end;
  }
  lcm_buf_printf(&text, "%.*s", (int)(part->end - from), part->text + from);
  part->text = lcm_intern(l->ctx, text.text);
  part->begin = 0;
  part->end = strlen(part->text);
  lcm_buf_free(&text);
  return known;
}

/* Put the condition of the statement "ast", which a macro makes, into "*out";
 * return whether it is known and names nothing that the macro declares, but for
 * codes of MPI. */
static bool find_made(struct part *out, struct lcm_lowering *l,
                      const lcm_ast *ast, const char *keyword) {
  const lcm_ast *top = ast;
  out->at = ast->begin;
  out->text =
      lcm_lower_preprocessed(l, ast->begin, lcm_lower_use_end(l, ast->begin));
  const size_t at = lcm_keyword_find(out->text, keyword, lcm_order_among(ast));
  const size_t end = strlen(out->text);
  while (top->parent && top->parent->begin == ast->begin)
    top = top->parent;
  return at < end && find_group(out, l->ctx, at, end, keyword) &&
         put_codes(out, l, top);
}

/* Return what stands in parentheses behind the keyword of the statement "ast";
 * nothing where that is not known. */
static struct part in_parentheses(struct lcm_lowering *l, const lcm_ast *ast) {
  const char *keyword = ast->kind == LCM_AST_SWITCH  ? "switch"
                        : ast->kind == LCM_AST_WHILE ? "while"
                                                     : "if";
  const size_t end = ast->end < l->len ? ast->end : l->len;
  struct part part = {.text = l->text};
  if (ast->begin < l->len &&
      (around_part(&part, l, ast, keyword) ||
       find_group(&part, l->ctx, ast->begin, end, keyword) ||
       find_made(&part, l, ast, keyword)))
    return part;
  return (struct part){.text = l->text};
}

/* Return whether "ast" or something below it is a floating-point number. */
static bool has_real(const lcm_ast *ast) {
  if (ast->is_real)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (has_real(at))
      return true;
  return false;
}

const lcm_expr *lcm_lower_condition(struct lcm_lowering *l,
                                    const lcm_ast *ast) {
  const lcm_expr *e = parse(l, in_parentheses(l, ast));
  return e && ast->first && has_real(ast->first)
             ? lcm_decimals_round(l, ast->first, e, false)
             : e;
}

const lcm_expr *lcm_lower_partial_condition(struct lcm_lowering *l,
                                            const lcm_ast *ast) {
  return logic(l, in_parentheses(l, ast));
}
