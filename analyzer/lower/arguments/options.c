/* What a program does only where it gets arguments for that. */
#include <string.h>

#include "analyzer/lower/arguments/argument.h"
#include "analyzer/lower/arguments/need.h"
#include "analyzer/lower/arguments/options.h"
#include "analyzer/lower/control/leave.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"
#include "base/find.h"

/* A function that gets the arguments of the program. */
struct asking {
  struct lcm_lowering *l;
  const lcm_ast *count;  /* its parameter argc */
  const lcm_ast *vector; /* and argv */
  const char *function;
  bool is_main;
};

/* Return whether "ast" or something below it speaks of the arguments, not only
 * of their number where "text". */
static bool mentions(const struct asking *a, const lcm_ast *ast, bool text) {
  if (ast->kind == LCM_AST_REF && ast->key &&
      ((!text && ast->key == a->count->key) || ast->key == a->vector->key))
    return true;
  if ((ast->kind == LCM_AST_REF || ast->kind == LCM_AST_CALL) && ast->name &&
      (!strncmp(ast->name, "getopt", 6) || !strcmp(ast->name, "optarg") ||
       !strcmp(ast->name, "optind")))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (mentions(a, at, text))
      return true;
  return false;
}

/* Return the function of the file called "name", NULL for none. */
static const lcm_ast *find_function(const struct lcm_lowering *l,
                                    const char *name) {
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == name)
      return top;
  return NULL;
}

/* Return whether the statement "ast" of `main` ("returns") or of another
 * function always ends the program. */
static bool ends(const struct lcm_lowering *l, const lcm_ast *ast, bool returns,
                 unsigned depth) {
  enum { DEEPEST = 4 };
  if (lcm_leave_is_final(ast) || (returns && ast->kind == LCM_AST_RETURN))
    return true;
  const lcm_ast *callee =
      ast->kind == LCM_AST_CALL && ast->name && depth < DEEPEST
          ? find_function(l, ast->name)
          : NULL;
  if (callee && callee->last && callee->last->kind == LCM_AST_COMPOUND)
    return ends(l, callee->last, false, depth + 1);
  for (const lcm_ast *at = ast->kind == LCM_AST_COMPOUND ? ast->first : NULL;
       at; at = at->next)
    if (ends(l, at, returns, depth))
      return true;
  return false;
}

/* Return whether the library function "name" is one that arguments are read
 * with, or messages written. */
static bool is_reader(const char *name) {
  static const char *const PREFIXES[] = {
      "ato",    "exit",  "err",     "fopen",  "fprintf",  "fputs",
      "getenv", "getop", "perror",  "printf", "put",      "scanf",
      "snprin", "sprin", "sscanf",  "str",    "tolower",  "toupper",
      "vfprin", "warn",  "__ctype", "is",     "basename", "fscanf",
      "fget",   "getc",  "fclose",  "feof"};
  for (size_t i = 0; name && i < sizeof PREFIXES / sizeof *PREFIXES; i++)
    if (!strncmp(name, PREFIXES[i], strlen(PREFIXES[i])))
      return true;
  return false;
}

/* Return whether the statement "ast" does nothing but read arguments: no work
 * is done in it, unless the program ends there. */
static bool only_reads(const struct asking *a, const lcm_ast *ast) {
  const bool statement =
      ast->parent && (ast->parent->kind == LCM_AST_COMPOUND ||
                      ast->parent->kind == LCM_AST_IF);
  if (ast->kind == LCM_AST_COMPOUND && ends(a->l, ast, a->is_main, 0))
    return true;
  if (ast->kind == LCM_AST_CALL &&
      (ast->is_system ? !is_reader(ast->name)
                      : statement && !ends(a->l, ast, a->is_main, 0)))
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!only_reads(a, at))
      return false;
  return true;
}

/* Return the offset behind what comes before "ast" in the statement around: its
 * own where one use of a macro makes both. */
static unsigned end_before(const lcm_ast *ast) {
  unsigned out = ast->parent ? ast->parent->begin : ast->begin;
  for (const lcm_ast *at = ast->parent ? ast->parent->first : NULL;
       at && at != ast; at = at->next)
    out = at->end;
  return out < ast->begin ? out : ast->begin;
}

