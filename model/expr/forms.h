/* Typical forms of models: a text that users can edit. */
#pragma once

#include "base/ctx.h"

/* Typical forms.  A row of the text is
 *
 *   CATEGORY VARIABLE... : FORM        # remark
 *
 * CATEGORY is pc, li, .., or * for all that have no rows of their own for the
 * variables; VARIABLE p is the processors, n any variable but p that has no
 * rows of its own.  The rows of a later text for a category and its variables
 * replace those before; a row `only` replaces all of them. */
typedef struct lcm_forms lcm_forms;

/* Return the forms that are built in (data/models/typical.forms). */
const lcm_forms *lcm_forms_default(lcm_ctx *ctx);

/* Put the forms of "base" (may be NULL) and of the "len" bytes at "text", named
 * "file" in diagnostics, into "*out". */
LCM_NODISCARD lcm_status lcm_forms_parse(const lcm_forms **out, lcm_ctx *ctx,
                                         const lcm_forms *base,
                                         const char *file, const char *text,
                                         size_t len);

/* Put the forms of "category" over some of the "n" variables at "names" into
 * "*out" (memory of "ctx"), in the order of the text; return how many. */
size_t lcm_forms_find(const char *const **out, lcm_ctx *ctx,
                      const lcm_forms *forms, const char *category,
                      const char *const *names, size_t n);

/* Return "form" with each name "from" replaced by "to", in memory of "ctx". */
const char *lcm_form_rename(lcm_ctx *ctx, const char *form, const char *from,
                            const char *to);
