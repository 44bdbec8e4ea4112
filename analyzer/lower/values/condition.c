/* Conditions as expressions, also those of which only parts have a model. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/names.h"

enum { DEEPEST = 64 };

/* A part of a condition, from offset "begin" to "end"; "depth" around it. */
struct part {
  size_t begin;
  size_t end;
  unsigned depth;
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

/* Return where the condition "part" is taken apart. */
static struct joint find_joint(const struct lcm_lowering *l, struct part part) {
  struct joint joint = {.wrapped = true};
  lcm_lexer lexer = {l->ctx, l->text, part.end, part.begin, 1};
  lcm_token token = lcm_lexer_next(&lexer);
  bool first = true;
  int nesting = 0;
  for (; token.kind != LCM_TOKEN_END; token = lcm_lexer_next(&lexer)) {
    const bool opens = lcm_token_is(&token, "(") || lcm_token_is(&token, "[");
    const bool closes = lcm_token_is(&token, ")") || lcm_token_is(&token, "]");
    joint.wrapped = joint.wrapped && (nesting || opens);
    joint.wrapped = joint.wrapped && (!first || lcm_token_is(&token, "("));
    joint.open = first ? token.end : joint.open;
    first = false;
    nesting += opens - closes;
    if (nesting)
      continue;
    joint.or_at = lcm_token_is(&token, "||") ? token.end : joint.or_at;
    joint.and_at = lcm_token_is(&token, "&&") ? token.end : joint.and_at;
    joint.other = joint.other || lcm_token_is(&token, "?") ||
                  lcm_token_is(&token, ",") || lcm_token_is(&token, "=");
  }
  return joint;
}

/* Return whether "part" has operands that are taken apart: it begins with `!`
 * or a parenthesis, or `&&` or `||` stands in it.  Most conditions that have no
 * model have none, and need not be read. */
static bool has_operands(const struct lcm_lowering *l, struct part part) {
  const char *text = l->text + part.begin;
  const size_t n = part.end - part.begin;
  size_t i = 0;
  while (i < n && isspace((unsigned char)text[i]))
    i++;
  return i < n && (strchr("!(/\\", text[i]) || memmem(text, n, "&&", 2) ||
                   memmem(text, n, "||", 2));
}

/* Return a symbol that nothing gives a value for the condition "part", called
 * after the first name in it. */
static const lcm_expr *open_symbol(struct lcm_lowering *l, struct part part) {
  lcm_lexer lexer = {l->ctx, l->text, part.end, part.begin, 1};
  lcm_token token = lcm_lexer_next(&lexer);
  while (token.kind != LCM_TOKEN_END && token.kind != LCM_TOKEN_NAME)
    token = lcm_lexer_next(&lexer);
  const char *name = token.kind == LCM_TOKEN_NAME ? token.text : "unknown";
  return lcm_expr_symbol(l->ctx, lcm_name_of_source(l->ctx, name),
                         LCM_DIM_NONE);
}

static const lcm_expr *logic(struct lcm_lowering *l, struct part part);

/* Return the condition "part" that is a `!` or a pair of parentheses around
 * another one, NULL where it is neither. */
static const lcm_expr *wrapped(struct lcm_lowering *l, struct part part) {
  struct part inner = part;
  lcm_lexer lexer = {l->ctx, l->text, part.end, part.begin, 1};
  const lcm_token first = lcm_lexer_next(&lexer);
  inner.depth++;
  inner.begin = first.end;
  if (lcm_token_is(&first, "!"))
    return lcm_expr_apply(l->ctx, LCM_X_NOT, logic(l, inner));
  if (!find_joint(l, part).wrapped)
    return NULL;
  while (inner.end > inner.begin && l->text[inner.end - 1] != ')')
    inner.end--;
  inner.end -= inner.end > inner.begin;
  return logic(l, inner);
}

/* Return the condition "part", whose operands may be open; NULL where all
 * are. */
static const lcm_expr *logic(struct lcm_lowering *l, struct part part) {
  const lcm_expr *whole = lcm_lower_expr(l, part.begin, part.end);
  if (whole || part.begin >= part.end || part.depth > DEEPEST)
    return whole;
  if (!has_operands(l, part))
    return NULL;
  const struct joint joint = find_joint(l, part);
  const size_t at = joint.or_at ? joint.or_at : joint.and_at;
  if (joint.other)
    return NULL;
  if (!at)
    return wrapped(l, part);
  const struct part left = {part.begin, at - 2, part.depth + 1};
  const struct part right = {at, part.end, part.depth + 1};
  const lcm_expr *a = logic(l, left);
  const lcm_expr *b = logic(l, right);
  if (!a && !b)
    return NULL;
  return lcm_expr_binary(l->ctx, joint.or_at ? LCM_X_OR : LCM_X_AND,
                         a ? a : open_symbol(l, left),
                         b ? b : open_symbol(l, right));
}

/* A part of the text: from offset "from" to before "to", empty for none. */
struct extent {
  size_t from;
  size_t to;
};

/* Return the offset of the first character from "at" on that is no white
 * space. */
static size_t skip(const struct lcm_lowering *l, size_t at) {
  while (at < l->len && isspace((unsigned char)l->text[at]))
    at++;
  return at;
}

/* Put what stands in parentheses behind "keyword" in the statement "ast" into
 * "*out" where that is nothing but its first part, as it is. */
static bool around_part(struct extent *out, const struct lcm_lowering *l,
                        const lcm_ast *ast, const char *keyword) {
  const lcm_ast *part = ast->first;
  const size_t n = strlen(keyword);
  if (!part || !part->in_place || l->len - ast->begin < n ||
      memcmp(l->text + ast->begin, keyword, n) != 0)
    return false;
  const size_t open = skip(l, ast->begin + n);
  out->from = open + 1;
  out->to = skip(l, part->end);
  return out->to < l->len && l->text[open] == '(' && l->text[out->to] == ')' &&
         skip(l, out->from) == part->begin;
}

/* Return what stands in parentheses behind the keyword of the statement "ast";
 * nothing where a macro makes it. */
static struct extent in_parentheses(const struct lcm_lowering *l,
                                    const lcm_ast *ast) {
  const char *keyword = ast->kind == LCM_AST_SWITCH  ? "switch"
                        : ast->kind == LCM_AST_WHILE ? "while"
                                                     : "if";
  const size_t end = ast->end < l->len ? ast->end : l->len;
  struct extent extent;
  if (around_part(&extent, l, ast, keyword))
    return extent;
  lcm_lexer lexer = {l->ctx, l->text, end, ast->begin, 1};
  lcm_token token = lcm_lexer_next(&lexer);
  if (token.kind != LCM_TOKEN_NAME || strcmp(token.text, keyword) != 0)
    return (struct extent){0, 0};
  int nesting = 0;
  size_t from = 0;
  do {
    token = lcm_lexer_next(&lexer);
    from = from ? from : token.end;
    nesting += lcm_token_is(&token, "(");
    nesting -= lcm_token_is(&token, ")");
  } while (token.kind != LCM_TOKEN_END && nesting);
  return token.kind == LCM_TOKEN_END ? (struct extent){0, 0}
                                     : (struct extent){from, token.begin};
}

const lcm_expr *lcm_lower_condition(struct lcm_lowering *l,
                                    const lcm_ast *ast) {
  const struct extent extent = in_parentheses(l, ast);
  return lcm_lower_expr(l, extent.from, extent.to);
}

const lcm_expr *lcm_lower_open_condition(struct lcm_lowering *l,
                                         const lcm_ast *ast) {
  const struct extent extent = in_parentheses(l, ast);
  return logic(l, (struct part){extent.from, extent.to, 0});
}
