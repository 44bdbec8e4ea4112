/* Loops in assembly: found, taken apart, and matched with loops of a source.
 * The assembly is written by hand, and so are the answers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/ctx.h"
#include "incore/incore.h"

/* Two doubles at once, then one by one for what is left; and a chain. */
static const char *const TEXT = "\t.file 1 \"/nowhere/a.c\"\n"
                                "\t.type f, @function\n"
                                "f:\n"
                                "\t.loc 1 3 5\n"
                                "\ttestl %edi, %edi\n"
                                "\tjle .L9\n"
                                ".L2:\n"
                                "\t.loc 1 4 7\n"
                                "\tmovupd (%rsi,%rax), %xmm1\n"
                                "\tmulpd %xmm0, %xmm1 # a comment\n"
                                "\tmovups %xmm1, (%rdx,%rax)\n"
                                "\taddq $16, %rax\n"
                                "\t.loc 1 3 5\n"
                                "\tcmpq %rax, %rcx\n"
                                "\tjne .L2\n"
                                ".L3:\n"
                                "\t.loc 1 4 7\n"
                                "\tmovsd (%rsi,%r8,8), %xmm1\n"
                                "\tmulsd %xmm0, %xmm1\n"
                                "\tmovsd %xmm1, (%rdx,%r8,8)\n"
                                "\tincq %r8\n"
                                "\tcmpq %r8, %r9\n"
                                "\tjne .L3\n"
                                ".L9:\n"
                                "\tret\n"
                                "\t.size f, .-f\n"
                                "\t.type g, @function\n"
                                "g:\n"
                                ".L10:\n"
                                "\txorl %ecx, %ecx\n"
                                ".L11:\n"
                                "\t.loc 1 12 3\n"
                                "\timull $5, %eax, %eax\n"
                                "\taddl $1, %edx\n"
                                "\tcmpl %edx, %edi\n"
                                "\tjne .L11\n"
                                "\t.loc 1 11 3\n"
                                "\tsubl $1, %esi\n"
                                "\tjne .L10\n"
                                "\t.loc 1 20 3\n"
                                "\tcall memset@PLT\n"
                                "\tret\n"
                                "\t.size g, .-g\n";

/* Return a new context. */
static lcm_ctx *fresh(void) { return lcm_ctx_new(NULL); }

/* Return what the lines from "first" to "last" cost, with "stride" (0: none),
 * "flops" and "stores" in an iteration; "*why": as lcm_incore_match. */
static struct lcm_incore_cost cost_of(const char **why, lcm_ctx *ctx,
                                      const struct lcm_incore *code,
                                      const struct lcm_incore_source *source) {
  struct lcm_incore_cost cost;
  *why = lcm_incore_match(&cost, ctx, code, source);
  return cost;
}

/* Innermost loops alone are found, with what they do. */
static void test_loops(void **state) {
  lcm_ctx *ctx = fresh();
  const struct lcm_incore *code = lcm_incore_parse(ctx, TEXT, NULL);
  (void)state;
  assert_int_equal(code->loops.n, 3);
  size_t packed = 0;
  for (size_t i = 0; i < code->loops.n; i++) {
    const struct lcm_asm_facts *facts = &code->loops.at[i].facts;
    assert_false(facts->branches);
    assert_false(facts->calls);
    packed += facts->packed;
    if (facts->packed) {
      assert_int_equal(code->loops.at[i].instrs.n, 6);
      assert_true(facts->flops == 2);
      assert_true(facts->stores == 16);
      assert_int_equal(facts->moving.n, 2);
      assert_int_equal(facts->moving.at[0].step, 16);
    }
  }
  assert_int_equal(packed, 1);
  lcm_ctx_free(ctx);
}

/* The vector loop is the main one; the other is for what is left. */
static void test_lanes(void **state) {
  static const long long STRIDES[] = {8};
  lcm_ctx *ctx = fresh();
  struct lcm_incore *code = lcm_incore_parse(ctx, TEXT, NULL);
  const char *why = NULL;
  (void)state;
  for (size_t i = 0; i < code->loops.n; i++)
    code->loops.at[i].cycles = code->loops.at[i].facts.packed ? 3 : 2;
  struct lcm_incore_source source = {.file = "/nowhere/a.c",
                                     .first = 3,
                                     .last = 4,
                                     .strides = STRIDES,
                                     .n_strides = 1,
                                     .flops = 1,
                                     .stores = 8,
                                     .step = 1};
  struct lcm_incore_cost cost = cost_of(&why, ctx, code, &source);
  assert_null(why);
  assert_true(cost.at_once == 2);
  assert_true(cost.cycles == 1.5);
  assert_true(cost.rest == 2);
  source.stores = 16;
  (void)cost_of(&why, ctx, code, &source);
  assert_non_null(why);
  source.stores = 8;
  source.file = "/nowhere/b.c";
  (void)cost_of(&why, ctx, code, &source);
  assert_string_equal(why, "the code has no loop of it");
  lcm_ctx_free(ctx);
}

