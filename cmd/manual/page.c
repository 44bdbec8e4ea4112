/* Manual pages: of lcm, and of a subcommand. */
#include <ctype.h>
#include <string.h>

#include "cmd/config.h"
#include "cmd/manual/page.h"
#include "cmd/manual/tables.h"

/* Write "text" for troff, in the middle of a line. */
static void put_inside(FILE *out, const char *text) {
  for (; *text; text++)
    if (*text == '-')
      fputs("\\-", out);
    else if (*text == '\\')
      fputs("\\e", out);
    else if (*text == '~')
      fputs("\\(ti", out);
    else if (*text == '^')
      fputs("\\(ha", out);
    else if (*text == '\'')
      fputs("\\(aq", out);
    else if (*text == '`')
      fputs("\\(ga", out);
    else
      fputc(*text, out);
}

/* Write "text" for troff, as a line. */
static void put_line(FILE *out, const char *text) {
  if (*text == '.')
    fputs("\\&", out);
  put_inside(out, text);
  fputc('\n', out);
}

/* Write the item "name" with its "text". */
static void put_item(FILE *out, const char *name, const char *text) {
  fputs(".TP\n.B ", out);
  put_line(out, name);
  put_line(out, text);
}

/* Write the head of the page "name" (without a subcommand: NULL). */
static void put_head(FILE *out, const char *name, const char *help) {
  fputs(".TH LCM", out);
  if (name)
    fputs("\\-", out);
  for (const char *at = name; at && *at; at++)
    fputc(toupper((unsigned char)*at), out);
  fprintf(out, " 1 \"\" \"lcm %s\" \"User Commands\"\n.SH NAME\nlcm%s%s \\- ",
          LCM_VERSION, name ? "\\-" : "", name ? name : "");
  put_line(out, help);
}

/* Write how "sub" is called. */
static void put_synopsis(FILE *out, const struct subcommand *sub) {
  fprintf(out, ".B lcm %s\n", sub->name);
  if (*sub->arguments)
    put_line(out, sub->arguments);
}

/* Write "option". */
static void put_option(FILE *out, enum option option) {
  const struct option_row *row = command_option(option);
  fputs(".TP\n\\fB", out);
  if (row->short_form) {
    put_inside(out, row->short_form);
    fputs("\\fR, \\fB", out);
  }
  put_inside(out, row->long_form);
  fputs("\\fR", out);
  if (row->argument) {
    fputs(" \\fI", out);
    put_inside(out, row->argument);
    fputs("\\fR", out);
  }
  fputc('\n', out);
  put_line(out, row->help);
}

/* Write the options of "sub" that are in "group", behind its title if there are
 * some and "sub" has groups. */
static void put_group(FILE *out, const struct subcommand *sub,
                      enum option_group group) {
  bool begun = !command_has_groups(sub);
  for (size_t i = 0; i < OPT_COUNT; i++) {
    if (command_option(i)->group != group || !command_option_is_of(i, sub))
      continue;
    if (!begun)
      fprintf(out, ".SS %s\n", command_group_title(group));
    begun = true;
    put_option(out, (enum option)i);
  }
}

/* Write the section "title" of variables, or else files, that "sub" (NULL: any)
 * reads. */
static void put_surroundings(FILE *out, const struct subcommand *sub,
                             const char *title, bool files) {
  const struct surrounding *s = NULL;
  fprintf(out, ".SH %s\n", title);
  for (size_t i = 0; (s = command_surrounding(i)); i++)
    if (s->is_file == files &&
        (!sub || !s->commands || strchr(s->commands, sub->letter)))
      put_item(out, s->name, s->text);
}

/* Write the examples of "sub"; without, those of what a beginner does. */
static void put_examples(FILE *out, const struct subcommand *sub) {
  static const char FIRST[] = "apeo";
  const struct example *example = NULL;
  char last = '\0';
  fputs(".SH EXAMPLES\n", out);
  for (size_t i = 0; (example = command_example(i)); i++) {
    const char letter = example->letter;
    if (sub ? letter != sub->letter : !strchr(FIRST, letter) || letter == last)
      continue;
    put_item(out, example->line, example->text);
    last = letter;
  }
}

