/* What was said of several units together, kept from run to run: that they are
 * all as they were is found without reading their results. */
#pragma once

#include "analyzer/request/request.h"

typedef struct lcm_recall lcm_recall;

/* Return what can find a text that is made of the results of the "n" units at
 * "inputs" as "options" say; "what" says how it is made of them.  NULL where
 * nothing is kept.  All of these are used until the last call. */
lcm_recall *lcm_recall_new(lcm_ctx *ctx, const struct lcm_unit_input *inputs,
                           size_t n, const struct lcm_analyze_options *options,
                           const char *what);

/* Put the text of "recall" into "*text", which the caller frees, and the
 * diagnostics that came with it into the context; false where it is not known,
 * or not of what the units are now. */
bool lcm_recall_get(char **text, const lcm_recall *recall);

/* Keep "text", which was made after lcm_recall_get found nothing, and the
 * diagnostics of the context; nothing is done where a unit is not known or has
 * changed since lcm_recall_new. */
void lcm_recall_keep(const lcm_recall *recall, const char *text);