/* Return whether nothing is said, in comments or pragmas, of "ast". */
static bool is_unsaid(const struct lcm_lowering *l, const lcm_ast *ast) {
  const unsigned from = end_before(ast);
  const size_t i = lcm_lower_pragma(l, from);
  return ast->end <= l->len && from <= ast->end &&
         !(i < l->bound.pragmas.n &&
           l->bound.pragmas.at[i].loc.begin < ast->end) &&
         !lcm_find(l->text + from, ast->end - from, "lcm:");
}

/* Return whether something is said of "ast" in a comment before it. */
static bool said_before(const struct lcm_lowering *l, const lcm_ast *ast) {
  const unsigned from = end_before(ast);
  return ast->begin > l->len || from > ast->begin ||
         lcm_find(l->text + from, ast->begin - from, "lcm:");
}

/* Note what "ast" gives values to: the program does so only where it gets
 * arguments for that. */
static void note_optional(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  if (lcm_ast_is_change(ast) && target && target->key)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.optional, target->key, 1);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    note_optional(l, at);
}

/* Let the statement "ast" do only what its part "kept" (NULL: nothing) does. */
static void reduce(struct asking *a, lcm_ast *ast, lcm_ast *kept) {
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at != kept)
      note_optional(a->l, at);
  ast->kind = LCM_AST_COMPOUND;
  ast->first = ast->last = kept;
  ast->flops = ast->ops = 0;
  if (kept)
    kept->next = NULL;
  if (a->count)
    lcm_map_put(lcm_ctx_arena(a->l->ctx), &a->l->globals.asking, a->function,
                1);
}

/* Return the number that "e", a condition of "function", is without arguments,
 * for all numbers above 0 that the one parameter it speaks of beside how many
 * there are may have; NULL where it is none. */
static const lcm_expr *without_any(struct lcm_lowering *l,
                                   const lcm_ast *function, const lcm_expr *e) {
  static const int TRIED[] = {1, 2, 1000};
  const char *count = function->first->name;
  const lcm_expr *found = lcm_argument_none(l, e, count);
  const lcm_ast *param = function->first->next->next;
  if (found || !e)
    return found;
  while (param && param->kind == LCM_AST_PARAM &&
         !(param->range && param->name && lcm_expr_has(e, param->name)))
    param = param->next;
  if (!param || param->kind != LCM_AST_PARAM)
    return NULL;
  for (size_t i = 0; i < sizeof TRIED / sizeof *TRIED; i++) {
    const struct lcm_subst by = {param->name, lcm_expr_int(l->ctx, TRIED[i])};
    const lcm_expr *one =
        lcm_argument_none(l, lcm_expr_subst(l->ctx, e, &by, 1), count);
    if (!one || (found && found != one))
      return NULL;
    found = one;
  }
  return found;
}

/* Return whether the condition "e" of "function" is the same, however many
 * arguments a user might type. */
static bool is_beyond(struct lcm_lowering *l, const lcm_ast *function,
                      const lcm_expr *e) {
  enum { MOST = 16 };
  const char *count = function->first->name;
  const lcm_expr *found = lcm_argument_none(l, e, count);
  for (int n = 2; found && n <= MOST; n++) {
    const struct lcm_subst some = {count, lcm_expr_int(l->ctx, n)};
    if (lcm_expr_subst(l->ctx, e, &some, 1) != found)
      return false;
  }
  return found;
}

int lcm_options_taken(struct lcm_lowering *l, const lcm_ast *function,
                      const lcm_ast *cond) {
  double number = 0;
  const lcm_expr *e =
      lcm_options_reads(l, function) && function->first->name
          ? without_any(l, function, lcm_lower_expr(l, cond->begin, cond->end))
          : NULL;
  return e && lcm_expr_is_number(e, &number) ? number != 0 : -1;
}

/* Reduce the `if` "ast" to the arm that is taken without arguments, or, where
 * the program ends in that, to the other one. */
static void reduce_if(struct asking *a, lcm_ast *ast) {
  lcm_ast *yes = ast->first ? ast->first->next : NULL;
  double number = 0;
  if (!yes || !a->count || !mentions(a, ast->first, false) ||
      (ast->first->holds & LCM_AST_HOLDS_CHANGE))
    return;
  const lcm_expr *cond = lcm_lower_partial_condition(a->l, ast);
  const lcm_expr *e = without_any(a->l, a->count->parent, cond);
  if (!e || !lcm_expr_is_number(e, &number))
    return;
  lcm_ast *taken = number != 0 ? yes : yes->next;
  lcm_ast *other = number != 0 ? yes->next : yes;
  const struct lcm_need need = {
      .branch = ast, .taken = taken, .other = other, .vector = a->vector->key};
  if ((taken && ends(a->l, taken, a->is_main, 0)) || lcm_need_is_there(&need)) {
    if (!taken || is_unsaid(a->l, taken))
      reduce(a, ast, other);
  } else if (!other || (is_unsaid(a->l, other) &&
                        (only_reads(a, other) ||
                         is_beyond(a->l, a->count->parent, cond))))
    reduce(a, ast, taken);
}

