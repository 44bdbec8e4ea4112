/* More points than were asked for, between which the page moves. */
#pragma once

#include "composer/predict/predict.h"
#include "render/report/report.h"

/* Put a prediction at more numbers of processors than were asked for into
 * "report", where p has several values and that is little work. */
void lcm_report_dense(struct lcm_report *report, lcm_ctx *ctx,
                      const struct lcm_predict_options *options);
