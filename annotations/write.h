/* Directives written into source text: whole lines that can be found and taken
 * out again, and the text of fitted models.  No byte of the source changes. */
#pragma once

#include "model/measurement/measurement.h"

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

/* The lines of a text. */
struct lcm_outline {
  const size_t *starts; /* offset of each of the "n" */
  /* whether a comment may be put in front of the line without changing what the
   * text means: it does not begin inside a comment, a literal, a directive of
   * the preprocessor, a parenthesis, or behind a backslash */
  const bool *open;
  /* the last character of code before each, NUL where there is none or it is a
   * directive of the preprocessor */
  const char *before;
  size_t n;
};

/* Lines to be put into a text. */
struct lcm_insertion {
  /* where the line begins before which they go, or the length */
  size_t at;
  const char *indent; /* "n_indent" bytes to begin each line with */
  size_t n_indent;
  /* "n" of them, each on a line or, where that is long, several */
  const char *const *directives;
  size_t n;
  /* the last is a `measured` that is to say how many lines there are */
  bool counted;
  bool block; /* as block comments, for C90 */
};

/* Insertions into one text, in its order. */
struct lcm_insertions {
  struct lcm_insertion *at;  /* "n" of them */
  struct lcm_written *where; /* lcm_insert: where the lines of each went */
  size_t n;
};

/* Return the "len" bytes at "text" with the insertions "all", whose "where" is
 * filled in; the new length goes into "*out_len".  Lines end as those around
 * them do. */
char *lcm_insert(size_t *out_len, lcm_ctx *ctx, const char *text, size_t len,
                 const struct lcm_insertions *all);

/* A fitted model to be written. */
struct lcm_fit_writing {
  /* of the names of its coefficients: "pc" gives pc1, pc2, ...; NULL: they have
   * no names */
  const char *prefix;
  size_t first;  /* the number of the first */
  double divide; /* by so many executions */
  bool procs;    /* the variable p is written as `procs`: the node has fewer */
};

/* What is written for a model. */
struct lcm_fit_text {
  const char *formula; /* an expression of the comment language */
  /* "n_relations" directives about its coefficients */
  const char *const *relations;
  size_t n_relations;
};
