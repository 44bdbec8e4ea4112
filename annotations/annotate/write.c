/* Puts directives into the text of a source file, and tries whether they are
 * bound to the nodes that they speak of. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "analyzer/analyzer.h"
#include "annotations/annotate/below.h"
#include "annotations/annotate/find.h"
#include "annotations/annotate/iteration.h"
#include "annotations/annotate/plan.h"
#include "annotations/annotate/text.h"
#include "annotations/annotate/write.h"

static const size_t NONE = (size_t)-1;

enum { MAX_ROUNDS = 12 };

/* Where the comments of a node go. */
struct comment_spot {
  size_t at;    /* its number */
  size_t begin; /* line before which they go, by its offset */
  /* before which the `end` of a range goes, NONE: it is none */
  size_t end;
  const char *name; /* of the range, or of the fragment, or NULL */
  /* first, last: numbers of the insertions, NONE without an end */
  size_t first;
  size_t last;
};

/* A text being made. */
struct source_draft {
  struct annotate *a;
  struct annotate_file *file;
  LCM_LIST(struct comment_spot) spots; /* in the order of the nodes */
  struct lcm_insertions all;
  const char *text; /* "len" bytes, the insertions made */
  size_t len;
};

/* ---- where ----------------------------------------------------------------
 */

/* Return whether the word before offset "at" of "text", blanks aside, is
 * `else`. */
static bool is_else(const char *text, size_t at) {
  while (at && isspace((unsigned char)text[at - 1]))
    at--;
  return at >= 4 && !memcmp(text + at - 4, "else", 4) &&
         (at == 4 ||
          (!isalnum((unsigned char)text[at - 5]) && text[at - 5] != '_'));
}

/* Return the length of the white space at offset "at" of the text of "file". */
static size_t blanks_at(const struct annotate_file *file, size_t at) {
  size_t n = 0;
  while (at + n < file->bare_len &&
         (file->bare[at + n] == ' ' || file->bare[at + n] == '\t'))
    n++;
  return n;
}

/* Return whether a statement may begin in the line number "line". */
static bool begins_statement(const struct lcm_outline *outline, size_t line) {
  return !outline->before[line] || strchr(";{}:)", outline->before[line]) ||
         outline->before[line] == 'e';
}

/* Return whether "text" from "at" to "end" lies within one statement. */
static bool is_within(const char *text, size_t at, size_t end) {
  for (; at < end; at++)
    if (strchr(";{}", text[at]))
      return false;
  return true;
}

/* Return the offset of the line before which a comment about what begins at
 * "begin" goes, NONE where it may not stand there: the line where the statement
 * begins that it is a part of. */
static size_t line_before(const struct annotate_file *file, size_t begin) {
  const struct lcm_outline *outline = &file->outline;
  size_t line = lcm_outline_line(outline, begin);
  while (line && !begins_statement(outline, line))
    line--;
  const size_t start = outline->starts[line];
  const size_t first = start + blanks_at(file, start);
  const bool branch = file->bare_len - first > 2 &&
                      !memcmp(file->bare + first, "if", 2) &&
                      !isalnum((unsigned char)file->bare[first + 2]);
  if (!outline->open[line] || !is_within(file->bare, first, begin) ||
      (branch && is_else(file->bare, start)))
    return NONE;
  return start;
}

/* Go behind the blanks and comments of a line from "at" on; return where that
 * ends, NONE where a comment goes on in the next line. */
static size_t skip_line(const char *text, size_t len, size_t at) {
  while (at < len && text[at] != '\n') {
    if (text[at] == '/' && at + 1 < len && text[at + 1] == '/') {
      const char *newline = memchr(text + at, '\n', len - at);
      return newline ? (size_t)(newline - text) : len;
    }
    if (text[at] == '/' && at + 1 < len && text[at + 1] == '*') {
      for (at += 2; at + 1 < len && (text[at] != '*' || text[at + 1] != '/');
           at++)
        if (text[at] == '\n')
          return NONE;
      at += 2;
    } else if (isspace((unsigned char)text[at]))
      at++;
    else
      return at;
  }
  return at < len ? at : len;
}

