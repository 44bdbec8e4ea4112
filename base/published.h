/* Descriptions of processors that come with lcm. */
#pragma once

#include "base/ctx.h"

/* A description with published values. */
struct lcm_published {
  const char *path; /* NULL: none stands for this host */
  bool same; /* it is of this processor's model, not of the nearest one */
};

/* Return the description that comes with lcm whose processor is nearest to that
 * of this host: of the same vendor, then by family and model.  There is none
 * where $XDG_CONFIG_HOME is something else than a folder: then nothing is asked
 * of the host. */
struct lcm_published lcm_published_find(lcm_ctx *ctx);
