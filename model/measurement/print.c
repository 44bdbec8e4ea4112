/* Printing measurements in all formats. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_print.h"
#include "model/measurement/extrap_print.h"
#include "model/measurement/gather.h"
#include "model/measurement/measurement.h"
#include "model/measurement/print.h"
#include "model/structure/structure.h"

/* Append "key": "text" to an object, nothing for NULL. */
static void put_text(lcm_buf *buf, const char *key, const char *text) {
  if (!text)
    return;
  lcm_buf_printf(buf, ", \"%s\": ", key);
  lcm_json_put_string(buf, text);
}

/* Append "key": "value" to an object, nothing for NaN. */
static void put_number(lcm_buf *buf, const char *key, double value) {
  if (isnan(value))
    return;
  lcm_buf_printf(buf, ", \"%s\": ", key);
  lcm_json_put_number(buf, value);
}

/* Append the "n" bindings at "all" as an object. */
static void put_bindings(lcm_buf *buf, const lcm_binding *all, size_t n) {
  lcm_buf_putc(buf, '{');
  for (size_t i = 0; i < n; i++) {
    if (i)
      lcm_buf_puts(buf, ", ");
    lcm_json_put_string(buf, all[i].name);
    lcm_buf_puts(buf, ": ");
    lcm_json_put_number(buf, all[i].value);
  }
  lcm_buf_putc(buf, '}');
}

/* Append the words of "flags" as an array. */
static void put_flags(lcm_buf *buf, const char *flags) {
  bool first = true;
  if (!flags)
    return;
  lcm_buf_puts(buf, ", \"flags\": [");
  for (const char *at = flags; *at; first = false) {
    const size_t n = strcspn(at, " ,");
    char *word = n ? strndup(at, n) : NULL;
    at += n + strspn(at + n, " ,");
    if (!word)
      continue;
    if (!first)
      lcm_buf_puts(buf, ", ");
    lcm_json_put_string(buf, word);
    free(word);
  }
  lcm_buf_putc(buf, ']');
}

/* Append "one" as a line of lcm-measurement/1. */
static void put_line(lcm_buf *buf, const lcm_measurement *one) {
  lcm_buf_puts(buf, "{\"schema\": \"lcm-measurement/1\"");
  put_text(buf, "fragment", one->fragment ? one->fragment : "");
  put_text(buf, "place", one->place);
  put_text(buf, "label", one->label);
  lcm_buf_puts(buf, ", \"params\": ");
  put_bindings(buf, one->params, one->n_params);
  lcm_buf_puts(buf, ", \"categories\": ");
  put_bindings(buf, one->categories, one->n_categories);
  put_number(buf, "elapsed", one->elapsed);
  put_number(buf, "processors", one->processors);
  put_number(buf, "visits", one->visits);
  put_number(buf, "iterations", one->iterations);
  put_text(buf, "machine", one->machine);
  put_text(buf, "affinity", one->affinity);
  put_text(buf, "program", one->program);
  put_text(buf, "date", one->date);
  put_number(buf, "repetition", one->repetition);
  put_flags(buf, one->flags);
  if (one->foreign)
    lcm_buf_puts(buf, ", \"foreign\": true");
  lcm_buf_puts(buf, "}\n");
}

LCM_GIVE char *lcm_measurement_to_line(lcm_ctx *ctx,
                                       const lcm_measurement *one) {
  lcm_buf buf = {0};
  (void)ctx;
  put_line(&buf, one);
  return lcm_buf_take(&buf);
}

/* Append the pair of "name", behind "sign", and the number "value", nothing for
 * NaN. */
static void pair_number(lcm_buf *buf, const char *sign, const char *name,
                        double value) {
  if (isnan(value))
    return;
  if (buf->len && buf->text[buf->len - 1] != '\n')
    lcm_buf_putc(buf, ' ');
  lcm_buf_printf(buf, "%s%s=", sign, name);
  lcm_json_put_number(buf, value);
}

/* Append the pair of "name" and the word "text", in quotes where it has to be,
 * nothing for NULL. */
static void pair_word(lcm_buf *buf, const char *name, const char *text) {
  if (!text)
    return;
  if (buf->len && buf->text[buf->len - 1] != '\n')
    lcm_buf_putc(buf, ' ');
  lcm_buf_printf(buf, "%s=", name);
  if (*text && !text[strcspn(text, " \t\r\n\"\\")])
    lcm_buf_puts(buf, text);
  else
    lcm_json_put_string(buf, text);
}

