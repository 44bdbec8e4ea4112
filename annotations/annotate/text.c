/* What is to be said of a node, as directives. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "annotations/annotate/below.h"
#include "annotations/annotate/find.h"
#include "annotations/annotate/iteration.h"
#include "annotations/annotate/moves.h"
#include "annotations/annotate/plan.h"
#include "annotations/annotate/text.h"
#include "model/sections/sections.h"

static const size_t NONE = (size_t)-1;

enum { N_STANDARD = LCM_CAT_UNSPLIT };

/* Return whether "category" is one that every program has. */
static bool is_standard(const char *category) {
  return lcm_amount_traits(category) & LCM_OF_MODEL;
}

/* ---- names of coefficients ------------------------------------------------
 */

/* Return whether the function whose name is the "n" bytes at "name" is static
 * in the file of "a" in which "fragment" lies. */
static bool is_static(const struct annotate *a, const char *fragment,
                      const char *name, size_t n) {
  for (size_t i = 0; i < a->files.n; i++) {
    const struct annotate_file *file = &a->files.at[i];
    for (size_t k = 0; k < file->places.n && annotate_is_in(file, fragment);
         k = file->places.at[k].behind) {
      const lcm_function *function = file->places.at[k].function;
      if (!strncmp(function->name, name, n) && !function->name[n])
        return function->is_static;
    }
  }
  return false;
}

/* Return the name of the file in which "fragment" lies, with "_" behind it,
 * where its function, the "n" bytes at "name", is static: another file may have
 * one of that name. */
static const char *stem_of(struct annotate *a, const char *fragment,
                           const char *name, size_t n) {
  if (name == fragment || !is_static(a, fragment, name, n))
    return "";
  const char *end = name - 1;
  const char *from = end;
  while (from > fragment && from[-1] != '/')
    from--;
  const size_t len = strcspn(from, ".:");
  return lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s%.*s_",
                          isdigit((unsigned char)*from) ? "_" : "", (int)len,
                          from);
}

/* Return what the names of the coefficients of "model" begin with: its
 * function, that with its file where it is static, and category. */
static const char *prefix_of(struct annotate *a, const lcm_fit_model *model) {
  const char *colon = strrchr(model->fragment, ':');
  const char *from = colon ? colon + 1 : model->fragment;
  const size_t n = strcspn(from, "/[");
  char *name = lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s%.*s_%s",
                                stem_of(a, model->fragment, from, n), (int)n,
                                from, annotate_category(a, model->category));
  for (char *at = name; *at; at++)
    if (!isalnum((unsigned char)*at))
      *at = '_';
  return lcm_intern(a->ctx, name);
}

/* Return whether a comment of the author has a coefficient called "name". */
static bool is_taken(const struct annotate *a, const char *name) {
  return lcm_coef_find(a->source, lcm_intern(a->source, name)) != NULL;
}

/* Return from which number on "n" names that begin with "prefix" are free,
 * beginning with "first". */
static size_t free_names(struct annotate *a, const char *prefix, size_t first,
                         size_t n) {
  for (size_t i = 0; i < n; i++)
    if (is_taken(a, lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s%zu", prefix,
                                     first + i)))
      return free_names(a, prefix, first + i + 1, n);
  return first;
}

void annotate_number(struct annotate *a) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  lcm_map next = {0};
  for (size_t i = 0; i < a->fit->n_models; i++) {
    const lcm_fit_model *model = &a->fit->models[i];
    if (!model->selected || !annotate_category(a, model->category) ||
        model->n_coefficients < 2)
      continue;
    const char *prefix = prefix_of(a, model);
    size_t first = 1;
    (void)lcm_map_get(&next, prefix, &first);
    first = free_names(a, prefix, first, model->n_coefficients);
    lcm_map_put(arena, &a->numbers, model, first);
    lcm_map_put(arena, &next, prefix, first + model->n_coefficients);
  }
}

/* ---- models ---------------------------------------------------------------
 */

