/* From syntax, pragmas and comments to the task structure: what the files
 * lower_*.c say to each other. */
#ifndef LCM_ANALYZER_LOWER_INTERNAL_H
#define LCM_ANALYZER_LOWER_INTERNAL_H

#include "analyzer/ast_internal.h"
#include "analyzer/pragma_internal.h"
#include "annotations/directive.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef LCM_LIST(const lcm_node *) lcm_node_list;
typedef LCM_LIST(lcm_section) lcm_section_list;

/* An anchor's directives. */
typedef LCM_LIST(const lcm_directive *) lcm_directive_list;

/* A local variable of the function being lowered.
 * key        its USR
 * name       as written
 * begin      offset of its declaration
 * home       the compound or loop that it is declared in
 * unstable   assigned where its value cannot be followed, or no number */
struct lcm_local {
  const char *key;
  const char *name;
  unsigned begin;
  const lcm_ast *home;
  bool unstable;
};

/* What `#define name` is followed by: offset of that text, and the index of the
 * next one of the same name, (size_t)-1 at the end. */
struct lcm_define {
  size_t offset;
  size_t next;
};

/* A lowering under way.
 * defines       object-like macros of the file; by_name: the first of each
 * declarations  of variables at file scope, each an lcm_ast *
 * pragmas       active ones, by offset; "made" is the next that no statement
 *               has claimed yet
 * entries       of the sidecar files, "n_entries" of them
 * anchors, on   what directives bind to, and the directives of each
 * region        offset where the innermost parallel construct begins, 0
 *               outside
 * pointers      which arguments of the call lowered last are pointers
 * privates      names listed in private clauses of the constructs around */
struct lcm_lowering {
  lcm_ctx *ctx;
  const struct lcm_analyze_options *options;
  const char *file;
  const char *text;
  size_t len;
  const struct lcm_syntax *syntax;
  LCM_LIST(struct lcm_define) defines;
  lcm_map by_name;
  lcm_map declarations;
  lcm_pragma_list pragmas;
  size_t *pragma_anchor;
  LCM_LIST(struct lcm_anchor) anchors;
  lcm_directive_list *on;
  const lcm_directive *directives;
  size_t n_directives;
  const struct lcm_sidecar_entry *entries;
  size_t n_entries;
  struct lcm_declarations declared;
  LCM_LIST(lcm_function) functions;
  LCM_LIST(struct lcm_local) locals;
  const lcm_ast *function;
  unsigned region;
  LCM_LIST(const char *) privates;
  LCM_LIST(bool) pointers;
  bool nesting_off;
  lcm_status status;
};

/* ---- names (lower_names.c) ------------------------------------------------
 */

/* Note the macros and the variables at file scope. */
void lcm_lower_globals(struct lcm_lowering *l);

/* Note the locals of "function" and which of them cannot be followed. */
void lcm_lower_locals(struct lcm_lowering *l, const lcm_ast *function);

/* Return the local called "name", or NULL. */
struct lcm_local *lcm_lower_local(struct lcm_lowering *l, const char *name);

/* Return the name that the value of the C variable "name" goes by: its own, or
 * "c.NAME" where that is reserved. */
const char *lcm_lower_name(struct lcm_lowering *l, const char *name);

/* Parse the C expression between the offsets "begin" and "end" of the file;
 * NULL, and nothing said, where it has no model. */
const lcm_expr *lcm_lower_expr(struct lcm_lowering *l, size_t begin,
                               size_t end);

/* As lcm_lower_expr for the text "text" of a clause. */
const lcm_expr *lcm_lower_clause(struct lcm_lowering *l, const char *text);

/* Return the scope for expressions in comments. */
struct lcm_scope lcm_lower_scope(struct lcm_lowering *l);

/* ---- anchors (lower_anchor.c) ---------------------------------------------
 */

/* Make the anchors of the file and bind the directives to them. */
void lcm_lower_bind(struct lcm_lowering *l);

/* Return whether a pragma or a bound directive lies in begin .. end. */
bool lcm_lower_concerns(const struct lcm_lowering *l, unsigned begin,
                        unsigned end);

