/* Whether what subscripts and bounds in a parallel region speak of has one
 * value for all threads, throughout. */
#include "model/edit/race/names.h"

#include <string.h>

/* Add "name" to what changes. */
static void add_name(struct lcm_race_names *out, lcm_ctx *ctx,
                     const char *name) {
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->changed, name);
}

/* Add what "node" changes, or has its own of. */
static void add_node(struct lcm_race_names *out, lcm_ctx *ctx,
                     const lcm_node *node) {
  for (size_t i = 0; i < node->n_reads; i++)
    if (node->reads[i].is_private && !lcm_section_is_array(&node->reads[i]))
      add_name(out, ctx, node->reads[i].datum);
  for (size_t i = 0; i < node->n_writes; i++) {
    const lcm_section *section = &node->writes[i];
    if (lcm_section_is_array(section))
      continue;
    add_name(out, ctx, section->datum);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &out->moved, section->key);
  }
  if (node->kind == LCM_NODE_LET)
    add_name(out, ctx, node->u.let.name);
  for (size_t i = 0; lcm_node_is_loop(node->kind) && i < node->u.loop.n_ranges;
       i++)
    add_name(out, ctx, node->u.loop.ranges[i].index);
  for (size_t i = 0; i < node->n_with; i++)
    add_name(out, ctx, node->with[i].name);
}

void lcm_race_find_names(struct lcm_race_names *out,
                         const struct lcm_race_watch *watch) {
  *out = (struct lcm_race_names){.changed = {0}};
  for (size_t i = 0; i < watch->nodes.n; i++)
    add_node(out, watch->ctx, watch->nodes.at[i]);
}

/* Return whether "name" is in "list". */
static bool is_changed(const struct lcm_race_names *names, const char *name) {
  for (size_t i = 0; i < names->changed.n; i++)
    if (!strcmp(lcm_name_plain(names->changed.at[i]), lcm_name_plain(name)))
      return true;
  return false;
}

/* Return whether "name" is the index of exactly one loop around "access", or
 * "*twice" that of several. */
static bool is_index(bool *twice, const struct lcm_edit_access *access,
                     const char *name) {
  size_t n = 0;
  for (size_t i = 0; i < access->n_ranges; i++)
    n += access->ranges[i].index == name;
  for (size_t i = 0; i < access->section->n_over; i++)
    n += access->section->over[i].index == name;
  *twice = *twice || n > 1;
  return n > 0;
}

/* Return the call around "at" that is the outermost, or NULL. */
static const lcm_node *outer_call(const struct lcm_race_at *at) {
  const lcm_node *call = NULL;
  for (const struct lcm_race_loop *loop = at->loop; loop; loop = loop->outer)
    if (loop->node->kind == LCM_NODE_CALL)
      call = loop->node;
  return call;
}

/* Return whether "name", of something in a function that is called, comes from
 * an argument of the outermost call: else it may be of that function. */
static bool is_passed(const struct lcm_race_at *at, const char *name) {
  const lcm_node *call = outer_call(at);
  for (size_t i = 0; call && i < call->u.call.n_args; i++)
    if (call->u.call.args[i] && lcm_expr_has(call->u.call.args[i], name))
      return true;
  for (size_t i = 0; call && call->u.call.places && i < call->u.call.n_args;
       i++)
    for (size_t k = 0; k < call->u.call.places[i].n_extents; k++) {
      const struct lcm_extent *step = &call->u.call.places[i].extents[k];
      if (step->lower && lcm_expr_has(step->lower, name))
        return true;
    }
  for (const struct lcm_race_loop *loop = at->loop; loop; loop = loop->outer)
    for (size_t i = 0; i < loop->n; i++)
      if (loop->node == call)
        break;
      else if (loop->node->u.loop.ranges[i].index == name)
        return true;
  return !call;
}

/* What is asked of the names of "access". */
struct asking {
  const struct lcm_race_names *names;
  lcm_ctx *ctx;
  const struct lcm_edit_access *access;
  bool settled;
};

/* Ask of the names of "e" (NULL: nothing). */
static void ask(struct asking *asking, const lcm_expr *e) {
  const char *const *all = NULL;
  const struct lcm_race_at *at = asking->access->state;
  const size_t n = e ? lcm_expr_names(&all, asking->ctx, e) : 0;
  for (size_t i = 0; i < n && asking->settled; i++) {
    bool twice = false;
    if (is_index(&twice, asking->access, all[i])) {
      asking->settled = !twice;
      continue;
    }
    if (!strcmp(all[i], "thread")) {
      asking->settled = !at->task && !at->taskloop;
      continue;
    }
    asking->settled = *all[i] != '?' &&
                      !strpbrk(lcm_name_plain(all[i]), ".>[") &&
                      !is_changed(asking->names, all[i]) &&
                      (!at->in_call || is_passed(at, all[i]));
  }
}

/* Ask of the bounds of "range". */
static void ask_range(struct asking *asking, const lcm_iteration *range) {
  ask(asking, range->from);
  ask(asking, range->to);
  ask(asking, range->step);
  ask(asking, range->factor);
}

bool lcm_race_is_settled(const struct lcm_race_names *names, lcm_ctx *ctx,
                         const struct lcm_edit_access *access) {
  struct asking asking = {names, ctx, access, true};
  const struct lcm_race_at *at = access->state;
  const lcm_section *section = access->section;
  for (size_t i = 0; i < section->n_extents; i++) {
    ask(&asking, section->extents[i].lower);
    ask(&asking, section->extents[i].length);
  }
  for (size_t i = 0; i < section->n_over; i++)
    ask_range(&asking, &section->over[i]);
  for (size_t i = 0; i < access->n_ranges; i++)
    ask_range(&asking, &access->ranges[i]);
  ask(&asking, section->rounds);
  ask(&asking, at->when);
  ask(&asking, lcm_section_condition(ctx, section));
  for (size_t i = 0; i < names->moved.n && lcm_section_is_array(section); i++)
    if (names->moved.at[i] == section->key)
      return false;
  return asking.settled;
}
