/* Reading simple statements: delay, use, P, V, calls. */
#include <stdlib.h>
#include <string.h>

#include "pamela/cursor.h"
#include "pamela/expression.h"
#include "pamela/label.h"
#include "pamela/names.h"
#include "pamela/statement.h"

/* ---- nodes ----------------------------------------------------------------
 */

/* Return a node of "kind" for the text from token "start" to the one at
 * hand. */
static lcm_node *new_node(struct pml *p, lcm_node_kind kind, size_t start) {
  return lcm_node_new(p->ctx, kind, pml_span(p, start));
}

/* Append "instance" as it is written. */
static void put_instance(struct pml *p, lcm_buf *buf,
                         const struct lcm_instance *instance) {
  lcm_buf_puts(buf, instance->name);
  for (size_t i = 0; i < instance->n_indices; i++) {
    lcm_buf_puts(buf, i ? ", " : "[");
    pml_put_label(p, buf, instance->indices[i]);
  }
  lcm_buf_puts(buf, instance->n_indices ? "]" : "");
}

/* Return the label "word", the "n" instances at "of" and "e" (NULL: none). */
static const char *label(struct pml *p, const char *word,
                         const struct lcm_instance *of, size_t n,
                         const lcm_expr *e) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, word);
  lcm_buf_puts(&buf, n > 1 ? " {" : n ? " " : "");
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(&buf, i ? ", " : "");
    put_instance(p, &buf, &of[i]);
  }
  lcm_buf_puts(&buf, n > 1 ? "}" : "");
  lcm_buf_puts(&buf, e ? " " : "");
  if (e)
    pml_put_label(p, &buf, e);
  return lcm_ctx_text(p->ctx, &buf);
}

/* ---- pieces ---------------------------------------------------------------
 */

/* Return the time at hand in seconds; a negative number is an error. */
static const lcm_expr *read_time(struct pml *p, const lcm_expr **plain) {
  const size_t start = p->at;
  double value = 0;
  *plain = pml_expression(p);
  if (*plain && lcm_expr_is_number(*plain, &value) && !(value >= 0))
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_NEGATIVE_COST, pml_span(p, start),
              "a time of %g", value);
  return p->status ? NULL : lcm_expr_mul(p->ctx, *plain, p->unit);
}

/* Report the subscript "e" at "loc" of "name" where it is a number that lies
 * outside "range". */
static void check_subscript(struct pml *p, const struct pml_name *name,
                            const lcm_expr *e, const struct lcm_range *range,
                            lcm_loc loc) {
  double value = 0;
  long long from = 0;
  long long to = 0;
  long long at = 0;
  if (p->status || !lcm_expr_is_number(e, &value))
    return;
  if (!pml_is_whole(e, &at))
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, loc,
              "a subscript of '%s' is a whole number", name->name);
  else if ((pml_is_whole(range->from, &from) && at < from) ||
           (pml_is_whole(range->to, &to) && at > to))
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, loc,
              "subscript %lld of '%s' is out of its range", at, name->name);
}

/* Read the subscripts of "name" behind "[" into "*out". */
static void read_subscripts(struct pml *p, struct lcm_instance *out,
                            const struct pml_name *name) {
  pml_exprs indices = {0};
  do {
    const size_t start = p->at;
    const lcm_expr *e = pml_expression(p);
    if (e && indices.n < name->n && name->ranges)
      check_subscript(p, name, e, &name->ranges[indices.n], pml_span(p, start));
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &indices, e);
  } while (pml_accept(p, PML_COMMA));
  (void)pml_expect(p, PML_RIGHT, "',' or ']'");
  out->indices = indices.at;
  out->n_indices = indices.n;
}

/* Read `name` or `name[i, j]` of kind "is" into "*out"; check the subscripts.
 */
static void read_instance(struct pml *p, struct lcm_instance *out, pml_is is) {
  const size_t start = p->at;
  const struct pml_name *name = NULL;
  *out = (struct lcm_instance){.name = pml_here(p)->name};
  if (!pml_expect(p, PML_WORD,
                  is == PML_IS_RESOURCE ? "a resource" : "a condition"))
    return;
  name = pml_find(p, out->name);
  if (!name || name->is != is) {
    pml_error(p, LCM_EUNBOUND, name ? LCM_DIAG_WRONG_KIND : LCM_DIAG_UNBOUND,
              pml_place(p, start),
              name ? "'%s' is %s, not %s" : "nothing is called '%s'", out->name,
              name ? pml_is_word(name->is) : "", pml_is_word(is));
    return;
  }
  if (pml_accept(p, PML_LEFT))
    read_subscripts(p, out, name);
  if (!p->status && out->n_indices != name->n)
    pml_error(p, LCM_ESTRUCT, LCM_DIAG_ARGUMENTS, pml_place(p, start),
              "'%s' has %zu subscript%s, not %zu", out->name, name->n,
              name->n == 1 ? "" : "s", out->n_indices);
}

