/* What the members of structures hold all the time. */
#include "model/link/members.h"

#include <stdlib.h>
#include <string.h>

#include "model/link/alone.h"
#include "model/link/holdings.h"
#include "model/link/objects.h"
#include "model/link/passes.h"
#include "model/link/returned.h"
#include "model/link/rewrite.h"

/* How far values are followed. */
enum { MOST_DEEP = 24 };

/* ---- what is said --------------------------------------------------------
 */

/* Return the part of "text" up to the next blank, and go behind that. */
static const char *take(lcm_ctx *ctx, const char **text, const char *end) {
  const char *from = *text;
  const size_t n = (size_t)(end - from);
  const char *blank = memchr(from, ' ', n);
  *text = blank ? blank + 1 : end;
  return lcm_intern_n(ctx, from, blank ? (size_t)(blank - from) : n);
}

/* Read the word between "text" and "end", of the function number "i". */
static void read_word(struct lcm_settling *s, const char *text, const char *end,
                      size_t i) {
  struct lcm_said word = {.what = *text, .function = i};
  size_t used = 0;
  text += text + 1 < end ? 2 : 1;
  word.key = take(s->ctx, &text, end);
  if (strchr("RWEDBZLAQIJc", word.what))
    word.at = (unsigned)strtoul(take(s->ctx, &text, end), NULL, 10);
  if (strchr("IJc", word.what) ? text < end
                               : !strchr("RWEDBZLAQ", word.what) && text < end)
    word.more = take(s->ctx, &text, end);
  if (strchr("TY", word.what)) {
    word.at = (unsigned)strtoul(take(s->ctx, &text, end), NULL, 10);
    word.head = take(s->ctx, &text, end);
  }
  const struct lcm_expr_source source = {.text = text,
                                         .len = (size_t)(end - text)};
  const bool sets = strchr("WEDBQ", word.what);
  if (sets && (text >= end ||
               lcm_expr_parse_exact(&word.value, &used, s->ctx, &source)))
    word.value = NULL;
  if (!s->live[i] &&
      (strchr("PRWDULFCATIJKMca", word.what) || (word.what == 'Z' && word.at)))
    return;
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), lcm_settling_list(s, word.key),
               s->words.n);
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->words, word);
}

/* Note that function number "i" makes the call "node". */
static void note_call(struct lcm_settling *s, size_t i, const lcm_node *node) {
  size_t found = 0;
  const char *key = lcm_intern(s->ctx, node->u.call.callee);
  const struct lcm_caller caller = {i, node};
  lcm_caller_list *list = NULL;
  if (lcm_map_get(&s->callers, key, &found))
    list = (lcm_caller_list *)(uintptr_t)found;
  else {
    list = LCM_NEW(lcm_ctx_arena(s->ctx), lcm_caller_list);
    lcm_map_put(lcm_ctx_arena(s->ctx), &s->callers, key,
                (size_t)(uintptr_t)list);
  }
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), list, caller);
}

/* Read what function number "i" says, and note its calls. */
static void read_function(struct lcm_settling *s, size_t i) {
  const lcm_function *f = &s->program->functions[i];
  const char *text = f->body ? lcm_node_attribute(f->body, LCM_MEMBERS) : NULL;
  while (text && *text) {
    const size_t n = strcspn(text, ";");
    read_word(s, text, text + n, i);
    text += n + (text[n] == ';');
  }
  for (size_t k = 0; s->live[i] && k < s->calls[i].n; k++)
    if (s->calls[i].at[k]->kind == LCM_NODE_CALL)
      note_call(s, i, s->calls[i].at[k]);
}

/* Note whether a comment gives "node" a cost. */
static lcm_status note_model(const lcm_node *node, void *user) {
  struct lcm_settling *s = user;
  s->modelled = s->modelled || node->n_models > 0;
  return LCM_OK;
}

/* Note that function number "i" may run, and what it calls. */
static void enliven(struct lcm_settling *s, size_t i) {
  if (i >= s->program->n_functions || s->live[i])
    return;
  s->live[i] = true;
  for (size_t k = 0; k < s->calls[i].n; k++)
    if (s->calls[i].at[k]->kind == LCM_NODE_CALL)
      enliven(s, lcm_settling_function(
                     s, lcm_intern(s->ctx, s->calls[i].at[k]->u.call.callee)));
}

