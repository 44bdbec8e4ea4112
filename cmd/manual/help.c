/* Helps: of lcm, and of a subcommand. */
#include <string.h>

#include "cmd/manual/help.h"
#include "cmd/manual/tables.h"

/* The first column of texts, and how wide lines are. */
enum { HELP_COLUMN = 29, EXAMPLE_COLUMN = 6, HELP_WIDTH = 79 };

/* Write "text" in lines from column "left" to HELP_WIDTH; the first one has
 * begun. */
static void help_text(FILE *out, const char *text, size_t left) {
  size_t column = left;
  while (*text) {
    const size_t n = strcspn(text, " ");
    if (column > left && column + 1 + n > HELP_WIDTH) {
      fprintf(out, "\n%*s", (int)left, "");
      column = left;
    } else if (column > left) {
      fputc(' ', out);
      column++;
    }
    fprintf(out, "%.*s", (int)n, text);
    column += n;
    text += n + (text[n] == ' ');
  }
  fputc('\n', out);
}

/* Write "option". */
static void help_option(FILE *out, enum option option) {
  const struct option_row *row = command_option(option);
  char left[80];
  snprintf(left, sizeof left, "%s%s%s%s%s",
           row->short_form ? row->short_form : "   ",
           row->short_form ? ", " : " ", row->long_form,
           row->argument ? " " : "", row->argument ? row->argument : "");
  if (strlen(left) > HELP_COLUMN - 3)
    fprintf(out, "  %s\n%*s", left, HELP_COLUMN, "");
  else
    fprintf(out, "  %-26s ", left);
  help_text(out, row->help, HELP_COLUMN);
}

/* Write the options of "sub" that matter first. */
static void help_first(FILE *out, const struct subcommand *sub) {
  fputs("What matters first:\n", out);
  for (size_t i = 0; i < OPT_COUNT; i++)
    if (command_option_is_first((enum option)i, sub))
      help_option(out, (enum option)i);
}

/* Write those of "group" of "sub" that do not matter first, behind its title if
 * there are some. */
static void help_group(FILE *out, const struct subcommand *sub,
                       enum option_group group) {
  bool begun = false;
  for (size_t i = 0; i < OPT_COUNT; i++) {
    if (command_option(i)->group != group || !command_option_is_of(i, sub) ||
        command_option_is_first(i, sub))
      continue;
    if (!begun)
      fprintf(out, "\n%s:\n", command_group_title(group));
    begun = true;
    help_option(out, (enum option)i);
  }
}

/* Write the options of "sub". */
static void help_options(FILE *out, const struct subcommand *sub) {
  if (command_has_groups(sub)) {
    help_first(out, sub);
    for (size_t i = 0; i < GROUP_COUNT; i++)
      help_group(out, sub, (enum option_group)i);
    return;
  }
  for (size_t i = 0; i < OPT_COUNT; i++)
    if (command_option_is_of((enum option)i, sub))
      help_option(out, (enum option)i);
}

/* Write the examples of "sub". */
static void help_examples(FILE *out, const struct subcommand *sub) {
  const struct example *example = NULL;
  bool begun = false;
  for (size_t i = 0; (example = command_example(i)); i++) {
    if (example->letter != sub->letter)
      continue;
    fprintf(out, "%s  %s\n%*s", begun ? "" : "\nExamples:\n", example->line,
            EXAMPLE_COLUMN, "");
    begun = true;
    help_text(out, example->text, EXAMPLE_COLUMN);
  }
}

/* Write the help of "sub". */
static void help_subcommand(FILE *out, const struct subcommand *sub) {
  fprintf(out, "lcm %s%s%s\n\n%s.\n\n", sub->name, *sub->arguments ? " " : "",
          sub->arguments, sub->help);
  help_options(out, sub);
  help_examples(out, sub);
  fprintf(out, "\n'man lcm-%s' has more.\n", sub->name);
}

/* Write which of "all" there are. */
static void help_subcommands(FILE *out, const struct subcommands *all) {
  for (size_t s = 0; s < SECTION_COUNT; s++) {
    fprintf(out, "%s%s:\n", s ? "\n" : "",
            command_section_title((enum command_section)s));
    for (size_t i = 0; i < all->n; i++)
      if (all->at[i].section == s)
        fprintf(out, "  lcm %-9s %s\n", all->at[i].name, all->at[i].help);
  }
}

void command_help(FILE *out, const struct subcommands *all,
                  const struct subcommand *sub) {
  if (sub) {
    help_subcommand(out, sub);
    return;
  }
  fputs("lcm, the lost cycles modeler: predicts how a parallel C program will "
        "run\n\n"
        "A program that lcm has never seen (build/ has compile_commands.json, "
        "which\n`cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON` and `bear -- make` "
        "write; of a small\nprogram, give the C files instead of -p build):\n"
        "  1. lcm predict -p build              its time on 1 to 16 "
        "processors, and what\n"
        "                                       is not known: sizes, for -D\n"
        "  2. lcm predict -p build -D n=1000    the same for the size that you "
        "run\n"
        "  3. lcm advise -p build -D n=1000     what to change, and what that "
        "gains\n"
        "  4. lcm report -p build -D n=1000 -o report.html    all on one "
        "page\n\n",
        out);
  help_subcommands(out, all);
  fputs(
      "\nINPUT is C files, a directory with compile_commands.json (-p DIR), "
      "a structure\n(.lcs) or a PAMELA model (.pam); '-' reads a structure "
      "or a model from standard\ninput. Flags for the C compiler follow "
      "'--'. 'lcm help SUBCOMMAND' lists the\noptions.\n"
      "Exit status: 0 done, 1 errors in the input, 2 usage or I/O, 3 nobody\n"
      "can say whether a contract holds, 4 a limit of time or memory stopped\n"
      "it, 130 an interrupt did (both with the answer so far).\n",
      out);
}
