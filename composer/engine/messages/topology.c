/* Cartesian and graph topologies of ranks: making them and asking about them.
 * */
#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/comm.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/messages/topology.h"
#include "composer/engine/record/record.h"

/* The colour of ranks that get no communicator: MPI_UNDEFINED. */
enum { NO_COLOUR = -32766 };

/* Put number "i" that "node" is given into "*out"; false where that is not
 * known. */
static bool given(double *out, struct lcm_world *w, const lcm_node *node,
                  size_t i) {
  const struct lcm_mpi_call *message = node->u.message;
  return i < message->n_args && lcm_run_derived(out, w->run, message->args[i]);
}

/* Let what "node" sets number "i" be "value". */
static void set(struct lcm_world *w, const lcm_node *node, size_t i,
                double value) {
  if (i < node->u.message->n_sets)
    lcm_rank_tell(w, node->u.message->sets[i], value);
}

void lcm_rank_state(struct lcm_world *w, const lcm_node *node,
                    lcm_message_kind kind) {
  struct lcm_rank *rank = &w->ranks->at[w->member];
  double level = NAN;
  rank->begun = rank->begun || kind == LCM_MESSAGE_INIT;
  rank->ended = rank->ended || kind == LCM_MESSAGE_FINALIZE;
  if (kind == LCM_MESSAGE_STATE)
    level = !strcmp(node->u.message->operation, "MPI_Initialized")
                ? rank->begun
                : rank->ended;
  else if (!given(&level, w, node, 0))
    level = NAN;
  set(w, node, 0, level);
}

/* ---- making grids ------------------------------------------------------- */

/* Put the grid that "node" makes into "*grid"; false where it is not known. */
static bool read_grid(struct lcm_cart *grid, struct lcm_world *w,
                      const lcm_node *node) {
  const size_t n = node->u.message->n_args / 2;
  double dims = 0;
  if (!given(&dims, w, node, 0) || dims < 0 || dims > (double)n ||
      dims > LCM_MAX_DIMS)
    return false;
  grid->n = (size_t)dims;
  for (size_t i = 0; i < grid->n; i++) {
    double length = 0;
    double wraps = 0;
    if (!given(&length, w, node, 1 + i) || !(length >= 1) ||
        !given(&wraps, w, node, 1 + n + i))
      return false;
    grid->dims[i] = (size_t)length;
    grid->wraps[i] = wraps != 0;
  }
  return true;
}

/* Report that "grid", which "node" makes, has more ranks than "group". */
static void too_large(struct lcm_world *w, const lcm_node *node,
                      const struct lcm_cart *grid,
                      const struct lcm_group *group) {
  if (lcm_run_makes_no_sense(w->run))
    lcm_report(w->run->ctx, LCM_DIAG_DOMAIN, node->loc,
               "the grid has %zu ranks, and %s has %zu", lcm_cart_ranks(grid),
               node->u.message->comm ? node->u.message->comm : "MPI_COMM_WORLD",
               group->n);
}

/* Note the grid that "node" makes of the ranks of "parent". */
static void make_grid(struct lcm_world *w, const lcm_node *node,
                      const struct lcm_comm *parent) {
  struct lcm_cart *grid = LCM_NEW(&w->scratch, struct lcm_cart);
  struct lcm_split split = {.known = true};
  const size_t me = lcm_comm_index(parent->group, w->member);
  if (!read_grid(grid, w, node)) {
    lcm_run_unknown(w->run, node, "the lengths of the grid are not known");
    lcm_comm_make(w, node, &split);
    return;
  }
  if (lcm_cart_ranks(grid) > parent->group->n)
    too_large(w, node, grid, parent->group);
  split.colour = me < lcm_cart_ranks(grid) ? 0 : NO_COLOUR;
  split.grid = split.colour == 0 ? grid : NULL;
  lcm_comm_make(w, node, &split);
}

