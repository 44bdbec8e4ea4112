/* Files for gnuplot: the points of one quantity, and what draws them and its
 * models. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "render/chart/chart.h"
#include "study/fitting/gnuplot.h"

/* How many models are drawn, the best ones; all of them are defined. */
enum { MOST_DRAWN = 4 };

/* Return how many bytes at "at" are a number, 0 where none begins. */
static size_t number_length(const char *at) {
  const char *end = at;
  if (isdigit((unsigned char)*at) || *at == '.')
    (void)lcm_strtod(at, &end);
  return (size_t)(end - at);
}

/* Append "formula" as gnuplot reads it: `**` is the power, and whole numbers
 * are real ones, for 1/2 is 0 there. */
static void put_formula(lcm_buf *buf, const char *formula) {
  for (const char *at = formula; *at;) {
    size_t n = 0;
    while (isalpha((unsigned char)at[n]) || at[n] == '_' ||
           (n && isdigit((unsigned char)at[n])))
      n++;
    const size_t number = n ? 0 : number_length(at);
    if (n || number)
      lcm_buf_add(buf, at, n ? n : number);
    else
      lcm_buf_puts(buf, *at == '^' ? "**" : (char[]){*at, '\0'});
    if (number && strcspn(at, ".eE") >= number)
      lcm_buf_puts(buf, ".0");
    at += n + number ? n + number : 1;
  }
}

/* Return the points of "series" as columns. */
static char *data_text(const struct lcm_experiment_series *series) {
  lcm_buf buf = {0};
  const struct lcm_fit_data *d = &series->data;
  lcm_buf_puts(&buf, "#");
  for (size_t j = 0; j < d->n_names; j++)
    lcm_buf_printf(&buf, " %s", d->names[j]);
  lcm_buf_printf(&buf, " %s\n", series->base.category);
  for (size_t i = 0; i < d->n_points; i++) {
    for (size_t j = 0; j < d->n_names; j++) {
      lcm_buf_double(&buf, d->x[i * d->n_names + j]);
      lcm_buf_putc(&buf, ' ');
    }
    lcm_buf_double(&buf, d->y[i]);
    lcm_buf_putc(&buf, '\n');
  }
  return lcm_buf_take(&buf);
}

/* Append the variables of "series" between commas. */
static void put_variables(lcm_buf *buf,
                          const struct lcm_experiment_series *series) {
  for (size_t j = 0; j < series->data.n_names; j++)
    lcm_buf_printf(buf, "%s%s", j ? ", " : "", series->data.names[j]);
}

/* Append what draws the models of "f" over the points in the file "data". */
static void put_script(lcm_buf *buf, const struct lcm_fit_session *f,
                       const char *data) {
  const struct lcm_experiment_series *series = &f->series[0];
  const bool surface = series->data.n_names == 2;
  const char *axes[] = {"x", "y"};
  lcm_buf_puts(buf, "log2(x) = log(x)/log(2)\nmax(a, b) = a > b ? a : b\n"
                    "min(a, b) = a < b ? a : b\n");
  for (size_t j = 0; j < series->data.n_names; j++) {
    lcm_buf_printf(buf, "set %slabel ", axes[j]);
    lcm_gnuplot_quoted(buf, series->data.names[j]);
    lcm_buf_putc(buf, '\n');
  }
  lcm_buf_printf(buf, "set %slabel ", surface ? "z" : "y");
  lcm_gnuplot_quoted(buf, series->base.category);
  lcm_buf_puts(buf, "\nset key top left noenhanced\n");
  for (size_t i = 0; i < f->fit->n_models; i++) {
    if (!f->fit->models[i].expr)
      continue;
    lcm_buf_printf(buf, "f%zu(", i + 1);
    put_variables(buf, series);
    lcm_buf_puts(buf, ") = ");
    put_formula(buf, f->fit->models[i].formula);
    lcm_buf_putc(buf, '\n');
  }
  lcm_buf_puts(buf, surface ? "splot " : "plot ");
  lcm_gnuplot_quoted(buf, data);
  lcm_buf_printf(buf, " using 1:2%s title 'measured' with points pt 7",
                 surface ? ":3" : "");
  for (size_t i = 0; i < f->fit->n_models && i < MOST_DRAWN; i++) {
    if (!f->fit->models[i].expr)
      continue;
    lcm_buf_printf(buf, ", \\\n  f%zu(x%s) title ", i + 1,
                   surface ? ", y" : "");
    lcm_gnuplot_quoted(buf, f->fit->models[i].formula);
  }
  lcm_buf_putc(buf, '\n');
}

/* Write "text", which is freed, to the file "path". */
static lcm_status write_file(const struct lcm_fit_session *f, const char *path,
                             LCM_TAKE char *text) {
  const lcm_status status =
      text ? lcm_file_write(f->ctx, path, text, strlen(text)) : LCM_ENOMEM;
  free(text);
  return status;
}

/* Return whether gnuplot reads "name" as one name. */
static bool is_name(const char *name) {
  static const char REST[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
                             "XYZ_0123456789";
  return *name && !isdigit((unsigned char)*name) && !name[strspn(name, REST)];
}

lcm_status lcm_fit_write_gnuplot(const struct lcm_fit_session *f,
                                 const char *name) {
  lcm_arena *arena = lcm_ctx_arena(f->ctx);
  const size_t variables = f->series[0].data.n_names;
  if (f->n != 1 || variables < 1 || variables > 2) {
    lcm_report(f->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "-g draws one category of one fragment over one or two "
               "variables, not %zu quantities over %zu; name them by "
               "-c, --fragment and -v, or use --plot",
               f->n, variables);
    return LCM_EUSAGE;
  }
  for (size_t i = 0; i < variables; i++)
    if (!is_name(f->series[0].data.names[i])) {
      lcm_report(f->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
                 "-g draws over variables with the names of C, not over '%s'; "
                 "use --plot",
                 f->series[0].data.names[i]);
      return LCM_EUSAGE;
    }
  const char *data = lcm_arena_printf(arena, "%s.data", name);
  const lcm_status status = write_file(f, data, data_text(&f->series[0]));
  lcm_buf script = {0};
  put_script(&script, f, data);
  char *text = lcm_buf_take(&script);
  if (!status)
    return write_file(f, lcm_arena_printf(arena, "%s.gp", name), text);
  free(text);
  return status;
}
