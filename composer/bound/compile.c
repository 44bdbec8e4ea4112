/* The equations over start times of a model as a function in C (van Gemund
 * 1996, 5.4.1).
 *
 * Each equation of the model becomes a function from the time at which it
 * begins to that at which it ends, each par a loop over branches that begin at
 * the same time.  When a condition becomes true is kept, INFINITY as long as
 * that is not known; what waits for it then ends at INFINITY, too, and its
 * branch is left for the next one, the `break` of the thesis.  The whole is
 * gone through until no condition becomes true earlier than before: times only
 * fall, so that this ends with the solution of the equations. */
#include "composer/bound/compile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/list.h"

/* A text being written; "lets" are the locals of the function at hand. */
struct compiling {
  lcm_ctx *ctx;
  const lcm_program *program;
  lcm_buf buf;
  LCM_LIST(const char *) lets;
  size_t fresh;
  unsigned depth;
  const char *reason;
  lcm_loc at;
};

static void put_node(struct compiling *c, const lcm_node *node);

/* Say that "node" cannot be compiled. */
static void refuse(struct compiling *c, const lcm_node *node,
                   const char *reason) {
  c->at = c->reason ? c->at : node->loc;
  c->reason = c->reason ? c->reason : reason;
}

/* Begin a line. */
static void begin(struct compiling *c) {
  lcm_buf_printf(&c->buf, "%*s", (int)(2 * c->depth), "");
}

/* Append "text" as a line of its own. */
static void line(struct compiling *c, const char *text) {
  begin(c);
  lcm_buf_printf(&c->buf, "%s\n", text);
}

/* Return "name" as C spells it: letters, digits and underscores, no keyword. */
static const char *c_name(struct compiling *c, const char *name) {
  static const char *const KEYWORDS[] = {
      "auto",     "break",    "case",     "char",   "const",   "continue",
      "default",  "do",       "double",   "else",   "enum",    "extern",
      "float",    "for",      "goto",     "if",     "inline",  "int",
      "long",     "register", "restrict", "return", "short",   "signed",
      "sizeof",   "static",   "struct",   "switch", "typedef", "union",
      "unsigned", "void",     "volatile", "while"};
  char *out = lcm_arena_printf(lcm_ctx_arena(c->ctx), "%s", name);
  for (char *at = out; *at; at++)
    *at = (char)(isalnum((unsigned char)*at) ? *at : '_');
  for (size_t i = 0; i < sizeof KEYWORDS / sizeof *KEYWORDS; i++)
    if (!strcmp(KEYWORDS[i], out))
      out = lcm_arena_printf(lcm_ctx_arena(c->ctx), "%s_", out);
  return lcm_intern(c->ctx, out);
}

/* Append "e", a number or a time in seconds, which stands at "node". */
static void put_expr(struct compiling *c, const lcm_expr *e,
                     const lcm_node *node) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, c->ctx, e) : 0;
  struct lcm_subst *substs =
      LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), struct lcm_subst, n + 1);
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    const char *name = c_name(c, names[i]);
    if (lcm_program_draw(c->program, names[i]))
      refuse(c, node, "it depends on chance");
    if (name != names[i])
      substs[k++] = (struct lcm_subst){
          names[i], lcm_expr_symbol(c->ctx, name, LCM_DIM_NONE)};
  }
  e = e && k ? lcm_expr_subst(c->ctx, e, substs, k) : e;
  if (e && lcm_dim_equal(lcm_expr_dim(e), LCM_DIM_TIME))
    e = lcm_expr_div(c->ctx, e, lcm_expr_unit(c->ctx, lcm_measure_find("s")));
  char *text = e ? lcm_expr_to_str(e, LCM_C) : NULL;
  if (!text)
    refuse(c, node, "an expression in it is not known");
  lcm_buf_puts(&c->buf, text ? text : "0");
  free(text);
}

/* Append `HEAD` "e" `TAIL` as a line. */
static void put_line(struct compiling *c, const char *head, const lcm_expr *e,
                     const char *tail, const lcm_node *node) {
  begin(c);
  lcm_buf_puts(&c->buf, head);
  put_expr(c, e, node);
  lcm_buf_printf(&c->buf, "%s\n", tail);
}

/* Append that "time" (NULL: none) passes. */
static void put_delay(struct compiling *c, const lcm_expr *time,
                      const lcm_node *node) {
  if (time)
    put_line(c, "lcm_at += ", time, ";", node);
}

/* Append the children of "node". */
static void put_children(struct compiling *c, const lcm_node *node) {
  for (size_t i = 0; i < node->n_children; i++)
    put_node(c, node->children[i]);
}

