/* A task structure as an indented listing. */
#include <stdio.h>
#include <string.h>

#include "render/text/structure.h"

enum { DEEPEST = 40 };

/* What a walk over the structure carries. */
struct walk {
  lcm_ctx *ctx;
  lcm_buf *buf;
  const struct lcm_style *style;
  const lcm_program *program;
};

/* Append the indentation of "depth". */
static void put_indent(struct walk *w, unsigned depth) {
  static const char BLANKS[2 * DEEPEST + 1] =
      "                                        "
      "                                        ";
  lcm_buf_add(w->buf, BLANKS, 2 * (depth < DEEPEST ? depth : DEEPEST));
}

/* Append "first" and "second". */
static void put_both(struct walk *w, const char *first, const char *second) {
  lcm_buf_puts(w->buf, first);
  lcm_buf_puts(w->buf, second);
}

static bool is_place(lcm_loc loc) {
  return loc.file && (*loc.file || loc.line);
}

/* Append the place "loc" behind two blanks. */
static void put_place(struct walk *w, lcm_loc loc) {
  put_both(w, "  ", loc.file);
  if (!loc.line)
    return;
  lcm_buf_putc(w->buf, ':');
  lcm_buf_whole(w->buf, loc.line);
}

/* Begin a line that says something about the node at "depth". */
static void open_detail(struct walk *w, unsigned depth, const char *word) {
  put_indent(w, depth + 2);
  lcm_put_look(w->buf, w->style, LCM_LOOK_DIM);
  lcm_buf_puts(w->buf, word);
}

/* End such a line. */
static void close_detail(struct walk *w) {
  lcm_put_look(w->buf, w->style, LCM_LOOK_PLAIN);
  lcm_buf_putc(w->buf, '\n');
}

/* Append one such line with the words "word" and "text". */
static void put_detail(struct walk *w, unsigned depth, const char *word,
                       const char *text) {
  open_detail(w, depth, word);
  put_both(w, " ", text);
  close_detail(w);
}

/* Append when the tasks that "node" makes are deferred, and how urgent they
 * are. */
static void put_clauses(struct walk *w, const lcm_node *node,
                        const lcm_expr *priority, unsigned depth) {
  const lcm_expr *when = lcm_node_deferred_when(node);
  const lcm_expr *last = lcm_node_final_when(node);
  if (when)
    put_detail(w, depth, "if", lcm_text_expr(w->ctx, when));
  if (last)
    put_detail(w, depth, "final", lcm_text_expr(w->ctx, last));
  if (priority)
    put_detail(w, depth, "priority", lcm_text_expr(w->ctx, priority));
}

/* Append the schedule and the expected count of the loop "node". */
static void put_loop(struct walk *w, const lcm_node *node, unsigned depth) {
  if (node->kind == LCM_NODE_PARLOOP &&
      (node->u.loop.schedule != LCM_SCHED_DEFAULT || node->u.loop.chunk)) {
    open_detail(w, depth, "schedule");
    lcm_buf_printf(w->buf, " %s", lcm_schedule_word(node->u.loop.schedule));
    if (node->u.loop.chunk)
      lcm_buf_printf(w->buf, ", %s", lcm_text_expr(w->ctx, node->u.loop.chunk));
    close_detail(w);
  }
  put_clauses(w, node, node->u.loop.priority, depth);
  if (node->u.loop.count)
    put_detail(w, depth, "count", lcm_text_expr(w->ctx, node->u.loop.count));
}

/* Append what the team "node" is. */
static void put_team(struct walk *w, const lcm_node *node, unsigned depth) {
  static const char *const KINDS[] = {"threads", "league", "ranks"};
  open_detail(w, depth, "team of");
  if (node->u.team.size)
    lcm_buf_printf(w->buf, " %s", lcm_text_expr(w->ctx, node->u.team.size));
  lcm_buf_printf(w->buf, " %s", KINDS[node->u.team.kind]);
  if (node->u.team.when)
    lcm_buf_printf(w->buf, " if %s", lcm_text_expr(w->ctx, node->u.team.when));
  close_detail(w);
}

