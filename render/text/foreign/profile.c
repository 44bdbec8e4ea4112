/* The last point of a prediction as a profile: a tree of nodes, each with the
 * processor-seconds that it takes with all that is inside, and itself. */
#include "render/text/foreign/profile.h"

#include <math.h>
#include <string.h>

#include "base/json_print.h"
#include "model/structure/structure.h"
#include "render/table/table.h"

/* A node of the tree. */
struct spot {
  const lcm_occurrence *of;
  const char *name;
  size_t parent;  /* its number; its own for a root */
  double all;     /* processor-seconds */
  double own;     /* those without its children */
  double *cats;   /* the latter by category, and behind them without one */
  double *inside; /* what the children have, likewise */
  bool recurs;    /* a call in it is one of the function that it is in */
};

/* The tree, in preorder. */
struct tree {
  struct spot *at;
  size_t n;
  const lcm_prediction *of;
  size_t n_cats;
};

/* Return the number of the parent of occurrence "i" of "point", whose tree is
 * known up to it. */
static size_t parent_of(const struct tree *tree, const lcm_point *point,
                        size_t i) {
  size_t parent = i - 1;
  if (!i || !point->occurrences[i].depth)
    return i;
  while (point->occurrences[parent].depth >= point->occurrences[i].depth)
    parent = tree->at[parent].parent;
  return parent;
}

/* Add occurrence "o", whose parent is spot "parent", to "tree". */
static void add_spot(struct tree *tree, lcm_ctx *ctx, const lcm_occurrence *o,
                     size_t parent) {
  const size_t n = tree->n_cats;
  struct spot spot = {.of = o,
                      .name = o->depth ? lcm_node_title(ctx, o->node)
                                       : o->function->name,
                      .parent = parent,
                      .cats = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, n + 1)};
  for (size_t c = 0; c < n; c++)
    spot.cats[c] = o->cats[c];
  spot.cats[n] = n ? 0 : o->time;
  tree->at[tree->n++] = spot;
}

/* Mark what is on the way from a function to the call of itself that is spot
 * "i", if it is one: what that has is counted at all depths. */
static void mark_recursion(struct tree *tree, size_t i) {
  const lcm_node *node = tree->at[i].of->node;
  const char *callee = node->kind == LCM_NODE_CALL ? node->u.call.callee : NULL;
  size_t root = i;
  bool found = false;
  for (size_t k = i, next = 0; callee; k = next) {
    next = tree->at[k].parent;
    if (!strcmp(tree->at[k].of->function->key, callee)) {
      root = k;
      found = true;
    }
    if (next == k)
      break;
  }
  for (size_t k = i; found; k = tree->at[k].parent) {
    tree->at[k].recurs = true;
    found = k != root;
  }
}

/* Sum up what spot "i" has, whose children are summed up, and take what these
 * have from what it has itself: nothing where it recurs. */
static void sum_up(struct tree *tree, size_t i) {
  const double near = 1e-12;
  struct spot *spot = &tree->at[i];
  const size_t n = tree->n_cats;
  for (size_t c = 0; c <= n; c++) {
    const double whole = spot->cats[c];
    const double own = whole - spot->inside[c];
    spot->cats[c] = own > near * whole && !spot->recurs ? own : 0;
    spot->own += spot->cats[c];
    spot->all += spot->cats[c] + spot->inside[c];
    if (spot->parent != i)
      tree->at[spot->parent].inside[c] += spot->cats[c] + spot->inside[c];
  }
}

/* Return the tree of the last point of "prediction". */
static struct tree tree_of(lcm_ctx *ctx, const lcm_prediction *prediction) {
  const lcm_point *point = &prediction->points[prediction->grid->n_points - 1];
  const size_t n = point->n_occurrences;
  struct tree tree = {.at =
                          LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct spot, n + 1),
                      .of = prediction,
                      .n_cats = prediction->bare ? 0 : prediction->n_cats};
  for (size_t i = 0; i < n; i++)
    add_spot(&tree, ctx, &point->occurrences[i], parent_of(&tree, point, i));
  for (size_t i = 0; i < n; i++) {
    tree.at[i].inside =
        LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, tree.n_cats + 1);
    mark_recursion(&tree, i);
  }
  for (size_t i = n; i-- > 0;)
    sum_up(&tree, i);
  return tree;
}

