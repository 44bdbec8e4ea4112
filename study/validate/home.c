/* Models that were written at another node than they were measured at: `of=`
 * in their `measured` directive, or a new node around that one. */
#include <string.h>

#include "model/link/link.h"
#include "study/validate/home.h"
#include "study/validate/predicted.h"

/* A search for where models are. */
struct searching {
  struct lcm_sheet *sheet;
  const lcm_program *program;
  lcm_arena *arena;
  const lcm_function *function; /* that is being searched */
};

/* A series around a node, no other node being between; NULL "outer": none
 * around that. */
struct around {
  const lcm_node *series;
  const struct around *outer;
};

const lcm_model *lcm_sheet_model(const lcm_node *node, const char *name) {
  const lcm_model *found = NULL;
  for (size_t i = 0; node && i < node->n_models; i++) {
    const char *category = node->models[i].category;
    if (!strcmp(category, name))
      return &node->models[i];
    if (!strcmp(category, "time") || !strcmp(category, "work"))
      found = &node->models[i];
  }
  return found;
}

/* Return whether the "len" bytes at "of", which stand behind `of=`, name
 * "fragment": by what its name has behind the file, or by where it is. */
static bool is_named(const struct searching *s, const char *of, size_t len,
                     const struct lcm_sheet_fragment *fragment) {
  const char *file = s->function->loc.file;
  const char *colon = strrchr(fragment->name, ':');
  const lcm_function *function = NULL;
  if (colon && strlen(colon + 1) == len && !memcmp(colon + 1, of, len) &&
      lcm_place_is_file(file, fragment->name, (size_t)(colon - fragment->name)))
    return true;
  return lcm_place_find(&function, s->program,
                        lcm_arena_printf(s->arena, "%s:%.*s", file, (int)len,
                                         of)) == fragment->node;
}

/* Return whether the words of "source", of a model of "category", say that this
 * was measured at "fragment": "of=PLACE", or "of=PLACE:CATEGORY,CATEGORY" where
 * the other models beside it were not. */
static bool is_of(const struct searching *s, const char *source,
                  const struct lcm_sheet_fragment *fragment,
                  const char *category) {
  static const char OF[] = " of=";
  for (const char *at = source ? strstr(source, OF) : NULL;
       at && fragment->node; at = strstr(at, OF)) {
    at += sizeof OF - 1;
    const size_t len = strcspn(at, " :");
    const bool all = at[len] != ':';
    const char *list = at + len + !all;
    const char *said =
        lcm_arena_printf(s->arena, "of=%.*s", (int)strcspn(list, " "), list);
    if (is_named(s, at, len, fragment) &&
        (all || lcm_source_has(said, "of", category, strlen(category))))
      return true;
  }
  return false;
}

/* Return whether a fragment of "sheet" is at "node". */
static bool is_measured(const struct lcm_sheet *sheet, const lcm_node *node) {
  for (size_t f = 0; f < sheet->fragments.n; f++)
    if (lcm_sheet_is_same(sheet->fragments.at[f].node, node))
      return true;
  return false;
}

/* Return whether `lcm annotate` wrote a model of "node": its `measured` says
 * how many lines there are. */
static bool is_written(const lcm_node *node) {
  for (size_t i = 0; i < node->n_models; i++)
    if (node->models[i].source && strstr(node->models[i].source, " lines="))
      return true;
  return false;
}

static bool is_something(const lcm_model *model) {
  return model && !lcm_expr_is_int(model->expr, 0);
}

/* Let the fragments that models of "node" were measured at have them there,
 * where they have none of the category at their own node. */
static void take_moved(struct searching *s, const lcm_node *node) {
  for (size_t f = 0; node->n_models && f < s->sheet->fragments.n; f++) {
    struct lcm_sheet_fragment *fragment = &s->sheet->fragments.at[f];
    for (size_t c = 0; c < s->sheet->cats.n; c++) {
      const char *name = s->sheet->cats.at[c];
      const lcm_model *model = lcm_sheet_model(node, name);
      if (is_something(model) &&
          !is_something(lcm_sheet_model(fragment->node, name)) &&
          is_of(s, model->source, fragment, name))
        fragment->homes[c] = node;
    }
  }
}

/* Let category number "c" of "fragment", at a node directly in "around", be
 * that of the node that `lcm annotate` gave models for the statement that makes
 * it, or for the range that it is; what is composed from these is there, too.
 */
static void take_around(const struct searching *s,
                        struct lcm_sheet_fragment *fragment,
                        const struct around *around, size_t c) {
  if (fragment->homes[c] ||
      lcm_sheet_model(fragment->node, s->sheet->cats.at[c]))
    return;
  for (; around && !is_measured(s->sheet, around->series);
       around = around->outer)
    if (is_written(around->series)) {
      fragment->homes[c] = around->series;
      return;
    }
}

/* Let the fragments at "node", directly in "around", and below have what was
 * moved. */
static void look(struct searching *s, const lcm_node *node,
                 const struct around *around) {
  const bool body = node == s->function->body && node->n_children > 1;
  const struct around own = {node, around};
  take_moved(s, node);
  for (size_t f = 0; around && f < s->sheet->fragments.n; f++)
    if (s->sheet->fragments.at[f].node == node)
      for (size_t c = 0; c < s->sheet->cats.n; c++)
        take_around(s, &s->sheet->fragments.at[f], around, c);
  for (size_t i = 0; i < node->n_children; i++)
    look(s, node->children[i],
         node->kind == LCM_NODE_SERIES && !body ? &own : NULL);
}

/* Return the number of the fragment of "sheet" with which number "f" makes one
 * row in category "c": that at the node of its model, else the first that has
 * it there, too. */
static size_t united(const struct lcm_sheet *sheet, size_t f, size_t c) {
  const lcm_node *home = sheet->fragments.at[f].homes[c];
  for (size_t g = 0; home && g < sheet->fragments.n; g++)
    if (lcm_sheet_is_same(sheet->fragments.at[g].node, home))
      return g;
  for (size_t g = 0; home && g < f; g++)
    if (lcm_sheet_is_same(sheet->fragments.at[g].homes[c], home))
      return g;
  return f;
}

void lcm_sheet_find_homes(struct lcm_sheet *sheet, lcm_ctx *ctx,
                          const lcm_program *program) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct searching s = {.sheet = sheet, .program = program, .arena = arena};
  for (size_t f = 0; f < sheet->fragments.n; f++) {
    struct lcm_sheet_fragment *fragment = &sheet->fragments.at[f];
    fragment->homes = LCM_NEW_ARRAY(arena, const lcm_node *, sheet->cats.n + 1);
    fragment->into = LCM_NEW_ARRAY(arena, size_t, sheet->cats.n + 1);
  }
  for (size_t i = 0; i < program->n_functions; i++) {
    s.function = &program->functions[i];
    if (s.function->body)
      look(&s, s.function->body, NULL);
  }
  for (size_t f = 0; f < sheet->fragments.n; f++)
    for (size_t c = 0; c < sheet->cats.n; c++)
      sheet->fragments.at[f].into[c] = united(sheet, f, c);
}
