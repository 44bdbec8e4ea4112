/* Options: reads the command line by the table options.def, and writes the help
 * and the manual page that follow from it. */
#include <string.h>

#include "cmd/options.h"

/* A row of options.def. */
struct option_row {
  const char *short_form;
  const char *long_form;
  const char *argument;
  const char *commands;
  const char *help;
};

static const struct option_row ROWS[] = {
#define LCM_OPT(name, short_form, long_form, argument, commands, help)         \
  {short_form, long_form, argument, commands, help},
#include "cmd/options.def"
#undef LCM_OPT
};

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

/* Return how many characters "a" and "b" have in common at the start. */
static size_t common(const char *a, const char *b) {
  size_t n = 0;
  while (a[n] && a[n] == b[n])
    n++;
  return n;
}

/* Return the option of "sub" that "text" (up to "=") is, or OPT_COUNT. */
static enum option find(const struct subcommand *sub, const char *text) {
  const size_t n = strcspn(text, "=");
  for (size_t i = 0; i < OPT_COUNT; i++) {
    const char *long_form = ROWS[i].long_form;
    if (!strchr(ROWS[i].commands, sub->letter))
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
  const char *best = NULL;
  size_t most = 2;
  for (size_t i = 0; i < OPT_COUNT; i++)
    if (strchr(ROWS[i].commands, sub->letter) &&
        common(ROWS[i].long_form, text) > most) {
      most = common(ROWS[i].long_form, text);
      best = ROWS[i].long_form;
    }
  if (best)
    command_complain("%s has no option '%s'; did you mean '%s'?", sub->name,
                     text, best);
  else
    command_complain("%s has no option '%s'; see 'lcm %s --help'", sub->name,
                     text, sub->name);
}

/* Take the option "text" with the value "value" (NULL: none). */
static void take(struct command *command, enum option option,
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
  if (option == OPT_EDIT)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->edits, value);
  if (option == OPT_SOURCE || option == OPT_FIT_SOURCE)
    LCM_LIST_ADD(lcm_ctx_arena(command->ctx), &command->sources, value);
}

/* Set the format; false where there is none of that name. */
static bool set_format(struct command *command) {
  static const char *const NAMES[] = {"text", "json", "csv", "tsv", "lcs"};
  const char *name = command->values[OPT_FORMAT];
  for (int i = 0; name && i < 5; i++)
    if (!strcmp(NAMES[i], name)) {
      command->format = i == 4 ? LCM_FORMAT_TEXT : (lcm_format)i;
      return true;
    }
  if (name)
    command_complain("there is no format '%s'; there are text, json, csv and "
                     "tsv",
                     name);
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
    take(command, option, value);
  }
  return set_format(command);
}

/* Write "text" in lines from column HELP_COLUMN to HELP_WIDTH; the first one
 * has begun. */
static void help_text(FILE *out, const char *text) {
  enum { HELP_COLUMN = 29, HELP_WIDTH = 79 };
  size_t column = HELP_COLUMN;
  while (*text) {
    const size_t n = strcspn(text, " ");
    if (column > HELP_COLUMN && column + 1 + n > HELP_WIDTH) {
      fprintf(out, "\n%*s", HELP_COLUMN, "");
      column = HELP_COLUMN;
    } else if (column > HELP_COLUMN) {
      fputc(' ', out);
      column++;
    }
    fprintf(out, "%.*s", (int)n, text);
    column += n;
    text += n + (text[n] == ' ');
  }
  fputc('\n', out);
}

/* Write the options of "sub". */
static void help_options(FILE *out, const struct subcommand *sub) {
  for (size_t i = 0; i < OPT_COUNT; i++) {
    char left[64];
    if (!strchr(ROWS[i].commands, sub->letter))
      continue;
    snprintf(left, sizeof left, "%s%s%s%s%s",
             ROWS[i].short_form ? ROWS[i].short_form : "   ",
             ROWS[i].short_form ? ", " : " ", ROWS[i].long_form,
             ROWS[i].argument ? " " : "",
             ROWS[i].argument ? ROWS[i].argument : "");
    fprintf(out, "  %-26s ", left);
    help_text(out, ROWS[i].help);
  }
}

void command_help(FILE *out, const struct subcommands *all,
                  const struct subcommand *sub) {
  if (sub) {
    fprintf(out, "lcm %s %s\n\n%s.\n\n", sub->name, sub->arguments, sub->help);
    help_options(out, sub);
    return;
  }
  fputs("lcm, the lost cycles modeler: predicts how a parallel C program will "
        "run\n\n",
        out);
  for (size_t i = 0; i < all->n; i++)
    fprintf(out, "  lcm %-9s %s\n", all->at[i].name, all->at[i].help);
  fputs(
      "\nINPUT is C files, a directory with compile_commands.json (-p DIR), "
      "a structure\n(.lcs) or a PAMELA model (.pam); '-' reads a structure or "
      "a model from standard\ninput. Flags for the C compiler follow '--'. "
      "'lcm help SUBCOMMAND' lists the\noptions.\nExit status: 0 done, 1 "
      "errors in the input, 2 usage or I/O.\n",
      out);
}

/* Write "text" for troff. */
static void man_text(FILE *out, const char *text) {
  for (; *text; text++)
    if (*text == '-')
      fputs("\\-", out);
    else if (*text == '\\')
      fputs("\\e", out);
    else
      fputc(*text, out);
}

void command_man(FILE *out, const struct subcommands *all) {
  fputs(".TH LCM 1\n.SH NAME\nlcm \\- the lost cycles modeler\n.SH SYNOPSIS\n",
        out);
  for (size_t i = 0; i < all->n; i++) {
    fprintf(out, ".B lcm %s\n", all->at[i].name);
    man_text(out, all->at[i].arguments);
    fputs("\n.br\n", out);
  }
  fputs(".SH DESCRIPTION\nReads parallel C programs and the cost models that "
        "their authors keep beside the\ncode as comments, and predicts how "
        "they run on p processors at size n.\n",
        out);
  for (size_t i = 0; i < all->n; i++) {
    fprintf(out, ".SH LCM %s\n", all->at[i].name);
    man_text(out, all->at[i].help);
    fputs(".\n", out);
    for (size_t k = 0; k < OPT_COUNT; k++) {
      if (!strchr(ROWS[k].commands, all->at[i].letter))
        continue;
      fputs(".TP\n.B ", out);
      if (ROWS[k].short_form) {
        man_text(out, ROWS[k].short_form);
        fputs(", ", out);
      }
      man_text(out, ROWS[k].long_form);
      fprintf(out, " %s\n", ROWS[k].argument ? ROWS[k].argument : "");
      man_text(out, ROWS[k].help);
      fputc('\n', out);
    }
  }
  fputs(".SH EXIT STATUS\n0 done, 1 errors in the input, 2 usage or I/O, 130 "
        "interrupted.\n",
        out);
}