/* Append when the alternatives of the branch "node" are taken. */
static void put_branch(struct walk *w, const lcm_node *node, unsigned depth) {
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_expr *condition =
        node->u.branch.conditions ? node->u.branch.conditions[i] : NULL;
    const lcm_expr *probability =
        node->u.branch.probabilities ? node->u.branch.probabilities[i] : NULL;
    open_detail(w, depth, "alternative");
    lcm_buf_putc(w->buf, ' ');
    lcm_buf_whole(w->buf, i + 1);
    lcm_buf_putc(w->buf, ':');
    if (condition)
      put_both(w, " if ", lcm_text_expr(w->ctx, condition));
    else if (probability)
      put_both(w, " with probability ", lcm_text_expr(w->ctx, probability));
    else
      lcm_buf_puts(w->buf, " otherwise");
    close_detail(w);
  }
}

/* Append the callee and the arguments of the call "node". */
static void put_call(struct walk *w, const lcm_node *node, unsigned depth) {
  open_detail(w, depth, "calls");
  put_both(w, " ", node->u.call.callee ? node->u.call.callee : "?");
  lcm_buf_putc(w->buf, '(');
  for (size_t i = 0; i < node->u.call.n_args; i++) {
    const lcm_expr *size = node->u.call.sizes ? node->u.call.sizes[i] : NULL;
    const lcm_expr *arg = node->u.call.args ? node->u.call.args[i] : NULL;
    put_both(w, i ? ", " : "",
             size || arg ? lcm_text_expr(w->ctx, size ? size : arg) : "_");
  }
  lcm_buf_putc(w->buf, ')');
  close_detail(w);
}

/* Append how large the message is that the task "node" is, and how urgent. */
static void put_bytes(struct walk *w, const lcm_node *node, unsigned depth) {
  const char *priority = lcm_node_attribute(node, "priority");
  open_detail(w, depth, "message");
  put_both(w, " of ", lcm_text_expr(w->ctx, node->u.task.bytes));
  lcm_buf_puts(w->buf, " bytes");
  if (priority)
    put_both(w, ", priority ", priority);
  close_detail(w);
}

/* Append when the task "node" is deferred and what it depends on. */
static void put_task(struct walk *w, const lcm_node *node, unsigned depth) {
  put_clauses(w, node, node->u.task.priority, depth);
  if (node->u.task.bytes)
    put_bytes(w, node, depth);
  for (size_t i = 0; i < node->u.task.n_depends; i++) {
    const struct lcm_depend *depend = &node->u.task.depends[i];
    open_detail(w, depth, "depends");
    lcm_buf_printf(w->buf, " %s: %s", depend->type,
                   lcm_text_section(w->ctx, &depend->section, LCM_READER));
    close_detail(w);
  }
}

/* Return "name" as in the source: without what tells variables at file scope
 * from each other. */
static const char *source_name(const char *name) {
  static const char PREFIX[] = "global.";
  if (strncmp(name, PREFIX, sizeof PREFIX - 1) != 0)
    return name;
  const char *file = strrchr(name, ':');
  return file ? file + 1 : name + sizeof PREFIX - 1;
}

/* Return the length of "name" before "[k]", with which it ends; 0 where it does
 * not. */
static size_t base_length(const char *name, unsigned k) {
  char end[24];
  const size_t n = name ? strlen(name) : 0;
  const int more = snprintf(end, sizeof end, "[%u]", k);
  return n > (size_t)more && !strcmp(name + n - (size_t)more, end)
             ? n - (size_t)more
             : 0;
}

/* Return "e", which chooses element "i" of an array, as `name[i]`; NULL where
 * it does not. */
static const char *choice_text(struct walk *w, const lcm_expr *e) {
  const lcm_expr *index = NULL;
  const char *first = NULL;
  unsigned k = 0;
  for (; lcm_expr_kind_of(e) == LCM_X_IF; k++, e = lcm_expr_arg(e, 2)) {
    const lcm_expr *cond = lcm_expr_arg(e, 0);
    const char *name = lcm_expr_name(lcm_expr_arg(e, 1));
    if (lcm_expr_kind_of(cond) != LCM_X_EQ ||
        !lcm_expr_is_int(lcm_expr_arg(cond, 1), k) ||
        (index && index != lcm_expr_arg(cond, 0)) || !base_length(name, k))
      return NULL;
    index = lcm_expr_arg(cond, 0);
    first = first ? first : name;
  }
  const size_t n = first ? base_length(first, 0) : 0;
  const char *shown = first ? source_name(first) : NULL;
  if (!n || base_length(lcm_expr_name(e), k) != n ||
      strncmp(lcm_expr_name(e), first, n) != 0)
    return NULL;
  return lcm_arena_printf(lcm_ctx_arena(w->ctx), "%.*s[%s]",
                          (int)(n - (size_t)(shown - first)), shown,
                          lcm_text_expr(w->ctx, index));
}

