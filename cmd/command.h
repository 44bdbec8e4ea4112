/* The command line: options as data, and what the subcommands share. */
#pragma once

#include <stdio.h>

#include "analyzer/units/units.h"
#include "composer/scope/scope.h"
#include "composer/simulate/simulate.h"
#include "pamela/pamela.h"
#include "render/table/table.h"

/* Options: OPT_<NAME> for each row of options.def. */
enum option {
#define LCM_OPT(name, short_form, long_form, argument, commands, group, help)  \
  OPT_##name,
#include "cmd/options.def"
#undef LCM_OPT
  OPT_COUNT
};

/* When there are colours. */
enum colour { COLOUR_AUTO, COLOUR_ALWAYS, COLOUR_NEVER };

/* A parsed command line. */
struct command {
  lcm_ctx *ctx;
  const char *name;
  bool given[OPT_COUNT];
  /* of options that take an argument (the last one given); given says which
   * options stand there at all */
  const char *values[OPT_COUNT];
  LCM_LIST(const char *) defines;  /* of all -D */
  LCM_LIST(const char *) sidecars; /* of all --models */
  LCM_LIST(const char *) counts;   /* of all --counts */
  LCM_LIST(const char *) sources;  /* of all --source */
  LCM_LIST(const char *) unfolds;  /* of all --unfold */
  LCM_LIST(const char *) states;   /* of all --state */
  LCM_LIST(const char *) params;   /* of all --param */
  LCM_LIST(const char *) edits;    /* of all --edit */
  LCM_LIST(const char *) inputs;   /* what is no option */
  const char *const *flags;        /* what follows `--` */
  size_t n_flags;
  lcm_format format;
  enum colour colour;
  const char *processors; /* "p=..." where it is not asked for, or NULL */
  const lcm_grid *grid;
  /* what operations weigh by --machine, or NULL */
  const struct lcm_weights *weights;
  bool slow;    /* it says how long slow accesses take */
  bool clocked; /* the clock of its machine is known */
};

/* Groups of subcommands. */
enum command_section {
#define LCM_SECTION(name, title) SECTION_##name,
#include "cmd/manual/sections.def"
#undef LCM_SECTION
  SECTION_COUNT
};

/* A subcommand. */
struct subcommand {
  const char *name;
  char letter; /* in the column `commands` of options.def */
  enum command_section section;
  const char *arguments;
  const char *help;
  int (*run)(struct command *command);
};

/* All subcommands there are. */
struct subcommands {
  const struct subcommand *at;
  size_t n;
};

/* Exit statuses: OPEN where nobody can say whether a contract holds, SPENT
 * where processor time or memory did not suffice for the whole answer. */
enum {
  EXIT_DONE = 0,
  EXIT_ERRORS = 1,
  EXIT_USAGE = 2,
  EXIT_OPEN = 3,
  EXIT_SPENT = 4
};
