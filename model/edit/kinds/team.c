/* The verbs threads and teams: how many processors a part gets. */
#include <string.h>

#include "model/edit/core/argument.h"
#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/number.h"
#include "model/edit/kinds/team.h"

/* ---- thread counts ------------------------------------------------------- */

/* A parameter of a function that was looked through. */
struct hunted_parameter {
  const lcm_function *function;
  size_t i;
};

/* Those that were. */
struct hunted {
  LCM_LIST(struct hunted_parameter) all;
};

/* A search for regions whose teams depend on a name. */
struct hunt {
  struct lcm_editing *e;
  const char *name; /* a parameter of the function that is looked through */
  struct hunted *met;
  bool found;
};

static bool counts_threads(struct lcm_editing *e, struct hunted *met,
                           const lcm_function *function, size_t i);

/* Note whether "node" is a region of a team whose size speaks of the name, or a
 * call that hands it to one. */
static lcm_status see(const lcm_node *node, void *user) {
  struct hunt *h = user;
  if (node->kind == LCM_NODE_TEAM && node->u.team.size &&
      lcm_expr_has(node->u.team.size, h->name))
    h->found = true;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(h->e->program, node->u.call.callee)
          : NULL;
  for (size_t i = 0; callee && i < node->u.call.n_args && !h->found; i++)
    h->found = node->u.call.args[i] &&
               lcm_expr_has(node->u.call.args[i], h->name) &&
               counts_threads(h->e, h->met, callee, i);
  return LCM_OK;
}

/* Return whether the regions in "function" have as many threads as its
 * parameter "i" says, which is in "met" afterwards; what is there already is
 * looked through only once. */
static bool counts_threads(struct lcm_editing *e, struct hunted *met,
                           const lcm_function *function, size_t i) {
  if (i >= function->n_params || !function->body || !*function->params[i])
    return false;
  for (size_t k = 0; k < met->all.n; k++)
    if (met->all.at[k].function == function && met->all.at[k].i == i)
      return false;
  LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &met->all,
               (struct hunted_parameter){function, i});
  struct hunt h = {e, function->params[i], met, false};
  lcm_edit_foreach(function->body, see, &h);
  return h.found;
}

/* ---- setting ------------------------------------------------------------- */

/* Regions that are given teams. */
struct setting {
  struct lcm_editing *e;
  const lcm_expr *size; /* of the teams */
  size_t n;             /* how many regions and calls were given it */
  const lcm_node *kept; /* threads that calls start, which keep theirs */
};

/* Return the call "node" with the size for each argument that is one; itself
 * where none is. */
static const lcm_node *set_call(struct setting *s, const lcm_node *node) {
  const lcm_function *callee =
      lcm_program_function(s->e->program, node->u.call.callee);
  const lcm_expr **args = LCM_NEW_ARRAY(
      lcm_ctx_arena(s->e->ctx), const lcm_expr *, node->u.call.n_args + 1);
  bool any = false;
  for (size_t i = 0; i < node->u.call.n_args; i++) {
    struct hunted met = {.all = {0}};
    const bool is = callee && counts_threads(s->e, &met, callee, i);
    args[i] = is ? s->size : node->u.call.args[i];
    any = any || is;
  }
  if (!any)
    return node;
  lcm_node *copy = lcm_edit_copy(s->e, node);
  copy->u.call.args = args;
  s->n++;
  return copy;
}

/* Return "node" with its regions, and those of what it calls as far as
 * arguments say how large they are, having teams of the size. */
static const lcm_node *set_below(struct setting *s, const lcm_node *node) {
  LCM_LIST(const lcm_node *) children = {0};
  bool changed = false;
  if (node->kind == LCM_NODE_CALL)
    return set_call(s, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = set_below(s, node->children[i]);
    changed = changed || child != node->children[i];
    LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &children, child);
  }
  const bool started = node->kind == LCM_NODE_TEAM && lcm_edit_is_started(node);
  const bool team = node->kind == LCM_NODE_TEAM && !started &&
                    node->u.team.kind == LCM_TEAM_THREADS;
  s->kept = started ? node : s->kept;
  if (!changed && !team)
    return node;
  lcm_node *copy = lcm_edit_with_children(s->e, node, children.at, children.n);
  if (team) {
    copy->u.team.size = s->size;
    s->n++;
  }
  return copy;
}

/* ---- what has to hold ---------------------------------------------------- */

/* Note whether the "what" at and below "node" are known to do the same with any
 * number of threads: they ask for none. */
static void check_numbers(struct lcm_editing *e, const lcm_node *node,
                          const char *what) {
  const lcm_node *asks = lcm_edit_asks(e, node);
  if (asks)
    lcm_edit_any_number(
        e, asks, lcm_arena_printf(lcm_ctx_arena(e->ctx), "%s work", what));
  else
    lcm_edit_premise(e, true, "the %s ask for no numbers of threads", what);
}

