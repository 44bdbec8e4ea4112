/* The directories where the headers of a unit are searched. */
#include "analyzer/clang/header_places.h"

#include <string.h>

#include "analyzer/clang/flags.h"
#include "base/list.h"

typedef LCM_LIST(const char *) place_list;

/* Return the value of flag "*i" of the "n" at "flags" where it is "name",
 * joined or as the next one; NULL where it is another. */
static const char *value_of(const char *const *flags, size_t n, size_t i,
                            const char *name) {
  const size_t len = strlen(name);
  if (strncmp(flags[i], name, len) != 0)
    return NULL;
  if (flags[i][len])
    return flags[i] + len;
  return i + 1 < n ? flags[i + 1] : NULL;
}

/* Add the values of the flag "name" to "list". */
static void add_places(place_list *list, lcm_ctx *ctx, const char *const *flags,
                       size_t n, const char *name) {
  for (size_t i = 0; i < n; i++) {
    const char *place = value_of(flags, n, i, name);
    if (place && strcmp(place, LCM_STAND_IN_DIR) != 0)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), list, lcm_intern(ctx, place));
  }
}

struct lcm_header_places
lcm_header_places_of(lcm_ctx *ctx, const struct lcm_unit_input *input) {
  static const char *const SYSTEM[] = {
      "/usr/local/include", "/usr/include/x86_64-linux-gnu",
      "/usr/include/aarch64-linux-gnu", "/usr/include"};
  place_list list = {0};
  const char *const *flags = NULL;
  const size_t n = lcm_parse_flags(&flags, ctx, input);
  add_places(&list, ctx, flags, n, "-iquote");
  add_places(&list, ctx, flags, n, "-I");
  add_places(&list, ctx, flags, n, "-isystem");
  for (size_t i = 0; i < sizeof SYSTEM / sizeof *SYSTEM; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &list, lcm_intern(ctx, SYSTEM[i]));
  add_places(&list, ctx, flags, n, "-idirafter");
  return (struct lcm_header_places){list.at, list.n};
}

const char *lcm_header_place_behind(const char *path, const char *place) {
  size_t n = strlen(place);
  if (strncmp(path, place, n) != 0)
    return NULL;
  while (n && place[n - 1] == '/')
    n--;
  return path[n] == '/' ? path + n + 1 : NULL;
}
