/* Results of the analysis of units, kept from run to run. */
#include "analyzer/units/cache.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "analyzer/clang/clang.h"
#include "analyzer/units/record.h"
#include "analyzer/units/store.h"
#include "base/fs.h"
#include "incore/incore.h"

/* Bytes that a cache may take unless the options say others. */
static const size_t DEFAULT_SIZE = (size_t)2 << 30;

/* What a file is now: whether it is there and can be read, its digest. */
struct state {
  bool is_there;
  struct lcm_digest digest;
};

/* Places where headers are searched. */
struct searched {
  const char *key; /* the places as one interned text */
  struct lcm_header_places places;
  /* from a path to the number of the place that it is the first in, plus one; 0
   * where it is not what is found first */
  lcm_map checked;
};

typedef LCM_LIST(struct lcm_dependency) dependency_list;

/* A cache. */
struct lcm_cache {
  lcm_ctx *ctx;
  struct lcm_unit_store store;
  struct lcm_digest common; /* digest of what all units depend on */
  bool incore;              /* results depend on the compiler of each unit */
  struct timespec start;    /* when it was opened */
  struct lcm_digest *names; /* of the first entry of each unit, as looked for */
  lcm_map files;            /* from a path to its state */
  LCM_LIST(struct state) states;
  LCM_LIST(struct searched) searches;
};

/* Append a text, or that there is none, so that no two lists look the same. */
static void put(lcm_buf *buf, const char *text) {
  lcm_buf_printf(buf, text ? "%zu:" : "-", text ? strlen(text) : 0);
  lcm_buf_puts(buf, text ? text : "");
}

/* Append a number. */
static void put_number(lcm_buf *buf, unsigned long long value) {
  lcm_buf_printf(buf, "%llu,", value);
}

/* Append the "n" texts at "texts". */
static void put_all(lcm_buf *buf, const char *const *texts, size_t n) {
  put_number(buf, n);
  for (size_t i = 0; i < n; i++)
    put(buf, texts[i]);
}

/* Return the digest of "buf", which is freed. */
static struct lcm_digest digest_of(lcm_buf *buf) {
  const struct lcm_digest digest = lcm_digest_of(buf->text, buf->len);
  lcm_buf_free(buf);
  return digest;
}

/* Append the digest of the file "path"; false where it cannot be read. */
static bool put_file(lcm_buf *buf, const char *path) {
  struct lcm_digest digest;
  const bool read = lcm_digest_file(&digest, path);
  put(buf, path);
  put(buf, read ? digest.text : NULL);
  return read;
}

/* Append "weights", which may be NULL. */
static void put_weights(lcm_buf *buf, const struct lcm_weights *weights) {
  if (!weights)
    return;
  for (size_t i = 0; i < sizeof *weights / sizeof(double); i++)
    lcm_buf_printf(buf, "%.17g ", ((const double *)weights)[i]);
}

/* Append what "options" and those of "ctx" say about results. */
static void put_options(lcm_buf *buf, lcm_ctx *ctx,
                        const struct lcm_analyze_options *options) {
  const struct lcm_options *general = lcm_ctx_options(ctx);
  put(buf, options->root);
  put(buf, options->variant);
  put_all(buf, options->flags, options->n_flags);
  put_all(buf, options->given, options->n_given);
  put_number(buf, options->costs);
  put_weights(buf, options->weights);
  put_number(buf, options->slow);
  put_all(buf, options->kept, options->n_kept);
  put_number(buf, options->incore);
  put_number(buf, options->constructs_only);
  put_number(buf, options->inactive);
  put_number(buf, options->headers);
  put_number(buf, options->alone);
  put_number(buf, general->strict);
  put_number(buf, general->check);
  put_number(buf, general->max_work);
  put_number(buf, general->max_memory);
  for (size_t i = 0; i < options->n_sidecars; i++)
    (void)put_file(buf, options->sidecars[i]);
  for (size_t i = 0; i < options->n_said; i++) {
    put(buf, options->said[i].file);
    put(buf, options->said[i].text);
  }
}

/* Append what the program and the system say; false where that cannot be
 * known. */
static bool put_tools(lcm_buf *buf, lcm_ctx *ctx) {
  put(buf, lcm_libclang_identity(ctx));
  put(buf, getenv("CPATH"));
  put(buf, getenv("C_INCLUDE_PATH"));
  return put_file(buf, "/proc/self/exe");
}

/* Append the flags of "input". */
static void put_flags(lcm_buf *buf, const struct lcm_unit_input *input) {
  put(buf, input->directory);
  put_all(buf, input->flags, input->n_flags);
}

/* Put the name of the first entry of "input" into "*name"; false where its
 * source cannot be read. */
static bool name_first(struct lcm_digest *name, const struct lcm_cache *cache,
                       const struct lcm_unit_input *input) {
  lcm_buf buf = {0};
  put(&buf, cache->common.text);
  put_flags(&buf, input);
  if (cache->incore)
    lcm_incore_identify(&buf, cache->ctx,
                        input->compiler ? input->compiler : "cc");
  const bool read = put_file(&buf, input->file) && !buf.failed;
  *name = digest_of(&buf);
  return read;
}

