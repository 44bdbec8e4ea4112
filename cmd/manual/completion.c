/* Completions of command lines for bash, zsh and fish. */
#include <string.h>

#include "cmd/manual/completion.h"

/* What an argument of an option is. */
enum argument { ARGUMENT_TEXT, ARGUMENT_FILE, ARGUMENT_FOLDER, ARGUMENT_WORDS };

/* Return what the argument "text" of an option is. */
static enum argument argument_of(const char *text) {
  const char *const ends = strchr(text, '|');
  if (strstr(text, "FILE") || !strcmp(text, "LIBRARY"))
    return ARGUMENT_FILE;
  if (!strcmp(text, "DIR"))
    return ARGUMENT_FOLDER;
  return text[0] >= 'a' && text[0] <= 'z' && (ends || !text[1]) ? ARGUMENT_WORDS
                                                                : ARGUMENT_TEXT;
}

/* Write the words of the argument "text": those between bars. */
static void put_words(FILE *out, const char *text) {
  for (; *text; text++)
    fputc(*text == '|' ? ' ' : *text, out);
}

/* Write the beginning of "help", without what shells would take for something
 * else. */
static void put_brief(FILE *out, const char *help) {
  enum { LONGEST = 70 };
  size_t n = strcspn(help, ";:(");
  if (n > LONGEST) {
    n = LONGEST;
    while (n && help[n] != ' ')
      n--;
  }
  while (n && strchr(" ,", help[n - 1]))
    n--;
  for (size_t i = 0; i < n; i++)
    if (!strchr("'`\"[]$\\", help[i]))
      fputc(help[i], out);
}

/* Write the names of "all" with blanks between them. */
static void put_names(FILE *out, const struct subcommands *all) {
  for (size_t i = 0; i < all->n; i++)
    fprintf(out, "%s%s", i ? " " : "", all->at[i].name);
}

/* Write the case of "option" of "sub": what its argument is. */
static void bash_argument(FILE *out, const struct subcommand *sub,
                          const struct option_row *row) {
  if (!row->argument)
    return;
  fprintf(out, "    %s:%s", sub->name, row->long_form);
  if (row->short_form)
    fprintf(out, "|%s:%s", sub->name, row->short_form);
  switch (argument_of(row->argument)) {
  case ARGUMENT_TEXT:
    fputs(") return ;;\n", out);
    return;
  case ARGUMENT_FILE:
    fputs(") compopt -o default; return ;;\n", out);
    return;
  case ARGUMENT_FOLDER:
    fputs(") COMPREPLY=($(compgen -d -- \"$word\")); return ;;\n", out);
    return;
  case ARGUMENT_WORDS:
    fputs(") COMPREPLY=($(compgen -W '", out);
    put_words(out, row->argument);
    fputs("' -- \"$word\")); return ;;\n", out);
  }
}

/* Write the case of "sub": which options it has. */
static void bash_options(FILE *out, const struct subcommand *sub) {
  fprintf(out, "    %s) options='", sub->name);
  for (size_t i = 0; i < OPT_COUNT; i++)
    if (command_option_is_of(i, sub))
      fprintf(out, "%s ", command_option(i)->long_form);
  fputs("' ;;\n", out);
}

/* Write the completion for bash. */
static void put_bash(FILE *out, const struct subcommands *all) {
  fputs("# Completion of lcm for bash.\n"
        "_lcm() {\n"
        "  local word=${COMP_WORDS[COMP_CWORD]} commands='",
        out);
  put_names(out, all);
  fputs("' options=\n"
        "  local before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
        "  COMPREPLY=()\n"
        "  if [ \"$COMP_CWORD\" = 1 ]; then\n"
        "    COMPREPLY=($(compgen -W \"$commands help --help --version\" -- "
        "\"$word\"))\n"
        "    return\n"
        "  fi\n"
        "  [ \"$word\" != = ] || word=\n"
        "  [ \"$before\" != = ] || before=${COMP_WORDS[COMP_CWORD-2]}\n"
        "  case $command:$before in\n"
        "    help:*) COMPREPLY=($(compgen -W \"$commands\" -- \"$word\")); "
        "return ;;\n",
        out);
  for (size_t s = 0; s < all->n; s++)
    for (size_t i = 0; i < OPT_COUNT; i++)
      if (command_option_is_of(i, &all->at[s]))
        bash_argument(out, &all->at[s], command_option(i));
  fputs("  esac\n  case $command in\n", out);
  for (size_t s = 0; s < all->n; s++)
    bash_options(out, &all->at[s]);
  fputs("  esac\n"
        "  case $word in\n"
        "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;\n"
        "    *) compopt -o default ;;\n"
        "  esac\n"
        "}\n"
        "complete -F _lcm lcm\n",
        out);
}

