/* The reader of PAMELA models: what becomes of each construct, and errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/ctx.h"
#include "model/expr/eval.h"
#include "model/expr/intern.h"
#include "model/expr/print.h"
#include "pamela/pamela.h"
#include "pamela/print.h"
#include "pamela/read.h"

/* Append "e" in the comment language. */
static void put_expr(lcm_buf *buf, const lcm_expr *e) {
  char *text = e ? lcm_expr_to_str(e, LCM_TEXT) : NULL;
  lcm_buf_puts(buf, text ? text : "?");
  free(text);
}

/* Append the "n" instances at "list". */
static void put_instances(lcm_buf *buf, const struct lcm_instance *list,
                          size_t n) {
  for (size_t i = 0; i < n; i++) {
    lcm_buf_printf(buf, "%s%s", i ? "+" : "", list[i].name);
    for (size_t k = 0; k < list[i].n_indices; k++) {
      lcm_buf_puts(buf, k ? "," : "[");
      put_expr(buf, list[i].indices[k]);
    }
    lcm_buf_puts(buf, list[i].n_indices ? "]" : "");
  }
}

/* Append what "node" is besides its kind and children. */
static void put_own(lcm_buf *buf, const lcm_node *node) {
  switch ((int)node->kind) {
  case LCM_NODE_FRAGMENT:
    put_expr(buf, node->models[0].expr);
    break;
  case LCM_NODE_LOOP:
  case LCM_NODE_PARLOOP:
    lcm_buf_printf(buf, "%s=", node->u.loop.ranges[0].index);
    put_expr(buf, node->u.loop.ranges[0].from);
    lcm_buf_puts(buf, "..");
    put_expr(buf, node->u.loop.ranges[0].to);
    assert_false(node->u.loop.worksharing);
    break;
  case LCM_NODE_WHILE:
    put_expr(buf, node->u.loop.condition);
    break;
  case LCM_NODE_USE:
    put_instances(buf, node->u.resource.instances,
                  node->u.resource.n_instances);
    lcm_buf_putc(buf, ' ');
    put_expr(buf, node->u.resource.time);
    break;
  case LCM_NODE_USING:
  case LCM_NODE_ACQUIRE:
  case LCM_NODE_RELEASE:
    put_instances(buf, node->u.resource.instances,
                  node->u.resource.n_instances);
    break;
  case LCM_NODE_SIGNAL:
  case LCM_NODE_WAIT:
    put_instances(buf, &node->u.condition, 1);
    break;
  case LCM_NODE_LET:
    lcm_buf_printf(buf, "%s=", node->u.let.name);
    put_expr(buf, node->u.let.value);
    break;
  case LCM_NODE_CALL:
    lcm_buf_puts(buf, node->u.call.callee);
    for (size_t i = 0; i < node->u.call.n_args; i++) {
      lcm_buf_putc(buf, ' ');
      put_expr(buf, node->u.call.args[i]);
    }
    break;
  }
}

/* Append the tree "node" as `kind(own; child; child)`. */
static void put_node(lcm_buf *buf, const lcm_node *node) {
  lcm_buf_puts(buf, lcm_node_word(node->kind));
  lcm_buf_putc(buf, '(');
  put_own(buf, node);
  for (size_t i = 0; i < node->n_children; i++) {
    const bool branch = node->kind == LCM_NODE_BRANCH;
    lcm_buf_puts(buf, i || (!branch && node->kind != LCM_NODE_SERIES &&
                            node->kind != LCM_NODE_PARALLEL)
                          ? "; "
                          : "");
    if (branch && node->u.branch.conditions && node->u.branch.conditions[i]) {
      put_expr(buf, node->u.branch.conditions[i]);
      lcm_buf_puts(buf, " ? ");
    }
    if (branch && node->u.branch.probabilities &&
        node->u.branch.probabilities[i]) {
      put_expr(buf, node->u.branch.probabilities[i]);
      lcm_buf_puts(buf, " of the times ");
    }
    put_node(buf, node->children[i]);
  }
  lcm_buf_putc(buf, ')');
}