/* Return the arm of the `if` "ast" that is taken where nothing is found outside
 * of the program in "*taken", NULL for none, the other one in "*other"; false
 * where it does not ask for that. */
static bool find_arms(const struct asking *a, const lcm_ast *ast,
                      lcm_ast **taken, lcm_ast **other) {
  lcm_ast *yes = ast->first ? ast->first->next : NULL;
  const int holds = yes ? lcm_argument_found(a->l, ast->first) : -1;
  *taken = holds > 0 ? yes : yes ? yes->next : NULL;
  *other = holds > 0 ? yes->next : yes;
  return holds >= 0;
}

/* Note what the program needs of what "ast" and the statements in it ask for:
 * without it, they end the program or the function. */
static void find_needs(struct asking *a, const lcm_ast *ast) {
  lcm_ast *taken = NULL;
  lcm_ast *other = NULL;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT) && ast->kind != LCM_AST_COMPOUND)
    return;
  if (ast->kind == LCM_AST_IF && find_arms(a, ast, &taken, &other) &&
      ((taken && ends(a->l, taken, true, 0)) ||
       (other && !only_reads(a, other))))
    lcm_argument_need(a->l, ast->first);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    find_needs(a, at);
}

/* Leave out what "ast" and the statements in it do only where something is
 * found outside of the program. */
static void take_absent(struct asking *a, lcm_ast *ast) {
  lcm_ast *taken = NULL;
  lcm_ast *other = NULL;
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT) && ast->kind != LCM_AST_COMPOUND)
    return;
  if (ast->kind == LCM_AST_IF && !said_before(a->l, ast) &&
      find_arms(a, ast, &taken, &other) && other && is_unsaid(a->l, other) &&
      only_reads(a, other) && !(taken && ends(a->l, taken, true, 0))) {
    lcm_argument_lack(a->l, a->function, ast->first);
    reduce(a, ast, taken);
  }
  for (lcm_ast *at = ast->first; at; at = at->next)
    take_absent(a, at);
}

/* Return whether the function "top" asks for variables of the environment, or
 * for files. */
static bool asks_outside(const struct lcm_lowering *l, const lcm_ast *top) {
  const size_t n = top->end - top->begin;
  return top->end <= l->len && top->begin < top->end &&
         (lcm_find(l->text + top->begin, n, "getenv") ||
          lcm_find(l->text + top->begin, n, "fopen"));
}

/* Return whether the loop "ast" goes through the arguments and only reads
 * them. */
static bool is_reading(const struct asking *a, const lcm_ast *ast) {
  bool asked = false;
  bool read = mentions(a, ast->last, true);
  for (const lcm_ast *at = ast->first; at && at != ast->last; at = at->next) {
    asked = asked || mentions(a, at, false);
    read = read || mentions(a, at, true);
  }
  return ast->kind != LCM_AST_DO && asked && read && is_unsaid(a->l, ast) &&
         only_reads(a, ast->last);
}

/* Leave out what the statement "ast" and those in it do only where there are
 * arguments for that. */
static void take(struct asking *a, lcm_ast *ast) {
  if (!(ast->holds & LCM_AST_HOLDS_STATEMENT) && ast->kind != LCM_AST_COMPOUND)
    return;
  if (lcm_ast_is_loop(ast) && is_reading(a, ast))
    reduce(a, ast, NULL);
  else if (ast->kind == LCM_AST_IF && !said_before(a->l, ast))
    reduce_if(a, ast);
  for (lcm_ast *at = ast->first; at; at = at->next)
    take(a, at);
}

/* Leave out the arms of the `if` "ast" and those in its other arm that are not
 * taken because a text that options may set is another one. */
