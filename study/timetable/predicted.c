/* What processors do when, of a program that was predicted, with the names that
 * the user gives to states. */
#include <string.h>

#include "study/timetable/predicted.h"

static bool is_colour(const char *text) {
  return text[0] == '#' && strlen(text) == 7 &&
         strspn(text + 1, "0123456789abcdefABCDEF") == 6;
}

lcm_status lcm_state_rules_add(lcm_state_rules *rules, lcm_ctx *ctx,
                               const char *text) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const char *equals = strchr(text, '=');
  const char *at = strrchr(text, '@');
  struct lcm_state_rule rule = {.colour = at ? at + 1 : NULL};
  if (!equals || equals == text || !equals[1] || (at && !is_colour(at + 1))) {
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "'%s' is no state: NAME=CODE,CODE... where CODE is a "
               "fragment, a function or FILE:LINE, with @#rrggbb behind "
               "it for its colour",
               text);
    return LCM_EUSAGE;
  }
  rule.name = lcm_intern_n(ctx, text, (size_t)(equals - text));
  for (const char *from = equals + 1; from && *from && from != at;) {
    size_t n = strcspn(from, ",");
    n = at && from + n > at ? (size_t)(at - from) : n;
    rule.match = lcm_intern_n(ctx, from, n);
    if (n)
      LCM_LIST_ADD(arena, rules, rule);
    from += n + (from[n] == ',');
  }
  return LCM_OK;
}

lcm_status lcm_timetable_of(const lcm_timetable **out, lcm_ctx *ctx,
                            const struct lcm_predicted *predicted,
                            const lcm_state_rules *rules) {
  const struct lcm_predict_options *options = predicted->options;
  const lcm_grid *grid = predicted->prediction->grid;
  const bool composes =
      !options->methods || (options->methods & LCM_METHOD_COMPOSE);
  const struct lcm_timetable_request request = {
      .simulated = predicted->program->is_model ||
                   (!composes && (options->methods & LCM_METHOD_SIMULATE)),
      .rules = rules->at,
      .n_rules = rules->n};
  const lcm_status status = lcm_predict_timetable(out, ctx, predicted->program,
                                                  grid, options, &request);
  if (status || request.simulated || options->thesis_li)
    return status;
  return lcm_timetable_check(ctx, *out,
                             &predicted->prediction->points[grid->n_points - 1],
                             (lcm_loc){0});
}
