/* The lists and expressions in clauses of OpenMP. */
#include <string.h>

#include "analyzer/lower/openmp/clause.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

/* Return the length of "text" up to "c" outside brackets, or of all of it. */
static size_t until(const char *text, char c) {
  int nesting = 0;
  size_t n = 0;
  for (; text[n] && (nesting || text[n] != c); n++) {
    nesting += strchr("([{", text[n]) != NULL;
    nesting -= strchr(")]}", text[n]) != NULL;
  }
  return n;
}

/* Return the "n" characters at "text" without blanks around them, interned. */
static const char *word_of(struct lcm_lowering *l, const char *text, size_t n) {
  while (n && *text == ' ') {
    text++;
    n--;
  }
  while (n && text[n - 1] == ' ')
    n--;
  return lcm_intern_n(l->ctx, text, n);
}

struct lcm_omp_list lcm_omp_list(struct lcm_lowering *l, const char *args) {
  struct lcm_omp_list list = {lcm_intern(l->ctx, ""), args};
  const size_t n = until(args, ':');
  if (!args[n])
    return list;
  size_t from = 0;
  for (size_t at = until(args, ','); at < n;
       at = from + until(args + from, ','))
    from = at + 1;
  list.type = word_of(l, args + from, n - from);
  list.at = args + n + 1;
  return list;
}

const char *lcm_omp_next(struct lcm_lowering *l, struct lcm_omp_list *list) {
  while (*list->at) {
    const size_t n = until(list->at, ',');
    const char *item = word_of(l, list->at, n);
    list->at += n + (list->at[n] == ',');
    if (*item)
      return item;
  }
  return NULL;
}

/* Return whether the directive-name modifier "modifier" of a clause is not for
 * "word". */
static bool is_for_other(const char *modifier, const char *word) {
  static const char *const WORDS[] = {"parallel", "task",  "taskloop", "target",
                                      "simd",     "teams", "cancel"};
  const bool mine =
      !strcmp(modifier, word) ||
      (!strncmp(modifier, "target ", 7) && !strcmp(word, "target"));
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (!strncmp(modifier, WORDS[i], strlen(WORDS[i])))
      return !mine;
  return false;
}

/* Return the first argument of the clause "name" of "pragma" that is for the
 * directive "word", NULL for none. */
static const char *argument_of(struct lcm_lowering *l, const lcm_pragma *pragma,
                               const char *name, const char *word) {
  for (size_t i = 0; i < pragma->n_clauses; i++) {
    const struct lcm_clause *clause = &pragma->clauses[i];
    if (strcmp(clause->name, name) != 0 || !clause->args)
      continue;
    struct lcm_omp_list list = {"", clause->args};
    if (!strchr(clause->args, '?'))
      list = lcm_omp_list(l, clause->args);
    if (!is_for_other(list.type, word))
      return lcm_omp_next(l, &list);
  }
  return NULL;
}

const lcm_expr *lcm_omp_clause(struct lcm_lowering *l, const lcm_pragma *pragma,
                               const char *name, const char *word) {
  return lcm_lower_text(l, argument_of(l, pragma, name, word),
                        pragma->loc.begin);
}

bool lcm_omp_has_clause(struct lcm_lowering *l, const lcm_pragma *pragma,
                        const char *name, const char *word) {
  return argument_of(l, pragma, name, word) != NULL;
}

void lcm_omp_share(struct lcm_lowering *l, const char *args) {
  struct lcm_omp_list list = lcm_omp_list(l, args ? args : "");
  for (const char *item = lcm_omp_next(l, &list); item;
       item = lcm_omp_next(l, &list)) {
    struct lcm_local *local =
        lcm_lower_local(l, lcm_intern_n(l->ctx, item, strcspn(item, " [(")));
    if (local)
      local->is_shared = true;
  }
}
