/* Barriers are for as many threads as `pthread_barrier_init` says: whether so
 * many are there. */
#include "analyzer/lower/threads/thread_party.h"

#include <string.h>

#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_value.h"

static const char ALL[] =
    "all threads of a team meet at its barrier, whatever number that is for";

/* Return the name of the object "ast" where that is one object and no element
 * of an array, NULL otherwise. */
static const char *whole_name(struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_instance of = {.name = NULL};
  if (!ast)
    return NULL;
  lcm_thread_object(&of, l, ast);
  return of.n_indices ? NULL : of.name;
}

void lcm_thread_note_parties(struct lcm_lowering *l,
                             const struct lcm_thread_call *call) {
  const struct lcm_thread_party one = {
      .name = whole_name(l, call->object),
      .count = call->value ? lcm_thread_expr(l, call->value) : NULL,
      .at = call->call,
      .function = l->function};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->threads->parties, one);
}

void lcm_thread_note_barrier(struct lcm_lowering *l, lcm_node *node,
                             const struct lcm_thread_call *call) {
  const struct lcm_thread_party one = {.name = whole_name(l, call->object),
                                       .node = node,
                                       .at = call->call,
                                       .function = l->function};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->threads->barriers, one);
}

void lcm_thread_note_team(struct lcm_lowering *l, lcm_node *node,
                          const char *routine, const lcm_ast *ast) {
  const struct lcm_thread_party one = {.name = routine,
                                       .count = node->u.team.size,
                                       .node = node,
                                       .at = ast,
                                       .function = l->function};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->threads->teams, one);
}

/* Return what says for how many the barrier "name" is, where that is said once
 * and nowhere else may be said of it; NULL otherwise. */
static const struct lcm_thread_party *parties_of(const struct lcm_lowering *l,
                                                 const char *name) {
  const struct lcm_thread_party *found = NULL;
  for (size_t i = 0; i < l->threads->parties.n; i++) {
    const struct lcm_thread_party *one = &l->threads->parties.at[i];
    if (!one->name || (found && one->at != found->at && one->name == name))
      return NULL;
    found = one->name == name ? one : found;
  }
  return found;
}

/* Return whether every thread that executes the function of "ast" comes to
 * "ast". */
static bool is_certain(const lcm_ast *ast) {
  for (; ast && ast->kind != LCM_AST_FUNCTION; ast = ast->parent)
    if (ast->parent && ast->parent->kind != LCM_AST_FUNCTION &&
        ast->parent->kind != LCM_AST_COMPOUND)
      return false;
  return ast != NULL;
}

/* Return whether the team "team" is started by what is no thread itself. */
static bool is_outermost(const struct lcm_lowering *l,
                         const struct lcm_thread_party *team) {
  size_t known = 0;
  return team->function && team->function->name &&
         !lcm_map_get(&l->threads->routines, team->function->name, &known);
}

/* Return whether nothing but what threads are started with meets at the barrier
 * "name". */
static bool only_routines(const struct lcm_lowering *l, const char *name) {
  for (size_t i = 0; i < l->threads->barriers.n; i++) {
    const struct lcm_thread_party *one = &l->threads->barriers.at[i];
    size_t known = 0;
    if ((one->name == name || !one->name) &&
        (!one->function || !one->function->name ||
         !lcm_map_get(&l->threads->routines, one->function->name, &known)))
      return false;
  }
  return true;
}

/* Return whether threads of "team" may come to "barrier": another function than
 * theirs that threads begin with is not theirs. */
static bool may_meet(const struct lcm_lowering *l,
                     const struct lcm_thread_party *team,
                     const struct lcm_thread_party *barrier) {
  size_t known = 0;
  return !team->name || !barrier->function || !barrier->function->name ||
         !strcmp(team->name, barrier->function->name) ||
         !lcm_map_get(&l->threads->routines, barrier->function->name, &known);
}

/* Put the number of threads that may wait at the barrier "name" at most into
 * "*sum"; false where that is not known. */
static bool count_threads(double *sum, const struct lcm_lowering *l,
                          const char *name) {
  *sum = only_routines(l, name) ? 0 : 1;
  for (size_t i = 0; i < l->threads->teams.n; i++) {
    const struct lcm_thread_party *team = &l->threads->teams.at[i];
    double size = 0;
    bool seen = false;
    for (size_t k = 0; k < i; k++)
      seen = seen || l->threads->teams.at[k].at == team->at;
    if (!lcm_expr_is_number(team->count, &size) || !is_outermost(l, team))
      return false;
    *sum += seen ? 0 : size;
  }
  return true;
}

/* Return whether all teams that may come to "barrier" are as large as "parties"
 * says. */
static bool all_match(const struct lcm_lowering *l,
                      const struct lcm_thread_party *barrier,
                      const struct lcm_thread_party *parties) {
  for (size_t i = 0; i < l->threads->teams.n; i++) {
    const struct lcm_thread_party *team = &l->threads->teams.at[i];
    double size = 0;
    if (!may_meet(l, team, barrier))
      continue;
    if (team->count != parties->count ||
        (team->function != parties->function &&
         !lcm_expr_is_number(team->count, &size)))
      return false;
  }
  return true;
}

/* Say at the teams that may come to "barrier" that all threads of one do. */
static void assume_all(struct lcm_lowering *l,
                       const struct lcm_thread_party *barrier) {
  for (size_t i = 0; i < l->threads->teams.n; i++) {
    lcm_node *node = l->threads->teams.at[i].node;
    bool said = !may_meet(l, &l->threads->teams.at[i], barrier);
    for (size_t k = 0; k < node->n_assumes; k++)
      said = said || node->assumes[k] == ALL;
    if (!said)
      lcm_lower_assume(l, node, ALL);
  }
}

/* Compare those who meet by "barrier" with "parties"; threads of other files
 * may meet them. */
static void match(struct lcm_lowering *l,
                  const struct lcm_thread_party *barrier,
                  const struct lcm_thread_party *parties) {
  double count = 0;
  double most = 0;
  if (!parties->count || all_match(l, barrier, parties))
    return;
  const bool known = lcm_expr_is_number(parties->count, &count);
  const struct lcm_thread_party *team = &l->threads->teams.at[0];
  double size = 0;
  if (known && l->options->alone && is_certain(barrier->at) &&
      count_threads(&most, l, barrier->name) && most < count &&
      l->threads->teams.n == 1 && lcm_expr_is_number(team->count, &size))
    lcm_report(l->ctx, LCM_DIAG_DEADLOCK, lcm_lower_loc(l, barrier->at),
               "%g threads wait at '%s', which is for %g: they wait for ever",
               size, barrier->name, count);
  else
    assume_all(l, barrier);
}

void lcm_thread_match_parties(struct lcm_lowering *l) {
  for (size_t i = 0; l->threads->teams.n && i < l->threads->barriers.n; i++) {
    const struct lcm_thread_party *barrier = &l->threads->barriers.at[i];
    const struct lcm_thread_party *parties =
        barrier->name ? parties_of(l, barrier->name) : NULL;
    if (parties)
      match(l, barrier, parties);
  }
}
