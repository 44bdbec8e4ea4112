/* The verb cutoff: tasks are made only where a condition holds. */
#include "study/patch/cutoff.h"

#include <string.h>

/* A task that is one expression, as text. */
struct task_text {
  struct lcm_patch_source *source;
  size_t begin; /* of the expression */
  size_t end;   /* behind its semicolon */
};

/* Note in "user", a bool, whether "node" changes a copy that the task has. */
static lcm_status see_copy(const lcm_node *node, void *user) {
  bool *found = user;
  for (size_t i = 0; i < node->n_writes; i++)
    *found = *found || node->writes[i].is_private;
  return LCM_OK;
}

/* Return whether "token" begins a statement that is no expression. */
static bool begins_other(const lcm_token *token) {
  static const char *const WORDS[] = {"{",     "if",   "for",     "while",
                                      "do",    "goto", "switch",  "return",
                                      "break", "asm",  "continue"};
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (token->len == strlen(WORDS[i]) &&
        !memcmp(token->text, WORDS[i], token->len))
      return true;
  return false;
}

/* Put the task "node" of "directive", which is one expression that does the
 * same where no task is made, into "*out"; false where it is no such one. */
static bool find_text(struct task_text *out, struct lcm_patching *p,
                      const lcm_node *node,
                      const struct lcm_patch_directive *directive) {
  struct lcm_patch_source *source = lcm_patch_source_of(p, node);
  const size_t i = lcm_source_token(source, directive->end);
  bool copies = false;
  lcm_patch_walk(node, see_copy, &copies);
  if (copies || i >= source->code.n || begins_other(&source->code.at[i]) ||
      !lcm_source_is_first(source, directive->begin))
    return false;
  out->source = source;
  out->begin = source->code.at[i].begin;
  out->end = lcm_source_statement_end(source, out->begin, out->begin + 1);
  for (size_t k = 0; k < source->directives.n; k++)
    if (source->directives.at[k].begin > directive->begin &&
        source->directives.at[k].begin < out->end)
      return false;
  return out->end && lcm_source_is_first(source, out->begin);
}

/* Make the task of "directive" only where "condition" holds, and else what it
 * does at once. */
static void choose(struct lcm_patching *p, const struct task_text *task,
                   const struct lcm_patch_directive *directive,
                   const char *condition) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  struct lcm_patch_source *source = task->source;
  size_t line = 0;
  const char *own = lcm_source_indent(&line, source, directive->begin);
  const bool flush = line == directive->begin;
  const char *indent = lcm_source_indent(&line, source, task->begin);
  const char *work = lcm_arena_strndup(arena, source->text + task->begin,
                                       task->end - task->begin);
  lcm_source_insert(source, directive->begin - strlen(own),
                    lcm_arena_printf(arena, "%sif (%s) {\n%s", indent,
                                     condition, flush ? "" : "  "));
  lcm_source_insert(source, line, "  ");
  lcm_source_insert(
      source, task->end,
      lcm_arena_printf(arena, "\n%s} else\n%s  %s", indent, indent, work));
}

/* Give "directive" of "source" an `if` clause with "condition".  It is of no
 * untied task then: libomp stops programs where such a one is executed at once
 * and makes others, and a tied one computes the same. */
static void add_clause(struct lcm_patch_source *source,
                       struct lcm_patch_directive *directive,
                       const char *condition) {
  const char *now = lcm_directive_clause(directive, "if");
  lcm_directive_unset(directive, "untied");
  lcm_directive_set(source, directive, "if",
                    now ? lcm_arena_printf(lcm_ctx_arena(source->ctx),
                                           "(%s) && (%s)", now, condition)
                        : condition);
}

bool lcm_patch_cutoff(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                      size_t n) {
  struct lcm_patch_directive *directive = lcm_patch_need_directive(p, spots);
  struct task_text task = {NULL, 0, 0};
  (void)n;
  if (!directive)
    return false;
  if (!spots->node->u.task.n_depends &&
      find_text(&task, p, spots->node, directive)) {
    choose(p, &task, directive, p->step->argument);
    return true;
  }
  add_clause(lcm_patch_source_of(p, spots->node), directive, p->step->argument);
  return true;
}