typedef LCM_LIST(struct lcm_instance) instances;

/* Read one instance or a set of them, all "is", into "*out". */
static void read_instances(struct pml *p, instances *out, pml_is is) {
  const bool set = pml_accept(p, PML_BEGIN);
  do {
    struct lcm_instance instance;
    read_instance(p, &instance, is);
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), out, instance);
  } while (set && pml_accept(p, PML_COMMA));
  if (set)
    (void)pml_expect(p, PML_FINISH, "',' or '}'");
}

/* Report at token "start" what more than plain use of one resource there is of
 * a resource that shares its processors. */
static void check_sharing(struct pml *p, const instances *of, bool plain,
                          size_t start) {
  for (size_t i = 0; i < of->n && !p->status; i++)
    if (pml_find(p, of->at[i].name)->discipline == LCM_PS &&
        (!plain || of->n > 1))
      pml_error(p, LCM_ESTRUCT, LCM_DIAG_SHARING, pml_place(p, start),
                "'%s' is shared (ps): only use of it alone is possible",
                of->at[i].name);
}

/* Read the resources at hand into "node". */
static void read_resources(struct pml *p, lcm_node *node) {
  const size_t start = p->at;
  instances of = {0};
  read_instances(p, &of, PML_IS_RESOURCE);
  check_sharing(p, &of, node->kind == LCM_NODE_USE, start);
  node->u.resource.instances = of.at;
  node->u.resource.n_instances = of.n;
}

/* ---- simple statements ----------------------------------------------------
 */

/* Return the delay at hand, behind "delay(". */
static const lcm_node *read_delay(struct pml *p, size_t start) {
  const lcm_expr *plain = NULL;
  lcm_model *model = LCM_NEW(lcm_ctx_arena(p->ctx), lcm_model);
  model->category = lcm_intern(p->ctx, "time");
  model->provenance = LCM_PROV_ANNOTATED;
  model->expr = read_time(p, &plain);
  (void)pml_expect(p, PML_CLOSE, "')'");
  if (p->status)
    return NULL;
  lcm_node *node = new_node(p, LCM_NODE_FRAGMENT, start);
  model->loc = node->loc;
  node->models = model;
  node->n_models = 1;
  node->label = label(p, "delay", NULL, 0, plain);
  return node;
}

/* Return the use at hand, behind "use(". */
static const lcm_node *read_use(struct pml *p, size_t start) {
  const lcm_expr *plain = NULL;
  lcm_node *node = new_node(p, LCM_NODE_USE, start);
  read_resources(p, node);
  (void)pml_expect(p, PML_COMMA, "','");
  node->u.resource.time = read_time(p, &plain);
  (void)pml_expect(p, PML_CLOSE, "')'");
  if (p->status)
    return NULL;
  node->loc = pml_span(p, start);
  node->label = label(p, "use", node->u.resource.instances,
                      node->u.resource.n_instances, plain);
  return node;
}

/* Return the P or V at hand, behind its parenthesis. */
static const lcm_node *read_semaphore(struct pml *p, lcm_node_kind kind,
                                      size_t start) {
  lcm_node *node = new_node(p, kind, start);
  read_resources(p, node);
  (void)pml_expect(p, PML_CLOSE, "')'");
  if (p->status)
    return NULL;
  node->loc = pml_span(p, start);
  node->label =
      label(p, kind == LCM_NODE_ACQUIRE ? "P" : "V", node->u.resource.instances,
            node->u.resource.n_instances, NULL);
  return node;
}

/* Return a series of the "n" nodes at "list", which stand from token "start"
 * on; the one where there is only one. */
static const lcm_node *series(struct pml *p, size_t start,
                              const lcm_node *const *list, size_t n) {
  lcm_node *node = NULL;
  if (n == 1)
    return list[0];
  node = new_node(p, LCM_NODE_SERIES, start);
  const lcm_node **children =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), const lcm_node *, n + 1);
  for (size_t i = 0; i < n; i++)
    children[i] = list[i];
  node->children = children;
  node->n_children = n;
  return node;
}

/* Return the signal or wait at hand, behind its parenthesis: a node for each
 * condition. */