/* Return the program that "text" is, NULL after an error. */
static const lcm_program *read_text(lcm_ctx *ctx, const char *text) {
  const lcm_program *program = NULL;
  const lcm_status status =
      lcm_pamela_read(&program, ctx, "m.pam", text, strlen(text), NULL);
  assert_int_equal(!status, program != NULL);
  return program;
}

/* Return the first diagnostic of "ctx", "" where there is none. */
static const char *first_diag(lcm_ctx *ctx) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  return n ? lcm_diag_format(ctx, &all[0]) : "";
}

/* Statements behind "L = ", and the trees that they are. */
static const char *const SHAPES[][2] = {
    {"delay(3)", "fragment(3 s)"},
    {"skip", "series()"},
    {"{ }", "series()"},
    {"{{({ delay(1) })}}", "fragment(1 s)"},
    {"delay(1) ; delay(2) ;", "series(fragment(1 s); fragment(2 s))"},
    {"delay(1) || delay(2)", "parallel(fragment(1 s); fragment(2 s))"},
    {"delay(1) ; delay(2) || delay(3)",
     "parallel(series(fragment(1 s); fragment(2 s)); fragment(3 s))"},
    {"delay(1) ; { delay(2) || delay(3) } ; delay(4)",
     "series(fragment(1 s); parallel(fragment(2 s); fragment(3 s)); "
     "fragment(4 s))"},
    {"delay(1) ; || delay(2) ;", "parallel(fragment(1 s); fragment(2 s))"},
    {"use(r, 2)", "use(r 2 s)"},
    {"use({r, c[1], c[1]}, n)", "use(r+c[1]+c[1] 1 s*n)"},
    {"using (r) delay(1)", "using(r; fragment(1 s))"},
    {"using ({r, c[0]}) { delay(1) ; delay(2) }",
     "using(r+c[0]; series(fragment(1 s); fragment(2 s)))"},
    {"P(r) ; delay(P) ; V({r, c[2]})",
     "series(acquire(r); fragment(1 s*P); release(r+c[2]))"},
    {"{ signal(e) || wait(e) }", "parallel(signal(e); wait(e))"},
    {"signal({e, d[1, 2]}) ; wait({d[1, 2], e})",
     "series(signal(e); signal(d[1,2]); wait(d[1,2]); wait(e))"},
    {"seq (i = 1, n) par (j = i, 2*i) delay(i*j)",
     "loop(i=1..n; parloop(j=i..2*i; fragment(1 s*i*j)))"},
    {"seq (i = 1, 2) { delay(i) ; delay(1) }",
     "loop(i=1..2; series(fragment(1 s*i); fragment(1 s)))"},
    {"seq (i = 1, 2) delay(i) ; delay(1)",
     "series(loop(i=1..2; fragment(1 s*i)); fragment(1 s))"},
    {"if (n > 2) delay(1)", "branch(2 < n ? fragment(1 s))"},
    {"if (n > 2) delay(1) else { delay(2) }",
     "branch(2 < n ? fragment(1 s); fragment(2 s))"},
    {"if (n > 2) if (n > 3) delay(1) else delay(2)",
     "branch(2 < n ? branch(3 < n ? fragment(1 s); fragment(2 s)))"},
    {"if (prob(0.25)) delay(1) else delay(2)",
     "branch(0.25 of the times fragment(1 s); fragment(2 s))"},
    {"if (random < 0.25) delay(1)", "branch(0.25 of the times fragment(1 s))"},
    {"if (random > 0.25) delay(1)", "branch(0.75 of the times fragment(1 s))"},
    {"x := 3 ; while (x > 0) x := x - 1",
     "series(let(x=3); while(0 < x; let(x=x - 1)))"},
    {"x := 2 ; { x := 3 } ; delay(x)",
     "series(let(x=2); let(x=3); fragment(1 s*x))"},
    {"seq (i = 1, 2) { if (i > 1) delay(x) ; x := i }",
     "loop(i=1..2; series(branch(1 < i ? fragment(1 s*x)); let(x=i)))"},
    {"F(1, n) ; G", "series(call(F 1 n); call(G))"},
    {"M ; M[2]", "series(call(M); call(M[2]))"},
    {"M[3] ; par (i = 1, 3) M[i]",
     "series(call(M[3]); parloop(i=1..3; call(M[] i)))"},
    {"delay(-2^2 + 8)", "fragment(4 s)"},
    {"delay(2^3^2)", "fragment(512 s)"},
    {"delay(2^-1)", "fragment(0.5 s)"},
    {"delay(7 div 2 + (-7) mod 3 + (-7) div 3 + 3)", "fragment(5 s)"},
    {"delay(min(1, 2) + max(4, n, 4) + sum(i, 1, 4, i*i))",
     "fragment(1 s*max(4, n) + 31 s)"},
    {"delay(if(n == 2 or not n < 3 and 1 <= n, 1, 2))",
     "fragment(1 s*if(n == 2 or not n < 3 and 1 <= n, 1, 2))"},
    {"delay(t[2] + u[-1])", "fragment(4 s)"},
    {"delay(floor(2.5) + ceil(2.5) + sqrt(16) + log2(8) + abs(-3) + exp(0))",
     "fragment(1 s*sqrt(16) + 12 s)"},
};