/* Append the categories of "one" in the order of the thesis: what the user
 * adds behind its own, then the total and what remains. */
static void pair_categories(lcm_buf *buf, const lcm_measurement *one) {
  const char *const computed = lcm_cat_name(LCM_CAT_PC);
  const double rt = lcm_measured(one->categories, one->n_categories, "rt");
  const double pc = lcm_measured(one->categories, one->n_categories, computed);
  for (int c = 0; c < LCM_CAT_USER; c++) {
    const char *name = lcm_cat_name((lcm_cat)c);
    if (lcm_amount_traits(name) & LCM_OF_LOSS)
      pair_number(buf, "", name,
                  lcm_measured(one->categories, one->n_categories, name));
  }
  for (size_t i = 0; i < one->n_categories; i++)
    if (!lcm_metric_is_time(one->categories[i].name) ||
        !strcmp(one->categories[i].name, "time") ||
        !strcmp(one->categories[i].name, "elapsed"))
      pair_number(buf, "+", one->categories[i].name, one->categories[i].value);
  pair_number(buf, "", "tt", lcm_measured_category(one, "tt"));
  pair_number(buf, "", "rt", isnan(rt) ? pc : rt);
  if (!isnan(rt))
    pair_number(buf, "", computed, pc);
}

/* Append "one" as a line of name=value pairs. */
static void put_pairs_of(lcm_buf *buf, const lcm_measurement *one) {
  const double p = lcm_measured(one->params, one->n_params, "p");
  const double tt = lcm_measured_category(one, "tt");
  for (size_t i = 0; i < one->n_params; i++)
    if (strcmp(one->params[i].name, "p") != 0)
      pair_number(buf, "", one->params[i].name, one->params[i].value);
  pair_number(buf, "", "p", p);
  pair_word(buf, "tag", one->fragment && *one->fragment ? one->fragment : NULL);
  pair_categories(buf, one);
  if (one->processors != p)
    pair_number(buf, "", "processors", one->processors);
  if ((one->fragment && *one->fragment) || tt / one->processors != one->elapsed)
    pair_number(buf, "", "elapsed", one->elapsed);
  pair_number(buf, "", "visits", one->visits);
  pair_number(buf, "", "iterations", one->iterations);
  if (one->repetition != 0)
    pair_number(buf, "", "repetition", one->repetition);
  pair_word(buf, "place", one->place);
  pair_word(buf, "label", one->label);
  pair_word(buf, "machine", one->machine);
  pair_word(buf, "affinity", one->affinity);
  pair_word(buf, "program", one->program);
  pair_word(buf, "date", one->date);
  pair_word(buf, "flags", one->flags);
  lcm_buf_putc(buf, '\n');
}

/* Append "all", each record on a line. */
static void put_lines(lcm_buf *buf, lcm_ctx *ctx, const lcm_measurements *all) {
  (void)ctx;
  for (size_t i = 0; i < all->n; i++)
    put_line(buf, &all->at[i]);
}

/* Append "all", each record as pairs. */
static void put_pairs(lcm_buf *buf, lcm_ctx *ctx, const lcm_measurements *all) {
  (void)ctx;
  for (size_t i = 0; i < all->n; i++)
    put_pairs_of(buf, &all->at[i]);
}

/* Append "all" as lines of Extra-P. */
static void put_extrap_lines(lcm_buf *buf, lcm_ctx *ctx,
                             const lcm_measurements *all) {
  (void)ctx;
  lcm_put_extrap_lines(buf, all);
}

/* What writes measurements. */
typedef void put_fn(lcm_buf *buf, lcm_ctx *ctx, const lcm_measurements *all);

/* Return what writes "format", NULL where it is only read. */
static put_fn *writer_of(lcm_measurement_format format) {
  static put_fn *const PUTS[] = {
      put_lines,
#define LCM_MEASURED(name, word, what, endings, keys, is, read, put) put,
#include "model/measurement/formats.def"
#undef LCM_MEASURED
  };
  return PUTS[format];
}

bool lcm_measured_is_written(lcm_measurement_format format) {
  return writer_of(format) != NULL;
}

LCM_GIVE char *lcm_measurements_print(lcm_ctx *ctx, const lcm_measurements *all,
                                      lcm_measurement_format format) {
  lcm_buf buf = {0};
  writer_of(format)(&buf, ctx, all);
  return lcm_buf_take(&buf);
}
