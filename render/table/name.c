/* Names of nodes, expressions, sections and places for readers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/find.h"
#include "model/sections/sections.h"
#include "render/table/name.h"
#include "render/table/number.h"

size_t lcm_text_width(const char *text) {
  size_t n = 0;
  for (; *text; text++)
    n += ((unsigned char)*text & 0xc0) != 0x80;
  return n;
}

/* Return whether "c" is white space. */
static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Return whether "text" has no white space but single blanks in it. */
static bool is_one_line(const char *text) {
  char before = ' ';
  for (; *text; before = *text++)
    if (is_blank(*text) && (*text != ' ' || before == ' '))
      return false;
  return before != ' ';
}

/* Return "text" with each run of white space as one blank. */
static const char *one_line(lcm_ctx *ctx, const char *text) {
  lcm_buf buf = {0};
  if (is_one_line(text))
    return text;
  for (; *text; text++) {
    const bool blank = is_blank(*text);
    if (!blank)
      lcm_buf_putc(&buf, *text);
    else if (buf.len && buf.text[buf.len - 1] != ' ')
      lcm_buf_putc(&buf, ' ');
  }
  if (buf.len && buf.text[buf.len - 1] == ' ')
    buf.text[--buf.len] = '\0';
  return lcm_cell_take(ctx, &buf);
}

const char *lcm_text_shorten(lcm_ctx *ctx, const char *text, size_t width) {
  const char *line = one_line(ctx, text);
  if (lcm_text_width(line) <= width)
    return line;
  const size_t keep = width > 3 ? width - 3 : 0;
  size_t n = 0;
  size_t end = 0;
  for (; line[end]; end++) {
    n += ((unsigned char)line[end] & 0xc0) != 0x80;
    if (n > keep)
      break;
  }
  end = lcm_whole_words(line, end);
  while (end && line[end - 1] == ' ')
    end--;
  return lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s...", (int)end, line);
}

/* Return "e" in "notation", in memory of "ctx"; "?" where it is NULL. */
static const char *expr_text(lcm_ctx *ctx, const lcm_expr *e,
                             lcm_notation notation) {
  char *text = e ? lcm_expr_to_str(e, notation) : NULL;
  const char *kept = lcm_arena_strdup(lcm_ctx_arena(ctx), text ? text : "?");
  free(text);
  return kept;
}

const char *lcm_text_expr(lcm_ctx *ctx, const lcm_expr *e) {
  return expr_text(ctx, e, LCM_READER);
}

/* Return what "draw" is in the source. */
static const char *draw_text(lcm_ctx *ctx, const struct lcm_draw *draw) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, lcm_draw_word(draw->kind));
  for (size_t i = 0; i < draw->n_args; i++)
    lcm_buf_printf(&buf, "%s%s", i ? ", " : "(",
                   lcm_text_expr(ctx, draw->args[i]));
  lcm_buf_puts(&buf, draw->n_args ? ")" : "");
  return lcm_cell_take(ctx, &buf);
}

const char *lcm_text_drawn(lcm_ctx *ctx, const lcm_program *program,
                           const lcm_expr *e) {
  for (size_t i = 0; e && program && i < program->n_draws; i++) {
    const struct lcm_draw *draw = &program->draws[i];
    if (!strchr(draw->name, '@') || !lcm_expr_has(e, draw->name))
      continue;
    const struct lcm_subst as = {
        draw->name, lcm_expr_symbol(ctx, draw_text(ctx, draw), LCM_DIM_NONE)};
    e = lcm_expr_subst(ctx, e, &as, 1);
  }
  return lcm_text_expr(ctx, e);
}

bool lcm_node_is_idle(const lcm_node *node) {
  return node->kind == LCM_NODE_FRAGMENT && !node->name && !node->n_models &&
         !node->n_reads && !node->n_writes && !node->n_assumes &&
         !node->n_attributes && !node->ignored && node->flops && !node->bytes &&
         lcm_expr_is_int(node->flops, 0);
}

