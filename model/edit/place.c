#include <stdlib.h>
#include <string.h>

#include "base/ctx.h"
#include "model/edit/parse.h"
#include "model/edit/place.h"
#include "model/edit/place_internal.h"
#include "model/edit/verbs.h"
#include "model/link/place.h"

enum { MOST_NEAR = 5 };

/* A search for nodes.
 * file, file_len, line   where they stand; line 0: not sought by that
 * name    of the fragment, or NULL
 * node    the node itself, or NULL
 * can     whether one can be meant
 * met     something was at the place
 * near    of which "can" says so, anywhere in the file (all files where it is
 *         not known)
 * above   the nodes around what is visited */
struct search {
  struct lcm_editing *e;
  lcm_edit_spots *out;
  const char *file;
  size_t file_len;
  unsigned line;
  const char *name;
  const lcm_node *node;
  lcm_edit_can_fn can;
  const lcm_node *met;
  lcm_edit_spots near;
  LCM_LIST(const lcm_node *) above;
  size_t function;
};

/* Return the spot of "node", at which "s" is. */
static struct lcm_edit_spot spot_of(struct search *s, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(s->e->ctx);
  const lcm_node **above =
      LCM_NEW_ARRAY(arena, const lcm_node *, s->above.n + 1);
  if (s->above.n)
    memcpy(above, s->above.at, s->above.n * sizeof *above);
  return (struct lcm_edit_spot){s->function, node, above, s->above.n};
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

/* Add "node" to the spots of "s", or else the first below it that belongs to
 * the same construct and can be meant; return whether there is one. */
static bool take(struct search *s, const lcm_node *node, unsigned depth) {
  const struct lcm_edit_spot spot = spot_of(s, node);
  bool taken = s->can(&spot);
  if (taken)
    LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), s->out, spot);
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
      s->can(&spot))
    LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &s->near, spot);
  LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &s->above, node);
  for (size_t i = 0; i < node->n_children; i++)
    look(s, node->children[i]);
  s->above.n--;
}

/* Return how far "spot" is from the line that is sought. */
static unsigned distance(const struct search *s,
                         const struct lcm_edit_spot *spot) {
  const unsigned line = spot->node->loc.line;
  return line > s->line ? line - s->line : s->line - line;
}

