/* Numbers that ranks are told about Cartesian topologies, in closed forms. */
#include "composer/formula/grid.h"
#include "composer/formula/env.h"

#include <math.h>
#include <string.h>

/* Numbers that may be told. */
enum { MOST_TOLD = 60 };

/* A number that ranks were told under "name": in expressions it is "symbol";
 * values[n][rank] is what it is on n ranks. */
struct told {
  const char *name;
  const char *symbol;
  double values[LCM_MOST_RANKS + 1][LCM_MOST_RANKS];
};

/* A communicator of all ranks, for each number of them; not a grid where
 * "plain". */
struct whole {
  const char *name;
  bool plain;
  struct lcm_cart at[LCM_MOST_RANKS + 1];
};

struct lcm_formula_grids {
  struct lcm_formula *f;
  const char *rank;
  LCM_LIST(struct told *) told;
  LCM_LIST(struct whole *) comms;
};

struct lcm_formula_grids *lcm_formula_grids_new(struct lcm_formula *f) {
  struct lcm_formula_grids *g =
      LCM_NEW(lcm_ctx_arena(f->ctx), struct lcm_formula_grids);
  g->f = f;
  g->rank = lcm_intern(f->ctx, "rank");
  return g;
}

/* ---- what is known ------------------------------------------------------ */

bool lcm_formula_grids_eval(double *out, const struct lcm_formula_grids *g,
                            const lcm_expr *e, size_t rank, size_t n) {
  lcm_binding env[MOST_TOLD + 2] = {{g->rank, (double)rank},
                                    {lcm_intern(g->f->ctx, "p"), (double)n}};
  size_t bound = 2;
  for (size_t i = 0; i < g->told.n; i++)
    if (!isnan(g->told.at[i]->values[n][rank]))
      env[bound++] =
          (lcm_binding){g->told.at[i]->symbol, g->told.at[i]->values[n][rank]};
  return e && !lcm_expr_eval(out, e, env, bound);
}

bool lcm_formula_grids_mentions(const struct lcm_formula_grids *g,
                                const lcm_expr *e) {
  bool found = e && lcm_expr_has(e, g->rank);
  for (size_t i = 0; e && i < g->told.n; i++)
    found = found || lcm_expr_has(e, g->told.at[i]->symbol);
  return found;
}

/* Return the communicator "name", or NULL. */
static const struct whole *find(const struct lcm_formula_grids *g,
                                const char *name) {
  for (size_t i = g->comms.n; name && i-- > 0;)
    if (!strcmp(g->comms.at[i]->name, name))
      return g->comms.at[i];
  return NULL;
}

bool lcm_formula_grids_has(const struct lcm_formula_grids *g,
                           const char *comm) {
  return !comm || !strcmp(comm, "MPI_COMM_WORLD") || find(g, comm);
}

bool lcm_formula_grids_wraps(bool *wraps, const struct lcm_formula_grids *g,
                             const char *comm) {
  const struct whole *whole = find(g, comm);
  if (!whole || whole->plain)
    return false;
  *wraps = true;
  for (size_t n = LCM_LEAST_RANKS; n <= LCM_MOST_RANKS; n++) {
    bool any = false;
    for (size_t i = 0; i < whole->at[n].n; i++)
      any = any || whole->at[n].wraps[i];
    *wraps = *wraps && any;
  }
  return true;
}

void lcm_formula_grids_recall(const struct lcm_formula_grids *g) {
  for (size_t i = 0; i < g->told.n; i++)
    if (!strncmp(g->told.at[i]->name, "global.", 7))
      lcm_formula_bind(
          g->f, g->told.at[i]->name,
          lcm_expr_symbol(g->f->ctx, g->told.at[i]->symbol, LCM_DIM_NONE));
}

/* ---- asking ------------------------------------------------------------- */

/* A question that "node" asks on "n" ranks as "rank": "args" are the numbers
 * that it is given, "sets" those that it is told. */
