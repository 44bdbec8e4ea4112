/* OpenMP pragmas as text: taken apart into constructs and clauses. */
#include "analyzer/text/pragma.h"
#include "analyzer/text/attribute.h"
#include "base/find.h"

#include <ctype.h>
#include <string.h>

/* A directive of OpenMP. */
struct row {
  const char *name;
  bool standalone;
};

static const struct row ROWS[] = {
#define LCM_OMP(name, standalone) {name, standalone},
#include "analyzer/text/openmp.def"
#undef LCM_OMP
};

/* Return whether "token" is the name "word" of length "len". */
static bool is_word(const lcm_token *token, const char *word, size_t len) {
  return token->kind == LCM_TOKEN_NAME && token->len == len &&
         !memcmp(token->text, word, len);
}

/* Return how many of the "n" tokens the directive name "name" takes, 0 where
 * it does not stand there. */
static size_t match_name(const char *name, const lcm_token *tokens, size_t n) {
  size_t at = 0;
  for (const char *word = name; *word; at++) {
    const size_t len = strcspn(word, " ");
    if (at == n || !is_word(&tokens[at], word, len))
      return 0;
    word += len + (word[len] == ' ');
  }
  return at;
}

/* Return the longest directive that "tokens" starts with, how many tokens it
 * takes in "*used"; NULL where it is unknown. */
static const struct row *find_directive(size_t *used, const lcm_token *tokens,
                                        size_t n) {
  const struct row *best = NULL;
  *used = 0;
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
    const size_t k = match_name(ROWS[i].name, tokens, n);
    if (k > *used) {
      *used = k;
      best = &ROWS[i];
    }
  }
  return best;
}

bool lcm_omp_directive_is_known(const char *construct) {
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++)
    if (!strcmp(ROWS[i].name, construct))
      return true;
  return false;
}

/* Return the index of the parenthesis that closes the one at "at", "n" where
 * there is none. */
static size_t closing(const lcm_token *tokens, size_t n, size_t at) {
  size_t nesting = 0;
  for (; at < n; at++) {
    nesting += lcm_token_is(&tokens[at], "(");
    if (lcm_token_is(&tokens[at], ")") && --nesting == 0)
      return at;
  }
  return n;
}

/* Read the clause at "at" of the "n" tokens into "out" and append it to "all";
 * return the index behind it.  An unclosed parenthesis stays so in "all". */
static size_t read_clause(struct lcm_clause *out, lcm_buf *all, lcm_ctx *ctx,
                          const lcm_token_list *tokens, size_t at) {
  const lcm_token *token = &tokens->at[at];
  const bool named = token->kind == LCM_TOKEN_NAME;
  *out = (struct lcm_clause){named ? token->text : "", NULL};
  at += named;
  if (at == tokens->n || !lcm_token_is(&tokens->at[at], "(")) {
    lcm_buf_printf(all, "%s%s", named && all->len ? ";" : "", out->name);
    return named ? at : at + 1;
  }
  const size_t end = closing(tokens->at, tokens->n, at);
  out->args = lcm_tokens_text(ctx, &tokens->at[at + 1], &tokens->at[end]);
  lcm_buf_printf(all, "%s%s(%s%s", all->len ? ";" : "", out->name, out->args,
                 end < tokens->n ? ")" : "");
  return end < tokens->n ? end + 1 : end;
}

/* Parse the clauses in "tokens" into "out". */
static void parse_clauses(lcm_pragma *out, lcm_ctx *ctx,
                          const lcm_token_list *tokens) {
  LCM_LIST(struct lcm_clause) clauses = {0};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_buf all = {0};
  for (size_t at = 0; at < tokens->n;) {
    struct lcm_clause clause;
    at = read_clause(&clause, &all, ctx, tokens, at);
    if (*clause.name || clause.args)
      LCM_LIST_ADD(arena, &clauses, clause);
  }
  out->clauses = clauses.at;
  out->n_clauses = clauses.n;
  out->text = lcm_arena_strdup(arena, all.text ? all.text : "");
  lcm_buf_free(&all);
}

const struct lcm_clause *lcm_pragma_clause(const lcm_pragma *pragma,
                                           const char *name) {
  for (size_t i = 0; i < pragma->n_clauses; i++)
    if (!strcmp(pragma->clauses[i].name, name))
      return &pragma->clauses[i];
  return NULL;
}