/* Note the part of the grid of "parent" that "node" makes. */
static void make_part(struct lcm_world *w, const lcm_node *node,
                      const struct lcm_comm *parent) {
  struct lcm_cart *part = LCM_NEW(&w->scratch, struct lcm_cart);
  struct lcm_split split = {.known = parent->grid != NULL};
  bool kept[LCM_MAX_DIMS] = {false};
  size_t at[LCM_MAX_DIMS] = {0};
  const size_t me = lcm_comm_index(parent->group, w->member);
  if (parent->grid)
    lcm_cart_coords(at, parent->grid, me);
  for (size_t i = 0; split.known && i < parent->grid->n; i++) {
    double keep = 0;
    split.known = given(&keep, w, node, i);
    kept[i] = keep != 0;
    if (!kept[i])
      split.colour =
          split.colour * (double)parent->grid->dims[i] + (double)at[i];
  }
  if (split.known) {
    *part = lcm_cart_part(parent->grid, kept);
    split.grid = part;
  } else
    lcm_comm_leave_out(w, node, "which part of which grid it is is not known");
  lcm_comm_make(w, node, &split);
}

/* Put "n" numbers that "node" is given, from number "from" on, into "*out";
 * false where one is not known. */
static bool read_ranks(const double **out, struct lcm_world *w,
                       const lcm_node *node, size_t from, size_t n) {
  double *ranks = LCM_NEW_ARRAY(&w->scratch, double, n + 1);
  for (size_t i = 0; i < n; i++)
    if (!given(&ranks[i], w, node, from + i))
      return false;
  *out = ranks;
  return true;
}

/* Note the graph that "node" makes of what each rank says of its own
 * neighbours. */
static void make_graph(struct lcm_world *w, const lcm_node *node) {
  struct lcm_near *near = LCM_NEW(&w->scratch, struct lcm_near);
  struct lcm_split split = {.known = true};
  const size_t n_args = node->u.message->n_args;
  const size_t most = n_args >= 2 ? (n_args - 2) / 2 : 0;
  double in = 0;
  double out = 0;
  if (given(&in, w, node, 0) && given(&out, w, node, 1) && in >= 0 &&
      out >= 0 && in <= (double)most && out <= (double)most &&
      read_ranks(&near->sources, w, node, 2, (size_t)in) &&
      read_ranks(&near->targets, w, node, 2 + most, (size_t)out)) {
    near->n_sources = (size_t)in;
    near->n_targets = (size_t)out;
    split.near = near;
  } else
    lcm_run_unknown(w->run, node, "the neighbours in the graph are not known");
  lcm_comm_make(w, node, &split);
}

/* Note the graph that "node" makes: all ranks say the whole of it, where the
 * neighbours of each end in those of all, and the neighbours. */
static void make_whole(struct lcm_world *w, const lcm_node *node, size_t me) {
  struct lcm_near *near = LCM_NEW(&w->scratch, struct lcm_near);
  struct lcm_split split = {.known = true};
  const size_t most = (node->u.message->n_args - 1) / 2;
  double n = 0;
  double from = 0;
  double to = 0;
  if (!given(&n, w, node, 0) || n < 0 || n > (double)most) {
    lcm_run_unknown(w->run, node, "the neighbours in the graph are not known");
    split.known = false;
  } else if ((double)me >= n)
    split.colour = NO_COLOUR;
  else if ((!me || given(&from, w, node, me)) && given(&to, w, node, 1 + me) &&
           from >= 0 && to >= from && to <= (double)most &&
           read_ranks(&near->sources, w, node, 1 + most + (size_t)from,
                      (size_t)(to - from))) {
    near->targets = near->sources;
    near->n_sources = near->n_targets = (size_t)(to - from);
    split.near = near;
  } else
    lcm_run_unknown(w->run, node, "the neighbours in the graph are not known");
  lcm_comm_make(w, node, &split);
}

/* Put the edges of a graph that "node" gives into "*out"; false where they are
 * not known. */
static bool read_edges(struct lcm_edges *out, struct lcm_world *w,
                       const lcm_node *node) {
  const size_t most = (node->u.message->n_args - 1) / 3;
  double n = 0;
  out->from = LCM_NEW_ARRAY(&w->scratch, double, most + 1);
  out->to = LCM_NEW_ARRAY(&w->scratch, double, most + 1);
  if (!given(&n, w, node, 0) || n < 0 || n > (double)most)
    return false;
  for (size_t i = 0; i < (size_t)n; i++) {
    double from = 0;
    double degree = 0;
    if (!given(&from, w, node, 1 + i) || !given(&degree, w, node, 1 + most + i))
      return false;
    for (; degree > 0; degree--, out->n++) {
      out->from[out->n] = from;
      if (out->n >= most ||
          !given(&out->to[out->n], w, node, 1 + 2 * most + out->n))
        return false;
    }
  }
  return true;
}

