#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "annotations/write.h"
#include "annotations/write_model.h"
#include "base/buf.h"
#include "cmd/cmd_fit_internal.h"
#include "cmd/cmd_fit_text.h"
#include "cmd/common.h"
#include "cmd/options.h"
#include "render/table/style.h"
#include "render/text/fit_line.h"

/* Return the name of the files of measurements. */
static const char *files_of(const struct fitting *f) {
  lcm_buf buf = {0};
  const struct command *command = f->command;
  if (command->given[OPT_FILE])
    return command->values[OPT_FILE];
  for (size_t i = 0; i < command->inputs.n; i++)
    lcm_buf_printf(&buf, "%s%s", i ? " " : "", command->inputs.at[i]);
  return lcm_ctx_text(command->ctx, &buf);
}

/* Append the heading that lca has for the quantity "series". */
static void put_heading(lcm_buf *buf, const struct fitting *f,
                        const struct lcm_experiment_series *series) {
  const char *extract = f->command->values[OPT_EXTRACT];
  lcm_buf_printf(buf, "Datafile: %s, Variable:", files_of(f));
  for (size_t i = 0; i < series->data.n_names; i++)
    lcm_buf_printf(buf, " %s", series->data.names[i]);
  lcm_buf_printf(buf, ", Category: %s", series->base.category);
  if (extract)
    lcm_buf_printf(buf, ", Constraints: %s", extract);
  if (*series->base.fragment)
    lcm_buf_printf(buf, ", Fragment: %s", series->base.fragment);
  lcm_buf_putc(buf, '\n');
}

/* Return the models of "f" as lca printed them: of each quantity every form
 * tried. */
static char *classic(const struct fitting *f) {
  lcm_buf buf = {0};
  const lcm_fit *fit = f->fit;
  lcm_buf_puts(&buf, "lcm fit\n");
  for (size_t i = 0; i < fit->n_models;) {
    size_t last = i + 1;
    while (last < fit->n_models &&
           fit->models[last].fragment == fit->models[i].fragment &&
           fit->models[last].category == fit->models[i].category)
      last++;
    put_heading(&buf, f, fit_series_of(f, &fit->models[i]));
    char *lines =
        lcm_render_fit_lines(f->command->ctx, &fit->models[i], last - i);
    lcm_buf_puts(&buf, lines ? lines : "");
    free(lines);
    i = last;
  }
  return lcm_buf_take(&buf);
}

LCM_GIVE char *fit_text(struct fitting *f) {
  const struct lcm_style style = command_style(f->command);
  const struct lcm_fit_view view = {f->fit, f->totals, f->widths, files_of(f),
                                    f->plan.options.level};
  if (f->classic && f->command->format == LCM_FORMAT_TEXT)
    return classic(f);
  return lcm_render_fit(f->command->ctx, &view, f->command->format, &style);
}

/* Say which points of "series" are used. */
static void debug_points(const struct lcm_experiment_series *series) {
  const struct lcm_fit_data *d = &series->data;
  for (size_t i = 0; i < d->n_points; i++) {
    const lcm_measurement *one = series->records[i];
    fprintf(stderr, "lcm: point %s:%u:", one->file, one->line);
    for (size_t k = 0; k < d->n_names; k++)
      fprintf(stderr, " %s=%.6g", d->names[k], d->x[i * d->n_names + k]);
    fprintf(stderr, " %s=%.6g%s%s\n", series->base.category, d->y[i],
            one->flags ? " " : "", one->flags ? one->flags : "");
  }
}

void fit_debug(const struct fitting *f) {
  const struct lcm_experiment_series *last = NULL;
  for (size_t i = 0; i < f->fit->n_models; i++) {
    const lcm_fit_model *model = &f->fit->models[i];
    const struct lcm_experiment_series *series = fit_series_of(f, model);
    if (series != last) {
      fprintf(stderr, "lcm: %s%s%s: %zu points\n", series->base.fragment,
              *series->base.fragment ? ", " : "", series->base.category,
              series->data.n_points);
      debug_points(series);
    }
    last = series;
    if (model->expr)
      fprintf(stderr,
              "lcm: form %s: R2 %.6f, error %.3g %%, cross-validated %.3g %%, "
              "deviation %.4g%s\n",
              model->form, model->quality.r2, model->quality.smape,
              model->quality.cv_smape, model->quality.deviation,
              model->selected ? ", selected" : "");
    else
      fprintf(stderr, "lcm: no model: %s\n",
              model->no_model ? model->no_model : "");
  }
}

/* How comments look: what lines begin and end with. */
struct comment_style {
  const char *name;
  const char *begin;
  const char *end;
  size_t width;
};

/* Append the directive "text" as a comment in "style", on several lines where
 * it is long. */
static void put_directive(lcm_buf *buf, const struct comment_style *style,
                          const char *text) {
  const size_t room =
      style->width - strlen(style->begin) - strlen(style->end) - 5;
  const char *more = "";
  while (*text) {
    size_t n = strlen(text);
    if (n > room) {
      n = room;
      while (n && text[n] != ' ')
        n--;
      n = n ? n : strcspn(text, " ");
    }
    lcm_buf_printf(buf, "%s%s%.*s%s\n", style->begin, more, (int)n, text,
                   style->end);
    text += n + (text[n] == ' ');
    more = "... ";
  }
}

/* Append the directives of "model" in "style", numbers of coefficients from
 * "*next" on; nothing where it cannot be written. */
static void put_model(lcm_buf *buf, lcm_ctx *ctx,
                      const struct comment_style *style,
                      const lcm_fit_model *model, size_t *next) {
  const bool several = model->n_coefficients > 1;
  const struct lcm_fit_writing how = {
      .prefix = several ? model->category : NULL, .first = *next, .divide = 1};
  struct lcm_fit_text text = {.formula = "0 s"};
  if (!lcm_fit_is_zero(ctx, model) && !lcm_fit_write(&text, ctx, model, &how))
    return;
  put_directive(buf, style,
                lcm_arena_printf(lcm_ctx_arena(ctx), "model %s = %s",
                                 model->category, text.formula));
  for (size_t i = 0; i < text.n_relations; i++)
    put_directive(buf, style, text.relations[i]);
  *next += several ? model->n_coefficients : 0;
}

/* Return whether "model" can stand in a comment: not the total, which is no
 * category. */
static bool is_written(const lcm_fit_model *model) {
  return model->selected && model->expr && strcmp(model->category, "tt") != 0;
}

LCM_GIVE char *fit_comments(const struct fitting *f, const char *style) {
  static const struct comment_style STYLES[] = {
      {"c", "// lcm: ", "", 80},
      {"c90", "/* lcm: ", " */", 80},
      {"fortran", "c*lcm*   ", "", 72}};
  const char *fragment = NULL;
  const struct comment_style *how = NULL;
  lcm_buf buf = {0};
  size_t next = 1;
  for (size_t i = 0; i < sizeof STYLES / sizeof *STYLES; i++)
    if (!strcmp(STYLES[i].name, style))
      how = &STYLES[i];
  if (!how) {
    command_complain("--comment is c, c90 or fortran, not '%s'", style);
    return NULL;
  }
  for (size_t i = 0; i < f->fit->n_models; i++) {
    const lcm_fit_model *model = &f->fit->models[i];
    if (!is_written(model))
      continue;
    if (model->fragment != fragment && *model->fragment)
      lcm_buf_printf(&buf, "%s%s:\n", how->name[0] == 'f' ? "c        " : "",
                     model->fragment);
    fragment = model->fragment;
    put_model(&buf, f->command->ctx, how, model, &next);
  }
  return lcm_buf_take(&buf);
}
