/* Objects that expressions denote, and the sections that they are. */
#include <stdio.h>
#include <string.h>

#include "analyzer/lower/access/collection.h"
#include "analyzer/lower/access/object.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/values/local.h"

static const char SEEN[] = "it is seen as another type";

/* So many objects beside the first few are kept for a file. */
enum { MAX_FURTHER = 2048 };

const char LCM_WHY_BITS[] = "a bit-field shares its word with others";

void lcm_object_close(struct lcm_object *object, const char *why) {
  object->closed = true;
  object->why = why;
}

void lcm_object_step(struct lcm_object *object, struct lcm_extent step) {
  if (object->closed)
    return;
  if (object->n < LCM_MAX_STEPS)
    object->steps[object->n++] = step;
  else
    lcm_object_close(object, "it is nested too deeply");
}

void lcm_place_move(struct lcm_object *object) {
  object->why = object->why ? object->why : "the pointer to it moves";
  if (object->n && !object->closed)
    object->steps[object->n - 1] = (struct lcm_extent){NULL, NULL, NULL};
}

void lcm_object_named(unsigned *low, unsigned *high,
                      const struct lcm_object *object) {
  *low = object->low ? object->low : object->base->begin;
  *high = object->high ? object->high : object->base->begin;
}

/* Let "known" be named where "object" is as well. */
static void name_also(struct lcm_object *known,
                      const struct lcm_object *object) {
  unsigned low = 0;
  unsigned high = 0;
  lcm_object_named(&known->low, &known->high, known);
  lcm_object_named(&low, &high, object);
  known->low = low < known->low ? low : known->low;
  known->high = high > known->high ? high : known->high;
}

/* Return whether "a" and "b" are of one variable and one member of it: only
 * subscripts may differ. */
static bool is_alike(const struct lcm_object *a, const struct lcm_object *b) {
  if (a->base->key != b->base->key || a->n != b->n || a->through != b->through)
    return false;
  for (size_t i = 0; i < a->n; i++)
    if (a->steps[i].field != b->steps[i].field)
      return false;
  return true;
}

/* Make room for one more object in "out". */
static void make_room(lcm_ctx *ctx, struct lcm_objects *out) {
  if (out->n < LCM_FEW_OBJECTS || (out->n & (out->n - 1)))
    return;
  struct lcm_object *more =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_object, 2 * out->n);
  memcpy(more, out->at, out->n * sizeof *more);
  out->at = more;
}

void lcm_place_add(struct lcm_lowering *l, struct lcm_objects *out,
                   const struct lcm_object *object) {
  for (size_t i = 0; i < out->n; i++) {
    struct lcm_object *known = &out->at[i];
    bool same = known->n > 0;
    if (!is_alike(known, object))
      continue;
    for (size_t k = 0; k < known->n; k++)
      if (memcmp(&known->steps[k], &object->steps[k], sizeof *known->steps)) {
        known->steps[k] = (struct lcm_extent){NULL, NULL, NULL};
        same = false;
      }
    known->own = known->own && object->own;
    name_also(known, object);
    if (same && (known->why || !object->why))
      return;
    known->why = same ? object->why : known->why;
    lcm_place_move(known);
    return;
  }
  if (out->n >= LCM_FEW_OBJECTS && l->flows.n_further++ >= MAX_FURTHER) {
    for (size_t i = 0; i < out->n; i++)
      out->at[i].why = "more than is followed may be there";
    return;
  }
  make_room(l->ctx, out);
  out->at[out->n++] = *object;
}

/* Return whether it is not known how far "by" (may be NULL) elements behind
 * "object" are: they have another size than its own. */
static bool is_odd(const struct lcm_object *object, const lcm_expr *by) {
  return object->recast && !(by && lcm_expr_is_int(by, 0));
}

void lcm_place_advance(struct lcm_lowering *l, struct lcm_object *object,
                       const lcm_expr *index, const lcm_expr *length) {
  struct lcm_extent *last = object->n ? &object->steps[object->n - 1] : NULL;
  if (!last || object->closed)
    return;
  if (last->field) {
    object->n--;
    if (!index || !lcm_expr_is_int(index, 0) || !length ||
        !lcm_expr_is_int(length, 1))
      object->why = "an address is used as an array";
    return;
  }
  if (is_odd(object, index)) {
    object->why = object->why ? object->why : SEEN;
    *last = (struct lcm_extent){NULL, NULL, NULL};
    return;
  }
  if (!last->lower || !index || !length) {
    object->why = object->why   ? object->why
                  : last->lower ? "a subscript that is not followed"
                                : "the pointer to it moves";
    *last = (struct lcm_extent){NULL, NULL, NULL};
    return;
  }
  last->lower = lcm_expr_add(l->ctx, last->lower, index);
  last->length = length;
}

