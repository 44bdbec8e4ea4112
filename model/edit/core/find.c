/* Finding the nodes that the place of an edit means, and saying what is near
 * where there is none. */
#include "model/edit/core/find.h"

#include <stdlib.h>
#include <string.h>

#include "model/edit/core/spot.h"
#include "model/link/link.h"

enum { MOST_NEAR = 5 };

/* A search for nodes. */
struct search {
  struct lcm_editing *e;
  lcm_edit_spots *out;
  /* file, file_len, line: where they stand; line 0: not sought by that */
  const char *file;
  size_t file_len;
  unsigned line;
  const char *name;     /* of the fragment, or NULL */
  const lcm_node *node; /* the node itself, or NULL */
  lcm_edit_can_fn can;  /* whether one can be meant */
  const lcm_node *met;  /* something was at the place */
  /* of which "can" says so, anywhere in the file (all files where it is not
   * known) */
  LCM_LIST(const lcm_node *) near;
  LCM_LIST(const lcm_node *) above; /* the nodes around what is visited */
  size_t function;
};

/* Return the spot of "node", at which "s" is, as long as it stays there. */
static struct lcm_edit_spot spot_of(const struct search *s,
                                    const lcm_node *node) {
  return (struct lcm_edit_spot){s->function, node, s->above.at, s->above.n};
}

/* Add "spot", at which "s" is, to what was found. */
static void keep(struct search *s, struct lcm_edit_spot spot) {
  lcm_arena *arena = lcm_ctx_arena(s->e->ctx);
  const lcm_node **above =
      LCM_NEW_ARRAY(arena, const lcm_node *, spot.n_above + 1);
  if (spot.n_above)
    memcpy(above, spot.above, spot.n_above * sizeof *above);
  spot.above = above;
  LCM_LIST_ADD(arena, s->out, spot);
}

/* Return whether "node" is what is sought, whatever can be made of it. */
static bool is_at(const struct search *s, const lcm_node *node) {
  if (s->node)
    return node == s->node;
  if (s->name)
    return node->name && !strcmp(node->name, s->name);
  return node->loc.line == s->line &&
         lcm_place_is_file(node->loc.file, s->file, s->file_len);
}

/* Return whether "node" is how a program of chares runs, or a message of one:
 * the library does that, and no directive of the source. */
static bool is_of_chares(const lcm_node *node) {
  const char *construct = lcm_node_attribute(node, "construct");
  return construct && !strncmp(construct, "md_", 3) &&
         node->kind != LCM_NODE_FRAGMENT && node->kind != LCM_NODE_CALL;
}

/* Return whether "spot" can be meant. */
static bool can_be(const struct search *s, const struct lcm_edit_spot *spot) {
  return !is_of_chares(spot->node) && s->can(spot);
}

/* Add "node" to the spots of "s", or else the first below it that belongs to
 * the same construct and can be meant; return whether there is one. */
static bool take(struct search *s, const lcm_node *node, unsigned depth) {
  const struct lcm_edit_spot spot = spot_of(s, node);
  bool taken = can_be(s, &spot);
  if (taken)
    keep(s, spot);
  const bool inside =
      depth < 3 &&
      (node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_PARALLEL ||
       node->kind == LCM_NODE_PARLOOP ||
       (node->kind == LCM_NODE_SERIES && node->marks.construct));
  LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &s->above, node);
  for (size_t i = 0; inside && !taken && i < node->n_children; i++)
    taken = take(s, node->children[i], depth + 1);
  s->above.n--;
  return taken;
}

/* Look for what is sought at and below "node". */
static void look(struct search *s, const lcm_node *node) {
  if (is_at(s, node)) {
    s->met = s->met ? s->met : node;
    if (take(s, node, 0))
      return;
  }
  const struct lcm_edit_spot spot = spot_of(s, node);
  if ((!s->file || lcm_place_is_file(node->loc.file, s->file, s->file_len)) &&
      can_be(s, &spot))
    LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &s->near, node);
  LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &s->above, node);
  for (size_t i = 0; i < node->n_children; i++)
    look(s, node->children[i]);
  s->above.n--;
}

