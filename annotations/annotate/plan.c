/* Decides which node has which of the fitted models. */
#include <math.h>
#include <string.h>

#include "annotations/annotate/below.h"
#include "annotations/annotate/count.h"
#include "annotations/annotate/find.h"
#include "annotations/annotate/group.h"
#include "annotations/annotate/plan.h"
#include "annotations/annotate/text.h"

static const size_t NONE = (size_t)-1;

/* Add "part" to what "place" is to have in "category". */
static void add_part(struct annotate *a, struct annotate_place *place,
                     const char *category, struct annotate_part part) {
  lcm_arena *arena = lcm_ctx_arena(a->source);
  struct annotate_entry *entry = annotate_entry_of(place, category);
  if (!entry) {
    const struct annotate_entry fresh = {.category = category};
    LCM_LIST_ADD(arena, &place->entries, fresh);
    entry = &place->entries.at[place->entries.n - 1];
  }
  LCM_LIST_ADD(arena, &entry->parts, part);
}

/* Return where the author gives "node" a cost in "category". */
static lcm_loc hand_loc(const lcm_node *node, const char *category) {
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model *own = &node->models[i];
    if (!strcmp(own->category, category) ||
        lcm_amount_traits(own->category) & LCM_OF_WHOLE)
      return own->loc;
  }
  return node->loc;
}

/* Return the node at or above "at" to which the author gives a cost in
 * "category", NONE where there is none. */
static size_t hand_above(const struct annotate_file *file, size_t at,
                         const char *category) {
  for (; at != NONE; at = file->places.at[at].parent)
    if (annotate_has_hand(file->places.at[at].node, category))
      return at;
  return NONE;
}

/* Return whether the node number "at" is executed whenever "above" is: series
 * alone lie between. */
static bool is_direct(const struct annotate_file *file, size_t at,
                      size_t above) {
  for (at = file->places.at[at].parent; at != above && at != NONE;
       at = file->places.at[at].parent)
    if (file->places.at[at].node->kind != LCM_NODE_SERIES)
      return false;
  return at == above;
}

/* Return whether "entry" is of what several processors spend together. */
static bool is_of_crew(const struct annotate_entry *entry) {
  bool crew = lcm_amount_traits(entry->category) & LCM_OF_CREW;
  for (size_t i = 0; i < entry->parts.n; i++)
    crew = crew || lcm_expr_has(entry->parts.at[i].model->expr, "p");
  return crew;
}

/* Return whether the node number "at" is a part of what one member of a team
 * executes alone. */
static bool is_in_unit(const struct annotate_file *file, size_t at) {
  for (at = file->places.at[at].parent; at != NONE;
       at = file->places.at[at].parent) {
    const lcm_node_kind kind = file->places.at[at].node->kind;
    if (kind == LCM_NODE_TEAM)
      return false;
    if (kind == LCM_NODE_PARALLEL || kind == LCM_NODE_TASK ||
        kind == LCM_NODE_PARLOOP)
      return true;
  }
  return false;
}

/* Return whether the node number "at" of "file" may have "entry". */
static bool suits(const struct annotate_file *file, size_t at,
                  const struct annotate_entry *entry) {
  return !file->places.at[at].cannot &&
         !(is_of_crew(entry) && is_in_unit(file, at));
}

/* Return a statement inside the node number "above" that is executed whenever
 * that is and has no cost of the category of "entry", NONE where there is
 * none. */
static size_t bare_leaf(struct annotate *a, struct annotate_file *file,
                        size_t above, const struct annotate_entry *entry) {
  const char *category = entry->category;
  for (size_t i = above + 1; i < file->places.at[above].behind; i++) {
    struct annotate_place *place = &file->places.at[i];
    if (place->node->kind == LCM_NODE_FRAGMENT && suits(file, i, entry) &&
        !place->node->n_models && !annotate_entry_of(place, category) &&
        hand_above(file, i, category) == NONE && is_direct(file, i, above) &&
        place->stands == i && !annotate_is_below(a, file, i, category))
      return i;
  }
  return NONE;
}

/* Return the size of "part": its value where all variables are largest. */
static double size_of(struct annotate *a, const struct annotate_part *part) {
  const double value = lcm_fit_corner(
      a->ctx, part->model, ((size_t)1 << part->model->n_variables) - 1);
  return isnan(value) ? 0 : value;
}

/* Return the node below "above" that has the most in the category of "wanted"
 * and may have that, too, NONE where there is none. */
static size_t largest_below(struct annotate *a, struct annotate_file *file,
                            size_t above, const struct annotate_entry *wanted) {
  double most = -INFINITY;
  size_t best = NONE;
  for (size_t i = above + 1; i < file->places.at[above].behind; i++) {
    struct annotate_entry *entry =
        annotate_entry_of(&file->places.at[i], wanted->category);
    double size = 0;
    for (size_t k = 0; entry && k < entry->parts.n; k++)
      size += size_of(a, &entry->parts.at[k]);
    if (entry && size > most && suits(file, i, wanted) &&
        !annotate_is_below(a, file, i, wanted->category)) {
      most = size;
      best = i;
    }
  }
  return best;
}

