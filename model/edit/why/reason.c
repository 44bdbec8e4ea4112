/* What stands in the way of a loop, as it is told: which accesses, in which
 * iterations, and what would take it out of the way. */
#include "model/edit/why/reason.h"

#include <stdlib.h>
#include <string.h>

#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/depend/reach.h"
#include "model/edit/why/clause.h"
#include "model/edit/why/example.h"
#include "model/edit/why/scan.h"

enum { MOST_REASONS = 6 };

/* What is known of a loop, being told. */
struct telling {
  struct lcm_serial_loop *out;
  lcm_ctx *ctx;
  const lcm_function *function;
  const struct lcm_edit_spot *spot;
  const struct lcm_edit_reasons *found;
  const lcm_program *program;
  struct lcm_why_round *round;
  LCM_LIST(struct lcm_serial_reason) reasons;
  LCM_LIST(struct lcm_serial_clause) clauses;
};

/* ---- texts --------------------------------------------------------------- */

/* Return "fmt" with what it is about, in memory of the context of "t". */
static const char *text_of(const struct telling *t, const char *fmt, ...)
    LCM_PRINTF(2, 3);
static const char *text_of(const struct telling *t, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(lcm_ctx_arena(t->ctx), fmt, args);
  va_end(args);
  return text;
}

/* Return where "access" is made. */
static lcm_loc loc_of(const struct lcm_edit_access *access) {
  return access->section->loc.file ? access->section->loc : access->node->loc;
}

/* Return "x.c:5:3". */
static const char *place(const struct telling *t, lcm_loc at) {
  return text_of(t, "%s:%u:%u", at.file ? at.file : "?", at.line, at.column);
}

/* Return what "access" touches: "a[i - 1]". */
static const char *what(const struct telling *t,
                        const struct lcm_edit_access *access) {
  char *text = lcm_section_to_str(access->section, LCM_READER);
  const char *name = text_of(t, "%s", text ? text : access->section->datum);
  free(text);
  return name;
}

static const char *verb(const struct lcm_edit_access *access) {
  return access->writes ? "writes" : "reads";
}

/* Return the name of the index of the loop. */
static const char *index_of(const struct telling *t) {
  const char *name = t->spot->node->u.loop.ranges[0].index;
  return lcm_name_plain(name);
}

/* Return the number of the parameter, a pointer, through which "access" goes,
 * or how many the function has. */
static size_t param_of(const struct telling *t,
                       const struct lcm_edit_access *access) {
  const lcm_section *section = access->section;
  return section->n_extents && !section->extents[0].field
             ? lcm_function_param(t->function, section)
             : t->function->n_params;
}

/* ---- dependences --------------------------------------------------------- */

/* Return whether all that is proved of the variable of "reason" is that an
 * iteration reads what a later one overwrites, and nothing is open; of many
 * pairs it is not asked. */
static bool is_anti(const struct telling *t,
                    const struct lcm_edit_reason *reason) {
  enum { MOST_ASKED = 16 };
  struct lcm_why_example example;
  size_t n = 0;
  for (size_t i = 0; i < t->found->all.n; i++) {
    const struct lcm_edit_reason *other = &t->found->all.at[i];
    if (!other->a || other->kind == LCM_REASON_CLAUSE ||
        other->a->section->key != reason->a->section->key)
      continue;
    if (n++ == MOST_ASKED)
      return false;
    if (other->kind != LCM_REASON_DEPENDENCE || !other->proved ||
        other->a->writes == other->b->writes)
      return false;
    lcm_why_example(&example, t->ctx, t->spot->node, other->a, other->b);
    if (!example.found || example.sides[0]->writes)
      return false;
  }
  return lcm_why_apart(t->ctx, t->spot->node, reason->a, reason->b);
}

/* Return what would help against the dependence "reason". */
static const char *help_dependence(const struct telling *t,
                                   const struct lcm_edit_reason *reason) {
  const struct lcm_edit_access *read =
      reason->a->writes ? reason->b : reason->a;
  return is_anti(t, reason)
             ? text_of(t,
                       "read %s from a copy of '%s' that is made before the "
                       "loop",
                       what(t, read), read->section->datum)
             : NULL;
}

