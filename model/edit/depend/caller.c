/* By whom functions are called: worksharing in a function belongs to the team
 * that calls it. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/caller.h"

/* How many calls and names, each set to a value with the next, are followed. */
enum { MOST_FOLLOWED = 8 };

/* ---- calls --------------------------------------------------------------- */

/* Who calls a function, as far as it has been asked for. */
struct known {
  struct lcm_edit_callers callers;
  bool asked;
};

/* A search for the calls of a function. */
struct search {
  struct lcm_editing *e;
  struct known *known; /* of all functions */
  const lcm_function *function;
  struct lcm_edit_callers *out;
  /* number of the function that is searched */
  size_t caller;
  LCM_LIST(const lcm_node *) above; /* the nodes around what is visited */
};

static void find_callers(struct lcm_editing *e, struct known *known,
                         size_t function);

/* Return whether the members of "team" are threads that a library starts. */
static bool is_of_library(const lcm_node *team) {
  const char *construct = lcm_node_attribute(team, "construct");
  return construct &&
         (strstr(construct, "pthread") || strstr(construct, "thrd"));
}

/* Return whether "node" divides work, or may leave it out: what stands in it is
 * not executed by all who come there. */
static bool divides(const lcm_node *node) {
  return node->kind != LCM_NODE_SERIES && node->kind != LCM_NODE_LOOP &&
         node->kind != LCM_NODE_WHILE;
}

/* Return the innermost node above the call that "s" visits that divides, or
 * NULL. */
static const lcm_node *divider_of(const struct search *s) {
  for (size_t i = s->above.n; i-- > 0;)
    if (divides(s->above.at[i]))
      return s->above.at[i];
  return NULL;
}

/* Return whether a team or tasks stand above the call that "s" visits. */
static bool is_in_team(const struct search *s) {
  for (size_t i = 0; i < s->above.n; i++)
    if (divides(s->above.at[i]) && s->above.at[i]->kind != LCM_NODE_BRANCH)
      return true;
  return false;
}

/* Add who makes the call "node". */
static void add_call(struct search *s, const lcm_node *node) {
  const lcm_node *divider = divider_of(s);
  struct lcm_edit_callers outer;
  if (divider && divider->kind == LCM_NODE_TEAM &&
      divider->u.team.kind == LCM_TEAM_THREADS && !is_of_library(divider))
    s->out->team = s->out->team ? s->out->team : node;
  else if (is_in_team(s))
    s->out->member = s->out->member ? s->out->member : node;
  else {
    find_callers(s->e, s->known, s->caller);
    outer = s->known[s->caller].callers;
    if (divider && outer.team) {
      outer.member = outer.member ? outer.member : node;
      outer.team = NULL;
    }
    if (!outer.team && !outer.member)
      outer.one = node;
    s->out->team = s->out->team ? s->out->team : outer.team;
    s->out->member = s->out->member ? s->out->member : outer.member;
    s->out->one = s->out->one ? s->out->one : outer.one;
  }
}

/* Visit "node" and what is below it. */
static void visit(struct search *s, const lcm_node *node) {
  if (node->kind == LCM_NODE_CALL && node->u.call.callee == s->function->key)
    add_call(s, node);
  LCM_LIST_ADD(lcm_ctx_arena(s->e->ctx), &s->above, node);
  for (size_t i = 0; i < node->n_children; i++)
    visit(s, node->children[i]);
  s->above.n--;
}

/* Find out who calls the function number "function", for "known". */
static void find_callers(struct lcm_editing *e, struct known *known,
                         size_t function) {
  struct search s = {.e = e,
                     .known = known,
                     .function = &e->program->functions[function],
                     .out = &known[function].callers};
  if (known[function].asked)
    return;
  known[function].asked = true;
  for (s.caller = 0; s.caller < e->program->n_functions; s.caller++)
    if (e->program->functions[s.caller].body)
      visit(&s, e->program->functions[s.caller].body);
}

void lcm_edit_find_callers(struct lcm_edit_callers *out, struct lcm_editing *e,
                           size_t function) {
  struct known *known = LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), struct known,
                                      e->program->n_functions);
  find_callers(e, known, function);
  *out = known[function].callers;
}