/* Write the form "name" of an option, which is followed by "joint" and its
 * argument. */
static void zsh_form(FILE *out, const struct option_row *row, const char *name,
                     const char *joint) {
  if (!name)
    return;
  fprintf(out, " \\\n      '*%s%s[", name, row->argument ? joint : "");
  put_brief(out, row->help);
  fputc(']', out);
  if (row->argument) {
    const enum argument kind = argument_of(row->argument);
    fputs(":argument:", out);
    if (kind == ARGUMENT_FILE)
      fputs("_files", out);
    else if (kind == ARGUMENT_FOLDER)
      fputs("_files -/", out);
    else if (kind == ARGUMENT_WORDS) {
      fputc('(', out);
      put_words(out, row->argument);
      fputc(')', out);
    }
  }
  fputc('\'', out);
}

/* Write the completion for zsh. */
static void put_zsh(FILE *out, const struct subcommands *all) {
  fputs("#compdef lcm\n"
        "# Completion of lcm for zsh.\n"
        "local -a commands=(\n",
        out);
  for (size_t i = 0; i < all->n; i++) {
    fprintf(out, "  '%s:", all->at[i].name);
    put_brief(out, all->at[i].help);
    fputs("'\n", out);
  }
  fputs("  'help:help of a command'\n)\n"
        "if (( CURRENT == 2 )); then\n"
        "  _describe command commands\n"
        "  return\n"
        "fi\n"
        "local command=$words[2]\n"
        "shift words\n"
        "(( CURRENT-- ))\n"
        "case $command in\n"
        "  help) _describe command commands ;;\n",
        out);
  for (size_t s = 0; s < all->n; s++) {
    fprintf(out, "  %s)\n    _arguments", all->at[s].name);
    for (size_t i = 0; i < OPT_COUNT; i++) {
      if (!command_option_is_of(i, &all->at[s]))
        continue;
      zsh_form(out, command_option(i), command_option(i)->short_form, "+");
      zsh_form(out, command_option(i), command_option(i)->long_form, "=");
    }
    fputs(" \\\n      '*:file:_files' ;;\n", out);
  }
  fputs("esac\n", out);
}

/* Write the completion of "option" of "sub" for fish. */
static void fish_option(FILE *out, const struct subcommand *sub,
                        const struct option_row *row) {
  fprintf(out, "complete -c lcm -n '__fish_seen_subcommand_from %s' -l %s",
          sub->name, row->long_form + 2);
  if (row->short_form)
    fprintf(out, " -s %s", row->short_form + 1);
  if (row->argument)
    switch (argument_of(row->argument)) {
    case ARGUMENT_TEXT:
      fputs(" -x", out);
      break;
    case ARGUMENT_FILE:
      fputs(" -r", out);
      break;
    case ARGUMENT_FOLDER:
      fputs(" -x -a '(__fish_complete_directories)'", out);
      break;
    case ARGUMENT_WORDS:
      fputs(" -x -a '", out);
      put_words(out, row->argument);
      fputc('\'', out);
    }
  fputs(" -d '", out);
  put_brief(out, row->help);
  fputs("'\n", out);
}

/* Write the completion for fish. */
static void put_fish(FILE *out, const struct subcommands *all) {
  fputs("# Completion of lcm for fish.\n", out);
  for (size_t i = 0; i < all->n; i++) {
    fprintf(out, "complete -c lcm -n __fish_use_subcommand -f -a %s -d '",
            all->at[i].name);
    put_brief(out, all->at[i].help);
    fputs("'\n", out);
  }
  fputs("complete -c lcm -n __fish_use_subcommand -f -a help -d 'help of a "
        "command'\n"
        "complete -c lcm -n '__fish_seen_subcommand_from help' -f -a '",
        out);
  put_names(out, all);
  fputs("'\n", out);
  for (size_t s = 0; s < all->n; s++)
    for (size_t i = 0; i < OPT_COUNT; i++)
      if (command_option_is_of(i, &all->at[s]))
        fish_option(out, &all->at[s], command_option(i));
}

bool command_completion(FILE *out, const struct subcommands *all,
                        const char *name) {
  static const struct {
    const char *name;
    void (*put)(FILE *out, const struct subcommands *all);
  } SHELLS[] = {{"bash", put_bash}, {"zsh", put_zsh}, {"fish", put_fish}};
  for (size_t i = 0; i < sizeof SHELLS / sizeof *SHELLS; i++)
    if (!strcmp(SHELLS[i].name, name)) {
      SHELLS[i].put(out, all);
      return true;
    }
  command_complain("there is no completion for '%s'; there are bash, zsh and "
                   "fish",
                   name);
  return false;
}
