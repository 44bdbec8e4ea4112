/* Loops that are scans: each iteration uses a running sum, before or behind the
 * statement that adds to it. */
#include "model/edit/why/scan.h"

#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/scalar.h"
#include "model/sections/sections.h"

/* A loop that may be a scan. */
struct scan {
  lcm_ctx *ctx;
  const struct lcm_edit_accesses *all; /* of a round */
  const struct lcm_edit_access *write; /* the sum is added to there */
  unsigned before; /* how many uses of it come before that, and behind it */
  unsigned behind;
};

/* Return what the node of "access" says of its variable: "behind", "before" or
 * "array"; "" for nothing. */
static const char *said(const struct lcm_edit_access *access) {
  static const char *const WORDS[] = {"behind", "before", "array"};
  const char *scan = lcm_node_attribute(access->node, "scan");
  const char *key = scan ? strchr(scan, ' ') : NULL;
  if (!key || strcmp(key + 1, access->section->key) != 0)
    return "";
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (!strncmp(scan, WORDS[i], (size_t)(key - scan)))
      return WORDS[i];
  return "";
}

/* Put the only access that writes the variable "key" into "s"; false where
 * there are others, or it is in another loop. */
static bool find_write(struct scan *s, const char *key) {
  for (size_t i = 0; i < s->all->of.n; i++) {
    const struct lcm_edit_access *access = &s->all->of.at[i];
    if (access->section->key != key)
      continue;
    if (access->n_ranges || (access->writes && s->write))
      return false;
    s->write = access->writes ? access : s->write;
  }
  return s->write != NULL;
}

/* Count the uses of the sum in other nodes than the one that adds to it. */
static void count_uses(struct scan *s) {
  for (size_t i = 0; i < s->all->of.n; i++) {
    const struct lcm_edit_access *access = &s->all->of.at[i];
    if (access->section->key != s->write->section->key ||
        access->node == s->write->node)
      continue;
    if (access->node->loc.begin < s->write->node->loc.begin)
      s->before++;
    else
      s->behind++;
  }
}

/* Return whether rounds read something that they write, but for the sum: what
 * comes before the scan must leave nothing for what comes behind it. */
static bool hands_on(const struct scan *s) {
  for (size_t i = 0; i < s->all->of.n; i++)
    for (size_t k = 0; k < s->all->of.n; k++) {
      const struct lcm_edit_access *write = &s->all->of.at[i];
      const struct lcm_edit_access *read = &s->all->of.at[k];
      if (write->writes && !read->writes &&
          write->section->key == read->section->key &&
          write->section->key != s->write->section->key)
        return true;
    }
  return false;
}

/* Return whether "node" or something below it gives a variable a value that is
 * followed, or calls something. */
static bool sets_more(const lcm_node *node) {
  if (node->kind == LCM_NODE_LET || node->kind == LCM_NODE_CALL ||
      lcm_node_is_loop(node->kind))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (sets_more(node->children[i]))
      return true;
  return false;
}

/* Return whether a round only does what a scan may. */
static bool is_plain(const struct scan *s, const lcm_node *loop) {
  for (size_t i = 0; i < loop->n_children; i++)
    if (sets_more(loop->children[i]))
      return false;
  return !s->all->own->of.n && !s->all->why && !hands_on(s);
}

/* Return what would help where the sum is a variable. */
static const char *help_variable(struct scan *s) {
  const char *word = said(s->write);
  count_uses(s);
  if (*word && !s->before && !s->behind)
    s->before = !strcmp(word, "before");
  else if (*word || !s->write->section->added)
    return NULL;
  s->behind = s->behind || !strcmp(word, "behind");
  if (!strcmp(word, "array") || !s->before == !s->behind)
    return NULL;
  return lcm_arena_printf(
      lcm_ctx_arena(s->ctx),
      "a scan: reduction(inscan, ...) of '%s' at the loop, and '#pragma omp "
      "scan %s(%s)' %s the statement that adds to it (OpenMP 5.0)",
      s->write->section->datum, s->behind ? "inclusive" : "exclusive",
      s->write->section->datum, s->behind ? "behind" : "before");
}

/* Return whether "read" is the element that the round before "write" leaves in
 * the loop "loop". */
static bool is_last(lcm_ctx *ctx, const lcm_node *loop,
                    const struct lcm_edit_access *write,
                    const struct lcm_edit_access *read) {
  const lcm_iteration *range = &loop->u.loop.ranges[0];
  const lcm_section *a = write->section;
  const lcm_section *b = read->section;
  const lcm_expr *step = range->step ? range->step : lcm_expr_int(ctx, 1);
  if (a->n_extents != 1 || b->n_extents != 1 || !a->extents->lower ||
      !b->extents->lower || a->n_over || b->n_over || !a->exact || !b->exact ||
      lcm_edit_goes_down(loop) || range->factor)
    return false;
  const struct lcm_subst back = {
      range->index,
      lcm_expr_sub(ctx, lcm_expr_symbol(ctx, range->index, LCM_DIM_NONE),
                   step)};
  const lcm_expr *before = lcm_expr_subst(ctx, a->extents->lower, &back, 1);
  return lcm_expr_is_int(lcm_expr_sub(ctx, before, b->extents->lower), 0);
}

/* Return what would help where the sums are elements of an array. */
static const char *help_array(const struct scan *s, const lcm_node *loop) {
  bool found = false;
  if (strcmp(said(s->write), "array") != 0)
    return NULL;
  for (size_t i = 0; i < s->all->of.n; i++) {
    const struct lcm_edit_access *read = &s->all->of.at[i];
    if (read->writes || read->section->key != s->write->section->key)
      continue;
    if (!is_last(s->ctx, loop, s->write, read))
      return NULL;
    found = true;
  }
  if (!found)
    return NULL;
  return lcm_arena_printf(
      lcm_ctx_arena(s->ctx),
      "a scan: keep what is left in '%s' in a variable that is added to, with "
      "reduction(inscan, ...) at the loop and '#pragma omp scan inclusive' "
      "behind that statement (OpenMP 5.0)",
      s->write->section->datum);
}

/* Put what a round of the loop at "spot" touches into "round". */
static void find_round(struct lcm_why_round *round, lcm_ctx *ctx,
                       const lcm_program *program,
                       const struct lcm_edit_spot *spot) {
  struct lcm_editing e = {.ctx = ctx, .program = program};
  round->all.own = &round->own;
  round->found = true;
  lcm_edit_touch(&round->all, &e, &program->functions[spot->function],
                 lcm_edit_round(&e, spot->node));
}

const char *lcm_why_scan(lcm_ctx *ctx, const lcm_program *program,
                         const struct lcm_edit_spot *spot,
                         const struct lcm_edit_reason *reason,
                         struct lcm_why_round *round) {
  struct scan s = {.ctx = ctx, .all = &round->all};
  if (!reason->a || spot->node->u.loop.n_ranges != 1)
    return NULL;
  if (!round->found)
    find_round(round, ctx, program, spot);
  if (!find_write(&s, reason->a->section->key) || !is_plain(&s, spot->node))
    return NULL;
  return lcm_edit_is_variable(s.write->section) ? help_variable(&s)
                                                : help_array(&s, spot->node);
}
