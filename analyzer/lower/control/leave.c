/* What leaves a loop before its condition ends it. */
#include <string.h>

#include "analyzer/lower/control/header.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/node.h"

/* What is around a statement inside a loop. */
struct inside {
  const lcm_ast *body; /* of the loop in question */
  bool loop;           /* a loop that begins inside of it */
  bool choice;         /* or a switch */
};

/* Return whether "ast" lies in "above" or is it. */
static bool lies_in(const lcm_ast *ast, const lcm_ast *above) {
  while (ast && ast != above)
    ast = ast->parent;
  return ast;
}

/* Return the label "name" in or below "ast", or NULL. */
static const lcm_ast *find_label(const lcm_ast *ast, const char *name) {
  const lcm_ast *found =
      ast->kind == LCM_AST_LABEL && ast->name == name ? ast : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_LABEL))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_label(at, name);
  return found;
}

/* Return whether the statement "ast" itself leaves the loop. */
static bool leaves(const lcm_ast *ast, struct inside in) {
  return ast->kind == LCM_AST_RETURN ||
         (ast->kind == LCM_AST_BREAK && !in.loop && !in.choice) ||
         (ast->kind == LCM_AST_GOTO && !find_label(in.body, ast->name));
}

/* Return the first statement in or below "ast" that leaves the loop, or
 * NULL. */
static const lcm_ast *find_exit(const lcm_ast *ast, struct inside in) {
  const lcm_ast *found = leaves(ast, in) ? ast : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return NULL;
  in.loop = in.loop || (lcm_ast_is_loop(ast) && ast != in.body);
  in.choice = in.choice || ast->kind == LCM_AST_SWITCH;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_exit(at, in);
  return found;
}

/* Return the first jump in or below "ast", which is not in "body", to a label
 * in that, or NULL. */
static const lcm_ast *find_entry(const lcm_ast *ast, const lcm_ast *body) {
  const lcm_ast *found = ast->kind == LCM_AST_GOTO &&
                                 find_label(body, ast->name) &&
                                 !lies_in(ast, body)
                             ? ast
                             : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_entry(at, body);
  return found;
}

const char *lcm_loop_left(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *body = lcm_loop_body(ast);
  const lcm_ast *found =
      body ? find_exit(body, (struct inside){body, false, false}) : NULL;
  if (!found && body && l->function && (body->holds & LCM_AST_HOLDS_LABEL))
    found = find_entry(l->function, body);
  if (!found)
    return NULL;
  const char *word = found->kind == LCM_AST_RETURN  ? "return"
                     : found->kind == LCM_AST_BREAK ? "break"
                                                    : "goto";
  return lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s in line %u", word,
                          lcm_lower_loc(l, found).line);
}

/* Return the variable called "name" in or below "ast", or NULL. */
static const lcm_ast *find_variable(const lcm_ast *ast, const char *name) {
  const lcm_ast *found =
      (ast->kind == LCM_AST_REF || ast->kind == LCM_AST_VAR) && ast->key &&
              ast->name && !strcmp(ast->name, name)
          ? ast
          : NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_variable(at, name);
  return found;
}

/* Return the first change of the variable "key" in or below "ast", or NULL. */
static const lcm_ast *find_change(const lcm_ast *ast, const char *key) {
  const lcm_ast *found = lcm_ast_is_change(ast) && ast->first &&
                                 ast->first->kind == LCM_AST_REF &&
                                 ast->first->key == key
                             ? ast
                             : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_change(at, key);
  return found;
}

const char *lcm_loop_moved(struct lcm_lowering *l, const lcm_ast *ast,
                           const char *name) {
  const lcm_ast *body = lcm_loop_body(ast);
  const lcm_ast *index = NULL;
  const char *plain = strncmp(name, "c.", 2) ? name : name + 2;
  for (const lcm_ast *at = ast->first; at && at != body && !index;
       at = at->next)
    index = find_variable(at, plain);
  const lcm_ast *found = index ? find_change(body, index->key) : NULL;
  return found ? lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s in line %u", plain,
                                  lcm_lower_loc(l, found).line)
               : NULL;
}
