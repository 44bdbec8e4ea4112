#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/text/macro.h"
#include "analyzer/text/pragma.h"

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

/* Return the pragma behind `#pragma omp` in "text". */
static lcm_pragma parse(lcm_ctx *ctx, const char *text) {
  lcm_pragma pragma = {0};
  lcm_pragma_parse(&pragma, ctx, text, strlen(text));
  return pragma;
}

/* The directives of OpenMP 5.2 for C, with those of 5.1 that it deprecates and
 * the combined ones; 1: governs no statement. */
static const struct {
  const char *name;
  int standalone;
} DIRECTIVES[] = {{"allocate", 1},
                  {"allocators", 0},
                  {"assume", 0},
                  {"assumes", 1},
                  {"atomic", 0},
                  {"barrier", 1},
                  {"begin assumes", 1},
                  {"begin declare target", 1},
                  {"begin declare variant", 1},
                  {"begin metadirective", 1},
                  {"cancel", 1},
                  {"cancellation point", 1},
                  {"critical", 0},
                  {"declare mapper", 1},
                  {"declare reduction", 1},
                  {"declare simd", 1},
                  {"declare target", 1},
                  {"declare variant", 1},
                  {"depobj", 1},
                  {"dispatch", 0},
                  {"distribute", 0},
                  {"distribute parallel for", 0},
                  {"distribute parallel for simd", 0},
                  {"distribute simd", 0},
                  {"end assumes", 1},
                  {"end declare target", 1},
                  {"end declare variant", 1},
                  {"end metadirective", 1},
                  {"error", 1},
                  {"flush", 1},
                  {"for", 0},
                  {"for simd", 0},
                  {"interop", 1},
                  {"loop", 0},
                  {"masked", 0},
                  {"masked taskloop", 0},
                  {"masked taskloop simd", 0},
                  {"master", 0},
                  {"master taskloop", 0},
                  {"master taskloop simd", 0},
                  {"metadirective", 1},
                  {"nothing", 1},
                  {"ordered", 0},
                  {"parallel", 0},
                  {"parallel for", 0},
                  {"parallel for simd", 0},
                  {"parallel loop", 0},
                  {"parallel masked", 0},
                  {"parallel masked taskloop", 0},
                  {"parallel masked taskloop simd", 0},
                  {"parallel master", 0},
                  {"parallel master taskloop", 0},
                  {"parallel master taskloop simd", 0},
                  {"parallel sections", 0},
                  {"requires", 1},
                  {"scan", 1},
                  {"scope", 0},
                  {"section", 0},
                  {"sections", 0},
                  {"simd", 0},
                  {"single", 0},
                  {"target", 0},
                  {"target data", 0},
                  {"target enter data", 1},
                  {"target exit data", 1},
                  {"target parallel", 0},
                  {"target parallel for", 0},
                  {"target parallel for simd", 0},
                  {"target parallel loop", 0},
                  {"target simd", 0},
                  {"target teams", 0},
                  {"target teams distribute", 0},
                  {"target teams distribute parallel for", 0},
                  {"target teams distribute parallel for simd", 0},
                  {"target teams distribute simd", 0},
                  {"target teams loop", 0},
                  {"target update", 1},
                  {"task", 0},
                  {"taskgroup", 0},
                  {"taskloop", 0},
                  {"taskloop simd", 0},
                  {"taskwait", 1},
                  {"taskyield", 1},
                  {"teams", 0},
                  {"teams distribute", 0},
                  {"teams distribute parallel for", 0},
                  {"teams distribute parallel for simd", 0},
                  {"teams distribute simd", 0},
                  {"teams loop", 0},
                  {"threadprivate", 1},
                  {"tile", 0},
                  {"unroll", 0}};

/* Every directive is known by its whole name, whatever the blanks, alone and
 * before a clause. */
static void directives(void **state) {
  for (size_t i = 0; i < sizeof DIRECTIVES / sizeof *DIRECTIVES; i++) {
    const char *name = DIRECTIVES[i].name;
    char text[128] = "  ";
    size_t n = 2;
    for (const char *at = name; *at; at++) {
      text[n++] = *at;
      if (*at == ' ')
        text[n++] = '\t';
    }
    lcm_pragma pragma = parse(*state, text);
    assert_string_equal(pragma.construct, name);
    assert_string_equal(pragma.text, "");
    assert_int_equal(pragma.standalone, DIRECTIVES[i].standalone);
    strcpy(text + n, " if ( a )");
    pragma = parse(*state, text);
    assert_string_equal(pragma.construct, name);
    assert_string_equal(pragma.text, "if(a)");
  }
}