/* Return how far "node" is from the line that is sought. */
static unsigned distance(const struct search *s, const lcm_node *node) {
  const unsigned line = node->loc.line;
  return line > s->line ? line - s->line : s->line - line;
}

/* Append the next "MOST_NEAR" of what can be meant. */
static void put_near(lcm_buf *buf, struct search *s) {
  size_t shown = 0;
  const char *last = NULL;
  for (; shown < MOST_NEAR && s->near.n; shown++) {
    size_t best = 0;
    for (size_t i = 1; i < s->near.n; i++)
      if (distance(s, s->near.at[i]) < distance(s, s->near.at[best]))
        best = i;
    const lcm_node *node = s->near.at[best];
    const char *at = lcm_edit_at(s->e->ctx, node);
    if (!last || strcmp(last, at) != 0)
      lcm_buf_printf(buf, "%s%s (%s)", shown ? ", " : "", at,
                     node->name    ? node->name
                     : node->label ? node->label
                                   : lcm_node_word(node->kind));
    last = at;
    s->near.at[best] = s->near.at[--s->near.n];
  }
}

/* Return whether "verb" is made of loops, also of those that have no node
 * unless an edit names them. */
static bool is_of_loops(lcm_verb verb) {
  return verb == LCM_VERB_PARALLELIZE || verb == LCM_VERB_FUSE ||
         verb == LCM_VERB_SPLIT;
}

/* Return whether "node" takes a lock. */
static bool is_lock(const lcm_node *node) {
  return node->kind == LCM_NODE_USING || node->kind == LCM_NODE_ACQUIRE;
}

/* Report that there is nothing of which the edit can be made. */
static lcm_status nothing(struct search *s, const char *place) {
  static const struct {
    const char *word;
    const char *of;
  } VERBS[] = {
#define LCM_VERB(name, word, places, argument, syntax, of, meaning) {#word, of},
#include "model/edit/core/edits.def"
#undef LCM_VERB
  };
  const struct lcm_edit_step *step = s->e->step;
  lcm_buf near = {0};
  put_near(&near, s);
  const bool any = near.len > 0;
  if (s->met)
    lcm_report(s->e->ctx, LCM_DIAG_EDIT_PLACE, step->at,
               "%s is made of %s, and %s is %s%s%s", VERBS[step->verb].word,
               VERBS[step->verb].of, place,
               step->verb == LCM_VERB_REDUCE && is_lock(s->met)
                   ? "a lock around which is no loop"
                   : lcm_edit_noun(s->e->ctx, s->met),
               any ? "; there are: " : "", any ? near.text : "");
  else
    lcm_report(s->e->ctx, LCM_DIAG_EDIT_PLACE, step->at,
               "there is nothing at '%s' of which %s is made%s%s", place,
               VERBS[step->verb].word,
               any                       ? "; there are: "
               : is_of_loops(step->verb) ? ": loops are named by the line in "
                                           "which they begin"
                                         : ", nor anywhere",
               any ? near.text : "");
  lcm_buf_free(&near);
  return LCM_EUSAGE;
}

/* Let "s" look for "place". */
static void set_place(struct search *s, const char *place) {
  const char *colon = strrchr(place, ':');
  const bool line =
      colon && colon[1] && strspn(colon + 1, "0123456789") == strlen(colon + 1);
  const lcm_function *function = NULL;
  if (colon) {
    s->file = place;
    s->file_len = (size_t)(colon - place);
  }
  if (line) {
    s->line = (unsigned)strtoul(colon + 1, NULL, 10);
    return;
  }
  s->node = lcm_place_find(&function, s->e->program, place);
  if (!s->node)
    s->name = place;
}

lcm_status lcm_edit_find(lcm_edit_spots *out, struct lcm_editing *e, size_t i,
                         lcm_edit_can_fn can) {
  struct search s = {.e = e, .out = out, .can = can};
  set_place(&s, e->step->places[i]);
  for (; s.function < e->program->n_functions; s.function++)
    if (e->program->functions[s.function].body)
      look(&s, e->program->functions[s.function].body);
  return out->n ? LCM_OK : nothing(&s, e->step->places[i]);
}
