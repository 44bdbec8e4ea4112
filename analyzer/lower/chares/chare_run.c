/* Running a program of chares: phases, each until no message is left. */
#include <string.h>

#include "analyzer/lower/arguments/options.h"
#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/chares/chare_find.h"
#include "analyzer/lower/chares/chare_hidden.h"
#include "analyzer/lower/chares/chare_node.h"
#include "analyzer/lower/chares/chare_reach.h"
#include "analyzer/lower/chares/chare_run.h"
#include "analyzer/lower/chares/chare_share.h"
#include "analyzer/lower/control/node.h"

typedef LCM_LIST(const struct lcm_chare_entry *) entry_list;

/* Return whether "entry" is in "list". */
static bool has(const entry_list *list, const struct lcm_chare_entry *entry) {
  for (size_t i = 0; i < list->n; i++)
    if (list->at[i] == entry)
      return true;
  return false;
}

/* Add the entries that quiescence runs after what "phase" begins with to
 * "phases". */
static void add_next(const struct lcm_lowering *l, entry_list *phases,
                     const struct lcm_chare_entry *phase) {
  for (size_t i = 0; i < l->syntax->calls.n; i++) {
    const struct lcm_called *called = &l->syntax->calls.at[i];
    const struct lcm_chare_function *call = lcm_chare_call(l, called->call);
    long long number = 0;
    if (!call || call->act != LCM_CHARE_QUIESCENCE ||
        !lcm_chare_constant(&number, l,
                            lcm_chare_argument(called->call, call->entry)) ||
        !lcm_chare_leads(l, phase->defined, called->function))
      continue;
    const struct lcm_chare_entry *entry = lcm_chare_entry_at(l, number);
    if (entry && entry->function && !has(phases, entry))
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), phases, entry);
  }
}

/* Let the call "node" of an entry, with which the call "ast" of md_run begins a
 * phase, give what holds for the whole program the values that it begins with.
 */
static void begin_shared(struct lcm_lowering *l, lcm_node *node,
                         const lcm_ast *ast) {
  const struct lcm_chares *c = l->chares;
  const size_t from = node->u.call.n_args - c->members.n - c->rounds.n;
  const lcm_expr **args = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const lcm_expr *,
                                        node->u.call.n_args + 1);
  struct lcm_subst p = {lcm_intern(l->ctx, "p"), NULL};
  p.by = lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "procs"), LCM_DIM_NONE);
  double number = 0;
  memcpy(args, node->u.call.args, node->u.call.n_args * sizeof *args);
  for (size_t i = 0; i < c->members.n; i++) {
    const lcm_expr *value = lcm_chare_member_value(l, ast, &c->members.at[i]);
    if (value && lcm_expr_is_number(value, &number))
      lcm_options_default(l, c->members.at[i].name, value, node->loc);
    else if (value)
      args[from + i] = value;
  }
  for (size_t i = 0; i < c->rounds.n; i++) {
    const lcm_expr *count = c->rounds.at[i].count;
    if (count)
      args[from + c->members.n + i] = lcm_expr_subst(l->ctx, count, &p, 1);
  }
  node->u.call.args = args;
}

/* Return the phase that begins with "entry", at the call "ast" of md_run. */
static const lcm_node *phase_of(struct lcm_lowering *l, const lcm_ast *ast,
                                const struct lcm_chare_entry *entry) {
  const struct lcm_chare_sending first = {
      .ast = ast, .entry = entry, .processor = lcm_expr_int(l->ctx, 0)};
  lcm_node *call = lcm_chare_entry_call(l, &first);
  lcm_node *group = lcm_lower_node(l, LCM_NODE_TASKGROUP, ast);
  if (entry->defined)
    begin_shared(l, call, ast);
  group->label = LCM_INTERN_JOINED(l->ctx, "until quiescence: ", entry->name);
  lcm_lower_attribute(l, group, "construct", "md_run");
  lcm_lower_attribute(l, group, "message", entry->name);
  lcm_lower_child(l, group, call);
  return group;
}

const lcm_node *lcm_chare_lower_run(struct lcm_lowering *l,
                                    const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const struct lcm_chare_entry *first = lcm_chare_entry_at(l, 0);
  lcm_node_list nodes = {0};
  lcm_node_list parts = {0};
  entry_list phases = {0};
  if (!first || !first->function)
    return lcm_lower_opaque(l, &nodes, ast,
                            "the table of entries has none that begins");
  LCM_LIST_ADD(arena, &phases, first);
  LCM_LIST_ADD(arena, &nodes, lcm_chare_boot(l, ast, first));
  for (size_t i = 0; i < phases.n; i++) {
    if (phases.at[i]->defined)
      add_next(l, &phases, phases.at[i]);
    LCM_LIST_ADD(arena, &nodes, phase_of(l, ast, phases.at[i]));
  }
  lcm_node *team = lcm_lower_node(l, LCM_NODE_TEAM, ast);
  lcm_node *single = lcm_lower_node(l, LCM_NODE_PARALLEL, ast);
  lcm_node *barrier = lcm_lower_node(l, LCM_NODE_BARRIER, ast);
  single->u.parallel.worksharing = true;
  single->label = lcm_intern(l->ctx, "processor 0");
  lcm_lower_child(l, single, lcm_lower_series(l, &nodes, team->loc));
  lcm_lower_attribute(l, single, "construct", "md_run");
  lcm_lower_attribute(l, barrier, "construct", "md_run");
  lcm_lower_attribute(l, barrier, "implicit", "yes");
  LCM_LIST_ADD(arena, &parts, single);
  LCM_LIST_ADD(arena, &parts, barrier);
  team->label = lcm_intern(l->ctx, "md_run");
  lcm_lower_attribute(l, team, "construct", "md_run");
  lcm_lower_child(l, team, lcm_lower_series(l, &parts, team->loc));
  return team;
}