/* Return "e" for people. */
static const char *part_text(struct walk *w, const lcm_expr *e) {
  const char *choice = choice_text(w, e);
  const char *name = lcm_expr_name(e);
  const bool own = name && (source_name(name) != name || strchr(name, '['));
  return choice ? choice : own ? source_name(name) : lcm_text_expr(w->ctx, e);
}

/* Append "word" and what "e" is, where that is said. */
static void put_part(struct walk *w, const char *word, const lcm_expr *e) {
  double value = 0;
  if (!e)
    return;
  const bool number = lcm_expr_is_number(e, &value);
  lcm_buf_printf(w->buf, " %s %s", word,
                 number && value == LCM_RANK_ANY    ? "any"
                 : number && value == LCM_RANK_NONE ? "none"
                                                    : part_text(w, e));
}

/* Append the numbers that "message" is given, and what it sets. */
static void put_numbers(struct walk *w, const struct lcm_mpi_call *message) {
  for (size_t i = 0; i < message->n_args; i++)
    lcm_buf_printf(w->buf, "%s %s", i ? "," : " of",
                   message->args[i] ? part_text(w, message->args[i]) : "?");
  for (size_t i = 0; i < message->n_sets; i++)
    lcm_buf_printf(w->buf, "%s %s", i ? "," : " sets",
                   *message->sets[i] ? source_name(message->sets[i]) : "?");
}

/* Append what the message operation "node" sends where. */
static void put_message(struct walk *w, const lcm_node *node, unsigned depth) {
  const struct lcm_mpi_call *message = node->u.message;
  open_detail(w, depth, message->operation);
  put_part(w, "to", message->to);
  put_part(w, "from", message->from);
  put_part(w, "root", message->root);
  put_part(w, "bytes", message->bytes);
  put_part(w, "tag", message->tag);
  put_part(w, "from tag", message->from_tag);
  put_part(w, "colour", message->colour);
  if (message->comm)
    lcm_buf_printf(w->buf, " in %s", message->comm);
  if (message->request)
    lcm_buf_printf(w->buf, " request %s", message->request);
  put_part(w, "at", message->slot);
  put_part(w, "number", message->count);
  put_numbers(w, message);
  close_detail(w);
}

/* Append what the kind of "node" has to say. */
static void put_kind(struct walk *w, const lcm_node *node, unsigned depth) {
  switch (node->kind) {
  case LCM_NODE_LOOP:
  case LCM_NODE_WHILE:
  case LCM_NODE_PARLOOP:
    put_loop(w, node, depth);
    break;
  case LCM_NODE_TEAM:
    put_team(w, node, depth);
    break;
  case LCM_NODE_BRANCH:
    put_branch(w, node, depth);
    break;
  case LCM_NODE_CALL:
    put_call(w, node, depth);
    break;
  case LCM_NODE_TASK:
    put_task(w, node, depth);
    break;
  case LCM_NODE_USE:
    put_detail(w, depth, "for",
               lcm_text_drawn(w->ctx, w->program, node->u.resource.time));
    break;
  case LCM_NODE_TRANSFER:
    put_detail(w, depth, "bytes",
               lcm_text_expr(w->ctx, node->u.transfer.bytes));
    break;
  case LCM_NODE_MESSAGE:
    put_message(w, node, depth);
    break;
  case LCM_NODE_OPAQUE:
    put_detail(w, depth, "not modelled:",
               node->u.opaque.reason ? node->u.opaque.reason : "?");
    break;
  case LCM_NODE_FRAGMENT:
  case LCM_NODE_SERIES:
  case LCM_NODE_PARALLEL:
  case LCM_NODE_LET:
  case LCM_NODE_USING:
  case LCM_NODES_OF_POSSESSION:
  case LCM_NODES_OF_CONDITIONS:
  case LCM_NODE_TASKWAIT:
  case LCM_NODE_TASKGROUP:
  case LCM_NODE_BARRIER:
  case LCM_NODE_COUNT:
    break;
  }
}

