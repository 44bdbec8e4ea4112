/* From syntax, pragmas and comments to the task structure: what the files
 * lower_*.c say to each other. */
#pragma once

#include "analyzer/clang/ast_internal.h"
#include "analyzer/text/pragma_internal.h"
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
 *               pointer, or AMBIGUOUS
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

/* ---- names (analyzer/lower/values/names.c) ------------------------------------------------
 */

/* Note the variables at file scope. */
void lcm_lower_globals(struct lcm_lowering *l);

/* Note the locals of "function" and which of them cannot be followed. */
void lcm_lower_locals(struct lcm_lowering *l, const lcm_ast *function);

/* Return whether the user gives "name" a value. */
bool lcm_lower_is_given(const struct lcm_lowering *l, const char *name);

/* Return the local called "name", or NULL. */
struct lcm_local *lcm_lower_local(struct lcm_lowering *l, const char *name);

/* Return the local with the key "key", or NULL. */
struct lcm_local *lcm_lower_local_of(struct lcm_lowering *l, const char *key);

/* Return the sizes, as in lcm_ast, of the variable "name" at file scope, and
 * put its key into "*key"; NULL where the file declares none. */
const long long *lcm_lower_declared(const char **key, struct lcm_lowering *l,
                                    const char *name);

/* Return the name that the value of the C variable "name" goes by: its own, or
 * "c.NAME" where that is reserved. */
const char *lcm_lower_name(struct lcm_lowering *l, const char *name);

/* Parse the C expression between the offsets "begin" and "end" of the file;
 * NULL, and nothing said, where it has no model. */
const lcm_expr *lcm_lower_expr(struct lcm_lowering *l, size_t begin,
                               size_t end);

/* As lcm_lower_expr of a condition; where only some operands of its `||`, `&&`
 * and `!` have a model, names that nothing gives a value stand for the
 * others. */
const lcm_expr *lcm_lower_logic(struct lcm_lowering *l, size_t begin,
                                size_t end);

/* Return the value that the declaration or assignment "ast" gives; NULL where
 * it gives none or one without a model. */
const lcm_expr *lcm_lower_value(struct lcm_lowering *l, const lcm_ast *ast);

/* As lcm_lower_expr for the text "text" of a clause. */
const lcm_expr *lcm_lower_clause(struct lcm_lowering *l, const char *text);

/* Return the text between the offsets "begin" and "end" of the file with its
 * macros expanded; NULL where there are none. */
const char *lcm_lower_expansion(struct lcm_lowering *l, size_t begin,
                                size_t end);

/* As lcm_lower_expansion, whatever variables the function has; the text as it
 * is, without superfluous blanks, where there are no macros. */
const char *lcm_lower_preprocessed(struct lcm_lowering *l, size_t begin,
                                   size_t end);

/* Return the names of the variables, "a, b", that "ast" reads, for readers;
 * NULL where there are none. */