static bool is_parallel(const lcm_node *node) {
  return node->kind == LCM_NODE_TEAM || node->kind == LCM_NODE_PARALLEL ||
         node->kind == LCM_NODE_TASK || node->kind == LCM_NODE_PARLOOP;
}

/* Return whether p at the node number "at" is all the processors of the run. */
static bool has_all(const struct annotate_file *file, size_t at) {
  const struct annotate_place *place = &file->places.at[at];
  const lcm_node *team = NULL;
  for (size_t i = place->parent; i != NONE; i = file->places.at[i].parent)
    if (is_parallel(file->places.at[i].node)) {
      if (team)
        return false;
      team = file->places.at[i].node;
    }
  if (team)
    return team->kind == LCM_NODE_TEAM && !team->u.team.size &&
           !team->u.team.when && annotate_is_shared(place->node);
  return place->node->kind == LCM_NODE_TEAM ||
         !strcmp(place->function->name, "main");
}

/* Return by how many executions "entry" of the node number "at" is divided; 0:
 * it is of all of the run. */
static double divisor_of(const struct annotate_file *file, size_t at,
                         const struct annotate_entry *entry) {
  const double visits = entry->parts.at[0].visits;
  if (!annotate_is_sure(file, at) || !(visits > 0) || !isfinite(visits))
    return 0;
  for (size_t i = 1; i < entry->parts.n; i++)
    if (entry->parts.at[i].visits != visits)
      return 0;
  return visits;
}

/* Put the models of the parts of "entry" of the node number "at" into "out",
 * those of one iteration where these are asked for and all parts can be said of
 * one, and return whether they are. */
static bool take_models(lcm_fit_model *out, struct annotate *a,
                        const struct annotate_file *file, size_t at,
                        const struct annotate_entry *entry) {
  const struct annotate_place *place = &file->places.at[at];
  bool each = a->each && !place->whole && annotate_is_loop(place->node) &&
              lcm_cat_find(entry->category) == LCM_CAT_PC &&
              divisor_of(file, at, entry) > 0;
  for (size_t i = 0; i < entry->parts.n && each; i++)
    each = annotate_each(&out[i], a, place, entry->parts.at[i].model);
  for (size_t i = 0; i < entry->parts.n && !each; i++)
    out[i] = *entry->parts.at[i].model;
  return each;
}

/* Add the lines of "entry" of the node number "at" to "out". */
static void say_model(annotate_lines *out, struct annotate *a,
                      const struct annotate_file *file, size_t at,
                      const struct annotate_entry *entry) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const double visits = divisor_of(file, at, entry);
  annotate_lines relations = {0};
  lcm_buf buf = {0};
  lcm_fit_model *models =
      LCM_NEW_ARRAY(arena, lcm_fit_model, entry->parts.n + 1);
  const bool each = take_models(models, a, file, at, entry);
  lcm_buf_printf(&buf, "model %s%s =", entry->category,
                 each         ? " per iteration"
                 : visits > 0 ? ""
                              : " per run");
  size_t n = 0;
  for (size_t i = 0; i < entry->parts.n; i++) {
    const lcm_fit_model *model = entry->parts.at[i].model;
    struct lcm_fit_text text;
    struct lcm_fit_writing how = {.divide = visits > 0 ? visits : 1,
                                  .procs = !has_all(file, at)};
    (void)lcm_map_get(&a->numbers, model, &how.first);
    if (model->n_coefficients > 1 && model->covariance)
      how.prefix = prefix_of(a, model);
    if (!lcm_fit_write(&text, a->ctx, &models[i], &how))
      continue;
    lcm_buf_printf(&buf, "%s%s", n++ ? " + " : " ", text.formula);
    for (size_t k = 0; k < text.n_relations; k++)
      LCM_LIST_ADD(arena, &relations, text.relations[k]);
  }
  const char *line = lcm_ctx_text(a->ctx, &buf);
  if (n)
    LCM_LIST_ADD(arena, out, line);
  for (size_t i = 0; i < relations.n; i++)
    LCM_LIST_ADD(arena, out, relations.at[i]);
}

