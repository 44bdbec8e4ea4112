/* Reads the table of categories and other amounts. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "model/structure/categories.h"

/* A row; categories come first, each at its number. */
struct amount {
  const char *word;
  const char *title;
  const char *printed;
  unsigned traits;
};

static const struct amount AMOUNTS[] = {
#define LCM_CATEGORY(name, word, title, printed, traits)                       \
  {word, title, printed, traits},
#define LCM_AMOUNT(word, title, traits) {word, title, "", traits},
#include "model/structure/categories.def"
#undef LCM_CATEGORY
#undef LCM_AMOUNT
};

enum { COUNT = sizeof AMOUNTS / sizeof *AMOUNTS };

const char *lcm_cat_name(lcm_cat cat) { return AMOUNTS[cat].word; }

const char *lcm_cat_title(lcm_cat cat) { return AMOUNTS[cat].title; }

const char *lcm_cat_printed(lcm_cat cat) { return AMOUNTS[cat].printed; }

/* Return the number of the row of "word", COUNT where there is none. */
static size_t row_of(const char *word) {
  size_t i = 0;
  while (i < COUNT && strcmp(AMOUNTS[i].word, word) != 0)
    i++;
  return i;
}

lcm_cat lcm_cat_find(const char *word) {
  const size_t i = row_of(word);
  return i < LCM_CAT_USER ? (lcm_cat)i : LCM_CAT_USER;
}

unsigned lcm_amount_traits(const char *word) {
  const size_t i = row_of(word);
  return i < COUNT ? AMOUNTS[i].traits : 0;
}

const char *lcm_amount_of_model(size_t i) {
  for (size_t k = 0; k < COUNT; k++)
    if ((AMOUNTS[k].traits & LCM_OF_MODEL) && !i--)
      return AMOUNTS[k].word;
  return NULL;
}

int lcm_amount_rank(const char *word) {
  const size_t i = row_of(word);
  const bool last = lcm_amount_traits(word) & (LCM_OF_SUM | LCM_OF_COUNT);
  return i < LCM_CAT_USER ? (int)i : last ? (int)i + 1 : LCM_CAT_USER;
}

const char *lcm_amount_title(const char *word) {
  const size_t i = row_of(word);
  return i < COUNT && AMOUNTS[i].title ? AMOUNTS[i].title : word;
}