struct question {
  const lcm_node *node;
  size_t n;
  size_t rank;
  double args[3 * LCM_MAX_DIMS + 2];
  double sets[3 * LCM_MAX_DIMS + 2];
};

/* Put the numbers that the node of "q" is given into it; false where one is not
 * known. */
static bool read_args(struct question *q, struct lcm_formula_grids *g) {
  const struct lcm_mpi_call *call = q->node->u.message;
  enum { MOST = sizeof q->args / sizeof *q->args };
  if (call->n_args > MOST || call->n_sets > MOST)
    return false;
  for (size_t i = 0; i < call->n_args; i++)
    if (!lcm_formula_grids_eval(&q->args[i], g,
                                lcm_formula_value(g->f, call->args[i]), q->rank,
                                q->n))
      return false;
  for (size_t i = 0; i < call->n_sets; i++)
    q->sets[i] = NAN;
  return true;
}

/* Let the lengths of a grid be chosen. */
static bool choose(struct question *q) {
  size_t dims[LCM_MAX_DIMS] = {0};
  const double n = q->args[1];
  if (q->node->u.message->n_args < 2 || q->args[0] < 1 || n < 0 ||
      n > LCM_MAX_DIMS || 2 + n > (double)q->node->u.message->n_args)
    return false;
  for (size_t i = 0; i < (size_t)n; i++)
    dims[i] = (size_t)q->args[2 + i];
  if (!lcm_cart_choose((size_t)q->args[0], dims, (size_t)n))
    return false;
  for (size_t i = 0; i < (size_t)n; i++)
    q->sets[i] = (double)dims[i];
  return true;
}

/* Tell where in "grid" the rank that "q" asks for is. */
static bool locate(struct question *q, const struct lcm_cart *grid) {
  size_t at[LCM_MAX_DIMS] = {0};
  if (q->args[0] < 0 || q->args[0] >= (double)q->n)
    return false;
  lcm_cart_coords(at, grid, (size_t)q->args[0]);
  for (size_t i = 0; i < grid->n && i < q->node->u.message->n_sets; i++)
    q->sets[i] = (double)at[i];
  return true;
}

/* Tell the neighbours in "grid". */
static bool shift(struct question *q, const struct lcm_cart *grid) {
  if (q->args[0] < 0 || q->args[0] >= (double)grid->n)
    return false;
  q->sets[0] = lcm_cart_shift(grid, q->rank, (size_t)q->args[0], -q->args[1]);
  q->sets[1] = lcm_cart_shift(grid, q->rank, (size_t)q->args[0], q->args[1]);
  return true;
}

/* Answer "q", of "kind", about "grid" (NULL: none); false where the answer is
 * not known. */
static bool answer(struct question *q, const struct lcm_cart *grid,
                   lcm_message_kind kind) {
  if (kind == LCM_MESSAGE_DIMS)
    return choose(q);
  if (!grid)
    return false;
  if (kind == LCM_MESSAGE_CART_DIM) {
    q->sets[0] = (double)grid->n;
    return true;
  }
  if (kind == LCM_MESSAGE_CART_COORDS)
    return locate(q, grid);
  if (kind == LCM_MESSAGE_CART_RANK) {
    q->sets[0] = lcm_cart_rank(grid, q->args);
    return true;
  }
  if (kind == LCM_MESSAGE_CART_SHIFT)
    return shift(q, grid);
  return false;
}

/* Add a number that is told under "name". */
static struct told *add_told(struct lcm_formula_grids *g, const char *name) {
  lcm_ctx *ctx = g->f->ctx;
  struct told *told = LCM_NEW(lcm_ctx_arena(ctx), struct told);
  told->name = name;
  told->symbol = lcm_intern(
      ctx, lcm_arena_printf(lcm_ctx_arena(ctx), "told %zu", g->told.n));
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &g->told, told);
  lcm_formula_bind(g->f, name,
                   lcm_expr_symbol(ctx, told->symbol, LCM_DIM_NONE));
  return told;
}