/* ---- folded stacks -------------------------------------------------------
 */

/* Append "name" as a frame: on one line, without what separates frames. */
static void put_frame(lcm_buf *buf, const char *name) {
  for (; *name; name++)
    lcm_buf_putc(buf, *name == ';'                  ? ','
                      : (unsigned char)*name < 0x20 ? ' '
                                                    : *name);
}

/* Return whether spot "i" is a series that the source has no name for. */
static bool is_plain(const struct tree *tree, size_t i) {
  const lcm_node *node = tree->at[i].of->node;
  return node->kind == LCM_NODE_SERIES &&
         !strcmp(tree->at[i].name, lcm_node_word(node->kind));
}

/* Append the frames from the root down to spot "i" of "tree". */
static void put_stack(lcm_buf *buf, lcm_ctx *ctx, const struct tree *tree,
                      size_t i) {
  LCM_LIST(size_t) path = {0};
  for (; tree->at[i].parent != i; i = tree->at[i].parent)
    if (!is_plain(tree, i))
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &path, i);
  put_frame(buf, tree->at[i].name);
  while (path.n) {
    lcm_buf_putc(buf, ';');
    put_frame(buf, tree->at[path.at[--path.n]].name);
  }
}

/* Append that spot "i" of "tree" takes "seconds", of "category" (NULL: none is
 * said). */
static void put_line(lcm_buf *buf, lcm_ctx *ctx, const struct tree *tree,
                     size_t i, const char *category, double seconds) {
  const uint64_t time = lcm_track_time(seconds);
  if (!time)
    return;
  put_stack(buf, ctx, tree, i);
  if (category) {
    lcm_buf_puts(buf, ";(");
    put_frame(buf, category);
    lcm_buf_putc(buf, ')');
  }
  lcm_buf_putc(buf, ' ');
  lcm_buf_whole(buf, time);
  lcm_buf_putc(buf, '\n');
}

void lcm_put_folded(lcm_buf *buf, lcm_ctx *ctx,
                    const lcm_prediction *prediction) {
  const struct tree tree = tree_of(ctx, prediction);
  for (size_t i = 0; i < tree.n; i++) {
    const struct spot *spot = &tree.at[i];
    for (size_t c = 0; c < tree.n_cats; c++)
      put_line(buf, ctx, &tree, i,
               c == LCM_CAT_PC ? NULL : lcm_loss_title(prediction, c),
               spot->cats[c]);
    if (!tree.n_cats)
      put_line(buf, ctx, &tree, i, NULL, spot->own);
  }
}

/* ---- .cpuprofile ---------------------------------------------------------
 */

/* Return the number of the spot behind "i" and all below it. */
static size_t behind(const struct tree *tree, size_t i) {
  size_t k = i + 1;
  while (k < tree->n && tree->at[k].of->depth > tree->at[i].of->depth)
    k++;
  return k;
}

/* Append the ids of the children of spot "i". */
static void put_children(lcm_buf *buf, const struct tree *tree, size_t i) {
  const size_t end = behind(tree, i);
  const char *join = ", \"children\": [";
  for (size_t k = i + 1; k < end; k = behind(tree, k)) {
    lcm_buf_printf(buf, "%s%zu", join, k + 1);
    join = ", ";
  }
  if (end > i + 1)
    lcm_buf_putc(buf, ']');
}

/* Append the node of spot "i". */
static void put_node(lcm_buf *buf, const struct tree *tree, size_t i) {
  const lcm_loc *loc = &tree->at[i].of->node->loc;
  lcm_buf_printf(buf, "%s\n{\"id\": %zu, \"callFrame\": {\"functionName\": ",
                 i ? "," : "", i + 1);
  lcm_json_put_string(buf, tree->at[i].name);
  lcm_buf_puts(buf, ", \"scriptId\": \"0\", \"url\": ");
  lcm_json_put_string(buf, loc->file ? loc->file : "");
  lcm_buf_printf(buf, ", \"lineNumber\": %ld, \"columnNumber\": %ld}",
                 (long)loc->line - 1, loc->column ? (long)loc->column - 1 : 0L);
  lcm_buf_printf(buf, ", \"hitCount\": %d", tree->at[i].own > 0);
  put_children(buf, tree, i);
  lcm_buf_putc(buf, '}');
}