/* Append the models of "node". */
static void put_models(struct walk *w, const lcm_node *node, unsigned depth) {
  static const char *const PER[] = {"", " per iteration", " per run"};
  static const char *const FROM[] = {"measured", "annotated", "derived",
                                     "machine"};
  for (size_t i = 0; i < node->n_models; i++) {
    const lcm_model *model = &node->models[i];
    put_indent(w, depth + 2);
    lcm_put_look(w->buf, w->style, LCM_LOOK_GOOD);
    lcm_buf_printf(w->buf, "%s%s = %s", model->category, PER[model->per],
                   lcm_text_drawn(w->ctx, w->program, model->expr));
    lcm_put_look(w->buf, w->style, LCM_LOOK_PLAIN);
    lcm_buf_printf(w->buf, " (%s%s)\n", FROM[model->provenance],
                   model->stale ? ", stale: the code has changed since" : "");
  }
}

/* Append the "n" sections at "sections" after "word". */
static void put_sections(struct walk *w, unsigned depth, const char *word,
                         const lcm_section *sections, size_t n) {
  if (!n)
    return;
  open_detail(w, depth, word);
  for (size_t i = 0; i < n; i++) {
    put_both(w, i ? ", " : " ",
             lcm_text_section(w->ctx, &sections[i], LCM_READER));
    lcm_buf_puts(w->buf, sections[i].is_private ? " (private)" : "");
    if (sections[i].why)
      lcm_buf_printf(w->buf, " (%s)", sections[i].why);
  }
  close_detail(w);
}

/* Append the line of "node". */
static void put_line(struct walk *w, const lcm_node *node, unsigned depth) {
  const char *word = lcm_node_word(node->kind);
  const char *title =
      lcm_text_shorten(w->ctx, lcm_node_title(w->ctx, node), 60);
  const size_t n = strlen(word);
  put_indent(w, depth);
  if (strncmp(title, word, n) != 0 || (title[n] && title[n] != ' '))
    put_both(w, word, " ");
  lcm_put_look(w->buf, w->style, LCM_LOOK_BOLD);
  lcm_buf_puts(w->buf, title);
  lcm_put_look(w->buf, w->style, LCM_LOOK_PLAIN);
  if (is_place(node->loc)) {
    lcm_put_look(w->buf, w->style, LCM_LOOK_DIM);
    put_place(w, node->loc);
    lcm_put_look(w->buf, w->style, LCM_LOOK_PLAIN);
  }
  lcm_buf_puts(w->buf, node->ignored ? " (ignored)\n" : "\n");
}

/* Append "node" and what is below it. */
static void put_node(struct walk *w, const lcm_node *node, unsigned depth) {
  put_line(w, node, depth);
  put_kind(w, node, depth);
  put_models(w, node, depth);
  for (size_t i = 0; i < node->n_with; i++) {
    open_detail(w, depth, "with");
    lcm_buf_printf(w->buf, " %s = %s", node->with[i].name,
                   lcm_text_expr(w->ctx, node->with[i].value));
    close_detail(w);
  }
  put_sections(w, depth, "reads", node->reads, node->n_reads);
  put_sections(w, depth, "writes", node->writes, node->n_writes);
  for (size_t i = 0; i < node->n_assumes; i++)
    put_detail(w, depth, "assumes", node->assumes[i]);
  const size_t n = node->kind == LCM_NODE_OPAQUE ? 0 : node->n_children;
  for (size_t i = 0; i < n; i++)
    if (!lcm_node_is_idle(node->children[i]))
      put_node(w, node->children[i], depth + 1);
}

/* Append the external variables of "program". */
static void put_params(struct walk *w, const lcm_program *program) {
  for (size_t i = 0; i < program->n_params; i++) {
    const lcm_param *param = &program->params[i];
    lcm_buf_printf(w->buf, "param %s", param->name);
    if (param->value)
      lcm_buf_printf(w->buf, " = %s", lcm_text_expr(w->ctx, param->value));
    if (param->tied)
      lcm_buf_printf(w->buf, " := %s", lcm_text_expr(w->ctx, param->tied));
    if (param->low && param->high)
      lcm_buf_printf(w->buf, " in %s..%s", lcm_text_expr(w->ctx, param->low),
                     lcm_text_expr(w->ctx, param->high));
    if (param->description)
      lcm_buf_printf(w->buf, "  %s", param->description);
    lcm_buf_putc(w->buf, '\n');
  }
}

