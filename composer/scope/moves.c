/* Finds once for each fragment what it moves.  Levels of memory: what a byte
 * costs there. */
#include "composer/scope/moves.h"

#include <math.h>

#include "composer/scope/slow.h"

double lcm_level_rate(const struct lcm_level *level) {
  const double bandwidth = fmin(level->core, level->socket);
  return isfinite(bandwidth) && bandwidth > 0 ? 1 / bandwidth : 0;
}

/* Return whether the cost "name" of "machine" may be more than nothing. */
static bool is_priced(const lcm_machine *machine, const char *name) {
  const struct lcm_cost *cost = lcm_machine_cost(machine, name);
  return cost && !lcm_expr_is_int(cost->expr, 0);
}

bool lcm_machine_moves(const lcm_machine *machine) {
  return is_priced(machine, "transfer") || is_priced(machine, "contention");
}

const lcm_expr *lcm_facts_bytes(struct lcm_facts_table *table,
                                const lcm_node *node) {
  struct lcm_facts *facts = lcm_facts_of(table, node);
  if (!facts->bytes_known) {
    facts->bytes = lcm_node_bytes(table->ctx, node);
    facts->bytes_known = true;
  }
  return facts->bytes;
}

/* Remember "traffic" of "node" in "user", a table. */
static void remember(const lcm_node *node, const struct lcm_moves *traffic,
                     void *user) {
  struct lcm_facts *facts = lcm_facts_of(user, node);
  facts->moves = traffic;
  facts->lines_known = false;
}

/* So many bytes of what was touched last are at hand, in registers. */
static const double AT_HAND = 512;

/* Return whether what was touched since the bytes of "reuse" is so little that
 * they are at hand. */
static bool is_at_hand(const struct lcm_reuse *reuse) {
  const lcm_expr *const parts[] = {reuse->set.common, reuse->set.own,
                                   reuse->set.divided};
  double sum = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    double bytes = 0;
    if (parts[i] && !lcm_expr_is_number(parts[i], &bytes))
      return false;
    sum += bytes;
  }
  return reuse->set.known && sum <= AT_HAND;
}

/* As remember, for a machine without caches: all comes from memory but what is
 * at hand. */
static void remember_first(const lcm_node *node,
                           const struct lcm_moves *traffic, void *user) {
  struct lcm_facts_table *table = user;
  struct lcm_moves *out = LCM_NEW(lcm_ctx_arena(table->ctx), struct lcm_moves);
  out->all = traffic->all;
  for (size_t i = 0; i < traffic->n && out->all; i++)
    if (traffic->again[i].bytes && is_at_hand(&traffic->again[i]))
      out->all = lcm_expr_sub(table->ctx, out->all, traffic->again[i].bytes);
  out->first = out->all;
  remember(node, out, table);
}

/* Return "moves", of the fragment "node", with what its strided accesses bring
 * in beside what they use. */
static const struct lcm_moves *with_lines(struct lcm_facts_table *table,
                                          const lcm_machine *machine,
                                          const lcm_node *node,
                                          const struct lcm_moves *moves) {
  lcm_arena *arena = lcm_ctx_arena(table->ctx);
  struct lcm_moves *out = LCM_NEW(arena, struct lcm_moves);
  struct lcm_reuse *lines =
      LCM_NEW_ARRAY(arena, struct lcm_reuse, node->n_slow + 1);
  *out = *moves;
  for (size_t i = 0; i < node->n_slow; i++)
    out->n_lines += lcm_stride_bytes(&lines[out->n_lines], table->ctx, machine,
                                     &node->slow[i]);
  out->lines = lines;
  return out;
}

const struct lcm_moves *lcm_facts_moves(struct lcm_facts_table *table,
                                        const lcm_machine *machine,
                                        const lcm_node *node) {
  struct lcm_facts *facts = lcm_facts_of(table, node);
  const lcm_program *program = table->program;
  const lcm_traffic_fn fn =
      lcm_machine_has_caches(machine) ? remember : remember_first;
  while (!facts->moves && table->recalled < program->n_functions) {
    const lcm_node *body = program->functions[table->recalled++].body;
    if (body)
      lcm_traffic_recall(table->ctx, program, body, fn, table);
  }
  if (!facts->moves) {
    struct lcm_moves *alone =
        LCM_NEW(lcm_ctx_arena(table->ctx), struct lcm_moves);
    alone->all = alone->first = lcm_facts_bytes(table, node);
    facts->moves = alone;
  }
  if (node->n_slow && !facts->lines_known)
    facts->moves = with_lines(table, machine, node, facts->moves);
  facts->lines_known = true;
  return facts->moves;
}
