/* Directives of OpenMP in a text that changes. */
#pragma once

#include "study/patch/source.h"

/* Return the directive that stands, or comes, at "at" of "source", NULL where
 * there is none. */
struct lcm_patch_directive *lcm_directive_at(struct lcm_patch_source *source,
                                             size_t at);

/* Let the directive "name" come before the statement at "at", and return it. */
struct lcm_patch_directive *lcm_directive_add(struct lcm_patch_source *source,
                                              size_t at, const char *name);

/* Return what stands in the clause "name" of "directive", "" for one without
 * parentheses; NULL where there is none. */
const char *lcm_directive_clause(const struct lcm_patch_directive *directive,
                                 const char *name);

/* Let the clause "name" of "directive" be the one with "args" (NULL: without
 * parentheses). */
void lcm_directive_set(struct lcm_patch_source *source,
                       struct lcm_patch_directive *directive, const char *name,
                       const char *args);

/* Add the clause "name" with "args" to "directive" beside others of the
 * name. */
void lcm_directive_put(struct lcm_patch_source *source,
                       struct lcm_patch_directive *directive, const char *name,
                       const char *args);

/* Let the clauses "name" of "directive" go. */
void lcm_directive_unset(struct lcm_patch_directive *directive,
                         const char *name);

/* Return whether some clause of "directive" gives threads copies of variables
 * whose values are lost or kept apart. */
bool lcm_directive_copies(const struct lcm_patch_directive *directive);

/* Return the text of "directive" (memory of the context), without a line feed;
 * it is broken into lines that begin with "indent" where it is long. */
const char *lcm_directive_text(lcm_ctx *ctx,
                               const struct lcm_patch_directive *directive,
                               const char *indent);

/* Make the directives of "source" changes of its text. */
void lcm_directives_settle(struct lcm_patch_source *source);
