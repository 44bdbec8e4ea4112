#include <math.h>
#include <string.h>

#include "annotations/write_model.h"
#include "base/ctx.h"
#include "cmd/annotate_count.h"
#include "cmd/annotate_find.h"
#include "cmd/annotate_group.h"
#include "cmd/annotate_plan.h"
#include "cmd/annotate_text.h"
#include "model/expr/intern.h"
#include "model/structure/categories.h"

static const size_t NONE = (size_t)-1;

/* Return whether the list "names" of interned names has "name". */
static bool has_name(const char *const *names, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (names[i] == name)
      return true;
  return false;
}

struct annotate_entry *annotate_entry_of(struct annotate_place *place,
                                         const char *category) {
  for (size_t i = 0; i < place->entries.n; i++)
    if (place->entries.at[i].category == category)
      return &place->entries.at[i];
  return NULL;
}

bool annotate_is_said(const struct annotate_place *place) {
  return place->entries.n || place->count || place->chance;
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

const char *annotate_category(struct annotate *a, const char *name) {
  const unsigned traits = lcm_amount_traits(name);
  if (!strcmp(name, "rt"))
    name = lcm_cat_name(LCM_CAT_PC);
  return traits & (LCM_OF_SUM | LCM_OF_COUNT) && !(traits & LCM_OF_MODEL)
             ? NULL
             : lcm_intern(a->source, name);
}

/* ---- functions that are called --------------------------------------------
 */

/* Whose models lie below a call: anybody's, or those of constructs.  What was
 * measured of a construct contains the functions that it calls, but for the
 * constructs there; what was measured of other statements is what they took
 * where no construct was around them. */
enum reached { BY_ALL, BY_CONSTRUCTS, REACHED_KINDS };

/* Return the name under which "reached" has that models of "category" of "kind"
 * lie below calls of "function". */
static const char *reach_name(struct annotate *a, const char *function,
                              const char *category, enum reached kind) {
  return LCM_INTERN_JOINED(a->source, category,
                           kind == BY_CONSTRUCTS ? " constructs " : " ",
                           function);
}

/* Note that models of "category" of "kind" lie below calls of "function";
 * return whether that is new. */
static bool reach(struct annotate *a, const char *function,
                  const char *category, enum reached kind) {
  const char *name = reach_name(a, function, category, kind);
  if (has_name(a->reached.at, a->reached.n, name))
    return false;
  LCM_LIST_ADD(lcm_ctx_arena(a->source), &a->reached, name);
  return true;
}

/* Return whether models of "category" of "kind" lie below a call of
 * "function". */
static bool is_reached(struct annotate *a, const char *function,
                       const char *category, enum reached kind) {
  return has_name(a->reached.at, a->reached.n,
                  reach_name(a, function, category, kind));
}

const char *annotate_callee(struct annotate *a, const char *key) {
  const size_t n = strcspn(key, "[");
  size_t from = n;
  while (from && key[from - 1] != ':')
    from--;
  return lcm_intern_n(a->source, key + from, n - from);
}

/* Let what lies below "callee" lie below "caller"; return whether anything is
 * new. */
static bool spread_call(struct annotate *a, const char *caller,
                        const char *callee) {
  bool more = false;
  for (size_t k = 0; k < a->categories.n; k++)
    for (enum reached kind = BY_ALL; kind < REACHED_KINDS; kind++)
      if (is_reached(a, callee, a->categories.at[k], kind))
        more |= reach(a, caller, a->categories.at[k], kind);
  return more;
}

/* Let what lies below calls lie below those who call; return whether anything
 * is new. */
static bool spread(struct annotate *a, const struct annotate_file *file) {
  bool more = false;
  for (size_t i = 0; i < file->places.n; i++) {
    const struct annotate_place *place = &file->places.at[i];
    if (place->node->kind != LCM_NODE_CALL)
      continue;
    more |= spread_call(a, place->function->name,
                        annotate_callee(a, place->node->u.call.callee));
  }
  return more;
}

/* Return whether nodes of "kind" are measured with all that they call. */
static bool is_construct(lcm_node_kind kind) {
  return kind == LCM_NODE_TEAM || kind == LCM_NODE_PARLOOP ||
         kind == LCM_NODE_PARALLEL || kind == LCM_NODE_TASK;
}

/* Return whether the fragment "key" ("FILE:FUNCTION/KIND#N") may be a
 * construct: it is no statement and no function as a whole. */
static bool is_of_construct(const char *key) {
  static const lcm_node_kind STATEMENTS[] = {
      LCM_NODE_FRAGMENT, LCM_NODE_SERIES, LCM_NODE_CALL,  LCM_NODE_LOOP,
      LCM_NODE_WHILE,    LCM_NODE_BRANCH, LCM_NODE_OPAQUE};
  const char *colon = strrchr(key, ':');
  const char *word = colon ? strchr(colon, '/') : NULL;
  bool construct = word != NULL;
  for (size_t i = 0; construct && i < sizeof STATEMENTS / sizeof *STATEMENTS;
       i++) {
    const char *statement = lcm_node_word(STATEMENTS[i]);
    const size_t n = strlen(statement);
    construct = strncmp(word + 1, statement, n) != 0 || word[1 + n] != '#';
  }
  return construct;
}

/* Note where the cost of "model" in "category" lies. */
static void reach_model(struct annotate *a, const lcm_fit_model *model,
                        const char *category) {
  const char *colon = strrchr(model->fragment, ':');
  if (!colon || !model->expr || lcm_fit_is_zero(a->ctx, model))
    return;
  const char *function =
      lcm_intern_n(a->source, colon + 1, strcspn(colon + 1, "/["));
  (void)reach(a, function, category, BY_ALL);
  if (is_of_construct(model->fragment))
    (void)reach(a, function, category, BY_CONSTRUCTS);
}

void annotate_reach(struct annotate *a) {
  for (size_t i = 0; i < a->fit->n_models; i++) {
    const lcm_fit_model *model = &a->fit->models[i];
    const char *category =
        model->selected ? annotate_category(a, model->category) : NULL;
    if (!category)
      continue;
    if (!has_name(a->categories.at, a->categories.n, category))
      LCM_LIST_ADD(lcm_ctx_arena(a->source), &a->categories, category);
    for (size_t k = 0; k < model->n_variables; k++)
      a->varied = a->varied || (!strcmp(model->variables[k].name, "p") &&
                                model->variables[k].values > 1);
    reach_model(a, model, category);
  }
  bool more = true;
  while (more) {
    more = false;
    for (size_t i = 0; i < a->files.n; i++)
      more |= spread(a, &a->files.at[i]);
  }
}

/* ---- what lies below ------------------------------------------------------
 */

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

/* Return whether the author gives "node" a cost in "category". */
static bool has_hand(const lcm_node *node, const char *category) {
  for (size_t i = 0; i < node->n_models; i++) {
    const char *own = node->models[i].category;
    if (!strcmp(own, category) || lcm_amount_traits(own) & LCM_OF_WHOLE)
      return true;
  }
  return node->ignored;
}

/* Return the node at or above "at" to which the author gives a cost in
 * "category", NONE where there is none. */
static size_t hand_above(const struct annotate_file *file, size_t at,
                         const char *category) {
  for (; at != NONE; at = file->places.at[at].parent)
    if (has_hand(file->places.at[at].node, category))
      return at;
  return NONE;
}

/* Costs that are looked for at nodes.
 * category  theirs
 * kind      whose, below calls
 * top       it is asked about the node itself: of a call the models are all
 * that it costs */
struct sought {
  const char *category;
  enum reached kind;
  bool top;
};

/* Return whether the node number "i" or what it calls has a cost of its own as
 * "sought". */
static bool has_own(struct annotate *a, struct annotate_file *file, size_t i,
                    const struct sought *sought) {
  struct annotate_place *place = &file->places.at[i];
  if (!sought->top && (annotate_entry_of(place, sought->category) ||
                       has_hand(place->node, sought->category)))
    return true;
  if (place->node->kind != LCM_NODE_CALL)
    return false;
  const char *callee = annotate_callee(a, place->node->u.call.callee);
  for (size_t k = 0; sought->top && k < a->categories.n; k++)
    if (is_reached(a, callee, a->categories.at[k], sought->kind))
      return true;
  return is_reached(a, callee, sought->category, sought->kind);
}

bool annotate_is_shared(const lcm_node *node) {
  return node->kind == LCM_NODE_BARRIER ||
         (node->kind == LCM_NODE_PARLOOP && node->u.loop.worksharing) ||
         (node->kind == LCM_NODE_PARALLEL && node->u.parallel.worksharing) ||
         (node->kind == LCM_NODE_SERIES &&
          lcm_node_attribute(node, "construct"));
}

/* Return whether a model of "category" at "node" stands for all of it: the
 * computation of what is not divided among a team, or not below it. */
static bool is_whole(const lcm_node *node, const char *category) {
  return lcm_cat_find(category) == LCM_CAT_PC && node->kind != LCM_NODE_TEAM &&
         (node->kind == LCM_NODE_PARLOOP || !annotate_is_shared(node));
}

/* Return whether something in or below the node number "at" has a cost of its
 * own in "category". */
static bool is_in_or_below(struct annotate *a, struct annotate_file *file,
                           size_t at, const char *category) {
  const size_t above = file->places.at[at].parent;
  struct sought sought = {category, BY_ALL, true};
  if (is_construct(file->places.at[at].node->kind))
    sought.kind = BY_CONSTRUCTS;
  for (size_t i = at; i < file->places.at[at].behind; i++) {
    sought.top = i == at;
    if (has_own(a, file, i, &sought))
      return true;
  }
  if (above == NONE || !file->places.at[at].several)
    return false;
  for (size_t i = above + 1; i < file->places.at[above].behind; i++) {
    sought.top = i == at;
    if (file->places.at[i].stands == at && has_own(a, file, i, &sought))
      return true;
  }
  return false;
}

bool annotate_is_below(struct annotate *a, struct annotate_file *file,
                       size_t at, const char *category) {
  if (!is_whole(file->places.at[at].node, category))
    return is_in_or_below(a, file, at, category);
  for (size_t k = 0; k < a->categories.n; k++)
    if (is_in_or_below(a, file, at, a->categories.at[k]))
      return true;
  return false;
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

lcm_loc annotate_loc(struct annotate *a, const struct annotate_file *file,
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
  for (size_t i = at + 1; i < behind; i++)
    for (size_t k = 0; k < a->categories.n; k++) {
      const struct sought sought = {a->categories.at[k], BY_ALL, true};
      if (has_own(a, file, i, &sought))
        return;
    }
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

bool annotate_is_sure(const struct annotate_file *file, size_t at) {
  for (at = file->places.at[at].parent; at != NONE;
       at = file->places.at[at].parent) {
    const struct annotate_place *place = &file->places.at[at];
    const lcm_node *node = place->node;
    const bool loop = node->kind == LCM_NODE_LOOP ||
                      node->kind == LCM_NODE_WHILE ||
                      node->kind == LCM_NODE_PARLOOP;
    if (loop && !node->u.loop.n_ranges && !node->u.loop.count && !place->count)
      return false;
    if (node->kind == LCM_NODE_BRANCH && !place->chance)
      return false;
  }
  return true;
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

bool annotate_is_statement(const lcm_node *node) {
  return !is_construct(node->kind) && !annotate_is_shared(node) &&
         (node->kind == LCM_NODE_FRAGMENT || node->kind == LCM_NODE_SERIES ||
          node->kind == LCM_NODE_CALL || node->kind == LCM_NODE_LOOP ||
          node->kind == LCM_NODE_WHILE || node->kind == LCM_NODE_BRANCH);
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
  if (a->command->given[OPT_SECTIONS])
    annotate_sections(a, file);
}