/* ---- loops and branches -------------------------------------------------- */

/* Append the head of the loop over range "k" of "node", up to its brace. */
static void put_range(struct compiling *c, const lcm_node *node, size_t k) {
  const lcm_iteration *range = &node->u.loop.ranges[k];
  const char *index = c_name(c, range->index);
  const size_t at = ++c->fresh;
  begin(c);
  lcm_buf_printf(&c->buf, "const double lcm_to%zu = 1e-9 + ", at);
  put_expr(c, range->to, node);
  lcm_buf_puts(&c->buf, ";\n");
  begin(c);
  lcm_buf_printf(&c->buf, "for (double %s = ", index);
  put_expr(c, range->from, node);
  lcm_buf_printf(&c->buf, "; %s <= lcm_to%zu; %s %s ", index, at, index,
                 range->factor ? "*=" : "+=");
  put_expr(c,
           range->factor ? range->factor
           : range->step ? range->step
                         : lcm_expr_int(c->ctx, 1),
           node);
  lcm_buf_puts(&c->buf, ") {\n");
  c->depth++;
}

/* Append the head of the loop "node" without ranges. */
static void put_count(struct compiling *c, const lcm_node *node) {
  const size_t at = ++c->fresh;
  if (!node->u.loop.count)
    refuse(c, node, "how often it turns is not known");
  begin(c);
  lcm_buf_printf(&c->buf, "for (double lcm_i%zu = 0; lcm_i%zu < ", at, at);
  put_expr(c, node->u.loop.count, node);
  lcm_buf_printf(&c->buf, "; lcm_i%zu++) {\n", at);
  c->depth++;
}

/* Append the end of a block. */
static void put_end(struct compiling *c) {
  c->depth--;
  line(c, "}");
}

/* Append the keeping of all locals for the branches of part "at", or giving
 * them back their values. */
static void put_locals(struct compiling *c, size_t at, bool keep) {
  for (size_t i = 0; i < c->lets.n; i++) {
    const char *name = c_name(c, c->lets.at[i]);
    begin(c);
    if (keep)
      lcm_buf_printf(&c->buf, "const double lcm_%s%zu = %s;\n", name, at, name);
    else
      lcm_buf_printf(&c->buf, "%s = lcm_%s%zu;\n", name, name, at);
  }
}

/* Append the beginning of a part whose branches begin together; return its
 * number. */
static size_t put_fork(struct compiling *c) {
  const size_t at = ++c->fresh;
  line(c, "{");
  c->depth++;
  begin(c);
  lcm_buf_printf(&c->buf, "const double lcm_from%zu = lcm_at;\n", at);
  begin(c);
  lcm_buf_printf(&c->buf, "double lcm_end%zu = lcm_at;\n", at);
  put_locals(c, at, true);
  return at;
}

/* Append a branch of part "at": the children of "node", or the only one
 * "child". */
static void put_branch(struct compiling *c, size_t at, const lcm_node *node,
                       const lcm_node *child) {
  begin(c);
  lcm_buf_printf(&c->buf, "lcm_at = lcm_from%zu;\n", at);
  if (child)
    put_node(c, child);
  else
    put_children(c, node);
  begin(c);
  lcm_buf_printf(&c->buf, "lcm_end%zu = fmax(lcm_end%zu, lcm_at);\n", at, at);
  put_locals(c, at, false);
}

/* Append the join of part "at". */
static void put_join(struct compiling *c, size_t at) {
  begin(c);
  lcm_buf_printf(&c->buf, "lcm_at = lcm_end%zu;\n", at);
  put_end(c);
}

/* Append the loop "node". */
static void put_loop(struct compiling *c, const lcm_node *node) {
  const bool parallel = node->kind == LCM_NODE_PARLOOP;
  const size_t n = node->u.loop.n_ranges;
  const size_t at = parallel ? put_fork(c) : 0;
  if (!parallel) {
    line(c, "{");
    c->depth++;
  }
  for (size_t k = 0; k < n; k++)
    put_range(c, node, k);
  if (!n)
    put_count(c, node);
  if (parallel)
    put_branch(c, at, node, NULL);
  else {
    put_children(c, node);
    line(c, "if (isinf(lcm_at))");
    line(c, "  break;");
  }
  for (size_t k = 0; k < (n ? n : 1); k++)
    put_end(c);
  if (parallel)
    put_join(c, at);
  else
    put_end(c);
}