/* Tell of the dependence "reason" in "out". */
static void tell_dependence(struct lcm_serial_reason *out,
                            const struct telling *t,
                            const struct lcm_edit_reason *reason) {
  struct lcm_why_example x = {.sides = {reason->a, reason->b}};
  if (reason->proved)
    lcm_why_example(&x, t->ctx, t->spot->node, reason->a, reason->b);
  if (!x.found)
    x = (struct lcm_why_example){.sides = {reason->a, reason->b}};
  out->at = loc_of(x.sides[0]);
  out->other = loc_of(x.sides[1]);
  out->writes = x.sides[0]->writes;
  out->other_writes = x.sides[1]->writes;
  if (!x.found) {
    out->text =
        text_of(t, "one iteration %s %s at %s, another %s %s at %s%s%s",
                verb(x.sides[0]), what(t, x.sides[0]), place(t, out->at),
                verb(x.sides[1]), what(t, x.sides[1]), place(t, out->other),
                reason->text ? ": " : "", reason->text ? reason->text : "");
    return;
  }
  out->order = !out->writes ? "anti" : out->other_writes ? "output" : "true";
  out->rounds[0] = x.rounds[0];
  out->rounds[1] = x.rounds[1];
  out->text = text_of(t,
                      "iteration %s = %lld %s %s at %s, iteration %s = %lld "
                      "%s it at %s%s",
                      index_of(t), x.rounds[0], verb(x.sides[0]), x.element,
                      place(t, out->at), index_of(t), x.rounds[1],
                      verb(x.sides[1]), place(t, out->other), x.with);
  out->help = help_dependence(t, reason);
  if (!out->help)
    out->help = lcm_why_scan(t->ctx, t->program, t->spot, reason, t->round);
}

/* Tell of the variable of "reason", which iterations hand on, in "out". */
static void tell_variable(struct lcm_serial_reason *out,
                          const struct telling *t,
                          const struct lcm_edit_reason *reason) {
  const char *name = what(t, reason->a);
  const bool read = !reason->b->writes;
  out->datum = name;
  out->at = loc_of(reason->a);
  out->writes = true;
  if (read)
    out->other = loc_of(reason->b);
  const char *reads =
      read ? text_of(t, ", read at %s", place(t, out->other)) : "";
  out->text = reason->proved
                  ? text_of(t,
                            "an iteration uses what the one before leaves "
                            "in '%s': it is written at %s%s",
                            name, place(t, out->at), reads)
                  : text_of(t,
                            "an iteration may need what another leaves in "
                            "'%s', written at %s%s: %s",
                            name, place(t, out->at), reads, reason->text);
  if (reason->proved)
    out->help = lcm_why_scan(t->ctx, t->program, t->spot, reason, t->round);
  else if (!reason->proved && !read && !reason->a->section->is_private &&
           !lcm_edit_is_far(reason->text))
    out->help = text_of(t, "lastprivate(conditional: %s), of OpenMP 5.0", name);
}

/* Tell of the pointers of "reason" in "out". */
static void tell_alias(struct lcm_serial_reason *out, const struct telling *t,
                       const struct lcm_edit_reason *reason) {
  const size_t n = t->function->n_params;
  const size_t k = param_of(t, reason->a);
  const size_t one = k < n ? k : param_of(t, reason->b);
  const char *a = reason->a->section->datum;
  const char *b = reason->b->section->datum;
  out->datum = strcmp(a, b) < 0 ? text_of(t, "%s, %s", a, b)
                                : text_of(t, "%s, %s", b, a);
  out->at = loc_of(reason->a);
  out->other = loc_of(reason->b);
  out->writes = reason->a->writes;
  out->other_writes = reason->b->writes;
  out->text = text_of(t, "'%s' at %s and '%s' at %s may be the same data",
                      reason->a->section->datum, place(t, out->at),
                      reason->b->section->datum, place(t, out->other));
  if (reason->a->section->key == reason->b->section->key) {
    out->datum = a;
    out->text = text_of(t,
                        "the pointers kept in '%s' may lead to the same data "
                        "at %s and %s",
                        a, place(t, out->at), place(t, out->other));
    return;
  }
  if (one < n)
    out->help = text_of(t,
                        "restrict on the parameter '%s', if nothing else "
                        "leads to its data",
                        t->function->params[one]);
}

/* ---- other reasons ------------------------------------------------------- */

