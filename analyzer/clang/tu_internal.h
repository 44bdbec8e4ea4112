/* A C file as libclang has parsed it. */
#pragma once

#include "analyzer/clang/ast_internal.h"
#include "analyzer/text/pragma_internal.h"

/* A parsed file.
 * file        its interned name as given; of a part: as it is printed
 * whole       the unit that it is a source file of, by inclusion; NULL: itself
 * text, len   its contents
 * index, unit what libclang calls CXIndex and CXTranslationUnit
 * has_errors  libclang did not understand all of it */
typedef struct lcm_tu {
  lcm_ctx *ctx;
  const struct lcm_unit_input *input;
  const char *file;
  const struct lcm_tu *whole;
  const char *text;
  size_t len;
  void *index;
  void *unit;
  bool has_errors;
} lcm_tu;

typedef LCM_LIST(lcm_construct) lcm_construct_list;

/* Parse the "len" bytes at "text" as the file of "input" into "*out", which
 * lcm_tu_close ends; where "text" is NULL, what the file holds, which then goes
 * with it.  Errors of the source are diagnostics "parse-error" and
 * "missing-header"; what could be read is there. */
LCM_NODISCARD lcm_status lcm_tu_open(lcm_tu *out, lcm_ctx *ctx,
                                     const struct lcm_unit_input *input,
                                     const char *text, size_t len);

/* Return whether the CXFiles "a" and "b" are one file. */
bool lcm_tu_same_file(void *a, void *b);

/* Return the source files of the project (those called `.c`) that "tu"
 * includes, in order, and their number in "*n"; they live as long as "tu". */
lcm_tu *lcm_tu_parts(size_t *n, const lcm_tu *tu);

/* Return whether the file called "name" is a source file, not a header. */
bool lcm_is_source_file(const char *name);

/* Free what libclang holds of "tu". */
void lcm_tu_close(lcm_tu *tu);

/* Put the pragmas of the file, written in it or made by macros, active or not,
 * by offset, into "found"; those of included project files, unless NULL, into
 * "headers". */
void lcm_tu_pragmas(lcm_pragma_list *found, lcm_pragma_list *headers,
                    lcm_tu *tu);

/* Put the calls of the file that are parallel constructs into "out"; with
 * "headers" those of included project files too. */
void lcm_tu_calls(lcm_construct_list *out, lcm_tu *tu, bool headers);

/* Return the macro that the libclang cursor at "cursor" defines. */
const lcm_macro *lcm_tu_definition(const lcm_tu *tu, const void *cursor);

/* Return a table for the macros of the file, which "tu" must outlive. */
struct lcm_macro_table lcm_tu_macros(lcm_tu *tu);

/* Put the macro that the libclang cursor at "cursor" defines, in the file, a
 * header or by a flag, into "macros"; the last definition of a name counts. */
void lcm_tu_define(struct lcm_macro_table *macros, const void *cursor);

/* Return the syntax of the file. */
struct lcm_syntax *lcm_tu_syntax(lcm_tu *tu);

/* Return the programming model that the function "name" belongs to, "mpi",
 * "pthread" or "c11"; NULL where it is none of theirs. */
const char *lcm_call_model(const char *name);

/* Add the calls that the tokens of "tu" show and "out" lacks: for files that
 * libclang understands in part.  "known" are the "n" offsets where it found
 * calls, in order; "skipped" the pairs of offsets of inactive regions. */
struct lcm_known_calls {
  const unsigned *known;
  size_t n;
  const unsigned *skipped;
  size_t n_skipped;
};

/* Add the calls of interest that the text of the unit holds outside what
 * "calls" knows to "out". */
void lcm_calls_of_text(lcm_construct_list *out, const lcm_tu *tu,
                       const struct lcm_known_calls *calls);

/* Return whether the file called "name" belongs to the project and not to the
 * system. */
bool lcm_is_project_file(const char *name);

/* Return "name" as it is printed: without `./` and `x/..`. */
const char *lcm_printed_file(lcm_ctx *ctx, const char *name);
