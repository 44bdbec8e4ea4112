/* What calls of functions from elsewhere cost, for their arguments. */
#include "analyzer/lower/cost/external_cost.h"
#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/spelling.h"

/* Return the value of the argument "ast" (NULL: it has no syntax) that stands
 * at "ends", or of what it points to where it is so "behind"; NULL where that
 * is not known. */
static const lcm_expr *argument(struct lcm_lowering *l, const lcm_ast *ast,
                                const size_t ends[2], bool behind) {
  const char first = l->text[ends[0]];
  if (behind && first == '"' && ends[1] > ends[0] + 2)
    return lcm_expr_int(l->ctx, (unsigned char)l->text[ends[0] + 1]);
  if (behind && first != '&')
    return NULL;
  return lcm_spelling_value(l, ast && behind && ast->first ? ast->first : ast,
                            ends[0] + behind, ends[1]);
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
    const lcm_expr *by = n < MOST && lcm_call_argument_text(ends, l, ast, i)
                             ? argument(l, lcm_syntax_argument(ast, i), ends,
                                        external->behind[i])
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
