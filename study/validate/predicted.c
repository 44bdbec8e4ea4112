/* What is predicted of each cell of the measurements. */
#include <string.h>

#include "model/link/link.h"
#include "study/validate/predicted.h"
#include "study/validate/sheet.h"

/* What is known of a node that has occurrences. */
struct met {
  /* bits of the categories that its models cover, as in the walk */
  unsigned long long here;
  /* by category: the number of the fragment that it belongs to as such, that of
   * fragments where it is none */
  size_t *fragments;
};

/* The nodes that were met at any point. */
struct met_nodes {
  LCM_LIST(struct met) at;
  lcm_map by_node;
};

/* A walk over the occurrences of one point, which are in preorder. */
struct walk {
  struct lcm_sheet *sheet;
  const lcm_prediction *prediction;
  size_t at; /* number of the point */
  /* cats[c]: number of category c of the prediction in the sheet */
  const size_t *cats;
  /* owners[d C + c]: the fragment that category c of what is at depth d belongs
   * to, none being the number of fragments */
  LCM_LIST(size_t) owners;
  /* covered[d]: bits of the categories that models at the nodes above depth d
   * cover; the last bit stands for all */
  LCM_LIST(unsigned long long) covered;
  struct met_nodes *met; /* the nodes of all points */
  lcm_arena *arena;
};

static const unsigned long long ALL = 1ULL << 63;

/* Return the number of category "name" in "sheet"; that of its categories where
 * it has none of that name. */
static size_t category_of(const struct lcm_sheet *sheet, const char *name) {
  size_t c = 0;
  while (c < sheet->cats.n && strcmp(sheet->cats.at[c], name) != 0)
    c++;
  return c;
}

/* Return which categories of "sheet" the models of "node" cover, as bits. */
static unsigned long long covered_by(const struct lcm_sheet *sheet,
                                     const lcm_node *node) {
  unsigned long long bits = 0;
  for (size_t i = 0; i < node->n_models; i++) {
    const char *name = node->models[i].category;
    const size_t c = category_of(sheet, name);
    if (!strcmp(name, "time") || !strcmp(name, "work"))
      bits |= ALL;
    else if (c < sheet->cats.n && c < 63)
      bits |= 1ULL << c;
  }
  return bits;
}

/* Return how category "c" is predicted where models cover "here" at the node
 * and "around" above it. */
static enum lcm_covering covering_of(unsigned long long here,
                                     unsigned long long around, size_t c) {
  const unsigned long long bit = c < 63 ? 1ULL << c : 0;
  const unsigned long long pc = 1ULL << LCM_CAT_PC;
  if (here & (bit | ALL))
    return LCM_COVER_HERE;
  if (around & (bit | ALL))
    return LCM_COVER_AROUND;
  return c != LCM_CAT_PC && ((here | around) & pc) ? LCM_COVER_COMPOSED
                                                   : LCM_COVER_NONE;
}

/* Note that category "c" of "fragment" is predicted as "now" at an
 * occurrence. */
static void note(struct lcm_sheet_fragment *fragment, size_t c,
                 enum lcm_covering now) {
  if (now < fragment->covering[c])
    fragment->covering[c] = now;
}

/* Return whether a model inside, which covers the categories "inside", decides
 * about category "c". */
static bool is_inside(unsigned long long inside, size_t c) {
  return inside & (ALL | 1ULL << LCM_CAT_PC) || (c < 63 && inside >> c & 1);
}

/* Return what "prediction" has of category "c" of the sheet among "cats", its
 * own. */
static double cost_of(const struct walk *w, const double *cats, size_t c) {
  double sum = 0;
  for (size_t k = 0; k < w->prediction->n_cats; k++)
    if (w->cats[k] == c)
      sum += cats[k];
  return sum;
}

/* Add "cost" to what is predicted of category "c" of fragment "f". */
static void add(struct walk *w, size_t f, size_t c, double cost) {
  w->sheet->predicted[lcm_sheet_cell(w->sheet, w->at, f, c)] += cost;
}

bool lcm_sheet_is_same(const lcm_node *a, const lcm_node *b) {
  return a &&
         (a == b || (a->loc.begin == b->loc.begin && a->loc.end == b->loc.end &&
                     a->loc.file == b->loc.file &&
                     lcm_place_kind(a, NULL) == lcm_place_kind(b, NULL)));
}

/* Return the number of the fragment to which category "c" of "node" belongs,
 * else that of fragments. */
static size_t fragment_at(const struct lcm_sheet *sheet, const lcm_node *node,
                          size_t c) {
  for (size_t f = 0; f < sheet->fragments.n; f++) {
    const struct lcm_sheet_fragment *fragment = &sheet->fragments.at[f];
    if (lcm_sheet_is_same(fragment->node, node) ||
        lcm_sheet_is_same(fragment->homes[c], node))
      return fragment->into[c];
  }
  return sheet->fragments.n;
}