/* What stands behind `#pragma omp`, the construct and the clauses. */
static const struct {
  const char *in;
  const char *construct;
  const char *text;
} CLAUSES[] = {
    {"parallel for", "parallel for", ""},
    {"parallel for nowait", "parallel for", "nowait"},
    {"for schedule ( static , 4 ) nowait", "for", "schedule(static,4);nowait"},
    {"for schedule(monotonic:dynamic,1),collapse(2),ordered(2)", "for",
     "schedule(monotonic:dynamic,1);collapse(2);ordered(2)"},
    {"for ordered", "for", "ordered"},
    {"for linear(i:step(2)) order(reproducible: concurrent) allocate(a)", "for",
     "linear(i:step(2));order(reproducible:concurrent);allocate(a)"},
    {"parallel num_threads(n + 1) default(none) proc_bind(spread)", "parallel",
     "num_threads(n+1);default(none);proc_bind(spread)"},
    {"parallel if(parallel: a > b) private(x, y) firstprivate(z) shared(w)"
     " copyin(t)",
     "parallel",
     "if(parallel:a>b);private(x,y);firstprivate(z);shared(w);copyin(t)"},
    {"parallel reduction(+ : s) reduction(max: m) reduction(task, ||: b)",
     "parallel", "reduction(+:s);reduction(max:m);reduction(task,||:b)"},
    {"simd simdlen(8) safelen(16) aligned(p, q : 64) nontemporal(r)", "simd",
     "simdlen(8);safelen(16);aligned(p,q:64);nontemporal(r)"},
    {"single copyprivate(a) nowait", "single", "copyprivate(a);nowait"},
    {"sections lastprivate(conditional: x)", "sections",
     "lastprivate(conditional:x)"},
    {"critical (name) hint(omp_sync_hint_contended)", "critical",
     "(name);hint(omp_sync_hint_contended)"},
    {"critical(name), hint(0)", "critical", "(name);hint(0)"},
    {"atomic update", "atomic", "update"},
    {"atomic capture seq_cst hint(1)", "atomic", "capture;seq_cst;hint(1)"},
    {"atomic compare fail(relaxed) weak", "atomic",
     "compare;fail(relaxed);weak"},
    {"flush", "flush", ""},
    {"flush acq_rel", "flush", "acq_rel"},
    {"flush(a, b)", "flush", "(a,b)"},
    {"ordered threads simd", "ordered", "threads;simd"},
    {"ordered depend(sink: i - 1, j) depend(source)", "ordered",
     "depend(sink:i-1,j);depend(source)"},
    {"ordered doacross(sink: i-1)", "ordered", "doacross(sink:i-1)"},
    {"cancel for if(x)", "cancel", "for;if(x)"},
    {"cancellation point taskgroup", "cancellation point", "taskgroup"},
    {"threadprivate(a, b)", "threadprivate", "(a,b)"},
    {"declare reduction(merge : struct s, int : omp_out = f(omp_out, omp_in))"
     " initializer(omp_priv = 0)",
     "declare reduction",
     "(merge:struct s,int:omp_out=f(omp_out,omp_in));initializer(omp_priv=0)"},
    {"declare simd uniform(a) notinbranch inbranch", "declare simd",
     "uniform(a);notinbranch;inbranch"},
    {"declare variant(f) match(construct={parallel}, device={isa(\"avx\")})",
     "declare variant",
     "(f);match(construct={parallel},device={isa(\"avx\")})"},
    {"declare target enter(f) device_type(nohost) indirect", "declare target",
     "enter(f);device_type(nohost);indirect"},
    {"declare target", "declare target", ""},
    {"declare mapper(id : struct v x) map(x, x.p[0:x.n])", "declare mapper",
     "(id:struct v x);map(x,x.p[0:x.n])"},
    {"task depend(in: a[0:n]) depend(iterator(i=0:n), out: b[i]) final(d)"
     " mergeable untied priority(3) detach(e) affinity(c) in_reduction(+:r)",
     "task",
     "depend(in:a[0:n]);depend(iterator(i=0:n),out:b[i]);final(d);mergeable;"
     "untied;priority(3);detach(e);affinity(c);in_reduction(+:r)"},
    {"taskloop grainsize(strict: 4) num_tasks(8) nogroup", "taskloop",
     "grainsize(strict:4);num_tasks(8);nogroup"},
    {"taskgroup task_reduction(+: a)", "taskgroup", "task_reduction(+:a)"},
    {"target map(always, close, tofrom: a[:n]) map(b) device(ancestor: 1)"
     " is_device_ptr(p) has_device_addr(q) defaultmap(none: scalar) nowait"
     " thread_limit(4) uses_allocators(omp_default_mem_alloc)",
     "target",
     "map(always,close,tofrom:a[:n]);map(b);device(ancestor:1);"
     "is_device_ptr(p);has_device_addr(q);defaultmap(none:scalar);nowait;"
     "thread_limit(4);uses_allocators(omp_default_mem_alloc)"},
    {"target data use_device_ptr(p) use_device_addr(q)", "target data",
     "use_device_ptr(p);use_device_addr(q)"},
    {"target update to(present: a) from(b)", "target update",
     "to(present:a);from(b)"},
    {"teams num_teams(2:4) thread_limit(8)", "teams",
     "num_teams(2:4);thread_limit(8)"},
    {"distribute dist_schedule(static, 8)", "distribute",
     "dist_schedule(static,8)"},
    {"loop bind(thread) order(concurrent)", "loop",
     "bind(thread);order(concurrent)"},
    {"tile sizes(4, 8)", "tile", "sizes(4,8)"},
    {"unroll partial(4)", "unroll", "partial(4)"},
    {"unroll full", "unroll", "full"},
    {"scan inclusive(a)", "scan", "inclusive(a)"},
    {"scan exclusive(a)", "scan", "exclusive(a)"},
    {"masked filter(2)", "masked", "filter(2)"},
    {"scope reduction(+:a) nowait", "scope", "reduction(+:a);nowait"},
    {"requires unified_shared_memory atomic_default_mem_order(seq_cst)",
     "requires", "unified_shared_memory;atomic_default_mem_order(seq_cst)"},
    {"depobj(d) depend(inout: x)", "depobj", "(d);depend(inout:x)"},
    {"depobj(d) update(in)", "depobj", "(d);update(in)"},
    {"interop init(targetsync: o) use(o) destroy(o)", "interop",
     "init(targetsync:o);use(o);destroy(o)"},
    {"dispatch nocontext(a) novariants(b)", "dispatch",
     "nocontext(a);novariants(b)"},
    {"error at(execution) severity(warning) message(\"a;  b)\")", "error",
     "at(execution);severity(warning);message(\"a;  b)\")"},
    {"assume holds(n > 0) no_openmp", "assume", "holds(n>0);no_openmp"},
    {"allocate(a) allocator(x) align(64)", "allocate",
     "(a);allocator(x);align(64)"},
    {"metadirective when(device={arch(\"nvptx\")}: teams loop)"
     " otherwise(parallel loop)",
     "metadirective",
     "when(device={arch(\"nvptx\")}:teams loop);otherwise(parallel loop)"},
    {"parallel num_threads(a - -b + sizeof (int))", "parallel",
     "num_threads(a- -b+sizeof(int))"},
    {"frobnicate parallel(2) on", "frobnicate", "parallel(2);on"},
    {"parallel if(a", "parallel", "if(a"},
    {"parallel ) if(a)", "parallel", "if(a)"},
    {"", "", ""}};

