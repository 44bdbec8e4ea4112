/* What several units say of one pointer to functions, put together. */
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/order.h"
#include "model/link/pointer.h"

/* A list of words that grows. */
typedef LCM_LIST(const char *) word_list;

static int name_order(const void *a, const void *b) {
  return strcmp(((const lcm_pointer *)a)->name, ((const lcm_pointer *)b)->name);
}

/* Append the "n" words at "words" to "list". */
static void add_words(lcm_arena *arena, word_list *list,
                      const char *const *words, size_t n) {
  for (size_t i = 0; i < n; i++)
    LCM_LIST_ADD(arena, list, words[i]);
}

/* Sort "list" and leave one of each word. */
static void settle(word_list *list) {
  size_t kept = 0;
  if (list->n)
    qsort(list->at, list->n, sizeof *list->at, lcm_order_names);
  for (size_t i = 0; i < list->n; i++)
    if (!kept || strcmp(list->at[kept - 1], list->at[i]) != 0)
      list->at[kept++] = list->at[i];
  list->n = kept;
}

/* Return the "n" pointers of one name at "all" as one. */
static lcm_pointer join(lcm_arena *arena, const lcm_pointer *all, size_t n) {
  word_list holds = {0};
  word_list from = {0};
  word_list given = {0};
  lcm_pointer out = {.name = all->name};
  for (size_t i = 0; i < n; i++) {
    const lcm_pointer *one = &all[i];
    add_words(arena, &holds, one->holds, one->n_holds);
    add_words(arena, &from, one->from, one->n_from);
    add_words(arena, &given, one->given, one->n_given);
    if (one->unknown && (!out.unknown || strcmp(one->unknown, out.unknown) < 0))
      out.unknown = one->unknown;
    out.defined = out.defined || one->defined;
    out.external = out.external || one->external;
  }
  settle(&holds);
  settle(&from);
  settle(&given);
  out.holds = holds.at;
  out.n_holds = holds.n;
  out.from = from.at;
  out.n_from = from.n;
  out.given = given.at;
  out.n_given = given.n;
  return out;
}

size_t lcm_pointers_join(const lcm_pointer **out, lcm_ctx *ctx,
                         const lcm_pointer *all, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_pointer *own = NULL;
  size_t kept = 0;
  *out = NULL;
  if (!n)
    return 0;
  own = LCM_NEW_ARRAY(arena, lcm_pointer, n);
  memcpy(own, all, n * sizeof *own);
  qsort(own, n, sizeof *own, name_order);
  for (size_t i = 0, k = 0; i < n; i = k) {
    for (k = i + 1; k < n && !strcmp(own[k].name, own[i].name);)
      k++;
    own[kept++] = join(arena, &own[i], k - i);
  }
  *out = own;
  return kept;
}

const lcm_pointer *lcm_program_pointer(const lcm_program *program,
                                       const char *name) {
  const lcm_pointer key = {.name = name};
  return program->n_pointers
             ? bsearch(&key, program->pointers, program->n_pointers,
                       sizeof *program->pointers, name_order)
             : NULL;
}
