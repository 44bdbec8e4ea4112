/* Sidecar files: what they declare and say of lines, functions and nodes. */
#include <string.h>

#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/mean.h"
#include "analyzer/lower/control/sidecar.h"
#include "analyzer/lower/control/sidecar_internal.h"
#include "analyzer/lower/values/names.h"
#include "base/fs.h"
#include "model/link/link.h"

static const size_t NONE = (size_t)-1;

/* Report that nothing in the program is what "entry" speaks of. */
static void unbound(struct lcm_lowering *l,
                    const struct lcm_sidecar_entry *entry, const char *what) {
  lcm_report(l->ctx, LCM_DIAG_UNBOUND_DIRECTIVE, entry->loc, "%s", what);
  l->status = LCM_EPARSE;
}

/* Return whether "entry", of a function, speaks of those in "file". */
static bool is_in(const struct lcm_sidecar_entry *entry, const char *file) {
  return !entry->file ||
         lcm_place_is_file(file, entry->file, strlen(entry->file));
}

/* Return whether one of the "n" units at "units" defines the function of
 * "entry". */
static bool has_function(const struct lcm_unit *units, size_t n,
                         const struct lcm_sidecar_entry *entry) {
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; units[i].program && k < units[i].program->n_functions;
         k++) {
      const lcm_function *function = &units[i].program->functions[k];
      if (!strcmp(function->name, entry->function) &&
          is_in(entry, function->loc.file))
        return true;
    }
  return false;
}

lcm_status lcm_sidecars_check(lcm_ctx *ctx, const struct lcm_unit *units,
                              size_t n,
                              const struct lcm_analyze_options *options) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < options->n_sidecars; i++) {
    const struct lcm_sidecar_entry *entries = NULL;
    size_t n_entries = 0;
    char *text = NULL;
    size_t len = 0;
    const char *file = options->sidecars[i];
    if (lcm_file_read(&text, &len, ctx, file) ||
        lcm_sidecar_parse(&entries, &n_entries, ctx, file, text, len))
      return LCM_EPARSE;
    for (size_t k = 0; k < n_entries; k++)
      if (entries[k].function && !has_function(units, n, &entries[k])) {
        lcm_report(ctx, LCM_DIAG_UNBOUND_DIRECTIVE, entries[k].loc,
                   "there is no function '%s'%s%s", entries[k].function,
                   entries[k].file ? " in " : "",
                   entries[k].file ? entries[k].file : "");
        status = LCM_EPARSE;
      }
  }
  return status;
}

/* Take what "entry", which stands before the first place, declares. */
static lcm_status declare(struct lcm_lowering *l,
                          const struct lcm_sidecar_entry *entry) {
  const struct lcm_scope scope = lcm_lower_scope(l);
  const char *variant = l->options->variant;
  const lcm_status status =
      lcm_directives_declare(&l->declared, l->ctx, entry->directives,
                             entry->n_directives, variant, &scope);
  return status
             ? status
             : lcm_externals_declare(&l->outside.own, l->ctx, entry->directives,
                                     entry->n_directives, variant);
}

void lcm_sidecars_read(struct lcm_lowering *l) {
  LCM_LIST(struct lcm_sidecar_entry) all = {0};
  for (size_t i = 0; i < l->options->n_sidecars; i++) {
    const struct lcm_sidecar_entry *entries = NULL;
    size_t n = 0;
    char *text = NULL;
    size_t len = 0;
    const char *file = l->options->sidecars[i];
    lcm_status status = lcm_file_read(&text, &len, l->ctx, file);
    if (!status)
      status = lcm_sidecar_parse(&entries, &n, l->ctx, file, text, len);
    for (size_t k = 0; k < n; k++)
      if (entries[k].function || entries[k].file)
        LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &all, entries[k]);
      else if (!status)
        status = declare(l, &entries[k]);
    l->status = l->status ? l->status : status;
  }
  l->bound.entries = all.at;
  l->bound.n_entries = all.n;
}

/* Return the offset at which line "line" begins, the length of the file where
 * it is shorter. */
static size_t line_offset(const struct lcm_lowering *l, unsigned line) {
  size_t at = 0;
  for (unsigned i = 1; i < line && at < l->len; i++) {
    const char *newline = memchr(l->text + at, '\n', l->len - at);
    at = newline ? (size_t)(newline - l->text) + 1 : l->len;
  }
  return at;
}

/* Return the anchor of the function called "name", NONE without one. */
static size_t function_anchor(const struct lcm_lowering *l, const char *name) {
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && !strcmp(top->name, name))
      return lcm_lower_anchor(top);
  return NONE;
}

/* Return the first anchor from line "line" on that is no function, NONE
 * without one. */
static size_t line_anchor(const struct lcm_lowering *l, unsigned line) {
  const size_t from = line_offset(l, line);
  size_t best = NONE;
  for (size_t i = 0; i < l->bound.anchors.n; i++)
    if (l->bound.anchors.at[i].begin >= from &&
        (best == NONE ||
         l->bound.anchors.at[i].begin < l->bound.anchors.at[best].begin))
      best = i;
  return best;
}

/* Return whether "entry" speaks of the file of "l". */
static bool is_here(const struct lcm_lowering *l,
                    const struct lcm_sidecar_entry *entry) {
  return entry->line ? lcm_path_ends(l->file, strlen(l->file), entry->file,
                                     strlen(entry->file))
                     : is_in(entry, l->file);
}

