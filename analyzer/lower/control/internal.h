/* From syntax, pragmas and comments to the task structure: what the files
 * lower_*.c say to each other. */
#pragma once

#include "analyzer/clang/ast_internal.h"
#include "analyzer/text/pragma.h"
#include "annotations/directive.h"

typedef LCM_LIST(const lcm_node *) lcm_node_list;
typedef LCM_LIST(lcm_section) lcm_section_list;
typedef LCM_LIST(const lcm_expr *) lcm_expr_list;

/* An anchor's directives. */
typedef LCM_LIST(const lcm_directive *) lcm_directive_list;

/* A local variable of the function being lowered.
 * key        its USR
 * name       as written
 * sizes      as in lcm_ast
 * begin      offset of its declaration
 * home       the compound or loop that it is declared in
 * n_values, n_unknown   assignments that can be followed, and those of them
 *            whose value has no model
 * elements   of an array that is followed element by element, 0 for others
 * is_static  there is one of it for all calls
 * is_shared  a clause says so: a task works on its creator's
 * is_seen    a parallel region behind its declaration touches it
 * n_assigned  assignments and addresses taken, wherever they stand
 * changed    assigned where its value cannot be followed: it has one, but
 *            what is assigned says nothing of it
 * unstable   assigned again and again in a loop, or no number */
struct lcm_local {
  const char *key;
  const char *name;
  const long long *sizes;
  unsigned begin;
  const lcm_ast *home;
  unsigned n_values;
  unsigned n_unknown;
  unsigned n_assigned;
  unsigned elements;
  bool is_static;
  bool is_shared;
  bool is_seen;
  bool changed;
  bool unstable;
};

/* Variables whose values are being followed, innermost first. */
struct lcm_followed {
  const char *key;
  const struct lcm_followed *outer;
};

/* The expression that was parsed last, of the offsets "begin" to "end". */
struct lcm_parsed {
  size_t begin;
  size_t end;
  const lcm_expr *expr;
};

/* The piece of the file that was expanded last: the "len" bytes at "from", in
 * "function" where its variables hide macros, else NULL. */
struct lcm_expanded {
  const char *from;
  size_t len;
  const lcm_ast *function;
  const char *text;
};

/* A lowering under way.
 * declarations  of variables at file scope, each an lcm_ast *
 * changing      those of them (by key) that some function may change
 * asked         those of them that are the rank or the number of ranks: from
 *               the key to the name, a const char *
 * members       of structures, by name: the key of the only one called so, as a
 *               pointer, or LCM_MEMBER_AMBIGUOUS
 * told          how topologies of ranks use those (by key), where "grids": the
 *               file has any; "initial": arrays have the values they begin with
 * defined       functions, by name
 * pragmas       active ones, by offset
 * orders        of statements and, by the address of their "end", of the ends
 * of blocks that a use of a macro makes together with pragmas: the numbers of
 * their marks entries       of the sidecar files, "n_entries" of them externals
 * what the user says functions from elsewhere cost; "shipped": what the table
 * that comes with the tool says, NULL: not read; "shippable": the words in that
 * anchors, on   what directives bind to, and the directives of each; "block" is
 * where the block being read begins
 * locals        of the function, with where they are by name and by key: from
 *               "first_local" on, which is how many the functions before had
 * last_parsed   condition: they are often asked for twice in a row
 * last_index    the same of a subscript that a macro makes, by its begin and by
 *               how many subscripts stand before it
 * last_expanded, last_hidden   the same of the text that macros make, without
 *               and with variables that hide them: all that one use makes asks
 *               for the same
 * moving        members of structures that the function may change
 * region        offset where the innermost parallel construct begins, 0
 *               outside
 * pointers      which arguments of a call are pointers: from the array of its
 *               arguments to one of bool
 * privates      names listed in private clauses of the constructs around, the
 *               first "n_threadprivate" of them in the whole file; those from
 *               "first_private" on belong to the innermost parallel region
 * flows         what the variables of the file are set to, by key, once it is
 *               "flowed"; "following" are pointers that are being followed,
 *               "n_followed" how many were for the access at hand and
 *               "n_further" what was found in the file beside the first few;
 *               "owners" are the functions of parameters, by their keys,
 *               "copied" pointers that others are set to, "kept" what pointers
 *               in memory may point to, and "returned" what functions return;
 *               "givers" (by key "gives") may tell other files
 * points        what other files may ask of pointers
 * claimed       pragmas that a statement or block has taken
 * said          what comments say of the statement, or NULL
 * covered       how many statements around have their whole cost from comments
 * threads       what the file says of threads
 * landing       the label that a jump may go to without more, or NULL
 * never         what is lowered is an exit that is assumed to be never taken
 * modelled      comments or sidecar files give costs
 * expanding     text without macros is being read
 * unsettled     variables that loops change are read as their names, for
 *               someone who puts their values there
 * held          what pointers to functions hold, as the file says it
 * scratch       memory for the expansion of an expression */
