/* Which items of a picture are shown and which are folded. */
#include <stdlib.h>
#include <string.h>

#include "render/picture/layout_fold.h"
#include "render/table/table.h"

static const size_t NONE = LCM_ITEM_NONE;

/* Nothing is nested deeper than so many levels. */
enum { DEEPEST = 100 };

/* What takes less than this share of the time is shown last. */
static const double LITTLE = 0.002;

/* What is known of an item while it is decided on. */
struct trait {
  unsigned level; /* of nesting, without what only arranges */
  bool forced;    /* it is shown whatever it costs */
  bool parallel;  /* something at or below it runs in parallel */
  /* it is in a function where something does, or in the entry */
  bool near;
};

/* A choice being made. */
struct choice {
  lcm_ctx *ctx;
  const struct lcm_picture *picture;
  struct lcm_items *items;
  struct trait *traits; /* of the items */
  /* items whose parents are shown, the first to be shown at its top; n of
   * them */
  size_t *heap;
  size_t n;
  size_t boxes; /* shapes that there are by now */
};

static struct lcm_item *item_at(const struct choice *c, size_t at) {
  return &c->items->list.at[at];
}

/* ---- places that are to be unfolded -------------------------------------- */

/* Return whether "loc" is at "place", "n" letters of the name of a file, or of
 * its end behind a slash, and a line. */
static bool is_in_line(lcm_loc loc, const char *place, size_t n) {
  const size_t len = loc.file ? strlen(loc.file) : 0;
  if (n > len || strncmp(loc.file + len - n, place, n) != 0 ||
      (n < len && loc.file[len - n - 1] != '/'))
    return false;
  char *end = NULL;
  const unsigned long line = strtoul(place + n + 1, &end, 10);
  return !*end && line == loc.line;
}

/* Return whether "item" is called "place": by its name or occurrence, or by its
 * title, with or without "()". */
static bool is_called(lcm_ctx *ctx, const struct lcm_item *item,
                      const char *place) {
  const size_t n = strlen(place);
  if (item->node->name && !strcmp(item->node->name, place))
    return true;
  if (item->occurrence && item->occurrence->id &&
      !strcmp(item->occurrence->id, place))
    return true;
  if (item->function && !strcmp(item->function->key, place))
    return true;
  const char *title = lcm_node_title(ctx, item->node);
  return !strncmp(title, place, n) && (!title[n] || !strcmp(title + n, "()"));
}

/* Return whether "item" is at "place". */
static bool is_at(lcm_ctx *ctx, const struct lcm_item *item,
                  const char *place) {
  const char *colon = strrchr(place, ':');
  const bool line = colon && colon[1] && colon != place &&
                    strspn(colon + 1, "0123456789") == strlen(colon + 1);
  return line ? is_in_line(item->node->loc, place, (size_t)(colon - place))
              : is_called(ctx, item, place);
}

/* Let the parts of item "at" be shown, and those of what only arranges them. */
static void force_parts(struct choice *c, size_t at) {
  for (size_t i = item_at(c, at)->first; i != NONE; i = item_at(c, i)->next) {
    c->traits[i].forced = true;
    if (lcm_item_is_plain(item_at(c, i)))
      force_parts(c, i);
  }
}

/* Let item "at", what it is in and its parts be shown. */
static void force(struct choice *c, size_t at) {
  force_parts(c, at);
  for (size_t i = at; i != NONE; i = item_at(c, i)->parent)
    c->traits[i].forced = true;
}

/* Let all that is at a place of the picture be shown; a place with nothing at
 * it is a diagnostic. */
static void force_places(struct choice *c) {
  for (size_t k = 0; k < c->picture->n_unfold; k++) {
    const char *place = c->picture->unfold[k];
    bool found = false;
    for (size_t i = 0; i < c->items->list.n; i++)
      if (is_at(c->ctx, item_at(c, i), place)) {
        force(c, i);
        found = true;
      }
    if (!found)
      lcm_report(c->ctx, LCM_DIAG_UNFOLD, (lcm_loc){0},
                 "--unfold: nothing in the picture is at '%s'", place);
  }
}

/* ---- traits -------------------------------------------------------------- */

/* Return whether "item", at the top, is the function where a run of "program"
 * begins. */
static bool is_entry(const struct lcm_item *item, const lcm_program *program) {
  return item->function && program->entry &&
         !strcmp(item->function->key, program->entry);
}