const char *lcm_text_place(lcm_ctx *ctx, lcm_loc loc) {
  if (!loc.file)
    return "";
  return loc.line
             ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s:%u", loc.file, loc.line)
             : loc.file;
}

const char *lcm_text_section(lcm_ctx *ctx, const lcm_section *section,
                             lcm_notation notation) {
  char *text = lcm_section_to_str(section, notation);
  const char *kept = lcm_arena_strdup(lcm_ctx_arena(ctx), text);
  free(text);
  return kept;
}

/* ---- titles of nodes ----------------------------------------------------- */

/* Append "instance": "lock[i]". */
static void put_instance(lcm_buf *buf, lcm_ctx *ctx,
                         const struct lcm_instance *instance) {
  lcm_buf_puts(buf, instance->name ? instance->name : "?");
  for (size_t i = 0; i < instance->n_indices; i++)
    lcm_buf_printf(buf, "[%s]", lcm_text_expr(ctx, instance->indices[i]));
}

/* Append the ranges of the loop "node": "i = 0..n - 1, j = 0..9". */
static void put_ranges(lcm_buf *buf, lcm_ctx *ctx, const lcm_node *node) {
  for (size_t i = 0; i < node->u.loop.n_ranges; i++) {
    const lcm_iteration *range = &node->u.loop.ranges[i];
    const char *index = range->index ? range->index : "?";
    lcm_buf_printf(buf, "%s%.*s", i ? ", " : " ", (int)lcm_name_unturned(index),
                   index);
    if (range->from && range->to)
      lcm_buf_printf(buf, " = %s..%s", lcm_text_expr(ctx, range->from),
                     lcm_text_expr(ctx, range->to));
    if (range->step && !lcm_expr_is_int(range->step, 1))
      lcm_buf_printf(buf, " step %s", lcm_text_expr(ctx, range->step));
    if (range->factor)
      lcm_buf_printf(buf, " times %s", lcm_text_expr(ctx, range->factor));
  }
}

/* Append the title of the loop "node" that runs as "word". */
static void put_loop(lcm_buf *buf, lcm_ctx *ctx, const lcm_node *node,
                     const char *word) {
  const bool known = node->u.loop.n_ranges && node->u.loop.ranges[0].index;
  if (!known && node->label) {
    lcm_buf_puts(buf, node->label);
    return;
  }
  lcm_buf_puts(buf, word);
  put_ranges(buf, ctx, node);
}

/* Return what the parallel loop "node" is called before its ranges: its
 * construct, "for" where the label is the source of the loop itself. */
static const char *parallel_word(const lcm_node *node) {
  const char *label = node->label ? node->label : "parallel for";
  return !strncmp(label, "for (", 5) || !strncmp(label, "for(", 4) ? "for"
                                                                   : label;
}

/* Append "word" and the resources of "node". */
static void put_resources(lcm_buf *buf, lcm_ctx *ctx, const lcm_node *node,
                          const char *word) {
  lcm_buf_puts(buf, word);
  for (size_t i = 0; i < node->u.resource.n_instances; i++) {
    lcm_buf_puts(buf, i ? ", " : " ");
    put_instance(buf, ctx, &node->u.resource.instances[i]);
  }
}

/* Return whether the label of "node" is how a model writes it: "use s 1". */
static bool is_written(const lcm_node *node) {
  static const char *const WORDS[] = {"use ", "P ", "V ", "using "};
  for (size_t i = 0; node->label && i < sizeof WORDS / sizeof *WORDS; i++)
    if (!strncmp(node->label, WORDS[i], strlen(WORDS[i])))
      return true;
  return false;
}

/* Return whether the label of "node" is the name of what it possesses alone, as
 * that of a critical section is. */
static bool is_section(const lcm_node *node) {
  return node->kind == LCM_NODE_USING && node->label &&
         node->u.resource.n_instances == 1 &&
         !node->u.resource.instances[0].n_indices &&
         !strcmp(node->label, node->u.resource.instances[0].name);
}

