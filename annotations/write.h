/* Directives written into source text: whole lines that can be found and taken
 * out again, and the text of fitted models.  No byte of the source changes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/ctx.h"
#include "model/measurement/fit.h"

/* ---- fingerprints ------------------------------------------------------ */

/* Return a hash of the "len" bytes of C at "text" without white space and
 * comments: FNV-1a over seven characters at a time. */
unsigned long long lcm_fingerprint(const char *text, size_t len);

/* Return the same as the number that stands behind `code=`. */
unsigned lcm_fingerprint_code(const char *text, size_t len);

/* Put the number behind `code=` in the text "measured" of a directive into
 * "*code"; false where there is none. */
bool lcm_measured_code(unsigned *code, const char *measured);

/* ---- what lcm wrote ---------------------------------------------------- */

/* Whole lines that lcm wrote: the bytes from "begin" to before "end". */
struct lcm_written {
  size_t begin;
  size_t end;
};

/* Find what lcm wrote in the "len" bytes at "text" of "file": a `measured`
 * directive with `code=` and `lines=N` is the last of N lines of comments, and
 * an `end` belongs to the `begin` in them.  "*out" is in the order of the text,
 * in memory of "ctx"; return how many. */
size_t lcm_written_find(const struct lcm_written **out, lcm_ctx *ctx,
                        const char *file, const char *text, size_t len);

/* Return the "len" bytes at "text" without the "n" ranges at "written" (memory
 * of "ctx", a NUL behind it), and put how many are left into "*left". */
char *lcm_written_remove(size_t *left, lcm_ctx *ctx, const char *text,
                         size_t len, const struct lcm_written *written,
                         size_t n);

/* Return where the byte at offset "at" is once the "n" ranges at "written" are
 * taken out. */
size_t lcm_written_offset(const struct lcm_written *written, size_t n,
                          size_t at);

/* ---- lines ------------------------------------------------------------- */

/* The lines of a text.
 * starts  offset of each of the "n"
 * open    whether a comment may be put in front of the line without changing
 *         what the text means: it does not begin inside a comment, a literal, a
 *         directive of the preprocessor, a parenthesis, or behind a backslash
 * before  the last character of code before each, NUL where there is none or it
 *         is a directive of the preprocessor */
struct lcm_outline {
  const size_t *starts;
  const bool *open;
  const char *before;
  size_t n;
};

/* Put the lines of the "len" bytes of C at "text" into "*out", in memory of
 * "ctx". */
void lcm_outline_read(struct lcm_outline *out, lcm_ctx *ctx, const char *text,
                      size_t len);

/* Return the number, from 0, of the line that holds the offset "at". */
size_t lcm_outline_line(const struct lcm_outline *outline, size_t at);

/* Lines to be put into a text.
 * at          where the line begins before which they go, or the length
 * indent      "n_indent" bytes to begin each line with
 * directives  "n" of them, each on a line or, where that is long, several
 * counted     the last is a `measured` that is to say how many lines there are
 * block       as block comments, for C90 */
struct lcm_insertion {
  size_t at;
  const char *indent;
  size_t n_indent;
  const char *const *directives;
  size_t n;
  bool counted;
  bool block;
};

/* Return the "len" bytes at "text" with the "n" insertions at "all", which are
 * in the order of the text; where lines went is put into "where", "n" of them,
 * and the new length into "*out_len".  Lines end as those around them do. */
char *lcm_insert(size_t *out_len, struct lcm_written *where, lcm_ctx *ctx,
                 const char *text, size_t len, const struct lcm_insertion *all,
                 size_t n);

/* ---- the text of models ------------------------------------------------ */

/* A fitted model to be written.
 * prefix   of the names of its coefficients: "pc" gives pc1, pc2, ...; NULL:
 *          they have no names
 * first    the number of the first
 * divide   by so many executions
 * procs    the variable p is written as `procs`: the node has fewer */
struct lcm_fit_writing {
  const char *prefix;
  size_t first;
  double divide;
  bool procs;
};

/* What is written for a model.
 * formula      an expression of the comment language
 * relations    "n_relations" directives about its coefficients */
struct lcm_fit_text {
  const char *formula;
  const char *const *relations;
  size_t n_relations;
};

/* Put the text of "model" into "*out" (memory of "ctx"), with so many digits
 * that in the range of the measurements its value is the fit's to 1e-6 and its
 * interval to 1e-3; false where the model has no form that can be written. */
bool lcm_fit_write(struct lcm_fit_text *out, lcm_ctx *ctx,
                   const lcm_fit_model *model,
                   const struct lcm_fit_writing *how);

/* Return the value of "model" at corner number "i" of the range of its
 * variables (bit k of "i": variable k is at its high end), NAN where it has
 * none. */
double lcm_fit_corner(lcm_ctx *ctx, const lcm_fit_model *model, size_t i);

/* Return whether "model" is 0 at every corner. */
bool lcm_fit_is_zero(lcm_ctx *ctx, const lcm_fit_model *model);