lcm_status lcm_edit_sharing(bool *shared, struct lcm_editing *e,
                            const struct lcm_edit_spot *spot) {
  struct lcm_edit_callers callers;
  *shared = lcm_edit_is_shared(spot);
  for (size_t i = 0; i < spot->n_above; i++)
    if (divides(spot->above[i]))
      return LCM_OK;
  lcm_edit_find_callers(&callers, e, spot->function);
  *shared = callers.team != NULL;
  if (!*shared)
    return LCM_OK;
  if (callers.member)
    return lcm_edit_wrong(e, spot->node,
                          "its function is called by a whole team at %s and by "
                          "one thread of a team at %s",
                          lcm_edit_at(e->ctx, callers.team),
                          lcm_edit_at(e->ctx, callers.member));
  lcm_edit_premise(e, true, "the team that calls its function at %s shares it",
                   lcm_edit_at(e->ctx, callers.team));
  if (callers.one)
    lcm_edit_premise(e, true,
                     "called at %s by one thread it is executed by that alone",
                     lcm_edit_at(e->ctx, callers.one));
  return LCM_OK;
}

/* ---- values of threads --------------------------------------------------- */

/* A value that was asked for, in the function of that number. */
struct asked_value {
  size_t function;
  const lcm_expr *value;
};

/* Those that were. */
struct asked_values {
  LCM_LIST(struct asked_value) all;
};

/* What a value is asked for. */
struct asking {
  struct lcm_editing *e;
  size_t function; /* number of the one that it stands in */
  const lcm_expr *value;
  unsigned depth;             /* how many names were followed to it */
  bool found;                 /* it is different in each thread */
  struct asked_values *asked; /* what was asked for is not again */
};

static void ask(struct asking *asking);

/* Ask of "value", which stands in the function number "function". */
static void ask_further(struct asking *asking, size_t function,
                        const lcm_expr *value) {
  struct asking further = {asking->e,         function, value,
                           asking->depth + 1, false,    asking->asked};
  for (size_t i = 0; i < asking->asked->all.n; i++)
    if (asking->asked->all.at[i].function == function &&
        asking->asked->all.at[i].value == value)
      return;
  LCM_LIST_ADD(lcm_ctx_arena(asking->e->ctx), &asking->asked->all,
               (struct asked_value){function, value});
  ask(&further);
  asking->found = asking->found || further.found;
}

/* Follow the name that "node" sets, where the value speaks of it. */
static lcm_status follow_name(const lcm_node *node, void *user) {
  struct asking *asking = user;
  if (node->kind == LCM_NODE_LET && node->u.let.value &&
      lcm_expr_has(asking->value, node->u.let.name))
    ask_further(asking, asking->function, node->u.let.value);
  return LCM_OK;
}

/* The calls of a function whose arguments are asked for, in the function number
 * "caller". */
struct asking_calls {
  struct asking *asking;
  size_t caller;
};

/* Follow the arguments of "node", where that is a call of the function, that
 * the value speaks of. */
static lcm_status follow_call(const lcm_node *node, void *user) {
  struct asking_calls *calls = user;
  struct asking *asking = calls->asking;
  const lcm_function *function =
      &asking->e->program->functions[asking->function];
  if (node->kind != LCM_NODE_CALL || node->u.call.callee != function->key)
    return LCM_OK;
  for (size_t i = 0; i < node->u.call.n_args && i < function->n_params; i++)
    if (node->u.call.args[i] &&
        lcm_expr_has(asking->value, function->params[i]))
      ask_further(asking, calls->caller, node->u.call.args[i]);
  return LCM_OK;
}

/* Find out whether the value of "asking" is different in each thread. */
static void ask(struct asking *asking) {
  const lcm_program *program = asking->e->program;
  asking->found = lcm_expr_has(asking->value, "thread");
  if (asking->found || asking->depth >= MOST_FOLLOWED)
    return;
  lcm_edit_foreach(program->functions[asking->function].body, follow_name,
                   asking);
  for (size_t i = 0; i < program->n_functions && !asking->found; i++) {
    struct asking_calls calls = {asking, i};
    if (program->functions[i].body)
      lcm_edit_foreach(program->functions[i].body, follow_call, &calls);
  }
}

bool lcm_edit_is_of_thread(struct lcm_editing *e, size_t function,
                           const lcm_expr *value) {
  struct asked_values asked = {.all = {0}};
  struct asking asking = {e, function, value, 0, false, &asked};
  if (value)
    ask(&asking);
  return asking.found;
}