/* Return the offset of the line before which the end of a range that ends at
 * "end" goes, NONE where it may not stand there. */
static size_t line_behind(const struct annotate_file *file, size_t end) {
  const char *text = file->bare;
  const size_t len = file->bare_len;
  size_t at = skip_line(text, len, end);
  if (at < len && text[at] == ';')
    at = skip_line(text, len, at + 1);
  if (at == NONE || (at < len && text[at] != '\n'))
    return NONE;
  if (at >= len)
    return len;
  const size_t line = lcm_outline_line(&file->outline, at + 1);
  return file->outline.starts[line] == at + 1 && file->outline.open[line]
             ? at + 1
             : NONE;
}

/* Return whether the fragment "node" is one simple statement, to which a
 * comment binds without making anything else of it. */
static bool is_simple(const struct annotate_file *file, const lcm_node *node) {
  static const char *const WORDS[] = {"for", "while", "do", "if", "switch"};
  const char *text = file->bare + node->loc.begin;
  const size_t len = node->loc.end - node->loc.begin;
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
    const size_t n = strlen(WORDS[i]);
    if (len > n && !memcmp(text, WORDS[i], n) &&
        !isalnum((unsigned char)text[n]) && text[n] != '_')
      return false;
  }
  return !memchr(text, '{', len) &&
         !memchr(text, ';', len - (len && text[len - 1] == ';'));
}

/* Put where the comments of the node number "at" go into "*out"; false where
 * there is no such place. */
static bool find_spot(struct comment_spot *out,
                      const struct annotate_file *file, size_t at) {
  const struct annotate_place *place = &file->places.at[at];
  const lcm_node *node = place->node;
  *out = (struct comment_spot){
      at, line_before(file, node->loc.begin), NONE, place->label, NONE, NONE};
  if (out->begin == NONE)
    return false;
  if (place->node->name && out->name && !strcmp(place->node->name, out->name))
    out->name = NULL;
  if (node->kind != LCM_NODE_FRAGMENT || is_simple(file, node) ||
      node->n_models)
    return true;
  out->end = line_behind(file, node->loc.end);
  out->name = out->name ? out->name : place->key;
  return out->end != NONE;
}

/* ---- the draft ------------------------------------------------------------
 */

/* Put the white space before the statement at or behind the line at offset "at"
 * of "file", pragmas aside, into "insertion". */
static void indent(struct lcm_insertion *insertion,
                   const struct annotate_file *file, size_t at) {
  size_t n = blanks_at(file, at);
  while (at + n < file->bare_len && file->bare[at + n] == '#') {
    const char *newline = memchr(file->bare + at, '\n', file->bare_len - at);
    if (!newline)
      break;
    at = (size_t)(newline - file->bare) + 1;
    n = blanks_at(file, at);
  }
  insertion->indent = file->bare + at;
  insertion->n_indent = n;
}
/* Return the comments of "spot", those of the file before them where it is the
 * first. */
static struct lcm_insertion
begin_of(struct source_draft *d, const struct comment_spot *spot, bool first) {
  lcm_arena *arena = lcm_ctx_arena(d->a->ctx);
  annotate_lines lines = {0};
  if (first)
    annotate_declare(&lines, d->a, d->file);
  if (spot->name) {
    const char *line = lcm_arena_printf(
        arena, "%s %s", spot->end == NONE ? "fragment" : "begin", spot->name);
    LCM_LIST_ADD(arena, &lines, line);
  }
  annotate_say(&lines, d->a, d->file, spot->at);
  struct lcm_insertion insertion = {.at = spot->begin,
                                    .directives = lines.at,
                                    .n = lines.n,
                                    .counted = true,
                                    .block = d->file->old};
  indent(&insertion, d->file, spot->begin);
  return insertion;
}

