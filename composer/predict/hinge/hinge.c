/* What hangs on conditions of which nobody says how probable they are: the
 * program is predicted with them always and never so.  Many of them are tried
 * together first, and only where something hangs on all of them one by one. */
#include "composer/predict/hinge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "composer/predict/engine.h"
#include "composer/predict/predictor.h"

/* Predictions that are made at most, and the share of the time that matters. */
enum { MOST_TRIALS = 48, MOST_WAYS = 8 };
static const double MATTERS = 0.01;

/* A condition that is taken as equally likely, by its place. */
struct place {
  const char *file;
  unsigned line;
  lcm_loc loc;
  size_t ways; /* the alternatives that it chooses among */
};

/* Conditions that are tried together: "n" from number "first" on. */
struct group {
  size_t first;
  size_t n;
  size_t ways;  /* the most alternatives that one of them has */
  double least; /* the time where they are such that it is least, and most */
  double most;
};

/* The search. */
struct hinging {
  struct lcm_predictor *p;
  LCM_LIST(struct place) places;
  LCM_LIST(struct group) groups;
  const lcm_grid *grid; /* the last point alone */
  double time;          /* there */
  size_t trials;
};

/* A program being written with the conditions of "group" decided. */
struct deciding {
  struct hinging *h;
  const struct group *group;
  size_t way; /* the alternative that is taken, the last where there is none */
};

/* ---- where they are --------------------------------------------------------
 */

/* Return the number of the condition at line "line" of "file", or how many
 * there are. */
static size_t find_place(const struct hinging *h, const char *file,
                         unsigned line) {
  size_t i = 0;
  while (i < h->places.n &&
         (h->places.at[i].file != file || h->places.at[i].line != line))
    i++;
  return i;
}

/* Note the condition at line "line" of the file of "node", which chooses among
 * "ways". */
static void note(struct hinging *h, const lcm_node *node, unsigned line,
                 size_t ways) {
  struct place place = {node->loc.file, line, node->loc, ways};
  const size_t at = find_place(h, place.file, line);
  if (at < h->places.n) {
    if (h->places.at[at].ways < ways)
      h->places.at[at].ways = ways;
    return;
  }
  if (node->loc.line != line)
    place.loc = (lcm_loc){.file = node->loc.file, .line = line};
  LCM_LIST_ADD(lcm_ctx_arena(h->p->setup.ctx), &h->places, place);
}

/* What a fragment says of a condition in it. */
struct guessed {
  unsigned line;
  bool several;       /* it is a switch, and this its alternative "way" */
  size_t way;         /* else 0 */
  const lcm_expr *by; /* how much hangs on it */
};

/* Read the next condition of "text", an attribute of a fragment, into "*out";
 * return what stands behind it, NULL where it cannot be read. */
static const char *next_guessed(struct guessed *out, lcm_ctx *ctx,
                                const char *text) {
  unsigned n = 0;
  unsigned column = 0;
  int used = 0;
  size_t length = 0;
  *out = (struct guessed){.by = NULL};
  out->several =
      sscanf(text, "case_%u.%u.%zu %n", &n, &column, &out->way, &used) == 3;
  if (!out->several && sscanf(text, "prob_%u %n", &n, &used) != 1)
    return NULL;
  const struct lcm_expr_source source = {.text = text + used,
                                         .len = strcspn(text + used, ";")};
  if (lcm_expr_parse_exact(&out->by, &length, ctx, &source))
    return NULL;
  out->line = n;
  text += used + source.len;
  return *text ? text + 2 : text;
}

/* Return whether the branch "node" is decided by nothing that is known. */
static bool is_guessed(const lcm_node *node) {
  return node->kind == LCM_NODE_BRANCH &&
         (node->marks.probability || node->marks.undecided);
}

/* The attributes of fragments that say what hangs on conditions in them. */
static const char *const GUESSED[] = {"guessed", "guessed-bytes"};

/* Note the conditions of "node". */
static lcm_status collect(const lcm_node *node, void *user) {
  struct hinging *h = user;
  struct guessed one;
  if (is_guessed(node))
    note(h, node, node->loc.line, node->n_children > 2 ? node->n_children : 2);
  for (size_t i = 0; i < 2 && node->kind == LCM_NODE_FRAGMENT; i++) {
    const char *text = lcm_node_attribute(node, GUESSED[i]);
    while (text && *text && (text = next_guessed(&one, h->p->setup.ctx, text)))
      note(h, node, one.line,
           one.several ? (one.way > 1 ? one.way : 2) + 1 : 2);
  }
  return LCM_OK;
}

/* ---- what if ------------------------------------------------------------- */

