/* Collecting the names that a model declares. */
#include <string.h>

#include "pamela/cursor.h"
#include "pamela/names.h"

/* Words that are no names. */
static const char *const RESERVED[] = {
    "param", "decision", "resource", "cond",  "unit",  "and", "or",
    "not",   "mod",      "div",      "else",  "skip",  "inf", "random",
    "seq",   "par",      "if",       "while", "delay", "use", "using"};

/* Words of statements in front of "(". */
static const char *const STATEMENTS[] = {"delay", "use",   "using", "P",
                                         "V",     "wait",  "seq",   "par",
                                         "if",    "while", "signal"};

bool pml_is_statement(const char *name) {
  for (size_t i = 0; i < sizeof STATEMENTS / sizeof *STATEMENTS; i++)
    if (!strcmp(STATEMENTS[i], name))
      return true;
  return false;
}

/* Return whether the token "by" further on is of "kind". */
static bool is_ahead(const struct pml *p, size_t by, pml_kind kind) {
  return pml_ahead(p, by)->kind == kind;
}

/* Return whether the token at hand is the word of a declaration. */
static bool at_declaration(const struct pml *p) {
  static const char *const WORDS[] = {"param", "decision", "resource", "cond",
                                      "unit"};
  if (!is_ahead(p, 0, PML_WORD) || !is_ahead(p, 1, PML_WORD))
    return false;
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (!strcmp(WORDS[i], pml_here(p)->name))
      return true;
  return false;
}

/* Return whether an equation begins at the token at hand: NAME, NAME(a, b) or
 * NAME[3] in front of "=". */
static bool at_equation(const struct pml *p) {
  size_t by = 1;
  if (!is_ahead(p, 0, PML_WORD))
    return false;
  if (is_ahead(p, 1, PML_OPEN)) {
    for (by = 2; is_ahead(p, by, PML_WORD) || is_ahead(p, by, PML_COMMA); by++)
      continue;
    by = is_ahead(p, by, PML_CLOSE) ? by + 1 : 0;
  } else if (is_ahead(p, 1, PML_LEFT)) {
    for (by = 2; is_ahead(p, by, PML_NUMBER) || is_ahead(p, by, PML_COMMA) ||
                 is_ahead(p, by, PML_MINUS) || is_ahead(p, by, PML_WORD);
         by++)
      continue;
    by = is_ahead(p, by, PML_RIGHT) ? by + 1 : 0;
  }
  return by && is_ahead(p, by, PML_IS);
}

bool pml_at_item(const struct pml *p) {
  return at_declaration(p) || at_equation(p);
}

/* Go on to the next comma outside brackets, or the next item; "commas" says
 * whether a comma ends it. */
static void skip_rest(struct pml *p, bool commas) {
  size_t depth = 0;
  while (!is_ahead(p, 0, PML_END)) {
    const pml_kind kind = pml_here(p)->kind;
    if (!depth && ((commas && kind == PML_COMMA) || pml_at_item(p)))
      return;
    if (kind == PML_OPEN || kind == PML_BEGIN || kind == PML_LEFT)
      depth++;
    else if (depth &&
             (kind == PML_CLOSE || kind == PML_FINISH || kind == PML_RIGHT))
      depth--;
    p->at++;
  }
}

/* Report that "name", at the token at hand, is a word of the language. */
static void check_reserved(struct pml *p, const char *name) {
  for (size_t i = 0; i < sizeof RESERVED / sizeof *RESERVED; i++)
    if (!strcmp(RESERVED[i], name)) {
      pml_fail(p, "a name that is no word of the language");
      return;
    }
}

/* Report that "name" is declared at "loc" and "known". */
static void twice(struct pml *p, const char *name, lcm_loc loc,
                  const struct pml_name *known) {
  pml_error(p, LCM_ESTRUCT, LCM_DIAG_DUPLICATE_NAME, loc,
            "'%s' is already %s, see %s:%u:%u", name, pml_is_word(known->is),
            known->loc.file, known->loc.line, known->loc.column);
}

/* Return what is declared under the name of "name" already; an equation and a
 * family of equations may share one. */
static const struct pml_name *known_as(struct pml *p,
                                       const struct pml_name *name) {
  const struct pml_name *plain = pml_find(p, name->name);
  const struct pml_name *family = pml_find_family(p, name->name);
  if (name->is == PML_IS_FAMILY)
    return family                                  ? family
           : plain && plain->is != PML_IS_EQUATION ? plain
                                                   : NULL;
  return plain ? plain : name->is == PML_IS_EQUATION ? NULL : family;
}

/* Add "name", whose name is at the token at hand, to the names; go on behind
 * that token. */
static void add_name(struct pml *p, struct pml_name name) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  name.name = pml_here(p)->name;
  name.loc = pml_place(p, p->at);
  name.text = (size_t)(p->text - p->texts);
  const struct pml_name *known = known_as(p, &name);
  check_reserved(p, name.name);
  p->at++;
  if (known) {
    twice(p, name.name, name.loc, known);
    return;
  }
  name.token = p->at;
  const char *key =
      name.is == PML_IS_FAMILY
          ? lcm_intern(p->ctx, lcm_arena_printf(arena, "%s[]", name.name))
          : name.name;
  lcm_map_put(arena, &p->by_name, key, p->names.n);
  LCM_LIST_ADD(arena, &p->names, name);
}