/* Clauses lose their blanks and nothing else. */
static void clauses(void **state) {
  for (size_t i = 0; i < sizeof CLAUSES / sizeof *CLAUSES; i++) {
    const lcm_pragma pragma = parse(*state, CLAUSES[i].in);
    assert_string_equal(pragma.construct, CLAUSES[i].construct);
    assert_string_equal(pragma.text, CLAUSES[i].text);
  }
}

/* `ordered` governs a statement unless it has a dependence. */
static void ordered(void **state) {
  assert_false(parse(*state, "ordered simd").standalone);
  assert_true(parse(*state, "ordered depend(source)").standalone);
  assert_true(parse(*state, "ordered doacross(source:)").standalone);
}

/* Clauses are found by name, their arguments as text. */
static void by_name(void **state) {
  const lcm_pragma pragma = parse(*state, "for nowait schedule(guided, n*2)");
  assert_non_null(lcm_pragma_clause(&pragma, "nowait"));
  assert_null(lcm_pragma_clause(&pragma, "nowait")->args);
  assert_string_equal(lcm_pragma_clause(&pragma, "schedule")->args,
                      "guided,n*2");
  assert_null(lcm_pragma_clause(&pragma, "collapse"));
}

/* Return the events of "text". */
static lcm_event_list events_of(lcm_ctx *ctx, const char *text) {
  lcm_event_list events = {0};
  lcm_events_read(&events, ctx, "a.c", text, strlen(text));
  return events;
}

