#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sys/stat.h>
#include <unistd.h>

#include "analyzer/analyze.h"
#include "analyzer/request/request.h"
#include "base/buf.h"
#include "base/ctx.h"

/* Make a context for a test. */
static int set_up(void **state) {
  *state = lcm_ctx_new(NULL);
  return *state ? 0 : -1;
}

/* Free it. */
static int tear_down(void **state) {
  lcm_ctx_free(*state);
  return 0;
}

/* Return "line model construct clauses" of each construct, one a line; the file
 * before it unless it is that of the unit. */
static char *listed(const struct lcm_unit *unit) {
  lcm_buf buf = {0};
  for (size_t i = 0; i < unit->n_constructs; i++) {
    const lcm_construct *one = &unit->constructs[i];
    if (strcmp(one->loc.file, unit->file) != 0)
      lcm_buf_printf(&buf, "%s:", one->loc.file);
    lcm_buf_printf(&buf, "%u %s %s%s%s\n", one->loc.line, one->model,
                   one->construct, *one->clauses ? " " : "", one->clauses);
  }
  return lcm_buf_take(&buf);
}

/* Check that "text" has the constructs "expected". */
static void assert_constructs(lcm_ctx *ctx, const char *text, bool inactive,
                              const char *expected) {
  const struct lcm_analyze_options options = {.constructs_only = true,
                                              .inactive = inactive};
  struct lcm_unit unit;
  assert_int_equal(lcm_analyze_text(&unit, ctx, "a.c", text, &options), LCM_OK);
  char *all = listed(&unit);
  assert_string_equal(all, expected);
  free(all);
}

/* Pragmas as written, stacked, over several lines, with macros in clauses. */
static void pragmas(void **state) {
  assert_constructs(*state,
                    "#define NT 4\n"
                    "#define SCHED(n) schedule(static, n * NT)\n"
                    "void f(int n, int *a) {\n"
                    "#pragma omp parallel num_threads(NT) /* c */ \\\n"
                    "    if(n > NT)\n"
                    "#pragma omp for SCHED(2) nowait\n"
                    "  for (int i = 0; i < n; i++) a[i] = i;\n"
                    "#undef NT\n"
                    "#define NT 8\n"
                    "#pragma omp parallel num_threads(NT)\n"
                    "#pragma omp single\n"
                    "  {}\n"
                    "#undef NT\n"
                    "#pragma omp parallel num_threads(NT)\n"
                    "  {}\n"
                    "/*\n"
                    "#pragma omp barrier\n"
                    "*/\n"
                    "}\n",
                    false,
                    "4 openmp parallel num_threads(4);if(n>4)\n"
                    "6 openmp for schedule(static,2*4);nowait\n"
                    "10 openmp parallel num_threads(8)\n"
                    "11 openmp single\n"
                    "14 openmp parallel num_threads(NT)\n");
}

/* Pragmas that macros make, at the line where they are used. */
static void made_by_macros(void **state) {
  assert_constructs(*state,
                    "#define STR(x) #x\n"
                    "#define OMP(x) _Pragma(STR(omp x))\n"
                    "#define PARFOR(nt, ...) OMP(parallel for "
                    "num_threads(nt) __VA_ARGS__)\n"
                    "#define ALIAS PARFOR\n"
                    "#define ID(x) x\n"
                    "#define TWO _Pragma(\"omp barrier\") "
                    "_Pragma(\"omp flush\")\n"
                    "#define NT 4\n"
                    "void f(int n) {\n"
                    "  int i;\n"
                    "  PARFOR(NT,\n"
                    "    schedule(static))\n"
                    "  for (i = 0; i < n; i++) ;\n"
                    "  ALIAS (2)\n"
                    "  for (i = 0; i < n; i++) ;\n"
                    "  ID(\n"
                    "  TWO)\n"
                    "  ID(ID(_Pragma(\"omp taskwait\")))\n"
                    "  _Pragma(\"omp taskyield\")\n"
                    "  OMP\n"
                    "    (barrier)\n"
                    "}\n",
                    false,
                    "10 openmp parallel for num_threads(4);schedule(static)\n"
                    "13 openmp parallel for num_threads(2)\n"
                    "15 openmp barrier\n"
                    "15 openmp flush\n"
                    "17 openmp taskwait\n"
                    "18 openmp taskyield\n"
                    "19 openmp barrier\n");
}