/* ---- where they come from -------------------------------------------------
 */

/* Append " key=value", blanks in "value" made underscores; nothing for NULL. */
static void put_word(lcm_buf *buf, const char *key, const char *value) {
  if (!value || !*value)
    return;
  lcm_buf_printf(buf, " %s=", key);
  for (; *value; value++)
    lcm_buf_putc(buf, isspace((unsigned char)*value) ? '_' : *value);
}

/* Append which categories the models of the node number "at" give. */
static void put_covered(lcm_buf *buf, struct annotate *a,
                        struct annotate_file *file, size_t at) {
  struct annotate_place *place = &file->places.at[at];
  size_t n = 0;
  for (size_t i = 0; i < N_STANDARD + a->categories.n; i++) {
    const char *category = i < N_STANDARD
                               ? lcm_intern(a->source, lcm_cat_name((lcm_cat)i))
                               : a->categories.at[i - N_STANDARD];
    if (i >= N_STANDARD && is_standard(category) &&
        !annotate_entry_of(place, category))
      continue;
    const bool known =
        i >= N_STANDARD && lcm_cat_find(category) < LCM_CAT_UNSPLIT;
    if (known || !annotate_gives(a, file, at, category))
      continue;
    lcm_buf_printf(buf, "%s%s", n++ ? "," : " covers=", category);
  }
}

/* Return whether "entry" has a part that was measured at "of". */
static bool has_part_of(const struct annotate_entry *entry, const char *of) {
  bool has = false;
  for (size_t i = 0; i < entry->parts.n; i++)
    has = has || entry->parts.at[i].of == of;
  return has;
}

/* Append that models of "place" were measured at "of", and which of them where
 * not all were: " of=KEY:pc,li". */
static void put_origin(lcm_buf *buf, const struct annotate_place *place,
                       const char *of) {
  bool all = true;
  for (size_t i = 0; i < place->entries.n; i++)
    all = all && has_part_of(&place->entries.at[i], of);
  lcm_buf_printf(buf, " of=%s", of);
  char before = ':';
  for (size_t i = 0; i < place->entries.n && !all; i++)
    if (has_part_of(&place->entries.at[i], of)) {
      lcm_buf_printf(buf, "%c%s", before, place->entries.at[i].category);
      before = ',';
    }
}

/* Append the places that models of "place" were measured at, where these are
 * others. */
static void put_origins(lcm_buf *buf, const struct annotate_place *place) {
  LCM_LIST(const char *) seen = {0};
  lcm_arena arena = {0};
  for (size_t i = 0; i < place->entries.n; i++)
    for (size_t k = 0; k < place->entries.at[i].parts.n; k++) {
      const char *of = place->entries.at[i].parts.at[k].of;
      bool known = !of;
      for (size_t j = 0; j < seen.n; j++)
        known = known || seen.at[j] == of;
      if (known)
        continue;
      put_origin(buf, place, of);
      LCM_LIST_ADD(&arena, &seen, of);
    }
  lcm_arena_reset(&arena);
}

/* Append how well the models of "place" describe how many points. */
static void put_quality(lcm_buf *buf, const struct annotate_place *place) {
  size_t points = 0;
  double r2 = INFINITY;
  for (size_t i = 0; i < place->entries.n; i++)
    for (size_t k = 0; k < place->entries.at[i].parts.n; k++) {
      const struct lcm_fit_quality *quality =
          &place->entries.at[i].parts.at[k].model->quality;
      points = quality->points > points ? quality->points : points;
      r2 = isnan(quality->r2) ? r2 : fmin(r2, quality->r2);
    }
  if (!points)
    return;
  lcm_buf_printf(buf, " points=%zu", points);
  if (isfinite(r2)) {
    lcm_buf_puts(buf, " r2=");
    lcm_buf_short(buf, r2, 4);
  }
}

