/* Reading the parts of records of the text form: places, sections, ranges,
 * attributes. */
#include <string.h>

#include "base/list.h"
#include "model/lcs/read_parts.h"
#include "model/lcs/text.h"

/* Return the file name of a place: a bare one, a string, NULL for "?", the one
 * at hand where none stands. */
static const char *read_file(struct lcs *l) {
  const size_t start = l->at;
  if (l->at < l->stop && l->text[l->at] == '"')
    return lcs_word(l, "a file");
  if (lcs_accept(l, '?'))
    return NULL;
  if (l->home && l->at < l->stop && l->text[l->at] == ':')
    return l->home;
  while (l->at < l->stop && lcs_is_file_char(l->text[l->at]))
    l->at++;
  if (l->at == start)
    lcs_fail(l, "a file");
  return lcm_intern_n(l->ctx, l->text + start, l->at - start);
}

/* Return the place behind an `@`. */
static lcm_loc read_loc(struct lcs *l) {
  lcm_loc loc = {.file = read_file(l)};
  (void)lcs_expect(l, ':', "':'");
  loc.line = lcs_number(l, "a line");
  (void)lcs_expect(l, ':', "':'");
  loc.column = lcs_number(l, "a column");
  (void)lcs_expect(l, ':', "':'");
  loc.begin = lcs_number(l, "an offset");
  (void)lcs_expect(l, '-', "'-'");
  loc.end = lcs_number(l, "an offset");
  return loc;
}

void lcs_instance(struct lcs *l, struct lcm_instance *out) {
  LCM_LIST(const lcm_expr *) indices = {0};
  out->name = lcs_word(l, "a name");
  if (lcs_accept(l, '[')) {
    do {
      const lcm_expr *e = lcs_expr(l);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &indices, e);
    } while (lcs_accept(l, ','));
    (void)lcs_expect(l, ']', "',' or ']'");
  }
  out->indices = indices.at;
  out->n_indices = indices.n;
}

void lcs_range(struct lcs *l, lcm_iteration *out) {
  out->index = lcs_word(l, "an index");
  (void)lcs_expect(l, '(', "'('");
  (void)lcs_expr_or_none(l, &out->from);
  (void)lcs_expect(l, ',', "','");
  (void)lcs_expr_or_none(l, &out->to);
  while (lcs_accept(l, ',')) {
    const bool factor = lcs_accept(l, '*');
    const lcm_expr **slot = factor ? &out->factor : &out->step;
    if (*slot)
      lcs_fail(l, "')'");
    *slot = lcs_expr(l);
  }
  (void)lcs_expect(l, ')', "',' or ')'");
}

/* Read one extent into "*out". */
static void read_extent(struct lcs *l, struct lcm_extent *out) {
  if (lcs_accept(l, '*'))
    return;
  if (lcs_accept(l, '.')) {
    out->field = lcs_word(l, "the name of a member");
    return;
  }
  (void)lcs_expr_or_none(l, &out->lower);
  (void)lcs_expect(l, ':', "':'");
  (void)lcs_expr_or_none(l, &out->length);
}

/* The indices that a section runs over, and what may be meant instead. */
struct section_parts {
  LCM_LIST(lcm_iteration) over;
  lcm_section *also;
};

/* Read the attribute "key" of a section: an index that it runs over, or the
 * section that may be meant instead. */
static bool section_attribute(struct lcs *l, const char *key, bool value,
                              void *user) {
  struct section_parts *parts = user;
  lcm_iteration range = {0};
  if (!value && !strcmp(key, "or")) {
    parts->also = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_section);
    lcs_section(l, parts->also);
    return true;
  }
  if (!value || strcmp(key, "over") != 0)
    return false;
  lcs_range(l, &range);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &parts->over, range);
  return true;
}

void lcs_section(struct lcs *l, lcm_section *out) {
  LCM_LIST(struct lcm_extent) extents = {0};
  struct section_parts parts;
  memset(&parts, 0, sizeof parts);
  *out = (lcm_section){.datum = lcs_word(l, "the name of a variable")};
  if (lcs_accept(l, '[')) {
    do {
      struct lcm_extent extent = {0};
      read_extent(l, &extent);
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &extents, extent);
    } while (lcs_accept(l, ','));
    (void)lcs_expect(l, ']', "',' or ']'");
  }
  out->extents = extents.at;
  out->n_extents = extents.n;
  const struct lcs_record record = {.what = "an access",
                                    .fields = LCS_SECTION,
                                    .record = out,
                                    .loc = &out->loc,
                                    .other = section_attribute,
                                    .user = &parts};
  lcs_attributes(l, &record);
  out->over = parts.over.at;
  out->n_over = parts.over.n;
  out->also = parts.also;
  out->key = out->key ? out->key : out->datum;
}

/* Return the field called "key" of "record", or NULL; put what it is a field of
 * into "*of". */
static const struct lcs_field *
find_field(void **of, const struct lcs_record *record, const char *key) {
  const struct lcs_fields lists[] = {record->fields, record->more};
  for (size_t k = 0; k < 2; k++)
    for (size_t i = 0; i < lists[k].n; i++)
      if (!strcmp(lists[k].at[i].key, key)) {
        *of = k ? record->more_of : record->record;
        return &lists[k].at[i];
      }
  return NULL;
}

/* Read one of the words of "field" into "slot". */
static void read_enumeration(struct lcs *l, const struct lcs_field *field,
                             void *slot) {
  (void)lcs_at_end(l);
  const size_t start = l->at;
  const char *word = lcs_word(l, "a word");
  for (unsigned i = 0; word && i < field->n_words; i++)
    if (!strcmp(field->words[i], word)) {
      memcpy(slot, &i, sizeof i);
      return;
    }
  l->at = start;
  lcs_fail(l,
           lcm_arena_printf(lcm_ctx_arena(l->ctx), "another %s", field->key));
}

/* Read the value of "field" into "record"; "value" says whether `=` stood
 * behind the key, which began at "start". */
static void read_field(struct lcs *l, const struct lcs_field *field,
                       void *record, bool value) {
  void *slot = (char *)record + field->offset;
  if (value == (field->type == LCS_FLAG)) {
    lcs_fail(l, value ? "a flag without a value" : "'='");
    return;
  }
  switch (field->type) {
  case LCS_TEXT:
    *(const char **)slot = lcs_word(l, "a word or string");
    break;
  case LCS_EXPR:
    *(const lcm_expr **)slot = lcs_group(l);
    break;
  case LCS_FLAG:
    *(bool *)slot = true;
    break;
  case LCS_WORD:
    read_enumeration(l, field, slot);
    break;
  }
}

/* Read the attribute that stands next. */
static void read_attribute(struct lcs *l, const struct lcs_record *record) {
  if (lcs_accept(l, '@')) {
    *record->loc = read_loc(l);
    return;
  }
  const size_t start = l->at;
  const char *key = lcs_word(l, "an attribute");
  const bool value = lcs_accept(l, '=');
  void *of = NULL;
  const struct lcs_field *field = key ? find_field(&of, record, key) : NULL;
  if (field) {
    read_field(l, field, of, value);
    return;
  }
  if (!key || (record->other && record->other(l, key, value, record->user)) ||
      l->status)
    return;
  lcm_report(l->ctx, LCM_DIAG_SYNTAX, lcs_place(l, start),
             "%s has no attribute '%s'", record->what, key);
  l->status = LCM_EPARSE;
}

void lcs_attributes(struct lcs *l, const struct lcs_record *record) {
  while (!l->status && !lcs_at_end(l) && l->text[l->at] != '{')
    read_attribute(l, record);
}
