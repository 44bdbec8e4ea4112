/* The names that every evaluator binds by itself. */
#pragma once

#include "base/ctx.h"

/* The reserved names, interned. */
struct lcm_names {
  const char *p;
  const char *procs;
  const char *team;
  const char *thread;
  const char *parts;
  const char *rank;
  const char *ranks;
  const char *threads;
  const char *m;
  const char *n;
};

/* Fill in "names". */
void lcm_names_intern(struct lcm_names *names, lcm_ctx *ctx);
