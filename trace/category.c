/* Categories of the time of measured runs. */
#include "trace/category.h"

#include <string.h>

static const char *const WORDS[TRACE_CATS] = {
#define LCM_RAW_CATEGORY(name, word) [LCM_RAW_##name] = (word),
#include "profiler/raw/categories.def"
#undef LCM_RAW_CATEGORY
};

unsigned trace_category_find(const char *word) {
  unsigned i = 0;
  while (i < TRACE_CATS && strcmp(WORDS[i], word) != 0)
    i++;
  return i;
}

const char *trace_category_word(unsigned cat) { return WORDS[cat]; }

const char *trace_category_title(unsigned cat) {
  return cat < LCM_CAT_UNSPLIT ? lcm_cat_title((lcm_cat)cat)
                               : lcm_amount_title(WORDS[cat]);
}
