/* The premises of edits as text. */
#include <string.h>

#include "render/text/premise.h"

void lcm_put_premises(lcm_buf *buf, const struct lcm_premise *premises,
                      size_t n, const char *title) {
  const char *edit = NULL;
  if (n)
    lcm_buf_printf(buf, "\n%s:\n", title);
  for (size_t i = 0; i < n; i++) {
    if (!edit || strcmp(edit, premises[i].edit) != 0)
      lcm_buf_printf(buf, "  %s\n", premises[i].edit);
    edit = premises[i].edit;
    lcm_buf_printf(buf, "    %s: %s\n",
                   premises[i].proved ? "proved" : "assumed", premises[i].text);
  }
}
