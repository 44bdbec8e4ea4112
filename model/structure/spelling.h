/* Names of variables of the source: an expression writes "c.NAME" where NAME
 * alone would be a name of the models. */
#pragma once

#include <stdbool.h>
#include <string.h>

#include "base/ctx.h"

#define LCM_OF_SOURCE "c."

/* Return whether "name" says that it is of the source. */
static inline bool lcm_name_is_of_source(const char *name) {
  return !strncmp(name, LCM_OF_SOURCE, strlen(LCM_OF_SOURCE));
}

/* Return whether "name" is one that the language reserves: p, procs, T, rank,
 * ranks, thread, threads, team, machine. */
static inline bool lcm_name_is_reserved(const char *name) {
  static const char *const NAMES[] = {"p",       "procs", "T",
                                      "rank",    "ranks", "thread",
                                      "threads", "team",  "machine"};
  for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(NAMES[i], name))
      return true;
  return false;
}

/* Return the name of the source that "name" (not NULL) is, as its author writes
 * it: what users read and give a value with -D. */
static inline const char *lcm_name_plain(const char *name) {
  return lcm_name_is_of_source(name) ? name + strlen(LCM_OF_SOURCE) : name;
}

/* Return "name" (not NULL) as -D takes it: that of a variable of the source as
 * its author writes it, but for "c.p" and "c.rank", as -D p is the number of
 * processors and programs speak of the rank by that name. */
static inline const char *lcm_name_asked(const char *name) {
  const char *plain = lcm_name_plain(name);
  return !strcmp(plain, "p") || !strcmp(plain, "rank") ? name : plain;
}

/* Return "name", one of the source, so that it says so. */
static inline const char *lcm_name_of_source(lcm_ctx *ctx, const char *name) {
  const char *const parts[] = {LCM_OF_SOURCE, name};
  return lcm_intern_parts(ctx, parts, sizeof parts / sizeof *parts);
}
