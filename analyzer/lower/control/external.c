#include <ctype.h>
#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/control/call.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/mark.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/names.h"
#include "annotations/external.h"
#include "annotations/sidecar.h"
#include "base/buf.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/intern.h"

/* The table that comes with the tool: data/externals/standard.lcm. */
extern const char lcm_standard_externals[];

/* Return the table that comes with the tool, read where it was not. */
static const struct lcm_externals *shipped(struct lcm_lowering *l) {
  const struct lcm_sidecar_entry *entries = NULL;
  size_t n = 0;
  const char *text = lcm_standard_externals;
  if (l->shipped)
    return l->shipped;
  l->shipped = LCM_NEW(lcm_ctx_arena(l->ctx), struct lcm_externals);
  lcm_status status = lcm_sidecar_parse(&entries, &n, l->ctx, "standard.lcm",
                                        text, strlen(text));
  for (size_t i = 0; i < n && !status; i++)
    status =
        lcm_externals_declare(l->shipped, l->ctx, entries[i].directives,
                              entries[i].n_directives, l->options->variant);
  l->status = l->status ? l->status : status;
  return l->shipped;
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
      lcm_map_put(arena, &l->shippable, lcm_intern_n(l->ctx, text, n), 1);
    text += n ? n : 1;
  }
}

const struct lcm_external *lcm_external_of(struct lcm_lowering *l,
                                           const char *name) {
  const char *key = name ? lcm_intern(l->ctx, name) : "";
  const struct lcm_external *own = lcm_externals_find(&l->externals, key);
  size_t maybe = 0;
  if (own || !*key)
    return own;
  if (!l->shippable.n)
    note_words(l, lcm_standard_externals);
  return lcm_map_get(&l->shippable, key, &maybe)
             ? lcm_externals_find(shipped(l), key)
             : NULL;
}

/* The text of an argument being put together: that of the file from "at" on up
 * to "end" is to follow. */
struct spelling {
  const struct lcm_lowering *l;
  lcm_buf text;
  size_t at;
  size_t end;
};

/* Append the text before "ast", with the sizes of the expressions in and below
 * it, of which `sizeof` asks, as numbers. */
static void spell(struct spelling *s, const lcm_ast *ast) {
  const long long size =
      ast->kind == LCM_AST_SIZEOF && ast->first ? ast->first->size : 0;
  if (ast->begin < s->at || ast->end > s->end || ast->begin >= ast->end)
    return;
  if (size > 0) {
    lcm_buf_printf(&s->text, "%.*s%lld", (int)(ast->begin - s->at),
                   s->l->text + s->at, size);
    s->at = ast->end;
    return;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    spell(s, child);
}

/* Return the value of the argument "ast" (NULL: it has no syntax) that stands
 * at "ends", or of what it points to where it is so "behind"; NULL where that
 * is not known. */
static const lcm_expr *argument(struct lcm_lowering *l, const lcm_ast *ast,
                                const size_t ends[2], bool behind) {
  const char first = l->text[ends[0]];
  struct spelling s = {.l = l, .at = ends[0] + behind, .end = ends[1]};
  if (behind && first == '"' && ends[1] > ends[0] + 2)
    return lcm_expr_int(l->ctx, (unsigned char)l->text[ends[0] + 1]);
  if (behind && first != '&')
    return NULL;
  if (ast)
    spell(&s, behind && ast->first ? ast->first : ast);
  lcm_buf_printf(&s.text, "%.*s", (int)(s.end - s.at), l->text + s.at);
  return lcm_lower_clause(l, lcm_ctx_text(l->ctx, &s.text));
}

/* Return the syntax of argument number "i" of the call "ast", or NULL. */
static const lcm_ast *argument_syntax(const lcm_ast *ast, size_t i) {
  const lcm_ast *at = ast->first ? ast->first->next : NULL;
  while (at && i--)
    at = at->next;
  return at;
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
  const lcm_ast *argument = argument_syntax(*ast, external->runs);
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

const lcm_expr *lcm_external_value(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_external *external,
                                   const lcm_expr *amount,
                                   const char **missing) {
  enum { MOST = 32 };
  struct lcm_subst substs[MOST];
  size_t n = 0;
  if (!amount)
    return lcm_expr_int(l->ctx, 0);
  for (size_t i = 0; i < external->n_params; i++) {
    size_t ends[2];
    const char *name = external->params[i];
    if (!lcm_expr_has(amount, name))
      continue;
    const lcm_expr *by =
        n < MOST && lcm_call_argument_text(ends, l, ast, i)
            ? argument(l, argument_syntax(ast, i), ends, external->behind[i])
            : NULL;
    if (!by) {
      *missing = name;
      return NULL;
    }
    substs[n++] = (struct lcm_subst){name, by};
  }
  return n ? lcm_expr_subst(l->ctx, amount, substs, n) : amount;
}

const lcm_expr *lcm_external_bytes(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_external *external,
                                   const char **missing) {
  const lcm_expr *read =
      lcm_external_value(l, ast, external, external->reads, missing);
  return lcm_expr_add(
      l->ctx, read,
      lcm_external_value(l, ast, external, external->writes, missing));
}

bool lcm_external_reads(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *call = ast->parent;
  size_t defined = 0;
  size_t i = 0;
  if (ast->kind != LCM_AST_ADDRESS || !call || call->kind != LCM_AST_CALL ||
      !call->name || lcm_map_get(&l->defined, call->name, &defined))
    return false;
  const struct lcm_external *external = lcm_external_of(l, call->name);
  for (const lcm_ast *at = call->first ? call->first->next : NULL;
       at && at != ast; at = at->next)
    i++;
  return external && i < external->n_params && external->behind[i];
}

/* Note why what the call "node" of "external" costs is not known. */
static void note_why(struct lcm_lowering *l, lcm_node *node,
                     const struct lcm_external *external, const char *missing) {
  lcm_lower_attribute(l, node, "why",
                      external->unknown ? external->unknown
                      : external->runs < external->n_params
                          ? lcm_arena_printf(lcm_ctx_arena(l->ctx),
                                             "where '%s' is made is not known",
                                             external->params[external->runs])
                          : lcm_arena_printf(lcm_ctx_arena(l->ctx),
                                             "its argument '%s' is not known",
                                             missing));
}

void lcm_external_price(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *ast, const char *name) {
  const struct lcm_external *external =
      lcm_external_meant(l, &ast, name ? lcm_external_of(l, name) : NULL);
  const char *missing = NULL;
  if (!external || external->calls)
    return;
  const lcm_expr *flops =
      lcm_external_value(l, ast, external, external->flops, &missing);
  const lcm_expr *bytes = lcm_external_bytes(l, ast, external, &missing);
  if (external->unknown || external->runs < external->n_params || !flops ||
      !bytes) {
    note_why(l, node, external, missing);
    return;
  }
  for (int k = 0; l->options->costs && k < 3; k++)
    if (external->kinds[k])
      node->costs[LCM_COST_ADD + k] =
          lcm_external_value(l, ast, external, external->kinds[k], &missing);
  node->flops = flops;
  node->bytes = lcm_expr_is_int(bytes, 0) ? NULL : bytes;
}

const struct lcm_external *lcm_external_calls(struct lcm_lowering *l,
                                              const lcm_ast *ast) {
  const lcm_ast *callback = lcm_call_callback(ast);
  const struct lcm_external *external =
      callback && ast->name ? lcm_external_of(l, ast->name) : NULL;
  return external && external->calls ? external : NULL;
}
