/* Programs: reading, joining and looking at them. */
#ifndef LIBLCM_PROGRAM_H
#define LIBLCM_PROGRAM_H

#include <stddef.h>

#include "log.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The task structure of a program, with its models. */
typedef struct liblcm_program liblcm_program;

/* How to read programs. */
struct liblcm_load_options {
  /* for the C compiler ("-DN=3", "-Iinclude"), "n_flags" of them; files of a
   * compile_commands.json have those that stand there */
  const char *const *flags;
  size_t n_flags;
  /* sidecar files (docs/reference/comments.md) with directives for code that
   * has none, "n_models" of them */
  const char *const *models;
  size_t n_models;
  /* the directives of this variant apply too (`// lcm: variant`); NULL: of
   * none */
  const char *variant;
  /* where the run begins, "FUNCTION" or "FILE:FUNCTION"; NULL: in main, or in
   * the only function that nothing calls; "": left open, for
   * liblcm_program_enter */
  const char *entry;
  unsigned jobs; /* worker processes; 0: as many as there are processors */
  /* seconds, memory: limits of a worker, in seconds of processor time and in
   * bytes; 0: the defaults */
  unsigned seconds;
  size_t memory;
  int strict; /* warnings are errors */
  /* every loop is a node, also without comments, so that
   * liblcm_program_restructure finds it: the programs are larger */
  int loops;
};

/* Read the "n" inputs at "inputs" as one program into "*out": C files,
 * structures (.lcs), models (.pam, which make one together) and directories
 * with a compile_commands.json.  "options" may be NULL. */
LIBLCM_CHECKED liblcm_code
liblcm_program_load(liblcm_program **out, const char *const *inputs, size_t n,
                    const struct liblcm_load_options *options, liblcm_log *log);

/* Read the text form of a structure (.lcs, docs/reference/lcs.md) of "len"
 * bytes at "text" into "*out"; messages call it "name".  Where its run begins
 * is as the text says. */
LIBLCM_CHECKED liblcm_code liblcm_program_parse(liblcm_program **out,
                                                const char *name,
                                                const char *text, size_t len,
                                                liblcm_log *log);

/* Join the "n" programs at "parts" (units of one program) into "*out". */
LIBLCM_CHECKED liblcm_code
liblcm_program_link(liblcm_program **out, const liblcm_program *const *parts,
                    size_t n, liblcm_log *log);

/* Put "program" with its run beginning in "entry" (as in liblcm_load_options)
 * into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_enter(liblcm_program **out,
                                                const liblcm_program *program,
                                                const char *entry,
                                                liblcm_log *log);

/* Return the text form of "program" (.lcs); it reads back to the same. */
const char *liblcm_program_text(const liblcm_program *program);

/* Put "program" as JSON (lcm-structure/1) into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_json(char **out,
                                               const liblcm_program *program);

/* Return how many fragments with a name "program" has, and the name of number
 * "i" of them (in alphabetical order, each once; NULL beyond the last). */
size_t liblcm_program_fragments(const liblcm_program *program);
const char *liblcm_program_fragment(const liblcm_program *program, size_t i);

/* An external variable of a program. */
struct liblcm_param {
  const char *name;
  /* its default, as an expression; NULL: it has to be given */
  const char *value;
  const char *low; /* low, high: its range, as expressions, or NULL */
  const char *high;
  const char *description; /* or NULL */
};

/* Return how many external variables "program" declares (`// lcm: param`). */
size_t liblcm_program_params(const liblcm_program *program);

/* Put number "i" of them into "*out". */
LIBLCM_CHECKED liblcm_code liblcm_program_param(struct liblcm_param *out,
                                                const liblcm_program *program,
                                                size_t i);

/* Free "program"; NULL is fine. */
void liblcm_program_free(liblcm_program *program);

#ifdef __cplusplus
}
#endif

#endif
