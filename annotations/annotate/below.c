/* Which models a node, its descendants and its callees have. */
#include <math.h>
#include <string.h>

#include "annotations/annotate/below.h"

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

const char *annotate_category(struct annotate *a, const char *name) {
  const unsigned traits = lcm_amount_traits(name);
  if (!strcmp(name, "rt"))
    name = lcm_cat_name(LCM_CAT_PC);
  return traits & (LCM_OF_SUM | LCM_OF_COUNT) && !(traits & LCM_OF_MODEL)
             ? NULL
             : lcm_intern(a->source, name);
}

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

/* ---- functions that are called --------------------------------------------
 */

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

bool annotate_has_hand(const lcm_node *node, const char *category) {
  for (size_t i = 0; i < node->n_models; i++) {
    const char *own = node->models[i].category;
    if (!strcmp(own, category) || lcm_amount_traits(own) & LCM_OF_WHOLE)
      return true;
  }
  return node->ignored;
}

/* Costs that are looked for at nodes.
 * that it costs */
struct sought {
  const char *category; /* theirs */
  enum reached kind;    /* whose, below calls */
  /* it is asked about the node itself: of a call the models are all */
  bool top;
};

/* Return whether the node number "i" or what it calls has a cost of its own as
 * "sought". */
static bool has_own(struct annotate *a, struct annotate_file *file, size_t i,
                    const struct sought *sought) {
  struct annotate_place *place = &file->places.at[i];
  if (!sought->top && (annotate_entry_of(place, sought->category) ||
                       annotate_has_hand(place->node, sought->category)))
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
         (node->kind == LCM_NODE_SERIES && node->marks.construct);
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

bool annotate_is_statement(const lcm_node *node) {
  return !is_construct(node->kind) && !annotate_is_shared(node) &&
         (node->kind == LCM_NODE_FRAGMENT || node->kind == LCM_NODE_SERIES ||
          node->kind == LCM_NODE_CALL || node->kind == LCM_NODE_LOOP ||
          node->kind == LCM_NODE_WHILE || node->kind == LCM_NODE_BRANCH);
}

/* Return whether the node number "at" was measured to spend nothing in
 * "category", and that matters. */
static bool is_nothing(struct annotate *a, struct annotate_file *file,
                       size_t at, const char *category) {
  struct annotate_place *place = &file->places.at[at];
  const bool others = lcm_cat_find(category) == LCM_CAT_IP;
  return place->measured && a->varied && !annotate_entry_of(place, category) &&
         !(others && annotate_is_statement(place->node)) &&
         !(lcm_cat_find(category) == LCM_CAT_LI &&
           place->node->kind == LCM_NODE_FRAGMENT) &&
         !annotate_is_below(a, file, at, category);
}

bool annotate_gives(struct annotate *a, struct annotate_file *file, size_t at,
                    const char *category) {
  return annotate_entry_of(&file->places.at[at], category) ||
         is_nothing(a, file, at, category);
}

bool annotate_calls_below(struct annotate *a, struct annotate_file *file,
                          size_t at) {
  for (size_t i = at + 1; i < file->places.at[at].behind; i++)
    for (size_t k = 0; k < a->categories.n; k++) {
      const struct sought sought = {a->categories.at[k], BY_ALL, true};
      if (has_own(a, file, i, &sought))
        return true;
    }
  return false;
}
