/* On which parameters the cost of functions that call themselves depends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "composer/scope/scope.h"
#include "model/lcs/parse.h"

/* `swap` works by its first parameter, which each call exchanges for the second
 * one; `carried` only hands its first one on, also by way of `other`; `ring`
 * has a loop by what the last of three calls in a circle was given. */
static const char TEXT[] =
    "lcs 1\n"
    "function swap params=(a, b, n) {\n"
    "branch {\n"
    "series if=(0 < n) {\n"
    "call callee=swap {\narg (b)\narg (a)\narg (n - 1)\n}\n"
    "loop count=(a) {\nfragment flops=(1)\n}\n"
    "}\n}\n}\n"
    "function carried params=(width, n) {\n"
    "branch {\n"
    "series if=(0 < n) {\n"
    "call callee=other {\narg (2*width)\narg (n - 1)\n}\n"
    "call callee=carried {\narg (width)\narg (n - 2)\n}\n"
    "fragment flops=(5)\n"
    "}\n}\n}\n"
    "function other params=(w, m) {\n"
    "call callee=carried {\narg (w)\narg (m)\n}\n"
    "}\n"
    "function ring params=(x, y, z, n) {\n"
    "branch {\n"
    "series if=(0 < n) {\n"
    "call callee=ring {\narg (y)\narg (z)\narg (x)\narg (n - 1)\n}\n"
    "}\n"
    "loop count=(z) {\nfragment flops=(1)\n}\n"
    "}\n}\n";

/* Whether the cost of "function" depends on "name". */
static bool depends(lcm_ctx *ctx, const lcm_program *program,
                    struct lcm_facts_table *table, const char *function,
                    const char *name) {
  const lcm_function *of = lcm_program_function(program, function);
  assert_non_null(of);
  return lcm_facts_depend(table, of->body, lcm_intern(ctx, name));
}

static void test_recursions(void **state) {
  static const struct {
    const char *function;
    const char *name;
    bool depends;
  } ASKED[] = {{"carried", "width", false}, {"other", "w", false},
               {"carried", "n", true},      {"other", "m", true},
               {"swap", "b", true},         {"swap", "a", true},
               {"swap", "n", true},         {"ring", "x", true},
               {"ring", "y", true},         {"ring", "z", true},
               {"swap", "elsewhere", false}};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *program = NULL;
  (void)state;
  assert_int_equal(
      lcm_program_parse(&program, ctx, "p.lcs", TEXT, strlen(TEXT)), LCM_OK);
  struct lcm_facts_table *all = lcm_facts_new(ctx, program, NULL);
  for (size_t i = 0; i < sizeof ASKED / sizeof *ASKED; i++) {
    struct lcm_facts_table *alone = lcm_facts_new(ctx, program, NULL);
    assert_int_equal(
        depends(ctx, program, alone, ASKED[i].function, ASKED[i].name),
        ASKED[i].depends);
    assert_int_equal(
        depends(ctx, program, all, ASKED[i].function, ASKED[i].name),
        ASKED[i].depends);
  }
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_recursions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
