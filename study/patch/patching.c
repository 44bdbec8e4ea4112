/* What the ways to write an edit share: files, constructs and loops as text. */
#include "study/patch/patching.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/fs.h"

bool lcm_patch_cannot(struct lcm_patching *p, const lcm_node *node,
                      const char *fmt, ...) {
  va_list args;
  lcm_buf why = {0};
  char text[512];
  va_start(args, fmt);
  vsnprintf(text, sizeof text, fmt, args);
  va_end(args);
  lcm_buf_puts(&why, text);
  lcm_report(p->ctx, LCM_DIAG_EDIT_TEXT, node ? node->loc : p->step->at,
             "'%s' cannot be written as a change of the text: %s",
             p->step->text, why.text);
  lcm_buf_free(&why);
  return false;
}

void lcm_patch_walk(const lcm_node *root, lcm_visit_fn see, void *user) {
  const lcm_status status = lcm_node_foreach(root, see, user);
  (void)status;
}

/* A team that is looked for. */
struct sought {
  const lcm_loc *at;
  const lcm_node *found;
};

/* Note in "user" whether "node" is the team. */
static lcm_status see_team(const lcm_node *node, void *user) {
  struct sought *sought = user;
  if (node->kind == LCM_NODE_TEAM && node->loc.file == sought->at->file &&
      node->loc.begin == sought->at->begin)
    sought->found = node;
  return LCM_OK;
}

const lcm_node *lcm_patch_team_at(const lcm_program *program, size_t function,
                                  const lcm_loc *at) {
  struct sought sought = {.at = at};
  const lcm_node *body = program->functions[function].body;
  if (body)
    lcm_patch_walk(body, see_team, &sought);
  return sought.found;
}

/* ---- files --------------------------------------------------------------- */

/* Read the file "path" for "p"; NULL, and a diagnostic, where it cannot be. */
static struct lcm_patch_source *open_source(struct lcm_patching *p,
                                            const char *path) {
  const char *text = NULL;
  char *stored = NULL;
  size_t len = 0;
  if (!p->read || !p->read(&text, &len, path, p->user)) {
    if (lcm_file_read(&stored, &len, p->ctx, path))
      return NULL;
    text = stored;
  }
  struct lcm_patch_source *source =
      LCM_NEW(lcm_ctx_arena(p->ctx), struct lcm_patch_source);
  lcm_source_open(source, p->ctx, path, text, len);
  LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &p->sources, source);
  return source;
}

struct lcm_patch_source *lcm_patch_source_of(struct lcm_patching *p,
                                             const lcm_node *node) {
  struct lcm_patch_source *source = NULL;
  if (!node->loc.file || !node->loc.end) {
    lcm_patch_cannot(p, NULL, "it is not known where it stands");
    return NULL;
  }
  for (size_t i = 0; i < p->sources.n && !source; i++)
    if (!strcmp(p->sources.at[i]->path, node->loc.file))
      source = p->sources.at[i];
  source = source ? source : open_source(p, node->loc.file);
  if (source && node->loc.end <= source->len)
    return source;
  if (source)
    lcm_patch_cannot(p, node, "the file is not the one that was read");
  return NULL;
}

/* ---- constructs ---------------------------------------------------------- */

/* Return the directive at which "node" stands, NULL where there is none. */
static struct lcm_patch_directive *at_node(struct lcm_patching *p,
                                           const lcm_node *node) {
  struct lcm_patch_source *source = lcm_patch_source_of(p, node);
  return source ? lcm_directive_at(source, node->loc.begin) : NULL;
}

struct lcm_patch_directive *
lcm_patch_directive_of(struct lcm_patching *p,
                       const struct lcm_edit_spot *spot) {
  struct lcm_patch_directive *found = at_node(p, spot->node);
  const lcm_node *below = spot->node;
  for (size_t i = spot->n_above; i-- > 0 && !found;) {
    const lcm_node *above = spot->above[i];
    const bool around =
        above->children[0] == below &&
        (above->kind == LCM_NODE_TEAM || above->kind == LCM_NODE_PARALLEL ||
         above->kind == LCM_NODE_SERIES);
    if (!around)
      break;
    found = above->kind == LCM_NODE_SERIES && !above->marks.construct
                ? NULL
                : at_node(p, above);
    below = above;
  }
  return found;
}

struct lcm_patch_directive *
lcm_patch_need_directive(struct lcm_patching *p,
                         const struct lcm_edit_spot *spot) {
  struct lcm_patch_directive *found = lcm_patch_directive_of(p, spot);
  if (!found)
    lcm_patch_cannot(p, spot->node,
                     "no line '#pragma omp' of its own makes what is there");
  return found;
}

/* ---- loops --------------------------------------------------------------- */

bool lcm_patch_loop_of(struct lcm_patch_loop *out, struct lcm_patching *p,
                       const struct lcm_patch_source *source,
                       const lcm_node *node) {
  size_t i = lcm_source_token(source, node->loc.begin);
  size_t close = 0;
  const lcm_token *word = i < source->code.n ? &source->code.at[i] : NULL;
  if (!word || word->begin != node->loc.begin || word->kind != LCM_TOKEN_NAME ||
      strcmp(word->text, "for") != 0)
    return lcm_patch_cannot(p, node, "no loop 'for' begins there");
  out->begin = word->begin;
  out->header_end = lcm_source_closed(&close, source, i + 1);
  if (!out->header_end || close + 1 >= source->code.n ||
      out->header_end > node->loc.end)
    return lcm_patch_cannot(p, node, "a macro makes the loop");
  out->body = source->code.at[close + 1].begin;
  out->block = lcm_token_is(&source->code.at[close + 1], "{");
  out->end = lcm_source_statement_end(source, out->begin, node->loc.end);
  return out->end || lcm_patch_cannot(p, node, "it is not seen where it ends");
}
