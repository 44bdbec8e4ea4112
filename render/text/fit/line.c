/* Fitted models one a line, as lca (Crovella 1994) wrote them. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "render/text/fit/line.h"

/* Return the coefficient of "model" that the "n" bytes at "name" are, or NULL.
 */
static const struct lcm_fit_coefficient *find(const lcm_fit_model *model,
                                              const char *name, size_t n) {
  for (size_t i = 0; i < model->n_coefficients; i++)
    if (strlen(model->coefficients[i].name) == n &&
        !strncmp(model->coefficients[i].name, name, n))
      return &model->coefficients[i];
  return NULL;
}

/* Append "c" with its half-width. */
static void put_coefficient(lcm_buf *buf, const struct lcm_fit_coefficient *c) {
  lcm_buf_putc(buf, '(');
  lcm_buf_short(buf, c->value, 4);
  lcm_buf_puts(buf, " +/- ");
  lcm_buf_short(buf, (c->high - c->low) / 2, 4);
  lcm_buf_putc(buf, ')');
}

/* Return how many bytes at "at" are a name or a number. */
static size_t word_length(const char *at) {
  size_t n = 0;
  while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '.' ||
         (n && (at[n] == '+' || at[n] == '-') &&
          (at[n - 1] == 'e' || at[n - 1] == 'E') &&
          isdigit((unsigned char)at[0])))
    n++;
  return n;
}

/* Return whether what is at the end of "buf" may stand left of an operator. */
static bool is_operand(const lcm_buf *buf) {
  const char last = buf->len ? buf->text[buf->len - 1] : '\0';
  return isalnum((unsigned char)last) || last == ')' || last == ']' ||
         last == '_';
}

/* Append "model" as lca wrote it, its coefficients with their half-widths:
 * "(0.01022 +/- 0.00316) * p * sqrt(p)". */
static void put_fit_form(lcm_buf *buf, const lcm_fit_model *model) {
  const size_t begin = buf->len;
  for (const char *at = model->form ? model->form : ""; *at;) {
    const size_t n = word_length(at);
    const struct lcm_fit_coefficient *c = find(model, at, n);
    if (c)
      put_coefficient(buf, c);
    else if (n)
      lcm_buf_add(buf, at, n);
    else if (strchr("*/+-", *at) && buf->len > begin && is_operand(buf))
      lcm_buf_printf(buf, " %c ", *at);
    else if (*at != ' ')
      lcm_buf_puts(buf, *at == ',' ? ", " : (char[]){*at, '\0'});
    at += n ? n : 1;
  }
}

/* Order models: the larger R2 first, then as they were. */
static int by_r2(const void *a, const void *b) {
  const lcm_fit_model *x = *(const lcm_fit_model *const *)a;
  const lcm_fit_model *y = *(const lcm_fit_model *const *)b;
  if (x->quality.r2 != y->quality.r2)
    return x->quality.r2 < y->quality.r2 ? 1 : -1;
  return (x > y) - (x < y);
}

/* Append the line of "model", its text being filled up to "width". */
static void put_line(lcm_buf *buf, const char *text, size_t width,
                     const lcm_fit_model *model) {
  lcm_buf_puts(buf, text);
  for (size_t i = lcm_text_width(text); i < width; i++)
    lcm_buf_putc(buf, ' ');
  lcm_buf_printf(buf, "  R2 : ");
  if (model->quality.freedom)
    lcm_buf_printf(buf, "%.4f", model->quality.r2);
  else
    lcm_buf_puts(buf, "- (no point to spare)");
  lcm_buf_putc(buf, '\n');
}

LCM_GIVE char *lcm_render_fit_lines(lcm_ctx *ctx, const lcm_fit_model *models,
                                    size_t n) {
  enum { LEAST_WIDTH = 40 };
  lcm_buf buf = {0};
  LCM_LIST(const lcm_fit_model *) fits = {0};
  LCM_LIST(const char *) texts = {0};
  size_t width = LEAST_WIDTH;
  for (size_t i = 0; i < n; i++)
    if (models[i].expr)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &fits, &models[i]);
  if (fits.n > 1)
    qsort(fits.at, fits.n, sizeof *fits.at, by_r2);
  for (size_t i = 0; i < fits.n; i++) {
    put_fit_form(&buf, fits.at[i]);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &texts, lcm_cell_take(ctx, &buf));
    const size_t used = lcm_text_width(texts.at[i]);
    width = used > width ? used : width;
  }
  for (size_t i = 0; i < fits.n; i++)
    put_line(&buf, texts.at[i], width, fits.at[i]);
  for (size_t i = 0; i < n; i++)
    if (!models[i].expr)
      lcm_buf_printf(&buf, "no model: %s\n",
                     models[i].no_model ? models[i].no_model : "unknown");
  return lcm_buf_take(&buf);
}
