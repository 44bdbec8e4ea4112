/* Finds conditions of which nobody says how probable they are, and how much can
 * hang on each. */
#include "composer/predict/hinge/places.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- where they are --------------------------------------------------------
 */

/* Return the number of the condition at line "line" of the file of "node",
 * which chooses among "ways". */
static size_t note(struct lcm_hinge_places *places, const lcm_node *node,
                   unsigned line, size_t ways) {
  struct lcm_hinge_place place = {
      .loc = node->loc, .line = line, .ways = ways, .bound = INFINITY};
  size_t at = 0;
  while (at < places->list.n &&
         (places->list.at[at].line != line ||
          places->list.at[at].loc.file != node->loc.file))
    at++;
  if (at < places->list.n) {
    if (places->list.at[at].ways < ways)
      places->list.at[at].ways = ways;
    return at;
  }
  if (node->loc.line != line)
    place.loc = (lcm_loc){.file = node->loc.file, .line = line};
  LCM_LIST_ADD(lcm_ctx_arena(places->ctx), &places->list, place);
  return at;
}

/* Read the next condition of "text", an attribute of the fragment "node", into
 * "*out"; return what stands behind it, NULL where it cannot be read. */
static const char *next_part(struct lcm_hinge_part *out,
                             struct lcm_hinge_places *places,
                             const lcm_node *node, const char *text) {
  unsigned line = 0;
  unsigned column = 0;
  int used = 0;
  size_t length = 0;
  *out = (struct lcm_hinge_part){.by = NULL};
  out->several =
      sscanf(text, "case_%u.%u.%zu %n", &line, &column, &out->way, &used) == 3;
  if (!out->several && sscanf(text, "prob_%u %n", &line, &used) != 1)
    return NULL;
  const struct lcm_expr_source source = {.text = text + used,
                                         .len = strcspn(text + used, ";")};
  if (lcm_expr_parse_exact(&out->by, &length, places->ctx, &source))
    return NULL;
  out->place = note(places, node, line,
                    out->several ? (out->way > 1 ? out->way : 2) + 1 : 2);
  text += used + source.len;
  return *text ? text + 2 : text;
}

/* Return whether the branch "node" is decided by nothing that is known, or by
 * what the prediction had no value of. */
static bool is_guessed(const struct lcm_hinge_places *places,
                       const lcm_node *node) {
  if (node->kind != LCM_NODE_BRANCH)
    return false;
  for (size_t i = 0; i < places->n_guesses; i++)
    if (places->guesses[i].file == node->loc.file &&
        places->guesses[i].begin == node->loc.begin)
      return true;
  return node->marks.probability;
}

/* Note the conditions of "node", which is in function number "function". */
static void collect(struct lcm_hinge_places *places, size_t function,
                    const lcm_node *node) {
  static const char *const GUESSED[LCM_HINGE_AMOUNTS] = {
      [LCM_HINGE_FLOPS] = "guessed", [LCM_HINGE_BYTES] = "guessed-bytes"};
  lcm_arena *arena = lcm_ctx_arena(places->ctx);
  struct lcm_hinge_spot spot = {.node = node, .function = function};
  struct lcm_hinge_part part;
  bool any = is_guessed(places, node);
  if (any)
    spot.place = note(places, node, node->loc.line,
                      node->n_children > 2 ? node->n_children : 2);
  for (size_t i = 0; node->kind == LCM_NODE_FRAGMENT && i < LCM_HINGE_AMOUNTS;
       i++) {
    const char *text = lcm_node_attribute(node, GUESSED[i]);
    while (text && *text && (text = next_part(&part, places, node, text)))
      LCM_LIST_ADD(arena, &spot.parts[i], part);
    any = any || spot.parts[i].n;
  }
  if (any) {
    lcm_map_put(arena, &places->spot_of, node, places->spots.n);
    LCM_LIST_ADD(arena, &places->spots, spot);
  }
  for (size_t i = 0; i < node->n_children; i++)
    collect(places, function, node->children[i]);
}

void lcm_hinge_places_find(struct lcm_hinge_places *places, lcm_ctx *ctx,
                           const lcm_program *program,
                           const struct lcm_noted *noted) {
  *places = (struct lcm_hinge_places){.ctx = ctx,
                                      .program = program,
                                      .guesses = noted->guesses.at,
                                      .n_guesses = noted->guesses.n};
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      collect(places, i, program->functions[i].body);
}

