/* What was said of several units together, kept from run to run. */
#include "analyzer/units/recall.h"

#include <stdlib.h>
#include <string.h>

#include "analyzer/units/cache.h"
#include "analyzer/units/record.h"
#include "analyzer/units/store.h"

/* A result of all units. */
struct lcm_recall {
  lcm_ctx *ctx;
  struct lcm_cache *cache; /* where it is kept */
  const struct lcm_analyze_options *options;
  const struct lcm_unit_input *inputs;
  size_t n;
  const char *what; /* says which result of them */
};

lcm_recall *lcm_recall_new(lcm_ctx *ctx, const struct lcm_unit_input *inputs,
                           size_t n, const struct lcm_analyze_options *options,
                           const char *what) {
  struct lcm_cache *cache = lcm_cache_open(ctx, n, options);
  if (!cache)
    return NULL;
  lcm_recall *recall = LCM_NEW(lcm_ctx_arena(ctx), lcm_recall);
  *recall = (lcm_recall){ctx, cache, options, inputs, n, what};
  return recall;
}

/* Put into "*name" what the result of "recall" is called; false where one of
 * its units is not known or, when "settled", has changed. */
static bool name_of(struct lcm_digest *name, const lcm_recall *recall,
                    bool settled) {
  lcm_buf buf = {0};
  bool known = true;
  lcm_buf_printf(&buf, "%zu %s", strlen(recall->what), recall->what);
  for (size_t i = 0; i < recall->n && known; i++) {
    struct lcm_digest unit;
    const char *file = recall->inputs[i].file;
    known = lcm_cache_name(&unit, recall->cache, &recall->inputs[i], settled);
    if (known)
      lcm_buf_printf(&buf, " %zu %s %s", strlen(file), file, unit.text);
  }
  known = known && !buf.failed;
  if (known)
    *name = lcm_digest_of(buf.text, buf.len);
  lcm_buf_free(&buf);
  return known;
}

/* Say that all units of "recall" are done. */
static void tell(const lcm_recall *recall) {
  struct lcm_progress progress = {.n = recall->n};
  for (size_t i = 0; i < recall->n && recall->options->progress; i++) {
    progress.done++;
    progress.cached++;
    progress.file = recall->inputs[i].file;
    recall->options->progress(recall->options->user, &progress);
  }
}

bool lcm_recall_get(char **text, const lcm_recall *recall) {
  struct lcm_digest name;
  struct lcm_unit unit = {0};
  lcm_buf buf = {0};
  uint64_t len = 0;
  if (!name_of(&name, recall, false) ||
      !lcm_store_get(&buf, lcm_cache_store(recall->cache), &name))
    return false;
  const size_t head = sizeof len;
  if (buf.len >= head)
    memcpy(&len, buf.text, head);
  if (buf.len < head || buf.len - head < len ||
      lcm_unit_unpack(&unit, recall->ctx, buf.text + head, (size_t)len)) {
    lcm_buf_free(&buf);
    return false;
  }
  buf.len -= head + (size_t)len;
  memmove(buf.text, buf.text + head + len, buf.len + 1);
  *text = lcm_buf_take(&buf);
  tell(recall);
  return *text != NULL;
}

void lcm_recall_keep(const lcm_recall *recall, const char *text) {
  struct lcm_digest name;
  const struct lcm_unit unit = {0};
  lcm_buf buf = {0};
  size_t len = 0;
  if (!name_of(&name, recall, true))
    return;
  char *said = lcm_unit_pack(&len, &unit, recall->ctx);
  const uint64_t head = len;
  lcm_buf_add(&buf, (const char *)&head, sizeof head);
  lcm_buf_add(&buf, said ? said : "", len);
  lcm_buf_puts(&buf, text);
  if (said && !buf.failed)
    lcm_store_put(lcm_cache_store(recall->cache), &name, buf.text, buf.len);
  lcm_buf_free(&buf);
  free(said);
  lcm_cache_close(recall->cache);
}