/* Check that the event "event" is a pragma on "line" that reads "text". */
static void assert_pragma(lcm_ctx *ctx, const struct lcm_event *event,
                          unsigned line, const char *text) {
  lcm_pragma pragma = {0};
  assert_int_not_equal(event->kind, LCM_EVENT_UNDEF);
  assert_int_equal(event->loc.line, line);
  lcm_pragma_parse_tokens(&pragma, ctx, event->tokens.at, event->tokens.n);
  assert_string_equal(*pragma.text ? pragma.text : pragma.construct, text);
}

/* Pragmas over several lines, with comments, stacked, with odd spelling. */
static void lines(void **state) {
  const lcm_event_list events =
      events_of(*state, "int a; /* #pragma omp barrier */\n"
                        "// #pragma omp barrier \\\n"
                        "#pragma omp barrier\n"
                        "  #  pragma   omp parallel /* x\n"
                        "  y */ if /* z */ ( a ) // nowait\n"
                        "#pragma omp for \\\r\n"
                        "  nowait \\  \n"
                        "  collapse(2)\n"
                        "#pragma omp for sch\\\n"
                        "edule(static)\n"
                        "%:pragma omp taskwait\n"
                        "/* c */ #pragma omp taskyield\n"
                        "char *s = \"\\\n"
                        "#pragma omp barrier\";\n"
                        "#pragma once\n"
                        "#pragma ompx barrier\n"
                        "a #pragma omp barrier\n"
                        "#define X #pragma omp barrier\n"
                        "#pragma omp barrier");
  assert_int_equal(events.n, 6);
  assert_pragma(*state, &events.at[0], 4, "if(a)");
  assert_pragma(*state, &events.at[1], 6, "nowait;collapse(2)");
  assert_pragma(*state, &events.at[2], 9, "schedule(static)");
  assert_pragma(*state, &events.at[3], 11, "taskwait");
  assert_pragma(*state, &events.at[4], 12, "taskyield");
  assert_int_equal(events.at[4].loc.column, 9);
  assert_pragma(*state, &events.at[5], 19, "barrier");
}

/* The operator, and #undef. */
static void operators(void **state) {
  const lcm_event_list events =
      events_of(*state, "_Pragma(\"omp parallel if(a)\") f();\n"
                        "_Pragma (\n L\"omp for schedule(\\\"x\\\")\" )\n"
                        "_Pragma(\"GCC poison x\") _Pragma(\"once\")\n"
                        "_Pragma _Pragma(\"omp taskwait\")\n"
                        "# undef N\n"
                        "my_Pragma(\"omp barrier\")\n"
                        "#define P _Pragma(\"omp barrier\")\n");
  assert_int_equal(events.n, 4);
  assert_pragma(*state, &events.at[0], 1, "if(a)");
  assert_int_equal(events.at[0].loc.end, 29);
  assert_pragma(*state, &events.at[1], 2, "schedule(\"x\")");
  assert_pragma(*state, &events.at[2], 5, "taskwait");
  assert_int_equal(events.at[3].kind, LCM_EVENT_UNDEF);
  assert_string_equal(events.at[3].tokens.at[0].text, "N");
}

/* What certainly holds no pragma is told apart quickly. */
static void filter(void **state) {
  static const struct {
    const char *text;
    bool may;
  } CASES[] = {{"", false},
               {"int pragma omp2;", true},
               {"#pragma omp barrier", true},
               {"#pragma once", false},
               {"#pragma \\\nomp barrier", true},
               {"#pragma/**/omp barrier", true},
               {"#prag\\\nma omp barrier", true},
               {"a \\\n b", false},
               {"PRAGMA omp", false},
               {"_Pragma(x)", true}};
  (void)state;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
    assert_int_equal(lcm_text_has_pragma(CASES[i].text, strlen(CASES[i].text)),
                     CASES[i].may);
}

/* A table of macros for a test. */
struct macros {
  const lcm_macro *all[16];
  size_t n;
};

/* Return the macro called "name". */
static const lcm_macro *find(void *user, const char *name) {
  const struct macros *macros = user;
  for (size_t i = 0; i < macros->n; i++)
    if (macros->all[i]->name == name)
      return macros->all[i];
  return NULL;
}

