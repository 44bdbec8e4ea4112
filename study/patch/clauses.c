/* The clauses that variables take where a loop is divided, as text. */
#include "study/patch/clauses.h"

#include <string.h>

/* Return whether the clauses "a" and "b" are of one kind: a step behind a list
 * is that of one variable. */
static bool is_alike(const struct lcm_serial_clause *a,
                     const struct lcm_serial_clause *b) {
  return !strcmp(a->clause, b->clause) &&
         !strcmp(a->op ? a->op : "", b->op ? b->op : "") &&
         (a == b || (!strchr(a->list, ':') && !strchr(b->list, ':')) ||
          strcmp(a->clause, "linear") != 0);
}

/* Return the list of all variables of "loop" that take a clause like its number
 * "first"; NULL where that is not the first of them. */
static const char *list_of(lcm_buf *buf, const struct lcm_serial_loop *loop,
                           size_t first) {
  const struct lcm_serial_clause *one = &loop->clauses[first];
  buf->len = 0;
  if (one->op && *one->op)
    lcm_buf_printf(buf, "%s: ", one->op);
  for (size_t i = 0; i < loop->n_clauses; i++) {
    if (!is_alike(one, &loop->clauses[i]))
      continue;
    if (i < first)
      return NULL;
    lcm_buf_printf(buf, "%s%s", i > first ? ", " : "", loop->clauses[i].list);
  }
  return buf->text;
}

/* Return the clause of "loop" that cannot be written, NULL: none. */
static const struct lcm_serial_clause *
unwritten(const struct lcm_serial_loop *loop) {
  for (size_t i = 0; i < loop->n_clauses; i++)
    if (loop->clauses[i].open || loop->clauses[i].member)
      return &loop->clauses[i];
  return NULL;
}

/* Return the variable of "loop" of which nobody knows what each thread has,
 * NULL: none. */
static const char *undecided(const struct lcm_serial_loop *loop) {
  for (size_t i = 0; i < loop->n_reasons; i++)
    if (!strcmp(loop->reasons[i].kind, "variable") && loop->reasons[i].datum)
      return loop->reasons[i].datum;
  return NULL;
}

bool lcm_patch_clauses(lcm_buf *out, const struct lcm_serial_loop *loop) {
  lcm_buf buf = {0};
  if (unwritten(loop) || undecided(loop))
    return false;
  for (size_t i = 0; i < loop->n_clauses; i++) {
    const char *list = list_of(&buf, loop, i);
    if (list)
      lcm_buf_printf(out, " %s(%s)", loop->clauses[i].clause, list);
  }
  lcm_buf_free(&buf);
  return true;
}

bool lcm_patch_put_clauses(struct lcm_patching *p,
                           struct lcm_patch_source *source,
                           struct lcm_patch_directive *directive,
                           const struct lcm_edit_spot *spot) {
  struct lcm_serial_loop loop = {0};
  lcm_buf buf = {0};
  if (!lcm_why_serial(&loop, p->ctx, p->before, spot))
    return true;
  const struct lcm_serial_clause *bad = unwritten(&loop);
  if (bad && !strcmp(bad->clause, "linear"))
    return lcm_patch_cannot(p, spot->node,
                            "by how much an iteration moves '%s' is not known",
                            bad->datum);
  if (bad)
    return lcm_patch_cannot(p, spot->node,
                            "no clause can name '%s', or how many elements "
                            "it has",
                            bad->datum);
  if (undecided(&loop))
    return lcm_patch_cannot(p, spot->node,
                            "what each thread has of '%s' is not known",
                            undecided(&loop));
  for (size_t i = 0; i < loop.n_clauses; i++) {
    const char *list = list_of(&buf, &loop, i);
    if (list)
      lcm_directive_put(source, directive, loop.clauses[i].clause,
                        lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s", list));
  }
  lcm_buf_free(&buf);
  return true;
}
