#include "analyzer/text/pragma.h"
#include "tests/fuzz/fuzz.h"

/* The pragmas of a text are found, in order and inside it, and read. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
  lcm_ctx *ctx = fuzz_ctx();
  const char *text = (const char *)data;
  lcm_event_list events = {0};
  lcm_pragma pragma = {0};
  unsigned at = 0;
  lcm_pragma_parse(&pragma, ctx, text, len);
  fuzz_require(pragma.construct && pragma.text, "a pragma has its texts");
  lcm_events_read(&events, ctx, "f.c", text, len);
  for (size_t i = 0; i < events.n; i++) {
    const struct lcm_event *event = &events.at[i];
    fuzz_require(event->loc.begin >= at && event->loc.begin < event->loc.end &&
                     event->loc.end <= len,
                 "events are in order and inside the text");
    fuzz_require(event->kind == LCM_EVENT_UNDEF ||
                     lcm_text_has_pragma(text, len),
                 "what is sure to have no pragma has none");
    at = event->loc.begin;
    if (event->kind != LCM_EVENT_UNDEF)
      lcm_pragma_parse_tokens(&pragma, ctx, event->tokens.at, event->tokens.n);
  }
  lcm_ctx_free(ctx);
  return 0;
}