void lcm_sidecars_bind(struct lcm_lowering *l) {
  for (size_t i = 0; i < l->bound.n_entries; i++) {
    const struct lcm_sidecar_entry *entry = &l->bound.entries[i];
    if (entry->kind || !is_here(l, entry))
      continue;
    const size_t anchor = entry->line ? line_anchor(l, entry->line)
                                      : function_anchor(l, entry->function);
    if (anchor == NONE && entry->line)
      unbound(l, entry, "no statement stands at or behind this line");
    if (anchor == NONE)
      continue;
    for (size_t k = 0; k < entry->n_directives; k++)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->bound.on[anchor],
                   &entry->directives[k]);
  }
}

/* A search for the node that an entry speaks of. */
struct target {
  struct lcm_lowering *l;
  const struct lcm_sidecar_entry *entry;
  struct lcm_ordinals counted; /* the nodes that were passed */
  bool done;                   /* it was reached */
};

/* Let "node" have the models of "before" in categories of which it has none,
 * too. */
static void keep_models(struct lcm_lowering *l, lcm_node *node,
                        const lcm_node *before) {
  lcm_model *all = LCM_NEW_ARRAY(lcm_ctx_arena(l->ctx), lcm_model,
                                 node->n_models + before->n_models + 1);
  size_t n = 0;
  for (; n < node->n_models; n++)
    all[n] = node->models[n];
  for (size_t i = 0; i < before->n_models; i++)
    if (!lcm_node_model(node, before->models[i].category))
      all[n++] = before->models[i];
  node->models = all;
  node->n_models = n;
}

/* Let "node" have what else is said of "before", too: by comments, or by an
 * entry before this one. */
static void keep_said(struct lcm_lowering *l, lcm_node *node,
                      const lcm_node *before) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t n_with = node->n_with;
  LCM_LIST(struct lcm_assign) with = {0};
  LCM_LIST(const char *) assumes = {0};
  for (size_t i = 0; i < before->n_with; i++)
    LCM_LIST_ADD(arena, &with, before->with[i]);
  for (size_t i = 0; i < n_with; i++)
    LCM_LIST_ADD(arena, &with, node->with[i]);
  for (size_t i = 0; i < before->n_assumes; i++)
    LCM_LIST_ADD(arena, &assumes, before->assumes[i]);
  for (size_t i = 0; i < node->n_assumes; i++)
    LCM_LIST_ADD(arena, &assumes, node->assumes[i]);
  node->with = with.at;
  node->n_with = with.n;
  node->assumes = assumes.at;
  node->n_assumes = assumes.n;
  node->ignored = node->ignored || before->ignored;
  keep_models(l, node, before);
}

/* Return a copy of "node" with what the entry of "t" says. */
static const lcm_node *say(struct target *t, const lcm_node *node) {
  struct lcm_lowering *l = t->l;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t n = t->entry->n_directives;
  const lcm_directive **directives =
      LCM_NEW_ARRAY(arena, const lcm_directive *, n + 1);
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  const struct lcm_scope scope = lcm_lower_scope(l);
  struct lcm_meaning meaning;
  *copy = *node;
  for (size_t i = 0; i < n; i++)
    directives[i] = &t->entry->directives[i];
  const lcm_status status = lcm_directives_mean(&meaning, l->ctx, directives, n,
                                                l->options->variant, &scope);
  l->status = l->status ? l->status : status;
  if (status)
    return node;
  const lcm_node *out = lcm_lower_mean(l, copy, &meaning);
  keep_said(l, copy, node);
  return out;
}

/* Return "node", a child of "parent", with what the entry says of the node it
 * speaks of, which is looked for in preorder. */
static const lcm_node *rewrite(struct target *t, const lcm_node *node,
                               const lcm_node *parent) {
  const struct lcm_ordinal at = lcm_ordinal_next(&t->counted, node, parent);
  const char *kind = t->entry->kind;
  if (lcm_ordinal_is(&at, kind, strlen(kind), t->entry->ordinal)) {
    t->done = true;
    return say(t, node);
  }
  for (size_t i = 0; i < node->n_children && !t->done; i++) {
    const lcm_node *child = rewrite(t, node->children[i], node);
    if (!t->done || child == node->children[i])
      continue;
    lcm_arena *arena = lcm_ctx_arena(t->l->ctx);
    lcm_node *copy = LCM_NEW(arena, lcm_node);
    const lcm_node **children =
        LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
    memcpy(children, node->children, node->n_children * sizeof *children);
    children[i] = child;
    *copy = *node;
    copy->children = children;
    return copy;
  }
  return node;
}

const lcm_node *lcm_sidecars_apply(struct lcm_lowering *l, const lcm_ast *ast,
                                   const lcm_node *body) {
  for (size_t i = 0; i < l->bound.n_entries; i++) {
    const struct lcm_sidecar_entry *entry = &l->bound.entries[i];
    if (!entry->kind || strcmp(entry->function, ast->name) != 0 ||
        !is_here(l, entry))
      continue;
    struct target target = {.l = l, .entry = entry};
    body = rewrite(&target, body, NULL);
    if (!target.done)
      unbound(l, entry, "the function has no such node");
  }
  return body;
}