/* Inactive regions count only when they are asked for. */
static void inactive(void **state) {
  static const char *const TEXT = "#ifdef _OPENMP\n"
                                  "#pragma omp declare target\n"
                                  "#else\n"
                                  "#pragma omp critical (a)\n"
                                  "#endif\n"
                                  "#if 0\n"
                                  "It's #pragma omp barrier\n"
                                  "#pragma omp flush\n"
                                  "_Pragma(\"omp taskwait\")\n"
                                  "#endif\n"
                                  "#pragma omp end declare target\n";
  assert_constructs(*state, TEXT, false,
                    "2 openmp declare target\n"
                    "11 openmp end declare target\n");
  assert_constructs(*state, TEXT, true,
                    "2 openmp declare target\n"
                    "4 openmp critical (a)\n"
                    "8 openmp flush\n"
                    "9 openmp taskwait\n"
                    "11 openmp end declare target\n");
}

/* Calls of the three libraries, through macros and parentheses too. */
static void calls(void **state) {
  assert_constructs(*state,
                    "int MPI_Init(int *, char ***), PMPI_Send(int);\n"
                    "int pthread_join(long, void **), mtx_lock(int *);\n"
                    "int thrd_create(int), call_once(int), MPI_foo(int);\n"
                    "int pthread(int), pthread_(int), cnd_wait(int);\n"
                    "#define CHECK(x) do { if (x) return; } while (0)\n"
                    "#define LOCK mtx_lock\n"
                    "static int wrap(void) { return PMPI_Send(1); }\n"
                    "void f(int *m) {\n"
                    "  CHECK(\n"
                    "    MPI_Init(0, 0));\n"
                    "  (pthread_join)(1, 0);\n"
                    "  LOCK(m); wrap();\n"
                    "  int (*g)(int) = thrd_create;\n"
                    "  g(1); call_once(cnd_wait(2));\n"
                    "  MPI_foo(1); pthread(1); pthread_(2);\n"
                    "  // MPI_Init(0, 0)\n"
                    "}\n",
                    false,
                    "7 mpi PMPI_Send\n"
                    "9 mpi MPI_Init\n"
                    "11 pthread pthread_join\n"
                    "12 c11 mtx_lock\n"
                    "14 c11 call_once\n"
                    "14 c11 cnd_wait\n");
}

/* Where a header is missing, the calls that libclang drops are found in the
 * text. */
static void missing_header(void **state) {
  size_t n = 0;
  assert_constructs(*state,
                    "#include <no_such_mpi.h>\n"
                    "void f(void) {\n"
                    "  MPI_Send(b, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);\n"
                    "#if 0\n"
                    "  MPI_Recv(b);\n"
                    "#endif\n"
                    "#pragma omp barrier\n"
                    "  MPI_Finalize();\n"
                    "}\n",
                    false,
                    "3 mpi MPI_Send\n"
                    "7 openmp barrier\n"
                    "8 mpi MPI_Finalize\n");
  const lcm_diag *all = lcm_diag_all(*state, &n);
  assert_true(n >= 1);
  assert_int_equal(all[0].id, LCM_DIAG_MISSING_HEADER);
}

/* Directives in comments that make something parallel. */
static void directives(void **state) {
  assert_constructs(*state,
                    "void f(int n, int *a) {\n"
                    "  // lcm: parallel schedule dynamic,4\n"
                    "  // lcm: model time = 1 s\n"
                    "  for (int i = 0; i < n; i++) a[i] = i;\n"
                    "  // lcm: signal  filled(n)\n"
                    "  a[0] = 1;\n"
                    "}\n",
                    false,
                    "2 lcm parallel schedule dynamic,4\n"
                    "5 lcm signal filled(n)\n");
}

