/* Configuration: .lcm.conf, the nearest one from the working directory upwards,
 * and that of the user.  It can say less than the command line: nothing that it
 * says makes lcm write a file or run a program. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "cmd/config.h"
#include "cmd/manual/nearest.h"

/* The name of the file of a project. */
static const char PROJECT[] = ".lcm.conf";

static const struct config_key KEYS[] = {
    {"machine", "apcgvsoekiu", OPT_MACHINE, true,
     "the description of the machine to predict for, or none"},
    {"p", "apcdgkltfvnrbsoeiu", OPT_COUNT, false,
     "numbers of processors to predict for, 1:64:*2, instead of 1 to 16"},
    {"color", "apcdgkltfvnrbsoeiux", OPT_COLOR, false, "auto, always or never"},
    {"build", "apcgksoe", OPT_BUILD, true,
     "the directory of compile_commands.json, for commands that are given no "
     "input"},
    {"entry", "apcgvsoeki", OPT_ENTRY, false,
     "where the run begins: FUNCTION or FILE:FUNCTION"},
    {"incore", "apcgvsoekiu", OPT_INCORE, false, "source, compiler or auto"},
    {"jobs", "apcgkvrsoei", OPT_JOBS, false, "how many worker processes"}};

const struct config_key *command_config_key(size_t i) {
  return i < sizeof KEYS / sizeof *KEYS ? &KEYS[i] : NULL;
}

/* A configuration that is read. */
struct config {
  struct command *command;
  const struct subcommand *sub;
  const char *path;
  const char *folder; /* with '/' at the end; "" for that of the process */
  bool theirs;        /* it came with the project, maybe of a stranger */
};

/* Return whether "path" leads out of the folder that it is in. */
static bool leads_out(const char *path) {
  if (path[0] == '/')
    return true;
  for (; *path; path += strcspn(path, "/"), path += *path == '/')
    if (!strncmp(path, "..", 2) && (!path[2] || path[2] == '/'))
      return true;
  return false;
}

/* Return whether the user gives what "key" says, by option or environment. */
static bool is_given(const struct command *command,
                     const struct config_key *key) {
  const char *machine = getenv("LCM_MACHINE");
  if (key->option == OPT_COUNT)
    return command->processors != NULL;
  if (key->option == OPT_MACHINE && machine && *machine)
    return true;
  if (key->option == OPT_BUILD && command->inputs.n)
    return true;
  return command->given[key->option] || command->values[key->option];
}

/* Take "value" of "key", where "config" is about it. */
static void take(const struct config *config, const struct config_key *key,
                 const char *value) {
  struct command *command = config->command;
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  if (!strchr(key->commands, config->sub->letter) || is_given(command, key))
    return;
  if (key->is_path && value[0] != '/' && strcmp(value, "none") != 0)
    value = lcm_arena_printf(arena, "%s%s", config->folder, value);
  if (key->option == OPT_COUNT)
    command->processors = lcm_arena_printf(arena, "p=%s", value);
  else
    command_take(command, key->option, value);
  if (command->given[OPT_VERBOSE])
    command_say("%s: %s = %s\n", config->path, key->name, value);
}

/* Return the key "name", or NULL; "nearest" has what was meant then. */
static const struct config_key *find(struct nearest *nearest,
                                     const char *name) {
  for (size_t i = 0; i < sizeof KEYS / sizeof *KEYS; i++) {
    if (!strcmp(KEYS[i].name, name))
      return &KEYS[i];
    command_nearest_try(nearest, KEYS[i].name);
  }
  return NULL;
}

/* Return the "n" characters at "text" without blanks around them. */
static const char *trimmed(lcm_ctx *ctx, const char *text, size_t n) {
  while (n && strchr(" \t\r", *text)) {
    text++;
    n--;
  }
  while (n && strchr(" \t\r", text[n - 1]))
    n--;
  return lcm_arena_strndup(lcm_ctx_arena(ctx), text, n);
}

