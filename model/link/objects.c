/* What functions know of the objects that they are given.
 *
 * An object is a structure.  The functions that make objects set some of their
 * members, once, to what is made of parameters; where nothing else sets these,
 * the members hold for each object what it was made with.  A name "v.f" is the
 * member f of the object that the variable v of a function holds.  What it is
 * worth there is known where v gets its object from such a function; a function
 * whose parameter v is gets it from its callers, as one more parameter, if all
 * of them know it. */
#include "model/link/objects.h"

#include <string.h>

enum { MOST_DEEP = 12 };

/* How surely a function sets a member of the object that it is given. */
enum sets { SETS_NOT, SETS, SETS_MAYBE };

/* Where a node stands in its function: AT_ALL: in a series, and no branch
 * decides whether it is executed; AT_ONCE: nor does a loop. */
enum { AT_ALL = 1, AT_ONCE = 2 };

/* A name "holder.f" of function number "function". */
struct known {
  size_t function;
  const char *name;
  const char *holder;
  const char *member;
  bool lost; /* what it is worth is not known */
};

/* The objects of a program. */
struct objects {
  struct lcm_settling *s;
  lcm_is_settled_fn *is_settled;
  lcm_number_list *words; /* of each function */
  LCM_LIST(struct known) all;
  lcm_map known;    /* by number of the function and name: 1 + its number */
  lcm_map *holders; /* of each function, by variable: 2 where it is, else 1 */
  lcm_map followed; /* by member: 2 where it is, else 1 */
  lcm_map sets;     /* by function, variable and member: enum sets */
  lcm_map places;   /* by node: AT_ALL, AT_ONCE */
  bool begins;      /* there is a main: what nothing calls is not executed */
  bool *placed;     /* of each function: its nodes are in "places" */
};

/* ---- words ----------------------------------------------------------------
 */

/* Return the function number "i". */
static const lcm_function *function_of(const struct objects *o, size_t i) {
  return &o->s->program->functions[i];
}

/* Return the number of the parameter "name" of "f", "n_params" for none. */
static size_t param_of(const lcm_function *f, const char *name) {
  size_t k = 0;
  while (k < f->n_params && f->params[k] != name)
    k++;
  return k;
}

/* Return word number "k" of those of function number "i". */
static const struct lcm_said *said_by(const struct objects *o, size_t i,
                                      size_t k) {
  return &o->s->words.at[o->words[i].at[k]];
}

/* Return the word "what" of function number "i" about "key" that stands at "at"
 * (0: anywhere), NULL for none. */
static const struct lcm_said *word_of(const struct objects *o, size_t i,
                                      char what, const char *key, unsigned at) {
  for (size_t k = 0; k < o->words[i].n; k++) {
    const struct lcm_said *word = said_by(o, i, k);
    if (word->what == what && word->key == key && (!at || word->at == at))
      return word;
  }
  return NULL;
}

/* Return whether function number "i" has a call at its offset "at" that is a
 * node: it may be part of what has a model. */
static bool has_call(const struct objects *o, size_t i, unsigned at) {
  size_t c = 0;
  while (c < o->s->calls[i].n && o->s->calls[i].at[c]->loc.begin != at)
    c++;
  return c < o->s->calls[i].n;
}

/* As is_holder, not yet found. */
static bool find_holder(const struct objects *o, size_t i, const char *name) {
  bool holds = false;
  for (size_t k = 0; k < o->words[i].n; k++) {
    const struct lcm_said *word = said_by(o, i, k);
    if (word->key != name)
      continue;
    holds = holds || word->what == 'M';
    if (word->what == 'c' && !has_call(o, i, word->at))
      return false;
  }
  return holds;
}

/* Return whether the variable "name" of function number "i" holds one object,
 * or what calls give it, and all calls that it is given to are seen. */
static bool is_holder(struct objects *o, size_t i, const char *name) {
  size_t known = 0;
  if (!lcm_map_get(&o->holders[i], name, &known)) {
    known = find_holder(o, i, name) ? 2 : 1;
    lcm_map_put(lcm_ctx_arena(o->s->ctx), &o->holders[i], name, known);
  }
  return known == 2;
}

/* Return a key that stands for "text" and "number" together. */
static const char *key_of(struct objects *o, const char *text, size_t number) {
  return lcm_intern(o->s->ctx, lcm_arena_printf(lcm_ctx_arena(o->s->ctx),
                                                "%zu %s", number, text));
}