/* Append the resources and the user's categories of "program". */
static void put_resources(struct walk *w, const lcm_program *program) {
  for (size_t i = 0; i < program->n_resources; i++) {
    const lcm_resource *resource = &program->resources[i];
    lcm_buf_printf(w->buf, "%s %s",
                   resource->semaphore ? "semaphore"
                   : resource->lock    ? "lock"
                                       : "resource",
                   resource->name);
    if (resource->multiplicity && (!resource->lock || resource->semaphore))
      lcm_buf_printf(w->buf, " (%s)",
                     lcm_text_expr(w->ctx, resource->multiplicity));
    if (resource->description)
      lcm_buf_printf(w->buf, "  %s", resource->description);
    lcm_buf_putc(w->buf, '\n');
  }
  for (size_t i = 0; i < program->n_categories; i++)
    lcm_buf_printf(w->buf, "category %s%s%s\n", program->categories[i].name,
                   program->categories[i].description ? "  " : "",
                   program->categories[i].description
                       ? program->categories[i].description
                       : "");
}

/* Append function "f" of "program". */
static void put_function(struct walk *w, const lcm_program *program,
                         const lcm_function *f) {
  lcm_put_look(w->buf, w->style, LCM_LOOK_BOLD);
  lcm_buf_printf(w->buf, "%s(", f->name ? f->name : f->key);
  for (size_t i = 0; i < f->n_params; i++)
    lcm_buf_printf(w->buf, "%s%s", i ? ", " : "",
                   f->params[i] && *f->params[i] ? f->params[i] : "_");
  lcm_buf_putc(w->buf, ')');
  lcm_put_look(w->buf, w->style, LCM_LOOK_PLAIN);
  if (is_place(f->loc))
    put_place(w, f->loc);
  if (program->entry && !strcmp(program->entry, f->key))
    lcm_buf_puts(w->buf, "  the run begins here");
  lcm_buf_putc(w->buf, '\n');
  put_node(w, f->body, 1);
}

/* What a structure has in parallel, in the order of KINDS. */
enum { REGIONS, LOOPS, SECTIONS, TASKS, MESSAGES, LOCKS, MODELS, N_COUNTS };

/* What of a structure is counted. */
struct counting {
  size_t of[N_COUNTS];
};

/* Count "node" in "user". */
static lcm_status count_node(const lcm_node *node, void *user) {
  size_t *of = ((struct counting *)user)->of;
  of[REGIONS] += node->kind == LCM_NODE_TEAM;
  of[LOOPS] += node->kind == LCM_NODE_PARLOOP;
  of[SECTIONS] += node->kind == LCM_NODE_PARALLEL && node->n_children > 1;
  of[TASKS] += node->kind == LCM_NODE_TASK;
  of[MESSAGES] += node->kind == LCM_NODE_MESSAGE;
  of[LOCKS] += node->kind == LCM_NODE_USING || node->kind == LCM_NODE_ACQUIRE;
  of[MODELS] += node->n_models > 0;
  return LCM_OK;
}

/* Append in one line what "program" has in parallel. */
static void put_summary(struct walk *w, const lcm_program *program) {
  static const char *const KINDS[N_COUNTS][2] = {
      {"parallel region", "parallel regions"},
      {"parallel loop", "parallel loops"},
      {"group of sections", "groups of sections"},
      {"task", "tasks"},
      {"MPI call", "MPI calls"},
      {"lock or atomic operation", "locks or atomic operations"},
      {"part with a model", "parts with models"}};
  struct counting n = {{0}};
  size_t functions = 0;
  bool parallel = false;
  for (size_t i = 0; i < program->n_functions; i++)
    if (program->functions[i].body) {
      functions++;
      if (lcm_node_foreach(program->functions[i].body, count_node, &n))
        return;
    }
  lcm_buf_printf(w->buf, "%zu function%s", functions,
                 functions == 1 ? "" : "s");
  for (size_t k = 0; k < MODELS; k++)
    parallel = parallel || n.of[k];
  lcm_buf_puts(w->buf, parallel ? "" : ", nothing in parallel");
  for (size_t k = 0; k < N_COUNTS; k++)
    if (n.of[k])
      lcm_buf_printf(w->buf, ", %zu %s", n.of[k], KINDS[k][n.of[k] > 1]);
  lcm_buf_puts(w->buf, "\n\n");
}