/* Return whether "pragma" governs no statement by what its clauses say. */
static bool is_standalone(const lcm_pragma *pragma) {
  if (!strcmp(pragma->construct, "ordered"))
    return lcm_pragma_clause(pragma, "depend") ||
           lcm_pragma_clause(pragma, "doacross");
  return false;
}

void lcm_pragma_parse_tokens(lcm_pragma *out, lcm_ctx *ctx,
                             const lcm_token *tokens, size_t n) {
  size_t used = 0;
  const struct row *row = find_directive(&used, tokens, n);
  const bool named = n && tokens->kind == LCM_TOKEN_NAME;
  out->construct = row     ? lcm_intern(ctx, row->name)
                   : named ? tokens->text
                           : lcm_intern(ctx, "");
  used = row ? used : named;
  lcm_token_list rest = {0};
  for (size_t i = used; i < n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &rest, tokens[i]);
  parse_clauses(out, ctx, &rest);
  out->standalone = (row && row->standalone) || is_standalone(out);
}

void lcm_pragma_parse(lcm_pragma *out, lcm_ctx *ctx, const char *text,
                      size_t len) {
  lcm_token_list tokens = {0};
  lcm_tokens_read(&tokens, ctx, text, len);
  lcm_pragma_parse_tokens(out, ctx, tokens.at, tokens.n);
}

/* Return whether what follows "at" in the "len" bytes at "text" may be `omp`:
 * splices and comments are not looked into. */
static bool may_be_omp(const char *text, size_t len, size_t at) {
  while (at < len && text[at] != '\n' && isspace((unsigned char)text[at]))
    at++;
  if (at + 1 >= len)
    return false;
  return (text[at] == '\\' && isspace((unsigned char)text[at + 1])) ||
         (text[at] == '/' && text[at + 1] == '*') ||
         (len - at >= 3 && !memcmp(text + at, "omp", 3));
}

/* Return whether a line splice cuts a word of the "len" bytes at "text" in
 * two. */
static bool has_cut_word(const char *text, size_t len) {
  const char *const end = text + len;
  const char *at = text;
  while ((at = memchr(at, '\\', (size_t)(end - at)))) {
    const char *next = at + 1;
    while (next < end && (*next == '\r' || *next == ' ' || *next == '\t'))
      next++;
    if (at > text && isalpha((unsigned char)at[-1]) && next + 1 < end &&
        next[0] == '\n' && isalpha((unsigned char)next[1]))
      return true;
    at++;
  }
  return false;
}

bool lcm_text_has_pragma(const char *text, size_t len) {
  const char *const end = text + len;
  const char *at = text;
  while ((at = lcm_find(at, (size_t)(end - at), "ragma"))) {
    const size_t behind = (size_t)(at - text) + 5;
    if (at > text + 1 && at[-1] == 'P' && at[-2] == '_')
      return true;
    if (at > text && at[-1] == 'p' && may_be_omp(text, len, behind))
      return true;
    at += 5;
  }
  return lcm_text_has_attribute(text, len) || has_cut_word(text, len);
}

/* A text whose events are being read. */
struct reader {
  lcm_lexer lexer;
  const char *file;
  lcm_event_list *out;
};

/* Return the place from "begin" to "end". */
static lcm_loc place(const struct reader *r, const lcm_token *begin,
                     unsigned end) {
  const char *text = r->lexer.text;
  const char *newline = memrchr(text, '\n', begin->begin);
  const size_t start = newline ? (size_t)(newline - text) + 1 : 0;
  return (lcm_loc){r->file, begin->line, (unsigned)(begin->begin - start) + 1,
                   begin->begin, end};
}

/* Read the rest of the logical line into "line"; return its end. */
static unsigned read_line(lcm_token_list *line, struct reader *r) {
  for (;;) {
    const lcm_token token = lcm_lexer_next(&r->lexer);
    if (token.kind == LCM_TOKEN_NEWLINE || token.kind == LCM_TOKEN_END)
      return token.begin;
    LCM_LIST_ADD(lcm_ctx_arena(r->lexer.ctx), line, token);
  }
}

/* Read the directive behind "hash". */
static void read_directive(struct reader *r, const lcm_token *hash) {
  lcm_token_list line = {0};
  const unsigned end = read_line(&line, r);
  struct lcm_event event = {.loc = place(r, hash, end)};
  size_t used = 0;
  if (line.n >= 2 && is_word(&line.at[0], "pragma", 6) &&
      is_word(&line.at[1], "omp", 3)) {
    event.kind = LCM_EVENT_PRAGMA;
    used = 2;
  } else if (line.n >= 2 && is_word(&line.at[0], "undef", 5)) {
    event.kind = LCM_EVENT_UNDEF;
    used = 1;
  } else
    return;
  event.tokens.at = line.at + used;
  event.tokens.n = event.tokens.cap = line.n - used;
  LCM_LIST_ADD(lcm_ctx_arena(r->lexer.ctx), r->out, event);
}