/* Note the functions that pointers may hold, also those that calls pass. */
static void find_held(struct lcm_settling *s) {
  const lcm_program *program = s->program;
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  lcm_passed_list list = {0};
  for (size_t i = 0; i < program->n_pointers; i++)
    for (size_t k = 0; k < program->pointers[i].n_holds; k++)
      lcm_map_put(arena, &s->held, program->pointers[i].holds[k], 1);
  for (size_t i = 0; i < program->n_functions; i++)
    for (size_t k = 0; k < s->calls[i].n; k++)
      if (s->calls[i].at[k]->kind == LCM_NODE_CALL)
        lcm_passes_read(&list, s->ctx, s->calls[i].at[k]);
  for (size_t i = 0; i < list.n; i++)
    if (!list.at[i].forwarded)
      lcm_map_put(arena, &s->held, list.at[i].key, 1);
}

/* Find the calls of all functions, and the functions that may run: those that
 * main calls, directly or not, and those of which something has the address. */
static void find_live(struct lcm_settling *s) {
  const lcm_program *program = s->program;
  bool begins = false;
  for (size_t i = 0; i < program->n_functions; i++) {
    const lcm_function *f = &program->functions[i];
    lcm_map_put(lcm_ctx_arena(s->ctx), &s->functions,
                lcm_intern(s->ctx, f->key), i + 1);
    if (f->body && !lcm_node_foreach(f->body, note_model, s))
      lcm_calls_find(s->ctx, &s->calls[i], f->body);
    begins = begins || (f->body && !strcmp(f->name, "main"));
  }
  find_held(s);
  for (size_t i = 0; i < program->n_functions; i++)
    if (!begins || s->modelled ||
        lcm_settling_is_held(s, &program->functions[i]) ||
        !strcmp(program->functions[i].name, "main"))
      enliven(s, i);
}

/* ---- structures that may change unseen -----------------------------------
 */

/* Return whether a variable "name" is defined in the program. */
static bool is_defined(struct lcm_settling *s, const char *name) {
  size_t found = 0;
  const lcm_number_list *list = lcm_map_get(&s->about, name, &found)
                                    ? (const lcm_number_list *)(uintptr_t)found
                                    : NULL;
  for (size_t i = 0; list && i < list->n; i++)
    if (s->words.at[list->at[i]].what == 'N')
      return true;
  return false;
}

/* Return the number of the function of the parameter "name", "f#0", the number
 * of them for none that has a body. */
static size_t owner_of(struct lcm_settling *s, const char *name) {
  const char *hash = strrchr(name, '#');
  return hash ? lcm_settling_function(
                    s, lcm_intern_n(s->ctx, name, (size_t)(hash - name)))
              : s->program->n_functions;
}

/* Return what the pointer to functions "name" may hold. */
static struct lcm_pointees held_by(struct lcm_settling *s, const char *name) {
  if (!s->holdings)
    s->holdings = lcm_holdings_find(s->ctx, s->program, s->calls, true);
  return lcm_holdings_of(s->holdings, name);
}

/* Put the parameters that "name" is into "list": itself, or those of the
 * functions that a call through the pointer "P" may go to of "*P#0"; false
 * where something else may get what it gets. */
static bool find_parameters(struct lcm_settling *s, lcm_name_list *list,
                            const char *name) {
  const char *hash = strrchr(name, '#');
  if (name[0] != '*' || !hash) {
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), list, name);
    return !hash || owner_of(s, name) < s->program->n_functions;
  }
  const struct lcm_pointees held =
      held_by(s, lcm_intern_n(s->ctx, name + 1, (size_t)(hash - name - 1)));
  bool all = !held.unknown && !held.open;
  for (size_t i = 0; i < held.n; i++) {
    const char *own = LCM_INTERN_JOINED(s->ctx, held.functions[i], hash);
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), list, own);
    all = all && owner_of(s, own) < s->program->n_functions;
  }
  return all;
}

/* Return whether what gets to "name" may be written, "written" being what is
 * known to be. */
static bool is_written(struct lcm_settling *s, const lcm_map *written,
                       const char *name) {
  lcm_name_list list = {0};
  size_t known = 0;
  bool any = !find_parameters(s, &list, name);
  for (size_t i = 0; i < list.n; i++)
    any = any || lcm_map_get(written, list.at[i], &known);
  return any;
}

/* Note the pointers to void that what "name" is gets to, "name" too, in
 * "reached". */
