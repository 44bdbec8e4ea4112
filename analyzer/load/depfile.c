/* Which files units come from, as a rule for make. */
#include <string.h>

#include "analyzer/load/depfile.h"
#include "base/fs.h"
#include "base/map.h"

/* Append "path" as make reads it. */
static void put_path(lcm_buf *buf, const char *path) {
  for (; *path; path++) {
    if (*path == ' ' || *path == '#')
      lcm_buf_putc(buf, '\\');
    if (*path == '$')
      lcm_buf_putc(buf, '$');
    lcm_buf_putc(buf, *path);
  }
}

/* Append "path" as a file that the target depends on, unless it is known. */
static void put_once(lcm_buf *buf, lcm_map *known, lcm_ctx *ctx,
                     const char *path) {
  size_t seen = 0;
  path = lcm_intern(ctx, path + (strncmp(path, "./", 2) ? 0 : 2));
  if (lcm_map_get(known, path, &seen))
    return;
  lcm_map_put(lcm_ctx_arena(ctx), known, path, 1);
  lcm_buf_puts(buf, " \\\n  ");
  put_path(buf, path);
}

lcm_status lcm_depfile_write(lcm_ctx *ctx,
                             const struct lcm_load_options *options,
                             const struct lcm_unit *units, size_t n) {
  lcm_buf buf = {0};
  lcm_map known = {0};
  if (!options->depfile)
    return LCM_OK;
  put_path(&buf, options->target ? options->target : "-");
  lcm_buf_putc(&buf, ':');
  for (size_t i = 0; i < n; i++) {
    put_once(&buf, &known, ctx, units[i].file);
    for (size_t k = 0; k < units[i].n_dependencies; k++)
      if (units[i].dependencies[k].place != LCM_DEPENDENCY_ABSENT)
        put_once(&buf, &known, ctx, units[i].dependencies[k].path);
  }
  for (size_t i = 0; i < options->analyze.n_sidecars; i++)
    put_once(&buf, &known, ctx, options->analyze.sidecars[i]);
  lcm_buf_putc(&buf, '\n');
  const char *text = lcm_ctx_text(ctx, &buf);
  return lcm_file_write(ctx, options->depfile, text, strlen(text));
}