/* Without moving addresses the counter tells the iterations; loops that became
 * calls are named. */
static void test_counter(void **state) {
  lcm_ctx *ctx = fresh();
  struct lcm_incore *code = lcm_incore_parse(ctx, TEXT, NULL);
  const char *why = NULL;
  (void)state;
  for (size_t i = 0; i < code->loops.n; i++)
    code->loops.at[i].cycles = 4;
  struct lcm_incore_source source = {
      .file = "/nowhere/a.c", .first = 12, .last = 12, .step = 1};
  const struct lcm_incore_cost cost = cost_of(&why, ctx, code, &source);
  assert_null(why);
  assert_true(cost.at_once == 1);
  assert_true(cost.cycles == 4);
  source.first = source.last = 20;
  (void)cost_of(&why, ctx, code, &source);
  assert_string_equal(why, "the compiler made a call of memset() of it");
  lcm_ctx_free(ctx);
}

/* A step of 31 is that of `31 * i`, and not of 31 iterations; two steps of an
 * address of which one is taken are not both made: one iteration each. */
static void test_steps(void **state) {
  static const char *const TEXTS[] = {
      "\taddq $31, %rax\n\tandq %rsi, %rcx\n\taddq %rcx, %rdx\n",
      "\tmovl (%rax), %edx\n\tcmpl $9, %edx\n\tja .L2\n\taddq $4, %rax\n"
      "\tjmp .L3\n.L2:\n\taddq $4, %rax\n.L3:\n"};
  (void)state;
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    lcm_ctx *ctx = fresh();
    lcm_buf text = {0};
    const long long stride = 4;
    const char *why = NULL;
    lcm_buf_printf(&text,
                   "\t.file 1 \"/nowhere/a.c\"\n\t.type f, @function\nf:\n"
                   "\t.loc 1 4 7\n.L1:\n%s\tcmpq %%rax, %%r8\n\tjne .L1\n"
                   "\tret\n\t.size f, .-f\n",
                   TEXTS[i]);
    struct lcm_incore *code = lcm_incore_parse(ctx, text.text, NULL);
    assert_int_equal(code->loops.n, 1);
    code->loops.at[0].cycles = 4;
    const struct lcm_incore_source source = {.file = "/nowhere/a.c",
                                             .first = 4,
                                             .last = 4,
                                             .strides = &stride,
                                             .n_strides = i,
                                             .step = 1};
    const struct lcm_incore_cost cost = cost_of(&why, ctx, code, &source);
    assert_null(why);
    assert_true(cost.at_once == 1);
    assert_int_equal(cost.ways, i);
    lcm_buf_free(&text);
    lcm_ctx_free(ctx);
  }
}

/* Eight multiplications in a loop of eight iterations are all of them; with two
 * in each vector they are two rows of two; with eight of unknown many, nothing
 * is clear. */
static void test_unrolled(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    lcm_ctx *ctx = fresh();
    lcm_buf text = {0};
    const char *why = NULL;
    lcm_buf_puts(&text, "\t.file 1 \"/nowhere/a.c\"\n\t.type f, @function\n"
                        "f:\n\t.loc 1 4 7\n.L1:\n");
    for (int k = 0; k < (i == 1 ? 1 : 8); k++)
      lcm_buf_puts(&text, i == 1 ? "\tmulpd (%rax), %xmm0\n"
                                 : "\tmulsd %xmm1, %xmm0\n");
    lcm_buf_puts(&text, "\taddq $8, %rax\n\tcmpq %rax, %r8\n\tjne .L1\n"
                        "\tret\n\t.size f, .-f\n");
    struct lcm_incore *code = lcm_incore_parse(ctx, text.text, NULL);
    assert_int_equal(code->loops.n, 1);
    code->loops.at[0].cycles = 24;
    const long long stride = 8;
    const struct lcm_incore_source source = {.file = "/nowhere/a.c",
                                             .first = 4,
                                             .last = 4,
                                             .strides = &stride,
                                             .n_strides = i == 1,
                                             .flops = 1,
                                             .trips = i == 0 ? 8 : 0,
                                             .step = 1};
    const struct lcm_incore_cost cost = cost_of(&why, ctx, code, &source);
    if (i == 2)
      assert_string_equal(
          why, "how many iterations the code makes at once is not clear");
    else
      assert_null(why);
    assert_true(cost.at_once == (i == 0 ? 8 : i == 1 ? 2 : 0));
    lcm_buf_free(&text);
    lcm_ctx_free(ctx);
  }
}