/* Note the graph that "node" makes of edges that each rank gives. */
static void make_edges(struct lcm_world *w, const lcm_node *node) {
  struct lcm_edges *edges = LCM_NEW(&w->scratch, struct lcm_edges);
  struct lcm_split split = {.known = true};
  if (read_edges(edges, w, node))
    split.edges = edges;
  else
    lcm_run_unknown(w->run, node, "the neighbours in the graph are not known");
  lcm_comm_make(w, node, &split);
}

void lcm_topology_write(struct lcm_world *w, const lcm_node *node,
                        lcm_message_kind kind) {
  const struct lcm_comm parent = lcm_comm_find(w, node->u.message->comm);
  const struct lcm_split none = {.known = false};
  if (!parent.group ||
      lcm_comm_index(parent.group, w->member) == parent.group->n)
    lcm_comm_make(w, node, &none);
  else if (kind == LCM_MESSAGE_CART)
    make_grid(w, node, &parent);
  else if (kind == LCM_MESSAGE_GRAPH)
    make_graph(w, node);
  else if (kind == LCM_MESSAGE_GRAPH_ALL)
    make_whole(w, node, lcm_comm_index(parent.group, w->member));
  else if (kind == LCM_MESSAGE_GRAPH_EDGES)
    make_edges(w, node);
  else
    make_part(w, node, &parent);
}

/* ---- questions ---------------------------------------------------------- */

/* Set the lengths that "node" lets choose; false where it cannot. */
static bool choose(struct lcm_world *w, const lcm_node *node) {
  size_t dims[LCM_MAX_DIMS] = {0};
  double ranks = 0;
  double n = 0;
  if (!given(&ranks, w, node, 0) || !given(&n, w, node, 1) || !(ranks >= 1) ||
      !(n >= 0) || n > LCM_MAX_DIMS || ranks > 65536)
    return false;
  for (size_t i = 0; i < (size_t)n; i++) {
    double length = 0;
    if (!given(&length, w, node, 2 + i) || length < 0)
      return false;
    dims[i] = (size_t)length;
  }
  if (!lcm_cart_choose((size_t)ranks, dims, (size_t)n)) {
    if (lcm_run_makes_no_sense(w->run))
      lcm_report(w->run->ctx, LCM_DIAG_DOMAIN, node->loc,
                 "%g ranks cannot form a grid with these lengths", ranks);
    return false;
  }
  for (size_t i = 0; i < (size_t)n; i++)
    set(w, node, i, (double)dims[i]);
  return true;
}

/* Set the lengths of "grid", where it wraps, and where the rank "me" is in
 * it. */
static void describe(struct lcm_world *w, const lcm_node *node,
                     const struct lcm_cart *grid, size_t me) {
  const size_t n = node->u.message->n_sets / 3;
  size_t at[LCM_MAX_DIMS] = {0};
  lcm_cart_coords(at, grid, me);
  for (size_t i = 0; i < grid->n && i < n; i++) {
    set(w, node, i, (double)grid->dims[i]);
    set(w, node, n + i, grid->wraps[i]);
    set(w, node, 2 * n + i, (double)at[i]);
  }
}

/* Set where in "grid" the rank that "node" asks for is. */
static bool locate(struct lcm_world *w, const lcm_node *node,
                   const struct lcm_cart *grid) {
  size_t at[LCM_MAX_DIMS] = {0};
  double rank = 0;
  if (!given(&rank, w, node, 0) || rank < 0 ||
      rank >= (double)lcm_cart_ranks(grid))
    return false;
  lcm_cart_coords(at, grid, (size_t)rank);
  for (size_t i = 0; i < grid->n; i++)
    set(w, node, i, (double)at[i]);
  return true;
}

/* Set the rank at the place in "grid" that "node" asks for. */
static bool find(struct lcm_world *w, const lcm_node *node,
                 const struct lcm_cart *grid) {
  double at[LCM_MAX_DIMS] = {0};
  for (size_t i = 0; i < grid->n; i++)
    if (!given(&at[i], w, node, i))
      return false;
  const double rank = lcm_cart_rank(grid, at);
  set(w, node, 0, rank == LCM_RANK_NONE ? NAN : rank);
  return rank != LCM_RANK_NONE;
}

