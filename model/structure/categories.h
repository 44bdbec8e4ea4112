/* The categories of cost that every program has, generated from
 * categories.def, and what is known of the words for them and for other
 * amounts in records. Users declare further ones. */
#pragma once

#include <stddef.h>

/* The built-in categories, in the order in which they are shown; UNSPLIT is
 * what a `time` model on several processors leaves undivided, and no model's.
 * The user's categories follow. */
typedef enum lcm_cat {
#define LCM_CATEGORY(name, word, title, printed, traits) LCM_CAT_##name,
#include "model/structure/categories.def"
#undef LCM_CATEGORY
  LCM_CAT_USER /* index of the first category of the user */
} lcm_cat;

/* What an amount in a model or a record is of. */
enum lcm_amount_trait {
  LCM_OF_MODEL = 1 << 0,   /* a model may be of it without declaration */
  LCM_OF_SECONDS = 1 << 1, /* in records it is a time */
  LCM_OF_LOSS = 1 << 2,    /* lost by the way in which something is executed */
  LCM_OF_CREW = 1 << 3,    /* all members of a team lose it together */
  LCM_OF_WHOLE = 1 << 4,   /* all that a node costs, in no categories */
  LCM_OF_SUM = 1 << 5,     /* records: a sum of others */
  LCM_OF_COUNT = 1 << 6    /* records: how often, and no cost */
};

/* Return "pc", "li", ... "unsplit" for a built-in category. */
const char *lcm_cat_name(lcm_cat cat);

/* Return the full name, such as "load imbalance". */
const char *lcm_cat_title(lcm_cat cat);

/* Return the name in the layout of Crovella's thesis, "" where it has none. */
const char *lcm_cat_printed(lcm_cat cat);

/* Return the built-in category whose word is "word"; LCM_CAT_USER: none. */
lcm_cat lcm_cat_find(const char *word);

/* Return the traits of the amount "word", together; 0 where none is known. */
unsigned lcm_amount_traits(const char *word);

/* Return word number "i" of those that a model may be of; NULL behind the
 * last. */
const char *lcm_amount_of_model(size_t i);

/* Return a number that orders "word" among others as tables do: categories,
 * what users and programs add, sums, counts. */
int lcm_amount_rank(const char *word);

/* Return the full name of the amount "word", itself where it has none. */
const char *lcm_amount_title(const char *word);
