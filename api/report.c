/* Pages with all that is known of a program. */
#include <stdlib.h>

#include "api/load.h"
#include "api/prediction.h"
#include "api/request.h"
#include "study/report/report.h"

/* A page being made. */
struct reporting {
  const char *const *inputs;
  size_t n;
  const struct liblcm_report_options *options;
  char *text;
};

/* Make the page that "user" says. */
static lcm_status make_page(lcm_ctx *ctx, void *user) {
  static const struct liblcm_report_options DEFAULTS = {0};
  struct reporting *r = user;
  const struct liblcm_report_options *o = r->options ? r->options : &DEFAULTS;
  const lcm_state_rules rules = {0};
  struct lcm_report_options options = {.rules = &rules,
                                       .measured = o->measured,
                                       .title = o->title,
                                       .advises = !o->no_advice};
  const lcm_grid *grid = NULL;
  struct lcm_report report;
  lcm_buf buf = {0};
  if (o->predict) {
    options.defines = o->predict->grid;
    options.n_defines = o->predict->n_grid;
  }
  lcm_api_load_options(&options.sources, r->inputs, r->n, o->load);
  options.sources.partial = true;
  lcm_status status =
      lcm_api_read_options(&options.predict, &grid, ctx, o->predict);
  status = status ? status : lcm_report_make(&report, ctx, &options);
  if (status)
    return status;
  lcm_put_report(&buf, ctx, &report);
  r->text = lcm_buf_take(&buf);
  return r->text ? LCM_OK : LCM_ENOMEM;
}

liblcm_code liblcm_report(char **out, const char *const *inputs, size_t n,
                          const struct liblcm_report_options *options,
                          liblcm_log *log) {
  struct reporting r = {.inputs = inputs, .n = n, .options = options};
  const bool strict = options && options->load && options->load->strict;
  const struct lcm_api_request request = {
      .body = make_page, .user = &r, .log = log, .strict = strict};
  if (!out || !lcm_api_check_load(inputs, n, options ? options->load : NULL) ||
      !lcm_api_check_options(options ? options->predict : NULL))
    return LIBLCM_ERROR_USAGE;
  const liblcm_code code = lcm_api_run(NULL, &request);
  if (!code)
    *out = r.text;
  return code;
}
