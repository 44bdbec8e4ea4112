/* The loops that a compiler makes of a file, with their cycles. */
#pragma once

#include "incore/types.h"

/* A file and how it is compiled. */
struct lcm_incore_request {
  const char *file;
  const char *directory; /* where it is compiled; NULL: here */
  const char *compiler;  /* name of the compiler; NULL: cc */
  const char *const *flags;
  size_t n_flags;
  unsigned seconds; /* that a program may take; 0: the usual */
};

/* A call of a function in the code. */
struct lcm_incore_call {
  unsigned file;
  unsigned line;
  const char *name;
};

/* What is known of the code of a file. */
struct lcm_incore {
  /* why nothing is known; NULL: the rest holds */
  const char *why;
  bool missing;      /* because nothing was tried */
  const char *made;  /* by which compiler and flags */
  const char *timed; /* for which processor */
  lcm_asm_loop_list loops;
  LCM_LIST(struct lcm_asm_file) files; /* with paths as the system has them */
  LCM_LIST(struct lcm_incore_call) calls;
};

/* Return what is known of the code of "request": compiled with the flags that
 * matter, nothing is written.  Never NULL; may take half a minute. */
const struct lcm_incore *
lcm_incore_read(lcm_ctx *ctx, const struct lcm_incore_request *request);

/* As lcm_incore_read, of assembly that is there already, the files in it being
 * relative to "directory"; cycles are not known. */
struct lcm_incore *lcm_incore_parse(lcm_ctx *ctx, const char *text,
                                    const char *directory);
