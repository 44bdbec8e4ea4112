/* Directives of OpenMP that stand alone, and opaque ones. */
#include <string.h>

#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/mean.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/openmp/standalone.h"
#include "analyzer/lower/openmp/task.h"

/* What a standalone directive becomes. */
enum standalone {
  NOTHING, /* it declares, or changes nothing that takes time */
  IDLE,    /* something is done whose cost is taken for nothing */
  BARRIER,
  TASKWAIT,
  MOVES,  /* transfers */
  UNKNOWN /* an opaque node */
};

/* A standalone directive; why it is opaque. */
static const struct {
  const char *construct;
  enum standalone meaning;
  const char *reason;
} STANDALONE[] = {
    {"barrier", BARRIER, NULL},
    {"taskwait", TASKWAIT, NULL},
    {"target update", MOVES, NULL},
    {"target enter data", MOVES, NULL},
    {"target exit data", MOVES, NULL},
    {"flush", IDLE, NULL},
    {"taskyield", IDLE, NULL},
    {"cancellation point", IDLE, NULL},
    {"scan", IDLE, NULL},
    {"depobj", IDLE, NULL},
    {"interop", UNKNOWN, "interop: what another runtime does is not followed"},
    {"cancel", UNKNOWN, "cancel: how much is left out is not known"},
    {"ordered", UNKNOWN, "dependences between iterations are not followed"},
    {"metadirective", UNKNOWN,
     "metadirective: which variant applies is not "
     "known; the statement is read without it"},
    {"begin metadirective", UNKNOWN,
     "metadirective: which variant applies is not known; the block is read "
     "without it"},
    {"begin declare variant", UNKNOWN,
     "declare variant: calls are taken to go to the base function"},
    {"declare variant", UNKNOWN,
     "declare variant: calls are taken to go to the base function"}};

void lcm_omp_describe(struct lcm_lowering *l, lcm_node *node,
                      const lcm_pragma *pragma) {
  lcm_lower_attribute(l, node, "construct", pragma->construct);
  if (*pragma->text)
    lcm_lower_attribute(l, node, "clauses", pragma->text);
  if (!node->label)
    node->label = pragma->construct;
}

const lcm_node *lcm_omp_behind_opaque(struct lcm_lowering *l,
                                      const lcm_pragma *pragma,
                                      const char *reason,
                                      const lcm_node *node) {
  lcm_node_list nodes = {0};
  lcm_node *opaque = lcm_node_new(l->ctx, LCM_NODE_OPAQUE, pragma->loc);
  opaque->u.opaque.reason = reason;
  opaque->label = pragma->construct;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nodes, opaque);
  if (node)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nodes, node);
  if (!l->around.covered)
    lcm_report(l->ctx, LCM_DIAG_OPAQUE, pragma->loc, "%s", reason);
  return lcm_lower_series(l, &nodes, pragma->loc);
}

/* Return the row of the standalone directive "pragma"; their number where it
 * has none. */
static size_t standalone_row(const lcm_pragma *pragma) {
  size_t i = 0;
  while (i < sizeof STANDALONE / sizeof *STANDALONE &&
         strcmp(pragma->construct, STANDALONE[i].construct) != 0)
    i++;
  return i;
}

/* Return what the standalone directive "pragma" becomes. */
static enum standalone standalone_of(const lcm_pragma *pragma) {
  const size_t i = standalone_row(pragma);
  return i < sizeof STANDALONE / sizeof *STANDALONE ? STANDALONE[i].meaning
                                                    : NOTHING;
}

/* Return the opaque node of the standalone directive "pragma", for "reason",
 * with what comments say of it. */
static const lcm_node *opaque_of(struct lcm_lowering *l,
                                 const lcm_pragma *pragma, const char *reason) {
  const size_t anchor = l->bound.pragma_anchor[pragma - l->bound.pragmas.at];
  struct lcm_meaning meaning;
  const bool said = lcm_lower_meaning(&meaning, l, anchor);
  const bool covered = said && lcm_lower_covers(&meaning);
  l->around.covered += covered;
  const lcm_node *opaque = lcm_omp_behind_opaque(l, pragma, reason, NULL);
  l->around.covered -= covered;
  if (!said)
    return opaque;
  lcm_node *node = lcm_node_new(l->ctx, LCM_NODE_SERIES, pragma->loc);
  lcm_lower_child(l, node, opaque);
  lcm_omp_describe(l, node, pragma);
  return lcm_lower_mean(l, node, &meaning);
}

const lcm_node *lcm_lower_standalone(struct lcm_lowering *l,
                                     const lcm_pragma *pragma) {
  lcm_node *node = NULL;
  switch (standalone_of(pragma)) {
  case NOTHING:
    return NULL;
  case UNKNOWN:
    return opaque_of(l, pragma, STANDALONE[standalone_row(pragma)].reason);
  case IDLE:
    node = lcm_node_new(l->ctx, LCM_NODE_FRAGMENT, pragma->loc);
    node->flops = lcm_expr_int(l->ctx, 0);
    break;
  case BARRIER:
    node = lcm_node_new(l->ctx, LCM_NODE_BARRIER, pragma->loc);
    break;
  case TASKWAIT:
    node = lcm_omp_taskwait(l, pragma);
    break;
  case MOVES:
    node = lcm_omp_transfers(l, pragma);
    break;
  }
  lcm_omp_describe(l, node, pragma);
  return lcm_lower_apply(l, node,
                         l->bound.pragma_anchor[pragma - l->bound.pragmas.at]);
}

/* Put an opaque node for the directive "pragma", for "reason", at the end of
 * the function that it stands in. */
static void append_opaque(struct lcm_lowering *l, const lcm_pragma *pragma,
                          const char *reason) {
  for (size_t i = 0; i < l->functions.n; i++) {
    lcm_function *f = &l->functions.at[i];
    if (!f->body || pragma->loc.begin < f->loc.begin ||
        pragma->loc.begin >= f->loc.end)
      continue;
    lcm_node_list nodes = {0};
    lcm_node *opaque = lcm_node_new(l->ctx, LCM_NODE_OPAQUE, pragma->loc);
    opaque->u.opaque.reason = reason;
    lcm_omp_describe(l, opaque, pragma);
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nodes, f->body);
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &nodes, opaque);
    f->body = lcm_lower_series(l, &nodes, f->body->loc);
  }
}

void lcm_lower_unclaimed(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->bound.pragmas.n; i++) {
    const lcm_pragma *pragma = &l->bound.pragmas.at[i];
    const enum standalone means = standalone_of(pragma);
    if (l->bound.claimed[i] ||
        (pragma->standalone && (means == NOTHING || means == IDLE)))
      continue;
    const char *reason =
        means == UNKNOWN
            ? STANDALONE[standalone_row(pragma)].reason
            : lcm_arena_printf(lcm_ctx_arena(l->ctx),
                               "'%s' stands where nothing is modelled",
                               pragma->construct);
    lcm_report(l->ctx, LCM_DIAG_OPAQUE, pragma->loc, "%s", reason);
    append_opaque(l, pragma, reason);
  }
}
