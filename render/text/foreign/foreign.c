/* Predictions in the formats of other tools: which there are. */
#include "render/text/foreign/foreign.h"

#include <string.h>

#include "render/text/foreign/profile.h"
#include "render/text/foreign/sweep.h"

/* A format: how names of files in it end, and what writes it. */
struct format {
  const char *end;
  void (*put)(lcm_buf *buf, lcm_ctx *ctx, const lcm_prediction *prediction);
};

static const struct format FORMATS[] = {
    {".folded", lcm_put_folded},
    {".cpuprofile", lcm_put_cpuprofile},
    {".hatchet.json", lcm_put_hatchet},
    {".cilkscale.csv", lcm_put_cilkscale},
    {".extrap.txt", lcm_put_extrap_text},
    {".extrap.jsonl", lcm_put_extrap_jsonl}};

enum { N_FORMATS = sizeof FORMATS / sizeof *FORMATS };

/* Return the format that the name "file" asks for, NULL for none. */
static const struct format *format_of(const char *file) {
  const size_t n = strlen(file);
  for (size_t i = 0; i < N_FORMATS; i++) {
    const size_t length = strlen(FORMATS[i].end);
    if (n > length && !strcmp(file + n - length, FORMATS[i].end))
      return &FORMATS[i];
  }
  return NULL;
}

bool lcm_foreign_is(lcm_ctx *ctx, const char *file, const char **known) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < N_FORMATS; i++)
    lcm_buf_printf(&buf, "%s%s",
                   !i                  ? ""
                   : i + 1 < N_FORMATS ? ", "
                                       : " or ",
                   FORMATS[i].end);
  *known = lcm_ctx_text(ctx, &buf);
  return format_of(file) != NULL;
}

char *lcm_render_foreign(lcm_ctx *ctx, const lcm_prediction *prediction,
                         const char *file) {
  lcm_buf buf = {0};
  format_of(file)->put(&buf, ctx, prediction);
  return lcm_buf_take(&buf);
}
