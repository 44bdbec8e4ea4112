/* Errors that are counted, and not shown one by one: of one file, of all. */
#include "analyzer/text/more_errors.h"

#include <stdlib.h>
#include <string.h>

/* How such a message begins, and how it ends where headers are missing. */
static const char BEGIN[] = "... and ";
static const char MISSING[] = ", maybe for want of the header";

void lcm_more_errors_report(lcm_ctx *ctx, lcm_loc first, size_t n,
                            bool headers) {
  lcm_report(ctx, LCM_DIAG_PARSE_ERROR, first, "%s%zu more error%s%s", BEGIN, n,
             n == 1 ? "" : "s", headers ? MISSING : "");
}

void lcm_more_errors_join(lcm_ctx *ctx) {
  lcm_diag one;
  lcm_diag last = {.message = NULL};
  unsigned long long n = 0;
  size_t files = 0;
  bool headers = false;
  for (; lcm_diag_take(&one, ctx, LCM_DIAG_PARSE_ERROR, BEGIN); files++) {
    n += strtoull(one.message + strlen(BEGIN), NULL, 10);
    headers = headers || strstr(one.message, MISSING);
    if (!last.message || strcmp(one.at.file, last.at.file) > 0)
      last = one;
  }
  if (files == 1)
    lcm_more_errors_report(ctx, last.at, n, headers);
  else if (files)
    lcm_report(ctx, LCM_DIAG_PARSE_ERROR, last.at,
               "%s%llu more errors in %zu files%s%s", BEGIN, n, files,
               headers ? MISSING : "", headers ? "s" : "");
}