/* Return whether "d" decides the condition at line "line" of "file". */
static bool decides(const struct deciding *d, const char *file, unsigned line) {
  const size_t i = find_place(d->h, file, line);
  return i >= d->group->first && i < d->group->first + d->group->n &&
         i < d->h->places.n;
}

/* Return the condition "e" where the parts of it that nobody knows, named
 * "c.NAME", are as "d" says. */
static const lcm_expr *decide_parts(const struct deciding *d,
                                    const lcm_expr *e) {
  lcm_ctx *ctx = d->h->p->setup.ctx;
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, ctx, e) : 0;
  struct lcm_subst *by =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, n + 1);
  size_t open = 0;
  for (size_t i = 0; i < n; i++)
    if (lcm_name_is_of_source(names[i]))
      by[open++] = (struct lcm_subst){names[i], lcm_expr_int(ctx, !d->way)};
  return open ? lcm_expr_subst(ctx, e, by, open) : e;
}

/* Let the copy "node" of a branch take the alternative that "d" says. */
static void decide_branch(const struct deciding *d, lcm_node *node) {
  lcm_ctx *ctx = d->h->p->setup.ctx;
  const lcm_expr **of =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, node->n_children + 1);
  for (size_t i = 0; node->u.branch.conditions && i < node->n_children; i++)
    of[i] = decide_parts(d, node->u.branch.conditions[i]);
  if (node->u.branch.conditions) {
    node->u.branch.conditions = of;
    return;
  }
  const size_t last = node->n_children < 2 ? 1 : node->n_children - 1;
  const size_t taken = d->way < last ? d->way : last;
  for (size_t i = 0; i < node->n_children; i++)
    of[i] = lcm_expr_int(ctx, i == taken);
  node->u.branch.probabilities = of;
}

/* Return the alternative that "d" takes of the switch at line "line" of "file",
 * of which "text" speaks. */
static size_t taken_of(const struct deciding *d, const char *text,
                       unsigned line) {
  struct guessed one;
  size_t last = 0;
  while (text && *text && (text = next_guessed(&one, d->h->p->setup.ctx, text)))
    if (one.several && one.line == line && one.way > last)
      last = one.way;
  return d->way < last ? d->way : last;
}

/* Return "amount" (NULL: 0), of which "text", an attribute of the fragment
 * "node", speaks, where the conditions in it are as "d" says. */
static const lcm_expr *decide_amount(const struct deciding *d,
                                     const lcm_node *node, const char *text,
                                     const lcm_expr *amount) {
  lcm_ctx *ctx = d->h->p->setup.ctx;
  const lcm_expr *half = lcm_expr_ratio(ctx, d->way ? -1 : 1, 2);
  const char *all = text;
  struct guessed one;
  while (text && *text && (text = next_guessed(&one, ctx, text))) {
    if (!decides(d, node->loc.file, one.line) ||
        (one.several && one.way != taken_of(d, all, one.line)))
      continue;
    const lcm_expr *by = one.several ? one.by : lcm_expr_mul(ctx, half, one.by);
    amount = amount ? lcm_expr_add(ctx, amount, by) : by;
  }
  return amount;
}

/* Return "node" as "d" decides about what is in it. */
static const lcm_node *decided(const struct deciding *d, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(d->h->p->setup.ctx);
  const bool whole = node->kind == LCM_NODE_FRAGMENT && node->flops;
  const char *text = whole ? lcm_node_attribute(node, GUESSED[0]) : NULL;
  const char *bytes = whole ? lcm_node_attribute(node, GUESSED[1]) : NULL;
  const bool own =
      is_guessed(node) && decides(d, node->loc.file, node->loc.line);
  const lcm_node **children = NULL;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = decided(d, node->children[i]);
    if (child == node->children[i])
      continue;
    if (!children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    children[i] = child;
  }
  if (!children && !own && !text && !bytes)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  if (own)
    decide_branch(d, copy);
  copy->flops = decide_amount(d, node, text, copy->flops);
  copy->bytes = decide_amount(d, node, bytes, copy->bytes);
  return copy;
}

/* Return the time of "program" at the last point, NaN where there is none. */
static double time_of(struct hinging *h, const lcm_program *program) {
  lcm_ctx *ctx = h->p->setup.ctx;
  struct lcm_predictor *p = NULL;
  struct lcm_predict_options plain = *h->p->setup.options;
  const bool muted = lcm_ctx_mute(ctx, true);
  plain.interpret = true;
  plain.nodes = plain.formula = plain.recurrences = plain.hinges = false;
  const lcm_status status =
      lcm_predictor_new(&p, ctx, program, h->grid, &plain);
  const double time = status ? NAN : lcm_predictor_time(p, 0);
  (void)lcm_ctx_mute(ctx, muted);
  return time;
}