/* Return the number of the function that the call "node" calls, that of all
 * functions for one without a body. */
static size_t callee_of(const struct objects *o, const lcm_node *node) {
  return node->kind == LCM_NODE_CALL
             ? lcm_settling_function(o->s,
                                     lcm_intern(o->s->ctx, node->u.call.callee))
             : o->s->program->n_functions;
}

/* Return whether function number "i" may be left before its offset "at". */
static bool leaves(const struct objects *o, size_t i, unsigned at) {
  for (size_t k = 0; k < o->words[i].n; k++)
    if (said_by(o, i, k)->what == 'L' && said_by(o, i, k)->at < at)
      return true;
  return false;
}

/* ---- places ---------------------------------------------------------------
 */

/* Note where the nodes in "node" stand, which stands at "how". */
static void note_places(struct objects *o, const lcm_node *node, size_t how) {
  const bool series = node->kind == LCM_NODE_SERIES;
  if (node->kind == LCM_NODE_BRANCH)
    return;
  for (size_t i = 0; i < node->n_children; i++) {
    if (series)
      lcm_map_put(lcm_ctx_arena(o->s->ctx), &o->places, node->children[i], how);
    note_places(o, node->children[i], series ? how : AT_ALL);
  }
}

/* Return where "node" of function number "i" stands; 0: a branch decides
 * whether it is executed, or nothing can stand behind it. */
static size_t place_of(struct objects *o, size_t i, const lcm_node *node) {
  size_t how = 0;
  if (!o->placed[i])
    note_places(o, function_of(o, i)->body, AT_ONCE);
  o->placed[i] = true;
  return lcm_map_get(&o->places, node, &how) ? how : 0;
}

/* Return whether "place" is the address of a member of a structure. */
static bool is_part(const lcm_section *place) {
  const char *field =
      place->n_extents > 1 ? place->extents[place->n_extents - 1].field : NULL;
  return field && !strcmp(field, LCM_FIELD_ADDRESS);
}

/* Return what argument "k" of "call" points to, NULL where that is not
 * known. */
static const lcm_section *pointed(const lcm_node *call, size_t k) {
  const lcm_section *places = call->u.call.places;
  return places && k < call->u.call.n_args && places[k].datum ? &places[k]
                                                              : NULL;
}

/* Return the variable of function number "i" whose object is argument "k" of
 * "call"; NULL where that is another one, or not known. */
static const char *given_by(struct objects *o, size_t i, const lcm_node *call,
                            size_t k) {
  const lcm_section *place = pointed(call, k);
  const lcm_expr *arg = k < call->u.call.n_args ? call->u.call.args[k] : NULL;
  const char *name = NULL;
  if (place && (!place->n_extents ||
                (place->n_extents == 1 && place->extents[0].field &&
                 !strcmp(place->extents[0].field, LCM_FIELD_ADDRESS))))
    name = place->datum;
  else if (!place && arg && lcm_expr_kind_of(arg) == LCM_X_SYMBOL)
    name = lcm_name_plain(lcm_expr_name(arg));
  name = name ? lcm_intern(o->s->ctx, name) : NULL;
  return name && is_holder(o, i, name) ? name : NULL;
}

/* ---- what is set ----------------------------------------------------------
 */

static enum sets sets_of(struct objects *o, size_t i, const char *holder,
                         const char *member);

/* Return whether any function sets "member" of an object that it is given. */
static bool is_set_by_any(struct objects *o, const char *member) {
  const lcm_number_list *list = lcm_settling_list(o->s, member);
  for (size_t k = 0; k < list->n; k++) {
    const struct lcm_said *word = &o->s->words.at[list->at[k]];
    const lcm_function *f = function_of(o, word->function);
    if (word->what == 'I' && param_of(f, word->more) < f->n_params)
      return true;
  }
  return false;
}

/* As sets_of, not yet found: calls that are no nodes, being part of what has a
 * model, may set what any does. */