/* What the statements of SHAPES mention. */
static const char DECLARED[] =
    "param n, P = 3 param t[1..3] = {4, 1, 2}, u[-1..0] = {t[3] + 1, n}\n"
    "resource r, c[0..n] = 2 cond e, d[1..n, 0..2]\n"
    "F(a, b) = delay(a + b) G = delay(1)\n"
    "M = H(1, 2) H(a, b) = delay(a) || use(c[a], b) || { delay(b) || skip }\n"
    "M[1] = delay(1) M[2] = skip M[3] = delay(3)\n"
    "L = ";

/* Every construct becomes the node that it should. */
static void shapes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    lcm_buf buf = {0};
    const char *text =
        lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s", DECLARED, SHAPES[i][0]);
    const lcm_program *program = read_text(ctx, text);
    assert_string_equal(first_diag(ctx), "");
    const lcm_function *function = lcm_program_function(program, "L");
    put_node(&buf, function->body);
    assert_string_equal(buf.text, SHAPES[i][1]);
    lcm_buf_free(&buf);
    lcm_ctx_free(ctx);
  }
}

/* Append every function of "program". */
static void put_functions(lcm_buf *buf, const lcm_program *program) {
  for (size_t i = 0; i < program->n_functions; i++) {
    lcm_buf_printf(buf, "%s: ", program->functions[i].key);
    put_node(buf, program->functions[i].body);
    lcm_buf_putc(buf, '\n');
  }
}

/* Print "text" and read what was printed: the same functions, and the same
 * text again. */
static void check_round_trip(const char *text) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct lcm_pamela_losses losses;
  lcm_buf first = {0};
  lcm_buf second = {0};
  const lcm_program *program = read_text(ctx, text);
  char *printed = lcm_pamela_print(&losses, ctx, program);
  assert_int_equal(losses.n, 0);
  const lcm_program *again = read_text(ctx, printed);
  assert_string_equal(first_diag(ctx), "");
  char *twice = lcm_pamela_print(&losses, ctx, again);
  assert_string_equal(printed, twice);
  put_functions(&first, program);
  put_functions(&second, again);
  assert_string_equal(first.text, second.text);
  assert_int_equal(program->n_params, again->n_params);
  assert_int_equal(program->n_draws, again->n_draws);
  lcm_buf_free(&first);
  lcm_buf_free(&second);
  free(printed);
  free(twice);
  lcm_ctx_free(ctx);
}

/* What is printed reads back to the same. */
static void round_trip(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++)
    check_round_trip(
        lcm_arena_printf(lcm_ctx_arena(ctx), "%s%s", DECLARED, SHAPES[i][0]));
  check_round_trip("unit us param s = 2, m = 1/3 resource r = inf service s, "
                   "b[1..s, 0..3] = 4 ps cond c[0..m] L = use(b[s, 1], s*m)");
  check_round_trip("param r = 4 L = seq (r = 1, r) delay(r) ; par (s = 1, 3) "
                   "delay((s < 2)*r + (s == r))");
  lcm_ctx_free(ctx);
}