/* Let all ranks ask "node" of "kind", on each number of ranks. */
static bool ask(struct lcm_formula_grids *g, const lcm_node *node,
                lcm_message_kind kind) {
  const struct lcm_mpi_call *call = node->u.message;
  const struct whole *whole = find(g, call->comm);
  const size_t first = g->told.n;
  struct told *told[3 * LCM_MAX_DIMS + 2];
  struct question q = {.node = node};
  if (first + call->n_sets > MOST_TOLD ||
      call->n_sets > sizeof told / sizeof *told)
    return false;
  double values[LCM_MOST_RANKS + 1][LCM_MOST_RANKS][3 * LCM_MAX_DIMS + 2];
  for (q.n = LCM_LEAST_RANKS; q.n <= LCM_MOST_RANKS; q.n++)
    for (q.rank = 0; q.rank < q.n; q.rank++) {
      if (!read_args(&q, g) ||
          !answer(&q, whole && !whole->plain ? &whole->at[q.n] : NULL, kind))
        return false;
      memcpy(values[q.n][q.rank], q.sets, sizeof q.sets);
    }
  for (size_t i = 0; i < call->n_sets; i++) {
    told[i] = add_told(g, call->sets[i]);
    for (size_t n = LCM_LEAST_RANKS; n <= LCM_MOST_RANKS; n++)
      for (size_t rank = 0; rank < n; rank++)
        told[i]->values[n][rank] = values[n][rank][i];
  }
  return true;
}

/* ---- making ------------------------------------------------------------- */

/* Put the grid that "q" makes into "*grid"; false where that is not known or
 * leaves ranks out. */
static bool read_grid(struct lcm_cart *grid, const struct question *q) {
  const size_t n = q->node->u.message->n_args / 2;
  if (!q->node->u.message->n_args || q->args[0] < 0 || q->args[0] > (double)n ||
      q->args[0] > LCM_MAX_DIMS)
    return false;
  grid->n = (size_t)q->args[0];
  for (size_t i = 0; i < grid->n; i++) {
    if (!(q->args[1 + i] >= 1))
      return false;
    grid->dims[i] = (size_t)q->args[1 + i];
    grid->wraps[i] = q->args[1 + n + i] != 0;
  }
  return lcm_cart_ranks(grid) == q->n;
}

/* Make the communicator of all ranks that "node" of "kind" does; false where it
 * is not known to be one. */
static bool make(struct lcm_formula_grids *g, const lcm_node *node,
                 lcm_message_kind kind) {
  const struct whole *of = find(g, node->u.message->comm);
  struct whole *whole = LCM_NEW(lcm_ctx_arena(g->f->ctx), struct whole);
  struct question q = {.node = node};
  if (!lcm_formula_grids_has(g, node->u.message->comm) ||
      !node->u.message->made)
    return false;
  if (kind == LCM_MESSAGE_DUP && of)
    *whole = *of;
  whole->name = node->u.message->made;
  whole->plain = kind == LCM_MESSAGE_DUP && (!of || of->plain);
  for (q.n = LCM_LEAST_RANKS; kind == LCM_MESSAGE_CART && q.n <= LCM_MOST_RANKS;
       q.n++)
    if (!read_args(&q, g) || !read_grid(&whole->at[q.n], &q))
      return false;
  LCM_LIST_ADD(lcm_ctx_arena(g->f->ctx), &g->comms, whole);
  return true;
}

void lcm_formula_grids_do(struct lcm_formula_grids *g, const lcm_node *node,
                          lcm_message_kind kind) {
  const bool makes = kind == LCM_MESSAGE_CART || kind == LCM_MESSAGE_DUP;
  if (makes ? !make(g, node, kind) : !ask(g, node, kind))
    lcm_formula_give_up(g->f, node,
                        makes ? "a communicator that is not of all ranks"
                              : "the shape of a grid of ranks");
}
