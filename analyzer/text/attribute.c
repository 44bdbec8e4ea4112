/* Directives of OpenMP in attributes: `[[omp::directive(...)]]`. */
#include "analyzer/text/attribute.h"

#include <string.h>

#include "base/find.h"

/* Tokens being read, from "at" to before "end". */
struct span {
  const lcm_token *at;
  const lcm_token *end;
};

/* Return whether "s" begins with the name "word". */
static bool is_name(struct span s, const char *word) {
  return s.at < s.end && s.at->kind == LCM_TOKEN_NAME &&
         s.at->len == strlen(word) && !memcmp(s.at->text, word, s.at->len);
}

/* Return whether "s" begins with the punctuator "text"; go behind it if so. */
static bool accept(struct span *s, const char *text) {
  const bool found = s->at < s->end && lcm_token_is(s->at, text);
  s->at += found;
  return found;
}

/* Return the bracket that closes the one at "at"; "end" where there is none. */
static const lcm_token *closing(const lcm_token *at, const lcm_token *end) {
  size_t nesting = 0;
  for (; at < end; at++) {
    nesting +=
        lcm_token_is(at, "(") || lcm_token_is(at, "[") || lcm_token_is(at, "{");
    nesting -=
        lcm_token_is(at, ")") || lcm_token_is(at, "]") || lcm_token_is(at, "}");
    if (!nesting)
      return at;
  }
  return end;
}

/* Go behind `omp::` at the front of "s"; return whether it stands there. */
static bool accept_prefix(struct span *s) {
  struct span next = *s;
  if (!is_name(next, "omp"))
    return false;
  next.at++;
  if (!accept(&next, ":") || !accept(&next, ":"))
    return false;
  *s = next;
  return true;
}

/* Add the directives of "s", a list of `directive(...)`, `decl(...)` and
 * `sequence(...)`, to "out"; "omp": they need no `omp::` before them. */
static void read_list(lcm_directive_tokens *out, lcm_ctx *ctx, struct span s,
                      bool omp) {
  while (s.at < s.end) {
    const bool ours = accept_prefix(&s) || omp;
    const bool one = is_name(s, "directive") || is_name(s, "decl");
    const bool several = is_name(s, "sequence");
    while (s.at < s.end && !lcm_token_is(s.at, "(") && !lcm_token_is(s.at, ","))
      s.at++;
    const lcm_token *end = s.at;
    if (s.at < s.end && lcm_token_is(s.at, "("))
      end = closing(s.at, s.end);
    if (ours && several && end > s.at)
      read_list(out, ctx, (struct span){s.at + 1, end}, true);
    if (ours && one && end > s.at) {
      lcm_token_list tokens = {0};
      for (const lcm_token *at = s.at + 1; at < end; at++)
        LCM_LIST_ADD(lcm_ctx_arena(ctx), &tokens, *at);
      LCM_LIST_ADD(lcm_ctx_arena(ctx), out, tokens);
    }
    s.at = end < s.end ? end + 1 : s.end;
  }
}

size_t lcm_attribute_read(lcm_directive_tokens *out, lcm_ctx *ctx,
                          const lcm_token *at, size_t n) {
  bool omp = false;
  if (n < 4 || !lcm_token_is(at, "[") || !lcm_token_is(at + 1, "["))
    return 0;
  const lcm_token *end = closing(at, at + n);
  struct span s = {at + 2, end - 1};
  if (end == at + n || !lcm_token_is(end - 1, "]"))
    return 0;
  if (is_name(s, "using")) {
    s.at++;
    omp = is_name(s, "omp");
    while (s.at < s.end && !accept(&s, ":"))
      s.at++;
  }
  read_list(out, ctx, s, omp);
  return (size_t)(end - at) + 1;
}

bool lcm_text_has_attribute(const char *text, size_t len) {
  const char *const end = text + len;
  for (const char *at = text; (at = lcm_find(at, (size_t)(end - at), "omp"));) {
    at += 3;
    while (at < end && strchr(" \t\r\n\\", *at))
      at++;
    if (at < end && *at == ':')
      return true;
  }
  return false;
}
