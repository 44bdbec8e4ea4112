#pragma once

#include "cmd/annotate_internal.h"

/* Print how the file "path" becomes "text", under the name "name". */
LCM_NODISCARD lcm_status annotate_diff(struct annotate *a, const char *name,
                                       const char *path,
                                       struct annotate_text text);