/* Append the while "node". */
static void put_while(struct compiling *c, const lcm_node *node) {
  if (!node->u.loop.condition)
    refuse(c, node, "how often it turns is not known");
  put_line(c, "while (", node->u.loop.condition, ") {", node);
  c->depth++;
  put_children(c, node);
  line(c, "if (isinf(lcm_at))");
  line(c, "  break;");
  put_end(c);
}

/* Append the alternatives of "node". */
static void put_alternatives(struct compiling *c, const lcm_node *node) {
  size_t open = 0;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_expr *condition =
        node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
    if ((node->u.branch.probabilities && node->u.branch.probabilities[i]) ||
        (!condition && i + 1 < node->n_children))
      refuse(c, node, "it depends on chance");
    if (condition) {
      put_line(c, "if (", condition, ") {", node);
      c->depth++;
    }
    put_node(c, node->children[i]);
    if (condition && i + 1 < node->n_children) {
      c->depth--;
      line(c, "} else {");
      c->depth++;
      open++;
    } else if (condition)
      put_end(c);
  }
  while (open--)
    put_end(c);
}

/* ---- conditions and calls ------------------------------------------------ */

/* Append the place of the condition of "node": `lcm_cond_NAME(lcm_m, ...)`. */
static void put_place(struct compiling *c, const lcm_node *node) {
  const struct lcm_instance *of = &node->u.condition;
  lcm_buf_printf(&c->buf, "lcm_cond_%s(lcm_m", c_name(c, of->name));
  for (size_t i = 0; i < of->n_indices; i++) {
    lcm_buf_puts(&c->buf, ", ");
    put_expr(c, of->indices[i], node);
  }
  lcm_buf_putc(&c->buf, ')');
}

/* Append the signal or wait "node". */
static void put_condition(struct compiling *c, const lcm_node *node) {
  const bool waits = node->kind == LCM_NODE_WAIT;
  begin(c);
  lcm_buf_puts(&c->buf,
               waits ? "lcm_at = fmax(lcm_at, *" : "lcm_signal(lcm_m, ");
  put_place(c, node);
  lcm_buf_puts(&c->buf, waits ? ");\n" : ", lcm_at);\n");
}

/* Return the name of the function for "function" in C. */
static const char *function_name(struct compiling *c,
                                 const lcm_function *function) {
  return lcm_arena_printf(lcm_ctx_arena(c->ctx), "lcm_%zu_%s",
                          (size_t)(function - c->program->functions),
                          c_name(c, function->name));
}

/* Append the call "node". */
static void put_call(struct compiling *c, const lcm_node *node) {
  const lcm_function *callee =
      lcm_program_function(c->program, node->u.call.callee);
  if (!callee || !callee->body) {
    refuse(c, node, "what is called is not known");
    return;
  }
  begin(c);
  lcm_buf_printf(&c->buf, "lcm_at = %s(lcm_m, lcm_at",
                 function_name(c, callee));
  for (size_t i = 0; i < callee->n_params; i++) {
    const lcm_expr *arg = i < node->u.call.n_args ? node->u.call.args[i] : NULL;
    lcm_buf_puts(&c->buf, ", ");
    put_expr(c, arg, node);
  }
  lcm_buf_puts(&c->buf, ");\n");
}

/* Append "node" without models of its own. */
static void put_composed(struct compiling *c, const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_FRAGMENT:
    return;
  case LCM_NODE_SERIES:
  case LCM_NODE_USING:
    put_children(c, node);
    return;
  case LCM_NODE_PARALLEL: {
    const size_t at = put_fork(c);
    for (size_t i = 0; i < node->n_children; i++)
      put_branch(c, at, node, node->children[i]);
    put_join(c, at);
    return;
  }
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
    put_loop(c, node);
    return;
  case LCM_NODE_WHILE:
    put_while(c, node);
    return;
  case LCM_NODE_BRANCH:
    put_alternatives(c, node);
    return;
  case LCM_NODE_CALL:
    put_call(c, node);
    return;
  case LCM_NODE_LET:
    begin(c);
    lcm_buf_printf(&c->buf, "%s = ", c_name(c, node->u.let.name));
    put_expr(c, node->u.let.value, node);
    lcm_buf_puts(&c->buf, ";\n");
    return;
  case LCM_NODE_USE:
    put_delay(c, node->u.resource.time, node);
    return;
  case LCM_NODES_OF_CONDITIONS:
    put_condition(c, node);
    return;
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODE_TEAM:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODES_OF_TRAFFIC:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
  refuse(c, node, "it has no equation");
}

