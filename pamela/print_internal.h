/* Printing a structure as a PAMELA model. */
#pragma once

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

/* A structure being printed. */
struct pml_printer {
  lcm_ctx *ctx;
  const lcm_program *program; /* in it */
  const lcm_function *home;   /* the function at hand */
  const lcm_expr *unit;       /* what 1 of time is */
  lcm_buf buf;
  LCM_LIST(struct pml_alias) aliases; /* names as printed */
  lcm_map by_name[PML_SPACES];        /* places in it, by space */
  /* names that are in use, and by what: PML_USED_* */
  lcm_map taken;
  bool declared; /* all declared names have theirs */
  /* locals of the function at hand that have other names */
  LCM_LIST(struct pml_alias) shadows;
  /* names that nothing in the program gives a value */
  LCM_LIST(const char *) free;
  /* indices, arguments and locals of the function at hand */
  LCM_LIST(const char *) bound;
  LCM_LIST(struct lcm_pamela_loss) losses;
  unsigned char *hidden;
  bool *parallel; /* for each function: it or what it calls has a team */
  /* for each function: the arguments whose values it uses, as bits */
  unsigned long long *asked;
  unsigned team;  /* teams open around the node at hand, in this function */
  unsigned depth; /* of indentation */
};
