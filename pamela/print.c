/* Printing a program as a PAMELA model. */
#include <stdlib.h>
#include <string.h>

#include "model/machine/machine.h"
#include "pamela/print.h"
#include "pamela/print_cost.h"
#include "pamela/print_expr.h"
#include "pamela/print_name.h"
#include "pamela/print_node.h"
#include "pamela/read.h"

/* Append the subscripts "ranges" of what is declared at "loc". */
static void put_ranges(struct pml_printer *p, const struct lcm_range *ranges,
                       size_t n, lcm_loc loc) {
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(&p->buf, i ? ", " : "[");
    pml_put_expr(p, ranges[i].from, loc);
    lcm_buf_puts(&p->buf, "..");
    pml_put_expr(p, ranges[i].to, loc);
  }
  lcm_buf_puts(&p->buf, n ? "]" : "");
}

/* Append the declaration of "param" where it is a decision; return whether it
 * is. */
static bool put_decision(struct pml_printer *p, const lcm_param *param) {
  const char *about = param->description;
  if (!p->program->is_model || !lcm_param_is_decision(param))
    return false;
  lcm_buf_printf(&p->buf, "decision %s",
                 pml_printed(p, PML_VALUES, param->name));
  if (lcm_expr_is_int(param->value, 1))
    lcm_buf_puts(&p->buf, " = 1");
  if (about && !strpbrk(about, "\"\n\r\t"))
    lcm_buf_printf(&p->buf, " : \"%s\"", about);
  else if (about)
    pml_lost(p, param->loc, "the description of '%s'", param->name);
  lcm_buf_putc(&p->buf, '\n');
  return true;
}

/* Append the declaration of "param". */
static void put_param(struct pml_printer *p, const lcm_param *param) {
  if (put_decision(p, param))
    return;
  lcm_buf_printf(&p->buf, "param %s", pml_printed(p, PML_VALUES, param->name));
  if (param->value) {
    const bool time = lcm_dim_equal(lcm_expr_dim(param->value), LCM_DIM_TIME);
    lcm_buf_puts(&p->buf, " = ");
    if (time)
      pml_put_time(
          p,
          lcm_expr_mul(
              p->ctx, param->value,
              lcm_expr_div(p->ctx, p->unit,
                           lcm_expr_unit(p->ctx, lcm_measure_find("s")))),
          param->loc);
    else
      pml_put_expr(p, param->value, param->loc);
  }
  if (param->low || param->high || param->description || param->tied)
    pml_lost(p, param->loc, "the range and description of '%s'", param->name);
  lcm_buf_putc(&p->buf, '\n');
}

/* Append the declaration of "resource". */
static void put_resource(struct pml_printer *p, const lcm_resource *resource) {
  lcm_buf_printf(&p->buf, "resource %s",
                 pml_printed(p, PML_RESOURCES, resource->name));
  put_ranges(p, resource->ranges, resource->n_ranges, resource->loc);
  lcm_buf_puts(&p->buf, " = ");
  if (resource->multiplicity)
    pml_put_expr(p, resource->multiplicity, resource->loc);
  else
    lcm_buf_puts(&p->buf, "inf");
  lcm_buf_puts(&p->buf, resource->discipline == LCM_PS ? " ps" : "");
  if (resource->service) {
    lcm_buf_puts(&p->buf, " service ");
    pml_put_time(p, resource->service, resource->loc);
  }
  if (resource->description)
    pml_lost(p, resource->loc, "the description of '%s'", resource->name);
  lcm_buf_putc(&p->buf, '\n');
}

/* A search for resources and conditions that are not declared. */
struct undeclared {
  struct pml_printer *p;
  LCM_LIST(struct lcm_instance) conditions;
  LCM_LIST(struct lcm_instance) resources;
};