/* Text that is no C is an error, not a result. */
static void junk(void **state) {
  const struct lcm_analyze_options options = {.constructs_only = true};
  struct lcm_unit unit;
  size_t n = 0;
  assert_int_equal(lcm_analyze_text(&unit, *state, "a.c",
                                    "\x7f"
                                    "ELF }{ \x80\xff",
                                    &options),
                   LCM_OK);
  assert_int_equal(unit.n_constructs, 0);
  const lcm_diag *all = lcm_diag_all(*state, &n);
  assert_true(n >= 1);
  for (size_t i = 0; i < n; i++)
    assert_int_equal(all[i].id, LCM_DIAG_PARSE_ERROR);
}

/* Write "text" to "name" in the folder of the test. */
static void write_file(const char *name, const char *text, size_t len) {
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, len, file), len);
  assert_int_equal(fclose(file), 0);
}

/* Go to a fresh folder with two units and a header that both include. */
static void enter_project(void) {
  static const char HEADER[] = "#ifndef W\n"
                               "#define W\n"
                               "#define SYNC _Pragma(\"omp barrier\")\n"
                               "int pthread_join(long, void **);\n"
                               "static inline void w(void) {\n"
                               "#pragma omp critical (w)\n"
                               "  pthread_join(1, 0);\n"
                               "}\n"
                               "#endif\n";
  static const char UNIT[] = "#include \"../inc/./w.h\"\n"
                             "void f(void) { SYNC; }\n";
  char folder[] = LCM_BINARY_DIR "/constructsXXXXXX";
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  assert_int_equal(mkdir("inc", 0777), 0);
  assert_int_equal(mkdir("src", 0777), 0);
  write_file("inc/w.h", HEADER, sizeof HEADER - 1);
  write_file("src/a.c", UNIT, sizeof UNIT - 1);
  write_file("src/b.c", UNIT, sizeof UNIT - 1);
  write_file("nul.c", "int a;\0", 7);
}

/* Leave the folder of the test and remove it and the "n" files in it. */
static void leave_folder(const char *const *files, size_t n) {
  char folder[4096];
  assert_non_null(getcwd(folder, sizeof folder));
  for (size_t i = 0; i < n; i++)
    assert_int_equal(remove(files[i]), 0);
  rmdir("inc");
  rmdir("src");
  assert_int_equal(chdir(LCM_BINARY_DIR), 0);
  assert_int_equal(rmdir(folder), 0);
}

/* Leave the project. */
static void leave_project(void) {
  static const char *const FILES[] = {"inc/w.h", "src/a.c", "src/b.c", "nul.c"};
  leave_folder(FILES, sizeof FILES / sizeof *FILES);
}

/* Check the constructs of the two units, found by "jobs" workers (0: in this
 * process). */
static void check_project(unsigned jobs, bool headers, const char *first,
                          const char *second) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_unit_input inputs[] = {{.file = "src/a.c"},
                                          {.file = "src/b.c"},
                                          {.file = "nul.c"},
                                          {.file = "none.c"}};
  const struct lcm_analyze_options options = {.constructs_only = true,
                                              .headers = headers,
                                              .in_process = !jobs,
                                              .jobs = jobs};
  const struct lcm_unit *units = NULL;
  size_t n = 0;
  assert_int_equal(lcm_analyze(&units, ctx, inputs, 4, &options), LCM_OK);
  for (size_t i = 0; i < 2; i++) {
    char *all = listed(&units[i]);
    assert_string_equal(all, i ? second : first);
    assert_false(units[i].failed);
    free(all);
  }
  assert_true(units[2].failed && units[3].failed);
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  assert_int_equal(n, 2);
  assert_int_equal(all[0].id, LCM_DIAG_IO);
  assert_string_equal(all[0].at.file, "none.c");
  assert_int_equal(all[1].id, LCM_DIAG_PARSE_ERROR);
  assert_string_equal(all[1].at.file, "nul.c");
  lcm_ctx_free(ctx);
}