/* Append what the section "node" is called: by what makes it one, and its name
 * unless that says it. */
static void put_section(lcm_buf *buf, const lcm_node *node) {
  const char *name = node->label;
  const char *construct = lcm_node_attribute(node, "construct");
  const bool told = !strcmp(name, "critical") || !strcmp(name, "ordered") ||
                    !strncmp(name, "atomic ", 7);
  if (!told)
    lcm_buf_printf(buf, "%s ", construct ? construct : "critical");
  lcm_buf_puts(buf, name);
}

/* Append the title of "node", which acts on a resource or a condition. */
static void put_act(lcm_buf *buf, lcm_ctx *ctx, const lcm_node *node) {
  const char *word = lcm_node_word(node->kind);
  if (is_written(node)) {
    lcm_buf_puts(buf, node->label);
    return;
  }
  if (node->kind == LCM_NODE_SIGNAL || node->kind == LCM_NODE_WAIT) {
    lcm_buf_printf(buf, "%s ", word);
    put_instance(buf, ctx, &node->u.condition);
    return;
  }
  if (is_section(node))
    put_section(buf, node);
  else
    put_resources(buf, ctx, node,
                  node->kind == LCM_NODE_USING && node->label ? node->label
                                                              : word);
}

/* Return whether the title of "node" is its label, or the word of its kind. */
static bool is_plain(const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_CALL:
    return node->label || !node->u.call.callee;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_WHILE:
  case LCM_NODE_BRANCH:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    return true;
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
  case LCM_NODE_LET:
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODES_OF_TRAFFIC:
    return false;
  }
  return false;
}

/* Append the title of "node" where it is not plain. */
static void put_title(lcm_buf *buf, lcm_ctx *ctx, const lcm_node *node) {
  switch (node->kind) {
  case LCM_NODE_LOOP:
    put_loop(buf, ctx, node,
             node->label && !strcmp(node->label, "seq") ? "seq" : "for");
    break;
  case LCM_NODE_PARLOOP:
    put_loop(buf, ctx, node, parallel_word(node));
    break;
  case LCM_NODE_CALL:
    lcm_buf_printf(buf, "%s()", node->u.call.callee);
    break;
  case LCM_NODE_LET:
    lcm_buf_printf(buf, "%s = %s", node->u.let.name,
                   lcm_text_expr(ctx, node->u.let.value));
    break;
  case LCM_NODES_OF_RESOURCES:
  case LCM_NODES_OF_CONDITIONS:
    put_act(buf, ctx, node);
    break;
  case LCM_NODE_TRANSFER:
    lcm_buf_puts(buf, "transfer");
    if (node->u.transfer.from)
      lcm_buf_printf(buf, " %s", node->u.transfer.from);
    if (node->u.transfer.to)
      lcm_buf_printf(buf, " -> %s", node->u.transfer.to);
    break;
  case LCM_NODE_MESSAGE:
    lcm_buf_puts(buf, node->u.message->operation);
    break;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_TEAM:
  case LCM_NODE_WHILE:
  case LCM_NODE_BRANCH:
  case LCM_NODES_OF_TASKS:
  case LCM_NODE_BARRIER:
  case LCM_NODE_OPAQUE:
  case LCM_NODE_COUNT:
    break;
  }
}

const char *lcm_node_title(lcm_ctx *ctx, const lcm_node *node) {
  lcm_buf buf = {0};
  if (node->name)
    return node->name;
  if (is_plain(node))
    return lcm_node_label(node);
  put_title(&buf, ctx, node);
  return lcm_cell_take(ctx, &buf);
}

const char *lcm_arrow_title(lcm_ctx *ctx, const struct lcm_arrow *arrow) {
  if (arrow->label)
    return arrow->label;
  return arrow->node ? lcm_node_title(ctx, arrow->node) : "";
}
