/* Options: reads the command line by the table options.def. */
#include <ctype.h>
#include <string.h>

#include "cmd/manual/nearest.h"
#include "cmd/options.h"

static const struct option_row ROWS[] = {
#define LCM_OPT(name, short_form, long_form, argument, commands, group, help)  \
  {short_form, long_form, argument, commands, GROUP_##group, help},
#include "cmd/options.def"
#undef LCM_OPT
};

const struct option_row *command_option(enum option option) {
  return &ROWS[option];
}

bool command_option_is_first(enum option option,
                             const struct subcommand *subcommand) {
  const int letter = toupper((unsigned char)subcommand->letter);
  return letter && strchr(ROWS[option].commands, letter);
}

bool command_option_is_of(enum option option,
                          const struct subcommand *subcommand) {
  const int letter = tolower((unsigned char)subcommand->letter);
  return (letter && strchr(ROWS[option].commands, letter)) ||
         command_option_is_first(option, subcommand);
}

const char *command_option_name(enum option option) {
  return ROWS[option].long_form;
}

/* Write what "fmt" and "args" say to standard error as it may go to a
 * terminal. */
LCM_PRINTF(1, 0)
static void say(const char *fmt, va_list args) {
  char text[4096];
  lcm_buf shown = {0};
  (void)vsnprintf(text, sizeof text, fmt, args);
  lcm_buf_shown(&shown, text, strlen(text), "\n");
  fputs(shown.text ? shown.text : "", stderr);
  lcm_buf_free(&shown);
}

void command_say(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  say(fmt, args);
  va_end(args);
}

void command_complain(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  fputs("lcm: error: ", stderr);
  say(fmt, args);
  va_end(args);
  fprintf(stderr, " [%s]\n", lcm_diag_name(LCM_DIAG_USAGE));
}

/* Return the option of "sub" that "text" (up to "=") is, or OPT_COUNT. */
static enum option find(const struct subcommand *sub, const char *text) {
  const size_t n = strcspn(text, "=");
  for (size_t i = 0; i < OPT_COUNT; i++) {
    const char *long_form = ROWS[i].long_form;
    if (!command_option_is_of((enum option)i, sub))
      continue;
    if ((strlen(long_form) == n && !strncmp(long_form, text, n)) ||
        (ROWS[i].short_form && !strncmp(ROWS[i].short_form, text, 2) &&
         text[1] != '-'))
      return (enum option)i;
  }
  return OPT_COUNT;
}

/* Complain about the unknown option "text" of "sub". */
static void unknown(const struct subcommand *sub, const char *text) {
  struct nearest nearest = {.text = text};
  for (size_t i = 0; i < OPT_COUNT; i++)
    if (command_option_is_of((enum option)i, sub))
      command_nearest_try(&nearest, ROWS[i].long_form);
  if (nearest.name)
    command_complain("%s has no option '%s'; did you mean '%s'?", sub->name,
                     text, nearest.name);
  else
    command_complain("%s has no option '%s'; see 'lcm %s --help'", sub->name,
                     text, sub->name);
}

void command_take(struct command *command, enum option option,
                  const char *value) {
  command->given[option] = true;
  command->values[option] = value;
  if (option == OPT_DEFINE)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->defines, value);
  if (option == OPT_COUNTS)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->counts, value);
  if (option == OPT_MODELS)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->sidecars, value);
  if (option == OPT_UNFOLD)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->unfolds, value);
  if (option == OPT_STATE)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->states, value);
  if (option == OPT_RUN_PARAM)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->params, value);
  if (option == OPT_EDIT)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->edits, value);
  if (option == OPT_SOURCE || option == OPT_FIT_SOURCE)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->sources, value);
}

bool command_set_format(struct command *command, const char *name) {
  static const char *const NAMES[] = {"text", "json", "csv", "tsv"};
  for (int i = 0; name && i < 4; i++)
    if (!strcmp(NAMES[i], name)) {
      command->format = (lcm_format)i;
      return true;
    }
  if (name)
    command_complain("there is no format '%s'; there are text, json, csv and "
                     "tsv",
                     name);
  return !name;
}

/* Set the format; false, and a message, where there is none of that name. */
static bool set_format(struct command *command) {
  const char *name = command->values[OPT_FORMAT];
  return (name && !strcmp(name, "lcs")) || command_set_format(command, name);
}

bool command_set_colour(struct command *command) {
  static const char *const NAMES[] = {"auto", "always", "never"};
  const char *name = command->values[OPT_COLOR];
  for (int i = 0; name && i < 3; i++)
    if (!strcmp(NAMES[i], name)) {
      command->colour = (enum colour)i;
      return true;
    }
  if (name)
    command_complain("--color is auto, always or never, not '%s'", name);
  return !name;
}

/* Put the value of "option", which stands as argument "*i" of "argv", into
 * "*value" (NULL: it takes none), "*i" going on to where it was; false, and a
 * message, where one is missing or too many. */
static bool take_value(const char **value, enum option option, int *i,
                       char **argv) {
  const char *text = argv[*i];
  const bool is_long = text[1] == '-';
  const char *equals = is_long ? strchr(text, '=') : NULL;
  *value = equals ? equals + 1 : !is_long && text[2] ? text + 2 : NULL;
  if (!ROWS[option].argument) {
    if (*value)
      command_complain("'%s' takes no value", ROWS[option].long_form);
    return !*value;
  }
  if (!*value && argv[*i + 1])
    *value = argv[++*i];
  if (!*value)
    command_complain("'%s' needs %s", text, ROWS[option].argument);
  return *value != NULL;
}

/* Keep what follows "--": the "n" flags at "argv". */
static void take_flags(struct command *command, char **argv, size_t n) {
  const char **flags =
      LCM_NEW_ARRAY(lcm_ctx_arena(command->ctx), const char *, n + 1);
  for (size_t i = 0; i < n; i++)
    flags[i] = argv[i];
  command->flags = flags;
  command->n_flags = n;
}

bool command_parse(struct command *command, const struct subcommand *sub,
                   int argc, char **argv) {
  command->name = sub->name;
  for (int i = 0; i < argc; i++) {
    const char *text = argv[i];
    if (!strcmp(text, "--")) {
      take_flags(command, argv + i + 1, (size_t)(argc - i - 1));
      break;
    }
    if (text[0] != '-' || !text[1]) {
      LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->inputs, text);
      continue;
    }
    const enum option option = find(sub, text);
    const char *value = NULL;
    if (option == OPT_COUNT) {
      unknown(sub, text);
      return false;
    }
    if (!take_value(&value, option, &i, argv))
      return false;
    command_take(command, option, value);
  }
  return set_format(command) && command_set_colour(command);
}