/* Return "seconds" in whole microseconds. */
static double micros(double seconds) { return round(seconds * 1e6); }

void lcm_put_cpuprofile(lcm_buf *buf, lcm_ctx *ctx,
                        const lcm_prediction *prediction) {
  const struct tree tree = tree_of(ctx, prediction);
  double now = 0;
  double last = 0;
  const char *join = "";
  lcm_buf deltas = {0};
  lcm_buf_puts(buf, "{\"nodes\": [");
  for (size_t i = 0; i < tree.n; i++)
    put_node(buf, &tree, i);
  lcm_buf_puts(buf, "\n], \"samples\": [");
  for (size_t i = 0; i < tree.n; i++) {
    if (!(tree.at[i].own > 0))
      continue;
    lcm_buf_printf(buf, "%s%zu", join, i + 1);
    lcm_buf_printf(&deltas, "%s%.0f", join, micros(now) - micros(last));
    last = now;
    now += tree.at[i].own;
    join = ", ";
  }
  lcm_buf_printf(buf, "], \"timeDeltas\": [%s], \"startTime\": 0, ",
                 deltas.text ? deltas.text : "");
  lcm_buf_printf(buf, "\"endTime\": %.0f}\n", micros(now));
  lcm_buf_free(&deltas);
}

/* ---- Hatchet -------------------------------------------------------------
 */

/* Append what begins the node of "spot". */
static void put_spot(lcm_buf *buf, const struct tree *tree,
                     const struct spot *spot) {
  const lcm_loc *loc = &spot->of->node->loc;
  lcm_buf_puts(buf, "{\"frame\": {\"name\": ");
  lcm_json_put_string(buf, spot->name);
  lcm_buf_printf(buf, ", \"type\": \"%s\"",
                 lcm_node_word(spot->of->node->kind));
  if (loc->file) {
    lcm_buf_puts(buf, ", \"file\": ");
    lcm_json_put_string(buf, loc->file);
    lcm_buf_printf(buf, ", \"line\": %u", loc->line);
  }
  lcm_buf_puts(buf, "}, \"metrics\": {\"time\": ");
  lcm_json_put_number(buf, spot->own);
  lcm_buf_puts(buf, ", \"time (inc)\": ");
  lcm_json_put_number(buf, spot->all);
  lcm_buf_puts(buf, ", \"visits\": ");
  lcm_json_put_number(buf, spot->of->visits);
  for (size_t c = 0; c < tree->n_cats; c++) {
    lcm_buf_puts(buf, ", ");
    lcm_json_put_string(buf, tree->of->cat_names[c]);
    lcm_buf_puts(buf, ": ");
    lcm_json_put_number(buf, spot->cats[c]);
  }
  lcm_buf_puts(buf, "}, \"children\": [");
}

void lcm_put_hatchet(lcm_buf *buf, lcm_ctx *ctx,
                     const lcm_prediction *prediction) {
  const struct tree tree = tree_of(ctx, prediction);
  lcm_buf_putc(buf, '[');
  for (size_t i = 0; i < tree.n; i++) {
    const unsigned depth = tree.at[i].of->depth;
    const unsigned next = i + 1 < tree.n ? tree.at[i + 1].of->depth : 0;
    lcm_buf_printf(buf, "\n%*s", (int)depth, "");
    put_spot(buf, &tree, &tree.at[i]);
    for (unsigned k = next; k < depth + 1; k++)
      lcm_buf_puts(buf, "]}");
    if (i + 1 < tree.n && next <= depth)
      lcm_buf_putc(buf, ',');
  }
  lcm_buf_puts(buf, "\n]\n");
}
