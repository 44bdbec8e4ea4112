/* OpenMP pragmas as text: where they stand, what they say. */
#ifndef LCM_ANALYZER_PRAGMA_INTERNAL_H
#define LCM_ANALYZER_PRAGMA_INTERNAL_H

#include "base/list.h"
#include "model/construct.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A clause: its name, and the text inside its parentheses or NULL. */
struct lcm_clause {
  const char *name;
  const char *args;
};

/* A pragma.
 * construct   as the standard spells it, interned
 * text        the clauses, ';' between them
 * loc         line of the pragma or of the macro that made it; begin and end
 *             are offsets in the file where "raw", else those of the line
 * standalone  governs no statement
 * raw         written as a pragma in the file itself
 * inactive    in a branch that the preprocessor leaves out */
typedef struct lcm_pragma {
  const char *construct;
  const char *text;
  const struct lcm_clause *clauses;
  size_t n_clauses;
  lcm_loc loc;
  bool standalone;
  bool raw;
  bool inactive;
} lcm_pragma;

typedef LCM_LIST(lcm_pragma) lcm_pragma_list;

/* Parse what stands behind `#pragma omp` into "*out" (all but its place); the
 * `text` of length "len" is macro-expanded already. */
void lcm_pragma_parse(lcm_pragma *out, lcm_ctx *ctx, const char *text,
                      size_t len);

/* Return the clause called "name" of "pragma", or NULL. */
const struct lcm_clause *lcm_pragma_clause(const lcm_pragma *pragma,
                                           const char *name);

/* Add the pragmas that the preprocessor's output "text" holds for "file" to
 * "found", those of other project files to "headers" (may be NULL). */
void lcm_pragmas_of_output(lcm_pragma_list *found, lcm_pragma_list *headers,
                           lcm_ctx *ctx, const char *file, const char *text,
                           size_t len);

/* Add the pragmas that are written in the source "text" of "file" to "found",
 * active or not, not macro-expanded. */
void lcm_pragmas_of_source(lcm_pragma_list *found, lcm_ctx *ctx,
                           const char *file, const char *text, size_t len);

/* Put the pragmas "active" (from the preprocessor) and "raw" (from the source)
 * together: the places of the raw ones, the text of the active ones; raw ones
 * without an active one are inactive.  Sorted by offset. */
void lcm_pragmas_merge(lcm_pragma_list *out, lcm_ctx *ctx,
                       const lcm_pragma_list *active,
                       const lcm_pragma_list *raw, const char *text,
                       size_t len);

#ifdef __cplusplus
}
#endif

#endif