/* Return the time at the last point where alternative "way" of the conditions
 * of "group" is taken; NaN where there is none. */
static double time_where(struct hinging *h, const struct group *group,
                         size_t way) {
  const struct deciding d = {h, group, way};
  lcm_ctx *ctx = h->p->setup.ctx;
  lcm_program program = *h->p->setup.program;
  lcm_function *functions =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_function, program.n_functions + 1);
  for (size_t i = 0; i < program.n_functions; i++) {
    functions[i] = program.functions[i];
    if (functions[i].body)
      functions[i].body = decided(&d, functions[i].body);
  }
  program.functions = functions;
  h->trials++;
  return time_of(h, &program);
}

/* ---- the search ----------------------------------------------------------
 */

/* Return how much hangs on "group". */
static double spread_of(const struct group *group) {
  return group->most - group->least;
}

/* Try the "n" conditions from number "first" on, and keep them where it matters
 * how they are. */
static void try(struct hinging *h, size_t first, size_t n) {
  struct group group = {
      .first = first, .n = n, .ways = 2, .least = h->time, .most = h->time};
  for (size_t i = first; i < first + n; i++)
    if (h->places.at[i].ways > group.ways)
      group.ways = h->places.at[i].ways;
  for (size_t way = 0; way < group.ways && way < MOST_WAYS; way++) {
    const bool last = way + 1 == MOST_WAYS;
    const double time = time_where(h, &group, last ? group.ways - 1 : way);
    if (isnan(time))
      return;
    group.least = fmin(group.least, time);
    group.most = fmax(group.most, time);
  }
  if (!(spread_of(&group) > MATTERS * h->time))
    return;
  size_t at = h->groups.n;
  LCM_LIST_ADD(lcm_ctx_arena(h->p->setup.ctx), &h->groups, group);
  for (; at && spread_of(&h->groups.at[at - 1]) < spread_of(&group); at--)
    h->groups.at[at] = h->groups.at[at - 1];
  h->groups.at[at] = group;
}

/* Take the largest group of several conditions apart; return whether there was
 * one. */
static bool take_apart(struct hinging *h) {
  size_t i = 0;
  while (i < h->groups.n && h->groups.at[i].n < 2)
    i++;
  if (i == h->groups.n || h->trials + 4 > MOST_TRIALS)
    return false;
  const struct group group = h->groups.at[i];
  for (; i + 1 < h->groups.n; i++)
    h->groups.at[i] = h->groups.at[i + 1];
  h->groups.n--;
  try(h, group.first, group.n / 2);
  try(h, group.first + group.n / 2, group.n - group.n / 2);
  return true;
}

const lcm_grid *lcm_grid_last(lcm_ctx *ctx, const lcm_grid *grid) {
  return lcm_grid_at(ctx, grid, grid->n_points - 1);
}

/* How many times the least of the time is its most where a condition decides
 * it: no number stands for such a range. */
static const double WIDE = 10;

/* Put the groups of "h" into "out". */
static void conclude(lcm_prediction *out, const struct hinging *h) {
  lcm_arena *arena = lcm_ctx_arena(h->p->setup.ctx);
  struct lcm_hinge *all =
      LCM_NEW_ARRAY(arena, struct lcm_hinge, h->groups.n + 1);
  for (size_t i = 0; i < h->groups.n; i++) {
    const struct group *group = &h->groups.at[i];
    const struct place *place = &h->places.at[group->first];
    const bool named = group->n == 1 && place->ways < 3;
    all[i] = (struct lcm_hinge){
        .loc = place->loc,
        .n = group->n,
        .name = named ? lcm_arena_printf(arena, "prob_%u", place->line) : NULL,
        .least = group->least,
        .most = group->most,
        .share = spread_of(group) / h->time};
    out->basis.wide = out->basis.wide || group->most > WIDE * group->least;
  }
  out->hinges = all;
  out->n_hinges = h->groups.n;
}

void lcm_hinges_find(lcm_prediction *out, struct lcm_predictor *p) {
  const lcm_program *program = p->setup.program;
  const size_t last = out->grid->n_points - 1;
  struct hinging h = {.p = p, .time = out->points[last].time};
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, collect, &h))
      return;
  out->hinged = h.places.n > 0;
  if (!h.places.n || !(h.time > 0))
    return;
  h.grid = lcm_grid_last(p->setup.ctx, out->grid);
  try(&h, 0, h.places.n);
  while (take_apart(&h))
    continue;
  conclude(out, &h);
}