/* Return whether the program of "u" declares the condition "name". */
static bool knows_condition(const struct undeclared *u, const char *name) {
  const lcm_program *program = u->p->program;
  for (size_t i = 0; i < program->n_conditions; i++)
    if (!strcmp(program->conditions[i].name, name))
      return true;
  for (size_t i = 0; i < u->conditions.n; i++)
    if (!strcmp(u->conditions.at[i].name, name))
      return true;
  return false;
}

/* Return whether the program of "u" declares the resource "name". */
static bool knows_resource(const struct undeclared *u, const char *name) {
  const lcm_program *program = u->p->program;
  for (size_t i = 0; i < program->n_resources; i++)
    if (!strcmp(program->resources[i].name, name))
      return true;
  for (size_t i = 0; i < u->resources.n; i++)
    if (!strcmp(u->resources.at[i].name, name))
      return true;
  return false;
}

/* Note what "node" mentions that is not declared. */
static lcm_status note_undeclared(const lcm_node *node, void *user) {
  struct undeclared *u = user;
  lcm_arena *arena = lcm_ctx_arena(u->p->ctx);
  const bool condition = lcm_node_is_condition(node->kind);
  const bool resource = lcm_node_is_resource(node->kind);
  if (condition && !knows_condition(u, node->u.condition.name))
    LCM_LIST_ADD(arena, &u->conditions, node->u.condition);
  for (size_t i = 0; resource && i < node->u.resource.n_instances; i++)
    if (!knows_resource(u, node->u.resource.instances[i].name))
      LCM_LIST_ADD(arena, &u->resources, node->u.resource.instances[i]);
  return LCM_OK;
}

/* Append the declaration "word" of "instance" of "space", whose subscripts may
 * be anything. */
static void put_open(struct pml_printer *p, const char *word,
                     enum pml_space space,
                     const struct lcm_instance *instance) {
  lcm_buf_printf(&p->buf, "%s %s", word, pml_printed(p, space, instance->name));
  for (size_t i = 0; i < instance->n_indices; i++)
    lcm_buf_puts(&p->buf,
                 i ? ", -1000000000..1000000000" : "[-1000000000..1000000000");
  lcm_buf_puts(&p->buf, instance->n_indices ? "]\n" : "\n");
}

/* Append the conditions and resources that functions of the program mention
 * but nothing declares. */
static void put_undeclared(struct pml_printer *p) {
  struct undeclared u = {.p = p};
  for (size_t i = 0; i < p->program->n_functions; i++)
    if (p->program->functions[i].body &&
        lcm_node_foreach(p->program->functions[i].body, note_undeclared, &u))
      return;
  for (size_t i = 0; i < u.resources.n; i++)
    put_open(p, "resource", PML_RESOURCES, &u.resources.at[i]);
  for (size_t i = 0; i < u.conditions.n; i++)
    put_open(p, "cond", PML_CONDITIONS, &u.conditions.at[i]);
}

/* Append the declarations of the program. */
static void put_declarations(struct pml_printer *p) {
  const lcm_program *program = p->program;
  for (size_t i = 0; i < program->n_params; i++)
    put_param(p, &program->params[i]);
  for (size_t i = 0; i < program->n_resources; i++)
    put_resource(p, &program->resources[i]);
  for (size_t i = 0; i < program->n_conditions; i++) {
    const struct lcm_condition *condition = &program->conditions[i];
    lcm_buf_printf(&p->buf, "cond %s",
                   pml_printed(p, PML_CONDITIONS, condition->name));
    put_ranges(p, condition->ranges, condition->n_ranges, condition->loc);
    lcm_buf_putc(&p->buf, '\n');
  }
  put_undeclared(p);
}