/* Return what would help where it is not known what "why" says. */
static const char *help_unseen(const char *why) {
  static const char SEEN[] = "' does is not seen";
  const size_t n = strlen(why);
  if (n >= sizeof SEEN && !strcmp(why + n - (sizeof SEEN - 1), SEEN))
    return "add the file that defines it, or say what it touches before the "
           "call: `// lcm: input ...` and `// lcm: output ...`";
  return !strncmp(why, "it calls '", strlen("it calls '"))
             ? "say what it touches before the statement: `// lcm: input ...` "
               "and `// lcm: output ...`"
             : NULL;
}

/* Tell of "reason", which is about one access, in "out". */
static void tell_access(struct lcm_serial_reason *out, const struct telling *t,
                        const struct lcm_edit_reason *reason) {
  const char *datum = reason->a->section->datum;
  const bool header = reason->kind == LCM_REASON_HEADER;
  out->datum = datum;
  out->at = loc_of(reason->a);
  out->writes = true;
  out->text =
      header ? text_of(t,
                       "'%s', which the header of the loop reads or counts, "
                       "changes at %s",
                       datum, place(t, out->at))
             : text_of(t,
                       "something else may need what the iterations leave in "
                       "'%s' (%s)",
                       datum, place(t, out->at));
  out->help = header ? "a variable with its value that the loop does not change"
                     : text_of(t,
                               "lastprivate(%s), if the last iteration "
                               "writes all of it that is needed",
                               datum);
}

/* Tell of the variable of "reason", which has no value where the loop has no
 * iterations, in "out". */
static void tell_empty(struct lcm_serial_reason *out, const struct telling *t,
                       const struct lcm_edit_reason *reason) {
  out->datum = reason->text;
  out->at = reason->a ? loc_of(reason->a) : reason->node->loc;
  out->writes = true;
  out->text = text_of(t,
                      "'%s' is read behind the loop, and lastprivate leaves no "
                      "value in it where the loop has no iterations",
                      reason->text);
}

/* Tell of "reason", which is about a node, in "out". */
static void tell_node(struct lcm_serial_reason *out, const struct telling *t,
                      const struct lcm_edit_reason *reason) {
  const char *text = reason->text ? reason->text : "";
  if (reason->node)
    out->at = reason->node->loc;
  out->text =
      reason->kind == LCM_REASON_EXIT
          ? text_of(t, "the loop may be left early (%s)", text)
      : reason->kind == LCM_REASON_INDEX
          ? text_of(t, "something besides the header may change the index (%s)",
                    text)
      : reason->kind == LCM_REASON_WRAP
          ? text_of(t, "'%s' at %s may wrap around", text, place(t, out->at))
      : reason->kind == LCM_REASON_TASK
          ? text_of(t, "the task at %s may wait for one of another iteration",
                    place(t, out->at))
          : text_of(t, "%s (%s)", text, place(t, out->at));
  out->help =
      reason->kind == LCM_REASON_EXIT
          ? "a loop before it that finds the iteration with which it ends, if "
            "nothing that the loop writes decides that"
      : reason->kind == LCM_REASON_UNSEEN ? help_unseen(text)
                                          : NULL;
}

/* Return the word for "kind". */
static const char *word_of(enum lcm_edit_reason_kind kind) {
  static const char *const WORDS[] = {
      "dependence", "variable", "header", "unseen",  "alias",
      "exit",       "index",    "wrap",   "task",    "left",
      "empty",      "place",    "",       "rounding"};
  return WORDS[kind];
}

/* Put "reason" into "out". */
static void tell(struct lcm_serial_reason *out, const struct telling *t,
                 const struct lcm_edit_reason *reason) {
  *out = (struct lcm_serial_reason){
      .kind = word_of(reason->kind),
      .proved = reason->proved,
      .datum = reason->a ? reason->a->section->datum : NULL};
  if (reason->kind == LCM_REASON_DEPENDENCE)
    tell_dependence(out, t, reason);
  else if (reason->kind == LCM_REASON_EMPTY)
    tell_empty(out, t, reason);
  else if (reason->kind == LCM_REASON_VARIABLE)
    tell_variable(out, t, reason);
  else if (reason->kind == LCM_REASON_ALIAS)
    tell_alias(out, t, reason);
  else if (reason->a)
    tell_access(out, t, reason);
  else
    tell_node(out, t, reason);
}

