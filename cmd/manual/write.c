/* Writes manual pages and completions as files, to be installed. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/manual/completion.h"
#include "cmd/manual/page.h"
#include "cmd/manual/write.h"

/* Return a file for what "format" names in "folder"; NULL, and a message, where
 * there can be none. */
LCM_PRINTF(2, 3)
static FILE *open_in(const char *folder, const char *format, ...) {
  char name[128];
  char path[4096];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(name, sizeof name, format, args);
  va_end(args);
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "we");
  if (!file)
    fprintf(stderr, "%s: error: %s [io]\n", path, strerror(errno));
  return file;
}

/* Return whether "file" took all that was written to it; it is closed. */
static bool is_written(FILE *file) {
  const bool failed = ferror(file);
  return !fclose(file) && !failed;
}

/* Write the manual page of "sub", one of "all" or NULL, into "folder". */
static bool write_page(const struct subcommands *all, const char *folder,
                       const struct subcommand *sub) {
  FILE *file =
      open_in(folder, "lcm%s%s.1", sub ? "-" : "", sub ? sub->name : "");
  if (!file)
    return false;
  command_man(file, all, sub);
  return is_written(file);
}

/* Write the completion of "all" for "shell" into the file "name" in
 * "folder". */
static bool write_completion(const struct subcommands *all, const char *folder,
                             const char *shell, const char *name) {
  FILE *file = open_in(folder, "%s", name);
  if (!file)
    return false;
  return command_completion(file, all, shell) && is_written(file);
}

int command_write_manual(const struct subcommands *all, const char *folder) {
  bool good = mkdir(folder, 0777) == 0 || errno == EEXIST;
  if (!good)
    fprintf(stderr, "%s: error: %s [io]\n", folder, strerror(errno));
  good = good && write_page(all, folder, NULL);
  for (size_t i = 0; i < all->n && good; i++)
    good = write_page(all, folder, &all->at[i]);
  good = good && write_completion(all, folder, "bash", "lcm") &&
         write_completion(all, folder, "zsh", "_lcm") &&
         write_completion(all, folder, "fish", "lcm.fish");
  return good ? EXIT_DONE : EXIT_USAGE;
}
