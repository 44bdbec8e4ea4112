/* The points that contracts speak of. */
#include "study/contract/points.h"

#include <math.h>
#include <string.h>

#include "base/list.h"
#include "render/table/table.h"
#include "study/growth/growth.h"

double lcm_contract_number(const lcm_expr *e) {
  double value = NAN;
  return e && !lcm_expr_eval(&value, e, NULL, 0) ? value : NAN;
}

/* Return whether "terms" say the value of what the definition "text" is of. */
static bool is_said(const struct lcm_promise *terms, const char *text) {
  for (size_t i = 0; i < terms->n_at; i++)
    if (lcm_define_is_of(text, terms->at[i].name))
      return true;
  return false;
}

size_t lcm_contract_defines(const char *const **out,
                            const struct lcm_checking *c,
                            const struct lcm_promise *terms) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  LCM_LIST(const char *) specs = {0};
  for (size_t i = 0; i < terms->n_at; i++) {
    lcm_buf buf = {0};
    lcm_buf_printf(&buf, "%s=", terms->at[i].name);
    lcm_buf_double(&buf, lcm_contract_number(terms->at[i].value));
    const char *text = lcm_cell_take(c->ctx, &buf);
    LCM_LIST_ADD(arena, &specs, text);
  }
  for (size_t i = 0; i < c->n_defines; i++)
    if (!is_said(terms, c->defines[i]))
      LCM_LIST_ADD(arena, &specs, c->defines[i]);
  *out = specs.at;
  return specs.n;
}

lcm_status lcm_contract_grid(const lcm_grid **out, const struct lcm_checking *c,
                             const struct lcm_promise *terms) {
  const char *const *specs = NULL;
  const size_t n = lcm_contract_defines(&specs, c, terms);
  return lcm_grid_parse(out, c->ctx, specs, n);
}