/* Find the traits of all items. */
static void find_traits(struct choice *c) {
  const size_t n = c->items->list.n;
  c->traits = LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), struct trait, n + 1);
  for (size_t i = 0; i < n; i++) {
    const size_t above = item_at(c, i)->parent;
    if (above != NONE)
      c->traits[i].level =
          c->traits[above].level + !lcm_item_is_plain(item_at(c, above));
  }
  for (size_t i = n; i-- > 0;) {
    struct trait *trait = &c->traits[i];
    const size_t above = item_at(c, i)->parent;
    trait->parallel =
        trait->parallel || lcm_node_is_parallel(item_at(c, i)->node);
    if (above != NONE)
      c->traits[above].parallel = c->traits[above].parallel || trait->parallel;
  }
  for (size_t i = 0; i < n; i++) {
    const size_t above = item_at(c, i)->parent;
    c->traits[i].near = above != NONE
                            ? c->traits[above].near
                            : c->traits[i].parallel ||
                                  is_entry(item_at(c, i), c->picture->program);
  }
  force_places(c);
}

/* Return the share of the time that "item" takes. */
static double share_of(const struct lcm_item *item) {
  return item->occurrence && item->occurrence->share > 0
             ? item->occurrence->share
             : 0;
}

/* Return whether "node" makes another part wait or go on. */
static bool is_signal(const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_BARRIER:
  case LCM_NODE_TASKWAIT:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_TRAFFIC:
    return true;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_BRANCH:
  case LCM_NODE_CALL:
  case LCM_NODE_LET:
  case LCM_NODE_TASK:
  case LCM_NODE_TASKGROUP:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    return false;
  }
  return false;
}

/* Return the item that "item" is in, without what only arranges it; NULL where
 * there is none. */
static const struct lcm_item *above(const struct choice *c,
                                    const struct lcm_item *item) {
  do
    item = item->parent == NONE ? NULL : item_at(c, item->parent);
  while (item && lcm_item_is_plain(item));
  return item;
}

/* Return whether "item" is a call that says what a task does, or that a
 * function calls itself. */
static bool is_telling(const struct choice *c, const struct lcm_item *item) {
  const struct lcm_item *at = above(c, item);
  const char *callee =
      item->node->kind == LCM_NODE_CALL ? item->node->u.call.callee : NULL;
  if (!callee || (at && at->node->kind == LCM_NODE_TASK))
    return callee;
  for (; at; at = above(c, at))
    if (at->node->kind == LCM_NODE_CALL && at->node->u.call.callee &&
        !strcmp(at->node->u.call.callee, callee))
      return item->first == NONE;
  return false;
}

/* Return whether item "at" is so small that it is gathered with others. */
static bool is_small(const struct choice *c, size_t at) {
  const struct lcm_item *item = item_at(c, at);
  return item->occurrence && item->parent != NONE && !lcm_item_is_plain(item) &&
         item->occurrence->share < c->picture->small &&
         !c->traits[at].parallel && !is_signal(item->node) &&
         !is_telling(c, item);
}

/* Return whether item "at", whose parent is shown, may be shown; barriers are
 * thin, and are where little is folded. */
static bool may_show(const struct choice *c, size_t at) {
  const struct lcm_item *item = item_at(c, at);
  const struct trait *trait = &c->traits[at];
  if (item->hidden || item->depth > DEEPEST)
    return false;
  if (trait->forced)
    return true;
  if (c->picture->depth && trait->level >= c->picture->depth)
    return false;
  item_at(c, at)->small = is_small(c, at);
  return !item->small && (!item->occurrence || item->parent == NONE ||
                          item->node->kind == LCM_NODE_BARRIER ||
                          !(item->occurrence->share < c->picture->fold));
}

/* ---- the order in which items are shown ---------------------------------- */

/* Return how late item "at" comes: 0 for what must be shown; then what takes
 * time, the critical path before the rest; then the same of what takes little.
 */
static int tier_of(const struct choice *c, size_t at) {
  const struct lcm_item *item = item_at(c, at);
  const bool much = share_of(item) >= LITTLE;
  const bool critical = item->occurrence && item->occurrence->critical;
  return c->traits[at].forced ? 0 : (much ? 1 : 3) + (critical ? 0 : 1);
}

/* Return whether item "a" is shown before "b": by cost; then what is parallel,
 * then what is around that, the outer before the inner, the larger of
 * functions first. */
