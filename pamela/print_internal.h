/* Printing a structure as a PAMELA model. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "base/map.h"
#include "pamela/types.h"

/* Things that a name may be of: they may share names in a structure, but not
 * in a model. */
enum pml_space {
  PML_VALUES,
  PML_RESOURCES,
  PML_CONDITIONS,
  PML_FUNCTIONS,
  PML_SPACES
};

/* What a name is used by: indices, arguments and locals may be called like a
 * resource, but not like a param. */
enum { PML_USED_VALUE = 1, PML_USED_DECLARED = 2 };

/* A name and how it is printed. */
struct pml_alias {
  const char *name;
  const char *printed;
};

/* The numbers of a team that the code below it may ask for, and the functions
 * that need them as arguments: hidden[i] of function i of the program has the
 * bit of each of PML_TEAM_NAMES. */
enum { PML_TEAM_NAMES = 4 };
#define PML_NEEDS_RANK 3u
#define PML_NEEDS_THREAD 12u

/* A structure being printed.
 * program   in it; home: the function at hand
 * unit      what 1 of time is
 * aliases   names as printed; by_name: places in it, by space
 * taken     names that are in use, and by what: PML_USED_*
 * declared  all declared names have theirs
 * shadows   locals of the function at hand that have other names
 * free      names that nothing in the program gives a value
 * bound     indices, arguments and locals of the function at hand
 * parallel  for each function: it or what it calls has a team
 * asked     for each function: the arguments whose values it uses, as bits
 * team      teams open around the node at hand, in this function
 * depth     of indentation */
struct pml_printer {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_function *home;
  const lcm_expr *unit;
  lcm_buf buf;
  LCM_LIST(struct pml_alias) aliases;
  lcm_map by_name[PML_SPACES];
  lcm_map taken;
  bool declared;
  LCM_LIST(struct pml_alias) shadows;
  LCM_LIST(const char *) free;
  LCM_LIST(const char *) bound;
  LCM_LIST(struct lcm_pamela_loss) losses;
  unsigned char *hidden;
  bool *parallel;
  unsigned long long *asked;
  unsigned team;
  unsigned depth;
};