static void find_reached(struct lcm_settling *s, lcm_map *reached,
                         const char *name) {
  lcm_name_list list = {0};
  (void)find_parameters(s, &list, name);
  for (size_t i = 0; i < list.n; i++) {
    if (!lcm_settling_put(s, reached, list.at[i]))
      continue;
    const lcm_number_list *flows = lcm_settling_list(s, list.at[i]);
    for (size_t k = 0; k < flows->n; k++) {
      const struct lcm_said *word = &s->words.at[flows->at[k]];
      if (word->what == 'V')
        find_reached(s, reached, word->more);
    }
  }
}

/* Note the structures that the pointer "name", which leads to "record" of the
 * head "head", may be taken for by what it gets to: those that begin alike are
 * one for programs that do that. */
static void spoil_alike(struct lcm_settling *s, const lcm_map *reached,
                        const struct lcm_said *from) {
  for (size_t i = 0; i < s->words.n; i++) {
    const struct lcm_said *to = &s->words.at[i];
    size_t known = 0;
    if (to->what != 'T' || !lcm_map_get(reached, to->more, &known) ||
        to->key == from->key || to->head != from->head)
      continue;
    (void)lcm_settling_put(s, &s->spoiled, to->key);
    (void)lcm_settling_put(s, &s->spoiled, from->key);
  }
}

/* Let the words of pointers to void that become pointers to structures be those
 * of memory with zeros where they may come from elsewhere than from pointers to
 * structures. */
static void settle_typed(struct lcm_settling *s) {
  lcm_map foreign = {0};
  find_reached(s, &foreign, lcm_intern(s->ctx, "%"));
  find_reached(s, &foreign, lcm_intern(s->ctx, "?"));
  const struct lcm_pointees outside = held_by(s, lcm_intern(s->ctx, "?"));
  for (size_t i = 0; i < s->words.n; i++) {
    lcm_map reached = {0};
    if (s->words.at[i].what != 'Y')
      continue;
    find_reached(s, &reached, s->words.at[i].more);
    spoil_alike(s, &reached, &s->words.at[i]);
  }
  for (size_t i = 0; i < s->words.n; i++) {
    struct lcm_said *word = &s->words.at[i];
    size_t known = 0;
    if (word->what != 'T')
      continue;
    const size_t owner = owner_of(s, word->more);
    bool open = owner >= s->program->n_functions ||
                lcm_map_get(&foreign, word->more, &known);
    for (size_t k = 0; k < outside.n && !open; k++)
      open = !strcmp(outside.functions[k], s->program->functions[owner].key);
    word->what = open ? 'Z' : 'T';
  }
}

/* Return whether there is a word "what". */
static bool has_word(const struct lcm_settling *s, char what) {
  for (size_t i = 0; i < s->words.n; i++)
    if (s->words.at[i].what == what)
      return true;
  return false;
}

/* Return whether "key" is a variable at file scope, or a member of just one. */
static bool is_variable(const char *key) {
  return !strstr(key, "@S@") && !strstr(key, "@SA@");
}

/* Return whether functions are called that the program lacks. */
static bool lacks_functions(const struct lcm_settling *s) {
  for (size_t i = 0; i < s->program->n_functions; i++)
    for (size_t k = 0; k < s->calls[i].n; k++) {
      const lcm_node *node = s->calls[i].at[k];
      if (node->kind == LCM_NODE_CALL &&
          lcm_settling_function(s, lcm_intern(s->ctx, node->u.call.callee)) ==
              s->program->n_functions)
        return true;
    }
  return false;
}

/* Find the structures whose members may change unseen, and the variables that
 * files without functions define. */
