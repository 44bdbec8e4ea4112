/* How much of the parallelism of a program is modelled, and what is in the way.
 */
#include "model/structure/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/map.h"

/* Obstacles are bits of a set; those beyond the last share it. */
enum { MOST_OBSTACLES = 64 };
typedef uint64_t obstacle_set;

/* Functions that one calls: places among those of the program. */
typedef LCM_LIST(size_t) callee_list;

/* What is below a node: its obstacles, the functions that it calls, and whether
 * regions may be. */
struct inside {
  obstacle_set own;
  callee_list callees;
  bool regions;
};

/* A region: what is in the way of it, and of what it calls; in: the function
 * that it was found in last. */
struct region {
  obstacle_set own;
  obstacle_set called;
  const lcm_function *in;
};

/* What is found while a program is gone through. */
struct survey {
  lcm_ctx *ctx;
  const lcm_program *program;
  lcm_map index; /* from the key of a function to its place */
  LCM_LIST(struct lcm_obstacle) obstacles;
  struct inside *functions; /* what is in each */
  /* the obstacles of each and of those that it calls */
  obstacle_set *reached;
  LCM_LIST(struct region) regions; /* of the program */
  lcm_map region_of;               /* from what tells one to its place */
  /* the function whose regions are looked for */
  const lcm_function *at;
  /* the obstacles that a region was found to have */
  obstacle_set placed;
  bool in_region; /* what is looked at is the inside of a region */
};

/* Return "reason" with what it quotes left out, interned. */
static const char *without_quotes(lcm_ctx *ctx, const char *reason) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t len = strlen(reason);
  char *text = lcm_arena_alloc(arena, 1, 3 * len + 1);
  size_t n = 0;
  for (const char *at = reason; *at; at++) {
    const char *end = *at == '\'' ? strchr(at + 1, '\'') : NULL;
    text[n++] = *at;
    if (!end)
      continue;
    memcpy(text + n, "...'", 4);
    n += 4;
    at = end;
  }
  return lcm_intern_n(ctx, text, n);
}

/* Return the set that has the obstacle of the opaque node "node" alone. */
static obstacle_set obstacle_of(struct survey *s, const lcm_node *node) {
  const char *said = node->u.opaque.reason;
  const char *reason =
      without_quotes(s->ctx, said && *said ? said : "no reason is known");
  size_t i = 0;
  while (i < s->obstacles.n && s->obstacles.at[i].reason != reason)
    i++;
  if (i == s->obstacles.n && i < MOST_OBSTACLES) {
    const struct lcm_obstacle obstacle = {.reason = reason, .first = node->loc};
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->obstacles, obstacle);
  }
  i = i < MOST_OBSTACLES ? i : MOST_OBSTACLES - 1;
  const obstacle_set bit = (obstacle_set)1 << i;
  if (s->in_region && !(s->placed & bit)) {
    s->placed |= bit;
    s->obstacles.at[i].first = node->loc;
  }
  return bit;
}

/* Return whether a model stands for "node" and all that is below it. */
static bool is_covered(const lcm_node *node) {
  bool covered = node->ignored;
  for (size_t i = 0; i < node->n_models; i++)
    covered = covered || !strcmp(node->models[i].category, "time") ||
              !strcmp(node->models[i].category, "work");
  return covered;
}

/* Return whether "node" stands for a construct that makes a team but could not
 * be modelled. */
static bool is_lost(const lcm_node *node) {
  const char *construct = node->kind == LCM_NODE_OPAQUE
                              ? lcm_node_attribute(node, "construct")
                              : NULL;
  return construct &&
         (strstr(construct, "parallel") || strstr(construct, "teams"));
}

static bool is_region(const lcm_node *node) {
  return (node->kind == LCM_NODE_TEAM && node->u.team.kind != LCM_TEAM_RANKS) ||
         is_lost(node);
}