/* Append the next "MOST_NEAR" of what can be meant. */
static void put_near(lcm_buf *buf, struct search *s) {
  size_t shown = 0;
  const char *last = NULL;
  for (; shown < MOST_NEAR && s->near.n; shown++) {
    size_t best = 0;
    for (size_t i = 1; i < s->near.n; i++)
      if (distance(s, &s->near.at[i]) < distance(s, &s->near.at[best]))
        best = i;
    const lcm_node *node = s->near.at[best].node;
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
  static const char *const OF[] = {
#define LCM_VERB(name, word, places, argument, syntax, of, meaning) of,
#include "model/edit/edits.def"
#undef LCM_VERB
  };
  const struct lcm_edit_step *step = s->e->step;
  lcm_buf near = {0};
  put_near(&near, s);
  const bool any = near.len > 0;
  if (s->met)
    lcm_report(s->e->ctx, LCM_DIAG_EDIT_PLACE, step->at,
               "%s is made of %s, and %s is %s%s%s", lcm_verb_word(step->verb),
               OF[step->verb], place,
               step->verb == LCM_VERB_REDUCE && is_lock(s->met)
                   ? "a lock around which is no loop"
                   : lcm_edit_noun(s->e->ctx, s->met),
               any ? "; there are: " : "", any ? near.text : "");
  else
    lcm_report(s->e->ctx, LCM_DIAG_EDIT_PLACE, step->at,
               "there is nothing at '%s' of which %s is made%s%s", place,
               lcm_verb_word(step->verb),
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

/* Return whether the place of "step" means "node" and nothing else. */
static bool means(lcm_ctx *ctx, const lcm_program *program,
                  const struct lcm_edit_step *step, const lcm_node *node) {
  static const lcm_edit_can_fn CAN[] = {
#define LCM_VERB(name, word, places, argument, syntax, of, meaning)            \
  lcm_edit_can_##word,
#include "model/edit/edits.def"
#undef LCM_VERB
  };
  struct lcm_editing e = {.ctx = ctx, .program = program, .step = step};
  lcm_edit_spots found = {0};
  const bool muted = lcm_ctx_mute(ctx, true);
  const lcm_status status = lcm_edit_find(&found, &e, 0, CAN[step->verb]);
  (void)lcm_ctx_mute(ctx, muted);
  return !status && found.n == 1 && found.at[0].node == node;
}

const char *lcm_edit_place(lcm_ctx *ctx, const lcm_program *program,
                           lcm_verb verb,
                           const struct lcm_edit_target *target) {
  const lcm_loc ats[] = {target->at, target->node->loc};
  for (size_t i = 0; i < 2; i++) {
    const struct lcm_edit_step step = {
        .verb = verb,
        .places = {lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%u",
                                    ats[i].file ? ats[i].file : "?",
                                    ats[i].line)},
        .n_places = 1};
    if (means(ctx, program, &step, target->node))
      return step.places[0];
  }
  return lcm_place_of(ctx, &program->functions[target->function], target->node);
}

const lcm_node *lcm_edit_parent(const struct lcm_edit_spot *spot) {
  return spot->n_above ? spot->above[spot->n_above - 1] : NULL;
}

struct lcm_edit_spot lcm_edit_around(const struct lcm_edit_spot *spot) {
  struct lcm_edit_spot out = *spot;
  out.node = spot->above[--out.n_above];
  return out;
}

struct lcm_edit_spot
lcm_edit_below(lcm_ctx *ctx, const struct lcm_edit_spot *spot, size_t i) {
  struct lcm_edit_spot out = *spot;
  const lcm_node **above =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_node *, spot->n_above + 1);
  if (spot->n_above)
    memcpy(above, spot->above, spot->n_above * sizeof *above);
  above[out.n_above++] = spot->node;
  out.above = above;
  out.node = spot->node->children[i];
  return out;
}

const char *lcm_edit_at(lcm_ctx *ctx, const lcm_node *node) {
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%u",
                          node->loc.file ? node->loc.file : "?",
                          node->loc.line);
}

const char *lcm_edit_noun(lcm_ctx *ctx, const lcm_node *node) {
  const bool several = node->n_children && node->children[0]->n_children > 1;
  switch ((int)node->kind) {
  case LCM_NODE_PARLOOP:
    return several ? "a parallel loop" : "a parallel loop of one statement";
  case LCM_NODE_LOOP:
    return several ? "a loop" : "a loop of one statement";
  case LCM_NODE_WHILE:
    return "a loop whose number of iterations is not known";
  case LCM_NODE_TEAM:
    return "a parallel region";
  case LCM_NODE_USING:
  case LCM_NODE_ACQUIRE:
    return "a lock";
  case LCM_NODE_RELEASE:
    return "the end of a lock";
  case LCM_NODE_LET:
    return "a value";
  case LCM_NODE_SERIES:
    return "a block";
  }
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%s %s",
                          lcm_node_article(node->kind),
                          lcm_node_word(node->kind));
}

size_t lcm_edit_index(const lcm_node *parent, const lcm_node *node) {
  size_t i = 0;
  while (i < parent->n_children && parent->children[i] != node)
    i++;
  return i;
}

bool lcm_edit_is_shared(const struct lcm_edit_spot *spot) {
  for (size_t i = spot->n_above; i-- > 0;)
    switch ((int)spot->above[i]->kind) {
    case LCM_NODE_TEAM:
      return spot->above[i]->u.team.kind == LCM_TEAM_THREADS;
    case LCM_NODE_SERIES:
    case LCM_NODE_LOOP:
    case LCM_NODE_WHILE:
      break;
    default:
      return false;
    }
  return false;
}