/* Append the head of "function", number "at" of the program. */
static void put_head(struct pml_printer *p, const lcm_function *function,
                     size_t at) {
  const size_t bracket = strcspn(function->key, "[");
  size_t n = 0;
  lcm_buf_printf(&p->buf, "\n%s%s", pml_function_name(p, at),
                 p->program->is_model ? function->key + bracket : "");
  for (size_t i = 0; i < function->n_params; i++) {
    const char *name = function->params[i];
    lcm_buf_puts(&p->buf, n++ ? ", " : "(");
    lcm_buf_puts(&p->buf, *name ? pml_printed(p, PML_VALUES, name)
                                : pml_fresh(p, "unnamed"));
  }
  for (size_t i = 0; i < PML_TEAM_NAMES; i++)
    if (p->hidden[at] & 1u << i) {
      lcm_buf_puts(&p->buf, n++ ? ", " : "(");
      lcm_buf_puts(&p->buf, pml_printed(p, PML_VALUES, pml_team_name(i)));
    }
  lcm_buf_puts(&p->buf, n ? ") =" : " =");
}

/* Return whether "function" is printed: it has a body and is not what chooses
 * among the members of a family. */
static bool is_printed(const struct pml_printer *p,
                       const lcm_function *function) {
  const size_t n = strlen(function->key);
  return function->body && !(p->program->is_model && n > 2 &&
                             !strcmp(function->key + n - 2, "[]"));
}

/* Append the equations. */
static void put_equations(struct pml_printer *p) {
  for (size_t i = 0; i < p->program->n_functions; i++) {
    const lcm_function *function = &p->program->functions[i];
    if (!is_printed(p, function))
      continue;
    p->shadows.n = 0;
    put_head(p, function, i);
    pml_put_body(p, function);
    lcm_buf_putc(&p->buf, '\n');
  }
}

/* Take the names of everything declared, params first, so that what has the
 * same name in another space gets another. */
static void reserve_names(struct pml_printer *p) {
  const lcm_program *program = p->program;
  for (size_t i = 0; i < program->n_params; i++)
    (void)pml_printed(p, PML_VALUES, program->params[i].name);
  for (size_t i = 0; i < program->n_resources; i++)
    (void)pml_printed(p, PML_RESOURCES, program->resources[i].name);
  for (size_t i = 0; i < program->n_conditions; i++)
    (void)pml_printed(p, PML_CONDITIONS, program->conditions[i].name);
  if (!program->is_model)
    (void)pml_fresh(p, "L");
  for (size_t i = 0; i < program->n_functions; i++)
    (void)pml_function_name(p, i);
  p->declared = true;
}

/* Append the value of "name", which the user gives, or 0 where that is NULL. */
static void put_value(struct pml_printer *p, const char *name, lcm_loc loc) {
  pml_put_expr(
      p,
      name ? lcm_expr_symbol(p->ctx, lcm_intern(p->ctx, name), LCM_DIM_NONE)
           : lcm_expr_int(p->ctx, 0),
      loc);
}

/* Append what the whole model is where that is not called L. */
static void put_entry(struct pml_printer *p) {
  const char *entry = p->program->entry ? p->program->entry : "main";
  size_t at = 0;
  const lcm_function *f = pml_function_at(p, entry, &at);
  if (p->program->is_model)
    return;
  if (!f || !f->body) {
    pml_lost(p, (lcm_loc){0},
             "where a run begins, which nothing says: name "
             "it with --entry");
    return;
  }
  p->bound.n = 0;
  p->shadows.n = 0;
  lcm_buf_printf(&p->buf, "\nL =\n  %s", pml_function_name(p, at));
  size_t n = 0;
  for (size_t i = 0; i < f->n_params; i++) {
    lcm_buf_puts(&p->buf, n++ ? ", " : "(");
    put_value(p, pml_asks_for(p, at, i) ? f->params[i] : NULL, f->loc);
  }
  for (size_t i = 0; i < PML_TEAM_NAMES; i++)
    if (p->hidden[at] & 1u << i) {
      lcm_buf_puts(&p->buf, n++ ? ", " : "(");
      put_value(p, pml_team_name(i), f->loc);
    }
  lcm_buf_puts(&p->buf, n ? ")\n" : "\n");
}

