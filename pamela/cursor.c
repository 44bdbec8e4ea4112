/* The token at hand of a model that is read, and errors there. */
#include <math.h>
#include <string.h>

#include "pamela/cursor.h"

const struct pml_token *pml_here(const struct pml *p) {
  return &p->text->tokens[p->at];
}

const struct pml_token *pml_ahead(const struct pml *p, size_t by) {
  const size_t last = p->text->n_tokens - 1;
  return &p->text->tokens[p->at + by < last ? p->at + by : last];
}

lcm_loc pml_place(const struct pml *p, size_t at) {
  const struct pml_token *token = &p->text->tokens[at];
  return (lcm_loc){p->text->file, token->line, token->column, token->begin,
                   token->end};
}

lcm_loc pml_span(const struct pml *p, size_t at) {
  lcm_loc loc = pml_place(p, at);
  if (p->at > at)
    loc.end = p->text->tokens[p->at - 1].end;
  return loc;
}

bool pml_is_at(const struct pml *p, pml_kind kind) {
  return !p->status && pml_here(p)->kind == kind;
}

bool pml_accept(struct pml *p, pml_kind kind) {
  const bool there = pml_is_at(p, kind);
  p->at += there && kind != PML_END;
  return there;
}

bool pml_accept_word(struct pml *p, const char *word) {
  if (!pml_is_at(p, PML_WORD) || strcmp(pml_here(p)->name, word) != 0)
    return false;
  p->at++;
  return true;
}

bool pml_expect(struct pml *p, pml_kind kind, const char *what) {
  const bool there = pml_accept(p, kind);
  if (!there)
    pml_fail(p, what);
  return there;
}

void pml_fail(struct pml *p, const char *expected) {
  enum { MOST = 30 };
  const struct pml_token *token = pml_here(p);
  const unsigned n = token->end - token->begin;
  if (token->kind == PML_END)
    pml_error(p, LCM_EPARSE, LCM_DIAG_SYNTAX, pml_place(p, p->at),
              "expected %s at the end of the text", expected);
  else
    pml_error(p, LCM_EPARSE, LCM_DIAG_SYNTAX, pml_place(p, p->at),
              "expected %s before '%.*s'", expected, (int)(n < MOST ? n : MOST),
              p->text->bytes + token->begin);
}

void pml_error(struct pml *p, lcm_status status, lcm_diag_id id, lcm_loc loc,
               const char *fmt, ...) {
  va_list args;
  if (p->status)
    return;
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(lcm_ctx_arena(p->ctx), fmt, args);
  va_end(args);
  lcm_report(p->ctx, id, loc, "%s", text);
  p->status = status;
}

const char *pml_is_word(pml_is is) {
  static const char *const WORDS[PML_IS_COUNT + 1] = {
#define PML_NAME_KIND(name, text) text,
#include "pamela/kinds.def"
#undef PML_NAME_KIND
      ""};
  return WORDS[is];
}

struct pml_name *pml_find(struct pml *p, const char *name) {
  size_t at = 0;
  return lcm_map_get(&p->by_name, name, &at) ? &p->names.at[at] : NULL;
}

struct pml_name *pml_find_family(struct pml *p, const char *name) {
  return pml_find(p, lcm_intern(p->ctx, lcm_arena_printf(lcm_ctx_arena(p->ctx),
                                                         "%s[]", name)));
}

void pml_scope_add(struct pml *p, const char *name, pml_scope_kind kind) {
  const struct pml_scope scope = {name, kind};
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->scope, scope);
}

bool pml_scope_has(const struct pml *p, const char *name) {
  for (size_t i = p->scope.n; i > 0; i--)
    if (p->scope.at[i - 1].name == name)
      return true;
  return false;
}

void pml_loop_end(struct pml *p) {
  p->loops--;
  for (size_t i = 0; i < p->pending.n; i++) {
    struct pml_pending *pending = &p->pending.at[i];
    if (!p->loops && !p->status)
      pml_error(p, LCM_EUNBOUND, LCM_DIAG_UNBOUND, pending->loc,
                "nothing is called '%s' here", pending->name);
    else if (pending->depth > p->loops)
      pending->depth = p->loops;
  }
  p->pending.n = p->loops ? p->pending.n : 0;
}

bool pml_whole(struct pml *p, long long *value, const char *what) {
  const bool minus = pml_accept(p, PML_MINUS);
  const struct pml_token *token = pml_here(p);
  const char *end = NULL;
  double number = NAN;
  if (pml_is_at(p, PML_NUMBER))
    number = lcm_strtod(p->text->bytes + token->begin, &end);
  if (!(number == floor(number) && number <= 9e15)) {
    pml_fail(p, what);
    return false;
  }
  *value = (long long)(minus ? -number : number);
  p->at++;
  return true;
}

void pml_go_to(struct pml *p, const struct pml_name *name) {
  p->text = &p->texts[name->text];
  p->at = name->token;
}