static enum sets find_sets(struct objects *o, size_t i, const char *holder,
                           const char *member) {
  enum sets found = SETS_NOT;
  if (word_of(o, i, 'M', holder, 0) && !is_holder(o, i, holder) &&
      is_set_by_any(o, member))
    return SETS_MAYBE;
  for (size_t k = 0; k < o->words[i].n; k++) {
    const struct lcm_said *word = said_by(o, i, k);
    if (word->what == 'I' && word->key == member && word->more == holder)
      found = found || leaves(o, i, word->at) ? SETS_MAYBE : SETS;
  }
  for (size_t c = 0; c < o->s->calls[i].n; c++) {
    const lcm_node *call = o->s->calls[i].at[c];
    const size_t g = callee_of(o, call);
    const lcm_function *f =
        g < o->s->program->n_functions ? function_of(o, g) : NULL;
    for (size_t k = 0; f && k < f->n_params; k++) {
      if (given_by(o, i, call, k) != holder)
        continue;
      const enum sets inner = sets_of(o, g, f->params[k], member);
      const bool surely = inner == SETS && place_of(o, i, call) == AT_ONCE &&
                          !leaves(o, i, call->loc.begin);
      if (inner)
        found = surely ? SETS : SETS_MAYBE;
    }
  }
  return found;
}

/* Return how function number "i" sets the member "member" of the object that
 * its variable "holder" holds. */
static enum sets sets_of(struct objects *o, size_t i, const char *holder,
                         const char *member) {
  lcm_arena *arena = lcm_ctx_arena(o->s->ctx);
  const char *key =
      key_of(o, LCM_INTERN_JOINED(o->s->ctx, holder, " ", member), i);
  size_t found = 0;
  if (lcm_map_get(&o->sets, key, &found))
    return (enum sets)found;
  lcm_map_put(arena, &o->sets, key, SETS_NOT);
  found = find_sets(o, i, holder, member);
  lcm_map_put(arena, &o->sets, key, found);
  return (enum sets)found;
}

/* Return whether all who call function number "i", which sets "member" of the
 * object that is parameter "k", are known to do that to one of their own, or to
 * one that nothing else speaks of. */
static bool is_set_openly(struct objects *o, size_t i, size_t k,
                          const char *member, unsigned deep) {
  const lcm_function *f = function_of(o, i);
  size_t found = 0;
  if (deep > MOST_DEEP || lcm_settling_is_held(o->s, f))
    return false;
  if (!lcm_map_get(&o->s->callers, lcm_intern(o->s->ctx, f->key), &found))
    return o->begins;
  if (sets_of(o, i, f->params[k], member) != SETS)
    return false;
  const lcm_caller_list *callers = (const lcm_caller_list *)(uintptr_t)found;
  for (size_t c = 0; c < callers->n; c++) {
    const lcm_node *call = callers->at[c].node;
    const size_t by = callers->at[c].function;
    const char *holder = given_by(o, by, call, k);
    const size_t param = holder ? param_of(function_of(o, by), holder) : 0;
    if (!holder && pointed(call, k) && is_part(pointed(call, k)))
      continue;
    if (!holder || !place_of(o, by, call))
      return false;
    if (param < function_of(o, by)->n_params &&
        !is_set_openly(o, by, param, member, deep + 1))
      return false;
  }
  return true;
}

/* Return whether the word "set" sets "member" of an object that the function
 * makes, or is given to be made. */
static bool is_making(struct objects *o, const struct lcm_said *set,
                      const char *member) {
  const struct lcm_said *own = word_of(o, set->function, 'I', member, set->at);
  if (!own || !is_holder(o, set->function, own->more))
    return false;
  const lcm_function *f = function_of(o, set->function);
  const size_t k = param_of(f, own->more);
  return k == f->n_params || is_set_openly(o, set->function, k, member, 0);
}

/* Return whether nothing sets "member" but what makes objects, and these do not
 * all agree. */
static bool find_followed(struct objects *o, const char *member) {
  const lcm_number_list *list = lcm_settling_list(o->s, member);
  const char *record = lcm_settling_record(o->s->ctx, member);
  size_t known = 0;
  bool any = false;
  if (o->s->open || record == member ||
      lcm_map_get(&o->s->spoiled, record, &known) ||
      lcm_map_get(&o->s->spoiled, member, &known))
    return false;
  for (size_t k = 0; k < list->n; k++) {
    const struct lcm_said *word = &o->s->words.at[list->at[k]];
    if (strchr("UEDBX", word->what))
      return false;
    if (word->what != 'W' && word->what != 'A')
      continue;
    any = true;
    if (!is_making(o, word, member))
      return false;
  }
  return any && !o->is_settled(o->s, member);
}

