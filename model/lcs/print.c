/* Printing the text form. */
#include <string.h>

#include "model/lcs/print.h"
#include "model/lcs/text.h"

/* How far lines are indented at most: deeper nesting shows in the braces. */
enum { MAX_INDENT = 32 };

/* Where to print. */
struct writer {
  lcm_buf *buf;
  /* the file of the function at hand, which places do not repeat; NULL: none */
  const char *home;
};

/* A node being printed. */
struct place {
  unsigned depth; /* of the node */
  /* the branch whose alternative number "child" it is, or NULL */
  const lcm_node *branch;
  size_t child;
  /* how many nodes it is the whole of, 0: it is a node of its own */
  size_t n_whole;
};

/* Append a line break and the indentation for "depth". */
static void put_line(lcm_buf *buf, unsigned depth) {
  lcm_buf_putc(buf, '\n');
  for (unsigned i = 0; i < depth && i < MAX_INDENT; i++)
    lcm_buf_puts(buf, "  ");
}

/* Append "section" with its fields; a key that is the name is left out. */
static void put_section(const struct writer *w, const lcm_section *section) {
  lcm_buf *buf = w->buf;
  lcm_section copy = *section;
  if (copy.key && !strcmp(copy.key, copy.datum))
    copy.key = NULL;
  lcm_buf_putc(buf, ' ');
  lcs_put_word(buf, copy.datum);
  lcs_put_extents(buf, &copy);
  for (size_t i = 0; i < copy.n_over; i++)
    lcs_put_range(buf, "over", &copy.over[i]);
  lcs_put_fields(buf, LCS_SECTION, &copy);
  lcs_put_loc(buf, copy.loc, w->home);
}

/* Append "section" and what may be meant instead. */
static void put_sections(const struct writer *w, const lcm_section *section) {
  put_section(w, section);
  for (section = section->also; section; section = section->also) {
    lcm_buf_puts(w->buf, " or");
    put_section(w, section);
  }
}

/* Append the lines of the models and accesses of "node". */
static void put_models(const struct writer *w, const lcm_node *node,
                       unsigned depth) {
  lcm_buf *buf = w->buf;
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model *model = &node->models[i];
    put_line(buf, depth);
    lcm_buf_puts(buf, "model ");
    lcs_put_word(buf, model->category);
    lcm_buf_puts(buf, " (");
    lcs_put_expr(buf, model->expr);
    lcm_buf_putc(buf, ')');
    lcs_put_fields(buf, LCS_MODEL, model);
    lcs_put_loc(buf, model->loc, w->home);
  }
  for (size_t i = 0; i < node->n_reads + node->n_writes; i++) {
    const bool read = i < node->n_reads;
    put_line(buf, depth);
    lcm_buf_puts(buf, read ? "read" : "write");
    put_section(w, read ? &node->reads[i] : &node->writes[i - node->n_reads]);
  }
}

const char *lcs_slow_word(lcm_slow_kind kind) {
  switch (kind) {
  case LCM_SLOW_CHAIN:
    return "chain";
  case LCM_SLOW_GATHER:
    return "gather";
  case LCM_SLOW_FIRST:
    return "first";
  case LCM_SLOW_READ:
    return "read";
  case LCM_SLOW_STRIDE:
    return "stride";
  case LCM_SLOW_SHARED:
    break;
  }
  return "shared";
}

/* Append the lines of the slow accesses of "node". */
static void put_slow(lcm_buf *buf, const lcm_node *node, unsigned depth) {
  for (size_t i = 0; i < node->n_slow; i++) {
    const struct lcm_slow *slow = &node->slow[i];
    put_line(buf, depth);
    lcm_buf_printf(buf, "slow %s (", lcs_slow_word(slow->kind));
    lcs_put_expr(buf, slow->count);
    lcm_buf_puts(buf, slow->bytes ? ") (" : ") ");
    lcs_put_expr(buf, slow->bytes);
    lcm_buf_puts(buf, slow->bytes ? ")" : "");
    if (!slow->stride)
      continue;
    lcm_buf_puts(buf, " (");
    lcs_put_expr(buf, slow->stride);
    lcm_buf_puts(buf, ") (");
    lcs_put_expr(buf, slow->used);
    lcm_buf_puts(buf, slow->datum ? ") " : ")");
    if (slow->datum)
      lcs_put_word(buf, slow->datum);
  }
}

