/* Reading the attribute `passes` of calls: "0=one;1=*f". */
#include "model/link/passes.h"

#include <stdlib.h>
#include <string.h>

void lcm_passes_read(lcm_passed_list *list, lcm_ctx *ctx,
                     const lcm_node *node) {
  const char *text = lcm_node_attribute(node, "passes");
  while (text && *text) {
    char *key = NULL;
    struct lcm_passed passed = {.at = strtoul(text, &key, 10)};
    if (key == text || *key != '=')
      return;
    const size_t n = strcspn(++key, ";");
    passed.forwarded = *key == '*';
    passed.key =
        lcm_intern_n(ctx, key + passed.forwarded, n - (size_t)passed.forwarded);
    LCM_LIST_ADD(lcm_ctx_arena(ctx), list, passed);
    text = key + n + (key[n] == ';');
  }
}