/* As find_followed, found once. */
static bool is_followed(struct objects *o, const char *member) {
  size_t known = 0;
  if (!lcm_map_get(&o->followed, member, &known)) {
    lcm_map_put(lcm_ctx_arena(o->s->ctx), &o->followed, member, 1);
    known = find_followed(o, member) ? 2 : 1;
    lcm_map_put(lcm_ctx_arena(o->s->ctx), &o->followed, member, known);
  }
  return known == 2;
}

/* ---- values ---------------------------------------------------------------
 */

/* Note the name "name" of function number "i", the member "member" of what
 * "holder" holds; return its number. */
static size_t note_known(struct objects *o, size_t i, const char *holder,
                         const char *name, const char *member) {
  lcm_arena *arena = lcm_ctx_arena(o->s->ctx);
  const char *key = key_of(o, name, i);
  size_t found = 0;
  if (lcm_map_get(&o->known, key, &found))
    return found - 1;
  const struct known one = {i, name, holder, member,
                            !is_holder(o, i, holder) ||
                                !is_followed(o, member)};
  LCM_LIST_ADD(arena, &o->all, one);
  lcm_map_put(arena, &o->known, key, o->all.n);
  return o->all.n - 1;
}

/* Return the number of the name "name" of function number "i", which it reads
 * or one that it calls does; SIZE_MAX for none. */
static size_t known_of(struct objects *o, size_t i, const char *name) {
  size_t found = 0;
  const char *dot = strrchr(name, '.');
  const struct lcm_said *word = word_of(o, i, 'P', name, 0);
  if (lcm_map_get(&o->known, key_of(o, name, i), &found))
    return found - 1;
  return word && dot && dot > name
             ? note_known(o, i,
                          lcm_intern_n(o->s->ctx, name, (size_t)(dot - name)),
                          name, word->more)
             : SIZE_MAX;
}

/* Return the field of "known", with the dot. */
static const char *field_of(const struct known *known) {
  return known->name + strlen(known->holder);
}

/* Return the name of the same member of what "holder" of function number "i"
 * holds. */
static size_t same_of(struct objects *o, size_t i, const char *holder,
                      const struct known *known) {
  const struct known of = *known;
  return note_known(o, i, holder,
                    LCM_INTERN_JOINED(o->s->ctx, holder, field_of(&of)),
                    of.member);
}

static const lcm_expr *made(struct objects *o, size_t i, const char *holder,
                            const char *member, unsigned deep);

/* A variable that is given a value. */
struct given {
  const char *name;
  const lcm_expr *value;
  size_t n;
};

/* Note the value that "node" gives the variable of "user". */
static lcm_status note_given(const lcm_node *node, void *user) {
  struct given *given = user;
  if (node->kind == LCM_NODE_LET && node->u.let.name == given->name) {
    given->value = node->u.let.value;
    given->n++;
  }
  for (size_t i = 0;
       lcm_node_part_of(node->kind) == LCM_U_LOOP && i < node->u.loop.n_ranges;
       i++)
    given->n += 2 * (node->u.loop.ranges[i].index == given->name);
  return LCM_OK;
}

/* Return whether "name" is one of the program's own params, or what each rank
 * has for itself. */
static bool is_param(const struct objects *o, const char *name) {
  return lcm_settling_is_param(o->s, name) || !strcmp(name, "p") ||
         !strcmp(name, "procs") || !strcmp(name, "rank") ||
         !strcmp(name, "ranks");
}

static const lcm_expr *resolve(struct objects *o, size_t i, const lcm_expr *e,
                               unsigned deep);

/* Return what "name" of function number "i" is, made of its parameters and of
 * names of members of these; NULL where that is not known. */
static const lcm_expr *meaning_of(struct objects *o, size_t i, const char *name,
                                  unsigned deep) {
  const lcm_function *f = function_of(o, i);
  const lcm_expr *self = lcm_expr_symbol(o->s->ctx, name, LCM_DIM_NONE);
  struct given given = {.name = name};
  const size_t known = known_of(o, i, name);
  if (known != SIZE_MAX) {
    const struct known one = o->all.at[known];
    if (one.lost)
      return NULL;
    return param_of(f, one.holder) < f->n_params
               ? self
               : made(o, i, one.holder, one.member, deep + 1);
  }
  if (lcm_node_foreach(f->body, note_given, &given) ||
      word_of(o, i, 'C', name, 0))
    return NULL;
  if (param_of(f, name) < f->n_params || !given.n)
    return !given.n && (param_of(f, name) < f->n_params || is_param(o, name))
               ? self
               : NULL;
  return given.n == 1 ? resolve(o, i, given.value, deep + 1) : NULL;
}

