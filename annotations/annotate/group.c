/* Nodes that one statement makes together, and nodes no comment can name. */
#include <string.h>

#include "annotations/annotate/group.h"

static const size_t NONE = (size_t)-1;

/* Return whether nothing in the source stands for "node". */
static bool is_implicit(const lcm_node *node) { return node->marks.implicit; }

/* Return whether "a" and "b" have a part of the source in common. */
static bool overlap(const lcm_node *a, const lcm_node *b) {
  return a->loc.end > b->loc.begin && a->loc.begin < b->loc.end;
}

/* Return whether all of "a" lies in "b". */
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

void annotate_group(struct annotate_file *file, bool aside) {
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
