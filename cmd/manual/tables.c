/* The tables that helps, manual pages and completions are made of. */
#include "cmd/manual/tables.h"

/* Fewer options have no groups. */
enum { FEW = 14 };

const char *command_group_title(enum option_group group) {
  static const char *const TITLES[] = {
#define LCM_GROUP(name, title) title,
#include "cmd/manual/groups.def"
#undef LCM_GROUP
  };
  return TITLES[group];
}

const char *command_section_title(enum command_section section) {
  static const char *const TITLES[] = {
#define LCM_SECTION(name, title) title,
#include "cmd/manual/sections.def"
#undef LCM_SECTION
  };
  return TITLES[section];
}

const struct example *command_example(size_t i) {
  static const struct example EXAMPLES[] = {
#define LCM_EXAMPLE(letter, line, text) {letter, line, text},
#include "cmd/manual/examples.def"
#undef LCM_EXAMPLE
  };
  return i < sizeof EXAMPLES / sizeof *EXAMPLES ? &EXAMPLES[i] : NULL;
}

const struct surrounding *command_surrounding(size_t i) {
  static const struct surrounding ALL[] = {
#define LCM_VARIABLE(name, commands, text) {false, name, commands, text},
#define LCM_PLACE(name, commands, text) {true, name, commands, text},
#include "cmd/manual/surroundings.def"
#undef LCM_PLACE
#undef LCM_VARIABLE
  };
  return i < sizeof ALL / sizeof *ALL ? &ALL[i] : NULL;
}

bool command_has_groups(const struct subcommand *sub) {
  size_t n = 0;
  for (size_t i = 0; i < OPT_COUNT; i++)
    n += command_option_is_of((enum option)i, sub);
  return n > FEW;
}