/* ---- how much hangs on them ---------------------------------------------- */

/* Return how long "occurrence" took at most: what anybody spent in it, one
 * after the other. */
static double spent_in(const lcm_occurrence *occurrence) {
  double spent = 0;
  for (size_t c = 0; c < LCM_CAT_USER; c++)
    if (c != LCM_CAT_LI && c != LCM_CAT_IP)
      spent += occurrence->cats[c];
  return fmax(spent, occurrence->time);
}

/* Return whether all alternatives of occurrence number "at" of "point", a
 * branch, were executed, each as often as its chance says. */
static bool is_weighed(const lcm_point *point, size_t at) {
  const lcm_occurrence *all = point->occurrences;
  size_t met = 0;
  for (size_t i = at + 1;
       i < point->n_occurrences && all[i].depth > all[at].depth; i++)
    met += all[i].depth == all[at].depth + 1 && all[i].visits > 0;
  return met == all[at].node->n_children;
}

/* Return whether no more hangs on the branch that is occurrence number "at" of
 * "point" than what is spent in it: nothing that others wait for, or that is
 * executed after it, does. */
static bool is_contained(const lcm_point *point, size_t at,
                         struct lcm_facts_table *facts) {
  const lcm_occurrence *of = &point->occurrences[at];
  const struct lcm_traits *t = lcm_facts_traits(facts, of->node);
  return !t->exits && !t->gives && !t->shared && !t->actor && !t->waiter &&
         !t->tasks && !t->events && !t->messages && !t->groups && !t->ranks &&
         !t->recurs && !lcm_facts_recur(facts, of->function->body) &&
         is_weighed(point, at);
}

/* Let "place" say what hangs on it for "spent" seconds that were spent in one
 * occurrence, where that is all that depends on it ("contained"). */
static void add(struct lcm_hinge_place *place, double spent, bool contained) {
  place->seen += (double)place->ways * spent;
  place->bound += contained ? (double)place->ways * spent : INFINITY;
}

/* Let the conditions of the parts of "spot", of which "spent" seconds were
 * spent in one occurrence, say what hangs on them.  One without a time lacks
 * something that is perhaps not needed where they are decided. */
static void add_parts(struct lcm_hinge_places *places,
                      const struct lcm_hinge_spot *spot, double spent) {
  size_t last = SIZE_MAX;
  for (size_t i = 0; i < LCM_HINGE_AMOUNTS; i++)
    for (size_t k = 0; k < spot->parts[i].n; k++) {
      struct lcm_hinge_place *place =
          &places->list.at[spot->parts[i].at[k].place];
      if (spot->parts[i].at[k].place != last)
        add(place, spent, spent > 0);
      last = spot->parts[i].at[k].place;
    }
}

/* Return the spot of occurrence number "at" of "point", NULL where it has no
 * conditions. */
static const struct lcm_hinge_spot *
spot_of(const struct lcm_hinge_places *places, const lcm_point *point,
        size_t at) {
  size_t i = 0;
  return lcm_map_get(&places->spot_of, point->occurrences[at].node, &i)
             ? &places->spots.at[i]
             : NULL;
}

/* Return whether "point" has the nodes of the program of "places" themselves,
 * and all of those that were executed. */
static bool is_whole(const struct lcm_hinge_places *places,
                     const lcm_point *point) {
  if (!point->n_occurrences || point->n_occurrences >= LCM_MOST_RECORDS)
    return false;
  const lcm_node *first = point->occurrences[0].node;
  for (size_t i = 0; i < places->program->n_functions; i++)
    if (places->program->functions[i].body == first)
      return true;
  return false;
}

void lcm_hinge_places_bound(struct lcm_hinge_places *places,
                            const lcm_point *point,
                            struct lcm_facts_table *facts) {
  if (!is_whole(places, point))
    return;
  for (size_t i = 0; i < places->list.n; i++)
    places->list.at[i].bound = 0;
  for (size_t i = 0; i < point->n_occurrences; i++) {
    const struct lcm_hinge_spot *spot = spot_of(places, point, i);
    if (!spot)
      continue;
    const double spent = spent_in(&point->occurrences[i]);
    struct lcm_hinge_place *place = &places->list.at[spot->place];
    if (spot->node->kind != LCM_NODE_BRANCH)
      add_parts(places, spot, spent);
    else
      add(place, spent, is_contained(point, i, facts));
  }
}