static void take_texts(struct asking *a, lcm_ast *ast) {
  lcm_ast *taken = NULL;
  lcm_ast *other = NULL;
  if (ast->kind != LCM_AST_IF)
    return;
  if (find_arms(a, ast, &taken, &other) && !said_before(a->l, ast) &&
      (!other || is_unsaid(a->l, other)))
    reduce(a, ast, taken);
  else if (ast->first->next)
    taken = ast->first->next->next;
  if (taken)
    take_texts(a, taken);
}

/* Leave out what the statements of "body" do only for other texts than those
 * that the function sets itself: `mode = "large";`. */
static void follow_texts(struct asking *a, const lcm_ast *body) {
  for (lcm_ast *at = body->holds & LCM_AST_HOLDS_LABEL ? NULL : body->first; at;
       at = at->next) {
    take_texts(a, at);
    lcm_argument_text(a->l, at);
  }
  a->l->globals.texts = (lcm_map){0};
}

/* Return whether the parameter "ast" is a vector of strings. */
static bool is_vector(const struct lcm_lowering *l, const lcm_ast *ast) {
  const size_t n = ast->end - ast->begin;
  if (ast->kind != LCM_AST_PARAM || !ast->is_pointer || ast->end > l->len ||
      ast->begin > ast->end)
    return false;
  const char *text = l->text + ast->begin;
  const char *star = memchr(text, '*', n);
  return lcm_find(text, n, "char") && star &&
         (memchr(star + 1, '*', n - (size_t)(star + 1 - text)) ||
          memchr(star, '[', n - (size_t)(star - text)));
}

/* Return the variable of a structure type that "function" returns, as its key;
 * NULL where it returns none, or not always that. */
static const char *returned(const lcm_ast *ast) {
  const lcm_ast *value = ast->kind == LCM_AST_RETURN ? ast->first : NULL;
  const char *found = NULL;
  if (value)
    return value->kind == LCM_AST_REF && value->is_record && value->is_local
               ? value->key
               : NULL;
  for (const lcm_ast *at = ast->first; at; at = at->next) {
    const char *here = returned(at);
    if (found && here && here != found)
      return NULL;
    found = found ? found : here;
  }
  return found;
}

/* Return whether "ast" is the member "member" (NULL: any) of the variable with
 * the key "key". */
static bool is_member_of(const lcm_ast *ast, const char *key,
                         const char *member) {
  return ast->kind == LCM_AST_MEMBER && ast->key && ast->name &&
         (!member || ast->name == member) && ast->first &&
         ast->first->kind == LCM_AST_REF && ast->first->key == key;
}

/* Return how often "ast", or something below it, may change the member "member"
 * of the variable with the key "key": as a whole, too; not where it only gives
 * the address of the member away, if "reads". */
static unsigned changes(const lcm_ast *ast, const char *key, const char *member,
                        bool reads) {
  const lcm_ast *at = ast->first;
  unsigned n = 0;
  if (lcm_ast_is_change(ast) && at) {
    const bool direct = at->kind == LCM_AST_REF && at->key == key;
    n += direct || (is_member_of(at, key, member) &&
                    !(reads && ast->kind == LCM_AST_ADDRESS));
  }
  for (; at; at = at->next)
    n += changes(at, key, member, reads);
  return n;
}

bool lcm_options_reads(const struct lcm_lowering *l, const lcm_ast *function) {
  return function->first && function->first->next &&
         is_vector(l, function->first->next);
}

/* Note the members of the variable with the key "key" that "ast", a part of the
 * body "block" of a function which gets the arguments of the program, gives the
 * address of away, but sets itself: others read options into them. */