/* Append "node". */
static void put_node(struct compiling *c, const lcm_node *node) {
  if (node->ignored)
    return;
  for (size_t i = 0; i < node->n_models; i++)
    if (!strcmp(node->models[i].category, "time")) {
      put_delay(c, node->models[i].expr, node);
      return;
    }
  put_composed(c, node);
}

/* ---- everything ---------------------------------------------------------- */

/* Note the local that "node" sets. */
static lcm_status note_let(const lcm_node *node, void *user) {
  struct compiling *c = user;
  if (node->kind != LCM_NODE_LET)
    return LCM_OK;
  for (size_t i = 0; i < c->lets.n; i++)
    if (c->lets.at[i] == node->u.let.name)
      return LCM_OK;
  LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->lets, node->u.let.name);
  return LCM_OK;
}

/* Append the params that stand for themselves in a function. */
static void put_params(struct compiling *c) {
  for (size_t i = 0; i < c->program->n_params; i++) {
    const char *name = c_name(c, c->program->params[i].name);
    lcm_buf_printf(&c->buf, "  const double %s = lcm_m->%s;\n  (void)%s;\n",
                   name, name, name);
  }
}

/* Append the head of "function", up to `tail`. */
static void put_head(struct compiling *c, const lcm_function *function,
                     const char *tail) {
  lcm_buf_printf(&c->buf,
                 "static double %s(struct lcm_model *lcm_m, double lcm_at",
                 function_name(c, function));
  for (size_t i = 0; i < function->n_params; i++)
    lcm_buf_printf(&c->buf, ", double %s", c_name(c, function->params[i]));
  lcm_buf_printf(&c->buf, ")%s\n", tail);
}

/* Append "function". */
static void put_function(struct compiling *c, const lcm_function *function) {
  c->lets.n = 0;
  if (lcm_node_foreach(function->body, note_let, c))
    return;
  lcm_buf_putc(&c->buf, '\n');
  put_head(c, function, " {");
  put_params(c);
  for (size_t i = 0; i < c->lets.n; i++)
    lcm_buf_printf(&c->buf, "  double %s = NAN;\n", c_name(c, c->lets.at[i]));
  c->depth = 1;
  put_node(c, function->body);
  lcm_buf_puts(&c->buf, "  return lcm_at;\n}\n");
}

/* Append the struct with the params and the conditions. */
static void put_struct(struct compiling *c) {
  lcm_buf_puts(&c->buf, "\n/* The params, and when conditions become true: "
                        "INFINITY where that is not\n * known. */\n"
                        "struct lcm_model {\n");
  for (size_t i = 0; i < c->program->n_params; i++)
    lcm_buf_printf(&c->buf, "  double %s;\n",
                   c_name(c, c->program->params[i].name));
  for (size_t i = 0; i < c->program->n_conditions; i++)
    lcm_buf_printf(&c->buf, "  double *lcm_c%zu;\n", i);
  lcm_buf_puts(&c->buf, "  double lcm_nowhere;\n  int lcm_wrong;\n"
                        "  int lcm_changed;\n};\n"
                        "\nstatic inline void lcm_signal(struct lcm_model "
                        "*lcm_m, double *of, double at) {\n"
                        "  if (at < *of) {\n    *of = at;\n"
                        "    lcm_m->lcm_changed = 1;\n  }\n}\n");
}

/* Append the end of range "k" of condition "i" less its beginning, and one. */
static void put_extent(struct compiling *c, const struct lcm_condition *of,
                       size_t k) {
  const lcm_node *body = c->program->functions[0].body;
  put_expr(
      c,
      lcm_expr_add(c->ctx,
                   lcm_expr_sub(c->ctx, of->ranges[k].to, of->ranges[k].from),
                   lcm_expr_int(c->ctx, 1)),
      body);
}