/* Return what is known of "node", of which there is an occurrence. */
static const struct met *meet(struct walk *w, const lcm_node *node) {
  size_t at = 0;
  struct lcm_sheet *sheet = w->sheet;
  if (lcm_map_get(&w->met->by_node, node, &at))
    return &w->met->at.at[at];
  struct met met = {.here = covered_by(sheet, node),
                    .fragments =
                        LCM_NEW_ARRAY(w->arena, size_t, sheet->cats.n + 1)};
  for (size_t c = 0; c < sheet->cats.n; c++)
    met.fragments[c] = fragment_at(sheet, node, c);
  for (size_t f = 0; f < sheet->fragments.n; f++)
    if (lcm_sheet_is_same(sheet->fragments.at[f].node, node))
      sheet->fragments.at[f].seen = true;
  lcm_map_put(w->arena, &w->met->by_node, node, w->met->at.n);
  LCM_LIST_ADD(w->arena, &w->met->at, met);
  return &w->met->at.at[w->met->at.n - 1];
}

/* A category of an occurrence. */
struct part {
  const struct met *met;     /* what is known of its node */
  unsigned long long around; /* which categories models above cover */
  size_t c;
  size_t owner; /* the fragment around, that of fragments for none */
};

/* Give "cost", of "part", to the fragment at its node, and take it from that
 * around; return whose it is. */
static size_t give(struct walk *w, const struct part *part, double cost) {
  struct lcm_sheet *sheet = w->sheet;
  const size_t none = sheet->fragments.n;
  const size_t f = part->met->fragments[part->c];
  if (f < none)
    note(&sheet->fragments.at[f], part->c,
         covering_of(part->met->here, part->around, part->c));
  else if (part->owner < none && is_inside(part->met->here, part->c))
    note(&sheet->fragments.at[part->owner], part->c, LCM_COVER_COMPOSED);
  if (f == none || f == part->owner)
    return part->owner;
  add(w, f, part->c, cost);
  if (part->owner < none)
    add(w, part->owner, part->c, -cost);
  return f;
}

/* Give what "occurrence" costs to the fragments at its node. */
static void visit(struct walk *w, const lcm_occurrence *occurrence) {
  const size_t n = w->sheet->cats.n;
  const size_t depth = occurrence->depth;
  const struct met *met = meet(w, occurrence->node);
  const unsigned long long around = depth ? w->covered.at[depth - 1] : 0;
  w->owners.n = depth * n;
  w->covered.n = depth;
  for (size_t c = 0; c < n; c++) {
    const struct part part = {met, around, c,
                              depth ? w->owners.at[(depth - 1) * n + c]
                                    : w->sheet->fragments.n};
    const size_t own = give(w, &part, cost_of(w, occurrence->cats, c));
    LCM_LIST_ADD(w->arena, &w->owners, own);
  }
  LCM_LIST_ADD(w->arena, &w->covered, around | met->here);
}

/* Put the categories of the whole run at "point" into the fragment that stands
 * for it, where there is one. */
static void whole(struct walk *w, const lcm_point *point) {
  for (size_t f = 0; f < w->sheet->fragments.n; f++)
    for (size_t c = 0; !*w->sheet->fragments.at[f].name && c < w->sheet->cats.n;
         c++)
      add(w, f, c, cost_of(w, point->cats, c));
}

/* Let nothing be known of how the fragments of "sheet" are predicted. */
static void forget(struct lcm_sheet *sheet, lcm_arena *arena) {
  for (size_t f = 0; f < sheet->fragments.n; f++) {
    struct lcm_sheet_fragment *fragment = &sheet->fragments.at[f];
    fragment->covering =
        LCM_NEW_ARRAY(arena, enum lcm_covering, sheet->cats.n + 1);
    for (size_t c = 0; c < sheet->cats.n; c++)
      fragment->covering[c] = LCM_COVER_ABSENT;
  }
}

void lcm_sheet_predict(struct lcm_sheet *sheet, lcm_ctx *ctx,
                       const lcm_prediction *prediction) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  size_t *cats = LCM_NEW_ARRAY(arena, size_t, prediction->n_cats + 1);
  for (size_t c = 0; c < prediction->n_cats; c++)
    cats[c] = category_of(sheet, prediction->cat_names[c]);
  struct met_nodes met = {.at = {0}};
  forget(sheet, arena);
  for (size_t i = 0; i < sheet->points.n; i++) {
    struct walk w = {.sheet = sheet,
                     .prediction = prediction,
                     .at = i,
                     .cats = cats,
                     .met = &met,
                     .arena = arena};
    const lcm_point *point = &prediction->points[i];
    whole(&w, point);
    for (size_t k = 0; k < point->n_occurrences; k++)
      visit(&w, &point->occurrences[k]);
  }
}