static void note_taken(struct asking *a, const lcm_ast *block,
                       const lcm_ast *ast, const char *key) {
  const lcm_ast *to = ast->kind == LCM_AST_ADDRESS ? ast->first : NULL;
  lcm_arena *arena = lcm_ctx_arena(a->l->ctx);
  if (to && is_member_of(to, key, NULL) &&
      changes(block, key, to->name, true) == 1) {
    lcm_map_put(arena, &a->l->globals.optional, to->key, 1);
    lcm_map_put(arena, &a->l->globals.asking, a->function, 1);
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    note_taken(a, block, at, key);
}

void lcm_options_take(struct lcm_lowering *l) {
  for (const lcm_ast *top = l->syntax->top; top; top = top->next) {
    struct asking a = {.l = l, .count = top->first};
    if (top->kind == LCM_AST_FUNCTION && top->last && asks_outside(l, top)) {
      struct asking outside = {.l = l, .function = top->name};
      lcm_argument_seek(l, top);
      find_needs(&outside, top->last);
      take_absent(&outside, top->last);
    }
    if (top->kind != LCM_AST_FUNCTION || !a.count || !top->last ||
        a.count->kind != LCM_AST_PARAM || a.count->is_pointer ||
        !a.count->name || !a.count->next || !is_vector(l, a.count->next) ||
        lcm_lower_is_given(l, a.count->name))
      continue;
    a.vector = a.count->next;
    a.function = top->name;
    a.is_main = !strcmp(top->name, "main");
    take(&a, top->last);
    follow_texts(&a, top->last);
    const char *key =
        (top->last->holds & LCM_AST_HOLDS_MEMBER) ? returned(top->last) : NULL;
    if (key)
      note_taken(&a, top->last, top->last, key);
  }
}

/* Return whether "param" is a default that the function which is lowered has
 * before "loc", so that what is set there takes its place. */
static bool is_earlier(const struct lcm_lowering *l, const lcm_param *param,
                       lcm_loc loc) {
  return l->function && param->value && param->loc.begin < loc.begin &&
         param->loc.begin >= l->function->begin && loc.begin < l->function->end;
}

void lcm_options_default(struct lcm_lowering *l, const char *name,
                         const lcm_expr *value, lcm_loc loc) {
  const lcm_param param = {.name = name, .value = value, .loc = loc};
  for (size_t i = 0; i < l->declared.params.n; i++)
    if (!strcmp(l->declared.params.at[i].name, name)) {
      if (is_earlier(l, &l->declared.params.at[i], loc))
        l->declared.params.at[i] = param;
      return;
    }
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->declared.params, param);
}

bool lcm_options_set(const struct lcm_lowering *l, const char *key) {
  size_t known = 0;
  return key && lcm_map_get(&l->globals.optional, key, &known);
}

bool lcm_options_give(const struct lcm_lowering *l, const lcm_ast *ast) {
  return lcm_options_set(l, ast->key);
}

void lcm_options_assume(const struct lcm_lowering *l, lcm_node *body,
                        const char *function) {
  static const char OPTIONS[] =
      "the program gets the arguments that it needs, and no options";
  const char **texts = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), const char *,
                                     l->globals.lacking.n + 1);
  size_t known = 0;
  size_t n = 0;
  if (lcm_map_get(&l->globals.asking, function, &known))
    texts[n++] = OPTIONS;
  for (size_t i = 0; i < l->globals.lacking.n; i++)
    if (l->globals.lacking.at[i].function == function)
      texts[n++] = l->globals.lacking.at[i].text;
  body->assumes = n ? texts : NULL;
  body->n_assumes = n;
}

void lcm_options_globals(struct lcm_lowering *l) {
  size_t changing = 0;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_DECLARATION && top->name && top->has_value &&
        (top->is_static || l->options->alone) && lcm_options_give(l, top) &&
        !lcm_map_get(&l->globals.changing, top->key, &changing))
      lcm_options_default(l, lcm_lower_name(l, top->name),
                          lcm_expr_int(l->ctx, top->value),
                          lcm_lower_loc(l, top));
}

void lcm_options_results(struct lcm_lowering *l, lcm_node *body,
                         const lcm_ast *function) {
  const lcm_ast *block = function->last;
  const bool reads = lcm_options_reads(l, function);
  const char *key = block && block->kind == LCM_AST_COMPOUND &&
                            (block->holds & LCM_AST_HOLDS_MEMBER)
                        ? returned(block)
                        : NULL;
  for (const lcm_ast *at = key ? block->first : NULL; at; at = at->next) {
    const lcm_ast *to = at->kind == LCM_AST_ASSIGN ? at->first : NULL;
    double value = 0;
    if (!to || to->kind != LCM_AST_MEMBER || !to->first ||
        to->first->kind != LCM_AST_REF || to->first->key != key || !to->name ||
        changes(block, key, to->name, reads) != 1)
      continue;
    const lcm_expr *e = lcm_lower_value(l, at);
    if (e && lcm_expr_is_number(e, &value) && value == (double)(long)value)
      lcm_lower_attribute(
          l, body, LCM_INTERN_JOINED(l->ctx, "result.", to->name),
          lcm_arena_printf(lcm_ctx_arena(l->ctx), "%ld", (long)value));
  }
}
