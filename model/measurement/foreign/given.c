/* What the user, or the name of a file, says of the runs in it. */
#include "model/measurement/foreign/given.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "model/measurement/foreign/given_internal.h"
#include "model/measurement/measurement.h"

/* Params that are put together. */
typedef LCM_LIST(lcm_binding) binding_list;

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool begins_name(char c) {
  return isalpha((unsigned char)c) || c == '_';
}

/* Return how many bytes of "text" are a number: digits, a point between digits,
 * an exponent. */
static size_t number_length(const char *text) {
  size_t n = strspn(text, "0123456789");
  if (n && text[n] == '.' && isdigit((unsigned char)text[n + 1]))
    n += 1 + strspn(text + n + 1, "0123456789");
  if (!n || (text[n] != 'e' && text[n] != 'E'))
    return n;
  const size_t sign = text[n + 1] == '-' || text[n + 1] == '+';
  const size_t digits = strspn(text + n + 1 + sign, "0123456789");
  return digits ? n + 1 + sign + digits : n;
}

/* Add "name" with "value" to "list", unless it is there. */
static void add(lcm_ctx *ctx, binding_list *list, const char *name,
                double value) {
  for (size_t i = 0; i < list->n; i++)
    if (!strcmp(list->at[i].name, name))
      return;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), list, ((lcm_binding){name, value}));
}

/* Add the params in the name "file" to "list". */
static void add_named(lcm_ctx *ctx, binding_list *list, const char *file) {
  for (const char *at = file; *at;) {
    const char *start = at;
    while (in_name(*at))
      at++;
    const size_t n = (size_t)(at - start);
    const size_t digits = *at == '=' ? number_length(at + 1) : 0;
    if (n && digits && begins_name(*start) && !in_name(at[1 + digits])) {
      const char *end = NULL;
      char *number = lcm_arena_strndup(lcm_ctx_arena(ctx), at + 1, digits);
      add(ctx, list, lcm_intern_n(ctx, start, n), lcm_strtod(number, &end));
      at += digits;
    }
    at += *at != '\0';
  }
}

const char *lcm_measured_renamed(const struct lcm_reading *reading,
                                 const char *name) {
  for (size_t i = 0; i < reading->as->n_params; i++) {
    const struct lcm_measured_param *param = &reading->as->params[i];
    if (param->from && !strcmp(param->from, name))
      return param->name;
  }
  return name;
}

void lcm_measured_give(struct lcm_reading *reading, bool named) {
  lcm_ctx *ctx = reading->ctx;
  const struct lcm_measured_as *as = reading->as;
  binding_list given = {0};
  for (size_t i = 0; i < as->n_params; i++)
    if (!as->params[i].from)
      add(ctx, &given, as->params[i].name, as->params[i].value);
  if (named)
    add_named(ctx, &given, reading->file);
  for (size_t i = 0; i < reading->all.n && (named || as->n_params); i++) {
    lcm_measurement *one = &reading->all.at[i];
    binding_list list = {0};
    for (size_t k = 0; k < one->n_params; k++)
      add(ctx, &list, lcm_measured_renamed(reading, one->params[k].name),
          one->params[k].value);
    for (size_t k = 0; k < given.n; k++)
      add(ctx, &list, given.at[k].name, given.at[k].value);
    one->params = lcm_bindings_keep(ctx, list.at, list.n, true);
    one->n_params = list.n;
    const double p = lcm_measured(one->params, one->n_params, "p");
    if (isnan(one->processors) && p >= 0)
      one->processors = p;
  }
}

lcm_status lcm_measured_param_parse(struct lcm_measured_param *out,
                                    lcm_ctx *ctx, const char *text) {
  const char *equals = strchr(text, '=');
  const char *end = NULL;
  size_t n = 0;
  while (in_name(text[n]))
    n++;
  if (equals != text + n || !begins_name(*text) || !equals[1]) {
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "--param is NAME=NUMBER, or NAME=WHAT where the files call it "
               "WHAT, not '%s'",
               text);
    return LCM_EUSAGE;
  }
  *out = (struct lcm_measured_param){.name = lcm_intern_n(ctx, text, n)};
  out->value = lcm_strtod(equals + 1, &end);
  if (end == equals + 1 || *end || !isfinite(out->value))
    out->from = lcm_intern(ctx, equals + 1);
  return LCM_OK;
}

lcm_status lcm_measured_unit_parse(double *out, lcm_ctx *ctx,
                                   const char *text) {
  static const struct {
    const char *word;
    double seconds;
    bool rate;
  } UNITS[] = {{"s", 1, false},     {"ms", 1e-3, false}, {"us", 1e-6, false},
               {"ns", 1e-9, false}, {"Hz", 1, true},     {"kHz", 1e3, true}};
  const char *end = text;
  double value = lcm_strtod(text, &end);
  if (end == text)
    value = 1;
  while (*end == ' ')
    end++;
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
    if (!strcmp(end, UNITS[i].word)) {
      value *= UNITS[i].seconds;
      *out = UNITS[i].rate ? 1 / value : value;
      if (value > 0 && isfinite(*out) && *out > 0)
        return LCM_OK;
    }
  lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "--unit is a time or a rate, such as ms, '250 us' or 99Hz, not "
             "'%s'",
             text);
  return LCM_EUSAGE;
}