/* Return the end of the range "spot". */
static struct lcm_insertion end_of(struct source_draft *d,
                                   const struct comment_spot *spot) {
  lcm_arena *arena = lcm_ctx_arena(d->a->ctx);
  const char **line = LCM_NEW(arena, const char *);
  *line = lcm_arena_printf(arena, "end %s", spot->name);
  struct lcm_insertion insertion = {
      .at = spot->end, .directives = line, .n = 1, .block = d->file->old};
  indent(&insertion, d->file, spot->begin);
  return insertion;
}

/* Where an insertion stands: ends go before begins, inner ends first, outer
 * begins first. */
struct order {
  size_t at;
  size_t spot;
  bool end;
};

/* Order insertions. */
static int by_place(const void *x, const void *y) {
  const struct order *a = x;
  const struct order *b = y;
  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  if (a->end != b->end)
    return a->end ? -1 : 1;
  return (a->spot < b->spot) == !a->end ? -1 : 1;
}

/* Make the insertions of the spots of "d", and the text with them. */
static void make_text(struct source_draft *d) {
  lcm_arena *arena = lcm_ctx_arena(d->a->ctx);
  struct order *order = LCM_NEW_ARRAY(arena, struct order, 2 * d->spots.n + 1);
  d->all.n = 0;
  for (size_t i = 0; i < d->spots.n; i++) {
    order[d->all.n++] = (struct order){d->spots.at[i].begin, i, false};
    if (d->spots.at[i].end != NONE)
      order[d->all.n++] = (struct order){d->spots.at[i].end, i, true};
  }
  if (d->all.n)
    qsort(order, d->all.n, sizeof *order, by_place);
  d->all.at = LCM_NEW_ARRAY(arena, struct lcm_insertion, d->all.n + 1);
  d->all.where = LCM_NEW_ARRAY(arena, struct lcm_written, d->all.n + 1);
  bool first = true;
  for (size_t i = 0; i < d->all.n; i++) {
    struct comment_spot *spot = &d->spots.at[order[i].spot];
    d->all.at[i] = order[i].end ? end_of(d, spot) : begin_of(d, spot, first);
    first = first && order[i].end;
    *(order[i].end ? &spot->last : &spot->first) = i;
  }
  d->text =
      lcm_insert(&d->len, d->a->ctx, d->file->bare, d->file->bare_len, &d->all);
}

/* Plan "file" and draft its text; return whether all that is to be said has a
 * place: what has none is marked. */
static bool draft(struct source_draft *d) {
  struct annotate_file *file = d->file;
  bool all = true;
  annotate_plan(d->a, file);
  d->spots.n = 0;
  for (size_t i = 0; i < file->places.n; i++) {
    struct comment_spot spot;
    if (!annotate_is_said(&file->places.at[i]) || file->places.at[i].cannot)
      continue;
    if (find_spot(&spot, file, i))
      LCM_LIST_ADD(lcm_ctx_arena(d->a->ctx), &d->spots, spot);
    else {
      file->places.at[i].cannot =
          "it shares its line with something else, or no comment may stand "
          "there";
      all = false;
    }
  }
  if (all)
    make_text(d);
  return all;
}

/* ---- is it bound? ---------------------------------------------------------
 */

/* Return where offset "at" of the bare text is in the draft; "behind": what was
 * put in there stands before it. */
static size_t moved(const struct source_draft *d, size_t at, bool behind) {
  size_t more = 0;
  for (size_t i = 0; i < d->all.n; i++)
    if (d->all.at[i].at < at || (behind && d->all.at[i].at == at))
      more += d->all.where[i].end - d->all.where[i].begin;
  return at + more;
}

/* Return how many models of "node" stand in the comments "where". */
static size_t models_in(const lcm_node *node, const struct lcm_written *where) {
  size_t n = 0;
  for (size_t i = 0; i < node->n_models; i++)
    n += node->models[i].loc.begin >= where->begin &&
         node->models[i].loc.begin < where->end &&
         node->models[i].loc.end > node->models[i].loc.begin;
  return n;
}

/* Return whether "node", of the draft, is that of "place" or the range of
 * it. */
