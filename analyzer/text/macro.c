/* Macros of the C preprocessor: definitions and expansion. */
#include "analyzer/text/macro.h"

#include <string.h>

/* The most tokens that one expansion may handle, and the greatest nesting of
 * its arguments. */
enum { MAX_TOKENS = 2000000, MAX_NESTING = 500 };

/* A token that waits to be looked at. */
struct pending {
  lcm_token token;
  struct pending *next;
};

/* An expansion under way. */
struct expansion {
  lcm_ctx *ctx;
  lcm_arena *arena; /* for all that it makes */
  const struct lcm_macro_table *table;
  size_t left;      /* how many tokens may still be handled */
  unsigned nesting; /* of arguments */
};

/* The arguments of a use of a macro: as written, and expanded where that has
 * been asked for. */
struct argument {
  lcm_token_list raw;
  lcm_token_list full;
  bool expanded;
};

/* A substitution of arguments into the body of a macro. */
struct substitution {
  struct expansion *x;
  const lcm_macro *macro;
  struct argument *arguments;
  lcm_token_list out;
};

static lcm_status expand(lcm_token_list *out, struct expansion *x,
                         const lcm_token *in, size_t n);

/* Read the parameters behind the opening parenthesis; `name...` gives the rest
 * a name, `...` alone calls it __VA_ARGS__. */
static void read_params(lcm_macro *macro, lcm_lexer *lexer) {
  bool named = false;
  for (lcm_token token = lcm_lexer_next(lexer);
       token.kind != LCM_TOKEN_END && !lcm_token_is(&token, ")");
       token = lcm_lexer_next(lexer)) {
    const bool dots = lcm_token_is(&token, "...");
    const char *name = token.kind == LCM_TOKEN_NAME ? token.text : NULL;
    if (dots && !named)
      name = lcm_intern(lexer->ctx, "__VA_ARGS__");
    if (name)
      LCM_LIST_ADD(lcm_ctx_arena(lexer->ctx), &macro->params, name);
    macro->is_variadic = macro->is_variadic || dots;
    named = token.kind == LCM_TOKEN_NAME;
  }
}

const lcm_macro *lcm_macro_parse(lcm_ctx *ctx, const char *text, size_t len) {
  lcm_macro *macro = LCM_NEW(lcm_ctx_arena(ctx), lcm_macro);
  lcm_lexer lexer = {ctx, text, len, 0, 1};
  macro->name = lcm_lexer_next(&lexer).text;
  if (lexer.at < len && text[lexer.at] == '(') {
    macro->is_function = true;
    (void)lcm_lexer_next(&lexer);
    read_params(macro, &lexer);
  }
  lcm_tokens_read(&macro->body, ctx, text + lexer.at, len - lexer.at);
  return macro;
}

/* Return whether "name" is in "set". */
static bool is_hidden(const struct lcm_hidden *set, const char *name) {
  for (; set; set = set->next)
    if (set->name == name)
      return true;
  return false;
}

/* Return "set" with "name". */
static const struct lcm_hidden *
hide(lcm_arena *arena, const struct lcm_hidden *set, const char *name) {
  if (is_hidden(set, name))
    return set;
  struct lcm_hidden *more = LCM_NEW(arena, struct lcm_hidden);
  *more = (struct lcm_hidden){name, set};
  return more;
}

/* Return the names that are in both "a" and "b". */
static const struct lcm_hidden *common(lcm_arena *arena,
                                       const struct lcm_hidden *a,
                                       const struct lcm_hidden *b) {
  const struct lcm_hidden *both = NULL;
  for (; a; a = a->next)
    if (is_hidden(b, a->name))
      both = hide(arena, both, a->name);
  return both;
}

/* Return the names of "a" and of "b". */
static const struct lcm_hidden *either(lcm_arena *arena,
                                       const struct lcm_hidden *a,
                                       const struct lcm_hidden *b) {
  for (; b; b = b->next)
    a = hide(arena, a, b->name);
  return a;
}

