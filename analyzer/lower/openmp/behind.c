/* What variables hold behind constructs of OpenMP. */
#include <string.h>

#include "analyzer/lower/control/order.h"
#include "analyzer/lower/openmp/behind.h"
#include "analyzer/lower/openmp/clause.h"

/* Return whether one thread executes the construct of "pragma", once for
 * all. */
static bool is_once(const lcm_pragma *pragma) {
  static const char *const ONCE[] = {"single", "master", "masked"};
  for (size_t i = 0; i < sizeof ONCE / sizeof *ONCE; i++)
    if (!strcmp(pragma->construct, ONCE[i]))
      return true;
  return false;
}

/* Return whether "pragma" has a clause with "kind" in its name that lists the
 * variable "name". */
static bool lists(struct lcm_lowering *l, const lcm_pragma *pragma,
                  const char *kind, const char *name) {
  for (size_t i = 0; i < pragma->n_clauses; i++) {
    const struct lcm_clause *clause = &pragma->clauses[i];
    if (!strstr(clause->name, kind) || !clause->args)
      continue;
    struct lcm_omp_list list = lcm_omp_list(l, clause->args);
    for (const char *item = lcm_omp_next(l, &list); item;
         item = lcm_omp_next(l, &list))
      if (lcm_intern_n(l->ctx, item, strcspn(item, " [(:")) == name)
        return true;
  }
  return false;
}

/* Return whether each thread has its own of "local" around the construct. */
static bool is_own(const struct lcm_lowering *l,
                   const struct lcm_local *local) {
  if (l->region.begin && local->begin >= l->region.begin)
    return true;
  for (size_t i = 0; i < l->region.privates.n; i++)
    if (l->region.privates.at[i] == local->name)
      return true;
  return false;
}

/* Return what stays behind "pragma" alone, as lcm_omp_stays. */
static enum lcm_omp_stays stays_of(struct lcm_lowering *l,
                                   const lcm_pragma *pragma,
                                   const struct lcm_local *local) {
  const char *name = local->name;
  const bool task = strstr(pragma->construct, "task");
  if (lists(l, pragma, "reduction", name) || lists(l, pragma, "linear", name) ||
      lists(l, pragma, "lastprivate", name) ||
      lists(l, pragma, "copyprivate", name))
    return LCM_OMP_STAYS_OPEN;
  if (lists(l, pragma, "private", name))
    return LCM_OMP_STAYS_OLD;
  if (task && !lists(l, pragma, "shared", name))
    return LCM_OMP_STAYS_OPEN;
  if (!is_once(pragma))
    return LCM_OMP_STAYS_NUMBERS;
  return is_own(l, local) ? LCM_OMP_STAYS_OPEN : LCM_OMP_STAYS_ALL;
}

enum lcm_omp_stays lcm_omp_stays(struct lcm_lowering *l,
                                 struct lcm_omp_crowd crowd,
                                 const struct lcm_local *local) {
  enum lcm_omp_stays out = LCM_OMP_STAYS_ALL;
  for (size_t i = crowd.at; i < crowd.at + crowd.n; i++) {
    const lcm_pragma *pragma = &l->bound.pragmas.at[i];
    const enum lcm_omp_stays one =
        pragma->standalone ? LCM_OMP_STAYS_ALL : stays_of(l, pragma, local);
    if (one == LCM_OMP_STAYS_OLD)
      return one;
    out = one > out ? one : out;
  }
  return out;
}

bool lcm_omp_is_apart(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *parent = ast->parent;
  if (!parent || !l->bound.pragmas.n)
    return false;
  const struct lcm_order_spot spot = lcm_order_begin(l, ast);
  unsigned from = parent->begin;
  for (const lcm_ast *at = parent->first; at && at != ast; at = at->next)
    from = lcm_order_behind(l, at);
  for (size_t i = lcm_lower_pragma(l, from < spot.at ? from : spot.at);
       i < l->bound.pragmas.n; i++) {
    const lcm_pragma *pragma = &l->bound.pragmas.at[i];
    if (!lcm_order_precedes(pragma, spot))
      break;
    if (!pragma->standalone && !is_once(pragma) &&
        !strstr(pragma->construct, "section"))
      return true;
  }
  return false;
}
