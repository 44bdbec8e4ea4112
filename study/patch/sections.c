/* The verb sections: statements side by side. */
#include "study/patch/sections.h"

#include <string.h>

/* Statements of a block that become sections. */
struct statements {
  struct lcm_patch_source *source;
  const lcm_node *block;
  size_t first;
  size_t last;
};

/* Put the statements that the "n" places "spots" mean into "*out". */
static bool statements_of(struct statements *out, struct lcm_patching *p,
                          const struct lcm_edit_spot *spots, size_t n) {
  const lcm_node *block =
      n > 1 ? spots[0].above[spots[0].n_above - 1] : spots[0].node;
  *out = (struct statements){.source = lcm_patch_source_of(p, block),
                             .block = block,
                             .last = block->n_children - 1};
  for (size_t i = 0; n > 1 && i < block->n_children; i++) {
    if (block->children[i] == spots[0].node)
      out->first = i;
    if (block->children[i] == spots[1].node)
      out->last = i;
  }
  for (size_t i = out->first; i <= out->last; i++)
    if (block->children[i]->kind == LCM_NODE_LET)
      return lcm_patch_cannot(p, block->children[i],
                              "a value that others need is set among them");
  return out->source != NULL;
}

/* Return the directive of the "sections" new sections of "s" in
 * "function". */
static const char *sections_text(const struct lcm_patching *p,
                                 const struct statements *s, size_t function,
                                 size_t sections) {
  const lcm_node *team =
      lcm_patch_team_at(p->after, function, &s->block->children[s->first]->loc);
  if (!team)
    return "sections";
  return team->u.team.size
             ? lcm_arena_printf(lcm_ctx_arena(p->ctx),
                                "parallel sections num_threads(%zu)", sections)
             : "parallel sections";
}

/* Return the offsets at which sections of "s" begin, their number in "*n". */
static size_t *begins_of(size_t *n, struct lcm_patching *p,
                         const struct statements *s) {
  size_t *at =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), size_t, s->last - s->first + 2);
  *n = 0;
  for (size_t i = s->first; i <= s->last; i++) {
    const size_t begin =
        lcm_source_statement_begin(s->source, s->block->children[i]->loc.begin);
    if (begin && (!*n || begin > at[*n - 1]))
      at[(*n)++] = begin;
  }
  return at;
}

/* Names of variables that several sections set. */
struct names {
  struct lcm_patching *p;
  LCM_LIST(const char *) all;
  LCM_LIST(size_t) sections; /* in which each was met last */
  LCM_LIST(const char *) twice;
  size_t section; /* that is looked at */
};

/* Note that the section that "n" looks at sets "name". */
static void note_name(struct names *n, const char *name) {
  lcm_arena *arena = lcm_ctx_arena(n->p->ctx);
  for (size_t i = 0; i < n->all.n; i++) {
    if (strcmp(n->all.at[i], name) != 0)
      continue;
    bool known = n->sections.at[i] == n->section;
    n->sections.at[i] = n->section;
    for (size_t k = 0; k < n->twice.n; k++)
      known = known || !strcmp(n->twice.at[k], name);
    if (!known)
      LCM_LIST_ADD(arena, &n->twice, name);
    return;
  }
  LCM_LIST_ADD(arena, &n->all, name);
  LCM_LIST_ADD(arena, &n->sections, n->section);
}

/* Return whether the section that was looked at last sets "name". */
static bool is_set_last(const struct names *n, const char *name) {
  for (size_t i = 0; i < n->all.n; i++)
    if (!strcmp(n->all.at[i], name))
      return n->sections.at[i] == n->section;
  return false;
}

/* Note the variables of the function that "node" sets in "user". */
static lcm_status see_written(const lcm_node *node, void *user) {
  struct names *n = user;
  for (size_t i = 0; i < node->n_writes; i++)
    if (!node->writes[i].n_extents && !node->writes[i].is_private &&
        *node->writes[i].datum != '*')
      note_name(n, node->writes[i].datum);
  return LCM_OK;
}

/* Note the indices that loops of "source" between "begin" and "end" set, which
 * are declared elsewhere. */