/* Return "e" of function number "i", made of its parameters and of names of
 * members of these; NULL where that is not known. */
static const lcm_expr *resolve(struct objects *o, size_t i, const lcm_expr *e,
                               unsigned deep) {
  lcm_ctx *ctx = o->s->ctx;
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, ctx, e) : 0;
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, n + 1);
  if (!e || deep > MOST_DEEP)
    return NULL;
  for (size_t k = 0; k < n; k++) {
    substs[k] = (struct lcm_subst){names[k], meaning_of(o, i, names[k], deep)};
    if (!substs[k].by)
      return NULL;
  }
  return n ? lcm_expr_subst(ctx, e, substs, n) : e;
}

/* Return what the name "name" of function number "g" is where function number
 * "i" makes the call "call" of it. */
static const lcm_expr *passed(struct objects *o, size_t i, const lcm_node *call,
                              size_t g, const char *name) {
  const lcm_function *f = function_of(o, g);
  const lcm_function *by = function_of(o, i);
  const size_t k = param_of(f, name);
  struct given given = {.name = name};
  if (k < f->n_params)
    return lcm_settling_passed(call, k);
  const size_t known = known_of(o, g, name);
  if (known == SIZE_MAX)
    return is_param(o, name) && param_of(by, name) == by->n_params &&
                   !lcm_node_foreach(by->body, note_given, &given) && !given.n
               ? lcm_expr_symbol(o->s->ctx, name, LCM_DIM_NONE)
               : NULL;
  const struct known one = o->all.at[known];
  const char *holder = given_by(o, i, call, param_of(f, one.holder));
  if (!holder)
    return NULL;
  const size_t same = same_of(o, i, holder, &one);
  return o->all.at[same].lost
             ? NULL
             : lcm_expr_symbol(o->s->ctx, o->all.at[same].name, LCM_DIM_NONE);
}

/* Return "e", of function number "g" and made of its parameters, as function
 * number "i" says it that makes the call "call" of "g"; NULL where that is not
 * known. */
static const lcm_expr *as_caller(struct objects *o, size_t i,
                                 const lcm_node *call, size_t g,
                                 const lcm_expr *e) {
  lcm_ctx *ctx = o->s->ctx;
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, ctx, e) : 0;
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, n + 1);
  for (size_t k = 0; k < n; k++) {
    substs[k] = (struct lcm_subst){names[k], passed(o, i, call, g, names[k])};
    if (!substs[k].by)
      return NULL;
  }
  return e && n ? lcm_expr_subst(ctx, e, substs, n) : e;
}

/* Return the variable whose object function number "i" returns, NULL for
 * none. */
static const char *returned_by(struct objects *o, size_t i) {
  for (size_t k = 0; k < o->words[i].n; k++) {
    const struct lcm_said *word = &o->s->words.at[o->words[i].at[k]];
    if (word->what == 'K')
      return word->key;
  }
  return NULL;
}

/* Return whether the call "call" of function number "i" gives its variable
 * "holder" an object. */
static bool is_gift(struct objects *o, size_t i, const lcm_node *call,
                    const char *holder) {
  return word_of(o, i, 'J', holder, call->loc.begin) != NULL;
}

/* The member "member" of what the variable "holder" of function number "i"
 * holds. */
struct part {
  size_t i;
  const char *holder;
  const char *member;
};

/* Put what the call "call", of the function of "part", makes of that into
 * "*value", in the names of the function, NULL where it is not known; return
 * whether it makes anything. */
