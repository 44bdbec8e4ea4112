/* Rows of linear constraints, and sets of isl that are read into them. */
#include "model/sections/isl_rows.h"

#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/local_space.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

size_t lcm_count_width(const struct lcm_count *s) {
  return s->n_vars + s->n_params + 1;
}

struct lcm_count_row lcm_count_new_row(const struct lcm_count *s, bool equal) {
  return (struct lcm_count_row){
      equal,
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), long long, lcm_count_width(s))};
}

/* Return the coefficient of "constraint" at "pos" of "type". */
static long long coefficient(struct lcm_count *s, isl_constraint *constraint,
                             enum isl_dim_type type, size_t pos) {
  isl_val *val =
      type == isl_dim_cst
          ? isl_constraint_get_constant_val(constraint)
          : isl_constraint_get_coefficient_val(constraint, type, (int)pos);
  const long number = val ? isl_val_get_num_si(val) : 0;
  s->failed = s->failed || !val || isl_val_is_int(val) != isl_bool_true ||
              number > 1000000000 || number < -1000000000;
  isl_val_free(val);
  return number;
}

/* Rows being read from a basic set; "n_dims" of the variables are its own. */
struct reading {
  struct lcm_count *s;
  lcm_count_rows *rows;
  size_t n_dims;
};

/* Read one constraint. */
static isl_stat read_row(isl_constraint *constraint, void *user) {
  struct reading *r = user;
  struct lcm_count *s = r->s;
  struct lcm_count_row row =
      lcm_count_new_row(s, isl_constraint_is_equality(constraint) != 0);
  for (size_t i = 0; i < s->n_vars; i++)
    row.at[i] = i < r->n_dims
                    ? coefficient(s, constraint, isl_dim_set, i)
                    : coefficient(s, constraint, isl_dim_div, i - r->n_dims);
  for (size_t i = 0; i < s->n_params; i++)
    row.at[s->n_vars + i] = coefficient(s, constraint, isl_dim_param, i);
  row.at[lcm_count_width(s) - 1] = coefficient(s, constraint, isl_dim_cst, 0);
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), r->rows, row);
  isl_constraint_free(constraint);
  return s->failed ? isl_stat_error : isl_stat_ok;
}

bool lcm_count_read(struct lcm_count *s, lcm_count_rows *rows, void *basic_set,
                    size_t n_dims) {
  struct reading reading = {s, rows, n_dims};
  return !isl_basic_set_foreach_constraint(basic_set, read_row, &reading);
}

/* Return "row" as a constraint in "space". */
static isl_constraint *constraint_of(const struct lcm_count *s,
                                     const struct lcm_count_row *row,
                                     __isl_keep isl_local_space *space) {
  isl_constraint *c =
      row->equal ? isl_constraint_alloc_equality(isl_local_space_copy(space))
                 : isl_constraint_alloc_inequality(isl_local_space_copy(space));
  for (size_t i = 0; i < s->n_vars; i++)
    c = isl_constraint_set_coefficient_si(c, isl_dim_set, (int)i,
                                          (int)row->at[i]);
  for (size_t i = 0; i < s->n_params; i++)
    c = isl_constraint_set_coefficient_si(c, isl_dim_param, (int)i,
                                          (int)row->at[s->n_vars + i]);
  return isl_constraint_set_constant_si(c,
                                        (int)row->at[lcm_count_width(s) - 1]);
}

/* Return "rows" as a basic set all of whose variables are dimensions. */
static isl_basic_set *set_of(const struct lcm_count *s,
                             const lcm_count_rows *rows) {
  isl_space *space =
      isl_space_set_alloc(s->isl, (unsigned)s->n_params, (unsigned)s->n_vars);
  isl_local_space *local = isl_local_space_from_space(isl_space_copy(space));
  isl_basic_set *set = isl_basic_set_universe(space);
  for (size_t i = 0; i < rows->n; i++)
    set = isl_basic_set_add_constraint(set,
                                       constraint_of(s, &rows->at[i], local));
  isl_local_space_free(local);
  return set;
}

/* Return what is known of the parameters. */
static isl_basic_set *context_of(const struct lcm_count *s) {
  lcm_count_rows rows = {0};
  for (size_t i = 0; i < s->n_params; i++) {
    if (!s->natural[i])
      continue;
    struct lcm_count_row row = lcm_count_new_row(s, false);
    row.at[s->n_vars + i] = 1;
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &rows, row);
  }
  return set_of(s, &rows);
}

/* Return whether "row" says only what is known of the parameters. */
static bool is_context(const struct lcm_count *s,
                       const struct lcm_count_row *row) {
  size_t n = 0;
  for (size_t i = 0; i < lcm_count_width(s); i++) {
    const bool param = i >= s->n_vars && i < s->n_vars + s->n_params;
    if (row->at[i] &&
        (!param || !s->natural[i - s->n_vars] || row->at[i] < 0 || n++))
      return false;
  }
  return n && !row->equal;
}

/* Drop from "rows" what is known of the parameters. */
static void drop_context(const struct lcm_count *s, lcm_count_rows *rows) {
  size_t kept = 0;
  for (size_t i = 0; i < rows->n; i++)
    if (!is_context(s, &rows->at[i]))
      rows->at[kept++] = rows->at[i];
  rows->n = kept;
}

/* What isl_basic_set_gist would do is done by rows: with some contexts that
 * ends in a segmentation fault (isl 0.25). */
bool lcm_count_simplify(struct lcm_count *s, lcm_count_rows *rows) {
  const long long most = 1000000000;
  lcm_count_rows simple = {0};
  for (size_t i = 0; i < rows->n; i++)
    for (size_t k = 0; k < lcm_count_width(s); k++)
      s->failed =
          s->failed || rows->at[i].at[k] > most || rows->at[i].at[k] < -most;
  if (s->failed)
    return false;
  isl_basic_set *set = set_of(s, rows);
  isl_basic_set *known =
      isl_basic_set_intersect(isl_basic_set_copy(set), context_of(s));
  const isl_bool empty = isl_basic_set_is_empty(known);
  isl_basic_set_free(known);
  if (empty == isl_bool_false) {
    set = isl_basic_set_detect_equalities(set);
    set = isl_basic_set_intersect(set, context_of(s));
    set = isl_basic_set_remove_redundancies(set);
    s->failed = !set || isl_basic_set_dim(set, isl_dim_div) != 0 ||
                !lcm_count_read(s, &simple, set, s->n_vars);
    drop_context(s, &simple);
  }
  isl_basic_set_free(set);
  s->failed = s->failed || empty == isl_bool_error;
  *rows = simple;
  return !s->failed && empty == isl_bool_false;
}
