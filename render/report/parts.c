/* The parts of the run that the page lets people explore: what takes
 * processor-time, under names that the source has for it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/picture/picture.h"
#include "render/report/parts.h"
#include "render/table/table.h"

/* Parts at most, and numbers of them over all points at most. */
enum { MOST_PARTS = 3000, MOST_NUMBERS = 60000, TITLE_LETTERS = 72 };

/* Parts being gathered. */
struct gathering_parts {
  struct lcm_page *page;
  struct lcm_items items;
  double *totals; /* processor-seconds of each item; 0: it is no part */
  size_t *parts;  /* the part of each item, SIZE_MAX: none */
  LCM_LIST(struct lcm_report_part) list;
};

/* Order the numbers at "a" and "b", the larger first. */
static int compare_totals(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x < y) - (x > y);
}

/* Return the processor-seconds that are too few for a part, so that no more
 * than "most" have more. */
static double threshold(const struct gathering_parts *g, size_t most) {
  const size_t n = g->items.list.n;
  double *sorted = LCM_NEW_ARRAY(lcm_ctx_arena(g->page->ctx), double, n + 1);
  memcpy(sorted, g->totals, n * sizeof *sorted);
  if (n <= most)
    return 0;
  qsort(sorted, n, sizeof *sorted, compare_totals);
  return sorted[most];
}

/* Return the item whose name a barrier behind "item" goes by: what of it is
 * done first and has a name; itself where that has none. */
static const struct lcm_item *named(const struct gathering_parts *g,
                                    const struct lcm_item *item) {
  const struct lcm_item *first = item;
  while (!first->node->name && first->node->kind != LCM_NODE_CALL &&
         first->first != LCM_ITEM_NONE)
    first = &g->items.list.at[first->first];
  return first->node->name || first->node->kind == LCM_NODE_CALL ? first : item;
}

/* Return what "item" is called: a barrier by what stands before it. */
static const char *title_of(const struct gathering_parts *g,
                            const struct lcm_item *item) {
  lcm_ctx *ctx = g->page->ctx;
  const char *title =
      lcm_text_shorten(ctx, lcm_node_title(ctx, item->node), TITLE_LETTERS);
  if (item->node->kind != LCM_NODE_BARRIER || item->node->name ||
      item->before == LCM_ITEM_NONE)
    return title;
  const struct lcm_item *before = named(g, &g->items.list.at[item->before]);
  return lcm_arena_printf(
      lcm_ctx_arena(ctx), "%s behind %s", title,
      lcm_text_shorten(ctx, lcm_node_title(ctx, before->node), 40));
}

/* Find the processor-seconds of all items. */
static void weigh(struct gathering_parts *g) {
  const size_t n = g->items.list.n;
  const lcm_prediction *prediction = g->page->of->prediction;
  lcm_arena *arena = lcm_ctx_arena(g->page->ctx);
  g->totals = LCM_NEW_ARRAY(arena, double, n + 1);
  g->parts = LCM_NEW_ARRAY(arena, size_t, n + 1);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_item *item = &g->items.list.at[i];
    g->parts[i] = SIZE_MAX;
    if (item->occurrence && !item->hidden && !lcm_item_is_plain(item))
      g->totals[i] = lcm_loss_of(prediction, item->occurrence->cats).total;
  }
}

/* Add item "i" as a part. */
static void add_part(struct gathering_parts *g, size_t i) {
  const struct lcm_item *item = &g->items.list.at[i];
  const size_t n_cats = g->page->n_cats;
  lcm_arena *arena = lcm_ctx_arena(g->page->ctx);
  size_t up = item->parent;
  while (up != LCM_ITEM_NONE && g->parts[up] == SIZE_MAX)
    up = g->items.list.at[up].parent;
  double *own = LCM_NEW_ARRAY(arena, double, n_cats + 1);
  memcpy(own, item->occurrence->cats, n_cats * sizeof *own);
  const struct lcm_report_part part = {
      .node = item->node,
      .occurrence = item->occurrence,
      .parent = up == LCM_ITEM_NONE ? SIZE_MAX : g->parts[up],
      .title = title_of(g, item),
      .total = g->totals[i],
      .own = own};
  for (size_t c = 0; part.parent != SIZE_MAX && c < n_cats; c++)
    g->list.at[part.parent].own[c] -= own[c];
  g->parts[i] = g->list.n;
  LCM_LIST_ADD(arena, &g->list, part);
}

void lcm_page_parts(struct lcm_page *page) {
  struct gathering_parts g = {.page = page};
  lcm_arena *arena = lcm_ctx_arena(page->ctx);
  size_t before = 0;
  if (!page->point || !(page->total > 0))
    return;
  const size_t fits = MOST_NUMBERS / page->of->prediction->grid->n_points + 100;
  lcm_items_collect(&g.items, page->ctx, &page->picture);
  weigh(&g);
  const double least = fmax(
      threshold(&g, fits < MOST_PARTS ? fits : MOST_PARTS), page->total * 1e-9);
  for (size_t i = 0; i < g.items.list.n; i++)
    if (g.totals[i] > least)
      add_part(&g, i);
  page->parts = g.list.at;
  page->n_parts = g.list.n;
  for (size_t i = 0; i < page->n_parts; i++)
    if (!lcm_map_get(&page->part_of, page->parts[i].node, &before))
      lcm_map_put(arena, &page->part_of, page->parts[i].node, i);
}

size_t lcm_page_part(const struct lcm_page *page, const lcm_node *node) {
  size_t at = SIZE_MAX;
  return node && lcm_map_get(&page->part_of, node, &at) ? at : SIZE_MAX;
}

size_t lcm_part_loss(const struct lcm_page *page,
                     const struct lcm_report_part *part, double *lost) {
  const struct lcm_loss loss = lcm_loss_of(page->of->prediction, part->own);
  *lost = 0;
  for (size_t c = 0; c < page->n_cats; c++)
    if (c != LCM_CAT_PC && c != LCM_CAT_UNSPLIT)
      *lost += fmax(part->own[c], 0);
  return *lost > page->total * 1e-6 ? loss.most : SIZE_MAX;
}