static bool makes(const lcm_expr **value, struct objects *o,
                  const struct part *part, const lcm_node *call,
                  unsigned deep) {
  const size_t i = part->i;
  const size_t g = callee_of(o, call);
  const lcm_function *f =
      g < o->s->program->n_functions ? function_of(o, g) : NULL;
  *value = NULL;
  if (call->kind != LCM_NODE_CALL)
    return false;
  if (is_gift(o, i, call, part->holder)) {
    const char *from = f ? returned_by(o, g) : NULL;
    if (from && !f->variadic)
      *value =
          as_caller(o, i, call, g, made(o, g, from, part->member, deep + 1));
    return true;
  }
  for (size_t k = 0; f && k < f->n_params; k++)
    if (given_by(o, i, call, k) == part->holder &&
        sets_of(o, g, f->params[k], part->member)) {
      *value = as_caller(o, i, call, g,
                         made(o, g, f->params[k], part->member, deep + 1));
      return true;
    }
  return false;
}

/* Return whether memory that is allocated alone gives "holder" of function
 * number "i" its object, or nothing does, and "*makers" calls that make
 * objects. */
static bool is_fresh(struct objects *o, size_t i, const char *holder,
                     size_t *makers) {
  *makers = 0;
  for (size_t k = 0; k < o->words[i].n; k++) {
    const struct lcm_said *word = said_by(o, i, k);
    if (word->what != 'J' || word->key != holder || word->more)
      continue;
    if (!has_call(o, i, word->at))
      return false;
    ++*makers;
  }
  return true;
}

/* Return what the member "member" of the object that "holder" of function
 * number "i" holds is when that returns, made of its parameters and of names of
 * members of these; NULL where that is not known, or several things set it. */
static const lcm_expr *made(struct objects *o, size_t i, const char *holder,
                            const char *member, unsigned deep) {
  const lcm_expr *value = NULL;
  size_t makers = 0;
  size_t n = 0;
  if (deep > MOST_DEEP || !is_holder(o, i, holder) ||
      !is_fresh(o, i, holder, &makers))
    return NULL;
  for (size_t k = 0; k < o->words[i].n; k++) {
    const struct lcm_said *word = said_by(o, i, k);
    if (word->what != 'I' || word->key != member || word->more != holder)
      continue;
    const struct lcm_said *set = word_of(o, i, 'W', member, word->at);
    value = set ? set->value : NULL;
    n++;
  }
  for (size_t c = 0; c < o->s->calls[i].n; c++) {
    const lcm_expr *by = NULL;
    const lcm_node *call = o->s->calls[i].at[c];
    if (!makes(&by, o, &(struct part){i, holder, member}, call, deep))
      continue;
    value = place_of(o, i, call) == AT_ONCE ? by : NULL;
    n++;
  }
  return n == 1 ? resolve(o, i, value, deep + 1) : NULL;
}

/* ---- which names are known ------------------------------------------------
 */

/* Return whether all names of members in "e" of function number "i" are known
 * there. */
static bool is_all_known(struct objects *o, size_t i, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, o->s->ctx, e) : 0;
  for (size_t k = 0; k < n; k++) {
    const size_t known = known_of(o, i, names[k]);
    if (known != SIZE_MAX && o->all.at[known].lost)
      return false;
  }
  return e != NULL;
}

/* Return whether function number "i" sets "member" of an object that it is
 * given: two parameters may be one. */
static bool sets_any(struct objects *o, size_t i, const char *member) {
  const lcm_function *f = function_of(o, i);
  for (size_t k = 0; k < f->n_params; k++)
    if (sets_of(o, i, f->params[k], member))
      return true;
  return false;
}

/* Return whether all callers of the function of "known" know what it is there,
 * "known" being of a parameter. */
static bool is_passed(struct objects *o, const struct known *known) {
  const lcm_function *f = function_of(o, known->function);
  const size_t k = param_of(f, known->holder);
  size_t found = 0;
  if (lcm_settling_is_held(o->s, f) || f->variadic ||
      !strcmp(f->name, "main") || sets_any(o, known->function, known->member))
    return false;
  if (!lcm_map_get(&o->s->callers, lcm_intern(o->s->ctx, f->key), &found))
    return o->begins;
  const lcm_caller_list *callers = (const lcm_caller_list *)(uintptr_t)found;
  for (size_t c = 0; c < callers->n; c++) {
    const lcm_node *call = callers->at[c].node;
    const size_t by = callers->at[c].function;
    const char *holder = given_by(o, by, call, k);
    if (!holder || call->u.call.n_args != f->n_params)
      return false;
    const size_t same = same_of(o, by, holder, known);
    if (o->all.at[same].lost)
      return false;
  }
  return true;
}