static void find_spoiled(struct lcm_settling *s) {
  const bool lacks = lacks_functions(s);
  lcm_map written = {0};
  bool more = true;
  (void)lcm_settling_put(s, &written, lcm_intern(s->ctx, "!"));
  while (more) {
    more = false;
    for (size_t i = 0; i < s->words.n; i++) {
      const struct lcm_said *word = &s->words.at[i];
      size_t known = 0;
      if (word->what == 'V' && !lcm_map_get(&written, word->key, &known) &&
          is_written(s, &written, word->more))
        more = lcm_settling_put(s, &written, word->key) || more;
    }
  }
  for (size_t i = 0; i < s->words.n; i++) {
    const struct lcm_said *word = &s->words.at[i];
    size_t known = 0;
    if (word->what == 'X' && !is_defined(s, word->more) &&
        is_variable(word->key) && word->key == word->more && !lacks)
      s->words.at[i].what = 'O';
    else if (word->what == 'X' && !is_defined(s, word->more))
      (void)lcm_settling_put(s, &s->spoiled, word->key);
    if (word->what == 'S' ||
        (word->what == 'V' && lcm_map_get(&written, word->key, &known)))
      (void)lcm_settling_put(s, &s->spoiled, word->key);
    if (word->what == 'H' &&
        lcm_settling_function(s, word->more) == s->program->n_functions)
      (void)lcm_settling_put(s, &s->spoiled, word->key);
    if (word->what == 'G' &&
        lcm_settling_function(s, word->more) == s->program->n_functions)
      s->open = true;
  }
}

/* ---- in which order ------------------------------------------------------
 */

/* Return whether function number "i" itself reads what has the key "key" before
 * its offset "at", 0: anywhere. */
static bool reads_itself(struct lcm_settling *s, size_t i, const char *key,
                         unsigned at) {
  const lcm_number_list *list = lcm_settling_list(s, key);
  for (size_t k = 0; k < list->n; k++) {
    const struct lcm_said *word = &s->words.at[list->at[k]];
    if (word->what == 'R' && word->function == i && (!at || word->at < at))
      return true;
  }
  const char *whole = lcm_settling_record(s->ctx, key);
  return whole != key && reads_itself(s, i, whole, at);
}

/* Return whether the function number "i", or one that it calls, reads the
 * member "key"; "seen" has those that were looked at. */
static bool reads(struct lcm_settling *s, size_t i, const char *key,
                  bool *seen) {
  if (i >= s->program->n_functions || seen[i])
    return false;
  seen[i] = true;
  if (reads_itself(s, i, key, 0))
    return true;
  for (size_t k = 0; k < s->calls[i].n; k++) {
    const lcm_node *node = s->calls[i].at[k];
    if (node->kind == LCM_NODE_OPAQUE ||
        reads(s,
              lcm_settling_function(s, lcm_intern(s->ctx, node->u.call.callee)),
              key, seen))
      return true;
  }
  return false;
}

/* Return whether "inner" (or NULL) is in an argument of the call "node", which
 * comes after it. */
static bool is_around(const lcm_node *node, const lcm_node *inner) {
  return inner && node->loc.begin < inner->loc.begin &&
         node->loc.end >= inner->loc.end;
}

/* Return whether function number "i" always comes to its offset "at", and
 * nothing before that reads the member "key". */
static bool is_quiet(struct lcm_settling *s, size_t i, const char *key,
                     unsigned at, const lcm_node *self) {
  bool *seen =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), bool, s->program->n_functions + 1);
  const lcm_number_list *left = lcm_settling_list(s, lcm_intern(s->ctx, "-"));
  if (at && reads_itself(s, i, key, at))
    return false;
  for (size_t k = 0; k < left->n; k++) {
    const struct lcm_said *word = &s->words.at[left->at[k]];
    if (word->what == 'L' && word->function == i && word->at < at)
      return false;
  }
  for (size_t k = 0; k < s->calls[i].n; k++) {
    const lcm_node *node = s->calls[i].at[k];
    if (node == self || node->loc.begin >= at || is_around(node, self))
      continue;
    if (node->kind == LCM_NODE_OPAQUE ||
        reads(s,
              lcm_settling_function(s, lcm_intern(s->ctx, node->u.call.callee)),
              key, seen))
      return false;
  }
  return true;
}

/* Return whether "node" is executed once where "tree" is. */
static bool is_once(const lcm_node *tree, const lcm_node *node) {
  if (tree == node)
    return true;
  for (size_t i = 0; tree->kind == LCM_NODE_SERIES && i < tree->n_children; i++)
    if (is_once(tree->children[i], node))
      return true;
  return false;
}

/* Return whether the word "set" is followed, before anything reads the member,
 * once in each run. */
