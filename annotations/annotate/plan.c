/* Decides which node has which of the fitted models.  Nodes that one
 * statement makes together, and nodes no comment can name. */
#include "annotations/annotate/plan.h"

#include <math.h>
#include <string.h>

#include "annotations/annotate/below.h"
#include "annotations/annotate/count.h"
#include "annotations/annotate/find.h"
#include "annotations/annotate/text.h"

static const size_t NONE = (size_t)-1;

/* Return whether nothing in the source stands for "node". */
static bool is_implicit(const lcm_node *node) { return node->marks.implicit; }

/* Return whether "a" and "b" have a part of the source in common. */
static bool overlap(const lcm_node *a, const lcm_node *b) {
  return a->loc.end > b->loc.begin && a->loc.begin < b->loc.end;
}

static bool lies_in(const lcm_node *a, const lcm_node *b) {
  return a->loc.begin >= b->loc.begin && a->loc.end <= b->loc.end;
}

/* Return whether "node" is what a simple statement makes, or part of that. */
static bool is_simple(const lcm_node *node) {
  return node->kind == LCM_NODE_FRAGMENT || node->kind == LCM_NODE_CALL ||
         node->kind == LCM_NODE_MESSAGE;
}

/* Return the number of the node that the statement of number "at" as a whole
 * makes: of those of its block the one with the most of the source. */
static size_t statement_of(const struct annotate_file *file, size_t at) {
  const struct annotate_place *place = &file->places.at[at];
  size_t best = at;
  if (place->parent == NONE || is_implicit(place->node))
    return at;
  const size_t behind = file->places.at[place->parent].behind;
  for (size_t i = place->parent + 1; i < behind;
       i = file->places.at[i].behind) {
    const lcm_node *other = file->places.at[i].node;
    if (i != best && is_simple(other) && !is_implicit(other) &&
        lies_in(file->places.at[best].node, other) &&
        (i < best || !lies_in(other, file->places.at[best].node)))
      best = i;
  }
  return best;
}

/* Return whether a node that makes no part of the statement of the node number
 * "at" shares source with it. */
static bool is_shared(const struct annotate_file *file, size_t at) {
  const struct annotate_place *place = &file->places.at[at];
  const lcm_function *function = place->function;
  for (size_t i = at; i-- > 0 && file->places.at[i].function == function;) {
    const struct annotate_place *other = &file->places.at[i];
    if (other->behind <= at && other->parent == place->parent &&
        other->stands != at && !is_implicit(other->node) &&
        overlap(other->node, place->node))
      return true;
  }
  for (size_t i = place->behind;
       i < file->places.n && file->places.at[i].function == function; i++) {
    const struct annotate_place *other = &file->places.at[i];
    if (other->parent == place->parent && other->stands != at &&
        !is_implicit(other->node) && overlap(other->node, place->node))
      return true;
  }
  return false;
}

/* Return whether a node of the same kind around the node number "at" has the
 * same source: a macro makes both. */
static bool is_within_same(const struct annotate_file *file, size_t at) {
  const lcm_node *node = file->places.at[at].node;
  for (size_t i = file->places.at[at].parent; i != NONE;
       i = file->places.at[i].parent) {
    const lcm_node *other = file->places.at[i].node;
    if (other->kind == node->kind && lies_in(other, node) &&
        lies_in(node, other))
      return true;
  }
  return false;
}

/* Return why no comment can speak of the node number "at" alone, or NULL. */
static const char *obstacle(const struct annotate_file *file, size_t at) {
  const struct annotate_place *place = &file->places.at[at];
  if (is_implicit(place->node))
    return "nothing in the source stands for it";
  if (place->node->kind == LCM_NODE_LET)
    return "it is no statement of its own";
  if (is_within_same(file, at))
    return "a macro makes it together with what is around it";
  if (place->stands == at && is_simple(place->node) && is_shared(file, at))
    return "it shares its statement with something else";
  return NULL;
}

/* Find out which nodes of "file" one statement makes together, and of which no
 * comment can speak; "aside": a sidecar file can speak of each. */
static void annotate_group(struct annotate_file *file, bool aside) {
  for (size_t i = 0; i < file->places.n; i++) {
    struct annotate_place *place = &file->places.at[i];
    place->stands =
        aside || place->node->kind == LCM_NODE_LET ? i : statement_of(file, i);
    if (place->stands != i)
      file->places.at[place->stands].several = true;
  }
  for (size_t i = 0; i < file->places.n && !aside; i++)
    if (!file->places.at[i].cannot)
      file->places.at[i].cannot = obstacle(file, i);
}

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
