/* What was fitted, as text: tables, the listing of lca, comments for source. */
#include <stdlib.h>
#include <string.h>

#include "annotations/annotations.h"
#include "render/text/text.h"
#include "study/fitting/text.h"

/* Return the names of the files of measurements. */
static const char *files_of(const struct lcm_fit_session *f) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < f->request->n_files; i++)
    lcm_buf_printf(&buf, "%s%s", i ? " " : "", f->request->files[i]);
  return lcm_ctx_text(f->ctx, &buf);
}

/* Append the heading that lca has for the quantity "series". */
static void put_heading(lcm_buf *buf, const struct lcm_fit_session *f,
                        const struct lcm_experiment_series *series) {
  const char *extract = f->request->where;
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
static char *classic(const struct lcm_fit_session *f) {
  lcm_buf buf = {0};
  const lcm_fit *fit = f->fit;
  lcm_buf_puts(&buf, "lcm fit\n");
  for (size_t i = 0; i < fit->n_models;) {
    size_t last = i + 1;
    while (last < fit->n_models &&
           fit->models[last].fragment == fit->models[i].fragment &&
           fit->models[last].category == fit->models[i].category)
      last++;
    put_heading(&buf, f, lcm_fit_series_of(f, &fit->models[i]));
    char *lines = lcm_render_fit_lines(f->ctx, &fit->models[i], last - i);
    lcm_buf_puts(&buf, lines ? lines : "");
    free(lines);
    i = last;
  }
  return lcm_buf_take(&buf);
}

char *lcm_fit_text(const struct lcm_fit_session *f, lcm_format format,
                   const struct lcm_style *style) {
  const struct lcm_fit_view view = {f->fit, f->totals, f->widths, files_of(f),
                                    f->plan.options.level};
  return f->request->classic && format == LCM_FORMAT_TEXT
             ? classic(f)
             : lcm_render_fit(f->ctx, &view, format, style);
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

char *lcm_fit_comments(const struct lcm_fit_session *f, const char *style) {
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
    lcm_report(f->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "--comment is c, c90 or fortran, not '%s'", style);
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
    put_model(&buf, f->ctx, how, model, &next);
  }
  return lcm_buf_take(&buf);
}
