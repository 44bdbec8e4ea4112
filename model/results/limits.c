/* What sets times, in words and as JSON. */
#include "model/results/limits.h"

#include <math.h>

#include "model/results/limits_internal.h"

/* Return the word for "limit". */
static const char *word_of(enum lcm_limit limit) {
  static const char *const WORDS[] = {
#define LCM_LIMIT(name, text, what) text,
#include "model/results/limits.def"
#undef LCM_LIMIT
  };
  return WORDS[limit];
}

const char *lcm_limited_text(lcm_ctx *ctx, struct lcm_limited_by by) {
  const char *word = word_of(by.limit);
  return by.level
             ? lcm_arena_printf(lcm_ctx_arena(ctx), "%s %s", by.level, word)
             : word;
}

/* Return "by". */
static lcm_json *by_json(struct lcm_limited_by by) {
  return LCM_JSON_NEW({"bound", LCM_JSON(word_of(by.limit))},
                      {"level", LCM_JSON(by.level)});
}

/* Return the place of "node" as text. */
static lcm_json *place_json(const lcm_node *node) {
  lcm_buf text = {0};
  if (node->loc.file)
    lcm_buf_printf(&text, "%s:%u:%u", node->loc.file, node->loc.line,
                   node->loc.column);
  lcm_json *json = lcm_json_string(text.text);
  lcm_buf_free(&text);
  return json;
}

/* Return what "part" moves on each of the roofs of "limits". */
static lcm_json *bytes_json(const struct lcm_limits *limits,
                            const struct lcm_limit_part *part) {
  lcm_json *bytes = lcm_json_object();
  for (size_t i = 0; part->bytes && i < limits->n_roofs; i++)
    lcm_json_set(bytes, limits->roofs[i].name, lcm_json_real(part->bytes[i]));
  return bytes;
}

lcm_json *lcm_limits_json(const struct lcm_limits *limits) {
  lcm_json *parts = lcm_json_array();
  for (size_t i = 0; i < limits->n_parts; i++) {
    const struct lcm_limit_part *part = &limits->parts[i];
    const bool counted = part->flops >= 0;
    lcm_json_add(
        parts,
        LCM_JSON_NEW(
            {"path", LCM_JSON(part->function->name)},
            {"kind", LCM_JSON(lcm_node_word(part->node->kind))},
            {"label",
             LCM_JSON(part->node->name ? part->node->name : part->node->label)},
            {"range", place_json(part->node)},
            {"visits", LCM_JSON(part->visits)}, {"time", LCM_JSON(part->time)},
            {"share", LCM_JSON(part->share)},
            {"bound", LCM_JSON(word_of(part->by.limit))},
            {"level", LCM_JSON(part->by.level)}, {"gain", LCM_JSON(part->gain)},
            {"next", by_json(part->next)},
            {"operations",
             counted ? lcm_json_real(part->flops) : lcm_json_null()},
            {"bytes", counted ? bytes_json(limits, part) : lcm_json_null()}));
  }
  return parts;
}

lcm_json *lcm_limit_sums_json(const struct lcm_limits *limits) {
  lcm_json *sums = lcm_json_array();
  for (size_t i = 0; i < limits->n_sums; i++) {
    lcm_json *sum = by_json(limits->sums[i].by);
    LCM_JSON_PUT(sum, {"time", LCM_JSON(limits->sums[i].time)},
                 {"share", LCM_JSON(limits->sums[i].share)});
    lcm_json_add(sums, sum);
  }
  return sums;
}

lcm_json *lcm_source_interval_json(const struct lcm_source_interval *interval) {
  static const char *const WORDS[] = {
#define LCM_ERROR(name, word, source, code) word,
#include "model/results/errors.def"
#undef LCM_ERROR
  };
  lcm_json *shares = lcm_json_object();
  for (size_t c = 0; c < LCM_ERROR_COUNT; c++)
    lcm_json_set(shares, WORDS[c], lcm_json_real(interval->shares[c]));
  return LCM_JSON_NEW(
      {"level", LCM_JSON(0.9)}, {"low", LCM_JSON(interval->low)},
      {"high", isfinite(interval->high) ? lcm_json_real(interval->high)
                                        : lcm_json_null()},
      {"shares", shares});
}