/* Append the function that gives the place of condition "i". */
static void put_cond(struct compiling *c, size_t i) {
  const struct lcm_condition *of = &c->program->conditions[i];
  const lcm_node *body = c->program->functions[0].body;
  lcm_buf_printf(&c->buf,
                 "\nstatic inline double *lcm_cond_%s(struct lcm_model *lcm_m",
                 c_name(c, of->name));
  for (size_t k = 0; k < of->n_ranges; k++)
    lcm_buf_printf(&c->buf, ", double lcm_i%zu", k);
  lcm_buf_puts(&c->buf, ") {\n");
  put_params(c);
  lcm_buf_puts(&c->buf, "  double lcm_flat = 0;\n  double lcm_k = 0;\n"
                        "  double lcm_n = 0;\n");
  for (size_t k = 0; k < of->n_ranges; k++) {
    lcm_buf_printf(&c->buf, "  lcm_k = lcm_i%zu - (", k);
    put_expr(c, of->ranges[k].from, body);
    lcm_buf_puts(&c->buf, ");\n  lcm_n = ");
    put_extent(c, of, k);
    lcm_buf_puts(&c->buf, ";\n  lcm_flat = lcm_flat * lcm_n + lcm_k;\n"
                          "  lcm_m->lcm_wrong |= !(lcm_k >= 0 && lcm_k < "
                          "lcm_n && lcm_k == floor(lcm_k));\n");
  }
  lcm_buf_printf(&c->buf,
                 "  (void)lcm_k;\n  (void)lcm_n;\n"
                 "  return lcm_m->lcm_wrong ? &lcm_m->lcm_nowhere\n"
                 "                          : &lcm_m->lcm_c%zu[(size_t)"
                 "lcm_flat];\n}\n",
                 i);
}

/* Append the allocation of condition "i". */
static void put_allocation(struct compiling *c, size_t i) {
  const struct lcm_condition *of = &c->program->conditions[i];
  lcm_buf_printf(&c->buf, "  double lcm_n%zu = 1", i);
  for (size_t k = 0; k < of->n_ranges; k++) {
    lcm_buf_puts(&c->buf, " * fmax(0, ");
    put_extent(c, of, k);
    lcm_buf_putc(&c->buf, ')');
  }
  lcm_buf_printf(&c->buf,
                 ";\n  lcm_s.lcm_c%zu = malloc(((size_t)lcm_n%zu + 1) * "
                 "sizeof *lcm_s.lcm_c%zu);\n"
                 "  lcm_s.lcm_wrong |= !lcm_s.lcm_c%zu;\n"
                 "  for (size_t k = 0; lcm_s.lcm_c%zu && k < (size_t)lcm_n%zu; "
                 "k++)\n    lcm_s.lcm_c%zu[k] = INFINITY;\n",
                 i, i, i, i, i, i, i);
}

/* Append the function for the whole. */
static void put_whole(struct compiling *c) {
  const lcm_program *program = c->program;
  lcm_buf_puts(&c->buf,
               "\n/* Return the time of the model, INFINITY where a wait never "
               "ends, NAN where a\n * subscript is out of range. */\n"
               "double lcm_time(");
  for (size_t i = 0; i < program->n_params; i++)
    lcm_buf_printf(&c->buf, "%sdouble %s", i ? ", " : "",
                   c_name(c, program->params[i].name));
  lcm_buf_printf(&c->buf, "%s) {\n  struct lcm_model lcm_s = {0};\n",
                 program->n_params ? "" : "void");
  for (size_t i = 0; i < program->n_params; i++) {
    const char *name = c_name(c, program->params[i].name);
    lcm_buf_printf(&c->buf, "  lcm_s.%s = %s;\n", name, name);
  }
  for (size_t i = 0; i < program->n_conditions; i++)
    put_allocation(c, i);
  lcm_buf_printf(
      &c->buf,
      "  double lcm_end = NAN;\n  do {\n"
      "    lcm_s.lcm_changed = 0;\n"
      "    lcm_end = lcm_s.lcm_wrong ? NAN : %s(&lcm_s, 0);\n"
      "  } while (lcm_s.lcm_changed);\n",
      function_name(c, lcm_program_function(program, program->entry)));
  for (size_t i = 0; i < program->n_conditions; i++)
    lcm_buf_printf(&c->buf, "  free(lcm_s.lcm_c%zu);\n", i);
  lcm_buf_puts(&c->buf, "  return lcm_s.lcm_wrong ? NAN : lcm_end;\n}\n");
}

LCM_GIVE char *lcm_bound_compile(const char **reason, lcm_loc *at, lcm_ctx *ctx,
                                 const lcm_program *program) {
  struct compiling c = {.ctx = ctx, .program = program};
  lcm_ctx_refill(ctx);
  lcm_buf_puts(&c.buf, lcm_expr_prelude(LCM_C));
  lcm_buf_puts(&c.buf, "#include <stdlib.h>\n");
  put_struct(&c);
  for (size_t i = 0; i < program->n_conditions; i++)
    put_cond(&c, i);
  lcm_buf_putc(&c.buf, '\n');
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      put_head(&c, &program->functions[i], ";");
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body)
      put_function(&c, &program->functions[i]);
  put_whole(&c);
  *reason = c.reason;
  *at = c.at;
  char *text = lcm_buf_take(&c.buf);
  if (c.reason) {
    free(text);
    return NULL;
  }
  return text;
}
