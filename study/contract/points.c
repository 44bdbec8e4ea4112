/* The points that contracts speak of. */
#include "study/contract/points.h"

#include <math.h>
#include <string.h>

#include "base/list.h"
#include "render/table/table.h"

double lcm_contract_number(const lcm_expr *e) {
  double value = NAN;
  return e && !lcm_expr_eval(&value, e, NULL, 0) ? value : NAN;
}

/* Return whether the definition "text" is of "name". */
static bool defines(const char *text, const char *name) {
  const size_t n = strlen(name);
  while (*text == ' ')
    text++;
  return !strncmp(text, name, n) && (text[n] == '=' || text[n] == ' ');
}

/* Return whether "terms" say the value of what the definition "text" is of. */
static bool is_said(const struct lcm_promise *terms, const char *text) {
  for (size_t i = 0; i < terms->n_at; i++)
    if (defines(text, terms->at[i].name))
      return true;
  return false;
}

lcm_status lcm_contract_grid(const lcm_grid **out, const struct lcm_checking *c,
                             const struct lcm_promise *terms,
                             const char *const *more, size_t n_more) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  LCM_LIST(const char *) specs = {0};
  for (size_t i = 0; i < n_more; i++)
    LCM_LIST_ADD(arena, &specs, more[i]);
  for (size_t i = 0; i < terms->n_at; i++) {
    bool given = false;
    lcm_buf buf = {0};
    lcm_buf_printf(&buf, "%s=", terms->at[i].name);
    lcm_buf_double(&buf, lcm_contract_number(terms->at[i].value));
    for (size_t k = 0; k < n_more && !given; k++)
      given = defines(more[k], terms->at[i].name);
    const char *text = lcm_cell_take(c->ctx, &buf);
    if (!given)
      LCM_LIST_ADD(arena, &specs, text);
  }
  for (size_t i = 0; i < c->n_defines; i++) {
    bool given = is_said(terms, c->defines[i]);
    for (size_t k = 0; k < n_more && !given; k++)
      given = !strncmp(more[k], c->defines[i], strcspn(more[k], "=") + 1);
    if (!given)
      LCM_LIST_ADD(arena, &specs, c->defines[i]);
  }
  return lcm_grid_parse(out, c->ctx, specs.at, specs.n);
}