/* Read line "number", the "n" characters at "text". */
static lcm_status read_line(const struct config *config, const char *text,
                            size_t n, unsigned number) {
  lcm_ctx *ctx = config->command->ctx;
  const lcm_loc loc = {.file = lcm_intern(ctx, config->path), .line = number};
  const char *remark = memchr(text, '#', n);
  const size_t length = remark ? (size_t)(remark - text) : n;
  const char *equals = memchr(text, '=', length);
  if (!*trimmed(ctx, text, length))
    return LCM_OK;
  const char *name =
      trimmed(ctx, text, equals ? (size_t)(equals - text) : length);
  const char *value =
      equals ? trimmed(ctx, equals + 1, length - (size_t)(equals + 1 - text))
             : "";
  struct nearest nearest = {.text = name};
  const struct config_key *key = find(&nearest, name);
  if (key && key->is_path && config->theirs && leads_out(value)) {
    lcm_report(ctx, LCM_DIAG_USAGE, loc,
               "'%s' leads out of the folder of this file", value);
    return LCM_EUSAGE;
  }
  if (key && *value) {
    take(config, key, value);
    return LCM_OK;
  }
  if (key)
    lcm_report(ctx, LCM_DIAG_USAGE, loc, "'%s' has no value: %s = VALUE", name,
               name);
  else
    lcm_report(ctx, LCM_DIAG_USAGE, loc, "there is no key '%s'%s%s%s", name,
               nearest.name ? "; did you mean '" : "; see 'man lcm'",
               nearest.name ? nearest.name : "", nearest.name ? "'?" : "");
  return LCM_EUSAGE;
}

/* Read what "config" names. */
static lcm_status read_config(const struct config *config) {
  char *text = NULL;
  size_t len = 0;
  lcm_status status =
      lcm_file_read(&text, &len, config->command->ctx, config->path);
  unsigned number = 1;
  for (const char *at = text; !status && at < text + len; number++) {
    const char *end = memchr(at, '\n', len - (size_t)(at - text));
    const size_t n = end ? (size_t)(end - at) : len - (size_t)(at - text);
    status = read_line(config, at, n, number);
    at += n + 1;
  }
  return status;
}

/* Read the file "name" in "folder", where there is one that is the user's or
 * the system's; put whether there is one into "*found". */
static lcm_status read_in(struct command *command, const struct subcommand *sub,
                          const char *folder, const char *name, bool *found) {
  const char *path =
      lcm_arena_printf(lcm_ctx_arena(command->ctx), "%s%s", folder, name);
  const struct config config = {command, sub, path, folder,
                                !strcmp(name, PROJECT)};
  struct stat status;
  *found = !stat(path, &status) && S_ISREG(status.st_mode);
  if (!*found)
    return LCM_OK;
  if (!status.st_uid || status.st_uid == geteuid())
    return read_config(&config);
  if (!command->given[OPT_QUIET])
    command_say("%s: note: not read, for it belongs to another user\n", path);
  return LCM_OK;
}

/* Read that of the project: the nearest from the working directory upwards. */
static lcm_status read_project(struct command *command,
                               const struct subcommand *sub) {
  char here[4096];
  const char *folder = "";
  bool found = false;
  lcm_status status = LCM_OK;
  if (!getcwd(here, sizeof here))
    return LCM_OK;
  for (const char *at = here; at && !found && !status;
       at = strchr(at + 1, '/')) {
    status = read_in(command, sub, folder, PROJECT, &found);
    folder = lcm_arena_printf(lcm_ctx_arena(command->ctx), "%s../", folder);
  }
  return status;
}

/* Read that of the user. */
static lcm_status read_user(struct command *command,
                            const struct subcommand *sub) {
  lcm_arena *arena = lcm_ctx_arena(command->ctx);
  const char *config = getenv("XDG_CONFIG_HOME");
  const char *home = getenv("HOME");
  bool found = false;
  if (config && config[0] == '/')
    return read_in(command, sub, lcm_arena_printf(arena, "%s/lcm/", config),
                   "config", &found);
  if (home && home[0] == '/')
    return read_in(command, sub,
                   lcm_arena_printf(arena, "%s/.config/lcm/", home), "config",
                   &found);
  return LCM_OK;
}

/* Read the file "path" alone. */
static lcm_status read_only(struct command *command,
                            const struct subcommand *sub, const char *path) {
  const char *slash = strrchr(path, '/');
  const size_t n = slash ? (size_t)(slash + 1 - path) : 0;
  const struct config config = {
      command, sub, path,
      lcm_arena_strndup(lcm_ctx_arena(command->ctx), path, n), false};
  return read_config(&config);
}

/* Read what there is. */
static lcm_status read_all(struct command *command,
                           const struct subcommand *sub) {
  const char *only = getenv("LCM_CONFIG");
  if (only && !strcmp(only, "none"))
    return LCM_OK;
  if (only && *only)
    return read_only(command, sub, only);
  const lcm_status status = read_project(command, sub);
  return status ? status : read_user(command, sub);
}

lcm_status command_configure(struct command *command,
                             const struct subcommand *sub) {
  const lcm_status status = read_all(command, sub);
  if (status)
    return status;
  return command_set_colour(command) ? LCM_OK : LCM_EUSAGE;
}
