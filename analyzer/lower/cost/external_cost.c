/* What calls of functions from elsewhere cost, for their arguments. */
#include "analyzer/lower/cost/external_cost.h"
#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/spelling.h"
#include "analyzer/lower/cost/weigh.h"
#include "analyzer/lower/values/elements/length.h"
#include "analyzer/lower/values/names.h"

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

/* Return the value of argument number "i" of the call "ast", which a macro
 * makes; NULL where that is not known. */
static const lcm_expr *made_argument(struct lcm_lowering *l, const lcm_ast *ast,
                                     size_t i) {
  lcm_text_list texts = {0};
  lcm_call_texts(&texts, l, ast);
  return i < texts.n ? lcm_lower_text(l, texts.at[i], ast->begin) : NULL;
}

/* Return the length of the text that the argument "ast" (or NULL) is, 0 where
 * nothing says it: then it is short. */
static const lcm_expr *length(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_expr *known = ast ? lcm_text_length(l, ast) : NULL;
  return known ? known : lcm_expr_int(l->ctx, 0);
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
    const char *of_text = LCM_INTERN_JOINED(l->ctx, name, LCM_EXTERNAL_LENGTH);
    if (n < MOST && lcm_expr_has(amount, of_text))
      substs[n++] =
          (struct lcm_subst){of_text, length(l, lcm_syntax_argument(ast, i))};
    if (!lcm_expr_has(amount, name))
      continue;
    const lcm_expr *by = NULL;
    if (n < MOST && lcm_call_argument_text(ends, l, ast, i))
      by = argument(l, lcm_syntax_argument(ast, i), ends, external->behind[i]);
    else if (n < MOST && !external->behind[i])
      by = made_argument(l, ast, i);
    if (!by) {
      *missing = name;
      return NULL;
    }
    substs[n++] = (struct lcm_subst){name, by};
  }
  return n ? lcm_expr_subst(l->ctx, amount, substs, n) : amount;
}

/* Put the bytes that the call "ast" of "external" reads and those that it
 * writes into "out", "scanned" or else; false where they are not known.  Where
 * the operations tell what usual texts cost, what is not known is short. */
static bool bytes_of(const lcm_expr *out[2], struct lcm_lowering *l,
                     const lcm_ast *ast, const struct lcm_external *external,
                     bool scanned, const char **missing) {
  const lcm_expr *amounts[] = {scanned ? external->scans : external->reads,
                               scanned ? external->fills : external->writes};
  for (int i = 0; i < 2; i++) {
    const char *unknown = NULL;
    out[i] = lcm_external_value(l, ast, external, amounts[i], &unknown);
    if (!out[i] && scanned && external->flops)
      out[i] = lcm_expr_int(l->ctx, 0);
    *missing = out[i] ? *missing : unknown;
  }
  return out[0] && out[1];
}

bool lcm_external_by_level(const struct lcm_lowering *l,
                           const struct lcm_external *external) {
  const struct lcm_weights *weights = l->options->weights;
  return weights && weights->held[0] > 0 &&
         (external->scans || external->fills);
}

/* Return "bytes[0]", which are read, and "bytes[1]", which are written, as so
 * many of the kind that machines are measured with: of three of these two are
 * read and one is written, whose line is read before.  Whole lines are not read
 * before they are written, which helps in caches, and what is read alone is not
 * held up by what is written. */
static const lcm_expr *as_moved(lcm_ctx *ctx, const lcm_expr *const bytes[2],
                                bool cached) {
  const lcm_expr *written =
      cached ? lcm_expr_mul(ctx, bytes[1], lcm_expr_ratio(ctx, 3, 4))
             : bytes[1];
  return lcm_expr_add(
      ctx, lcm_expr_mul(ctx, bytes[0], lcm_expr_ratio(ctx, 1, 2)), written);
}

/* Return "inside" where a level of "held" bytes holds "all", else "outside". */
static const lcm_expr *where_held(lcm_ctx *ctx, const lcm_expr *all,
                                  double held, const lcm_expr *inside,
                                  const lcm_expr *outside) {
  return lcm_expr_if(
      ctx, lcm_expr_binary(ctx, LCM_X_LE, all, lcm_expr_real(ctx, held)),
      inside, outside);
}

const lcm_expr *lcm_external_bytes(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_external *external,
                                   const char **missing) {
  lcm_ctx *ctx = l->ctx;
  const struct lcm_weights *weights = l->options->weights;
  const lcm_expr *own[2];
  const lcm_expr *scanned[2];
  if (!bytes_of(own, l, ast, external, false, missing) ||
      !bytes_of(scanned, l, ast, external, true, missing))
    return NULL;
  const lcm_expr *all = lcm_expr_add(ctx, scanned[0], scanned[1]);
  double last = 0;
  for (size_t i = 0; weights && i < LCM_WEIGHED_LEVELS; i++)
    last = weights->held[i] > 0 ? weights->held[i] : last;
  if (lcm_external_by_level(l, external))
    all = where_held(ctx, all, last, lcm_expr_int(ctx, 0),
                     as_moved(ctx, scanned, false));
  return lcm_expr_add(ctx, lcm_expr_add(ctx, own[0], own[1]), all);
}

/* Calling a function that goes through bytes takes as long as BEGIN bytes of
 * the innermost level.  Machines are measured with code as compilers make it;
 * with the widest registers WIDE bytes of that level take as long as one. */
enum { BEGIN = 128, WIDE = 3 };

const lcm_expr *lcm_external_scanned(struct lcm_lowering *l, const lcm_ast *ast,
                                     const struct lcm_external *external) {
  const double wide = 1.0 / WIDE;
  lcm_ctx *ctx = l->ctx;
  const struct lcm_weights *weights = l->options->weights;
  const char *missing = NULL;
  const lcm_expr *scanned[2];
  if (!bytes_of(scanned, l, ast, external, true, &missing))
    return NULL;
  const lcm_expr *all = lcm_expr_add(ctx, scanned[0], scanned[1]);
  const lcm_expr *out = lcm_expr_int(ctx, 0);
  for (size_t i = LCM_WEIGHED_LEVELS; i-- > 0;) {
    const lcm_expr *each =
        lcm_expr_real(ctx, weights->byte[i] * (i ? 1 : wide));
    if (weights->held[i] > 0)
      out = where_held(
          ctx, all, weights->held[i],
          lcm_expr_mul(ctx, i ? as_moved(ctx, scanned, true) : all, each), out);
  }
  return lcm_expr_add(ctx, out, lcm_weigh_expr(ctx, BEGIN * weights->byte[0]));
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
  if (flops && lcm_external_by_level(l, external))
    flops = lcm_expr_add(l->ctx, flops, lcm_external_scanned(l, ast, external));
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