/* Append the lines of the `with`, `again`, `assume` and attributes of "node".
 */
static void put_notes(const struct writer *w, const lcm_node *node,
                      unsigned depth) {
  lcm_buf *buf = w->buf;
  for (size_t i = 0; i < node->n_with; i++) {
    put_line(buf, depth);
    lcm_buf_puts(buf, "with ");
    lcs_put_word(buf, node->with[i].name);
    lcm_buf_puts(buf, " (");
    lcs_put_expr(buf, node->with[i].value);
    lcm_buf_putc(buf, ')');
  }
  for (size_t i = 0; i < node->n_again; i++) {
    put_line(buf, depth);
    lcm_buf_puts(buf, "again (");
    lcs_put_expr(buf, node->again[i].bytes);
    lcm_buf_puts(buf, node->again[i].set ? ") (" : ") ");
    lcs_put_expr(buf, node->again[i].set);
    lcm_buf_puts(buf, node->again[i].set ? ")" : "");
  }
  put_slow(buf, node, depth);
  for (size_t i = 0; i < node->n_assumes; i++) {
    put_line(buf, depth);
    lcm_buf_puts(buf, "assume ");
    lcs_put_string(buf, node->assumes[i]);
  }
  for (size_t i = 0; i < node->n_attributes; i++) {
    put_line(buf, depth);
    lcm_buf_puts(buf, "attribute ");
    lcs_put_word(buf, node->attributes[i].key);
    if (node->attributes[i].value) {
      lcm_buf_putc(buf, ' ');
      lcs_put_string(buf, node->attributes[i].value);
    }
  }
}

/* Append the lines of the arguments of the call "node". */
static void put_arguments(const struct writer *w, const lcm_node *node,
                          unsigned depth) {
  lcm_buf *buf = w->buf;
  for (size_t i = 0; i < node->u.call.n_args; i++) {
    const lcm_expr *arg = lcs_at(node->u.call.args, i);
    const lcm_expr *size = lcs_at(node->u.call.sizes, i);
    put_line(buf, depth);
    lcm_buf_puts(buf, arg ? "arg (" : "arg ");
    lcs_put_expr(buf, arg);
    lcm_buf_puts(buf, arg ? ")" : "");
    if (size) {
      lcm_buf_puts(buf, " size=(");
      lcs_put_expr(buf, size);
      lcm_buf_putc(buf, ')');
    }
    if (node->u.call.places && node->u.call.places[i].datum) {
      lcm_buf_puts(buf, " place");
      put_sections(w, &node->u.call.places[i]);
    }
  }
}

/* Append the lines of the numbers that the message operation "node" is given
 * and sets. */
static void put_numbers(const struct writer *w, const lcm_node *node,
                        unsigned depth) {
  const struct lcm_mpi_call *message = node->u.message;
  for (size_t i = 0; i < message->n_args; i++) {
    put_line(w->buf, depth);
    lcm_buf_puts(w->buf, message->args[i] ? "arg (" : "arg ");
    lcs_put_expr(w->buf, message->args[i]);
    lcm_buf_puts(w->buf, message->args[i] ? ")" : "");
  }
  for (size_t i = 0; i < message->n_sets; i++) {
    put_line(w->buf, depth);
    lcm_buf_puts(w->buf, "set ");
    lcs_put_word(w->buf, message->sets[i]);
  }
}