static bool is_early(struct lcm_settling *s, const struct lcm_said *set) {
  size_t i = set->function;
  unsigned at = set->at;
  const lcm_node *self = NULL;
  for (unsigned depth = 0; depth < MOST_DEEP; depth++) {
    const lcm_function *f = &s->program->functions[i];
    size_t found = 0;
    if (!is_quiet(s, i, set->key, at, self))
      return false;
    if (!strcmp(f->name, "main"))
      return true;
    if (lcm_settling_is_held(s, f) ||
        !lcm_map_get(&s->callers, lcm_intern(s->ctx, f->key), &found))
      return false;
    const lcm_caller_list *callers = (const lcm_caller_list *)(uintptr_t)found;
    self = callers->at[0].node;
    i = callers->at[0].function;
    at = self->loc.end;
    if (callers->n != 1 || !is_once(s->program->functions[i].body, self))
      return false;
  }
  return false;
}

/* Return whether the zeros of "zero" are gone before anything reads them: "set"
 * sets the member. */
static bool is_covered(struct lcm_settling *s, const struct lcm_said *zero,
                       const struct lcm_said *set) {
  if (set->what != 'W' && set->what != 'E')
    return false;
  return (zero->at && zero->function == set->function && zero->at <= set->at &&
          is_quiet(s, set->function, set->key, set->at, NULL)) ||
         is_early(s, set);
}

/* Return whether one of the words "sets", which all set the same, covers the
 * zeros of "zero". */
static bool is_covered_by_any(struct lcm_settling *s,
                              const struct lcm_said *zero,
                              const lcm_number_list *sets) {
  for (size_t i = 0; i < sets->n; i++)
    if (is_covered(s, zero, &s->words.at[sets->at[i]]))
      return true;
  return false;
}

/* ---- values --------------------------------------------------------------
 */

static const lcm_expr *value_of(struct lcm_settling *s, const char *member,
                                unsigned depth);
static const lcm_expr *resolve(struct lcm_settling *s, const lcm_expr *e,
                               size_t i, unsigned depth);

/* Return what all calls pass as parameter "k" of function number "i"; NULL
 * where they do not agree. */
static const lcm_expr *argument_of(struct lcm_settling *s, size_t i, size_t k,
                                   unsigned depth) {
  const lcm_function *f = &s->program->functions[i];
  const lcm_expr *all = NULL;
  size_t found = 0;
  if (lcm_settling_is_held(s, f) ||
      !lcm_map_get(&s->callers, lcm_intern(s->ctx, f->key), &found))
    return NULL;
  const lcm_caller_list *callers = (const lcm_caller_list *)(uintptr_t)found;
  for (size_t n = 0; n < callers->n; n++) {
    const lcm_expr *e = resolve(s, lcm_settling_passed(callers->at[n].node, k),
                                callers->at[n].function, depth + 1);
    if (!e || (all && e != all))
      return NULL;
    all = e;
  }
  return all;
}

/* What a function does to a variable. */
struct lets {
  const char *name;
  const lcm_expr *value;
  size_t n;
  bool index; /* a loop counts by it */
};

/* Note what "node" does to a variable. */
static lcm_status note_let(const lcm_node *node, void *user) {
  struct lets *lets = user;
  const bool loop = node->kind == LCM_NODE_LOOP ||
                    node->kind == LCM_NODE_PARLOOP ||
                    node->kind == LCM_NODE_WHILE;
  if (node->kind == LCM_NODE_LET && node->u.let.name == lets->name) {
    lets->value = node->u.let.value;
    lets->n++;
  }
  for (size_t i = 0; loop && i < node->u.loop.n_ranges; i++)
    lets->index = lets->index || node->u.loop.ranges[i].index == lets->name;
  return LCM_OK;
}

/* Return whether "name" is what each rank has for itself, or how many there
 * are. */
static bool is_of_rank(const char *name) {
  return !strcmp(name, "rank") || !strcmp(name, "ranks");
}

/* Return what "name" is in function number "i", in names that mean the same
 * everywhere; NULL where that is not known. */
static const lcm_expr *meaning_of(struct lcm_settling *s, const char *name,
                                  size_t i, unsigned depth) {
  const lcm_function *f = &s->program->functions[i];
  struct lets lets = {.name = name};
  const char *more = NULL;
  if (!strcmp(name, "p") || !strcmp(name, "procs") || is_of_rank(name) ||
      lcm_settling_is_param(s, name))
    return lcm_expr_symbol(s->ctx, name, LCM_DIM_NONE);
  if (lcm_settling_says(s, i, 'P', name, &more))
    return value_of(s, more, depth + 1);
  if (lcm_node_foreach(f->body, note_let, &lets) || lets.index ||
      lcm_settling_says(s, i, 'C', name, &more))
    return NULL;
  for (size_t k = 0; k < f->n_params; k++)
    if (f->params[k] == name)
      return lets.n ? NULL : argument_of(s, i, k, depth);
  if (lets.n)
    return lets.n == 1 ? resolve(s, lets.value, i, depth + 1) : NULL;
  return lcm_settling_says(s, i, 'F', name, &more)
             ? lcm_expr_symbol(s->ctx, name, LCM_DIM_NONE)
             : NULL;
}