/* Messages between chares: "entries" are pairs of the key of a function and the
 * name of the entry that it is; they are listed where "listing". */
struct sends {
  struct walk *w;
  LCM_LIST(const char *) entries;
  const lcm_function *function;
  bool listing;
};

/* Return the name of the entry that the function with the key "key" is, or
 * NULL. */
static const char *entry_name(const struct sends *s, const char *key) {
  for (size_t i = 0; i + 1 < s->entries.n; i += 2)
    if (s->entries.at[i] == key)
      return s->entries.at[i + 1];
  return NULL;
}

/* Append the message that "node" is, to "to". */
static void put_send(const struct sends *s, const lcm_node *node,
                     const char *to) {
  lcm_buf *buf = s->w->buf;
  const char *from = entry_name(s, s->function->key);
  const char *how = lcm_node_attribute(node, "construct");
  const char *priority = lcm_node_attribute(node, "priority");
  if (node->kind == LCM_NODE_TASKGROUP)
    lcm_buf_printf(buf, "  %s begins", to);
  else
    lcm_buf_printf(buf, "  %s sends to %s", from ? from : s->function->name,
                   to);
  if (how && node->kind != LCM_NODE_TASKGROUP)
    lcm_buf_printf(buf, " by %s", how);
  if (node->kind == LCM_NODE_TASK)
    lcm_buf_printf(buf, ", %s bytes",
                   lcm_text_expr(s->w->ctx, node->u.task.bytes));
  if (priority)
    lcm_buf_printf(buf, ", priority %s", priority);
  if (node->kind == LCM_NODE_OPAQUE)
    lcm_buf_puts(buf, ", how often is not known");
  put_place(s->w, node->loc);
  lcm_buf_putc(buf, '\n');
}

/* List the message that "node" is, or note which entry it goes to. */
static lcm_status take_send(const lcm_node *node, void *user) {
  struct sends *s = user;
  const char *to = lcm_node_attribute(node, "message");
  const lcm_node *call = node->n_children ? node->children[0] : NULL;
  lcm_arena *arena = lcm_ctx_arena(s->w->ctx);
  if (to && s->listing)
    put_send(s, node, to);
  else if (to && call && call->kind == LCM_NODE_CALL) {
    LCM_LIST_ADD(arena, &s->entries, call->u.call.callee);
    LCM_LIST_ADD(arena, &s->entries, to);
  }
  return LCM_OK;
}

/* Append which entries of chares send what to which, behind what stands from
 * "begin" on. */
static void put_sends(struct walk *w, const lcm_program *program,
                      size_t begin) {
  struct sends s = {.w = w};
  for (int pass = 0; pass < 2; pass++) {
    s.listing = pass == 1;
    if (s.listing && s.entries.n)
      lcm_buf_puts(w->buf, w->buf->len > begin
                               ? "\nmessages of chares (chare@entry)\n"
                               : "messages of chares (chare@entry)\n");
    for (size_t i = 0; i < program->n_functions; i++) {
      s.function = &program->functions[i];
      if (s.function->body && (!s.listing || s.entries.n) &&
          lcm_node_foreach(s.function->body, take_send, &s))
        return;
    }
  }
}

LCM_GIVE char *lcm_render_structure(lcm_ctx *ctx, const lcm_program *program,
                                    const struct lcm_style *style) {
  lcm_buf buf = {0};
  struct walk w = {ctx, &buf, style, program};
  if (!program->is_model)
    put_summary(&w, program);
  const size_t begin = buf.len;
  put_params(&w, program);
  put_resources(&w, program);
  put_sends(&w, program, begin);
  for (size_t i = 0; i < program->n_functions; i++) {
    if (!program->functions[i].body)
      continue;
    if (buf.len > begin)
      lcm_buf_putc(&buf, '\n');
    put_function(&w, program, &program->functions[i]);
  }
  return lcm_buf_take(&buf);
}