/* Append the lines that only nodes of the kind of "node" have. */
static void put_details(const struct writer *w, const lcm_node *node,
                        unsigned depth) {
  lcm_buf *buf = w->buf;
  if (node->kind == LCM_NODE_CALL)
    put_arguments(w, node, depth);
  if (node->kind == LCM_NODE_MESSAGE)
    put_numbers(w, node, depth);
  for (size_t i = 0; node->kind == LCM_NODE_TASK && i < node->u.task.n_depends;
       i++) {
    put_line(buf, depth);
    lcm_buf_puts(buf, "depend ");
    lcs_put_word(buf, node->u.task.depends[i].type);
    put_section(w, &node->u.task.depends[i].section);
  }
}

static bool has_block(const lcm_node *node) {
  return node->n_children || node->n_models || node->n_reads ||
         node->n_writes || node->n_with || node->n_again || node->n_slow ||
         node->n_assumes || node->n_attributes || node->whole ||
         (node->kind == LCM_NODE_CALL && node->u.call.n_args) ||
         (node->kind == LCM_NODE_MESSAGE &&
          (node->u.message->n_args || node->u.message->n_sets)) ||
         (node->kind == LCM_NODE_TASK && node->u.task.n_depends);
}

/* Append when alternative "place->child" of a branch is taken. */
static void put_alternative(lcm_buf *buf, const struct place *place) {
  const lcm_node *branch = place->branch;
  const lcm_expr *condition = lcs_at(branch->u.branch.conditions, place->child);
  const lcm_expr *chance = lcs_at(branch->u.branch.probabilities, place->child);
  lcm_buf_puts(buf, condition ? " if=(" : "");
  if (condition)
    lcs_put_expr(buf, condition);
  lcm_buf_puts(buf, condition ? ")" : "");
  lcm_buf_puts(buf, chance ? " prob=(" : "");
  if (chance)
    lcs_put_expr(buf, chance);
  lcm_buf_puts(buf, chance ? ")" : "");
}

/* Return whether the branch "node" is one by chance, although no alternative
 * has a probability. */
static bool is_bare_chance(const lcm_node *node) {
  if (node->kind != LCM_NODE_BRANCH || !node->u.branch.probabilities)
    return false;
  for (size_t i = 0; i < node->n_children; i++)
    if (node->u.branch.probabilities[i])
      return false;
  return true;
}

/* Append what stands on the first line of "node" behind its number. */
static void put_head(const struct writer *w, const lcm_node *node,
                     const struct place *place) {
  lcm_buf *buf = w->buf;
  size_t n = 0;
  const struct lcm_instance *instances = lcs_node_instances(&n, node);
  const bool loop = lcm_node_is_loop(node->kind);
  if (place->branch)
    put_alternative(buf, place);
  if (place->n_whole)
    lcm_buf_printf(buf, " whole=%zu", place->n_whole);
  for (size_t i = 0; loop && i < node->u.loop.n_ranges; i++)
    lcs_put_range(buf, "for", &node->u.loop.ranges[i]);
  for (size_t i = 0; i < n; i++) {
    lcm_buf_puts(buf, " of=");
    lcs_put_instance(buf, &instances[i]);
  }
  lcm_buf_puts(buf, is_bare_chance(node) ? " chance" : "");
  lcs_put_fields(buf, lcs_kind_fields(node->kind), lcs_kind_object(node));
  lcs_put_fields(buf, lcs_common_fields(), node);
  if (node->fingerprint)
    lcm_buf_printf(buf, " hash=%llx", node->fingerprint);
  lcs_put_loc(buf, node->loc, w->home);
}