size_t lcm_operator_read(lcm_token_list *out, lcm_ctx *ctx, const lcm_token *at,
                         size_t n) {
  if (n < 4 || !is_word(at, "_Pragma", 7) || !lcm_token_is(at + 1, "(") ||
      at[2].kind != LCM_TOKEN_STRING || !lcm_token_is(at + 3, ")"))
    return 0;
  size_t len = 0;
  const char *text = lcm_token_contents(&len, ctx, at + 2);
  lcm_token_list tokens = {0};
  lcm_tokens_read(&tokens, ctx, text, len);
  if (!tokens.n || !is_word(&tokens.at[0], "omp", 3))
    return 0;
  for (size_t i = 1; i < tokens.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), out, tokens.at[i]);
  return 4;
}

/* Read the operator that begins with "first" from the text. */
static void read_operator(struct reader *r, const lcm_token *first) {
  lcm_token_list tokens = {0};
  lcm_arena *arena = lcm_ctx_arena(r->lexer.ctx);
  lcm_lexer behind = r->lexer;
  LCM_LIST_ADD(arena, &tokens, *first);
  while (tokens.n < 4) {
    const lcm_token token = lcm_lexer_next(&behind);
    if (token.kind == LCM_TOKEN_END)
      break;
    if (token.kind != LCM_TOKEN_NEWLINE)
      LCM_LIST_ADD(arena, &tokens, token);
  }
  struct lcm_event event = {.kind = LCM_EVENT_OPERATOR,
                            .loc = place(r, first, first->end)};
  if (!lcm_operator_read(&event.tokens, r->lexer.ctx, tokens.at, tokens.n))
    return;
  event.loc.end = tokens.at[3].end;
  LCM_LIST_ADD(arena, r->out, event);
  r->lexer = behind;
}

/* Read the attribute that begins with "first" from the text, where it has
 * directives. */
static void read_attribute(struct reader *r, const lcm_token *first) {
  lcm_token_list tokens = {0};
  lcm_directive_tokens directives = {0};
  lcm_arena *arena = lcm_ctx_arena(r->lexer.ctx);
  lcm_lexer behind = r->lexer;
  size_t nesting = 1;
  LCM_LIST_ADD(arena, &tokens, *first);
  while (nesting) {
    const lcm_token token = lcm_lexer_next(&behind);
    if (token.kind == LCM_TOKEN_END)
      return;
    nesting += lcm_token_is(&token, "[");
    nesting -= lcm_token_is(&token, "]");
    if (token.kind != LCM_TOKEN_NEWLINE)
      LCM_LIST_ADD(arena, &tokens, token);
  }
  if (!lcm_attribute_read(&directives, r->lexer.ctx, tokens.at, tokens.n) ||
      !directives.n)
    return;
  struct lcm_event event = {.kind = LCM_EVENT_PRAGMA,
                            .loc =
                                place(r, first, tokens.at[tokens.n - 1].end)};
  for (size_t i = 0; i < directives.n; i++) {
    event.tokens.at = directives.at[i].at;
    event.tokens.n = event.tokens.cap = directives.at[i].n;
    LCM_LIST_ADD(arena, r->out, event);
  }
  r->lexer = behind;
}

void lcm_events_read(lcm_event_list *out, lcm_ctx *ctx, const char *file,
                     const char *text, size_t len) {
  struct reader r = {{ctx, text, len, 0, 1}, lcm_intern(ctx, file), out};
  const bool attributes = lcm_text_has_attribute(text, len);
  bool at_start = true;
  for (;;) {
    const lcm_token token = lcm_lexer_next(&r.lexer);
    if (token.kind == LCM_TOKEN_END)
      return;
    if (at_start && lcm_token_is(&token, "#")) {
      read_directive(&r, &token);
      continue;
    }
    at_start = token.kind == LCM_TOKEN_NEWLINE;
    if (is_word(&token, "_Pragma", 7))
      read_operator(&r, &token);
    if (attributes && lcm_token_is(&token, "[") && r.lexer.at < len &&
        text[r.lexer.at] == '[')
      read_attribute(&r, &token);
  }
}