/* Return the state of the file "path", interned, as it was when it was first
 * asked for. */
static const struct state *state_of(struct lcm_cache *cache, const char *path) {
  lcm_arena *arena = lcm_ctx_arena(cache->ctx);
  size_t i = 0;
  if (!lcm_map_get(&cache->files, path, &i)) {
    struct state state = {0};
    state.is_there = lcm_digest_file(&state.digest, path);
    i = cache->states.n;
    lcm_map_put(arena, &cache->files, path, i);
    LCM_LIST_ADD(arena, &cache->states, state);
  }
  return &cache->states.at[i];
}

/* Return where the headers of "input" are searched: the same for all units of
 * the same places, whatever else their flags say. */
static struct searched *searched_of(struct lcm_cache *cache,
                                    const struct lcm_unit_input *input) {
  const struct lcm_header_places places =
      lcm_header_places_of(cache->ctx, input);
  lcm_buf buf = {0};
  put_all(&buf, places.at, places.n);
  const char *key = lcm_intern_n(cache->ctx, buf.text, buf.len);
  lcm_buf_free(&buf);
  for (size_t i = cache->searches.n; i > 0; i--)
    if (cache->searches.at[i - 1].key == key)
      return &cache->searches.at[i - 1];
  const struct searched searched = {.key = key, .places = places};
  LCM_LIST_ADD(lcm_ctx_arena(cache->ctx), &cache->searches, searched);
  return &cache->searches.at[cache->searches.n - 1];
}

/* Return whether "name" is in none of the first "n" of "places". */
static bool is_in_none(const struct lcm_header_places *places, size_t n,
                       const char *name) {
  lcm_buf path = {0};
  bool found = false;
  for (size_t i = 0; i < n && !found; i++) {
    path.len = 0;
    lcm_buf_printf(&path, "%s/%s", places->at[i], name);
    found = path.failed || lcm_path_exists(path.text);
  }
  lcm_buf_free(&path);
  return !found;
}

/* Return whether place number "place" is the first where "path" is found. */
static bool is_first(struct lcm_cache *cache, struct searched *searched,
                     const char *path, size_t place) {
  size_t first = 0;
  if (!lcm_map_get(&searched->checked, path, &first)) {
    const char *name =
        place < searched->places.n
            ? lcm_header_place_behind(path, searched->places.at[place])
            : NULL;
    const bool none = name && is_in_none(&searched->places, place, name);
    first = none ? place + 1 : 0;
    lcm_map_put(lcm_ctx_arena(cache->ctx), &searched->checked, path, first);
  }
  return first == place + 1;
}

/* Return whether "dependency" holds as far as places go, and append the
 * contents of its file to "buf". */
static bool put_dependency(lcm_buf *buf, struct lcm_cache *cache,
                           struct searched *searched,
                           const struct lcm_dependency *dependency) {
  if (dependency->place == LCM_DEPENDENCY_ABSENT)
    return !state_of(cache, dependency->path)->is_there;
  if (dependency->place >= 0 &&
      !is_first(cache, searched, dependency->path, (size_t)dependency->place))
    return false;
  const struct state *state = state_of(cache, dependency->path);
  lcm_buf_puts(buf, state->digest.text);
  return state->is_there;
}

/* Put the name of the second entry of "input", whose first is called "first",
 * into "*name"; false where one of the "n" dependencies at "all" does not
 * hold. */
static bool name_second(struct lcm_digest *name, struct lcm_cache *cache,
                        const struct lcm_unit_input *input,
                        const struct lcm_digest *first,
                        const struct lcm_dependency *all, size_t n) {
  struct searched *searched = searched_of(cache, input);
  lcm_buf buf = {0};
  lcm_buf paths = {0};
  bool holds = true;
  put(&buf, first->text);
  for (size_t i = 0; i < n && holds; i++) {
    holds = put_dependency(&buf, cache, searched, &all[i]);
    lcm_buf_puts(&paths, all[i].path);
    lcm_buf_putc(&paths, '\n');
  }
  lcm_buf_add(&buf, paths.text ? paths.text : "", paths.len);
  holds = holds && !buf.failed && !paths.failed;
  lcm_buf_free(&paths);
  *name = digest_of(&buf);
  return holds;
}

/* Return whether the file "path" was last changed before "start". */
static bool is_older(const char *path, const struct timespec *start) {
  struct stat about;
  if (stat(path, &about))
    return false;
  const struct timespec *times[] = {&about.st_mtim, &about.st_ctim};
  for (size_t i = 0; i < 2; i++)
    if (times[i]->tv_sec > start->tv_sec ||
        (times[i]->tv_sec == start->tv_sec &&
         times[i]->tv_nsec >= start->tv_nsec))
      return false;
  return true;
}

/* Return whether nothing that the result of "input" comes from, the "n" files
 * at "all" besides its own, has changed while it was made. */