/* Append by which share runs are off together from what all models say. */
static void put_common(lcm_buf *buf, double common) {
  if (!(common > 0))
    return;
  lcm_buf_puts(buf, " common=");
  lcm_buf_short(buf, 100 * common, 2);
  lcm_buf_putc(buf, '%');
}

/* Put the range of the variable "name" in the measurements of the fit into
 * "*low" and "*high"; the larger one is "*low" where it has none. */
static void find_range(double *low, double *high, const struct annotate *a,
                       const char *name) {
  *low = INFINITY;
  *high = -INFINITY;
  for (size_t i = 0; i < a->fit->n_models; i++)
    for (size_t k = 0; k < a->fit->models[i].n_variables; k++) {
      const struct lcm_fit_range *range = &a->fit->models[i].variables[k];
      if (strcmp(range->name, name) != 0)
        continue;
      *low = fmin(*low, range->low);
      *high = fmax(*high, range->high);
    }
}

/* Append from how many processors to how many were measured, where they were
 * several. */
static void put_processors(lcm_buf *buf, const struct annotate *a) {
  double low = 0;
  double high = 0;
  find_range(&low, &high, a, "p");
  if (!(low < high))
    return;
  lcm_buf_puts(buf, " p=");
  lcm_buf_double(buf, low);
  lcm_buf_puts(buf, "..");
  lcm_buf_double(buf, high);
}

/* Return the `measured` of the node number "at". */
static const char *provenance(struct annotate *a, struct annotate_file *file,
                              size_t at) {
  const struct annotate_place *place = &file->places.at[at];
  const lcm_loc loc = place->node->loc;
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "measured");
  if (a->fit->date)
    lcm_buf_printf(&buf, " %.*s", (int)strcspn(a->fit->date, "T "),
                   a->fit->date);
  put_word(&buf, "machine", a->fit->machine);
  put_word(&buf, "affinity", a->fit->affinity);
  put_quality(&buf, place);
  put_common(&buf, a->fit->common);
  put_processors(&buf, a);
  put_covered(&buf, a, file, at);
  annotate_put_moves(&buf, a, file, at);
  put_origins(&buf, place);
  lcm_buf_printf(
      &buf, " code=%08x",
      lcm_fingerprint_code(file->bare + loc.begin, loc.end - loc.begin));
  return lcm_ctx_text(a->ctx, &buf);
}

/* Order categories as people read them. */
static size_t rank_of(const char *category) {
  const lcm_cat cat = lcm_cat_find(category);
  return cat < LCM_CAT_UNSPLIT ? (size_t)cat : N_STANDARD;
}

void annotate_say(annotate_lines *out, struct annotate *a,
                  struct annotate_file *file, size_t at) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  const struct annotate_place *place = &file->places.at[at];
  for (size_t rank = 0; rank <= N_STANDARD; rank++)
    for (size_t i = 0; i < place->entries.n; i++)
      if (rank_of(place->entries.at[i].category) == rank)
        say_model(out, a, file, at, &place->entries.at[i]);
  const char *const more[] = {place->count, place->chance, place->input,
                              place->output};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++)
    if (more[i])
      LCM_LIST_ADD(arena, out, more[i]);
  LCM_LIST_ADD(arena, out, provenance(a, file, at));
}

/* Return the directive "word" with the "n" sections at "all", NULL where they
 * are none or not all known exactly. */
static const char *sections_line(struct annotate *a, const char *word,
                                 const lcm_section *all, size_t n) {
  lcm_buf buf = {0};
  size_t k = 0;
  for (size_t i = 0; i < n; i++) {
    if (all[i].is_private)
      continue;
    char *text = all[i].exact && !all[i].n_over && !all[i].declared
                     ? lcm_section_to_str(&all[i], LCM_TEXT)
                     : NULL;
    if (text)
      lcm_buf_printf(&buf, "%s%s", k++ ? ", " : "", text);
    free(text);
    if (!text) {
      lcm_buf_free(&buf);
      return NULL;
    }
  }
  if (!k)
    return NULL;
  const char *sections = lcm_ctx_text(a->ctx, &buf);
  return lcm_arena_printf(lcm_ctx_arena(a->ctx), "%s %s", word, sections);
}

