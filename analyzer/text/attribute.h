/* Directives of OpenMP in attributes: `[[omp::directive(...)]]`. */
#pragma once

#include "analyzer/text/token.h"

typedef LCM_LIST(lcm_token_list) lcm_directive_tokens;

/* If the "n" tokens from "at" on are an attribute `[[ ... ]]`, add what stands
 * in each of its directives of OpenMP, in order, to "out" and return how many
 * tokens it takes; otherwise 0. */
size_t lcm_attribute_read(lcm_directive_tokens *out, lcm_ctx *ctx,
                          const lcm_token *at, size_t n);

/* Return whether the "len" bytes at "text" may hold such an attribute. */
bool lcm_text_has_attribute(const char *text, size_t len);