/* Add what is in "node" to "inside". */
static void look(struct inside *inside, struct survey *s,
                 const lcm_node *node) {
  size_t callee = 0;
  const bool covered = is_covered(node);
  inside->regions = inside->regions || covered || is_region(node);
  if (covered)
    return;
  if (node->kind == LCM_NODE_OPAQUE)
    inside->own |= obstacle_of(s, node);
  else if (node->kind == LCM_NODE_CALL &&
           lcm_map_get(&s->index, node->u.call.callee, &callee))
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &inside->callees, callee);
  for (size_t i = 0; i < node->n_children; i++)
    look(inside, s, node->children[i]);
}

/* Let each function reach what those that it calls reach. */
static void spread(struct survey *s) {
  const size_t n = s->program->n_functions;
  bool changed = true;
  for (size_t i = 0; i < n; i++)
    s->reached[i] = s->functions[i].own;
  while (changed) {
    changed = false;
    for (size_t i = n; i-- > 0;) {
      const obstacle_set before = s->reached[i];
      for (size_t k = 0; k < s->functions[i].callees.n; k++)
        s->reached[i] |= s->reached[s->functions[i].callees.at[k]];
      changed = changed || s->reached[i] != before;
    }
  }
}

/* Return the text that tells the region "node", before which "earlier" others
 * of its function have its place: from one macro. */
static const char *region_key(const struct survey *s, const lcm_node *node,
                              size_t earlier) {
  const char *file = s->at->loc.file ? s->at->loc.file : "";
  return lcm_intern(s->ctx, lcm_arena_printf(lcm_ctx_arena(s->ctx),
                                             "%u %u %zu %s", s->at->loc.begin,
                                             node->loc.begin, earlier, file));
}

/* Return the region that "node" is, new or known from another function for the
 * same source: one for what it is passed, or of another unit that includes the
 * file. */
static struct region *region_of(struct survey *s, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const struct region new = {.in = s->at};
  const char *key = NULL;
  size_t i = 0;
  for (size_t earlier = 0;; earlier++) {
    key = region_key(s, node, earlier);
    if (!lcm_map_get(&s->region_of, key, &i))
      break;
    if (s->regions.at[i].in != s->at) {
      s->regions.at[i].in = s->at;
      return &s->regions.at[i];
    }
  }
  lcm_map_put(arena, &s->region_of, key, s->regions.n);
  LCM_LIST_ADD(arena, &s->regions, new);
  return &s->regions.at[s->regions.n - 1];
}

/* Note "node" where it is a region. */
static lcm_status find_region(const lcm_node *node, void *user) {
  struct survey *s = user;
  struct inside inside = {0};
  if (!is_region(node))
    return LCM_OK;
  look(&inside, s, node);
  struct region *region = region_of(s, node);
  region->own |= inside.own;
  for (size_t i = 0; i < inside.callees.n; i++)
    region->called |= s->reached[inside.callees.at[i]];
  return LCM_OK;
}

/* Count the regions of "s" into "out". */
static void count(lcm_coverage *out, struct survey *s) {
  out->regions = s->regions.n;
  for (size_t k = 0; k < s->regions.n; k++) {
    const struct region *region = &s->regions.at[k];
    out->modelled += !region->own;
    out->complete += !region->own && !region->called;
    for (size_t i = 0; i < s->obstacles.n; i++) {
      const obstacle_set bit = (obstacle_set)1 << i;
      s->obstacles.at[i].regions += (region->own & bit) != 0;
      s->obstacles.at[i].called += (region->called & ~region->own & bit) != 0;
    }
  }
}

/* Order obstacles, the most frequent first. */
static int obstacle_order(const void *a, const void *b) {
  const struct lcm_obstacle *x = a;
  const struct lcm_obstacle *y = b;
  if (x->regions != y->regions)
    return x->regions > y->regions ? -1 : 1;
  if (x->called != y->called)
    return x->called > y->called ? -1 : 1;
  return strcmp(x->reason, y->reason);
}

