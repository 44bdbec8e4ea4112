/* Recurrences of a prediction as text. */
#include <stdlib.h>
#include <string.h>

#include "render/table/table.h"
#include "render/text/recurrence.h"

/* Return "e" in "notation", without quotes around names, in memory of "ctx". */
static const char *text_in(lcm_ctx *ctx, const lcm_expr *e,
                           lcm_notation notation) {
  char *text = lcm_expr_to_str(e, notation);
  lcm_buf buf = {0};
  for (const char *at = text ? text : "?"; *at; at++)
    if (*at != '`')
      lcm_buf_putc(&buf, *at);
  free(text);
  return lcm_cell_take(ctx, &buf);
}

/* The same for readers. */
static const char *text_of(lcm_ctx *ctx, const lcm_expr *e) {
  return text_in(ctx, e, LCM_READER);
}

/* Append the names of the parameters that matter to "r". */
static void put_params(lcm_buf *buf, const struct lcm_recurrence *r) {
  lcm_buf_putc(buf, '(');
  for (size_t i = 0; i < r->n_params; i++)
    lcm_buf_printf(buf, "%s%s", i ? ", " : "", r->params[i]);
  lcm_buf_putc(buf, ')');
}

/* Append "part" of "r". */
static void put_part(lcm_buf *buf, lcm_ctx *ctx, const struct lcm_recurrence *r,
                     const struct lcm_recurrence_part *part) {
  lcm_buf_printf(buf, "  %s\n", part->title);
  for (size_t i = 0; i < r->n_cases; i++) {
    lcm_buf_printf(buf, "    %s", part->name);
    put_params(buf, r);
    lcm_buf_printf(buf, " = %s", text_of(ctx, part->cases[i]));
    if (r->when[i])
      lcm_buf_printf(buf, "  if %s", text_of(ctx, r->when[i]));
    lcm_buf_puts(buf, r->when[i] || r->n_cases < 2 ? "\n" : "  otherwise\n");
  }
  if (part->closed)
    lcm_buf_printf(buf, "    closed: %s\n", text_of(ctx, part->closed));
  else
    lcm_buf_printf(buf, "    no closed form: %s\n", part->reason);
  if (part->also)
    lcm_buf_printf(buf, "          = %s, with Fibonacci numbers F\n",
                   text_of(ctx, part->also));
  if (part->growth)
    lcm_buf_printf(buf, "    grows as %s\n", part->growth);
}

LCM_GIVE char *lcm_render_recurrences(lcm_ctx *ctx,
                                      const lcm_prediction *prediction) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < prediction->n_recurrences; i++) {
    const struct lcm_recurrence *r = &prediction->recurrences[i];
    lcm_buf_printf(&buf, "%srecursion of %s  %s:%u\n", i ? "\n" : "",
                   r->function->name, r->function->body->loc.file,
                   r->function->body->loc.line);
    if (r->reason)
      lcm_buf_printf(&buf, "  no recurrence: %s\n", r->reason);
    for (size_t k = 0; k < r->n_parts; k++)
      put_part(&buf, ctx, r, &r->parts[k]);
    if (r->levels)
      lcm_buf_printf(&buf, "  with %s = %s\n", r->levels,
                     text_in(ctx, r->levels_is, LCM_TEXT));
    if (r->holds)
      lcm_buf_printf(&buf, "  exact where %s\n", r->holds);
  }
  return lcm_buf_take(&buf);
}