/* Random quantities are printed as calls. */
static void random_quantities(void **state) {
  (void)state;
  static const char TEXT[] =
      "L =\n  x := 2*random ;\n  delay(normal(x, 1) + uniform(0, 2)*x) ;\n"
      "  while (prob(0.5) + exponential(3) < 2) skip\n";
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct lcm_pamela_losses losses;
  char *printed = lcm_pamela_print(&losses, ctx, read_text(ctx, TEXT));
  const lcm_program *again = read_text(ctx, printed);
  assert_non_null(again);
  assert_int_equal(again->n_draws, 5);
  assert_non_null(strstr(printed, "x := 2*random"));
  assert_non_null(strstr(printed, "normal(x, 1)"));
  assert_int_equal(losses.n, 0);
  free(printed);
  lcm_ctx_free(ctx);
}

/* Texts, and what is wrong with them. */
static const char *const ERRORS[][2] = {
    {"", "m.pam: error: there is no equation 'L'; choose one with --model "
         "[entry]"},
    {"M = skip", "m.pam: error: there is no equation 'L'; choose one with "
                 "--model [entry]"},
    {"L(a) = skip", "m.pam:1:1: error: 'L' takes arguments, so it is no whole "
                    "model [entry]"},
    {"L = delay(1) @", "m.pam:1:14: error: '@' means nothing here [syntax]"},
    {"L = \xff", "m.pam:1:5: error: byte 0xff means nothing here [syntax]"},
    {"L == delay(1)",
     "m.pam:1:1: error: expected a declaration or an equation before 'L' "
     "[syntax]"},
    {"L =\n\n  delay(1) ; ;",
     "m.pam:3:14: error: expected a statement before ';' [syntax]"},
    {"L = { delay(1)",
     "m.pam:1:15: error: expected ';', '||' or '}' at the end of the text "
     "[syntax]"},
    {"L = ( delay(1) }",
     "m.pam:1:16: error: expected ';', '||' or ')' before '}' [syntax]"},
    {"L = delay(1) }",
     "m.pam:1:14: error: expected ';' or '||' before '}' [syntax]"},
    {"L = delay(1) ||",
     "m.pam:1:16: error: expected a statement at the end of the text "
     "[syntax]"},
    {"L = delay(1", "m.pam:1:12: error: expected ')' at the end of the text "
                    "[syntax]"},
    {"L = delay()", "m.pam:1:11: error: expected an expression before ')' "
                    "[syntax]"},
    {"L = delay(1 2)", "m.pam:1:13: error: expected ')' before '2' [syntax]"},
    {"L = delay(2 * (3 + )", "m.pam:1:20: error: expected an expression "
                             "before ')' [syntax]"},
    {"L = seq (i = 1 3) skip",
     "m.pam:1:16: error: expected ',' before '3' [syntax]"},
    {"L = { x = 3 }", "m.pam:1:7: error: there is no equation 'x' "
                      "[unbound-name]"},
    {"L = delay(x)", "m.pam:1:11: error: nothing is called 'x' here "
                     "[unbound-name]"},
    {"L = seq (i = 1, 3) skip ; delay(i)",
     "m.pam:1:33: error: nothing is called 'i' here [unbound-name]"},
    {"L = seq (i = 1, 3) { delay(x) }",
     "m.pam:1:28: error: nothing is called 'x' here [unbound-name]"},
    {"L = { x := 1 || delay(x) }",
     "m.pam:1:23: error: nothing is called 'x' here [unbound-name]"},
    {"L = { x := 1 || skip } ; delay(x)",
     "m.pam:1:32: error: nothing is called 'x' here [unbound-name]"},
    {"L = seq (i = 1, 3) F F = delay(i)",
     "m.pam:1:32: error: nothing is called 'i' here [unbound-name]"},
    {"L = use(r, 1)", "m.pam:1:9: error: nothing is called 'r' "
                      "[unbound-name]"},
    {"L = wait(c)", "m.pam:1:10: error: nothing is called 'c' "
                    "[unbound-name]"},
    {"L = F(1)", "m.pam:1:5: error: there is no equation 'F' "
                 "[unbound-name]"},
    {"L = M[3] M[1] = skip",
     "m.pam:1:5: error: there is no equation 'M[3]' [unbound-name]"},
    {"L = delay(foo(1))",
     "m.pam:1:11: error: there is no function 'foo' [unbound-name]"},
    {"param r L = use(r, 1)",
     "m.pam:1:17: error: 'r' is a param, not a resource [wrong-kind]"},
    {"resource r L = delay(r)",
     "m.pam:1:22: error: 'r' is a resource, not a number [wrong-kind]"},
    {"resource r L = r", "m.pam:1:16: error: 'r' is a resource, not an "
                         "equation [wrong-kind]"},
    {"param t[1..2] = {1, 2} L = delay(t)",
     "m.pam:1:34: error: 't' is a list, not a number [wrong-kind]"},
    {"param n = 1 resource n L = skip",
     "m.pam:1:22: error: 'n' is already a param, see m.pam:1:7 "
     "[duplicate-name]"},
    {"L = skip\nL = delay(1)",
     "m.pam:2:1: error: 'L' is already an equation, see m.pam:1:1 "
     "[duplicate-name]"},
    {"L = M[1] M[1] = skip M[1] = skip",
     "m.pam:1:22: error: 'M' is already an equation with subscripts, see "
     "m.pam:1:10 [duplicate-name]"},
    {"resource M L = skip M[1] = skip",
     "m.pam:1:21: error: 'M' is already a resource, see m.pam:1:10 "
     "[duplicate-name]"},
    {"L = skip M[1] = skip cond M",
     "m.pam:1:27: error: 'M' is already an equation with subscripts, see "
     "m.pam:1:10 [duplicate-name]"},
    {"L = skip F(a, a) = skip",
     "m.pam:1:15: error: two arguments are called 'a' [duplicate-name]"},
    {"param n = 1 L = n := 2",
     "m.pam:1:17: error: 'n' is already a param, see m.pam:1:7 "
     "[duplicate-name]"},
    {"unit s unit ms L = skip",
     "m.pam:1:13: error: the unit of time is 's' already [duplicate-name]"},
    {"unit hours L = skip",
     "m.pam:1:6: error: expected s, ms, us or ns before 'hours' [syntax]"},
    {"L = F(1, 2) F(a) = delay(a)",
     "m.pam:1:5: error: 'F' takes 1 argument, not 2 [arguments]"},
    {"resource c[1..3] L = use(c, 1)",
     "m.pam:1:26: error: 'c' has 1 subscript, not 0 [arguments]"},
    {"L = skip M[1] = skip M[1, 2] = skip",
     "m.pam:1:22: error: 'M' has 1 subscript elsewhere, not 2 [arguments]"},
    {"L = delay(sqrt(1, 2))",
     "m.pam:1:11: error: 'sqrt' takes 1 argument, not 2 [arguments]"},
    {"L = delay(uniform(1))",
     "m.pam:1:11: error: 'uniform' takes 2 arguments, not 1 [arguments]"},
    {"resource c[1..3] L = use(c[4], 1)",
     "m.pam:1:28: error: subscript 4 of 'c' is out of its range [domain]"},
    {"resource c[1..3] L = use(c[1.5], 1)",
     "m.pam:1:28: error: a subscript of 'c' is a whole number [domain]"},
    {"param t[1..2] = {1, 2} L = delay(t[3])",
     "m.pam:1:36: error: the subscripts of 't' are 1..2 [domain]"},
    {"param t[1..3] = {1, 2} L = skip",
     "m.pam:1:17: error: 2 elements for the subscripts 1..3 [domain]"},
    {"resource r = 1.5 L = skip",
     "m.pam:1:14: error: a multiplicity is a whole number, or inf [domain]"},
    {"resource r = -1 L = skip",
     "m.pam:1:14: error: a multiplicity is a whole number, or inf [domain]"},
    {"resource r service 0 L = skip",
     "m.pam:1:20: error: a visit takes a time above 0 [domain]"},
    {"L = seq (i = 1, 2.5) skip",
     "m.pam:1:17: error: an index is a whole number, not 2.5 [domain]"},
    {"L = delay(1 / 0)", "m.pam:1:13: error: division by 0 [domain]"},
    {"L = delay(3 mod 0)", "m.pam:1:13: error: division by 0 [domain]"},
    {"L = if (prob(1.5)) skip",
     "m.pam:1:9: error: a probability lies between 0 and 1 [domain]"},
    {"param n = random L = skip",
     "m.pam:1:11: error: a param cannot be random [domain]"},
    {"L = delay(sum(i, 1, 3, random))",
     "m.pam:1:24: error: the term of a sum cannot be random [domain]"},
    {"L = delay(1 - 3)", "m.pam:1:11: error: a time of -2 [negative-cost]"},
    {"resource b ps L = using (b) skip",
     "m.pam:1:26: error: 'b' is shared (ps): only use of it alone is possible "
     "[processor-sharing]"},
    {"resource b ps, r L = use({b, r}, 1)",
     "m.pam:1:26: error: 'b' is shared (ps): only use of it alone is possible "
     "[processor-sharing]"},
    {"resource b ps L = P(b)",
     "m.pam:1:21: error: 'b' is shared (ps): only use of it alone is possible "
     "[processor-sharing]"},
    {"L = delay(1) ; L",
     "m.pam:1:16: error: endless recursion: L calls L [recursion]"},
    {"L = A A = skip ; seq (i = 1, 3) B B = { delay(1) || L }",
     "m.pam:1:53: error: endless recursion: L calls A calls B calls L "
     "[recursion]"},
    {"param a = b + 1, b = a L = skip",
     "m.pam:1:7: error: param 'a' depends on itself [recursion]"},
    {"param t[1..1] = {t[1]} L = skip",
     "m.pam:1:7: error: list 't' depends on itself [recursion]"},
    {"cond c L = wait(c)", "m.pam:1:12: error: nothing signals 'c' "
                           "[deadlock]"},
};