void annotate_sections(struct annotate *a, struct annotate_file *file) {
  for (size_t i = 0; i < file->places.n; i++) {
    struct annotate_place *place = &file->places.at[i];
    const lcm_node *node = place->node;
    place->input = place->output = NULL;
    if (place->mute || node->kind != LCM_NODE_FRAGMENT || place->several ||
        !annotate_is_said(place))
      continue;
    place->input = sections_line(a, "input", node->reads, node->n_reads);
    place->output = sections_line(a, "output", node->writes, node->n_writes);
    if ((node->n_reads && !place->input) || (node->n_writes && !place->output))
      place->input = place->output = NULL;
  }
}

/* ---- declarations ---------------------------------------------------------
 */

/* Return whether a file declares the param "name" by hand. */
static bool is_declared(const struct annotate *a, const char *name) {
  for (size_t i = 0; i < a->files.n; i++) {
    const lcm_program *program = a->files.at[i].program;
    for (size_t k = 0; program && k < program->n_params; k++)
      if (!strcmp(program->params[k].name, name))
        return true;
  }
  return false;
}

/* Return whether a file declares the category "name". */
static bool has_category(const struct annotate *a, const char *name) {
  for (size_t i = 0; i < a->files.n; i++) {
    const lcm_program *program = a->files.at[i].program;
    for (size_t k = 0; program && k < program->n_categories; k++)
      if (!strcmp(program->categories[k].name, name))
        return true;
  }
  return false;
}

/* Return the declaration of the variable "name" of the fit, with the range of
 * its measurements. */
static const char *param_of(struct annotate *a, const char *name) {
  double low = 0;
  double high = 0;
  lcm_buf buf = {0};
  find_range(&low, &high, a, name);
  lcm_buf_printf(&buf, "param %s", name);
  if (low <= high) {
    lcm_buf_puts(&buf, " in ");
    lcm_buf_double(&buf, low);
    lcm_buf_puts(&buf, "..");
    lcm_buf_double(&buf, high);
  }
  return lcm_ctx_text(a->ctx, &buf);
}

/* Add "line" to "out" unless it is there. */
static void add_once(annotate_lines *out, lcm_ctx *ctx, const char *line) {
  for (size_t i = 0; i < out->n; i++)
    if (!strcmp(out->at[i], line))
      return;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), out, line);
}

/* Add the declarations of the variables of "model" to "out". */
static void declare_variables(annotate_lines *out, struct annotate *a,
                              const lcm_fit_model *model) {
  for (size_t v = 0; v < model->n_variables; v++) {
    const char *name = model->variables[v].name;
    if (!lcm_name_is_reserved(name) && !is_declared(a, name) &&
        lcm_expr_has(model->expr, lcm_intern(a->ctx, name)))
      add_once(out, a->ctx, param_of(a, name));
  }
}

/* Add the declarations that what "place" has needs to "out". */
static void declare_place(annotate_lines *out, struct annotate *a,
                          const struct annotate_place *place) {
  if (place->count && place->seen && place->seen->trips &&
      place->seen->trips->expr)
    declare_variables(out, a, place->seen->trips);
  for (size_t i = 0; i < place->entries.n; i++) {
    const struct annotate_entry *entry = &place->entries.at[i];
    if (!is_standard(entry->category) && !has_category(a, entry->category))
      add_once(out, a->ctx,
               lcm_arena_printf(lcm_ctx_arena(a->ctx), "category %s",
                                entry->category));
    for (size_t k = 0; k < entry->parts.n; k++)
      declare_variables(out, a, entry->parts.at[k].model);
  }
}

void annotate_declare(annotate_lines *out, struct annotate *a,
                      struct annotate_file *file) {
  for (size_t i = 0; i < file->places.n; i++)
    if (annotate_is_said(&file->places.at[i]))
      declare_place(out, a, &file->places.at[i]);
}