/* Write the exit statuses. */
static void put_statuses(FILE *out) {
  fputs(".SH EXIT STATUS\n", out);
  put_item(out, "0", "done");
  put_item(out, "1",
           "errors in the input, or warnings with --strict; of check --expect "
           "and diff: a contract is broken; of bisect: none breaks");
  put_item(out, "2", "usage, or a file that could not be read or written");
  put_item(out, "3",
           "of check --expect: nobody can say whether a contract holds; of "
           "bisect: several commits may be the first");
  put_item(out, "130", "interrupted: nothing was written");
}

/* Write which of "all" are described elsewhere: those beside "sub" in its
 * section, or all. */
static void put_see_also(FILE *out, const struct subcommands *all,
                         const struct subcommand *sub) {
  fprintf(out, ".SH SEE ALSO\n%s", sub ? ".BR lcm (1),\n" : "");
  for (size_t i = 0; i < all->n; i++)
    if (&all->at[i] != sub && (!sub || all->at[i].section == sub->section))
      fprintf(out, ".BR lcm\\-%s (1),\n", all->at[i].name);
  fputs(".BR lcm\\-render (1)\n", out);
}

/* Write the page of "sub", one of "all". */
static void put_page(FILE *out, const struct subcommands *all,
                     const struct subcommand *sub) {
  put_head(out, sub->name, sub->help);
  fputs(".SH SYNOPSIS\n", out);
  put_synopsis(out, sub);
  fputs(".SH DESCRIPTION\n", out);
  put_line(out, "The options that matter first are listed first by");
  fprintf(out, ".BR \"lcm %s \\-\\-help\" .\n", sub->name);
  if (strstr(sub->arguments, "INPUT"))
    put_line(out, "INPUT is C files, a directory with compile_commands.json "
                  "(-p DIR), a structure (.lcs) or a PAMELA model (.pam); - is "
                  "standard input. Flags for the C compiler follow --.");
  fputs(".SH OPTIONS\n", out);
  for (size_t i = 0; i < GROUP_COUNT; i++)
    put_group(out, sub, (enum option_group)i);
  put_statuses(out);
  put_surroundings(out, sub, "ENVIRONMENT", false);
  put_surroundings(out, sub, "FILES", true);
  put_examples(out, sub);
  put_see_also(out, all, sub);
}

/* Write which of "all" there are. */
static void put_commands(FILE *out, const struct subcommands *all) {
  fputs(".SH COMMANDS\n", out);
  for (size_t s = 0; s < SECTION_COUNT; s++) {
    fprintf(out, ".SS %s\n", command_section_title((enum command_section)s));
    for (size_t i = 0; i < all->n; i++) {
      if (all->at[i].section != s)
        continue;
      fprintf(out, ".TP\n.BR lcm\\-%s (1)\n", all->at[i].name);
      put_line(out, all->at[i].help);
    }
  }
}

/* Write what a configuration may say. */
static void put_configuration(FILE *out) {
  fputs(".SH CONFIGURATION\n", out);
  put_line(out,
           "Two files say what holds where the command line does not: "
           ".lcm.conf, the nearest one from the working directory upwards, and "
           "$XDG_CONFIG_HOME/lcm/config. The former comes first. A line is KEY "
           "= VALUE; what follows # is a remark. Paths are from where the file "
           "lies.");
  for (size_t i = 0; command_config_key(i); i++)
    put_item(out, command_config_key(i)->name, command_config_key(i)->text);
}

void command_man(FILE *out, const struct subcommands *all,
                 const struct subcommand *sub) {
  if (sub) {
    put_page(out, all, sub);
    return;
  }
  put_head(out, NULL, "the lost cycles modeler");
  fputs(".SH SYNOPSIS\n", out);
  for (size_t i = 0; i < all->n; i++) {
    fputs(i ? ".br\n" : "", out);
    put_synopsis(out, &all->at[i]);
  }
  fputs(".br\n.B lcm help\n[SUBCOMMAND]\n.br\n.B lcm \\-\\-version\n", out);
  fputs(".SH DESCRIPTION\n", out);
  put_line(out, "Reads parallel C programs and the cost models that their "
                "authors keep beside the code as comments, and predicts how "
                "they run on p processors at size n.");
  put_commands(out, all);
  put_configuration(out);
  put_statuses(out);
  put_surroundings(out, NULL, "ENVIRONMENT", false);
  put_surroundings(out, NULL, "FILES", true);
  put_examples(out, NULL);
  put_see_also(out, all, NULL);
}