/* Put the "n" tokens at "tokens" before "rest", each hidden from "hidden";
 * return the first. */
static struct pending *prepend(struct expansion *x, const lcm_token *tokens,
                               size_t n, struct pending *rest) {
  for (size_t i = n; i-- > 0;) {
    struct pending *one = LCM_NEW(x->arena, struct pending);
    *one = (struct pending){tokens[i], rest};
    rest = one;
  }
  return rest;
}

/* Return the index of the parameter that "token" names; the number of them
 * where it names none. */
static size_t param_of(const lcm_macro *macro, const lcm_token *token) {
  size_t i = 0;
  while (i < macro->params.n &&
         (token->kind != LCM_TOKEN_NAME || macro->params.at[i] != token->text))
    i++;
  return i;
}

/* Read the arguments of "macro" from behind its "(" at "at" into
 * "arguments"; return the ")", or NULL where there is none. */
static struct pending *read_arguments(struct argument *arguments,
                                      struct expansion *x,
                                      const lcm_macro *macro,
                                      struct pending *at) {
  const size_t n = macro->params.n;
  size_t k = 0;
  int nesting = 0;
  for (; at; at = at->next) {
    const lcm_token *token = &at->token;
    if (!nesting && lcm_token_is(token, ")"))
      return at;
    nesting += lcm_token_is(token, "(");
    nesting -= lcm_token_is(token, ")");
    const bool rest = macro->is_variadic && k + 1 >= n;
    if (!nesting && !rest && lcm_token_is(token, ","))
      k++;
    else if (k < n)
      LCM_LIST_ADD(x->arena, &arguments[k].raw, *token);
  }
  return NULL;
}

/* Return the string literal that `#` makes of "raw". */
static lcm_token stringify(struct expansion *x, const lcm_token_list *raw,
                           const lcm_token *hash) {
  lcm_buf buf = {0};
  lcm_token out = *hash;
  lcm_buf_putc(&buf, '"');
  for (size_t i = 0; i < raw->n; i++) {
    const lcm_token *token = &raw->at[i];
    const bool literal =
        token->kind == LCM_TOKEN_STRING || token->kind == LCM_TOKEN_CHAR;
    if (i && token->space)
      lcm_buf_putc(&buf, ' ');
    for (size_t k = 0; k < token->len; k++) {
      if (literal && (token->text[k] == '"' || token->text[k] == '\\'))
        lcm_buf_putc(&buf, '\\');
      lcm_buf_putc(&buf, token->text[k]);
    }
  }
  lcm_buf_putc(&buf, '"');
  out.kind = LCM_TOKEN_STRING;
  out.text = lcm_arena_strndup(x->arena, buf.text, buf.len);
  out.len = (unsigned)buf.len;
  lcm_buf_free(&buf);
  return out;
}

/* Append "tokens" to the result, the first spaced as "like" is. */
static void append(struct substitution *s, const lcm_token_list *tokens,
                   const lcm_token *like) {
  for (size_t i = 0; i < tokens->n; i++) {
    lcm_token token = tokens->at[i];
    token.space = i ? token.space : like->space;
    LCM_LIST_ADD(s->x->arena, &s->out, token);
  }
}

/* Append "right" to the result with its first token pasted to the last one
 * there is. */
static void paste(struct substitution *s, const lcm_token_list *right) {
  lcm_arena *arena = s->x->arena;
  if (!right->n)
    return;
  const lcm_token left = s->out.at[--s->out.n];
  const lcm_token *first = &right->at[0];
  const char *text = lcm_arena_printf(arena, "%.*s%.*s", (int)left.len,
                                      left.text, (int)first->len, first->text);
  lcm_token_list pasted = {0};
  lcm_tokens_read(&pasted, s->x->ctx, text, left.len + first->len);
  for (size_t i = 0; i < pasted.n; i++) {
    lcm_token token = pasted.at[i];
    token.begin = left.begin;
    token.end = left.end;
    token.line = left.line;
    token.space = i ? false : left.space;
    token.hidden = common(s->x->arena, left.hidden, first->hidden);
    LCM_LIST_ADD(arena, &s->out, token);
  }
  for (size_t i = 1; i < right->n; i++)
    LCM_LIST_ADD(arena, &s->out, right->at[i]);
}

