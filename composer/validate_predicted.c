#include <string.h>

#include "composer/validate_internal.h"
#include "model/place.h"

/* A walk over the occurrences of one point, which are in preorder.
 * at        number of the point
 * cats      cats[c]: number of category c of the prediction in the sheet
 * owners    owners[d]: the fragment that what is at depth d belongs to, none
 *           being the number of fragments
 * covered   covered[d]: bits of the categories that models at the nodes above
 *           depth d cover; the last bit stands for all */
struct walk {
  struct lcm_sheet *sheet;
  const lcm_prediction *prediction;
  size_t at;
  const size_t *cats;
  LCM_LIST(size_t) owners;
  LCM_LIST(unsigned long long) covered;
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

/* Note how the categories of "fragment" are predicted at an occurrence. */
static void note_covering(const struct lcm_sheet *sheet,
                          struct lcm_sheet_fragment *fragment,
                          unsigned long long here, unsigned long long around) {
  for (size_t c = 0; c < sheet->cats.n; c++) {
    const enum lcm_covering now = covering_of(here, around, c);
    if (!fragment->seen || now < fragment->covering[c])
      fragment->covering[c] = now;
  }
  fragment->seen = true;
}

/* Note that a model inside "fragment" covers the categories "inside". */
static void note_inside(const struct lcm_sheet *sheet,
                        struct lcm_sheet_fragment *fragment,
                        unsigned long long inside) {
  const bool all = inside & (ALL | 1ULL << LCM_CAT_PC);
  for (size_t c = 0; c < sheet->cats.n; c++)
    if ((all || (c < 63 && inside >> c & 1)) &&
        fragment->covering[c] > LCM_COVER_COMPOSED)
      fragment->covering[c] = LCM_COVER_COMPOSED;
}

/* Add "sign" times the categories of "occurrence" to those predicted of
 * fragment "f". */
static void add(struct walk *w, const lcm_occurrence *occurrence, size_t f,
                double sign) {
  for (size_t c = 0; c < w->prediction->n_cats; c++)
    if (w->cats[c] < w->sheet->cats.n)
      w->sheet->predicted[lcm_sheet_cell(w->sheet, w->at, f, w->cats[c])] +=
          sign * occurrence->cats[c];
}

/* Return whether "a" (or NULL) and "b" are made of the same source: functions
 * may be there several times, for those who call them. */
static bool is_same(const lcm_node *a, const lcm_node *b) {
  return a &&
         (a == b || (lcm_place_kind(a, NULL) == lcm_place_kind(b, NULL) &&
                     a->loc.file == b->loc.file &&
                     a->loc.begin == b->loc.begin && a->loc.end == b->loc.end));
}

/* Return the number of the fragment at "node", else that of fragments. */
static size_t fragment_at(const struct lcm_sheet *sheet, const lcm_node *node) {
  size_t f = 0;
  while (f < sheet->fragments.n && !is_same(sheet->fragments.at[f].node, node))
    f++;
  return f;
}

/* Give what "occurrence" costs to the fragment at its node, and take it from
 * that around. */
static void visit(struct walk *w, const lcm_occurrence *occurrence) {
  struct lcm_sheet *sheet = w->sheet;
  const size_t none = sheet->fragments.n;
  const size_t depth = occurrence->depth;
  w->owners.n = depth;
  w->covered.n = depth;
  const size_t owner = depth ? w->owners.at[depth - 1] : none;
  const unsigned long long around = depth ? w->covered.at[depth - 1] : 0;
  const unsigned long long here = covered_by(sheet, occurrence->node);
  const size_t f = fragment_at(sheet, occurrence->node);
  if (f < none) {
    note_covering(sheet, &sheet->fragments.at[f], here, around);
    add(w, occurrence, f, 1);
    if (owner < none)
      add(w, occurrence, owner, -1);
  } else if (owner < none)
    note_inside(sheet, &sheet->fragments.at[owner], here);
  LCM_LIST_ADD(w->arena, &w->owners, f < none ? f : owner);
  LCM_LIST_ADD(w->arena, &w->covered, here | around);
}

/* Put the categories of the whole run at point "i" into the fragment that
 * stands for it, where there is one. */
static void whole(struct walk *w, const lcm_point *point) {
  const lcm_occurrence run = {.cats = point->cats};
  for (size_t f = 0; f < w->sheet->fragments.n; f++)
    if (!*w->sheet->fragments.at[f].name)
      add(w, &run, f, 1);
}

void lcm_sheet_predict(struct lcm_sheet *sheet, lcm_ctx *ctx,
                       const lcm_prediction *prediction) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  size_t *cats = LCM_NEW_ARRAY(arena, size_t, prediction->n_cats + 1);
  for (size_t c = 0; c < prediction->n_cats; c++)
    cats[c] = category_of(sheet, prediction->cat_names[c]);
  for (size_t f = 0; f < sheet->fragments.n; f++)
    sheet->fragments.at[f].covering =
        LCM_NEW_ARRAY(arena, enum lcm_covering, sheet->cats.n + 1);
  for (size_t i = 0; i < sheet->points.n; i++) {
    struct walk w = {.sheet = sheet,
                     .prediction = prediction,
                     .at = i,
                     .cats = cats,
                     .arena = arena};
    const lcm_point *point = &prediction->points[i];
    whole(&w, point);
    for (size_t k = 0; k < point->n_occurrences; k++)
      visit(&w, &point->occurrences[k]);
  }
}