/* Return "e" of function number "i" in names that mean the same everywhere;
 * NULL where that is not known. */
static const lcm_expr *resolve(struct lcm_settling *s, const lcm_expr *e,
                               size_t i, unsigned depth) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, s->ctx, e) : 0;
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), struct lcm_subst, n + 1);
  if (!e || depth > MOST_DEEP)
    return NULL;
  for (size_t k = 0; k < n; k++) {
    substs[k] =
        (struct lcm_subst){names[k], meaning_of(s, names[k], i, depth + 1)};
    if (!substs[k].by)
      return NULL;
  }
  return n ? lcm_expr_subst(s->ctx, e, substs, n) : e;
}

/* Add to "sets" and "zeros" the words that set the member "member", or "key",
 * which is that or its structure, to something; return whether that is all. */
static bool find_sets(struct lcm_settling *s, lcm_number_list *sets,
                      lcm_number_list *zeros, const char *key) {
  const lcm_number_list *list = lcm_settling_list(s, key);
  for (size_t k = 0; k < list->n; k++) {
    const char what = s->words.at[list->at[k]].what;
    if (what == 'U')
      return false;
    if (strchr("WEDBA", what))
      LCM_LIST_ADD(lcm_ctx_arena(s->ctx), sets, list->at[k]);
    if (what == 'Z')
      LCM_LIST_ADD(lcm_ctx_arena(s->ctx), zeros, list->at[k]);
  }
  return true;
}

/* Return the name for what the member "member" holds. */
static const char *name_of(struct lcm_settling *s, const char *member) {
  const char *path = strstr(member, "@FI@");
  const char *at = strrchr(member, '@');
  if (!is_variable(member) || !path)
    return lcm_intern(s->ctx, at ? at + 1 : member);
  const char *base = path;
  while (base > member && base[-1] != '@')
    base--;
  return lcm_intern(s->ctx,
                    lcm_arena_printf(lcm_ctx_arena(s->ctx), "%.*s%s%s",
                                     (int)(path - base), base,
                                     path[4] == '[' ? "" : ".", path + 4));
}

/* Return whether the param "param" is called as a member "name" of some
 * variable, and has the value "value". */
static bool is_of_variable(const lcm_param *param, const char *name,
                           const lcm_expr *value) {
  const char *dot = strrchr(param->name, '.');
  return dot && dot != param->name && !strcmp(dot + 1, name) &&
         param->value == value;
}

/* Return the name of the only param that is what "set" gives to the member
 * called "name" of a variable, NULL for none. */
static const char *param_of(const struct lcm_settling *s,
                            const struct lcm_said *set, const char *name) {
  const char *found = NULL;
  for (size_t i = 0; i < s->program->n_params; i++) {
    const lcm_param *param = &s->program->params[i];
    if (!is_of_variable(param, name, set->value))
      continue;
    if (found && found != param->name)
      return NULL;
    found = param->name;
  }
  return found;
}

/* Return a symbol for what "set" gives to "member": it is called as that, and a
 * param with that value where arguments of the program may give it another one.
 * NULL where it may be another one each time, or something reads the member
 * before. */
static const lcm_expr *named(struct lcm_settling *s, const struct lcm_said *set,
                             const char *member) {
  const char *name = name_of(s, member);
  const char *own = set->what == 'E' ? param_of(s, set, name) : NULL;
  if (own && is_early(s, set))
    return lcm_expr_symbol(s->ctx, own, LCM_DIM_NONE);
  const lcm_param param = {.name = name, .value = set->value, .found = true};
  if (!*name || (set->at && !is_early(s, set)) ||
      (set->what == 'A' && is_variable(member)) ||
      (set->what == 'E' && (!set->value || lcm_settling_is_param(s, name))))
    return NULL;
  if (set->what == 'E')
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->defaults, param);
  return lcm_expr_symbol(s->ctx, name, LCM_DIM_NONE);
}