/* Put what the directives at "anchor" mean into "*out"; false where there are
 * none. */
bool lcm_lower_meaning(struct lcm_meaning *out, struct lcm_lowering *l,
                       size_t anchor);

/* ---- loops (lower_loop.c) -------------------------------------------------
 */

/* Read the header of the `for` loop "loop" into "*out"; false where it is not
 * one that can be counted. */
bool lcm_lower_header(lcm_iteration *out, struct lcm_lowering *l,
                      const lcm_ast *loop);

/* ---- accesses (lower_access.c) --------------------------------------------
 */

/* Put what the statements from "first" to "last" read and write into
 * "node". */
void lcm_lower_accesses(struct lcm_lowering *l, lcm_node *node,
                        const lcm_ast *first, const lcm_ast *last);

/* Put the static cost of the statements from "first" to "last" into "node":
 * floating-point operations, and the name of a library function whose cost is
 * not known as attribute `calls`. */
void lcm_lower_cost(struct lcm_lowering *l, lcm_node *node,
                    const lcm_ast *first, const lcm_ast *last);

/* Return the section of the C lvalue between "begin" and "end", whose syntax
 * is "ast"; datum NULL where it is none. */
lcm_section lcm_lower_place(struct lcm_lowering *l, const lcm_ast *ast);

/* ---- statements (lower_stmt.c) --------------------------------------------
 */

/* Lower the statements "first" .. of one block, up to offset "end", into
 * "nodes". */
void lcm_lower_block(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *first, unsigned end);

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

/* Return the loop "ast" as a LOOP, WHILE or PARLOOP ("kind") node with its body
 * lowered; collapsed loops give several ranges. */
lcm_node *lcm_lower_loop(struct lcm_lowering *l, lcm_node_kind kind,
                         const lcm_ast *ast, unsigned collapse);

/* Return "node" with what the directives at "anchor" say. */
const lcm_node *lcm_lower_apply(struct lcm_lowering *l, lcm_node *node,
                                size_t anchor);

/* Return "node" with what "meaning" says. */
const lcm_node *lcm_lower_mean(struct lcm_lowering *l, lcm_node *node,
                               const struct lcm_meaning *meaning);

/* Set the only child of "node". */
void lcm_lower_child(struct lcm_lowering *l, lcm_node *node,
                     const lcm_node *child);

/* ---- OpenMP (lower_omp.c) -------------------------------------------------
 */

/* Return the node of the standalone pragma "pragma"; NULL where it makes
 * none. */
const lcm_node *lcm_lower_standalone(struct lcm_lowering *l,
                                     const lcm_pragma *pragma);

/* Return the node of the pragma number "at" that governs the statement "ast",
 * with the "n" - 1 pragmas behind it stacked between them. */
const lcm_node *lcm_lower_construct(struct lcm_lowering *l, size_t at, size_t n,
                                    const lcm_ast *ast);

/* Return TEAM{PARLOOP} for the loop "ast" that a comment declares parallel. */
const lcm_node *lcm_lower_parallel(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_meaning *meaning);

/* ---- sidecar files (lower_sidecar.c) --------------------------------------
 */

/* Read the sidecar files and take what they declare. */
void lcm_sidecars_read(struct lcm_lowering *l);

/* Bind the entries for lines and for whole functions to anchors. */
void lcm_sidecars_bind(struct lcm_lowering *l);

/* Return "body", the finished body of "function" whose syntax is "ast", with
 * what the entries for its nodes say. */
const lcm_node *lcm_sidecars_apply(struct lcm_lowering *l, const lcm_ast *ast,
                                   const lcm_node *body);

/* ---- units (lower_unit.c) -------------------------------------------------
 */

/* Lower the parsed file "syntax" of "input" with the text "text" and the
 * active pragmas "pragmas" into "*out". */
LCM_NODISCARD lcm_status lcm_lower_unit(
    const lcm_program **out, lcm_ctx *ctx,
    const struct lcm_analyze_options *options,
    const struct lcm_unit_input *input, const struct lcm_syntax *syntax,
    const lcm_pragma_list *pragmas, const char *text, size_t len);

#ifdef __cplusplus
}
#endif

#endif