/* ---- distribution ---------------------------------------------------------
 */

/* Return where "node" of "file" is, for messages. */
static lcm_loc annotate_loc(struct annotate *a,
                            const struct annotate_file *file,
                            const lcm_node *node) {
  lcm_loc loc = node->loc;
  loc.file = lcm_intern(a->ctx, file->name);
  return loc;
}

/* Say that the models of "entry" of the node number "at" are written
 * nowhere. */
static void give_up(struct annotate *a, const struct annotate_file *file,
                    size_t at, const struct annotate_entry *entry,
                    const char *why) {
  const struct annotate_place *place = &file->places.at[at];
  lcm_report(a->ctx, LCM_DIAG_NOT_WRITTEN, annotate_loc(a, file, place->node),
             "%s of %s is not written: %s", entry->category, place->key, why);
}

/* Return whether the node number "to" is executed as often as "from". */
static bool is_as_often(const struct annotate_file *file, size_t to,
                        size_t from) {
  const lcm_node *outer = file->places.at[from].node;
  if (file->places.at[from].stands == to)
    return true;
  return is_direct(file, to, from) &&
         (outer->kind == LCM_NODE_SERIES ||
          (outer->kind == LCM_NODE_TEAM &&
           annotate_is_shared(file->places.at[to].node)));
}

/* Let the node number "to" have "entry" of the node number "from" too. */
static void move(struct annotate *a, struct annotate_file *file, size_t to,
                 size_t from, const struct annotate_entry *entry) {
  const bool same = is_as_often(file, to, from);
  for (size_t i = 0; i < entry->parts.n; i++) {
    struct annotate_part part = entry->parts.at[i];
    part.of = part.of ? part.of : file->places.at[from].key;
    part.visits = same ? part.visits : NAN;
    add_part(a, &file->places.at[to], entry->category, part);
  }
}

/* Return another node for "entry", which the node number "at" cannot have: it
 * would replace what is below, or no comment can speak of the node.  A
 * statement in it, else one that has such a cost anyway, else those of what is
 * around it; NONE where there is none. */
static size_t other_place(struct annotate *a, struct annotate_file *file,
                          size_t at, const struct annotate_entry *entry) {
  const bool cannot = !suits(file, at, entry);
  for (size_t above = at; above != NONE;
       above = file->places.at[above].parent) {
    size_t to = bare_leaf(a, file, above, entry);
    if (to == NONE)
      to = largest_below(a, file, above, entry);
    if (to == NONE && cannot && above == at)
      to = file->places.at[at].parent;
    if (to != NONE && to != at)
      return to;
  }
  return NONE;
}

/* Find another node for "entry" of the node number "at". */
static void place_elsewhere(struct annotate *a, struct annotate_file *file,
                            size_t at, const struct annotate_entry *entry) {
  const size_t to = other_place(a, file, at, entry);
  if (to != NONE)
    move(a, file, to, at, entry);
  else
    give_up(a, file, at, entry,
            file->places.at[at].cannot
                ? file->places.at[at].cannot
                : "it would replace the models of what is below, and no "
                  "statement beside them can take it");
}

/* Let the node number "at" have all that was measured in it; not where that may
 * be behind calls. */
static void absorb(struct annotate *a, struct annotate_file *file, size_t at) {
  const size_t behind = file->places.at[at].behind;
  if (annotate_calls_below(a, file, at))
    return;
  for (size_t i = at + 1; i < behind; i++) {
    struct annotate_place *place = &file->places.at[i];
    for (size_t k = 0; k < place->entries.n; k++)
      move(a, file, at, i, &place->entries.at[k]);
    place->entries.n = 0;
  }
}

/* Let the node number "at" have what was measured in it where else there is no
 * place for what it takes itself. */
static void make_room(struct annotate *a, struct annotate_file *file,
                      size_t at) {
  struct annotate_place *place = &file->places.at[at];
  for (size_t i = 0; i < place->entries.n && !place->cannot; i++) {
    const struct annotate_entry *entry = &place->entries.at[i];
    if (suits(file, at, entry) &&
        annotate_is_below(a, file, at, entry->category) &&
        other_place(a, file, at, entry) == NONE) {
      absorb(a, file, at);
      return;
    }
  }
}

/* Say that "entry" of the node number "at" is not written because the author
 * gives that cost. */