static const lcm_node *read_signal(struct pml *p, lcm_node_kind kind,
                                   size_t start) {
  instances of = {0};
  pml_nodes nodes = {0};
  const bool is_wait = kind == LCM_NODE_WAIT;
  read_instances(p, &of, PML_IS_CONDITION);
  (void)pml_expect(p, PML_CLOSE, "')'");
  for (size_t i = 0; i < of.n && !p->status; i++) {
    lcm_node *node = new_node(p, kind, start);
    const struct pml_wait wait = {of.at[i].name, node->loc};
    node->u.condition = of.at[i];
    node->label = label(p, is_wait ? "wait" : "signal", &of.at[i], 1, NULL);
    if (is_wait)
      LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->waits, wait);
    else
      pml_find(p, of.at[i].name)->signalled = true;
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &nodes, node);
  }
  return p->status ? NULL : series(p, start, nodes.at, nodes.n);
}

/* Forget the pending names that the local "name" is. */
static void settle(struct pml *p, const char *name) {
  size_t kept = 0;
  for (size_t i = 0; i < p->pending.n; i++)
    if (p->pending.at[i].name != name)
      p->pending.at[kept++] = p->pending.at[i];
  p->pending.n = kept;
}

/* Return the assignment at hand. */
static const lcm_node *read_let(struct pml *p) {
  const size_t start = p->at;
  const char *name = pml_here(p)->name;
  const struct pml_name *known = pml_find(p, name);
  p->at += 2;
  const lcm_expr *value = pml_expression(p);
  if (known &&
      (known->is == PML_IS_PARAM || known->is == PML_IS_DECISION ||
       known->is == PML_IS_LIST) &&
      !p->status && !pml_scope_has(p, name))
    pml_error(p, LCM_ESTRUCT, LCM_DIAG_DUPLICATE_NAME, pml_place(p, start),
              "'%s' is already %s, see %s:%u:%u", name, pml_is_word(known->is),
              known->loc.file, known->loc.line, known->loc.column);
  if (p->status)
    return NULL;
  settle(p, name);
  if (!pml_scope_has(p, name))
    pml_scope_add(p, name, PML_SCOPE_LOCAL);
  lcm_node *node = new_node(p, LCM_NODE_LET, start);
  node->u.let = (struct lcm_assign){name, value};
  node->label = label(p, lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s :=", name),
                      NULL, 0, value);
  return node;
}

/* Return the key of the member of "family" with the "n" numbers at "list", or
 * NULL: computed, or no such member. */
static const char *member_key(struct pml *p, const struct pml_name *family,
                              const pml_exprs *list) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, family->name);
  for (size_t i = 0; i < list->n; i++) {
    long long value = 0;
    (void)pml_is_whole(list->at[i], &value);
    lcm_buf_printf(&buf, "%c%lld", i ? ',' : '[', value);
  }
  lcm_buf_putc(&buf, ']');
  return lcm_intern(p->ctx, lcm_ctx_text(p->ctx, &buf));
}

/* Return whether "family" has the member "list". */
static bool has_member(const struct pml_name *family, const pml_exprs *list) {
  for (size_t i = 0; i < family->members.n; i++) {
    size_t same = 0;
    long long value = 0;
    while (same < list->n && pml_is_whole(list->at[same], &value) &&
           family->members.at[i].subscripts[same] == value)
      same++;
    if (same == list->n)
      return true;
  }
  return false;
}

/* Put which function a call of "family" with the subscripts "args" is into
 * "node". */
static void call_family(struct pml *p, struct pml_name *family,
                        const pml_exprs *args, lcm_node *node) {
  double value = 0;
  size_t numbers = 0;
  while (numbers < args->n && lcm_expr_is_number(args->at[numbers], &value))
    numbers++;
  if (numbers == args->n) {
    node->u.call.callee = member_key(p, family, args);
    node->u.call.args = NULL;
    node->u.call.n_args = 0;
    if (!has_member(family, args))
      pml_error(p, LCM_EUNBOUND, LCM_DIAG_UNBOUND, node->loc,
                "there is no equation '%s'", node->u.call.callee);
    return;
  }
  family->indexed = true;
  node->u.call.callee = lcm_intern(
      p->ctx, lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s[]", family->name));
  node->u.call.args = args->at;
  node->u.call.n_args = args->n;
}

/* Return the label of a call of "name" with "args" between "open" and
 * "close". */
static const char *call_label(struct pml *p, const char *name,
                              const pml_exprs *args, const char *brackets) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, name);
  for (size_t i = 0; i < args->n; i++) {
    if (i)
      lcm_buf_puts(&buf, ", ");
    else
      lcm_buf_putc(&buf, brackets[0]);
    pml_put_label(p, &buf, args->at[i]);
  }
  if (args->n)
    lcm_buf_putc(&buf, brackets[1]);
  return lcm_ctx_text(p->ctx, &buf);
}