static bool is_same(const lcm_node *node, const struct annotate_place *place,
                    bool range) {
  const lcm_node *wanted = place->node;
  if (!range)
    return node->kind == wanted->kind ||
           (place->several && node->kind == LCM_NODE_SERIES);
  return node->kind == LCM_NODE_SERIES && node->n_children == 1 &&
         node->children[0]->kind == wanted->kind;
}

/* Return whether the models of "place" in "node" mention the same variables as
 * the fit's. */
static bool same_names(struct annotate *a, lcm_ctx *ctx,
                       const struct annotate_place *place,
                       const lcm_node *node) {
  for (size_t i = 0; i < place->entries.n; i++) {
    const struct annotate_entry *entry = &place->entries.at[i];
    const lcm_model *model =
        lcm_node_model(node, lcm_intern(ctx, entry->category));
    const bool each = model && model->per == LCM_PER_ITERATION;
    for (size_t k = 0; model && !each && k < entry->parts.n; k++) {
      const char *const *names = NULL;
      const size_t n =
          lcm_expr_names(&names, a->ctx, entry->parts.at[k].model->expr);
      for (size_t v = 0; v < n; v++)
        if (strcmp(names[v], "p") != 0 &&
            !lcm_expr_has(model->expr, lcm_intern(ctx, names[v])))
          return false;
    }
    if (!model)
      return false;
  }
  return true;
}

/* Return why the comments of "spot" do not speak of its node in "places", the
 * nodes of the draft; NULL where they do. */
static const char *fault(struct source_draft *d, lcm_ctx *ctx,
                         const struct comment_spot *spot,
                         const annotate_place_list *places) {
  const struct annotate_place *place = &d->file->places.at[spot->at];
  const struct lcm_written *where = &d->all.where[spot->first];
  const size_t models = place->node->n_models + place->entries.n;
  const size_t begin = moved(d, place->node->loc.begin, true);
  const size_t end = moved(d, place->node->loc.end, false);
  for (size_t i = 0; i < places->n; i++) {
    const lcm_node *node = places->at[i].node;
    if (node->loc.begin != begin || node->loc.end != end ||
        !is_same(node, place, spot->end != NONE))
      continue;
    if (models_in(node, where) < place->entries.n || node->n_models < models)
      continue;
    if (!same_names(d->a, ctx, place, node))
      return "a variable of the model means something else there";
    if ((place->count && !node->u.loop.count) ||
        (place->chance && !node->u.branch.probabilities))
      continue;
    return NULL;
  }
  return "no comment can speak of it alone";
}

/* Return the spot of "d" in whose comments the offset "at" of the draft lies,
 * or NULL. */
static struct comment_spot *spot_at(struct source_draft *d, size_t at) {
  for (size_t i = 0; i < d->spots.n; i++) {
    struct comment_spot *spot = &d->spots.at[i];
    const struct lcm_written *first = &d->all.where[spot->first];
    const struct lcm_written *last =
        &d->all.where[spot->last == NONE ? spot->first : spot->last];
    if ((at >= first->begin && at < first->end) ||
        (at >= last->begin && at < last->end))
      return spot;
  }
  return NULL;
}

/* Return whether "place" may have its models of one execution instead of one
 * iteration. */
static bool can_be_whole(const struct annotate *a,
                         const struct annotate_place *place) {
  return a->each && !place->whole && annotate_is_loop(place->node);
}

/* Mark the nodes of "d" whose comments the diagnostics of "ctx" speak of;
 * return false where there are more errors about something else than
 * before. */
static bool mark_errors(struct source_draft *d, lcm_ctx *ctx, bool *again) {
  size_t n = 0;
  size_t others = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++) {
    if (all[i].severity != LCM_ERROR)
      continue;
    struct comment_spot *spot = spot_at(d, all[i].at.begin);
    if (!spot) {
      others++;
      continue;
    }
    struct annotate_place *place = &d->file->places.at[spot->at];
    if (place->input || place->output)
      place->mute = true;
    else if (can_be_whole(d->a, place))
      place->whole = true;
    else
      place->cannot =
          lcm_arena_strdup(lcm_ctx_arena(d->a->ctx), all[i].message);
    *again = true;
  }
  return *again || others <= d->file->n_errors;
}

