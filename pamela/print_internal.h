/* Printing a structure as a PAMELA model. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "base/map.h"
#include "pamela/pamela.h"

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

/* ---- names (print_name.c) -------------------------------------------------
 */

/* Return how "name" of "space" is printed: the same wherever it stands. */
const char *pml_printed(struct pml_printer *p, enum pml_space space,
                        const char *name);

/* Return another name for the local "name" of the function at hand; it is
 * printed so until the shadow ends. */
const char *pml_renamed(struct pml_printer *p, const char *name);

/* Return how the local "name" of the function at hand is printed from here on:
 * under another name where a param or an argument has its own. */
const char *pml_local(struct pml_printer *p, const char *name);

/* Return a name like "base" that nothing else has. */
const char *pml_fresh(struct pml_printer *p, const char *base);

/* Say that "what" at "loc" is lost; once for each place. */
void pml_lost(struct pml_printer *p, lcm_loc loc, const char *fmt, ...)
    LCM_PRINTF(3, 4);

/* Note which functions need which numbers of their team as arguments. */
void pml_find_hidden(struct pml_printer *p);

/* Return name number "i" of PML_TEAM_NAMES: "rank", "thread", ... */
const char *pml_team_name(size_t i);

/* Return whether "node" or what is below it and counts asks for "name", which
 * is interned: the arguments of a call do where the callee asks for them. */
bool pml_asks(const struct pml_printer *p, const lcm_node *node,
              const char *name);

/* Note which functions use the values of which arguments. */
void pml_find_asked(struct pml_printer *p);

/* Return whether function number "at" of the program uses the value of its
 * argument number "i". */
bool pml_asks_for(const struct pml_printer *p, size_t at, size_t i);

/* Return the function called "key", or NULL; its number goes to "*at". */
const lcm_function *pml_function_at(const struct pml_printer *p,
                                    const char *key, size_t *at);

/* ---- expressions (print_expr.c) -------------------------------------------
 */

/* Append "e", a pure number in the model; "loc" is where it stands. */
void pml_put_expr(struct pml_printer *p, const lcm_expr *e, lcm_loc loc);

/* Append the time "e" in the unit of the model. */
void pml_put_time(struct pml_printer *p, const lcm_expr *e, lcm_loc loc);

/* Note that "name", where it is no param, index, argument or local, has no
 * value in the program. */
void pml_note_free(struct pml_printer *p, const char *name);

/* ---- costs (print_cost.c) -------------------------------------------------
 */

/* Append the fragment "node", which no model covers. */
void pml_put_fragment(struct pml_printer *p, const lcm_node *node);

/* Note which functions have teams. */
void pml_find_parallel(struct pml_printer *p);

/* Append "node" where its models say all that it costs; return whether they
 * do. */
bool pml_put_modelled(struct pml_printer *p, const lcm_node *node);

/* ---- statements (print_node.c) --------------------------------------------
 */

/* Append the body of "function". */
void pml_put_body(struct pml_printer *p, const lcm_function *function);

/* Append one statement: "node" or a group of it. */
void pml_put_statement(struct pml_printer *p, const lcm_node *node);

/* Append a line break and the indentation. */
void pml_put_line(struct pml_printer *p);

/* ---- statements of programs (print_team.c) --------------------------------
 */

/* Append a node that only programs have, as one statement. */
void pml_put_program(struct pml_printer *p, const lcm_node *node);

/* Return how many members the team "node" has. */
const lcm_expr *pml_team_size(struct pml_printer *p, const lcm_node *node);

/* Return the iterations of the first range of the loop "node"; NULL where that
 * is no range with equal steps. */
const lcm_expr *pml_first_count(struct pml_printer *p, const lcm_node *node);

/* Append the loop "node", a LOOP or PARLOOP, as one statement. */
void pml_put_loop(struct pml_printer *p, const lcm_node *node);

/* Return how function number "at" of the program is printed. */
const char *pml_function_name(struct pml_printer *p, size_t at);
