/* Reads the table of schedules: from a word to the kind, and back. */
#include <string.h>

#include "model/structure/schedules.h"

static const struct {
  const char *word;
  unsigned traits;
} SCHEDULES[] = {
#define LCM_SCHEDULE(name, word, traits, meaning) {word, traits},
#include "model/structure/schedules.def"
#undef LCM_SCHEDULE
};

enum { COUNT = sizeof SCHEDULES / sizeof *SCHEDULES };

const char *lcm_schedule_word(lcm_schedule schedule) {
  return SCHEDULES[schedule].word;
}

bool lcm_schedule_has(lcm_schedule schedule, unsigned traits) {
  return (SCHEDULES[schedule].traits & traits) == traits;
}

bool lcm_schedule_find(lcm_schedule *out, const char *word, size_t n,
                       unsigned traits) {
  for (size_t i = 0; i < COUNT; i++)
    if (lcm_schedule_has((lcm_schedule)i, traits) &&
        strlen(SCHEDULES[i].word) == n && !memcmp(SCHEDULES[i].word, word, n)) {
      *out = (lcm_schedule)i;
      return true;
    }
  return false;
}

const char *lcm_schedule_list(lcm_arena *arena, unsigned traits) {
  const char *words[COUNT];
  const char *list = "";
  size_t n = 0;
  for (size_t i = 0; i < COUNT; i++)
    if (lcm_schedule_has((lcm_schedule)i, traits))
      words[n++] = SCHEDULES[i].word;
  for (size_t i = 0; i < n; i++)
    list = lcm_arena_printf(arena, "%s%s%s", list,
                            !i          ? ""
                            : i + 1 < n ? ", "
                                        : " or ",
                            words[i]);
  return list;
}