/* A check of a draft: what is to be done next. */
struct draft_trial {
  struct source_draft *draft;
  bool again;
  bool failed;
  const char *died; /* what became of its analysis; NULL: it ended */
};

/* Return what "ctx" says of an analysis that died, in memory of "a"; NULL where
 * it ended. */
static const char *death_of(struct annotate *a, lcm_ctx *ctx) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; i < n; i++)
    if (all[i].id == LCM_DIAG_WORKER)
      return lcm_arena_strdup(lcm_ctx_arena(a->ctx), all[i].message);
  return NULL;
}

/* Analyse the draft of "user" in "ctx" and mark the nodes to which nothing is
 * bound. */
static lcm_status try_text(lcm_ctx *ctx, void *user) {
  struct draft_trial *trial = user;
  struct source_draft *d = trial->draft;
  struct lcm_unit unit;
  annotate_place_list places = {0};
  lcm_map by_key = {0};
  const lcm_status status = lcm_analyze_source(&unit, ctx, &d->file->input,
                                               d->text, d->len, d->a->options);
  trial->died = death_of(d->a, ctx);
  if (status && unit.failed)
    trial->failed = true;
  else if (!mark_errors(d, ctx, &trial->again))
    trial->failed = true;
  if (trial->failed || trial->again || !unit.program)
    return LCM_OK;
  annotate_list(&places, &by_key, ctx, unit.program);
  for (size_t i = 0; i < d->spots.n; i++) {
    const char *why = fault(d, ctx, &d->spots.at[i], &places);
    if (!why)
      continue;
    struct annotate_place *place = &d->file->places.at[d->spots.at[i].at];
    if (can_be_whole(d->a, place))
      place->whole = true;
    else
      place->cannot = why;
    trial->again = true;
  }
  return LCM_OK;
}

/* Check the draft "d": whether it has to be made again without some comments,
 * and what its analysis died of; false where it cannot be written at all. */
static bool check(struct source_draft *d, bool *again, const char **died) {
  struct draft_trial trial = {.draft = d};
  lcm_ctx *ctx = lcm_ctx_new(lcm_ctx_options(d->a->ctx));
  if (!ctx || lcm_ctx_guard(ctx, try_text, &trial))
    trial.failed = true;
  lcm_ctx_free(ctx);
  *again = trial.again;
  *died = trial.died;
  return !trial.failed;
}

/* Count the models that "d" writes. */
static size_t count_models(const struct source_draft *d) {
  size_t n = 0;
  for (size_t i = 0; i < d->spots.n; i++)
    n += d->file->places.at[d->spots.at[i].at].entries.n;
  return n;
}

void annotate_write(struct annotate *a, struct annotate_file *file) {
  struct source_draft d = {.a = a, .file = file};
  bool again = true;
  bool good = true;
  const char *died = NULL;
  const bool muted = lcm_ctx_mute(a->ctx, true);
  for (int i = 0; i < MAX_ROUNDS && again && good; i++) {
    again = false;
    if (!draft(&d))
      again = true;
    else if (d.spots.n)
      good = check(&d, &again, &died);
  }
  (void)lcm_ctx_mute(a->ctx, muted);
  if (died) {
    lcm_report(a->ctx, LCM_DIAG_WORKER,
               (lcm_loc){.file = lcm_intern(a->ctx, file->name)}, "%s", died);
    return;
  }
  if (again || !good) {
    lcm_report(a->ctx, LCM_DIAG_NOT_WRITTEN,
               (lcm_loc){.file = lcm_intern(a->ctx, file->name)},
               "nothing is written: with comments the file reads otherwise");
    return;
  }
  (void)draft(&d);
  file->result = d.text;
  file->result_len = d.len;
  file->n_models = count_models(&d);
}