/* Return the number in "sets" of the only word that sets something while the
 * program runs, before anything reads it, where others say what it begins with;
 * the number of "sets" for none. */
static size_t last_of(struct lcm_settling *s, const lcm_number_list *sets) {
  size_t found = sets->n;
  for (size_t i = 0; i < sets->n; i++) {
    if (s->words.at[sets->at[i]].what == 'B' ||
        (s->words.at[sets->at[i]].what == 'E' && !s->words.at[sets->at[i]].at))
      continue;
    if (found < sets->n)
      return sets->n;
    found = i;
  }
  return found < sets->n && sets->n > 1 &&
                 s->words.at[sets->at[found]].what != 'D' &&
                 is_early(s, &s->words.at[sets->at[found]])
             ? found
             : sets->n;
}

/* Return whether what the variable "key" begins with is not known: a file
 * without functions defines it. */
static bool begins_outside(struct lcm_settling *s, const char *key) {
  const lcm_number_list *list = lcm_settling_list(s, key);
  for (size_t i = 0; i < list->n; i++)
    if (s->words.at[list->at[i]].what == 'O')
      return true;
  return false;
}

/* Return whether one of the words "sets" is followed before anything reads what
 * it sets. */
static bool is_any_early(struct lcm_settling *s, const lcm_number_list *sets) {
  for (size_t i = 0; i < sets->n; i++) {
    const struct lcm_said *set = &s->words.at[sets->at[i]];
    if ((set->what == 'W' || set->what == 'E') && is_early(s, set))
      return true;
  }
  return false;
}

/* Return what the member "member" is set to wherever it is set; NULL where that
 * is not known, or it may be read before. */
static const lcm_expr *find_value(struct lcm_settling *s, const char *member,
                                  unsigned depth) {
  const char *record = lcm_settling_record(s->ctx, member);
  const lcm_expr *value = NULL;
  lcm_number_list sets = {0};
  lcm_number_list zeros = {0};
  size_t known = 0;
  const bool variable = is_variable(member);
  if ((s->open && !variable) || lcm_map_get(&s->spoiled, record, &known) ||
      lcm_map_get(&s->spoiled, member, &known) ||
      !find_sets(s, &sets, &zeros, member) ||
      (record != member && !find_sets(s, &sets, &zeros, record)) || !sets.n)
    return NULL;
  const size_t last = variable ? last_of(s, &sets) : sets.n;
  for (size_t i = last < sets.n ? last : 0; i < sets.n; i++) {
    const struct lcm_said *set = &s->words.at[sets.at[i]];
    if (set->what == 'A' || set->what == 'E')
      return sets.n == 1 || i == last ? named(s, set, member) : NULL;
    if (last < sets.n && i != last)
      continue;
    const lcm_expr *e = resolve(s, set->value, set->function, depth + 1);
    if (!e && !variable && sets.n == 1 && set->what == 'W')
      return named(s, set, member);
    if (!e || (value && e != value))
      return NULL;
    value = e;
  }
  if (begins_outside(s, member) && !is_any_early(s, &sets))
    return NULL;
  if (lcm_expr_is_int(value, 0))
    return value;
  if (!variable && zeros.n && (sets.n != 1 || zeros.n > 1))
    return NULL;
  for (size_t i = 0; i < zeros.n && last >= sets.n; i++)
    if (!is_covered_by_any(s, &s->words.at[zeros.at[i]], &sets))
      return NULL;
  return value;
}

/* Return the value of the member "member", NULL where it is not known. */
static const lcm_expr *value_of(struct lcm_settling *s, const char *member,
                                unsigned depth) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  size_t known = 0;
  if (lcm_map_get(&s->settled, member, &known))
    return known == 1 ? NULL : (const lcm_expr *)(uintptr_t)known;
  lcm_map_put(arena, &s->settled, member, 1);
  const lcm_expr *e = depth > MOST_DEEP ? NULL : find_value(s, member, depth);
  if (e)
    lcm_map_put(arena, &s->settled, member, (size_t)(uintptr_t)e);
  return e;
}

/* ---- params --------------------------------------------------------------
 */

/* Return what the name "name" is wherever it stands, NULL where that is not the
 * same or not known. */