/* Say what of the whole program is lost. */
static void lose_rest(struct pml_printer *p) {
  const lcm_loc nowhere = {0};
  if (p->program->n_categories)
    pml_lost(p, nowhere, "categories of lost cycles");
  if (p->program->n_covariances)
    pml_lost(p, nowhere, "covariances");
  if (p->program->variant)
    pml_lost(p, nowhere, "the name of the variant");
  if (p->program->is_model && p->program->entry &&
      strcmp(p->program->entry, "L") != 0)
    pml_lost(p, nowhere, "that the whole is '%s': choose it with --model",
             p->program->entry);
}

/* Append the default of the param "name" that nothing in the program gives a
 * value to: what the default machine says, and one processor, rank and thread
 * of all; nothing where there is none. */
static void put_default(const struct pml_printer *p, lcm_buf *out,
                        const char *name) {
  static const char *const DEFAULTS[][2] = {{"procs", "p"},
                                            {"ranks", "p"},
                                            {"rank", "0"},
                                            {"thread", "0"},
                                            {"threads", "1"}};
  const lcm_expr *value =
      strncmp(name, "machine.", 8)
          ? NULL
          : lcm_machine_name(p->ctx, lcm_machine_default(p->ctx), name);
  double number = 0;
  for (size_t i = 0; i < sizeof DEFAULTS / sizeof *DEFAULTS; i++)
    if (!strcmp(name, DEFAULTS[i][0]))
      lcm_buf_printf(out, " = %s", DEFAULTS[i][1]);
  if (value && !lcm_expr_eval(&number, value, NULL, 0)) {
    lcm_buf_puts(out, " = ");
    lcm_buf_double(out, number);
  }
}

/* Append the params for names that nothing in the program gives a value to
 * "out". */
static void put_free(struct pml_printer *p, lcm_buf *out) {
  const char *processors = lcm_intern(p->ctx, "p");
  for (size_t i = 0; i < p->free.n; i++)
    if (!strcmp(p->free.at[i], "procs") || !strcmp(p->free.at[i], "ranks"))
      pml_note_free(p, processors);
  for (size_t i = 0; i < p->free.n; i++) {
    lcm_buf_printf(out, "param %s", pml_printed(p, PML_VALUES, p->free.at[i]));
    put_default(p, out, p->free.at[i]);
    lcm_buf_putc(out, '\n');
  }
}

/* Return "program" as text, and what that loses. */
static LCM_GIVE char *print_once(struct lcm_pamela_losses *losses, lcm_ctx *ctx,
                                 const lcm_program *program) {
  struct pml_printer p = {.ctx = ctx, .program = program};
  lcm_buf out = {0};
  const char *unit = program->unit       ? program->unit
                     : program->is_model ? NULL
                                         : "s";
  lcm_ctx_refill(ctx);
  p.unit = lcm_expr_unit(ctx, lcm_measure_find(unit ? unit : "s"));
  pml_find_hidden(&p);
  pml_find_parallel(&p);
  pml_find_asked(&p);
  reserve_names(&p);
  put_declarations(&p);
  put_equations(&p);
  put_entry(&p);
  lose_rest(&p);
  if (unit)
    lcm_buf_printf(&out, "unit %s\n", unit);
  put_free(&p, &out);
  lcm_buf_puts(&out, p.buf.text ? p.buf.text : "");
  lcm_buf_free(&p.buf);
  *losses = (struct lcm_pamela_losses){p.losses.at, p.losses.n};
  return lcm_buf_take(&out);
}

LCM_GIVE char *lcm_pamela_print(struct lcm_pamela_losses *losses, lcm_ctx *ctx,
                                const lcm_program *program) {
  const struct lcm_pamela_options options = {.open = true};
  struct lcm_pamela_losses none;
  const lcm_program *model = NULL;
  char *text = print_once(losses, ctx, program);
  const struct lcm_pamela_text one = {"(printed)", text, strlen(text)};
  if (program->is_model ||
      lcm_pamela_read_all(&model, ctx, &one, 1, &options) != LCM_OK)
    return text;
  char *again = print_once(&none, ctx, model);
  free(text);
  return again;
}
