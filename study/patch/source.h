/* The text of a file and what is to change in it.  All places are offsets in
 * the file as it was, so that changes do not move each other. */
#pragma once

#include "analyzer/text/text.h"
#include "base/list.h"

/* A directive `#pragma omp` of the file, or one that comes to it. */
struct lcm_patch_directive {
  size_t begin;     /* of the '#', or of the statement that it comes before */
  size_t end;       /* behind the last byte of its line; "begin": it is new */
  const char *name; /* the construct: "parallel for" */
  LCM_LIST(struct lcm_clause) clauses;
  bool changed;
  bool dropped;
};

/* A change: the bytes from "begin" to "end" go, and in their place comes
 * "text", and then what the bytes from "from" to "to" become. */
struct lcm_patch_change {
  size_t begin;
  size_t end;
  const char *text;
  size_t from;
  size_t to;
};

/* A file. */
struct lcm_patch_source {
  lcm_ctx *ctx;
  const char *path;
  const char *text; /* "len" bytes, a NUL behind them */
  size_t len;
  /* its code without directives of the preprocessor */
  lcm_token_list code;
  LCM_LIST(struct lcm_patch_directive) directives;
  LCM_LIST(struct lcm_patch_change) changes;
};

/* Put the file "path", "len" bytes at "text" with a NUL behind them, into
 * "*out". */
void lcm_source_open(struct lcm_patch_source *out, lcm_ctx *ctx,
                     const char *path, const char *text, size_t len);

/* Let "text" come at "at", behind what came there before. */
void lcm_source_insert(struct lcm_patch_source *source, size_t at,
                       const char *text);

/* Let the bytes from "begin" to "end" go; lines that nothing is left of go as a
 * whole. */
void lcm_source_delete(struct lcm_patch_source *source, size_t begin,
                       size_t end);

/* Return whether something comes at "at" already. */
bool lcm_source_is_changed(const struct lcm_patch_source *source, size_t at);

/* Return what becomes of the bytes from "from" to "to", and their number in
 * "*len". */
const char *lcm_source_render(size_t *len,
                              const struct lcm_patch_source *source,
                              size_t from, size_t to);

/* Return whether anything of "source" changes. */
bool lcm_source_changes(const struct lcm_patch_source *source);

/* Return the number of the first token of the code that begins at "at" or
 * behind it. */
size_t lcm_source_token(const struct lcm_patch_source *source, size_t at);

/* Return the offset behind the bracket that closes the one at token "i", its
 * number in "*close"; 0 where none does. */
size_t lcm_source_closed(size_t *close, const struct lcm_patch_source *source,
                         size_t i);

/* Return the offset behind the statements of "source" from the one that begins
 * at "begin" to the one that has the byte before "end"; 0 where the text does
 * not show where they end. */
size_t lcm_source_statement_end(const struct lcm_patch_source *source,
                                size_t begin, size_t end);

/* Return where the statement of a block begins that the byte at "at" belongs
 * to: with the directive that stands there, or its first word; 0 where that is
 * not to be seen. */
size_t lcm_source_statement_begin(const struct lcm_patch_source *source,
                                  size_t at);

/* Return whether a statement begins at "at". */
bool lcm_source_is_statement(const struct lcm_patch_source *source, size_t at);

/* Return the blanks before the first word of the line of "at" (memory of the
 * context), and where that line begins in "*line". */
const char *lcm_source_indent(size_t *line,
                              const struct lcm_patch_source *source, size_t at);

/* Return whether nothing but blanks stands between the beginning of the line of
 * "at" and "at". */
bool lcm_source_is_first(const struct lcm_patch_source *source, size_t at);