/* What a function does to the object of one of its variables itself. */
struct own {
  unsigned at; /* where it sets a member; 0: nowhere */
  const lcm_expr *value;
  bool let; /* a LET says so already */
};

/* Put what the function of "known" itself gives that into "*out"; false where
 * that is more than one thing, or something reads it before. */
static bool find_own(struct own *out, struct objects *o,
                     const struct known *known) {
  struct given given = {.name = known->name};
  const size_t i = known->function;
  *out = (struct own){0};
  for (size_t k = 0; k < o->words[i].n; k++) {
    const struct lcm_said *word = said_by(o, i, k);
    if (word->what != 'I' || word->key != known->member ||
        word->more != known->holder)
      continue;
    if (out->at)
      return false;
    out->at = word->at;
  }
  if (!out->at)
    return true;
  if (lcm_node_foreach(function_of(o, i)->body, note_given, &given))
    return false;
  out->let = given.n > 0;
  for (size_t k = 0; k < o->words[i].n && !out->let; k++) {
    const struct lcm_said *word = said_by(o, i, k);
    if (word->what == 'R' && word->key == known->member && word->at < out->at)
      return false;
  }
  out->value = out->let ? NULL : made(o, i, known->holder, known->member, 0);
  return out->let || out->value;
}

/* Return whether "call" of function number "i" may be made again and again
 * while "holder" lives. */
static bool is_again(struct objects *o, size_t i, const char *holder,
                     const lcm_node *call) {
  const struct lcm_said *word = word_of(o, i, 'c', holder, call->loc.begin);
  return word && word->more;
}

/* Return whether all that gives "known", the member of an object of a variable
 * that is no parameter, its value is known. */
static bool is_made(struct objects *o, const struct known *known) {
  const size_t i = known->function;
  const struct part part = {i, known->holder, known->member};
  size_t makers = 0;
  size_t made_by = 0;
  struct own own;
  if (!is_fresh(o, i, known->holder, &makers) || !find_own(&own, o, known) ||
      (own.at && makers))
    return false;
  for (size_t c = 0; c < o->s->calls[i].n; c++) {
    const lcm_expr *value = NULL;
    const lcm_node *call = o->s->calls[i].at[c];
    if (!makes(&value, o, &part, call, 0))
      continue;
    made_by++;
    if (own.at || !place_of(o, i, call) || !is_all_known(o, i, value) ||
        is_again(o, i, known->holder, call))
      return false;
  }
  return own.at ? own.let || is_all_known(o, i, own.value) : made_by > 0;
}

/* Find the names that are known: those that functions read, and those that
 * these need, but for such of which something they need is not. */
static void find_known(struct objects *o) {
  bool more = true;
  for (size_t k = 0; k < o->s->words.n; k++)
    if (o->s->words.at[k].what == 'P')
      (void)known_of(o, o->s->words.at[k].function, o->s->words.at[k].key);
  while (more) {
    more = false;
    for (size_t k = 0; k < o->all.n; k++) {
      const struct known one = o->all.at[k];
      const lcm_function *f = function_of(o, one.function);
      if (one.lost)
        continue;
      const size_t before = o->all.n;
      const bool known = param_of(f, one.holder) < f->n_params
                             ? is_passed(o, &one)
                             : is_made(o, &one);
      o->all.at[k].lost = !known;
      more = more || !known || o->all.n > before;
    }
  }
}

/* ---- what is put into the program -----------------------------------------
 */

/* Return a LET of "name" to "value" at "loc". */
static const lcm_node *new_let(struct objects *o, lcm_loc loc, const char *name,
                               const lcm_expr *value) {
  lcm_node *let = LCM_NEW(lcm_ctx_arena(o->s->ctx), lcm_node);
  *let = (lcm_node){.kind = LCM_NODE_LET, .loc = loc};
  let->u.let = (struct lcm_assign){name, value};
  return let;
}

/* Put "let" behind "node" in "out", and what is behind that already. */
static void put_behind(struct lcm_rewriting *out, struct objects *o,
                       const lcm_node *node, const lcm_node *let) {
  size_t next = 0;
  while (lcm_map_get(&out->behind, node, &next))
    node = (const lcm_node *)(uintptr_t)next;
  lcm_map_put(lcm_ctx_arena(o->s->ctx), &out->behind, node,
              (size_t)(uintptr_t)let);
  out->n_behind++;
}

