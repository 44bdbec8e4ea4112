/* Functions that the program does not define: which entry speaks of a call. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/flow.h"

/* The table that comes with the tool: data/externals/standard.lcm. */
extern const char lcm_standard_externals[];

/* Return the table that comes with the tool, read where it was not. */
static const struct lcm_externals *shipped(struct lcm_lowering *l) {
  const struct lcm_sidecar_entry *entries = NULL;
  size_t n = 0;
  const char *text = lcm_standard_externals;
  if (l->outside.shipped)
    return l->outside.shipped;
  l->outside.shipped = LCM_NEW(lcm_ctx_arena(l->ctx), struct lcm_externals);
  lcm_status status = lcm_sidecar_parse(&entries, &n, l->ctx, "standard.lcm",
                                        text, strlen(text));
  for (size_t i = 0; i < n && !status; i++)
    status =
        lcm_externals_declare(l->outside.shipped, l->ctx, entries[i].directives,
                              entries[i].n_directives, l->options->variant);
  l->status = l->status ? l->status : status;
  return l->outside.shipped;
}

/* Note the words of "text", the table that comes with the tool: it says nothing
 * of functions whose names are not among them. */
static void note_words(struct lcm_lowering *l, const char *text) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  while (*text) {
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_')
      n++;
    if (n)
      lcm_map_put(arena, &l->outside.words, lcm_intern_n(l->ctx, text, n), 1);
    text += n ? n : 1;
  }
}

const struct lcm_external *lcm_external_of(struct lcm_lowering *l,
                                           const char *name) {
  const char *key = name ? lcm_intern(l->ctx, name) : "";
  const struct lcm_external *own = lcm_externals_find(&l->outside.own, key);
  size_t maybe = 0;
  own = own ? own : lcm_externals_find(&l->outside.included, key);
  if (own || !*key)
    return own;
  if (!l->outside.words.n)
    note_words(l, lcm_standard_externals);
  return lcm_map_get(&l->outside.words, key, &maybe)
             ? lcm_externals_find(shipped(l), key)
             : NULL;
}

void lcm_external_include(struct lcm_lowering *l,
                          const struct lcm_included *other) {
  const struct lcm_comment *comments = NULL;
  const lcm_directive *directives = NULL;
  size_t n = lcm_comments_scan(&comments, l->ctx, other->file, other->text,
                               other->len);
  const bool muted = lcm_ctx_mute(l->ctx, true);
  lcm_status status =
      lcm_directives_parse(&directives, &n, l->ctx, comments, n);
  if (!status)
    status = lcm_externals_declare(&l->outside.included, l->ctx, directives, n,
                                   l->options->variant);
  (void)status;
  (void)lcm_ctx_mute(l->ctx, muted);
}

/* Return the first call of a function from elsewhere in and below "ast" that
 * says what calling its result costs; NULL where there is none. */
static const lcm_ast *maker_in(struct lcm_lowering *l, const lcm_ast *ast) {
  if (!(ast->holds & LCM_AST_HOLDS_CALL))
    return NULL;
  const struct lcm_external *external = ast->kind == LCM_AST_CALL && ast->name
                                            ? lcm_external_of(l, ast->name)
                                            : NULL;
  if (external && external->later)
    return ast;
  for (const lcm_ast *child = ast->first; child; child = child->next) {
    const lcm_ast *found = maker_in(l, child);
    if (found)
      return found;
  }
  return NULL;
}

const struct lcm_external *
lcm_external_meant(struct lcm_lowering *l, const lcm_ast **ast,
                   const struct lcm_external *external) {
  const lcm_ast *maker = NULL;
  size_t n = 0;
  if (!external || external->runs >= external->n_params)
    return external;
  const lcm_ast *argument = lcm_syntax_argument(*ast, external->runs);
  const char *key = argument ? lcm_flow_key(l, argument) : NULL;
  const lcm_ast *const *values = lcm_flow_values(&n, l, key);
  for (size_t i = 0; i < n; i++) {
    const lcm_ast *one = maker_in(l, values[i]);
    if (one && maker)
      return external;
    maker = one ? one : maker;
  }
  if (!maker)
    return external;
  *ast = maker;
  return lcm_external_of(l, maker->name)->later;
}

bool lcm_external_reads(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *call = ast->parent;
  size_t defined = 0;
  size_t i = 0;
  if (ast->kind == LCM_AST_ADDRESS &&
      (lcm_message_reads(l, ast) || (call && lcm_chare_call(l, call))))
    return true;
  if (ast->kind != LCM_AST_ADDRESS || !call || call->kind != LCM_AST_CALL ||
      !call->name || lcm_map_get(&l->globals.defined, call->name, &defined))
    return false;
  const struct lcm_external *external = lcm_external_of(l, call->name);
  for (const lcm_ast *at = call->first ? call->first->next : NULL;
       at && at != ast; at = at->next)
    i++;
  return external && i < external->n_params && external->behind[i];
}

bool lcm_external_changes(struct lcm_lowering *l, const lcm_ast *ast) {
  return lcm_ast_is_change(ast) && !lcm_external_reads(l, ast);
}

const struct lcm_external *lcm_external_calls(struct lcm_lowering *l,
                                              const lcm_ast *ast) {
  const lcm_ast *callback = lcm_call_callback(ast);
  const struct lcm_external *external =
      callback && ast->name ? lcm_external_of(l, ast->name) : NULL;
  return external && external->calls ? external : NULL;
}