/* Divisions are counted by registers, and stand for multiplications or moves
 * where what they take is measured; the square root that sets errno is called
 * where it has no result, which does not count. */
static void test_divisions(void **state) {
  lcm_ctx *ctx = fresh();
  struct lcm_asm_divisions all = {0, 0, 0};
  lcm_buf text = {0};
  struct lcm_incore *code = lcm_incore_parse(
      ctx,
      "\t.type f, @function\nf:\n.L1:\n\tdivsd (%rax), %xmm0\n"
      "\tvdivpd %ymm1, %ymm2, %ymm3\n\tsqrtsd %xmm0, %xmm1\n"
      "\tvsqrtpd (%rax), %ymm1\n\tidivl %ecx\n\tucomisd %xmm0, %xmm1\n"
      "\tja .L4\n.L3:\n\taddq $8, %rax\n\tcmpq %rax, %r8\n\tjne .L1\n"
      "\tret\n.L4:\n\tcall sqrt@PLT\n\tjmp .L3\n\t.size f, .-f\n",
      NULL);
  (void)state;
  assert_int_equal(code->loops.n, 1);
  const struct lcm_asm_loop *loop = &code->loops.at[0];
  assert_int_equal(loop->paths.n, 1);
  assert_true(loop->paths.at[0].share == 1);
  assert_false(loop->facts.calls);
  for (size_t i = 0; i < 5; i++) {
    lcm_division_count(&all, &loop->function->instrs.at[i], 1);
    lcm_division_put(&text, &loop->function->instrs.at[i]);
  }
  assert_true(all.whole == 1);
  assert_true(all.quotients == 3);
  assert_true(all.roots == 3);
  assert_string_equal(text.text, "\tmulsd\t(%rax), %xmm0\n"
                                 "\tvmulpd\t%ymm1, %ymm2, %ymm3\n"
                                 "\tmovapd\t%xmm0, %xmm1\n"
                                 "\tvmovupd\t(%rax), %ymm1\n"
                                 "\tmull\t%ecx\n");
  lcm_buf_free(&text);
  lcm_ctx_free(ctx);
}

/* A value that a loop keeps in memory waits for its store: a counter for one
 * operation (1 cycle), as a whole number, a sum of numbers for a product and an
 * addition (8), a place that an index chooses as well; not where the store does
 * not depend on the load, where the place moves, where it is another one, and
 * not beside calls. */
static void test_forwarding(void **state) {
  static const struct {
    const char *body;
    double kept;
    double whole;
    double cycles;
  } CASES[] = {
      {"\taddq $1, (%rsi)\n", 0, 1, 1},
      {"\tmovq (%rdi,%rsi,8), %r8\n\tmovq %rdx, %rcx\n\tandl $3, %ecx\n"
       "\taddq %r8, %rcx\n\tmovq %rcx, (%rdi,%rsi,8)\n",
       0, 1, 1},
      {"\tmovsd sum(%rip), %xmm1\n\tmulsd %xmm0, %xmm1\n"
       "\taddsd (%rax), %xmm1\n\tmovsd %xmm1, sum(%rip)\n",
       1, 0, 8},
      {"\tmovsd (%rax), %xmm1\n\tvaddsd (%rsi), %xmm1, %xmm2\n"
       "\tvmovsd %xmm2, (%rsi)\n",
       1, 0, 4},
      {"\tmovq (%rsi), %r8\n\tmovq %rax, (%rsi)\n", 0, 0, 0},
      {"\taddq $1, (%rax)\n", 0, 0, 0},
      {"\tmovq (%rsi), %r8\n\taddq $1, %r8\n\tmovq %r8, 8(%rsi)\n", 0, 0, 0},
      {"\tcall g\n\taddq $1, (%rsp)\n", 0, 0, 0},
  };
  (void)state;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = fresh();
    lcm_buf text = {0};
    lcm_buf_printf(&text,
                   "\t.type f, @function\nf:\n.L1:\n%s\taddq $8, %%rax\n"
                   "\tcmpq %%rax, %%r9\n\tjne .L1\n\tret\n\t.size f, .-f\n",
                   CASES[i].body);
    struct lcm_incore *code = lcm_incore_parse(ctx, text.text, NULL);
    assert_int_equal(code->loops.n, 1);
    assert_true(code->loops.at[0].facts.kept == CASES[i].kept);
    assert_true(code->loops.at[0].facts.kept_whole == CASES[i].whole);
    assert_true(code->loops.at[0].facts.kept_cycles == CASES[i].cycles);
    lcm_buf_free(&text);
    lcm_ctx_free(ctx);
  }
}