/* Several units, in workers and without; a header's constructs come once, under
 * its tidied name; one unit that fails leaves the others alone. */
static void units(void **state) {
  (void)state;
  enter_project();
  for (unsigned i = 0; i < 8; i++)
    check_project(i / 2, i % 2,
                  "inc/w.h:6 openmp critical (w)\n"
                  "inc/w.h:7 pthread pthread_join\n"
                  "2 openmp barrier\n",
                  "2 openmp barrier\n");
  leave_project();
}

/* Check that the "n" units in "files" have the constructs "expected", one after
 * the other. */
static void assert_listed(const char *const *files, size_t n,
                          const char *const *expected) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct lcm_unit_input inputs[4] = {{0}};
  const struct lcm_analyze_options options = {.constructs_only = true,
                                              .in_process = true};
  const struct lcm_unit *units = NULL;
  for (size_t i = 0; i < n; i++)
    inputs[i].file = files[i];
  assert_int_equal(lcm_analyze(&units, ctx, inputs, n, &options), LCM_OK);
  for (size_t i = 0; i < n; i++) {
    char *all = listed(&units[i]);
    assert_string_equal(all, expected[i]);
    free(all);
  }
  lcm_ctx_free(ctx);
}

/* A source file that others include: what it has comes once, under the file
 * itself if that is a unit too, else as the first that includes it makes it,
 * and again where other clauses come of it; what one macro makes twice is
 * there twice. */
static void included(void **state) {
  static const char PART[] = "#define TWICE _Pragma(\"omp barrier\") "
                             "_Pragma(\"omp barrier\")\n"
                             "// lcm: signal s\n"
                             "void part(void) {\n"
                             "#pragma omp parallel num_threads(N)\n"
                             "  { TWICE }\n"
                             "}\n";
  static const char ONE[] = "#define N 3\n#include \"part.c\"\n";
  static const char TWO[] = "int before;\n#define N 3\n"
                            "#include \"part.c\"\n";
  static const char FOUR[] = "#define N 4\n#include \"part.c\"\n";
  static const char *const FILES[] = {"one.c", "two.c", "four.c", "part.c"};
  static const char *const THREE[] = {
      "part.c:2 lcm signal s\n"
      "part.c:4 openmp parallel num_threads(3)\n"
      "part.c:5 openmp barrier\npart.c:5 openmp barrier\n",
      "", "part.c:4 openmp parallel num_threads(4)\n"};
  static const char *const ALL[] = {"", "", "",
                                    "2 lcm signal s\n"
                                    "4 openmp parallel num_threads(N)\n"
                                    "5 openmp barrier\n5 openmp barrier\n"};
  char folder[] = LCM_BINARY_DIR "/includedXXXXXX";
  (void)state;
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  write_file("one.c", ONE, sizeof ONE - 1);
  write_file("two.c", TWO, sizeof TWO - 1);
  write_file("four.c", FOUR, sizeof FOUR - 1);
  write_file("part.c", PART, sizeof PART - 1);
  assert_listed(FILES, 3, THREE);
  assert_listed(FILES, 4, ALL);
  leave_folder(FILES, 4);
}

/* Run the tests. */
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(pragmas, set_up, tear_down),
      cmocka_unit_test_setup_teardown(made_by_macros, set_up, tear_down),
      cmocka_unit_test_setup_teardown(inactive, set_up, tear_down),
      cmocka_unit_test_setup_teardown(calls, set_up, tear_down),
      cmocka_unit_test_setup_teardown(missing_header, set_up, tear_down),
      cmocka_unit_test_setup_teardown(directives, set_up, tear_down),
      cmocka_unit_test_setup_teardown(junk, set_up, tear_down),
      cmocka_unit_test(units),
      cmocka_unit_test(included)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