/* Definitions, a text, and its full expansion. */
static const struct {
  const char *macros[6];
  const char *in;
  const char *out;
} EXPANSIONS[] = {
    {{"N 4"}, "a N b(N)", "a 4 b(4)"},
    {{"N"}, "a N b", "a b"},
    {{"N N+1"}, "N", "N+1"},
    {{"A B", "B A"}, "A B", "A B"},
    {{"F(x) x*x"}, "F F(2) F (a,b)", "F 2*2 a*a"},
    {{"F(x,y) y x"}, "F((a,b),c)", "c(a,b)"},
    {{"F() 1"}, "F() F( )", "1 1"},
    {{"F (x) x"}, "F(2)", "(x)x(2)"},
    {{"S(x) #x"}, "S( a  +\"b\\n\" )", "\"a +\\\"b\\\\n\\\"\""},
    {{"S(x) #x", "T(x) S(x)", "N 4"}, "S(N) T(N)", "\"N\"\"4\""},
    {{"C(a,b) a##b", "xy 7"}, "C(x,y) C(,y) C(x,)", "7 y x"},
    {{"C(a,b) a ## b", "N 4"}, "C(N,N)", "NN"},
    {{"V(...) f(__VA_ARGS__)"}, "V() V(1,2)", "f()f(1,2)"},
    {{"V(a,...) f(a,##__VA_ARGS__)"}, "V(1) V(1,2,3)", "f(1)f(1,2,3)"},
    {{"V(a,r...) f(a,##r)"}, "V(1) V(1,2)", "f(1)f(1,2)"},
    {{"V(a,...) f(a __VA_OPT__(,) __VA_ARGS__)"}, "V(1) V(1,2)", "f(1)f(1,2)"},
    {{"F(x) x", "G F"}, "G(3) G (4)", "3 4"},
    {{"f(a) a*g", "g(a) f(a)"}, "f(2)(9)", "2*9*g"},
    {{"x 3", "F(a) f(x * (a))"}, "F(F(1))", "f(3*(f(3*(1))))"},
    {{"O(x) _Pragma(#x)", "P(n) O(omp parallel for num_threads(n))", "N 4"},
     "P(N)",
     "_Pragma(\"omp parallel for num_threads(4)\")"}};

/* Macros expand as the standard says. */
static void expansion(void **state) {
  lcm_ctx *ctx = *state;
  for (size_t i = 0; i < sizeof EXPANSIONS / sizeof *EXPANSIONS; i++) {
    struct macros macros = {{0}, 0};
    const struct lcm_macro_table table = {find, &macros};
    lcm_token_list in = {0};
    lcm_token_list out = {0};
    for (const char *const *at = EXPANSIONS[i].macros; *at; at++)
      macros.all[macros.n++] = lcm_macro_parse(ctx, *at, strlen(*at));
    lcm_tokens_read(&in, ctx, EXPANSIONS[i].in, strlen(EXPANSIONS[i].in));
    assert_int_equal(lcm_macro_expand(&out, ctx, &table, in.at, in.n), LCM_OK);
    assert_string_equal(lcm_tokens_text(ctx, out.at, out.at + out.n),
                        EXPANSIONS[i].out);
  }
}

/* An expansion that doubles forty times is given up. */
static void bomb(void **state) {
  lcm_ctx *ctx = *state;
  struct macros macros = {{0}, 0};
  const struct lcm_macro_table table = {find, &macros};
  lcm_token_list in = {0};
  lcm_token_list out = {0};
  macros.all[macros.n++] =
      lcm_macro_parse(ctx, "D(x) x x x x x x x x x x x x", 28);
  for (int i = 0; i < 40; i++)
    lcm_tokens_read(&in, ctx, "D(", 2);
  lcm_tokens_read(&in, ctx, "1", 1);
  for (int i = 0; i < 40; i++)
    lcm_tokens_read(&in, ctx, ")", 1);
  assert_int_equal(lcm_macro_expand(&out, ctx, &table, in.at, in.n),
                   LCM_EBUDGET);
}

/* Run the tests. */
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(directives, set_up, tear_down),
      cmocka_unit_test_setup_teardown(clauses, set_up, tear_down),
      cmocka_unit_test_setup_teardown(ordered, set_up, tear_down),
      cmocka_unit_test_setup_teardown(by_name, set_up, tear_down),
      cmocka_unit_test_setup_teardown(lines, set_up, tear_down),
      cmocka_unit_test_setup_teardown(operators, set_up, tear_down),
      cmocka_unit_test_setup_teardown(filter, set_up, tear_down),
      cmocka_unit_test_setup_teardown(expansion, set_up, tear_down),
      cmocka_unit_test_setup_teardown(bomb, set_up, tear_down)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