/* Put what gives "known" its value, a member of an object of a variable that is
 * no parameter, into "out". */
static void put_made(struct lcm_rewriting *out, struct objects *o,
                     const struct known *known) {
  const size_t i = known->function;
  const lcm_node *body = function_of(o, i)->body;
  const struct part part = {i, known->holder, known->member};
  struct own own;
  (void)find_own(&own, o, known);
  if (own.at && !own.let) {
    const lcm_node *let = new_let(o, body->loc, known->name, own.value);
    size_t first = 0;
    if (lcm_map_get(&out->front, body, &first))
      put_behind(out, o, (const lcm_node *)(uintptr_t)first, let);
    else
      lcm_map_put(lcm_ctx_arena(o->s->ctx), &out->front, body,
                  (size_t)(uintptr_t)let);
    out->n_behind++;
  }
  for (size_t c = 0; c < o->s->calls[i].n; c++) {
    const lcm_expr *value = NULL;
    const lcm_node *call = o->s->calls[i].at[c];
    if (makes(&value, o, &part, call, 0) && value)
      put_behind(out, o, call, new_let(o, call->loc, known->name, value));
  }
}

/* Return the list of "map" for "key", a new one where there is none. */
static struct lcm_further *further_of(struct objects *o, lcm_map *map,
                                      const void *key) {
  lcm_arena *arena = lcm_ctx_arena(o->s->ctx);
  size_t found = 0;
  if (!lcm_map_get(map, key, &found)) {
    found = (size_t)(uintptr_t)LCM_NEW(arena, struct lcm_further);
    lcm_map_put(arena, map, key, found);
  }
  return (struct lcm_further *)(uintptr_t)found;
}

/* Make "known" a parameter of its function in "out", and let all callers pass
 * it. */
static void put_passed(struct lcm_rewriting *out, struct objects *o,
                       const struct known *known) {
  lcm_arena *arena = lcm_ctx_arena(o->s->ctx);
  const lcm_function *f = function_of(o, known->function);
  struct lcm_further *params = further_of(o, &out->params, f->key);
  size_t found = 0;
  LCM_LIST_ADD(arena, &params->names, known->name);
  (void)lcm_map_get(&o->s->callers, lcm_intern(o->s->ctx, f->key), &found);
  const lcm_caller_list *callers = (const lcm_caller_list *)(uintptr_t)found;
  for (size_t c = 0; callers && c < callers->n; c++) {
    const lcm_node *call = callers->at[c].node;
    const size_t by = callers->at[c].function;
    const char *holder = given_by(o, by, call, param_of(f, known->holder));
    const size_t same = same_of(o, by, holder, known);
    LCM_LIST_ADD(arena, &further_of(o, &out->passed, call)->names,
                 o->all.at[same].name);
  }
  out->n_behind++;
}

/* Return whether any function makes an object, and none copies one over
 * another. */
static bool has_makers(const struct lcm_settling *s) {
  bool any = false;
  for (size_t k = 0; k < s->words.n; k++) {
    if (s->words.at[k].what == 'a')
      return false;
    any = any || s->words.at[k].what == 'I';
  }
  return any;
}

void lcm_objects_find(struct lcm_rewriting *out, struct lcm_settling *s,
                      lcm_is_settled_fn *is_settled) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const size_t n = s->program->n_functions;
  struct objects o = {.s = s, .is_settled = is_settled};
  if (!has_makers(s))
    return;
  o.words = LCM_NEW_ARRAY(arena, lcm_number_list, n + 1);
  o.holders = LCM_NEW_ARRAY(arena, lcm_map, n + 1);
  o.placed = LCM_NEW_ARRAY(arena, bool, n + 1);
  for (size_t k = 0; k < s->words.n; k++)
    LCM_LIST_ADD(arena, &o.words[s->words.at[k].function], k);
  for (size_t i = 0; i < n; i++)
    o.begins = o.begins || !strcmp(s->program->functions[i].name, "main");
  find_known(&o);
  for (size_t k = 0; k < o.all.n; k++) {
    const struct known one = o.all.at[k];
    const lcm_function *f = function_of(&o, one.function);
    if (one.lost)
      continue;
    if (param_of(f, one.holder) < f->n_params)
      put_passed(out, &o, &one);
    else
      put_made(out, &o, &one);
  }
}