/* Return whether "step" speaks of variables. */
static bool speaks(lcm_ctx *ctx, const struct lcm_extent *step) {
  const char *const *names = NULL;
  return (step->lower && lcm_expr_names(&names, ctx, step->lower)) ||
         (step->length && lcm_expr_names(&names, ctx, step->length));
}

bool lcm_place_has_names(lcm_ctx *ctx, const struct lcm_object *object) {
  for (size_t i = 0; i < object->n; i++)
    if (speaks(ctx, &object->steps[i]))
      return true;
  return false;
}

void lcm_place_leave(lcm_ctx *ctx, struct lcm_object *object) {
  if (!lcm_place_has_names(ctx, object))
    return;
  for (size_t i = 0; i < object->n; i++)
    if (speaks(ctx, &object->steps[i]))
      object->steps[i] = (struct lcm_extent){NULL, NULL, NULL};
  lcm_place_move(object);
}

void lcm_place_put(lcm_ctx *ctx, struct lcm_object *object,
                   const struct lcm_subst *by, size_t n) {
  for (size_t i = 0; i < object->n; i++) {
    struct lcm_extent *step = &object->steps[i];
    for (size_t k = 0; k < n && step->lower; k++)
      if (lcm_expr_has(step->lower, by[k].name))
        step->lower =
            by[k].by ? lcm_expr_subst(ctx, step->lower, &by[k], 1) : NULL;
    if (step->lower || step->field)
      continue;
    step->length = NULL;
    object->why =
        object->why ? object->why : "a subscript that is not followed";
  }
}

void lcm_object_shift(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_expr *by) {
  for (size_t i = 0; i < out->n; i++) {
    struct lcm_extent *last = &out->at[i].steps[out->at[i].n - 1];
    if (out->at[i].closed || !out->at[i].n)
      continue;
    const bool odd = is_odd(&out->at[i], by);
    last->lower = last->field || odd ? NULL : last->lower;
    last->lower = lcm_expr_add(c->l->ctx, last->lower, by);
    last->field = NULL;
    if (odd && !out->at[i].why)
      out->at[i].why = SEEN;
    if (!last->lower && !out->at[i].why)
      out->at[i].why = "the pointer to it moves";
  }
}

size_t lcm_object_last_field(const struct lcm_object *object) {
  size_t i = object->n;
  while (i > 0 && !object->steps[i - 1].field)
    i--;
  return i ? i - 1 : object->n;
}

/* Return the sizes of the variable "ref", NULL where they are not known. */
static const long long *sizes_of(struct lcm_lowering *l, const lcm_ast *ref) {
  const char *key = NULL;
  const struct lcm_local *local = lcm_lower_local_of(l, ref->key);
  return local ? local->sizes : lcm_lower_declared(&key, l, ref->name);
}

long long lcm_place_element(struct lcm_lowering *l,
                            const struct lcm_object *object) {
  const long long *sizes = sizes_of(l, object->base);
  for (size_t i = 0; i < object->n; i++)
    if (object->steps[i].field)
      return 0;
  return sizes && object->n < 4 ? sizes[object->n] : 0;
}

/* Return whether "name" may have another value each time a loop comes by. */
static bool is_varying(const char *name, void *user) {
  struct lcm_lowering *l = user;
  const char *plain = lcm_name_plain(name);
  const struct lcm_local *local = lcm_lower_local(l, lcm_intern(l->ctx, plain));
  return local && local->n_assigned;
}

/* Return whether "object" is seen as something else than its variable is: its
 * elements are then not of "size" bytes. */
static bool is_cast(struct lcm_lowering *l, const struct lcm_object *object,
                    long long size) {
  const long long own = lcm_place_element(l, object);
  return own > 0 && size > 0 && own != size;
}

/* Return what "loaded" says of "object" in a section. */
static const char *loaded_by(const struct lcm_collection *c,
                             const struct lcm_object *object) {
  char text[32];
  if (!object->loads || !c->l->options->n_kept || c->l->options->costs)
    return NULL;
  snprintf(text, sizeof text, "%zu%s", object->loads,
           object->own ? " own" : "");
  return lcm_intern(c->l->ctx, text);
}

/* Return where the variable of "object", which "ast" denotes, is named, as in a
 * section; NULL: there. */