/* Return the call of an equation at hand. */
static const lcm_node *read_call(struct pml *p) {
  const size_t start = p->at;
  const char *word = pml_here(p)->name;
  const bool family = pml_ahead(p, 1)->kind == PML_LEFT;
  struct pml_name *name = family ? pml_find_family(p, word) : pml_find(p, word);
  pml_exprs args = {0};
  p->at++;
  if (!name || (name->is != PML_IS_EQUATION && !family)) {
    pml_error(p, LCM_EUNBOUND, name ? LCM_DIAG_WRONG_KIND : LCM_DIAG_UNBOUND,
              pml_place(p, start),
              name     ? "'%s' is %s, not an equation"
              : family ? "there is no equation '%s[...]'"
                       : "there is no equation '%s'",
              word, name ? pml_is_word(name->is) : "");
    return NULL;
  }
  if (pml_accept(p, family ? PML_LEFT : PML_OPEN))
    pml_list(p, &args, family ? PML_RIGHT : PML_CLOSE);
  if (p->status)
    return NULL;
  lcm_node *node = new_node(p, LCM_NODE_CALL, start);
  if (args.n != name->n) {
    pml_error(p, LCM_ESTRUCT, LCM_DIAG_ARGUMENTS, node->loc,
              "'%s' takes %zu %s%s, not %zu", word, name->n,
              family ? "subscript" : "argument", name->n == 1 ? "" : "s",
              args.n);
    return NULL;
  }
  node->u.call.callee = word;
  node->u.call.args = args.at;
  node->u.call.n_args = args.n;
  if (family)
    call_family(p, name, &args, node);
  node->label = call_label(p, word, &args, family ? "[]" : "()");
  const struct pml_call call = {node->u.call.callee, node->loc, !p->unsure};
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->calls, call);
  return p->status ? NULL : node;
}

const lcm_node *pml_simple(struct pml *p) {
  const size_t start = p->at;
  if (!pml_is_at(p, PML_WORD)) {
    pml_fail(p, "a statement");
    return NULL;
  }
  if (pml_ahead(p, 1)->kind == PML_ASSIGN)
    return read_let(p);
  if (pml_accept_word(p, "skip"))
    return new_node(p, LCM_NODE_SERIES, start);
  const char *word = pml_here(p)->name;
  if (!pml_is_statement(word) || pml_ahead(p, 1)->kind != PML_OPEN)
    return read_call(p);
  p->at += 2;
  if (!strcmp(word, "delay"))
    return read_delay(p, start);
  if (!strcmp(word, "use"))
    return read_use(p, start);
  if (!strcmp(word, "P") || !strcmp(word, "V"))
    return read_semaphore(p, *word == 'P' ? LCM_NODE_ACQUIRE : LCM_NODE_RELEASE,
                          start);
  return read_signal(p, !strcmp(word, "wait") ? LCM_NODE_WAIT : LCM_NODE_SIGNAL,
                     start);
}

/* ---- heads ----------------------------------------------------------------
 */

/* Report the bound "e" at token "start" where it is a number, but no whole
 * one. */
static void check_bound(struct pml *p, const lcm_expr *e, size_t start) {
  double value = 0;
  long long whole = 0;
  if (e && lcm_expr_is_number(e, &value) && !pml_is_whole(e, &whole))
    pml_error(p, LCM_EDOMAIN, LCM_DIAG_DOMAIN, pml_span(p, start),
              "an index is a whole number, not %g", value);
}

/* Return the bound at hand. */
static const lcm_expr *read_bound(struct pml *p) {
  const size_t start = p->at;
  const lcm_expr *e = pml_expression(p);
  check_bound(p, e, start);
  return e;
}

void pml_range(struct pml *p, lcm_node *node) {
  lcm_iteration *range = LCM_NEW(lcm_ctx_arena(p->ctx), lcm_iteration);
  const bool is_par = node->kind == LCM_NODE_PARLOOP;
  range->index = pml_here(p)->name;
  (void)pml_expect(p, PML_WORD, "the name of an index");
  (void)pml_expect(p, PML_IS, "'='");
  range->from = read_bound(p);
  (void)pml_expect(p, PML_COMMA, "','");
  range->to = read_bound(p);
  (void)pml_expect(p, PML_CLOSE, "')'");
  if (p->status)
    return;
  node->u.loop.ranges = range;
  node->u.loop.n_ranges = 1;
  node->label = is_par ? "par" : "seq";
  pml_scope_add(p, range->index, PML_SCOPE_INDEX);
}

void pml_using(struct pml *p, lcm_node *node) {
  read_resources(p, node);
  (void)pml_expect(p, PML_CLOSE, "')'");
  if (!p->status)
    node->label = label(p, "using", node->u.resource.instances,
                        node->u.resource.n_instances, NULL);
}
