/* Printing nodes as statements. */
#include <string.h>

#include "pamela/print_cost.h"
#include "pamela/print_expr.h"
#include "pamela/print_name.h"
#include "pamela/print_node.h"
#include "pamela/print_team.h"

/* Most levels of indentation; deeper nesting shows in the braces. */
enum { MAX_INDENT = 32 };

void pml_put_line(struct pml_printer *p) {
  lcm_buf_putc(&p->buf, '\n');
  for (unsigned i = 0; i < p->depth && i < MAX_INDENT; i++)
    lcm_buf_puts(&p->buf, "  ");
}

/* Append "instance" of "space". */
static void put_instance(struct pml_printer *p, enum pml_space space,
                         const struct lcm_instance *instance, lcm_loc loc) {
  lcm_buf_puts(&p->buf, pml_printed(p, space, instance->name));
  for (size_t i = 0; i < instance->n_indices; i++) {
    lcm_buf_puts(&p->buf, i ? ", " : "[");
    pml_put_expr(p, instance->indices[i], loc);
  }
  lcm_buf_puts(&p->buf, instance->n_indices ? "]" : "");
}

/* Append the resources of "node", in braces where there are several. */
static void put_resources(struct pml_printer *p, const lcm_node *node) {
  const size_t n = node->u.resource.n_instances;
  lcm_buf_puts(&p->buf, n > 1 ? "{" : "");
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(&p->buf, i ? ", " : "");
    put_instance(p, PML_RESOURCES, &node->u.resource.instances[i], node->loc);
  }
  lcm_buf_puts(&p->buf, n > 1 ? "}" : "");
}

/* ---- branches and calls ---------------------------------------------------
 */

/* Append the condition of alternative "i" of the branch "node"; "rest" is the
 * probability that none before it was taken. */
static void put_condition(struct pml_printer *p, const lcm_node *node, size_t i,
                          const lcm_expr *rest) {
  const lcm_expr *condition =
      node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
  const lcm_expr *chance =
      node->u.branch.probabilities ? node->u.branch.probabilities[i] : NULL;
  lcm_buf_puts(&p->buf, "if (");
  if (condition)
    pml_put_expr(p, condition, node->loc);
  else {
    if (!chance) {
      pml_lost(p, node->loc, "a choice that nothing is known of: evenly taken");
      chance = lcm_expr_mul(
          p->ctx, rest,
          lcm_expr_ratio(p->ctx, 1, (long long)(node->n_children - i + 1)));
    }
    lcm_buf_puts(&p->buf, "prob(");
    pml_put_expr(p, lcm_expr_div(p->ctx, chance, rest), node->loc);
    lcm_buf_putc(&p->buf, ')');
  }
  lcm_buf_puts(&p->buf, ") ");
}

/* Return whether alternative "i" of the branch "node" is what happens
 * otherwise. */
static bool is_otherwise(const lcm_node *node, size_t i) {
  const bool none =
      (!node->u.branch.conditions || !node->u.branch.conditions[i]) &&
      (!node->u.branch.probabilities || !node->u.branch.probabilities[i]);
  return none && i && i + 1 == node->n_children;
}

/* Append the branch "node". */
static void put_branch(struct pml_printer *p, const lcm_node *node) {
  const lcm_expr *rest = lcm_expr_int(p->ctx, 1);
  for (size_t i = 0; i < node->n_children; i++) {
    lcm_buf_puts(&p->buf, i ? " else " : "");
    if (!is_otherwise(node, i))
      put_condition(p, node, i, rest);
    pml_put_statement(p, node->children[i]);
    if (node->u.branch.probabilities && node->u.branch.probabilities[i])
      rest = lcm_expr_sub(p->ctx, rest, node->u.branch.probabilities[i]);
  }
  lcm_buf_puts(&p->buf, node->n_children ? "" : "skip");
}

/* Append the arguments of the call "node" between "open" and "close", with the
 * numbers of the team that function number "callee" needs. */
