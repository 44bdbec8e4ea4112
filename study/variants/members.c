/* Which numbers of ranks and threads have an effect: p holds, then the ranks,
 * which have as many threads each as there is room for. */
#include "study/variants/members.h"

#include <math.h>
#include <string.h>

/* Where the grid has each number, its number of names where it does not; what
 * the programs have. */
struct members {
  const lcm_grid *grid;
  size_t p;
  size_t ranks;
  size_t threads;
  bool has_ranks;
  bool has_threads;
};

/* Return the place of "name" among the names of "grid". */
static size_t place_of(const lcm_grid *grid, const char *name) {
  size_t j = 0;
  while (j < grid->n_names && strcmp(grid->names[j], name) != 0)
    j++;
  return j;
}

/* Note in "user" which teams "node" makes. */
static lcm_status note_teams(const lcm_node *node, void *user) {
  struct members *m = user;
  const bool team = node->kind == LCM_NODE_TEAM;
  const bool ranks = team && node->u.team.kind == LCM_TEAM_RANKS;
  m->has_ranks = m->has_ranks || ranks;
  m->has_threads = m->has_threads || (team && !ranks);
  return LCM_OK;
}

/* Note what "program" has. */
static void note_program(struct members *m, const lcm_program *program) {
  m->has_ranks = m->has_ranks || lcm_program_mentions(program, "ranks");
  m->has_threads = m->has_threads || lcm_program_mentions(program, "threads");
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body &&
        lcm_node_foreach(program->functions[i].body, note_teams, m))
      return;
}

/* Return the value of name "j" at point "i" of the grid; 0 where it is none. */
static double value_at(const struct members *m, size_t j, size_t i) {
  return j < m->grid->n_names ? m->grid->columns[j][i] : 0;
}

/* Return whether the number of ranks holds at point "i". */
static bool ranks_hold(const struct members *m, size_t i) {
  return m->has_ranks &&
         value_at(m, m->ranks, i) <= value_at(m, m->p, i) + 1e-9;
}

/* Return whether the number of threads holds at point "i". */
static bool threads_hold(const struct members *m, size_t i) {
  const double p = value_at(m, m->p, i);
  const double threads = value_at(m, m->threads, i);
  const double ranks = value_at(m, m->ranks, i);
  if (!m->has_ranks)
    return threads == p;
  if (!(ranks >= 1))
    return threads <= p + 1e-9;
  return threads == fmax(1, floor(p / fmin(ranks, p) + 1e-9));
}

/* Warn where "holds" is false at some point for name "j" beside p. */
static void check_beside(lcm_ctx *ctx, const struct members *m, size_t j,
                         bool (*holds)(const struct members *, size_t)) {
  const lcm_grid *grid = m->grid;
  size_t idle = 0;
  for (size_t i = 0; i < grid->n_points && j < grid->n_names; i++)
    idle += !holds(m, i);
  if (!idle)
    return;
  lcm_report(ctx, LCM_DIAG_UNUSED_VARIABLE, (lcm_loc){0},
             "-D %s has no effect%s where p is given as well: %s",
             grid->names[j], idle < grid->n_points ? " at some points" : "",
             !m->has_ranks ? "only programs that use MPI divide p"
             : j == m->ranks
                 ? "there are no more ranks than processors"
                 : "each rank has as many threads as p leaves it processors");
  if (grid->idle && idle == grid->n_points)
    grid->idle[j] = true;
}

/* Warn where what name "j" counts is not in the programs, though it says how
 * many processors there are. */
static void check_alone(lcm_ctx *ctx, const struct members *m, size_t j) {
  const lcm_grid *grid = m->grid;
  if (j == grid->n_names)
    return;
  if (j == m->ranks && !m->has_ranks)
    lcm_report(ctx, LCM_DIAG_UNUSED_VARIABLE, (lcm_loc){0},
               "-D %s counts as processors: the program has no ranks",
               grid->names[j]);
  if (j == m->threads && !m->has_threads)
    lcm_report(ctx, LCM_DIAG_UNUSED_VARIABLE, (lcm_loc){0},
               "-D %s counts as processors that have nothing to do: the "
               "program has no threads",
               grid->names[j]);
}

void lcm_grid_check_members(lcm_ctx *ctx, const struct lcm_grid_use *use) {
  struct members m = {.grid = use->grid,
                      .p = place_of(use->grid, "p"),
                      .ranks = place_of(use->grid, "ranks"),
                      .threads = place_of(use->grid, "threads")};
  if (m.ranks == m.grid->n_names && m.threads == m.grid->n_names)
    return;
  for (size_t i = 0; i < use->n; i++)
    note_program(&m, use->programs[i]);
  if (m.p < m.grid->n_names) {
    check_beside(ctx, &m, m.ranks, ranks_hold);
    check_beside(ctx, &m, m.threads, threads_hold);
  }
  if (m.p == m.grid->n_names)
    check_alone(ctx, &m, m.ranks);
  if (m.p == m.grid->n_names || m.has_ranks)
    check_alone(ctx, &m, m.threads);
}