struct lcm_lowering {
  lcm_ctx *ctx;
  const struct lcm_analyze_options *options;
  const char *file;
  const char *text;
  size_t len;
  const struct lcm_syntax *syntax;
  lcm_map declarations;
  lcm_map changing;
  lcm_map asked;
  lcm_map members;
  lcm_map told;
  bool grids;
  bool initial;
  lcm_map defined;
  lcm_pragma_list pragmas;
  lcm_map orders;
  size_t *pragma_anchor;
  LCM_LIST(struct lcm_anchor) anchors;
  unsigned block;
  lcm_directive_list *on;
  const lcm_directive *directives;
  size_t n_directives;
  const struct lcm_sidecar_entry *entries;
  size_t n_entries;
  struct lcm_declarations declared;
  struct lcm_externals externals;
  struct lcm_externals *shipped;
  lcm_map shippable;
  LCM_LIST(lcm_function) functions;
  LCM_LIST(struct lcm_local) locals;
  size_t first_local;
  lcm_map local_by_name;
  lcm_map local_by_key;
  struct lcm_parsed last_parsed;
  struct lcm_parsed last_index;
  struct lcm_expanded last_expanded;
  struct lcm_expanded last_hidden;
  lcm_map moving;
  const lcm_ast *function;
  unsigned region;
  LCM_LIST(const char *) privates;
  lcm_map pointers;
  size_t n_threadprivate;
  size_t first_private;
  lcm_map flows;
  bool flowed;
  const struct lcm_followed *following;
  unsigned n_followed;
  unsigned n_further;
  lcm_map owners;
  lcm_map copied;
  lcm_map kept;
  lcm_map returned;
  lcm_map gives;
  LCM_LIST(const lcm_ast *) givers;
  LCM_LIST(struct lcm_points) points;
  bool *claimed;
  const struct lcm_meaning *said;
  unsigned covered;
  struct lcm_threads *threads;
  const lcm_ast *landing;
  bool never;
  bool expanding;
  bool unsettled;
  bool modelled;
  bool nesting_off;
  LCM_LIST(lcm_pointer) held;
  lcm_arena scratch;
  lcm_status status;
};

/* What the names of variables at file scope begin with that functions of MPI
 * set, and these alone. */
#define LCM_GLOBAL_PREFIX "global."

/* Add LETs for the assignment "assign" to an element in the statement "ast",
 * which is it or, under "condition", an `if`; false where it is none. */
bool lcm_numbers_assign(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *ast, const lcm_ast *assign,
                        const lcm_expr *condition);
/* Note which locals of "function" parallel regions in it touch
 * (analyzer/lower/access/seen.c). */
void lcm_lower_seen(struct lcm_lowering *l, const lcm_ast *function);

/* A place in the file: the offset "at" and, where a use of a macro stands
 * there, the number of a mark of what that makes; 0 elsewhere. */
struct lcm_spot {
  unsigned at;
  unsigned order;
};

/* A loop inside a fragment, or the fragment itself, with what stands in it. */
struct lcm_nest_level {
  lcm_iteration range;
  lcm_node_list children;
  lcm_section_list reads;
  lcm_section_list writes;
};

/* The loops inside a fragment; {0}: none yet.
 * levels  that are open, the fragment first
 * n       accesses in loops */
struct lcm_nest {
  LCM_LIST(struct lcm_nest_level) levels;
  size_t n;
};