static void put_arguments(struct pml_printer *p, const lcm_node *node,
                          size_t callee, const char *brackets) {
  size_t n = 0;
  for (size_t i = 0; i < node->u.call.n_args; i++) {
    const lcm_expr *size = node->u.call.sizes ? node->u.call.sizes[i] : NULL;
    const lcm_expr *arg = size ? size : node->u.call.args[i];
    lcm_buf_puts(&p->buf, n++ ? ", " : (char[]){brackets[0], '\0'});
    if (arg)
      pml_put_expr(p, arg, node->loc);
    else {
      lcm_buf_putc(&p->buf, '0');
      if (pml_asks_for(p, callee, i))
        pml_lost(p, node->loc, "an argument that is no number");
    }
  }
  for (size_t i = 0; i < PML_TEAM_NAMES; i++)
    if (p->hidden[callee] & 1u << i) {
      lcm_buf_puts(&p->buf, n++ ? ", " : "(");
      lcm_buf_puts(&p->buf, pml_printed(p, PML_VALUES, pml_team_name(i)));
    }
  if (n)
    lcm_buf_putc(&p->buf, brackets[1]);
}

/* Return whether "key" chooses a member of a family of equations: NAME[]. */
static bool is_chooser(const char *key) {
  const size_t n = strlen(key);
  return n > 2 && !strcmp(key + n - 2, "[]");
}

/* Append the call "node". */
static void put_call(struct pml_printer *p, const lcm_node *node) {
  const char *key = node->u.call.callee;
  size_t at = 0;
  const lcm_function *f = pml_function_at(p, key, &at);
  if (!f || !f->body) {
    pml_lost(p, node->loc, "the call of '%s', which is not known", key);
    lcm_buf_puts(&p->buf, "skip");
    return;
  }
  lcm_buf_puts(&p->buf, pml_function_name(p, at));
  if (p->program->is_model && is_chooser(key))
    put_arguments(p, node, at, "[]");
  else if (p->program->is_model && strchr(key, '['))
    lcm_buf_puts(&p->buf, strchr(key, '['));
  else
    put_arguments(p, node, at, "()");
}

/* ---- statements -----------------------------------------------------------
 */

/* Append the "n" nodes at "list" joined by "separator"; what there is nothing
 * to say of in a program is left out. */
static void put_chain(struct pml_printer *p, const lcm_node *const *list,
                      size_t n, const char *separator) {
  bool any = false;
  for (size_t i = 0; i < n; i++) {
    const size_t before = p->buf.len;
    if (any) {
      lcm_buf_puts(&p->buf, separator);
      pml_put_line(p);
    }
    const size_t start = p->buf.len;
    pml_put_statement(p, list[i]);
    if (!p->program->is_model && !p->buf.failed &&
        !strcmp(p->buf.text + start, "skip")) {
      p->buf.len = before;
      p->buf.text[before] = '\0';
    } else
      any = true;
  }
  lcm_buf_puts(&p->buf, any ? "" : "skip");
}

/* Append the group "node", a SERIES or PARALLEL, in braces. */
static void put_group(struct pml_printer *p, const lcm_node *node) {
  if (!node->n_children) {
    lcm_buf_puts(&p->buf, "skip");
    return;
  }
  lcm_buf_putc(&p->buf, '{');
  p->depth++;
  pml_put_line(p);
  put_chain(p, node->children, node->n_children,
            node->kind == LCM_NODE_PARALLEL ? " ||" : " ;");
  p->depth--;
  pml_put_line(p);
  lcm_buf_putc(&p->buf, '}');
}

/* Append the body of "node", which has one child at most. */
static void put_child(struct pml_printer *p, const lcm_node *node) {
  if (node->n_children)
    pml_put_statement(p, node->children[0]);
  else
    lcm_buf_puts(&p->buf, "skip");
}

/* Append `word(resources) `. */
static void put_use(struct pml_printer *p, const char *word,
                    const lcm_node *node) {
  lcm_buf_printf(&p->buf, "%s(", word);
  put_resources(p, node);
  if (node->kind == LCM_NODE_USE) {
    lcm_buf_puts(&p->buf, ", ");
    pml_put_time(p, node->u.resource.time, node->loc);
  }
  lcm_buf_putc(&p->buf, ')');
}

/* Append the while "node". */
static void put_while(struct pml_printer *p, const lcm_node *node) {
  if (!node->u.loop.condition && !node->u.loop.count)
    pml_lost(p, node->loc, "a while without a count: once");
  if (node->u.loop.condition) {
    lcm_buf_puts(&p->buf, "while (");
    pml_put_expr(p, node->u.loop.condition, node->loc);
  } else {
    lcm_buf_printf(&p->buf, "seq (%s = 1, ", pml_fresh(p, "turn"));
    pml_put_expr(
        p, node->u.loop.count ? node->u.loop.count : lcm_expr_int(p->ctx, 1),
        node->loc);
  }
  lcm_buf_puts(&p->buf, ") ");
  put_child(p, node);
}

