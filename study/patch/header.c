/* Whether OpenMP takes the header of a loop as it is written: the canonical
 * loop form of its specification (5.1, 4.4.1). */
#include "study/patch/header.h"

#include <string.h>

/* Tokens "from" .. "to" - 1 of "code". */
struct words {
  const lcm_token_list *code;
  size_t from;
  size_t to;
};

/* Return token "i" of "w". */
static const lcm_token *word(const struct words *w, size_t i) {
  return &w->code->at[w->from + i];
}

/* Return how many tokens "w" has. */
static size_t count(const struct words *w) { return w->to - w->from; }

/* Return whether the tokens of "w" from "i" on are, without blanks, the
 * characters of "text". */
static bool is_at(const struct words *w, size_t i, const char *text) {
  const size_t n = strlen(text);
  for (size_t k = 0; k < n; k++) {
    const char one[] = {text[k], '\0'};
    if (i + k >= count(w) || !lcm_token_is(word(w, i + k), one) ||
        (k && word(w, i + k)->begin != word(w, i + k - 1)->end))
      return false;
  }
  return true;
}

/* Return whether token "i" of "w" is the name "name". */
static bool is_name(const struct words *w, size_t i, const char *name) {
  return i < count(w) && word(w, i)->kind == LCM_TOKEN_NAME &&
         !strcmp(word(w, i)->text, name);
}

/* Return by how much token "i" of "w" changes how deep in brackets the next one
 * stands. */
static int deeper(const struct words *w, size_t i) {
  if (word(w, i)->kind != LCM_TOKEN_PUNCT || word(w, i)->len != 1)
    return 0;
  const char c = *word(w, i)->text;
  return (c == '(' || c == '[' || c == '{') -
         (c == ')' || c == ']' || c == '}');
}

/* Return the number of the first token from "i" on outside of brackets where
 * "text" begins; as many as there are where none does. */
static size_t find(const struct words *w, size_t i, const char *text) {
  int depth = 0;
  for (; i < count(w); i++) {
    if (!depth && is_at(w, i, text))
      return i;
    depth += deeper(w, i);
  }
  return count(w);
}

/* Return the variable that "init" gives its first value, alone; NULL where it
 * does something else, or that is a floating-point number. */
static const char *variable_of(const struct words *init) {
  const size_t at = find(init, 0, "=");
  if (!at || at == count(init) || find(init, 0, ",") < count(init) ||
      word(init, at - 1)->kind != LCM_TOKEN_NAME)
    return NULL;
  for (size_t i = 0; i + 1 < at; i++)
    if (is_name(init, i, "double") || is_name(init, i, "float"))
      return NULL;
  return word(init, at - 1)->text;
}

/* Return how many tokens the comparison at token "i" of "w" has, 0 for none. */
static size_t comparison(const struct words *w, size_t i) {
  static const char *const SHIFTS[] = {"<<", ">>"};
  static const char *const ALL[] = {"<=", ">=", "!=", "<", ">"};
  for (size_t k = 0; k < sizeof SHIFTS / sizeof *SHIFTS; k++)
    if (is_at(w, i, SHIFTS[k]))
      return 0;
  for (size_t k = 0; k < sizeof ALL / sizeof *ALL; k++)
    if (is_at(w, i, ALL[k]))
      return strlen(ALL[k]);
  return 0;
}

/* Return whether "cond" compares "name", on one side alone, and nothing else
 * decides it. */
static bool is_compared(const struct words *cond, const char *name) {
  static const char *const OTHER[] = {"&&", "||", "?", ",", "=="};
  const size_t n = count(cond);
  for (size_t i = 0; i < sizeof OTHER / sizeof *OTHER; i++)
    if (find(cond, 0, OTHER[i]) < n)
      return false;
  if (is_name(cond, 0, name) && comparison(cond, 1))
    return true;
  if (!n || !is_name(cond, n - 1, name))
    return false;
  for (size_t length = 1; length <= 2 && length + 1 < n; length++)
    if (comparison(cond, n - 1 - length) == length)
      return !(length == 1 && is_at(cond, n - 3, "->"));
  return false;
}

/* Return whether "step" adds to "name" the same in each round, as far as its
 * form says. */
static bool is_step(const struct words *step, const char *name) {
  const size_t n = count(step);
  if (find(step, 0, ",") < n)
    return false;
  if (n == 3 && is_name(step, 0, name))
    if (is_at(step, 1, "++") || is_at(step, 1, "--"))
      return true;
  if (n == 3 && is_name(step, 2, name))
    return is_at(step, 0, "++") || is_at(step, 0, "--");
  if (!is_name(step, 0, name))
    return false;
  if (is_at(step, 1, "+=") || is_at(step, 1, "-="))
    return n > 3;
  return is_at(step, 1, "=") &&
         ((is_name(step, 2, name) &&
           (is_at(step, 3, "+") || is_at(step, 3, "-"))) ||
          (is_name(step, n - 1, name) && is_at(step, n - 2, "+")));
}

bool lcm_patch_is_canonical(const struct lcm_patch_source *source,
                            const struct lcm_patch_loop *loop) {
  const size_t open = lcm_source_token(source, loop->begin) + 1;
  size_t close = 0;
  if (!lcm_source_closed(&close, source, open))
    return false;
  struct words parts[3] = {{.code = &source->code}};
  struct words rest = {&source->code, open + 1, close};
  for (size_t i = 0; i < 3; i++) {
    parts[i] = rest;
    const size_t end = find(&rest, 0, ";");
    if ((end == count(&rest)) != (i == 2))
      return false;
    parts[i].to = rest.from + end;
    rest.from = parts[i].to + 1;
  }
  const char *name = variable_of(&parts[0]);
  return name && is_compared(&parts[1], name) && is_step(&parts[2], name);
}