static bool is_settled(const struct lcm_cache *cache,
                       const struct lcm_unit_input *input,
                       const struct lcm_dependency *all, size_t n) {
  if (!is_older(input->file, &cache->start))
    return false;
  for (size_t i = 0; i < n; i++)
    if (all[i].place != LCM_DEPENDENCY_ABSENT &&
        !is_older(all[i].path, &cache->start))
      return false;
  return true;
}

/* Return the "n" dependencies at "all" as text, one a line; empty where one has
 * a name that does not fit. */
static lcm_buf print_dependencies(const struct lcm_dependency *all, size_t n) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "");
  for (size_t i = 0; i < n; i++) {
    buf.failed = buf.failed || strchr(all[i].path, '\n') != NULL;
    lcm_buf_printf(&buf, "%d %s\n", all[i].place, all[i].path);
  }
  return buf;
}

/* Read what print_dependencies printed into "list"; false where it is
 * something else. */
static bool read_dependencies(dependency_list *list, lcm_ctx *ctx,
                              const char *text) {
  while (*text) {
    char *path = NULL;
    const long place = strtol(text, &path, 10);
    const char *end = strchr(path, '\n');
    if (path == text || *path != ' ' || !end || place < LCM_DEPENDENCY_ABSENT ||
        place > INT32_MAX)
      return false;
    const struct lcm_dependency dependency = {
        lcm_intern_n(ctx, path + 1, (size_t)(end - path) - 1), (int)place};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), list, dependency);
    text = end + 1;
  }
  return true;
}

struct lcm_cache *lcm_cache_open(lcm_ctx *ctx, size_t n,
                                 const struct lcm_analyze_options *options) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_buf buf = {0};
  if (!options->cache || !n)
    return NULL;
  struct lcm_cache *cache = LCM_NEW(arena, struct lcm_cache);
  cache->ctx = ctx;
  cache->incore =
      options->incore != LCM_INCORE_SOURCE && !options->constructs_only;
  cache->store.directory = options->cache;
  cache->store.limit = options->cache_size ? options->cache_size : DEFAULT_SIZE;
  cache->names = LCM_NEW_ARRAY(arena, struct lcm_digest, n);
  clock_gettime(CLOCK_REALTIME_COARSE, &cache->start);
  put_options(&buf, ctx, options);
  const bool known = put_tools(&buf, ctx) && !buf.failed;
  cache->common = digest_of(&buf);
  return known && lcm_store_open(&cache->store) ? cache : NULL;
}

bool lcm_cache_find(struct lcm_cache *cache, struct lcm_unit *unit,
                    const struct lcm_unit_input *input, size_t i) {
  dependency_list list = {0};
  lcm_buf text = {0};
  struct lcm_digest *first = &cache->names[i];
  struct lcm_digest second;
  if (!name_first(first, cache, input)) {
    first->text[0] = '\0';
    return false;
  }
  if (!lcm_store_get(&text, &cache->store, first))
    return false;
  bool found = read_dependencies(&list, cache->ctx, text.text);
  lcm_buf_free(&text);
  found = found && name_second(&second, cache, input, first, list.at, list.n) &&
          lcm_store_get(&text, &cache->store, &second) &&
          !lcm_unit_unpack(unit, cache->ctx, text.text, text.len);
  lcm_buf_free(&text);
  unit->dependencies = list.at;
  unit->n_dependencies = list.n;
  return found;
}

bool lcm_cache_name(struct lcm_digest *name, struct lcm_cache *cache,
                    const struct lcm_unit_input *input, bool settled) {
  dependency_list list = {0};
  lcm_buf text = {0};
  struct lcm_digest first;
  if (!name_first(&first, cache, input) ||
      !lcm_store_get(&text, &cache->store, &first))
    return false;
  const bool read = read_dependencies(&list, cache->ctx, text.text);
  lcm_buf_free(&text);
  return read && name_second(name, cache, input, &first, list.at, list.n) &&
         lcm_store_touch(&cache->store, name) &&
         (!settled || is_settled(cache, input, list.at, list.n));
}

struct lcm_unit_store *lcm_cache_store(struct lcm_cache *cache) {
  return &cache->store;
}

void lcm_cache_keep(struct lcm_cache *cache, const struct lcm_unit *unit,
                    const struct lcm_unit_input *input, size_t i,
                    const char *text, size_t len) {
  const struct lcm_digest *first = &cache->names[i];
  struct lcm_digest second;
  if (unit->failed || !first->text[0] ||
      !is_settled(cache, input, unit->dependencies, unit->n_dependencies) ||
      !name_second(&second, cache, input, first, unit->dependencies,
                   unit->n_dependencies))
    return;
  const size_t skipped = lcm_unit_skip(text, len);
  lcm_buf list = print_dependencies(unit->dependencies, unit->n_dependencies);
  if (!list.failed) {
    lcm_store_put(&cache->store, &second, text + skipped, len - skipped);
    lcm_store_put(&cache->store, first, list.text, list.len);
  }
  lcm_buf_free(&list);
}

void lcm_cache_close(struct lcm_cache *cache) {
  if (cache)
    lcm_store_trim(&cache->store);
}