/* Append the assignment "node". */
static void put_let(struct pml_printer *p, const lcm_node *node) {
  const size_t before = p->shadows.n;
  const char *printed = pml_local(p, node->u.let.name);
  const size_t after = p->shadows.n;
  lcm_buf_printf(&p->buf, "%s := ", printed);
  p->shadows.n = before;
  pml_put_expr(p, node->u.let.value, node->loc);
  p->shadows.n = after;
}

/* Append the signal or wait "node". */
static void put_condition_node(struct pml_printer *p, const lcm_node *node) {
  lcm_buf_puts(&p->buf, node->kind == LCM_NODE_WAIT ? "wait(" : "signal(");
  put_instance(p, PML_CONDITIONS, &node->u.condition, node->loc);
  lcm_buf_putc(&p->buf, ')');
}

/* Append "node", whose cost no model of the whole gives. */
static void put_node(struct pml_printer *p, const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_FRAGMENT:
    pml_put_fragment(p, node);
    return;
  case LCM_NODE_SERIES:
    put_group(p, node);
    return;
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
    pml_put_loop(p, node);
    return;
  case LCM_NODE_WHILE:
    put_while(p, node);
    return;
  case LCM_NODE_BRANCH:
    put_branch(p, node);
    return;
  case LCM_NODE_CALL:
    put_call(p, node);
    return;
  case LCM_NODE_LET:
    put_let(p, node);
    return;
  case LCM_NODE_USE:
    put_use(p, "use", node);
    return;
  case LCM_NODE_ACQUIRE:
    put_use(p, "P", node);
    return;
  case LCM_NODE_RELEASE:
    put_use(p, "V", node);
    return;
  case LCM_NODE_USING:
    put_use(p, "using ", node);
    lcm_buf_putc(&p->buf, ' ');
    put_child(p, node);
    return;
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    put_condition_node(p, node);
    return;
  case LCM_NODE_PARALLEL:
    if (!node->u.parallel.worksharing) {
      if (!p->program->is_model)
        pml_lost(p, node->loc,
                 "how few processors there are: all run at the same time");
      put_group(p, node);
      return;
    }
    break;
  case LCM_NODE_TEAM:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  pml_put_program(p, node);
}

/* Say what of the comments at "node" is lost. */
static void lose_notes(struct pml_printer *p, const lcm_node *node) {
  for (size_t i = 0; i < node->n_with; i++)
    pml_lost(p, node->loc, "that '%s' has another value here (with)",
             node->with[i].name);
  if (node->n_reads || node->n_writes)
    pml_lost(p, (lcm_loc){0}, "what is read and written, and so what moves");
}

void pml_put_statement(struct pml_printer *p, const lcm_node *node) {
  lose_notes(p, node);
  if (node->ignored)
    lcm_buf_puts(&p->buf, "skip");
  else if (!pml_put_modelled(p, node))
    put_node(p, node);
}

/* Note the local that "node" sets. */
static lcm_status bind_local(const lcm_node *node, void *user) {
  struct pml_printer *p = user;
  if (node->kind == LCM_NODE_LET)
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->bound, node->u.let.name);
  return LCM_OK;
}

void pml_put_body(struct pml_printer *p, const lcm_function *function) {
  const lcm_node *body = function->body;
  const bool chain = body->kind == LCM_NODE_SERIES && body->n_children > 1 &&
                     !body->n_models && !body->ignored;
  p->home = function;
  p->depth = 1;
  p->team = 0;
  p->bound.n = 0;
  for (size_t i = 0; i < function->n_params; i++)
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->bound, function->params[i]);
  for (size_t k = 0; k < PML_TEAM_NAMES; k++)
    if (p->hidden[function - p->program->functions] & 1u << k)
      LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->bound,
                   lcm_intern(p->ctx, pml_team_name(k)));
  if (lcm_node_foreach(body, bind_local, p))
    return;
  pml_put_line(p);
  if (chain)
    put_chain(p, body->children, body->n_children, " ;");
  else
    pml_put_statement(p, body);
}