/* Return the expansion of "argument". */
static lcm_status full_argument(const lcm_token_list **out,
                                struct substitution *s,
                                struct argument *argument) {
  lcm_status status = LCM_OK;
  if (!argument->expanded) {
    if (++s->x->nesting > MAX_NESTING)
      return LCM_EBUDGET;
    status = expand(&argument->full, s->x, argument->raw.at, argument->raw.n);
    s->x->nesting--;
    argument->expanded = true;
  }
  *out = &argument->full;
  return status;
}

/* Return the index behind the `__VA_OPT__ (...)` at "i", whose contents begin
 * at "*first". */
static size_t va_opt_end(size_t *first, const lcm_token_list *body, size_t i) {
  int nesting = 0;
  *first = i + 2;
  for (i++; i < body->n; i++) {
    nesting += lcm_token_is(&body->at[i], "(");
    nesting -= lcm_token_is(&body->at[i], ")");
    if (!nesting)
      return i + 1;
  }
  return i;
}

/* Append what the token number "i" of the body, or the operator there, makes;
 * "*used" receives how many tokens of the body that took. */
static lcm_status substitute_one(size_t *used, struct substitution *s, size_t i,
                                 size_t end) {
  const lcm_token_list *body = &s->macro->body;
  const lcm_token *token = &body->at[i];
  const size_t n = s->macro->params.n;
  const size_t param = param_of(s->macro, token);
  *used = 1;
  if (s->macro->is_function && lcm_token_is(token, "#") && i + 1 < end) {
    const size_t named = param_of(s->macro, token + 1);
    if (named < n) {
      *used = 2;
      LCM_LIST_ADD(s->x->arena, &s->out,
                   stringify(s->x, &s->arguments[named].raw, token));
      return LCM_OK;
    }
  }
  if (param == n) {
    LCM_LIST_ADD(s->x->arena, &s->out, *token);
    return LCM_OK;
  }
  if (i + 1 < end && lcm_token_is(token + 1, "##")) {
    append(s, &s->arguments[param].raw, token);
    return LCM_OK;
  }
  const lcm_token_list *full = NULL;
  const lcm_status status = full_argument(&full, s, &s->arguments[param]);
  if (!status)
    append(s, full, token);
  return status;
}

/* Append what `## token`, "token" being number "i" of the body, makes; "empty"
 * says that the left side is. */
static void substitute_pasted(struct substitution *s, size_t i, bool empty) {
  const lcm_token *token = &s->macro->body.at[i];
  const size_t param = param_of(s->macro, token);
  lcm_token_list one = {0};
  const lcm_token_list *right = &one;
  if (param < s->macro->params.n)
    right = &s->arguments[param].raw;
  else
    LCM_LIST_ADD(s->x->arena, &one, *token);
  const bool rest = s->macro->is_variadic && param + 1 == s->macro->params.n;
  const bool comma =
      !empty && s->out.n && lcm_token_is(&s->out.at[s->out.n - 1], ",");
  if (rest && comma) {
    if (right->n)
      append(s, right, token);
    else
      s->out.n--;
  } else if (empty || !s->out.n)
    append(s, right, token);
  else
    paste(s, right);
}