/* Append the tree "node". */
static void put_node(const struct writer *w, const lcm_node *node,
                     const struct place *place) {
  lcm_buf *buf = w->buf;
  put_line(buf, place->depth);
  lcm_buf_printf(buf, "%s #%u", lcm_node_word(node->kind), node->id);
  put_head(w, node, place);
  if (!has_block(node))
    return;
  const unsigned below = place->depth + 1;
  const lcm_node *branch = node->kind == LCM_NODE_BRANCH ? node : NULL;
  lcm_buf_puts(buf, " {");
  put_details(w, node, below);
  put_models(w, node, below);
  put_notes(w, node, below);
  if (node->whole)
    put_node(w, node->whole,
             &(struct place){.depth = below, .n_whole = node->n_whole});
  for (size_t i = 0; i < node->n_children; i++)
    put_node(w, node->children[i], &(struct place){below, branch, i, 0});
  put_line(buf, place->depth);
  lcm_buf_putc(buf, '}');
}

/* Append "function". */
static void put_function(lcm_buf *buf, const lcm_function *function) {
  lcm_function copy = *function;
  if (copy.name && !strcmp(copy.name, copy.key))
    copy.name = NULL;
  if (copy.flags_hash && !*copy.flags_hash)
    copy.flags_hash = NULL;
  lcm_buf_puts(buf, "\n\nfunction ");
  lcs_put_word(buf, copy.key);
  for (size_t i = 0; i < copy.n_params; i++) {
    lcm_buf_puts(buf, i ? ", " : " params=(");
    lcs_put_word(buf, copy.params[i]);
  }
  lcm_buf_puts(buf, copy.n_params ? ")" : "");
  lcs_put_fields(buf, LCS_FUNCTION, &copy);
  lcs_put_loc(buf, copy.loc, NULL);
  if (!copy.body)
    return;
  lcm_buf_puts(buf, " {");
  put_node(&(struct writer){buf, copy.loc.file}, copy.body,
           &(struct place){1, NULL, 0, 0});
  lcm_buf_puts(buf, "\n}");
}

/* Append " for=i(from, to)" for each of the "n" subscripts at "ranges". */
static void put_subscripts(lcm_buf *buf, const struct lcm_range *ranges,
                           size_t n) {
  for (size_t i = 0; i < n; i++)
    lcs_put_range(buf, "for",
                  &(lcm_iteration){ranges[i].index, ranges[i].from,
                                   ranges[i].to, NULL, NULL});
}

/* Append the params and resources of "program". */
static void put_params(lcm_buf *buf, const lcm_program *program) {
  for (size_t i = 0; i < program->n_params; i++) {
    lcm_buf_puts(buf, "\nparam ");
    lcs_put_word(buf, program->params[i].name);
    lcs_put_fields(buf, LCS_PARAM, &program->params[i]);
    lcs_put_loc(buf, program->params[i].loc, NULL);
  }
  for (size_t i = 0; i < program->n_resources; i++) {
    const lcm_resource *resource = &program->resources[i];
    lcm_buf_puts(buf, "\nresource ");
    lcs_put_word(buf, resource->name);
    put_subscripts(buf, resource->ranges, resource->n_ranges);
    lcs_put_fields(buf, LCS_RESOURCE, resource);
    lcs_put_loc(buf, resource->loc, NULL);
  }
}

/* Append the conditions and draws of "program". */
static void put_conditions(lcm_buf *buf, const lcm_program *program) {
  for (size_t i = 0; i < program->n_conditions; i++) {
    const struct lcm_condition *condition = &program->conditions[i];
    lcm_buf_puts(buf, "\ncondition ");
    lcs_put_word(buf, condition->name);
    put_subscripts(buf, condition->ranges, condition->n_ranges);
    lcs_put_loc(buf, condition->loc, NULL);
  }
  for (size_t i = 0; i < program->n_draws; i++) {
    const struct lcm_draw *draw = &program->draws[i];
    lcm_buf_puts(buf, "\ndraw ");
    lcs_put_word(buf, draw->name);
    lcs_put_fields(buf, LCS_DRAW, draw);
    for (size_t k = 0; k < draw->n_args; k++) {
      lcm_buf_puts(buf, " arg=(");
      lcs_put_expr(buf, draw->args[k]);
      lcm_buf_putc(buf, ')');
    }
    lcs_put_loc(buf, draw->loc, NULL);
  }
}