/* Put the obstacles of "s" that are in the way of a region into "out". */
static void keep_obstacles(lcm_coverage *out, struct survey *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->obstacles.n; i++)
    if (s->obstacles.at[i].regions || s->obstacles.at[i].called)
      s->obstacles.at[n++] = s->obstacles.at[i];
  if (n)
    qsort(s->obstacles.at, n, sizeof *s->obstacles.at, obstacle_order);
  out->obstacles = s->obstacles.at;
  out->n_obstacles = n;
}

lcm_coverage lcm_coverage_of(lcm_ctx *ctx, const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = program->n_functions;
  struct survey s = {.ctx = ctx,
                     .program = program,
                     .functions = LCM_NEW_ARRAY(arena, struct inside, n + 1),
                     .reached = LCM_NEW_ARRAY(arena, obstacle_set, n + 1)};
  for (size_t i = 0; i < n; i++)
    lcm_map_put(arena, &s.index, program->functions[i].key, i);
  for (size_t i = 0; i < n; i++)
    if (program->functions[i].body)
      look(&s.functions[i], &s, program->functions[i].body);
  spread(&s);
  s.in_region = true;
  for (size_t i = 0; i < n; i++) {
    s.at = &program->functions[i];
    if (s.functions[i].regions && lcm_node_foreach(s.at->body, find_region, &s))
      break;
  }
  lcm_coverage out = {0};
  count(&out, &s);
  keep_obstacles(&out, &s);
  return out;
}

/* ---- all that is opaque ---------------------------------------------------
 */

/* Gaps being collected. */
struct gathering {
  lcm_ctx *ctx;
  LCM_LIST(struct lcm_gap) gaps;
  lcm_map index;  /* from a reason to its place */
  lcm_map places; /* those that were counted */
};

/* Count the opaque "node" unless its place was counted. */
static void gather_node(struct gathering *g, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(g->ctx);
  const char *said = node->u.opaque.reason;
  const char *reason =
      without_quotes(g->ctx, said && *said ? said : "no reason is known");
  const char *file = node->loc.file ? node->loc.file : "";
  const char *place = lcm_intern(
      g->ctx, lcm_arena_printf(arena, "%s:%u:%u:%s", file, node->loc.line,
                               node->loc.column, reason));
  const struct lcm_gap gap = {.reason = reason, .first = node->loc};
  size_t at = 0;
  if (lcm_map_get(&g->places, place, &at))
    return;
  lcm_map_put(arena, &g->places, place, 1);
  if (!lcm_map_get(&g->index, reason, &at)) {
    at = g->gaps.n;
    LCM_LIST_ADD(arena, &g->gaps, gap);
    lcm_map_put(arena, &g->index, reason, at);
  }
  g->gaps.at[at].parts++;
}

/* Count what is opaque at and below "node" and has no model. */
static void gather(struct gathering *g, const lcm_node *node) {
  if (is_covered(node))
    return;
  if (node->kind == LCM_NODE_OPAQUE)
    gather_node(g, node);
  for (size_t i = 0; i < node->n_children; i++)
    gather(g, node->children[i]);
}

/* Compare gaps: those of more parts first, then by reason. */
static int gap_order(const void *a, const void *b) {
  const struct lcm_gap *x = a;
  const struct lcm_gap *y = b;
  if (x->parts != y->parts)
    return x->parts > y->parts ? -1 : 1;
  return strcmp(x->reason, y->reason);
}

size_t lcm_program_gaps(const struct lcm_gap **out, lcm_ctx *ctx,
                        const lcm_program *program) {
  struct gathering g = {.ctx = ctx};
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      gather(&g, program->functions[i].body);
  if (g.gaps.n)
    qsort(g.gaps.at, g.gaps.n, sizeof *g.gaps.at, gap_order);
  *out = g.gaps.at;
  return g.gaps.n;
}
