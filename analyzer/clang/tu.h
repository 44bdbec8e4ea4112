/* A C file as libclang has parsed it. */
#pragma once

#include "analyzer/clang/ast.h"

/* A parsed file.
 * index, unit what libclang calls CXIndex and CXTranslationUnit */
typedef struct lcm_tu {
  lcm_ctx *ctx;
  const struct lcm_unit_input *input;
  /* its interned name as given; of a part: as it is printed */
  const char *file;
  /* the unit that it is a source file of, by inclusion; NULL: itself */
  const struct lcm_tu *whole;
  const char *text; /* text, len: its contents */
  size_t len;
  void *index;
  void *unit;
  bool has_errors; /* libclang did not understand all of it */
  bool is_header;  /* of a part: its name is not that of a source file */
} lcm_tu;

/* Files that a unit includes and that are read with it: source files of the
 * project, and headers of it that define functions. */
struct lcm_part_list {
  lcm_tu *at;
  size_t n;
};

typedef LCM_LIST(struct lcm_included) lcm_included_list;

typedef LCM_LIST(lcm_construct) lcm_construct_list;

/* Add the calls that the tokens of "tu" show and "out" lacks: for files that
 * libclang understands in part.  "known" are the "n" offsets where it found
 * calls, in order; "skipped" the pairs of offsets of inactive regions. */
struct lcm_known_calls {
  const unsigned *known;
  size_t n;
  const unsigned *skipped;
  size_t n_skipped;
};