/* Set the neighbours in "grid" of rank "me" that "node" asks for. */
static bool shift(struct lcm_world *w, const lcm_node *node,
                  const struct lcm_cart *grid, size_t me) {
  double dim = 0;
  double by = 0;
  if (!given(&dim, w, node, 0) || !given(&by, w, node, 1) || dim < 0 ||
      dim >= (double)grid->n)
    return false;
  set(w, node, 0, lcm_cart_shift(grid, me, (size_t)dim, -by));
  set(w, node, 1, lcm_cart_shift(grid, me, (size_t)dim, by));
  return true;
}

/* Set the neighbours "near" in a graph, or how many they are, as "node" of
 * "kind" asks; false where they are not known. */
static bool list(struct lcm_world *w, const lcm_node *node,
                 lcm_message_kind kind, const struct lcm_near *near) {
  const size_t most = node->u.message->n_sets / 2;
  if (!near)
    return false;
  if (kind == LCM_MESSAGE_GRAPH_COUNT) {
    set(w, node, 0, (double)near->n_sources);
    set(w, node, 1, (double)near->n_targets);
    return true;
  }
  for (size_t i = 0; i < near->n_sources && i < most; i++)
    set(w, node, i, near->sources[i]);
  for (size_t i = 0; i < near->n_targets && i < most; i++)
    set(w, node, most + i, near->targets[i]);
  return true;
}

/* Set the neighbours in the graph of "comm", or how many they are, of the rank
 * that "node" of "kind" asks for; false where that is not the present one. */
static bool list_own(struct lcm_world *w, const lcm_node *node,
                     lcm_message_kind kind, const struct lcm_comm *comm) {
  const struct lcm_near *near = comm->near;
  double rank = 0;
  if (!near || !comm->group || !given(&rank, w, node, 0) ||
      rank != (double)lcm_comm_index(comm->group, w->member))
    return false;
  if (kind == LCM_MESSAGE_GRAPH_DEGREE)
    set(w, node, 0, (double)near->n_targets);
  for (size_t i = 0; kind == LCM_MESSAGE_GRAPH_LIST && i < near->n_targets; i++)
    set(w, node, i, near->targets[i]);
  return true;
}

/* Answer the question "node" of "kind" about the grid of "comm"; false where
 * the answer is not known. */
static bool answer(struct lcm_world *w, const lcm_node *node,
                   lcm_message_kind kind, const struct lcm_comm *comm) {
  const size_t me = lcm_comm_index(comm->group, w->member);
  if (kind == LCM_MESSAGE_CART_DIM) {
    set(w, node, 0, (double)comm->grid->n);
    return true;
  }
  if (kind == LCM_MESSAGE_CART_GET) {
    describe(w, node, comm->grid, me);
    return true;
  }
  if (kind == LCM_MESSAGE_CART_COORDS)
    return locate(w, node, comm->grid);
  if (kind == LCM_MESSAGE_CART_RANK)
    return find(w, node, comm->grid);
  if (kind == LCM_MESSAGE_CART_SHIFT)
    return shift(w, node, comm->grid, me);
  return false;
}

void lcm_topology_ask(struct lcm_world *w, const lcm_node *node,
                      lcm_message_kind kind) {
  const struct lcm_comm comm = lcm_comm_find(w, node->u.message->comm);
  const bool member =
      comm.group && lcm_comm_index(comm.group, w->member) < comm.group->n;
  const char *why = "what it asks about the grid is not known";
  bool known = false;
  if (kind == LCM_MESSAGE_DIMS) {
    known = choose(w, node);
    why = "the lengths of the grid are not known";
  } else if (kind == LCM_MESSAGE_GRAPH_COUNT ||
             kind == LCM_MESSAGE_GRAPH_NEAR) {
    known = list(w, node, kind, comm.near);
    why = "the neighbours in the graph are not known";
  } else if (kind == LCM_MESSAGE_GRAPH_DEGREE ||
             kind == LCM_MESSAGE_GRAPH_LIST) {
    known = list_own(w, node, kind, &comm);
    why = "the neighbours in the graph are not known";
  } else if (!comm.grid || !member)
    why = "its communicator is no grid that is followed";
  else
    known = answer(w, node, kind, &comm);
  for (size_t i = 0; i < node->u.message->n_sets && !known; i++)
    set(w, node, i, NAN);
  if (!known)
    lcm_run_unknown(w->run, node, why);
}
