/* lcm compare: variants side by side. */
#include "cmd/subcommand/compare.h"
#include "cmd/chart.h"
#include "cmd/common.h"
#include "cmd/effect.h"
#include "cmd/loading.h"
#include "cmd/method.h"
#include "render/text/text.h"
#include "study/compare/compare.h"

int run_compare(struct command *command) {
  lcm_variants variants = {0};
  const lcm_grid *grid = NULL;
  const lcm_comparison *comparison = NULL;
  struct lcm_predict_options options;
  const struct lcm_style style = command_style(command);
  lcm_status status = command_predict_options(&options, command);
  status = status ? status : command_methods(&options, command);
  status = status ? status : command_load_variants(&variants, command);
  status = status ? status
                  : command_grid(&grid, command, lcm_variants_sweep(&variants));
  if (!status)
    status = command_check_variants(command, grid, &variants, options.machine);
  if (!status)
    status = lcm_compare(&comparison, command->ctx, variants.at, variants.n,
                         grid, &options);
  if (!status)
    command_check_chance(command, comparison->variants, comparison->n_variants);
  status = status ? status : command_chart_variants(command, comparison);
  if (status)
    return command_finish(command, status);
  char *text = command->format == LCM_FORMAT_JSON
                   ? lcm_comparison_to_json(comparison)
                   : lcm_render_comparison(command->ctx, comparison,
                                           command->format, &style);
  return command_finish(command, command_write(command, text));
}
