/* The files that the source of a stranger may have read. */
#pragma once

#include "base/ctx.h"
#include "base/list.h"

/* A folder or file that may be read. */
struct lcm_allowed_place {
  const char *path; /* without links */
  bool any;         /* whatever the names of the files; else those of source */
  bool flat;        /* what lies in it directly, and no folders */
  bool runs;        /* its programs may be run */
};

typedef LCM_LIST(struct lcm_allowed_place) lcm_allowed_list;

/* Add where every compiler finds programs and headers. */
void lcm_places_add_system(lcm_allowed_list *places, lcm_ctx *ctx);

/* Add the folders where the programs of PATH are, which may be run. */
void lcm_places_add_path(lcm_allowed_list *places, lcm_ctx *ctx);

/* Add the folder "path", with all files in it unless it is too wide, such as
 * the home directory; and what lies around it in the same project, files named
 * as source is. */
void lcm_places_add_project(lcm_allowed_list *places, lcm_ctx *ctx,
                            const char *path);

/* Add the folder "path", where headers are searched, and what lies around it,
 * files named as source is. */
void lcm_places_add_headers(lcm_allowed_list *places, lcm_ctx *ctx,
                            const char *path);

/* Add the file "path" alone, whatever its name. */
void lcm_places_add_file(lcm_allowed_list *places, lcm_ctx *ctx,
                         const char *path);

/* Return whether "path" may be read; what is not there may. */
bool lcm_places_allow(const lcm_allowed_list *places, const char *path);

/* Return whether "path" is named as source and headers are. */
bool lcm_path_is_source(const char *path);

/* Return the directory of "path", "." where it says none (memory of "ctx"). */
const char *lcm_path_directory(lcm_ctx *ctx, const char *path);
