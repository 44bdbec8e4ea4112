/* The verbs parallelize, schedule, chunk, collapse: directives of loops. */
#include <stdlib.h>
#include <string.h>

#include "study/patch/clauses.h"
#include "study/patch/header.h"
#include "study/patch/loops.h"

/* ---- schedules ----------------------------------------------------------- */

/* Return "argument", KIND[,CHUNK], as the clause has it; NULL, and a
 * diagnostic, where OpenMP has no such schedule. */
static const char *schedule_text(struct lcm_patching *p, const lcm_node *node,
                                 const char *argument) {
  lcm_schedule found;
  const size_t n = strcspn(argument, ", ");
  if (!lcm_schedule_find(&found, argument, n, LCM_SCHED_IN_SOURCE)) {
    lcm_patch_cannot(p, node, "OpenMP has no schedule '%.*s'", (int)n,
                     argument);
    return NULL;
  }
  const char *chunk = strchr(argument, ',');
  return chunk ? lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s, %s",
                                  lcm_schedule_word(found),
                                  chunk + 1 + strspn(chunk + 1, " "))
               : lcm_schedule_word(found);
}

bool lcm_patch_schedule(struct lcm_patching *p,
                        const struct lcm_edit_spot *spots, size_t n) {
  struct lcm_patch_directive *directive = lcm_patch_need_directive(p, spots);
  const char *text =
      directive ? schedule_text(p, spots->node, p->step->argument) : NULL;
  (void)n;
  if (!text)
    return false;
  lcm_directive_set(lcm_patch_source_of(p, spots->node), directive, "schedule",
                    text);
  return true;
}

bool lcm_patch_chunk(struct lcm_patching *p, const struct lcm_edit_spot *spots,
                     size_t n) {
  struct lcm_patch_directive *directive = lcm_patch_need_directive(p, spots);
  (void)n;
  if (!directive)
    return false;
  const char *now = lcm_directive_clause(directive, "schedule");
  const size_t word = now ? strcspn(now, ", ") : 0;
  const char *text =
      lcm_arena_printf(lcm_ctx_arena(p->ctx), "%.*s, %s", now ? (int)word : 6,
                       now ? now : "static", p->step->argument);
  lcm_directive_set(lcm_patch_source_of(p, spots->node), directive, "schedule",
                    text);
  return true;
}

bool lcm_patch_collapse(struct lcm_patching *p,
                        const struct lcm_edit_spot *spots, size_t n) {
  struct lcm_patch_directive *directive = lcm_patch_need_directive(p, spots);
  (void)n;
  if (!directive)
    return false;
  const char *now = lcm_directive_clause(directive, "collapse");
  const long levels = now ? strtol(now, NULL, 10) : 1;
  if (levels < 1)
    return lcm_patch_cannot(p, spots->node,
                            "its clause 'collapse' is no number");
  lcm_directive_set(lcm_patch_source_of(p, spots->node), directive, "collapse",
                    lcm_arena_printf(lcm_ctx_arena(p->ctx), "%ld", levels + 1));
  return true;
}

/* ---- parallelize --------------------------------------------------------- */

/* What an edit made of a loop. */
struct outcome {
  const lcm_node *loop;   /* as it was */
  const lcm_node *team;   /* a new region that it is all of; NULL: none */
  const lcm_node *single; /* that was around it, NULL: none */
  bool has_single;        /* that is still there */
};

/* Note in "user" what "node" of the edited structure says of it. */
static lcm_status see(const lcm_node *node, void *user) {
  struct outcome *o = user;
  if (o->single && node->kind == LCM_NODE_PARALLEL &&
      node->loc.file == o->single->loc.file &&
      node->loc.begin == o->single->loc.begin)
    o->has_single = true;
  return LCM_OK;
}

/* Put what the edit made of the loop at "spot" into "*out". */
static void find_outcome(struct outcome *out, const struct lcm_patching *p,
                         const struct lcm_edit_spot *spot) {
  *out = (struct outcome){
      .loop = spot->node,
      .team = lcm_patch_team_at(p->after, spot->function, &spot->node->loc)};
  for (size_t i = spot->n_above; i-- > 0 && !out->single;)
    if (spot->above[i]->kind == LCM_NODE_PARALLEL &&
        spot->above[i]->u.parallel.worksharing)
      out->single = spot->above[i];
  lcm_patch_walk(p->after->functions[spot->function].body, see, out);
}