/* Collect the names of the declarations at hand, which are "is". */
static void collect_declarations(struct pml *p, pml_is is) {
  p->at++;
  do {
    const bool list = is == PML_IS_PARAM && is_ahead(p, 1, PML_LEFT);
    if (!pml_is_at(p, PML_WORD)) {
      pml_fail(p, "a name");
      return;
    }
    add_name(p, (struct pml_name){.is = list ? PML_IS_LIST : is});
    skip_rest(p, true);
  } while (pml_accept(p, PML_COMMA));
}

/* Put the subscripts at hand, up to "]", into "*out"; return how many. */
static size_t read_subscripts(struct pml *p, const long long **out) {
  LCM_LIST(long long) subscripts = {0};
  do {
    long long value = 0;
    if (!pml_whole(p, &value,
                   "a whole number; an argument stands in parentheses"))
      return 0;
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &subscripts, value);
  } while (pml_accept(p, PML_COMMA));
  (void)pml_expect(p, PML_RIGHT, "',' or ']'");
  *out = subscripts.at;
  return subscripts.n;
}

/* Return whether "family" has a member with the subscripts of "member". */
static bool has_member(const struct pml_name *family,
                       const struct pml_member *member) {
  for (size_t i = 0; i < family->members.n; i++)
    if (!memcmp(family->members.at[i].subscripts, member->subscripts,
                family->n * sizeof *member->subscripts))
      return true;
  return false;
}

/* Collect the equation NAME[3] = at hand. */
static void collect_member(struct pml *p) {
  const size_t start = p->at;
  const char *name = pml_here(p)->name;
  struct pml_name *family = pml_find_family(p, name);
  if (family)
    p->at++;
  else
    add_name(p, (struct pml_name){.is = PML_IS_FAMILY});
  p->at++;
  struct pml_member member = {.text = (size_t)(p->text - p->texts)};
  const size_t n = p->status ? 0 : read_subscripts(p, &member.subscripts);
  family = pml_find_family(p, name);
  if (p->status)
    return;
  member.loc = pml_span(p, start);
  member.token = ++p->at;
  family->n = family->members.n ? family->n : n;
  if (n != family->n)
    pml_error(p, LCM_ESTRUCT, LCM_DIAG_ARGUMENTS, member.loc,
              "'%s' has %zu subscript%s elsewhere, not %zu", name, family->n,
              family->n == 1 ? "" : "s", n);
  else if (has_member(family, &member))
    twice(p, name, member.loc, family);
  else
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &family->members, member);
}

/* Collect the equation at hand. */
static void collect_equation(struct pml *p) {
  LCM_LIST(const char *) params = {0};
  if (is_ahead(p, 1, PML_LEFT)) {
    collect_member(p);
    return;
  }
  if (pml_is_statement(pml_here(p)->name)) {
    pml_fail(p, "a name that is no word of a statement");
    return;
  }
  add_name(p, (struct pml_name){.is = PML_IS_EQUATION});
  struct pml_name *equation = p->status ? NULL : &p->names.at[p->names.n - 1];
  if (pml_accept(p, PML_OPEN) && !pml_accept(p, PML_CLOSE)) {
    do {
      const char *param = pml_here(p)->name;
      if (pml_expect(p, PML_WORD, "the name of an argument"))
        LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &params, param);
      for (size_t i = 0; i + 1 < params.n; i++)
        if (params.at[i] == param)
          pml_error(p, LCM_ESTRUCT, LCM_DIAG_DUPLICATE_NAME,
                    pml_place(p, p->at - 1), "two arguments are called '%s'",
                    param);
    } while (pml_accept(p, PML_COMMA));
    (void)pml_expect(p, PML_CLOSE, "',' or ')'");
  }
  (void)pml_expect(p, PML_IS, "'='");
  if (p->status)
    return;
  equation->params = params.at;
  equation->n = params.n;
  equation->token = p->at;
}

/* Collect the unit of time at hand. */
static void collect_unit(struct pml *p) {
  static const char *const UNITS[] = {"s", "ms", "us", "ns"};
  p->at++;
  const char *name = pml_here(p)->name;
  if (p->unit_name && p->unit_name != name)
    pml_error(p, LCM_ESTRUCT, LCM_DIAG_DUPLICATE_NAME, pml_place(p, p->at),
              "the unit of time is '%s' already", p->unit_name);
  for (size_t i = 0; i < sizeof UNITS / sizeof *UNITS; i++)
    if (!strcmp(UNITS[i], name))
      p->unit_name = name;
  if (p->unit_name != name)
    pml_fail(p, "s, ms, us or ns");
  p->at++;
}

/* Collect the names of the text at hand. */
static void collect_text(struct pml *p) {
  while (!p->status && !is_ahead(p, 0, PML_END)) {
    const char *word = pml_here(p)->name;
    if (!at_declaration(p) && !at_equation(p)) {
      pml_fail(p, "a declaration or an equation");
      return;
    }
    if (!at_declaration(p)) {
      collect_equation(p);
      skip_rest(p, false);
    } else if (!strcmp(word, "unit"))
      collect_unit(p);
    else
      collect_declarations(p, !strcmp(word, "param")      ? PML_IS_PARAM
                              : !strcmp(word, "decision") ? PML_IS_DECISION
                              : !strcmp(word, "resource") ? PML_IS_RESOURCE
                                                          : PML_IS_CONDITION);
  }
}

void pml_collect(struct pml *p) {
  for (size_t i = 0; i < p->n_texts && !p->status; i++) {
    p->text = &p->texts[i];
    p->at = 0;
    collect_text(p);
  }
}

void pml_end_item(struct pml *p) {
  if (!pml_is_at(p, PML_COMMA) && !pml_is_at(p, PML_END) && !pml_at_item(p))
    pml_fail(p, "',' or another declaration");
}
