/* What nodes are called where their labels say it only in part. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/table/table.h"

/* What is executed by one at a time is called by what makes it so, and its
 * name, nothing twice. */
static void sections_have_titles(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  static const char *const CASES[][2] = {{"critical", "critical"},
                                         {"sum", "critical sum"},
                                         {"ordered", "ordered"},
                                         {"atomic x", "atomic x"}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    struct lcm_instance of = {.name = CASES[i][0]};
    lcm_node *node = lcm_node_new(ctx, LCM_NODE_USING, (lcm_loc){0});
    node->label = CASES[i][0];
    node->u.resource.instances = &of;
    node->u.resource.n_instances = 1;
    assert_string_equal(lcm_node_title(ctx, node), CASES[i][1]);
  }
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sections_have_titles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
