/* Pages with all that is known of a program. */
#ifndef LIBLCM_REPORT_H
#define LIBLCM_REPORT_H

#include <stddef.h>

#include "log.h"
#include "prediction.h"
#include "program.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a page has. */
struct liblcm_report_options {
  /* how the program is read; NULL: the defaults */
  const struct liblcm_load_options *load;
  /* how it is predicted; NULL: the defaults; p = 1:16:*2 where the grid does
   * not have it; "nodes" and "formula" do not matter */
  const struct liblcm_predict_options *predict;
  const char *measured; /* a file of measurements, or NULL */
  const char *title;    /* NULL: the name of the first file */
  int no_advice;        /* advice is not looked for, which takes its time */
};

/* Read the "n" inputs at "inputs" as liblcm_program_load does and put a page of
 * HTML that has all that is known of the program into "*out": what cannot be
 * read or predicted is named in it.  "options" may be NULL. */
LIBLCM_CHECKED liblcm_code
liblcm_report(char **out, const char *const *inputs, size_t n,
              const struct liblcm_report_options *options, liblcm_log *log);

#ifdef __cplusplus
}
#endif

#endif