static const char *led_by(struct lcm_lowering *l,
                          const struct lcm_object *object, const lcm_ast *ast) {
  unsigned low = 0;
  unsigned high = 0;
  lcm_object_named(&low, &high, object);
  if (object->through || !l->options->n_kept || l->options->costs ||
      (low >= ast->begin && high < ast->end))
    return NULL;
  return lcm_intern(
      l->ctx, low == high ? lcm_arena_printf(lcm_ctx_arena(l->ctx), "%u", low)
                          : lcm_arena_printf(lcm_ctx_arena(l->ctx), "%u %u",
                                             low, high));
}

/* Return whether "section" speaks of a loop in which it may differ whether it
 * is touched. */
static bool depends_on(const lcm_section *section,
                       const struct lcm_collection *c) {
  for (size_t i = 0; i < c->n_doubtful && i < c->inner.n; i++)
    for (size_t d = 0; d < section->n_extents; d++) {
      const struct lcm_extent *e = &section->extents[d];
      const char *index = c->inner.at[i].index;
      if ((e->lower && lcm_expr_has(e->lower, index)) ||
          (e->length && lcm_expr_has(e->length, index)))
        return true;
    }
  return false;
}

/* Return the key of the variable of "object": that of a pointer itself is
 * another one than that of what it points to. */
static const char *key_of(lcm_ctx *ctx, const struct lcm_object *object) {
  const lcm_ast *base = object->base;
  const struct lcm_extent *first = object->steps;
  const bool itself =
      base->is_pointer && !base->is_array && !object->through &&
      (!object->n ||
       (first->field && !strcmp(first->field, LCM_FIELD_ADDRESS)));
  return itself && base->key ? LCM_INTERN_JOINED(ctx, base->key, "*")
                             : base->key;
}

/* Put where the member "ast" of structures in an array is into "section". */
static void put_pitch(lcm_section *section, lcm_ctx *ctx, const lcm_ast *ast) {
  long long offset = 0;
  long long pitch = 0;
  const lcm_ast *at = ast;
  while (at && at->kind == LCM_AST_MEMBER && !at->is_action && at->value >= 0 &&
         at->first && !at->first->is_pointer) {
    offset += at->value;
    at = at->first;
  }
  if (at && at != ast && at->kind == LCM_AST_SUBSCRIPT)
    pitch = at->size;
  if (pitch > 0) {
    section->pitch = lcm_expr_int(ctx, pitch);
    section->offset = lcm_expr_int(ctx, offset);
  }
}

/* Return of how many elements the first subscript of "object", an array with a
 * name, chooses one; NULL where that is not known, or nobody asks. */
static const lcm_expr *count_of(struct lcm_lowering *l,
                                const struct lcm_object *object) {
  const char *key = NULL;
  const lcm_ast *base = object->base;
  const struct lcm_local *local = lcm_lower_local_of(l, base->key);
  if (!l->options->n_kept || l->options->costs || !object->n ||
      object->through || !base->is_array || object->steps[0].field)
    return NULL;
  const long long *sizes =
      local ? local->sizes : lcm_lower_declared(&key, l, base->name);
  return sizes && sizes[0] > 0 && sizes[1] > 0 && sizes[0] % sizes[1] == 0
             ? lcm_expr_int(l->ctx, sizes[0] / sizes[1])
             : NULL;
}

lcm_section lcm_place_section(struct lcm_collection *c,
                              const struct lcm_object *object, long long size,
                              const lcm_ast *ast) {
  lcm_ctx *ctx = c->l->ctx;
  lcm_section section = {.datum = object->base->name,
                         .key = key_of(ctx, object),
                         .why = object->why ? object->why : c->doubt,
                         .via = object->via,
                         .loaded = loaded_by(c, object),
                         .led = led_by(c->l, object, ast),
                         .count = count_of(c->l, object),
                         .extents = object->steps,
                         .n_extents = object->n,
                         .loc = lcm_lower_loc(c->l, ast)};
  if (c->l->options->costs)
    put_pitch(&section, ctx, ast);
  const bool bits = object->closed && object->why == LCM_WHY_BITS;
  if (!bits && is_cast(c->l, object, size)) {
    section.why = SEEN;
    section.n_extents = 0;
  } else if (size > 0)
    section.element = lcm_expr_int(ctx, size);
  section.exact = !section.why;
  section.maybe =
      section.why && section.why == c->doubt && !depends_on(&section, c);
  section.decided = section.maybe && !c->vague;
  const struct lcm_varying ranges = {c->inner.at, c->inner.n, is_varying, c->l};
  return lcm_section_over(ctx, &section, &ranges);
}
