/* Detector of lines of the caches that several threads write. */
#include "study/advise/find_line.h"

#include "composer/scope/scope.h"
#include "study/advise/candidate.h"
#include "study/advise/words.h"

/* Return the first line that "node" writes with other members of its team on
 * "machine", NULL for none. */
static const struct lcm_shared_line *line_of(struct lcm_advising *a,
                                             const lcm_machine *machine,
                                             const lcm_node *node) {
  size_t n = 0;
  bool writes = false;
  for (size_t i = 0; i < node->n_slow; i++)
    writes = writes || node->slow[i].kind == LCM_SLOW_SHARED;
  if (writes && !a->facts)
    a->facts = lcm_facts_new(a->ctx, a->program, NULL);
  const struct lcm_shared_line *lines =
      writes ? lcm_facts_lines(&n, a->facts, machine, node) : NULL;
  for (size_t i = 0; i < n; i++) {
    double apart = 0;
    if (!lcm_expr_is_number(lines[i].apart, &apart) || apart < machine->line)
      return &lines[i];
  }
  return NULL;
}

/* Return the name of what "node" writes of the variable "key". */
static const char *name_of(const struct lcm_advising *a, const char *key) {
  for (size_t i = 0; i < a->sites.n; i++) {
    const lcm_node *node = a->sites.at[i].node;
    for (size_t k = 0; k < node->n_writes; k++)
      if (node->writes[k].key == key)
        return node->writes[k].datum;
    for (size_t k = 0; node->kind == LCM_NODE_CALL && node->u.call.places &&
                       k < node->u.call.n_args;
         k++)
      if (node->u.call.places[k].key == key)
        return node->u.call.places[k].datum;
  }
  return "an array";
}

void lcm_advise_shared_line(struct lcm_advising *a,
                            const struct lcm_advised_site *site) {
  const lcm_machine *machine = a->plain.machine;
  double apart = 0;
  if (!machine || a->point->p < 2 || !lcm_machine_cost(machine, "shared_line"))
    return;
  const struct lcm_shared_line *line = line_of(a, machine, site->node);
  if (!line)
    return;
  const bool known = lcm_expr_is_number(line->apart, &apart);
  const char *far =
      known ? lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s bytes from",
                               lcm_advise_number(a->ctx, apart))
            : "beside";
  struct lcm_candidate *c = lcm_advise_add(
      a, LCM_ADVICE_SHARED_LINE, site,
      lcm_arena_printf(lcm_ctx_arena(a->ctx),
                       "false sharing: each thread writes its own part of "
                       "'%s', %s that of the next, and lines of %s bytes move "
                       "between them with the writes",
                       name_of(a, line->datum), far,
                       lcm_advise_number(a->ctx, machine->line)));
  lcm_advise_way(a, c,
                 lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s %s",
                                  lcm_verb_word(LCM_VERB_PAD),
                                  lcm_advise_place(a, site, LCM_VERB_PAD)));
}