/* A jump through a table leaves nothing that is known; junk is passed over. */
static void test_unknown(void **state) {
  static const char *const TEXTS[] = {
      "\t.type f, @function\nf:\n.L1:\n\tjmp *%rax\n\tjne .L1\n",
      "\t.type f, @function\nf:\n\tret\n",
      "f:\n.L1:\n\tjmp .L1\n",
      "\t.file 99999999999999999999 \"a\"\n.loc x\n.file 1\n\t.file 1 \"\n",
      ":::\n\t(((\n#APP\n",
      ""};
  (void)state;
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    lcm_ctx *ctx = fresh();
    assert_int_equal(lcm_incore_parse(ctx, TEXTS[i], "/nowhere")->loops.n, 0);
    lcm_ctx_free(ctx);
  }
}

/* Of flags those stay that say what code is made; others run and write
 * nothing. */
static void test_flags(void **state) {
  static const char *const FLAGS[] = {"-O3",
                                      "-o",
                                      "x.o",
                                      "-march=native",
                                      "-DA=1",
                                      "-D",
                                      "B",
                                      "-MF",
                                      "x.d",
                                      "-MD",
                                      "-fplugin=./evil.so",
                                      "-wrapper",
                                      "sh,-c,x",
                                      "-Bdir",
                                      "-specs=x",
                                      "-ffast-math",
                                      "-Xclang",
                                      "-load",
                                      "@more",
                                      "-fdump-tree-all",
                                      "-I",
                                      "inc",
                                      "-mllvm",
                                      "-load=x",
                                      "-D",
                                      "@x",
                                      "-flto",
                                      "-std=c17",
                                      "-save-temps",
                                      "-x",
                                      "none",
                                      "evil.c",
                                      "-pthread",
                                      "-fprofile-use=/x"};
  static const char *const KEPT[] = {
      "-O3", "-march=native", "-DA=1",    "-D",      "B", "-ffast-math",
      "-I",  "inc",           "-std=c17", "-pthread"};
  lcm_ctx *ctx = fresh();
  lcm_incore_words words = {0};
  (void)state;
  lcm_incore_flags(&words, ctx, FLAGS, sizeof FLAGS / sizeof *FLAGS);
  assert_int_equal(words.n, sizeof KEPT / sizeof *KEPT);
  for (size_t i = 0; i < words.n; i++)
    assert_string_equal(words.at[i], KEPT[i]);
  lcm_ctx_free(ctx);
}

/* Compilers go by their names. */
static void test_names(void **state) {
  static const char *const GOOD[] = {
      "cc", "gcc", "gcc-12", "clang-19", "x86_64-linux-gnu-gcc-12", "mpicc"};
  static const char *const BAD[] = {"sh",   "evil", "gcc;sh", "../gcc",
                                    "-gcc", "g++",  "gccx",   "",
                                    "nvcc", "gcc-", "a/gcc"};
  lcm_ctx *ctx = fresh();
  static const char *const MARCH[] = {"-march=znver3", "-O2"};
  static const char *const NATIVE[] = {"-march=native", "-m32"};
  (void)state;
  for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++)
    assert_true(lcm_incore_is_compiler(GOOD[i]));
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
    assert_false(lcm_incore_is_compiler(BAD[i]));
  assert_string_equal(
      lcm_incore_target(ctx, "aarch64-linux-gnu-gcc-12", NULL, 0), "aarch64");
  assert_string_equal(lcm_incore_target(ctx, "gcc-12", NATIVE, 2), "i386");
  assert_string_equal(lcm_incore_processor(MARCH, 2), "znver3");
  assert_null(lcm_incore_processor(NATIVE, 2));
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loops),      cmocka_unit_test(test_lanes),
      cmocka_unit_test(test_counter),    cmocka_unit_test(test_steps),
      cmocka_unit_test(test_unrolled),   cmocka_unit_test(test_divisions),
      cmocka_unit_test(test_forwarding), cmocka_unit_test(test_unknown),
      cmocka_unit_test(test_flags),      cmocka_unit_test(test_names)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