/* Every error is reported at its place. */
static void errors(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof ERRORS / sizeof *ERRORS; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    assert_null(read_text(ctx, ERRORS[i][0]));
    assert_string_equal(first_diag(ctx), ERRORS[i][1]);
    lcm_ctx_free(ctx);
  }
}

/* Recursion that a condition may end is none of the reader's business. */
static void recursion(void **state) {
  (void)state;
  static const char *const TEXTS[] = {
      "L = F(3) F(n) = if (n > 0) { delay(1) ; F(n - 1) }",
      "param n L = F F = seq (i = 1, n) F",
      "L = A[3] A[1] = delay(1) A[2] = A[1] A[3] = A[2]"};
  for (size_t i = 0; i < 3; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    assert_non_null(read_text(ctx, TEXTS[i]));
    lcm_ctx_free(ctx);
  }
}

/* Return "n" times "piece". */
static char *repeated(lcm_ctx *ctx, const char *piece, size_t n) {
  const size_t len = strlen(piece);
  char *text = lcm_arena_alloc(lcm_ctx_arena(ctx), 1, n * len + 1);
  for (size_t i = 0; i < n; i++)
    memcpy(text + i * len, piece, len);
  return text;
}

/* Nesting and growth without end get an answer or an error. */
static void growth(void **state) {
  (void)state;
  enum { MANY = 1000000 };
  static const struct {
    const char *before;
    const char *piece;
    const char *after;
    size_t n;
    const char *error;
  } CASES[] = {
      {"L = ", "{", "", MANY, "[depth]"},
      {"L = ", "(", "", MANY, "[depth]"},
      {"L = ", "if (1) ", "skip", MANY, "[depth]"},
      {"L = ", "{", "delay(1)}", 1, NULL},
      {"L = delay(", "(", "", MANY, "[depth]"},
      {"L = delay(", "-", "4)", MANY, NULL},
      {"L = delay(2", "^1", ")", MANY, "[depth]"},
      {"L = delay(1", "+1", ")", MANY / 10, NULL},
      {"L = if (1", " and not 0", ") skip", MANY / 10, NULL},
      {"L = delay(1)", ";delay(1)", "", MANY / 10, NULL},
      {"L = delay(1)", "||delay(1)", "", MANY / 10, NULL},
      {"L = ", "delay(max(", "", MANY, "[unbound-name]"},
      {"L = ", "seq (i = 1, 2) {", "", MANY, "[depth]"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const char *text = lcm_arena_printf(
        lcm_ctx_arena(ctx), "%s%s%s", CASES[i].before,
        repeated(ctx, CASES[i].piece, CASES[i].n), CASES[i].after);
    const lcm_program *program = read_text(ctx, text);
    const char *diag = first_diag(ctx);
    if (CASES[i].error)
      assert_true(!program && strstr(diag, CASES[i].error));
    else
      assert_string_equal(diag, "");
    lcm_ctx_free(ctx);
  }
}

/* Declarations, units, several texts, other models than L. */
static void declarations(void **state) {
  (void)state;
  static const char FIRST[] = "Main = flop ; use(bus[2], 4)";
  static const char SECOND[] =
      "unit us resource bus[0..2] = inf, m = 2 service 0.5, q ps "
      "flop = delay(exponential(n)) param n = 3 cond c[1..n]";
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_pamela_text texts[] = {{"a.pam", FIRST, sizeof FIRST - 1},
                                          {"b.pam", SECOND, sizeof SECOND - 1}};
  const struct lcm_pamela_options options = {.model = "Main"};
  const lcm_program *p = NULL;
  const lcm_status status = lcm_pamela_read_all(&p, ctx, texts, 2, &options);
  assert_string_equal(first_diag(ctx), "");
  assert_int_equal(status, LCM_OK);
  assert_true(p->is_model);
  assert_string_equal(p->unit, "us");
  assert_string_equal(p->entry, "Main");
  assert_int_equal(p->n_files, 2);
  assert_int_equal(p->n_resources, 3);
  assert_null(p->resources[0].multiplicity);
  assert_int_equal(p->resources[0].n_ranges, 1);
  assert_true(lcm_expr_is_int(p->resources[0].ranges[0].to, 2));
  assert_true(lcm_expr_is_int(p->resources[1].multiplicity, 2));
  double seconds = 0;
  assert_int_equal(lcm_expr_eval(&seconds, p->resources[1].service, NULL, 0),
                   LCM_OK);
  assert_true(seconds == 0.5e-6);
  assert_int_equal(p->resources[2].discipline, LCM_PS);
  assert_true(lcm_expr_is_int(p->resources[2].multiplicity, 1));
  assert_int_equal(p->n_draws, 1);
  assert_string_equal(p->draws[0].name, "exponential@b.pam:1:72");
  assert_int_equal(p->n_conditions, 1);
  assert_string_equal(p->conditions[0].name, "c");
  lcm_ctx_free(ctx);
}

/* A list read with a computed subscript: its elements, and no value outside
 * their range or between whole numbers. */
static void lists(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = read_text(
      ctx, "param k param t[-1..3] = {4, 1, 2, 7, 9} L = delay(t[k])");
  static const double WANT[] = {4, 1, 2, 7, 9};
  const lcm_expr *e = lcm_program_function(p, "L")->body->models[0].expr;
  double value = 0;
  for (int k = -1; k <= 3; k++) {
    const lcm_binding env = {lcm_intern(ctx, "k"), k};
    assert_int_equal(lcm_expr_eval(&value, e, &env, 1), LCM_OK);
    assert_true(value == WANT[k + 1]);
  }
  for (int i = 0; i < 4; i++) {
    static const double OUTSIDE[] = {-2, 4, 1.5, 1e9};
    const lcm_binding env = {lcm_intern(ctx, "k"), OUTSIDE[i]};
    assert_int_equal(lcm_expr_eval(&value, e, &env, 1), LCM_EDOMAIN);
  }
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip),   cmocka_unit_test(random_quantities),
      cmocka_unit_test(shapes),       cmocka_unit_test(errors),
      cmocka_unit_test(recursion),    cmocka_unit_test(growth),
      cmocka_unit_test(declarations), cmocka_unit_test(lists),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