static void report_hand(struct annotate *a, const struct annotate_file *file,
                        size_t at, const struct annotate_entry *entry) {
  const struct annotate_place *place = &file->places.at[at];
  const size_t hand = hand_above(file, at, entry->category);
  const lcm_node *node = file->places.at[hand].node;
  const lcm_loc loc = hand_loc(node, entry->category);
  const bool beside = a->trial && loc.file && !strcmp(loc.file, a->trial);
  const char *where =
      beside ? lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s:%u",
                                annotate_name(a, loc.file), loc.line)
             : lcm_arena_printf(lcm_ctx_arena(a->ctx), "line %u", loc.line);
  lcm_report(a->ctx, LCM_DIAG_YOURS, annotate_loc(a, file, place->node),
             "%s of %s is not written: that of %s is yours", entry->category,
             place->key, where);
}

/* Decide where what was measured of the node number "at" is written; those
 * below it are decided. */
static void settle(struct annotate *a, struct annotate_file *file, size_t at) {
  struct annotate_place *place = &file->places.at[at];
  size_t kept = 0;
  make_room(a, file, at);
  for (size_t i = 0; i < place->entries.n; i++) {
    const struct annotate_entry entry = place->entries.at[i];
    const size_t hand = hand_above(file, at, entry.category);
    if (hand != NONE)
      report_hand(a, file, at, &entry);
    else if (suits(file, at, &entry) &&
             !annotate_is_below(a, file, at, entry.category))
      place->entries.at[kept++] = entry;
    else
      place_elsewhere(a, file, at, &entry);
  }
  place->entries.n = kept;
}

/* Let the nodes that one statement makes together have one place. */
static void unite(struct annotate *a, struct annotate_file *file) {
  for (size_t i = 0; i < file->places.n; i++) {
    struct annotate_place *place = &file->places.at[i];
    if (place->stands == i)
      continue;
    for (size_t k = 0; k < place->entries.n; k++)
      move(a, file, place->stands, i, &place->entries.at[k]);
    file->places.at[place->stands].measured |= place->entries.n > 0;
    place->entries.n = 0;
  }
}

/* Return whether "model" of "place" has a form that a comment can state; say it
 * where it has not. */
static bool is_written(struct annotate *a, const struct annotate_file *file,
                       const struct annotate_place *place,
                       const lcm_fit_model *model) {
  const struct lcm_fit_writing how = {.divide = 1};
  struct lcm_fit_text text;
  if (!model->expr || lcm_fit_write(&text, a->ctx, model, &how))
    return true;
  lcm_report(a->ctx, LCM_DIAG_NOT_WRITTEN, annotate_loc(a, file, place->node),
             "%s of %s is not written: no comment can state '%s' in %s",
             model->category, place->key, model->form ? model->form : "it",
             model->unit ? model->unit : "s");
  return false;
}

void annotate_see(struct annotate *a, struct annotate_file *file) {
  for (size_t i = 0; i < a->fit->n_fragments; i++) {
    const struct lcm_fit_fragment *seen = &a->fit->fragments[i];
    struct annotate_place *place =
        annotate_is_in(file, seen->fragment)
            ? annotate_find(a, file, seen->fragment, seen->place)
            : NULL;
    if (place)
      place->seen = seen;
  }
}

/* Return whether "category" of "node" is left to the composition: that the
 * other processors idle while one executes a statement follows from how long
 * that takes. */
static bool is_composed(const lcm_node *node, const char *category) {
  return lcm_cat_find(category) == LCM_CAT_IP && annotate_is_statement(node);
}

/* Give the places of "file" what was measured there. */
static void gather(struct annotate *a, struct annotate_file *file) {
  for (size_t i = 0; i < a->fit->n_models; i++) {
    const lcm_fit_model *model = &a->fit->models[i];
    const char *category = annotate_category(a, model->category);
    if (!model->selected || !category || !annotate_is_in(file, model->fragment))
      continue;
    struct annotate_place *place =
        annotate_find(a, file, model->fragment, model->place);
    if (!place)
      continue;
    place->label = model->label;
    place->measured = true;
    if (is_composed(place->node, category) ||
        !is_written(a, file, place, model))
      continue;
    if (model->expr && !lcm_fit_is_zero(a->ctx, model))
      add_part(a, place, category,
               (struct annotate_part){model, NULL,
                                      place->seen ? place->seen->visits : NAN});
  }
}

void annotate_plan(struct annotate *a, struct annotate_file *file) {
  for (size_t i = 0; i < file->places.n; i++) {
    struct annotate_place *place = &file->places.at[i];
    place->entries.n = 0;
    place->measured = false;
  }
  annotate_group(file, a->aside);
  gather(a, file);
  annotate_count(a, file);
  unite(a, file);
  for (size_t i = 0; i < file->places.n; i++)
    if (file->places.at[i].node->kind == LCM_NODE_USING &&
        file->places.at[i].entries.n)
      absorb(a, file, i);
  for (size_t i = file->places.n; i-- > 0;)
    settle(a, file, i);
  if (a->how->sections)
    annotate_sections(a, file);
}