/* Substitute the arguments into the tokens "i" to "end" - 1 of the body. */
static lcm_status substitute(struct substitution *s, size_t i, size_t end) {
  const lcm_token_list *body = &s->macro->body;
  const bool rest = s->macro->is_variadic && s->macro->params.n &&
                    s->arguments[s->macro->params.n - 1].raw.n;
  lcm_status status = LCM_OK;
  bool empty = true;
  while (i < end && !status) {
    const size_t before = s->out.n;
    size_t used = 1;
    if (lcm_token_is(&body->at[i], "##") && i + 1 < end) {
      substitute_pasted(s, i + 1, empty);
      used = 2;
      empty = empty && s->out.n == before;
    } else if (s->macro->is_variadic && body->at[i].kind == LCM_TOKEN_NAME &&
               !strcmp(body->at[i].text, "__VA_OPT__")) {
      size_t first = 0;
      const size_t behind = va_opt_end(&first, body, i);
      if (rest && first < behind)
        status = substitute(s, first, behind - 1);
      used = behind - i;
      empty = s->out.n == before;
    } else {
      status = substitute_one(&used, s, i, end);
      empty = s->out.n == before;
    }
    i += used;
  }
  return status;
}

/* Replace the use "at" of "macro" that ends at "last" by its body; "*rest"
 * receives what is to be looked at next. */
static lcm_status replace(struct pending **rest, struct substitution *s,
                          const struct pending *at,
                          const struct pending *last) {
  const lcm_macro *macro = s->macro;
  const struct lcm_hidden *hidden = at->token.hidden;
  if (macro->is_function)
    hidden = common(s->x->arena, hidden, last->token.hidden);
  hidden = hide(s->x->arena, hidden, macro->name);
  const lcm_status status = substitute(s, 0, macro->body.n);
  for (size_t i = 0; i < s->out.n; i++) {
    s->out.at[i].hidden = either(s->x->arena, s->out.at[i].hidden, hidden);
    s->out.at[i].space = i ? s->out.at[i].space : at->token.space;
  }
  if (status || s->out.n > s->x->left)
    return LCM_EBUDGET;
  s->x->left -= s->out.n;
  *rest = prepend(s->x, s->out.at, s->out.n, last->next);
  return LCM_OK;
}

/* Expand the use of a macro at "at" where it is one: "*rest" receives what is
 * to be looked at next, NULL where it is none. */
static lcm_status expand_use(struct pending **rest, bool *is_use,
                             struct expansion *x, struct pending *at) {
  *is_use = false;
  if (at->token.kind != LCM_TOKEN_NAME ||
      is_hidden(at->token.hidden, at->token.text))
    return LCM_OK;
  struct substitution s = {.x = x};
  s.macro = x->table->find(x->table->user, at->token.text);
  if (!s.macro)
    return LCM_OK;
  struct pending *last = at;
  s.arguments = LCM_NEW_ARRAY(x->arena, struct argument, s.macro->params.n + 1);
  if (s.macro->is_function) {
    if (!at->next || !lcm_token_is(&at->next->token, "("))
      return LCM_OK;
    last = read_arguments(s.arguments, x, s.macro, at->next->next);
    if (!last)
      return LCM_OK;
  }
  *is_use = true;
  return replace(rest, &s, at, last);
}

/* Add the expansion of the "n" tokens at "in" to "out". */
static lcm_status expand(lcm_token_list *out, struct expansion *x,
                         const lcm_token *in, size_t n) {
  struct pending *at = prepend(x, in, n, NULL);
  while (at) {
    struct pending *rest = NULL;
    bool is_use = false;
    const lcm_status status = expand_use(&rest, &is_use, x, at);
    if (status)
      return status;
    if (is_use)
      at = rest;
    else {
      LCM_LIST_ADD(x->arena, out, at->token);
      at = at->next;
    }
  }
  return LCM_OK;
}

lcm_status lcm_macro_expand_in(lcm_token_list *out, lcm_ctx *ctx,
                               lcm_arena *arena,
                               const struct lcm_macro_table *table,
                               const lcm_token *in, size_t n) {
  struct expansion x = {ctx, arena, table, MAX_TOKENS, 0};
  return expand(out, &x, in, n);
}

lcm_status lcm_macro_expand(lcm_token_list *out, lcm_ctx *ctx,
                            const struct lcm_macro_table *table,
                            const lcm_token *in, size_t n) {
  return lcm_macro_expand_in(out, ctx, lcm_ctx_arena(ctx), table, in, n);
}