static const lcm_expr *value_of_name(struct lcm_settling *s, const char *name) {
  const lcm_number_list *list = lcm_settling_list(s, name);
  const lcm_expr *value = NULL;
  for (size_t i = 0; i < list->n; i++) {
    const struct lcm_said *word = &s->words.at[list->at[i]];
    const lcm_expr *e = word->what == 'P' ? value_of(s, word->more, 0) : value;
    if (!e || (value && e != value))
      return NULL;
    value = e;
  }
  return value;
}

/* Return whether "value" is what each rank has for itself, or speaks of it. */
static bool speaks_of_ranks(const lcm_expr *value) {
  return lcm_expr_has(value, "rank") || lcm_expr_has(value, "ranks");
}

/* Return whether a function of "program" has a parameter called "name", gives
 * it a value, or counts with it. */
static bool is_given_somewhere(const lcm_program *program, const char *name) {
  bool found = false;
  for (size_t i = 0; i < program->n_functions && !found; i++) {
    const lcm_function *f = &program->functions[i];
    struct lets lets = {.name = name};
    for (size_t k = 0; k < f->n_params; k++)
      found = found || f->params[k] == name;
    found = found || (f->body && (lcm_node_foreach(f->body, note_let, &lets) ||
                                  lets.n || lets.index));
  }
  return found;
}

/* As meaning_of, from the outside. */
static const lcm_expr *own_meaning(struct lcm_settling *s, const char *name,
                                   size_t i) {
  return meaning_of(s, name, i, 0);
}

/* Return whether "member" holds one value for all ranks that is known. */
static bool is_settled(struct lcm_settling *s, const char *member) {
  const lcm_expr *value = value_of(s, member, 0);
  return value && !speaks_of_ranks(value);
}

/* What is found of the names of a program. */
struct found {
  LCM_LIST(lcm_param) params;
  LCM_LIST(struct lcm_subst) substs;
};

/* Note in "out" what the members are that functions know by names. */
static void find_names(struct found *out, struct lcm_settling *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const lcm_program *program = s->program;
  lcm_map seen = {0};
  for (size_t i = 0; i < s->words.n; i++) {
    const struct lcm_said word = s->words.at[i];
    const lcm_expr *e = word.what == 'P' &&
                                !lcm_settling_is_param(s, word.key) &&
                                lcm_settling_put(s, &seen, word.key)
                            ? value_of_name(s, word.key)
                            : NULL;
    const lcm_param param = {.name = word.key,
                             .tied = e,
                             .found = true,
                             .loc = program->functions[word.function].loc};
    if (!e || lcm_expr_has(e, word.key) || !lcm_alone_is(s, word.key))
      continue;
    const struct lcm_subst subst = {lcm_intern(s->ctx, word.key), e};
    if (!speaks_of_ranks(e))
      LCM_LIST_ADD(arena, &out->params, param);
    else if (!is_given_somewhere(program, subst.name))
      LCM_LIST_ADD(arena, &out->substs, subst);
  }
  for (size_t i = 0; i < s->defaults.n; i++) {
    s->defaults.at[i].loc = program->functions[0].loc;
    LCM_LIST_ADD(arena, &out->params, s->defaults.at[i]);
  }
}

const lcm_program *lcm_members_settle(lcm_ctx *ctx, const lcm_program *program,
                                      bool whole) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_settling s = {.ctx = ctx, .program = program};
  struct found found = {.substs = {0}};
  s.calls = LCM_NEW_ARRAY(arena, lcm_node_refs, program->n_functions + 1);
  s.live = LCM_NEW_ARRAY(arena, bool, program->n_functions + 1);
  find_live(&s);
  for (size_t i = 0; i < program->n_functions; i++)
    read_function(&s, i);
  if (has_word(&s, 'T'))
    settle_typed(&s);
  find_spoiled(&s);
  for (size_t i = 0; i < program->n_params; i++)
    LCM_LIST_ADD(arena, &found.params, program->params[i]);
  if (whole)
    find_names(&found, &s);
  struct lcm_rewriting what = {.substs = found.substs.at, .n = found.substs.n};
  for (size_t i = 0; i < program->n_functions; i++)
    lcm_returned_find(&what, &s, i, whole ? own_meaning : NULL);
  if (whole)
    lcm_objects_find(&what, &s, is_settled);
  program = lcm_program_rewrite(ctx, program, &what);
  if (found.params.n == program->n_params)
    return program;
  lcm_program *copy = LCM_NEW(arena, lcm_program);
  *copy = *program;
  copy->params = found.params.at;
  copy->n_params = found.params.n;
  return copy;
}