const char *lcm_lower_reads(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the scope for expressions in comments. */
struct lcm_scope lcm_lower_scope(struct lcm_lowering *l);

/* Return the scope for expressions of C. */
struct lcm_scope lcm_lower_c_scope(struct lcm_lowering *l);

/* ---- arrays of numbers (analyzer/lower/values/numbers.c) ------------------------------------
 */

/* What the names of variables at file scope begin with that functions of MPI
 * set, and these alone. */
#define LCM_GLOBAL_PREFIX "global."

/* Note the variables at file scope that topologies of ranks read and set. */
void lcm_numbers_globals(struct lcm_lowering *l);

/* Return whether "address", `&x`, is what a question about a grid sets. */
bool lcm_numbers_answer(const struct lcm_lowering *l, const lcm_ast *address);

/* Return whether MPI reads a number at "address", `&x`, and leaves it. */
bool lcm_numbers_read(const struct lcm_lowering *l, const lcm_ast *address);

/* Note that the variable "target" at file scope is set by such a question. */
void lcm_numbers_told(struct lcm_lowering *l, const lcm_ast *target);

/* Return the name of the variable "name" at file scope where such questions
 * alone set it, NULL elsewhere. */
const char *lcm_numbers_global(struct lcm_lowering *l, const char *name);

/* Note which arrays of "function" are followed element by element. */
void lcm_numbers_find(struct lcm_lowering *l, const lcm_ast *function);

/* Return how many elements of the array "name" are followed. */
size_t lcm_numbers_length(struct lcm_lowering *l, const char *name);

/* Add the numbers of the array of ranges "name", `int name[][3]`, as its
 * initializer or single assignments give them, to "out"; nothing where they are
 * not known (analyzer/lower/values/range.c). */
void lcm_numbers_ranges(struct lcm_lowering *l, lcm_expr_list *out,
                        const char *name);

/* Return element "index" of the array "name", NULL where it is not followed;
 * "user" is the lowering. */
const lcm_expr *lcm_numbers_element(lcm_ctx *ctx, const char *name,
                                    const lcm_expr *index, void *user);

/* Add LETs for the elements of the array that "var" declares. */
void lcm_numbers_declare(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *var);

/* Add LETs for what the loop "ast" sets elements to, if that is all it does. */
void lcm_numbers_fill(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast);

/* Add LETs for the assignment "assign" to an element in the statement "ast",
 * which is it or, under "condition", an `if`; false where it is none. */
bool lcm_numbers_assign(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *ast, const lcm_ast *assign,
                        const lcm_expr *condition);
/* Note which locals of "function" parallel regions in it touch
 * (analyzer/lower/access/seen.c). */
void lcm_lower_seen(struct lcm_lowering *l, const lcm_ast *function);

/* ---- anchors (analyzer/lower/control/anchor.c) ---------------------------------------------
 */

/* Make the anchors of the file and bind the directives to them. */
void lcm_lower_bind(struct lcm_lowering *l);

/* Return the anchor that "ast" is, (size_t)-1 where it is none. */
size_t lcm_lower_anchor(const lcm_ast *ast);

/* Return the index of the first pragma at or behind offset "at". */
size_t lcm_lower_pragma(const struct lcm_lowering *l, unsigned at);

/* Return whether a pragma or a bound directive lies in begin .. end. */
bool lcm_lower_concerns(const struct lcm_lowering *l, unsigned begin,
                        unsigned end);

/* Put what the directives at "anchor" mean into "*out"; false where there are
 * none. */
bool lcm_lower_meaning(struct lcm_meaning *out, struct lcm_lowering *l,
                       size_t anchor);

/* Return whether "meaning" gives the whole cost of what lies below. */
bool lcm_lower_covers(const struct lcm_meaning *meaning);

/* Return whether "child" of "ast" stands where a statement does. */
bool lcm_lower_is_statement(const lcm_ast *ast, const lcm_ast *child);

/* ---- order in uses of macros (analyzer/lower/control/order.c) ------------------------------
 */

/* A place in the file: the offset "at" and, where a use of a macro stands
 * there, the number of a mark of what that makes; 0 elsewhere. */
struct lcm_spot {
  unsigned at;
  unsigned order;
};

/* Find out in which order the uses of macros in "function" make pragmas and
 * statements. */
void lcm_orders_find(struct lcm_lowering *l, const lcm_ast *function);

/* Return where the statement "ast" begins. */
struct lcm_spot lcm_order_begin(const struct lcm_lowering *l,
                                const lcm_ast *ast);

/* Return where the statement "ast" ends. */
struct lcm_spot lcm_order_end(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether a use of a macro makes "ast" and a pragma behind its begin,
 * which may be in it. */
bool lcm_order_is_parallel(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return how many pieces of syntax like "ast", of its kind and name, the use of
 * a macro that makes it makes before it. */
size_t lcm_order_among(const lcm_ast *ast);

/* Return the offset from which on pragmas may stand behind "ast". */
unsigned lcm_order_behind(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether "pragma" stands before what begins or ends at "spot". */
bool lcm_order_precedes(const lcm_pragma *pragma, struct lcm_spot spot);

/* ---- loops (analyzer/lower/control/loop.c) -------------------------------------------------
 */

/* Read the header of the `for` loop "loop" into "*out"; false where it is not
 * one that can be counted. */
bool lcm_lower_header(lcm_iteration *out, struct lcm_lowering *l,
                      const lcm_ast *loop);

/* Return the loop "ast" as a LOOP, WHILE or PARLOOP ("kind") node with its body
 * and the calls of its condition and step lowered; collapsed loops give several
 * ranges. */
lcm_node *lcm_lower_loop(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast, unsigned collapse);

/* Lower the calls of the first part of the header of "ast" into "nodes". */
void lcm_lower_loop_start(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast);

/* Return whether "ast" is `do ... while (0)`. */
bool lcm_loop_runs_once(const lcm_ast *ast);

/* ---- accesses (analyzer/lower/access/access.c) --------------------------------------------
 */

/* Put what the statements from "first" to "last" read and write into
 * "node". */
void lcm_lower_accesses(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *first, const lcm_ast *last);

/* Add what the statement "ast", which gives numbers values, reads and writes to
 * "node": but for numbers of the function that no team shares. */
void lcm_lower_values(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast);

/* Add what the arguments of the call "call" read to "node", which is that: but
 * for numbers of the function. */
void lcm_lower_arguments(struct lcm_lowering *l, lcm_node *node,
                         const lcm_ast *call);

/* Add the elements of arrays and the members of structures that "part", a part
 * of the header of the loop "node", reads to what that reads, and, where each
 * round repeats the part, what it writes beside the index. */
void lcm_lower_header_touch(struct lcm_lowering *l, lcm_node *node,
                            const lcm_ast *part, bool repeated);

/* Add "reads" and "writes" to what "node" reads and writes. */
void lcm_lower_touch(struct lcm_lowering *l, lcm_node *node,
                     const lcm_section_list *reads,
                     const lcm_section_list *writes);

/* Put the static cost of the statements from "first" to "last" into "node",
 * whose accesses are known: floating-point operations or, where it neither has
 * any nor touches an array, those on whole numbers (then true is returned;
 * outside loops only in files without models: models speak of what matters),
 * and the name of a library function whose cost is not known as attribute
 * `calls`. */
bool lcm_lower_cost(struct lcm_lowering *l, lcm_node *node,
                    const lcm_ast *first, const lcm_ast *last);

/* Where the analysis counts (analyzer/lower/values/count.c): put what is counted of the
 * statements from "first" to "last" into "node"; return whether that is
 * anything. */
bool lcm_lower_count(struct lcm_lowering *l, lcm_node *node,
                     const lcm_ast *first, const lcm_ast *last);

/* Add what the call "ast" of a function of MPI, whose arguments are the "n"
 * texts at "texts" (0: not known), reads and writes of its buffers to what
 * "node" does (analyzer/lower/access/buffer.c). */
void lcm_buffer_touch(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast, const char *const *texts, size_t n);

/* Let "node", which moves "section" to or from a device, read it on one side
 * and write it on the other: the variable stands for both. */
void lcm_buffer_map(struct lcm_lowering *l, lcm_node *node,
                    const lcm_section *section);

/* Return the section of the C lvalue between "begin" and "end", whose syntax
 * is "ast"; datum NULL where it is none. */
lcm_section lcm_lower_place(struct lcm_lowering *l, const lcm_ast *ast);

/* ---- statements (analyzer/lower/control/stmt.c) --------------------------------------------
 */

/* Lower the statements of one block from "first" to before "stop" (NULL: to its
 * end) into "nodes". */
void lcm_lower_block(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *first, const lcm_ast *stop);

/* Lower the statements of "compound" into "nodes". */
void lcm_lower_statements(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *compound);

/* Lower the standalone pragmas behind "last" in its block, before "stop", into
 * "nodes". */
void lcm_lower_trailing(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *last, const lcm_ast *stop);

/* Return whether "ast" needs nodes of its own. */
bool lcm_lower_needs_nodes(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return the LET of the local variable "name" at "at"; NULL where its value has
 * no model or cannot be followed. */
lcm_node *lcm_lower_let(struct lcm_lowering *l, const lcm_ast *at,
                        const char *name, const lcm_expr *value);

/* Add a fragment for what "ast" costs and accesses beside its calls, if that is
 * anything (reads of scalars alone: with "scalars"). */
void lcm_lower_remainder(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *ast, bool scalars);

/* Return the place of "ast". */
lcm_loc lcm_lower_loc(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return the fingerprint (annotations/write.h) of the text between the offsets
 * "begin" and "end". */
unsigned long long lcm_lower_hash(const struct lcm_lowering *l, unsigned begin,
                                  unsigned end);

/* Return a short line of the source of "ast" for pictures. */
const char *lcm_lower_label(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the statement "ast" (a compound: its statements) as one node. */
const lcm_node *lcm_lower_body(struct lcm_lowering *l, const lcm_ast *ast);

/* As lcm_lower_body for the statement that a pragma governs: what stands
 * before it has been read. */
const lcm_node *lcm_lower_governed(struct lcm_lowering *l, const lcm_ast *ast);

/* Add the attribute "key" = "value" to "node". */
void lcm_lower_attribute(struct lcm_lowering *l, lcm_node *node,
                         const char *key, const char *value);

/* Return a node of "kind" for "ast" with its place. */
lcm_node *lcm_lower_node(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast);

/* Return "nodes" as one node: a series unless there is just one. */
const lcm_node *lcm_lower_series(struct lcm_lowering *l,
                                 const lcm_node_list *nodes, lcm_loc loc);

/* Return "node" with what the directives at "anchor" say. */
const lcm_node *lcm_lower_apply(struct lcm_lowering *l, lcm_node *node,
                                size_t anchor);

/* Return "node" with what "meaning" says. */
const lcm_node *lcm_lower_mean(struct lcm_lowering *l, lcm_node *node,
                               const struct lcm_meaning *meaning);

/* Set the only child of "node". */
void lcm_lower_child(struct lcm_lowering *l, lcm_node *node,
                     const lcm_node *child);

/* ---- what needs nodes (analyzer/lower/control/mark.c) --------------------------------------
 */

/* Mark what needs nodes of its own in "function". */
void lcm_lower_mark(struct lcm_lowering *l, lcm_ast *function);

/* Return whether "ast" calls a function of the project. */
bool lcm_call_is_project(const lcm_ast *ast);

/* Return the function that the call "ast" gives to a function of the system as
 * an argument, or NULL. */
const lcm_ast *lcm_call_callback(const lcm_ast *ast);

/* Return why the call "ast" has no model; NULL where it has one or is none. */
const char *lcm_call_oddity(struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether the assembler code "ast" is empty: a hint to the compiler. */
bool lcm_asm_is_empty(const struct lcm_lowering *l, const lcm_ast *ast);

/* ---- calls (analyzer/lower/control/call.c) -------------------------------------------------
 */

/* Add nodes for the calls in and below the expression "ast", in the order in
 * which they are executed: those that only may be executed in branches. */
void lcm_lower_calls(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast);

/* Give the call "node" the sizes that "meaning" declares, if it is a call of
 * that function: one for each argument, or for each that is no pointer. */
void lcm_call_size(struct lcm_lowering *l, lcm_node *node,
                   const struct lcm_meaning *meaning);

/* Add an opaque node for "ast", and report "reason"; return the node. */
lcm_node *lcm_lower_opaque(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_ast *ast, const char *reason);

/* Return the parameter of the function around it that the call "ast" goes
 * through, or the name of another pointer; NULL where it goes another way. */
const char *lcm_lower_through(struct lcm_lowering *l, const lcm_ast *ast);

/* Say in the node of the call "ast" which functions, or parameters and pointers
 * that hold functions, are among the arguments: "0=f;2=*action". */
void lcm_lower_passes(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast);

/* Return "ast" without parentheses, casts, and `*` and `&` that make nothing
 * else of a function. */
const lcm_ast *lcm_pointer_bare(const lcm_ast *ast);

/* Return the function around "ast", NULL at file scope. */
const lcm_ast *lcm_pointer_function(const lcm_ast *ast);

/* Return the name of the pointers to functions that "ast", a place, a
 * declaration or the call of a function, is one of (docs/lcs.md); NULL where it
 * is none that is followed. */
const char *lcm_pointer_name(struct lcm_lowering *l, const lcm_ast *ast);

/* As lcm_pointer_name, but a conditional expression is a pointer too, which
 * holds what its alternatives do. */
const char *lcm_pointer_of(struct lcm_lowering *l, const lcm_ast *ast);

/* ---- what pointers to functions hold (analyzer/lower/values/pointer.c) ---------------------
 */

/* Note what the file puts into pointers to functions. */
void lcm_pointers_find(struct lcm_lowering *l);

/* Note what pointers to data that other files see point to. */
void lcm_points_find(struct lcm_lowering *l);

/* Return whether the declaration that the variable "ast" stands in says
 * `static`. */
bool lcm_lower_says_static(const struct lcm_lowering *l, const lcm_ast *ast);

/* Note that the pointer "name" may hold what "ast" gives. */
void lcm_pointer_set(struct lcm_lowering *l, const char *name,
                     const lcm_ast *ast);

/* Return the key of the function "name" of the file. */
const char *lcm_lower_key(struct lcm_lowering *l, const char *name,
                          bool is_static);

/* Declare the lock "name" (interned) of the source. */
void lcm_lower_lock(struct lcm_lowering *l, const char *name, lcm_loc loc);

/* Put where argument number "i" of the call "ast" stands in the text into
 * ends[0] and ends[1]; false where it does not. */
bool lcm_call_argument_text(size_t ends[2], const struct lcm_lowering *l,
                            const lcm_ast *ast, size_t i);

/* ---- what loops touch again (analyzer/lower/access/again.c) ---------------------------------
 */

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

/* Enter a loop over "range", and leave it. */
void lcm_nest_enter(struct lcm_lowering *l, struct lcm_nest *nest,
                    lcm_iteration range);
void lcm_nest_leave(struct lcm_lowering *l, struct lcm_nest *nest);

/* Note that "section", in which the indices of the loops stand, is written
 * ("write") or read in the innermost loop. */
void lcm_nest_access(struct lcm_lowering *l, struct lcm_nest *nest,
                     const lcm_section *section, bool write);

/* Let "node" say what the loops in it touch again. */
void lcm_nest_finish(struct lcm_lowering *l, struct lcm_nest *nest,
                     lcm_node *node);

/* ---- functions from elsewhere (analyzer/lower/control/external.c) ---------------------------
 */

/* Return what is said of the function "name", which the program does not
 * define; NULL where nothing is. */
const struct lcm_external *lcm_external_of(struct lcm_lowering *l,
                                           const char *name);

/* Return what is said of the call "*ast" of "external" (may be NULL): where
 * that runs what another call has made, of this, which takes the place of
 * "*ast". */
const struct lcm_external *
lcm_external_meant(struct lcm_lowering *l, const lcm_ast **ast,
                   const struct lcm_external *external);

/* Return "amount" (NULL: nothing) of "external" for the arguments of the call
 * "ast"; NULL where one that it depends on is not known: its name is put into
 * "*missing". */
const lcm_expr *lcm_external_value(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_external *external,
                                   const lcm_expr *amount,
                                   const char **missing);

/* Return the bytes that the call "ast" of "external" reads and writes, as
 * lcm_external_value. */
const lcm_expr *lcm_external_bytes(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_external *external,
                                   const char **missing);

/* Return whether "ast" is an address, `&x`, that gives a function from
 * elsewhere the value of a parameter, which stays what it is. */
bool lcm_external_reads(struct lcm_lowering *l, const lcm_ast *ast);

/* Give the call "node" what "ast" costs as a call of "name" (NULL: of what
 * nobody knows) where the program does not define that. */
void lcm_external_price(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *ast, const char *name);

/* Return what is said of the function that "ast" calls where that calls one of
 * the project in turn, a known number of times; NULL otherwise. */
const struct lcm_external *lcm_external_calls(struct lcm_lowering *l,
                                              const lcm_ast *ast);

/* ---- threads (lower_thread*.c) --------------------------------------------
 */

/* Note what the functions of the file do with threads. */
void lcm_threads_find(struct lcm_lowering *l);

/* Note which argument of "function", which is lowered next, threads give it. */
void lcm_thread_enter(struct lcm_lowering *l, const lcm_ast *function);

/* Report the semaphores of which nobody says how many units they begin with. */
void lcm_threads_finish(struct lcm_lowering *l);

/* Return whether "ast" calls a function of threads. */
bool lcm_call_is_thread(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether "ast" changes a variable that threads wait on. */
bool lcm_thread_changes(struct lcm_lowering *l, const lcm_ast *ast);

/* Add the nodes of "ast", a call of a function of threads or a change of what
 * they wait on; false where it is neither. */
bool lcm_thread_call(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast);

/* Add the nodes of "ast", a loop around a wait on a condition variable; false
 * where it is none that is followed. */
bool lcm_thread_awaits(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast);

/* Return whether a stretch of statements that starts threads begins with
 * "ast". */
bool lcm_thread_begins(const struct lcm_lowering *l, const lcm_ast *ast);

/* Lower the stretch that begins with "ast", before "stop"; return its last
 * statement, NULL where it has no end: nothing has happened then. */
const lcm_ast *lcm_thread_lower(struct lcm_lowering *l, lcm_node_list *nodes,
                                const lcm_ast *ast, const lcm_ast *stop);

/* Return whether "ast" does nothing but start or join threads of the stretch
 * that is being lowered, or ask whether that worked. */
bool lcm_thread_is_start(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return the name of parameter "i" that "function" has beside its argument:
 * what it reads of what that points to; NULL behind the last. */
const char *lcm_thread_hidden(const struct lcm_lowering *l,
                              const lcm_ast *function, size_t i);

/* Return whether "local" is an argument that is a number. */
bool lcm_thread_is_number(const struct lcm_lowering *l,
                          const struct lcm_local *local);

/* Return the value that "ast", a declaration or assignment, reads through the
 * argument of a function that threads run; NULL for none. */
const lcm_expr *lcm_thread_value(struct lcm_lowering *l, const lcm_ast *ast);

/* ---- message passing (analyzer/lower/mpi/message.c) ------------------------------------
 */

/* Return the function of MPI that "ast" calls, unless the file itself defines
 * it; NULL for none. */
const struct lcm_mpi_function *lcm_call_mpi(const struct lcm_lowering *l,
                                            const lcm_ast *ast);

/* Return whether "ast" calls a function of MPI that is modelled and not local
 * to its rank. */
bool lcm_call_is_message(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return why the call "ast" of a function of MPI has no model; NULL where it
 * has one, or is none. */
const char *lcm_message_oddity(struct lcm_lowering *l, const lcm_ast *ast);

/* Add the nodes of the call "ast" for which lcm_call_is_message holds. */
void lcm_lower_message(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast);

/* Return the role (model/structure/mpi.def) that "address", `&x`, has as an argument of a
 * function of MPI; 0 for none. */
char lcm_message_role(const struct lcm_lowering *l, const lcm_ast *address);

/* Return "rank" or "ranks" where that is what the variable at "address" is set
 * to; NULL otherwise. */
const char *lcm_message_answer(struct lcm_lowering *l, const lcm_ast *address);

/* ---- branches and jumps (analyzer/lower/control/branch.c) ----------------------------------
 */

/* Return the condition of the `if`, `while` or `switch` "ast", NULL where it
 * has no model. */
const lcm_expr *lcm_lower_condition(struct lcm_lowering *l, const lcm_ast *ast);

/* Let the branch "node" of one or two alternatives be decided by "value" or,
 * where that is NULL, be equally likely; "cond" is the syntax. */
void lcm_lower_choose(struct lcm_lowering *l, lcm_node *node,
                      const lcm_expr *value, const lcm_ast *cond);

/* Lower the `if` "ast", after which control goes on, into "nodes". */
void lcm_lower_if(struct lcm_lowering *l, lcm_node_list *nodes,
                  const lcm_ast *ast);

/* Return whether control leaves the block at the end of "ast" (may be
 * NULL). */
bool lcm_leaves(const lcm_ast *ast);

/* Return whether "ast" is an `if` one of whose branches leaves, with something
 * of interest in it or, where its condition has a model, behind it before
 * "stop". */
bool lcm_lower_is_exit(struct lcm_lowering *l, const lcm_ast *ast,
                       const lcm_ast *stop);

/* Lower "ast", such an exit, and what follows it before "stop", which runs
 * otherwise; return the statement before which that ends.  An exit whose
 * condition has no model is taken never. */
const lcm_ast *lcm_lower_exit(struct lcm_lowering *l, lcm_node_list *nodes,
                              const lcm_ast *ast, const lcm_ast *stop);

/* Lower the jump "ast" that no exit explains. */
void lcm_lower_jump(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast);

/* Lower the `switch` "ast" into "nodes". */
void lcm_lower_switch(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *ast);

/* ---- OpenMP (analyzer/lower/openmp/omp.c) -------------------------------------------------
 */

/* Return the node of the standalone pragma "pragma"; NULL where it makes
 * none. */
const lcm_node *lcm_lower_standalone(struct lcm_lowering *l,
                                     const lcm_pragma *pragma);

/* Return the node of the pragma number "at" that governs the statement "ast",
 * with the "n" - 1 pragmas behind it stacked between them. */
const lcm_node *lcm_lower_construct(struct lcm_lowering *l, size_t at, size_t n,
                                    const lcm_ast *ast);

/* Note that the variables in "args" of a clause `shared` (may be NULL) are. */
void lcm_omp_share(struct lcm_lowering *l, const char *args);

/* Make the variables of `threadprivate` private in the whole file. */
void lcm_lower_threadprivate(struct lcm_lowering *l);

/* Report the pragmas that no statement or block has claimed and that would mean
 * something. */
void lcm_lower_unclaimed(struct lcm_lowering *l);

/* Return TEAM{PARLOOP} for the loop "ast" that a comment declares parallel. */
const lcm_node *lcm_lower_parallel(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_meaning *meaning);

/* ---- sidecar files (analyzer/lower/control/sidecar.c) --------------------------------------
 */

/* Read the sidecar files and take what they declare. */
void lcm_sidecars_read(struct lcm_lowering *l);

/* Bind the entries for lines and for whole functions to anchors. */
void lcm_sidecars_bind(struct lcm_lowering *l);

/* Return "body", the finished body of "function" whose syntax is "ast", with
 * what the entries for its nodes say. */
const lcm_node *lcm_sidecars_apply(struct lcm_lowering *l, const lcm_ast *ast,
                                   const lcm_node *body);

/* ---- units (analyzer/lower/control/unit.c) -------------------------------------------------
 */

/* Lower the parsed file "syntax" of "input" with the text "text" and the
 * active pragmas "pragmas" into "*out". */
LCM_NODISCARD lcm_status lcm_lower_unit(
    const lcm_program **out, lcm_ctx *ctx,
    const struct lcm_analyze_options *options,
    const struct lcm_unit_input *input, const struct lcm_syntax *syntax,
    const lcm_pragma_list *pragmas, const char *text, size_t len);