/* Check that no thread of a team at or below "node", in the function number
 * "function", has a part of a loop by its number alone. */
static lcm_status check_parts(struct lcm_editing *e, size_t function,
                              const lcm_node *node) {
  const lcm_node *divides =
      node->kind == LCM_NODE_TEAM && !lcm_edit_is_started(node)
          ? lcm_edit_divides(e, function, node)
          : NULL;
  if (divides)
    return lcm_edit_refuse(e, divides,
                           "each thread has a part of the loop at %s by its "
                           "number, and nothing there asks how many there "
                           "are: another number of them would do other "
                           "iterations",
                           lcm_edit_at(e->ctx, divides));
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < node->n_children && !status; i++)
    status = check_parts(e, function, node->children[i]);
  return status;
}

bool lcm_edit_can_threads(const struct lcm_edit_spot *spot) {
  const lcm_node *node = spot->node;
  if (node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_CALL)
    return true;
  for (size_t i = 0; i < node->n_children; i++) {
    const struct lcm_edit_spot child = {.node = node->children[i]};
    if (lcm_edit_can_threads(&child))
      return true;
  }
  return false;
}

lcm_status lcm_edit_threads(struct lcm_editing *e,
                            const struct lcm_edit_spot *spots, size_t n) {
  struct setting s = {.e = e};
  lcm_status status = lcm_edit_expression(&s.size, e, 0);
  (void)n;
  if (status)
    return status;
  const lcm_node *node = set_below(&s, spots->node);
  if (!s.n && s.kept)
    return lcm_edit_wrong(e, s.kept,
                          "each of these threads is started by a call of its "
                          "own and has its own work: fewer of them would leave "
                          "some of it out");
  if (!s.n)
    return lcm_edit_wrong(e, spots->node,
                          "there is no region whose threads are counted here");
  status = check_parts(e, spots->function, spots->node);
  if (status)
    return status;
  check_numbers(e, spots->node, "regions");
  lcm_edit_change(e, spots->node, node);
  return LCM_OK;
}

/* ---- teams beside each other --------------------------------------------- */

bool lcm_edit_can_teams(const struct lcm_edit_spot *spot) {
  return spot->node->kind == LCM_NODE_PARALLEL && spot->node->n_children > 1;
}

/* Return how many bytes the term at the start of "text" has, up to a '+'
 * outside of parentheses. */
static size_t term_length(const char *text) {
  int open = 0;
  size_t n = 0;
  for (; text[n] && (text[n] != '+' || open); n++)
    open += (text[n] == '(') - (text[n] == ')');
  return n;
}

/* Put the terms of the argument of "e" into "sizes", "n" of them. */
static lcm_status read_sizes(const lcm_expr **sizes, struct lcm_editing *e,
                             const lcm_node *node, size_t n) {
  struct lcm_edit_step step = *e->step;
  struct lcm_editing part = *e;
  const char *text = step.argument;
  lcm_status status = LCM_OK;
  size_t i = 0;
  part.step = &step;
  for (; !status && i < n; i++) {
    const size_t length = term_length(text);
    step.argument = lcm_arena_strndup(lcm_ctx_arena(e->ctx), text, length);
    status = lcm_edit_expression(&sizes[i], &part, 0);
    text += length;
    if (!*text++) {
      i++;
      break;
    }
  }
  if (status)
    return status;
  return i == n && !text[-1]
             ? LCM_OK
             : lcm_edit_wrong(e, node, "there are %zu parts", n);
}

lcm_status lcm_edit_teams(struct lcm_editing *e,
                          const struct lcm_edit_spot *spots, size_t n) {
  const lcm_node *node = spots->node;
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  const char *p = lcm_intern(e->ctx, "p");
  const lcm_expr **sizes =
      LCM_NEW_ARRAY(arena, const lcm_expr *, node->n_children);
  const lcm_node **children =
      LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
  const lcm_status status = read_sizes(sizes, e, node, node->n_children);
  (void)n;
  for (size_t i = 0; i < node->n_children && !status; i++) {
    struct setting s = {.e = e,
                        .size = lcm_expr_symbol(e->ctx, p, LCM_DIM_NONE)};
    lcm_node *part = lcm_edit_copy(e, set_below(&s, node->children[i]));
    struct lcm_assign *with =
        LCM_NEW_ARRAY(arena, struct lcm_assign, part->n_with + 1);
    size_t kept = 0;
    for (size_t k = 0; k < part->n_with; k++)
      if (part->with[k].name != p)
        with[kept++] = part->with[k];
    with[kept] = (struct lcm_assign){p, sizes[i]};
    part->with = with;
    part->n_with = kept + 1;
    children[i] = part;
  }
  if (status)
    return status;
  check_numbers(e, node, "parts");
  lcm_edit_premise(e, true, "the parts are executed at the same time already");
  lcm_edit_change(e, node,
                  lcm_edit_with_children(e, node, children, node->n_children));
  return LCM_OK;
}