static bool is_before(const struct choice *c, size_t a, size_t b) {
  const int tiers[] = {tier_of(c, a), tier_of(c, b)};
  const double shares[] = {share_of(item_at(c, a)), share_of(item_at(c, b))};
  const struct trait *traits[] = {&c->traits[a], &c->traits[b]};
  const struct lcm_item *items[] = {item_at(c, a), item_at(c, b)};
  if (tiers[0] != tiers[1])
    return tiers[0] < tiers[1];
  if (shares[0] < shares[1] || shares[0] > shares[1])
    return shares[0] > shares[1];
  if (traits[0]->parallel != traits[1]->parallel)
    return traits[0]->parallel;
  if (traits[0]->near != traits[1]->near)
    return traits[0]->near;
  if (traits[0]->level != traits[1]->level)
    return traits[0]->level < traits[1]->level;
  if (items[0]->function && items[1]->function &&
      items[0]->count != items[1]->count)
    return items[0]->count > items[1]->count;
  return a < b;
}

/* Exchange the places "i" and "k" of the heap. */
static void swap(struct choice *c, size_t i, size_t k) {
  const size_t at = c->heap[i];
  c->heap[i] = c->heap[k];
  c->heap[k] = at;
}

/* Add item "at" to the heap. */
static void push(struct choice *c, size_t at) {
  size_t i = c->n++;
  c->heap[i] = at;
  for (; i && is_before(c, c->heap[i], c->heap[(i - 1) / 2]); i = (i - 1) / 2)
    swap(c, i, (i - 1) / 2);
}

/* Take the item at the top of the heap, which is not empty. */
static size_t pop(struct choice *c) {
  const size_t top = c->heap[0];
  size_t i = 0;
  c->heap[0] = c->heap[--c->n];
  for (;;) {
    size_t first = i;
    for (size_t k = 2 * i + 1; k <= 2 * i + 2; k++)
      if (k < c->n && is_before(c, c->heap[k], c->heap[first]))
        first = k;
    if (first == i)
      return top;
    swap(c, i, first);
    i = first;
  }
}

/* ---- choosing ------------------------------------------------------------ */

/* Return the nearest item beside "at" that says something: after it
 * ("forward") or before it; NONE where there is none. */
static size_t beside(const struct choice *c, size_t at, bool forward) {
  do
    at = forward ? item_at(c, at)->next : item_at(c, at)->before;
  while (at != NONE && item_at(c, at)->hidden);
  return at;
}

/* Return whether there is something to fold beside "at". */
static bool is_folded(const struct choice *c, size_t at, bool forward) {
  const size_t other = beside(c, at, forward);
  return other != NONE && !item_at(c, other)->shown;
}

/* Return how many shapes more there are where item "at" is shown: itself and
 * one for what it holds; what is folded beside it may fall into two. */
static size_t boxes_of(const struct choice *c, size_t at) {
  const struct lcm_item *item = item_at(c, at);
  const size_t own = !lcm_item_is_plain(item);
  const size_t below = item->first != NONE;
  return own + below + is_folded(c, at, true) + is_folded(c, at, false);
}

/* Put those below item "at" (NONE: at the top) that may be shown on the heap.
 */
static void push_below(struct choice *c, size_t at) {
  if (at == NONE) {
    for (size_t i = 0; i < c->items->list.n; i++)
      if (item_at(c, i)->parent == NONE && may_show(c, i))
        push(c, i);
    return;
  }
  for (size_t i = item_at(c, at)->first; i != NONE; i = item_at(c, i)->next)
    if (may_show(c, i))
      push(c, i);
}

/* Fold what is shown without any of its parts, functions too, but not the
 * whole: its frame would hold nothing but one box. */
static void fold_empty(struct choice *c) {
  enum { ANY = 1, SEEN = 2 };
  const size_t n = c->items->list.n;
  char *below = LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), char, n + 1);
  for (size_t i = n; i-- > 0;) {
    struct lcm_item *item = item_at(c, i);
    if (item->shown && below[i] == ANY && !c->traits[i].forced &&
        (item->parent != NONE || item->function)) {
      item->shown = false;
      item->alone = !lcm_item_is_plain(item);
    }
    if (item->parent != NONE && !item->hidden)
      below[item->parent] |= item->shown || item->alone ? ANY | SEEN : ANY;
  }
}

void lcm_items_choose(struct lcm_items *items, lcm_ctx *ctx,
                      const struct lcm_picture *picture) {
  struct choice c = {
      .ctx = ctx, .picture = picture, .items = items, .boxes = 1};
  c.heap = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), size_t, items->list.n + 1);
  find_traits(&c);
  push_below(&c, NONE);
  while (c.n) {
    const size_t at = pop(&c);
    const size_t more = boxes_of(&c, at);
    if (picture->most && c.boxes + more > picture->most + 1 &&
        !c.traits[at].forced)
      break;
    c.boxes += more - 1;
    item_at(&c, at)->shown = true;
    push_below(&c, at);
  }
  fold_empty(&c);
}