/* ---- all of them --------------------------------------------------------- */

static bool is_at(lcm_loc a, lcm_loc b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* Return whether "a" and "b" are about the same accesses. */
static bool are_same(const struct lcm_serial_reason *a,
                     const struct lcm_serial_reason *b) {
  if (strcmp(a->kind, b->kind) != 0)
    return false;
  if (!strcmp(a->kind, "alias"))
    return !strcmp(a->datum, b->datum);
  return ((is_at(a->at, b->at) && is_at(a->other, b->other)) ||
          (is_at(a->at, b->other) && is_at(a->other, b->at)));
}

/* Put what "reason" is about into "out", and all of it where that is found
 * soon: an example of a dependence is not. */
static void begin(struct lcm_serial_reason *out, const struct telling *t,
                  const struct lcm_edit_reason *reason) {
  if (reason->kind == LCM_REASON_DEPENDENCE)
    *out = (struct lcm_serial_reason){.kind = word_of(reason->kind),
                                      .at = loc_of(reason->a),
                                      .other = loc_of(reason->b)};
  else
    tell(out, t, reason);
}

/* Add "reason" to those of "t", unless it is there. */
static void add(struct telling *t, const struct lcm_edit_reason *reason) {
  struct lcm_serial_reason told;
  begin(&told, t, reason);
  for (size_t i = 0; i < t->reasons.n; i++)
    if (are_same(&t->reasons.at[i], &told))
      return;
  if (t->reasons.n >= MOST_REASONS) {
    t->out->n_more++;
    return;
  }
  tell(&told, t, reason);
  LCM_LIST_ADD(lcm_ctx_arena(t->ctx), &t->reasons, told);
}

/* Add the clause that the variable of "reason" takes. */
static void add_clause(struct telling *t,
                       const struct lcm_edit_reason *reason) {
  struct lcm_serial_clause clause;
  lcm_why_clause(&clause, t->ctx, t->program, t->spot, reason);
  for (size_t i = 0; i < t->clauses.n; i++)
    if (!strcmp(t->clauses.at[i].datum, clause.datum))
      return;
  LCM_LIST_ADD(lcm_ctx_arena(t->ctx), &t->clauses, clause);
}

/* Add that the index of the loop is needed behind it, where that is so. */
static void add_index(struct telling *t) {
  const char *index = lcm_node_attribute(t->spot->node, "kept");
  const struct lcm_serial_clause clause = {
      .datum = index, .clause = "lastprivate", .list = index};
  if (index)
    LCM_LIST_ADD(lcm_ctx_arena(t->ctx), &t->clauses, clause);
}

/* Return whether "reason" stands in the way. */
static bool hinders(const struct lcm_edit_reason *reason) {
  return reason->kind != LCM_REASON_CLAUSE &&
         reason->kind != LCM_REASON_ROUNDING;
}

void lcm_why_tell(struct lcm_serial_loop *out, lcm_ctx *ctx,
                  const lcm_program *program, const struct lcm_edit_spot *spot,
                  const struct lcm_edit_reasons *found) {
  struct lcm_why_round round = {.found = false};
  struct telling t = {.out = out,
                      .round = &round,
                      .ctx = ctx,
                      .function = &program->functions[spot->function],
                      .spot = spot,
                      .found = found,
                      .program = program};
  out->verdict = LCM_SERIAL_FREE;
  for (unsigned pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < found->all.n; i++) {
      const struct lcm_edit_reason *reason = &found->all.at[i];
      if (!hinders(reason) || reason->proved != !pass)
        continue;
      add(&t, reason);
      if (out->verdict == LCM_SERIAL_FREE)
        out->verdict = reason->proved ? LCM_SERIAL_PROVED : LCM_SERIAL_OPEN;
    }
  for (size_t i = 0; i < found->all.n; i++) {
    out->rounded = out->rounded || found->all.at[i].kind == LCM_REASON_ROUNDING;
    if (found->all.at[i].kind == LCM_REASON_CLAUSE)
      add_clause(&t, &found->all.at[i]);
  }
  add_index(&t);
  out->cut = found->cut;
  out->reasons = t.reasons.at;
  out->n_reasons = t.reasons.n;
  out->clauses = t.clauses.at;
  out->n_clauses = t.clauses.n;
}