/* Append the other declarations of "program". */
static void put_declarations(lcm_buf *buf, const lcm_program *program) {
  for (size_t i = 0; i < program->n_categories; i++) {
    lcm_buf_puts(buf, "\ncategory ");
    lcs_put_word(buf, program->categories[i].name);
    lcs_put_fields(buf, LCS_CATEGORY, &program->categories[i]);
    lcs_put_loc(buf, program->categories[i].loc, NULL);
  }
  for (size_t i = 0; i < program->n_covariances; i++) {
    const struct lcm_covariance *c = &program->covariances[i];
    lcm_buf_puts(buf, "\ncovariance ");
    lcs_put_word(buf, c->a);
    lcm_buf_putc(buf, ' ');
    lcs_put_word(buf, c->b);
    lcm_buf_putc(buf, ' ');
    lcm_buf_double(buf, c->value);
    lcs_put_fields(buf, LCS_COVARIANCE, c);
    lcs_put_loc(buf, c->loc, NULL);
  }
  for (size_t i = 0; i < program->n_contracts; i++) {
    lcm_buf_puts(buf, "\ncontract");
    lcs_put_fields(buf, LCS_CONTRACT, &program->contracts[i]);
    lcs_put_loc(buf, program->contracts[i].loc, NULL);
  }
}

/* Append " KEY=W" for each of the "n" words at "words". */
static void put_words(lcm_buf *buf, const char *key, const char *const *words,
                      size_t n) {
  for (size_t i = 0; i < n; i++) {
    lcm_buf_printf(buf, " %s=", key);
    lcs_put_word(buf, words[i]);
  }
}

/* Append what the pointers of "program" hold. */
static void put_pointers(lcm_buf *buf, const lcm_program *program) {
  for (size_t i = 0; i < program->n_pointers; i++) {
    const lcm_pointer *pointer = &program->pointers[i];
    lcm_buf_puts(buf, "\npointer ");
    lcs_put_word(buf, pointer->name);
    put_words(buf, "holds", pointer->holds, pointer->n_holds);
    put_words(buf, "from", pointer->from, pointer->n_from);
    put_words(buf, "given", pointer->given, pointer->n_given);
    lcs_put_fields(buf, LCS_POINTER, pointer);
  }
}

/* Append where the pointers to data of "program" point. */
static void put_points(lcm_buf *buf, const lcm_program *program) {
  const struct writer writer = {.buf = buf};
  for (size_t i = 0; i < program->n_points; i++) {
    lcm_buf_puts(buf, "\npoints ");
    lcs_put_word(buf, program->points[i].name);
    put_section(&writer, &program->points[i].place);
  }
}

LCM_GIVE char *lcm_program_to_str(const lcm_program *program) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "lcs 1");
  if (program->variant) {
    lcm_buf_puts(&buf, "\nvariant ");
    lcs_put_word(&buf, program->variant);
  }
  if (program->entry) {
    lcm_buf_puts(&buf, "\nentry ");
    lcs_put_word(&buf, program->entry);
  }
  lcm_buf_puts(&buf, program->nesting_off ? "\nnesting off" : "");
  lcm_buf_puts(&buf, program->is_model ? "\nmodel" : "");
  if (program->unit) {
    lcm_buf_puts(&buf, "\nunit ");
    lcs_put_word(&buf, program->unit);
  }
  for (size_t i = 0; i < program->n_files; i++) {
    lcm_buf_puts(&buf, "\nfile ");
    lcs_put_word(&buf, program->files[i]);
  }
  put_params(&buf, program);
  put_conditions(&buf, program);
  put_declarations(&buf, program);
  put_pointers(&buf, program);
  put_points(&buf, program);
  for (size_t i = 0; i < program->n_functions; i++)
    put_function(&buf, &program->functions[i]);
  lcm_buf_putc(&buf, '\n');
  return lcm_buf_take(&buf);
}