static void see_indices(struct names *n, const struct lcm_patch_source *source,
                        size_t begin, size_t end) {
  const lcm_token_list *code = &source->code;
  for (size_t i = lcm_source_token(source, begin);
       i + 3 < code->n && code->at[i].begin < end; i++)
    if (code->at[i].kind == LCM_TOKEN_NAME &&
        !strcmp(code->at[i].text, "for") &&
        code->at[i + 2].kind == LCM_TOKEN_NAME &&
        lcm_token_is(&code->at[i + 3], "="))
      note_name(n, code->at[i + 2].text);
}

/* Return the clause of the variables that each of the "sections" sections of
 * "s", which begin at "at" and end at "end", has for itself, "" for none: they
 * keep what the last section leaves in them.  NULL, and a diagnostic, where
 * that does not set one. */
static const char *private_of(struct lcm_patching *p,
                              const struct statements *s, const size_t *at,
                              size_t sections, size_t end) {
  struct names n = {.p = p};
  lcm_buf out = {0};
  for (size_t k = 0; k < sections; k++) {
    const size_t behind = k + 1 < sections ? at[k + 1] : end;
    n.section = k;
    see_indices(&n, s->source, at[k], behind);
    for (size_t i = s->first; i <= s->last; i++)
      if (s->block->children[i]->loc.begin >= at[k] &&
          s->block->children[i]->loc.begin < behind)
        lcm_patch_walk(s->block->children[i], see_written, &n);
  }
  for (size_t i = 0; i < n.twice.n; i++) {
    if (!is_set_last(&n, n.twice.at[i])) {
      lcm_buf_free(&out);
      lcm_patch_cannot(p, s->block, "the last section does not set '%s'",
                       n.twice.at[i]);
      return NULL;
    }
    lcm_buf_printf(&out, "%s%s", i ? ", " : " lastprivate(", n.twice.at[i]);
  }
  const char *text =
      out.len ? lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s)", out.text) : "";
  lcm_buf_free(&out);
  return text;
}

/* Let the "sections" sections of "s", which begin at "at" and end at "end",
 * stand under the directive "words". */
static void put_sections(const struct statements *s, const size_t *at,
                         size_t sections, size_t end, const char *words) {
  lcm_arena *arena = lcm_ctx_arena(s->source->ctx);
  size_t line = 0;
  const char *indent = lcm_source_indent(&line, s->source, at[0]);
  lcm_source_insert(
      s->source, at[0],
      lcm_arena_printf(arena,
                       "%s#pragma omp %s\n%s{\n%s#pragma omp section\n%s{ ",
                       lcm_source_is_first(s->source, at[0]) ? "" : "\n", words,
                       indent, indent, indent));
  for (size_t i = 1; i < sections; i++)
    lcm_source_insert(s->source, at[i],
                      lcm_arena_printf(arena, "}\n%s#pragma omp section\n%s{ ",
                                       indent, indent));
  lcm_source_insert(s->source, end, lcm_arena_printf(arena, " }\n%s}", indent));
}

/* Several nodes of one statement are one place. */
bool lcm_patch_sections(struct lcm_patching *p,
                        const struct lcm_edit_spot *spots, size_t n) {
  struct statements s;
  size_t sections = 0;
  if (!statements_of(&s, p, spots, n))
    return false;
  const size_t *at = begins_of(&sections, p, &s);
  const lcm_loc *last = &s.block->children[s.last]->loc;
  if (sections && lcm_source_is_changed(s.source, at[0]))
    return true;
  if (sections < 2)
    return lcm_patch_cannot(p, spots[0].node,
                            "the sections are parts of one statement");
  const size_t end = lcm_source_statement_end(s.source, last->begin, last->end);
  if (!end)
    return lcm_patch_cannot(p, spots[0].node,
                            "it is not seen where the last section ends");
  const char *own = private_of(p, &s, at, sections, end);
  if (!own)
    return false;
  const char *words =
      lcm_arena_printf(lcm_ctx_arena(p->ctx), "%s%s",
                       sections_text(p, &s, spots[0].function, sections), own);
  put_sections(&s, at, sections, end, words);
  return true;
}