/* Return the directive before the loop at "loop" of "source", which has to be
 * joined with the one that it gets; NULL where there is none. */
static struct lcm_patch_directive *before_loop(struct lcm_patch_source *source,
                                               size_t loop) {
  for (size_t i = 0; i < source->directives.n; i++) {
    struct lcm_patch_directive *one = &source->directives.at[i];
    if (one->end <= one->begin || one->end > loop || one->dropped)
      continue;
    size_t at = one->end;
    while (at < loop && strchr(" \t\r\n", source->text[at]))
      at++;
    if (at == loop)
      return one;
  }
  return NULL;
}

/* Let the `single` of "o", in which there is nothing but the loop "text", be
 * what divides that; NULL, and a diagnostic, where that cannot be written. */
static struct lcm_patch_directive *
instead_of_single(struct lcm_patching *p, struct lcm_patch_source *source,
                  const struct outcome *o, const struct lcm_patch_loop *text) {
  struct lcm_patch_directive *single =
      lcm_directive_at(source, o->single->loc.begin);
  const size_t open = single ? lcm_source_token(source, single->end) : 0;
  size_t close = 0;
  if (!single) {
    lcm_patch_cannot(p, o->loop, "no line '#pragma omp' makes the single");
    return NULL;
  }
  if (lcm_token_is(&source->code.at[open], "{")) {
    const size_t end = lcm_source_closed(&close, source, open);
    if (!end || source->code.at[open + 1].begin != text->begin ||
        source->code.at[close].begin < text->end) {
      lcm_patch_cannot(p, o->loop, "something else stands in the single");
      return NULL;
    }
    lcm_source_delete(source, source->code.at[open].begin,
                      source->code.at[open].end);
    lcm_source_delete(source, source->code.at[close].begin, end);
  }
  single->name = "for";
  single->changed = true;
  return single;
}

/* Return the directive that divides the loop "text" as "o" says. */
static struct lcm_patch_directive *
directive_for(struct lcm_patching *p, struct lcm_patch_source *source,
              const struct outcome *o, const struct lcm_patch_loop *text) {
  const char *name = o->team ? "parallel for" : "for";
  struct lcm_patch_directive *simd = before_loop(source, text->begin);
  if (o->single && !o->has_single)
    return instead_of_single(p, source, o, text);
  if (!simd || strcmp(simd->name, "simd") != 0)
    return lcm_directive_add(source, text->begin, name);
  simd->name = lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s simd", name);
  simd->changed = true;
  return simd;
}

/* Return what jumps out of "loop", as "return in line 4"; NULL: nothing does,
 * or the program ends there. */
static const char *jump_out_of(const lcm_node *loop) {
  static const char *const JUMPS[] = {"return", "break", "goto"};
  const char *left = lcm_node_attribute(loop, "left");
  for (size_t i = 0; left && i < sizeof JUMPS / sizeof *JUMPS; i++)
    if (!strncmp(left, JUMPS[i], strlen(JUMPS[i])))
      return left;
  return NULL;
}

bool lcm_patch_parallelize(struct lcm_patching *p,
                           const struct lcm_edit_spot *spots, size_t n) {
  struct lcm_patch_source *source = lcm_patch_source_of(p, spots->node);
  struct lcm_patch_loop text;
  struct outcome o;
  (void)n;
  if (!source || !lcm_patch_loop_of(&text, p, source, spots->node))
    return false;
  if (!lcm_patch_is_canonical(source, &text))
    return lcm_patch_cannot(p, spots->node,
                            "OpenMP divides loops whose header is written as "
                            "`i = a; i < b; i += c`");
  const char *left = jump_out_of(spots->node);
  if (left)
    return lcm_patch_cannot(
        p, spots->node, "OpenMP divides no loop that is left early (%s)", left);
  find_outcome(&o, p, spots);
  struct lcm_patch_directive *directive = directive_for(p, source, &o, &text);
  if (!directive || !lcm_patch_put_clauses(p, source, directive, spots))
    return false;
  const char *schedule = p->step->argument
                             ? schedule_text(p, spots->node, p->step->argument)
                             : NULL;
  if (p->step->argument && !schedule)
    return false;
  if (schedule)
    lcm_directive_set(source, directive, "schedule", schedule);
  return true;
}
