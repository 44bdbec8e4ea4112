/* Calls of parallel libraries by their names: also those that a text holds
 * where libclang understands it in part. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/clang/callee.h"

static bool begins(const char *name, const char *prefix) {
  return !strncmp(name, prefix, strlen(prefix));
}

/* Return whether "name" is a function of MPI: MPI_Send, MPIX_..., PMPI_... */
static bool is_mpi(const char *name) {
  name += name[0] == 'P';
  if (!begins(name, "MPI"))
    return false;
  name += 3 + (name[3] == 'X');
  return name[0] == '_' && isupper((unsigned char)name[1]) && name[2];
}

const char *lcm_call_model(const char *name) {
  switch (name[0]) {
  case 'M':
  case 'P':
    return is_mpi(name) ? "mpi" : NULL;
  case 'p':
    return begins(name, "pthread_") && name[8] ? "pthread" : NULL;
  case 't':
    return (begins(name, "thrd_") || begins(name, "tss_")) &&
                   name[4 + (name[1] == 'h')]
               ? "c11"
               : NULL;
  case 'm':
    return begins(name, "mtx_") && name[4] ? "c11" : NULL;
  case 'c':
    return (begins(name, "cnd_") && name[4]) || !strcmp(name, "call_once")
               ? "c11"
               : NULL;
  }
  return NULL;
}

int lcm_offset_order(const void *a, const void *b) {
  const unsigned x = *(const unsigned *)a;
  const unsigned y = *(const unsigned *)b;
  return (x > y) - (x < y);
}

/* Return whether "offset" lies in an inactive region. */
static bool is_skipped(const struct lcm_known_calls *calls, unsigned offset) {
  for (size_t i = 0; i < calls->n_skipped; i++)
    if (offset >= calls->skipped[2 * i] && offset < calls->skipped[2 * i + 1])
      return true;
  return false;
}

/* Return whether "token", with "next" behind it, is a call that "calls"
 * lacks. */
static bool is_new_call(const lcm_token *token, const lcm_token *next,
                        const struct lcm_known_calls *calls) {
  if (token->kind != LCM_TOKEN_NAME || !lcm_token_is(next, "(") ||
      !lcm_call_model(token->text) || is_skipped(calls, token->begin))
    return false;
  return !calls->n || !bsearch(&token->begin, calls->known, calls->n,
                               sizeof *calls->known, lcm_offset_order);
}

/* Return the place of "token" in "tu". */
static lcm_loc place(const lcm_tu *tu, const lcm_token *token) {
  const char *newline = memrchr(tu->text, '\n', token->begin);
  const size_t start = newline ? (size_t)(newline - tu->text) + 1 : 0;
  return (lcm_loc){tu->file, token->line, (unsigned)(token->begin - start) + 1,
                   token->begin, token->end};
}

void lcm_calls_of_text(lcm_construct_list *out, const lcm_tu *tu,
                       const struct lcm_known_calls *calls) {
  lcm_lexer lexer = {tu->ctx, tu->text, tu->len, 0, 1};
  lcm_token token = lcm_lexer_next(&lexer);
  bool at_start = true;
  bool directive = false;
  int nesting = 0;
  while (token.kind != LCM_TOKEN_END) {
    const lcm_token next = lcm_lexer_next(&lexer);
    directive = directive || (at_start && lcm_token_is(&token, "#"));
    at_start = token.kind == LCM_TOKEN_NEWLINE;
    directive = directive && !at_start;
    nesting += lcm_token_is(&token, "{");
    nesting -= lcm_token_is(&token, "}") && nesting;
    if (!directive && nesting && is_new_call(&token, &next, calls)) {
      const lcm_construct call = {.loc = place(tu, &token),
                                  .model = lcm_call_model(token.text),
                                  .construct = token.text,
                                  .clauses = ""};
      LCM_LIST_ADD(lcm_ctx_arena(tu->ctx), out, call);
    }
    token = next;
  }
}
