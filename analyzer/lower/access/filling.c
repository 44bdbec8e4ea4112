/* Elements of arrays that statements write before they read them. */
#include "analyzer/lower/access/filling.h"
#include "analyzer/lower/access/collection.h"
#include "analyzer/lower/access/object.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/local.h"

/* How many writes are kept in mind at most. */
enum { MOST_WRITES = 40 };

bool lcm_filling_is_own(struct lcm_lowering *l,
                        const struct lcm_object *object) {
  size_t n = 0;
  const struct lcm_local *local = lcm_lower_local_of(l, object->base->key);
  if (!object->through)
    return true;
  (void)lcm_flow_values(&n, l, object->base->key);
  return local && !local->is_static && !n;
}

/* Return whether the array "key" is known to be read before it is written. */
static bool is_exposed(const struct lcm_filling *f, const char *key) {
  for (size_t i = 0; i < f->exposed.n; i++)
    if (f->exposed.at[i] == key)
      return true;
  return false;
}

/* Return whether something of the array "key" may be written by now. */
static bool is_touched(const struct lcm_filling *f, const char *key) {
  bool found = f->lost;
  for (size_t i = 0; i < f->touched.n && !found; i++)
    found = f->touched.at[i] == key;
  return found;
}

/* Return the access of "c" to "section", which is kept there. */
static struct lcm_fill fill_of(struct lcm_collection *c,
                               const lcm_section *section) {
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  const size_t n = c->inner.n;
  lcm_section *kept = LCM_NEW(arena, lcm_section);
  lcm_iteration *ranges = LCM_NEW_ARRAY(arena, lcm_iteration, n + 1);
  unsigned *loops = LCM_NEW_ARRAY(arena, unsigned, n + 1);
  *kept = *section;
  for (size_t i = 0; i < n; i++) {
    ranges[i] = c->inner.at[i];
    loops[i] = c->filling.loops.at[i];
  }
  return (struct lcm_fill){kept, ranges, loops, n};
}

/* Let the steps of "section", a part of the variable of "object", that nobody
 * knows be all that the variable has there. */
static lcm_section widened(struct lcm_collection *c,
                           const struct lcm_object *object,
                           const lcm_section *section) {
  lcm_ctx *ctx = c->l->ctx;
  lcm_section out = *section;
  const struct lcm_local *local = lcm_lower_local_of(c->l, object->base->key);
  const long long *sizes = local && !object->through ? local->sizes : NULL;
  struct lcm_extent *extents = LCM_NEW_ARRAY(
      lcm_ctx_arena(ctx), struct lcm_extent, section->n_extents + 1);
  for (size_t i = 0; i < section->n_extents; i++) {
    extents[i] = section->extents[i];
    if (extents[i].field || !sizes)
      return *section;
    const bool known = extents[i].lower && extents[i].length;
    if (!known && (i > 2 || sizes[i + 1] <= 0 || sizes[i] % sizes[i + 1]))
      return *section;
    if (!known)
      extents[i] =
          (struct lcm_extent){lcm_expr_int(ctx, 0),
                              lcm_expr_int(ctx, sizes[i] / sizes[i + 1]), NULL};
  }
  out.extents = extents;
  return out;
}

/* Note that what "fill" is is read. */
static void note_read(struct lcm_collection *c, const struct lcm_fill *fill) {
  struct lcm_filling *f = &c->filling;
  const char *key = fill->section->key;
  if (!is_exposed(f, key) &&
      (f->lost || !lcm_is_filled(c->l->ctx, fill, &f->writes)))
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &f->exposed, key);
}

void lcm_filling_note(struct lcm_collection *c, const struct lcm_object *object,
                      bool read, bool write, long long size,
                      const lcm_ast *ast) {
  struct lcm_filling *f = &c->filling;
  if (!f->on || !object->n || !object->base->key)
    return;
  const size_t inner = c->inner.n;
  const char *doubt = c->doubt;
  c->inner.n = 0;
  c->doubt = NULL;
  const lcm_section section = lcm_place_section(c, object, size, ast);
  c->inner.n = inner;
  c->doubt = doubt;
  const lcm_section wide = widened(c, object, &section);
  const struct lcm_fill fill = fill_of(c, &section);
  const struct lcm_fill most = fill_of(c, &wide);
  if (read)
    note_read(c, &most);
  if (read && !is_touched(f, section.key))
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &f->early, ast->begin);
  if (write)
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &f->touched, section.key);
  if (write && lcm_section_is_array(&section) && !f->several && !f->lost &&
      f->writes.n < MOST_WRITES)
    LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &f->writes, fill);
}

void lcm_filling_enter(struct lcm_collection *c) {
  struct lcm_filling *f = &c->filling;
  LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &f->loops, ++f->n_loops);
}

void lcm_filling_leave(struct lcm_collection *c) { c->filling.loops.n--; }

void lcm_filling_jump(struct lcm_collection *c, const lcm_ast *ast) {
  struct lcm_filling *f = &c->filling;
  f->left = f->left || ast->kind == LCM_AST_RETURN || ast->kind == LCM_AST_GOTO;
  f->lost = f->lost || ast->kind == LCM_AST_LABEL;
  f->n_cases += ast->kind == LCM_AST_CASE;
  if (ast->kind == LCM_AST_CASE)
    f->writes.n = 0;
}

void lcm_filling_forget(struct lcm_collection *c, size_t n) {
  struct lcm_filling *f = &c->filling;
  f->writes.n = n < f->writes.n ? n : f->writes.n;
}

void lcm_filling_finish(struct lcm_collection *c) {
  const struct lcm_filling *f = &c->filling;
  for (size_t i = 0; i < c->reads.n && f->on; i++) {
    lcm_section *read = &c->reads.at[i];
    if (lcm_section_is_array(read) && !is_exposed(f, read->key))
      read->sure = true;
  }
}

void lcm_filling_say(const struct lcm_collection *c, lcm_node *node) {
  const struct lcm_filling *f = &c->filling;
  lcm_buf buf = {0};
  for (size_t i = 0; i < f->early.n; i++)
    if (f->touched.n)
      lcm_buf_printf(&buf, "%s%u", buf.len ? "," : "", f->early.at[i]);
  if (buf.len)
    lcm_lower_attribute(c->l, node, "early", lcm_intern(c->l->ctx, buf.text));
  lcm_buf_free(&buf);
}
