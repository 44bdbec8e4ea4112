#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/ctx.h"
#include "base/fs.h"
#include "model/expr/intern.h"
#include "model/expr/print.h"
#include "model/lcs/json.h"
#include "model/lcs/parse.h"
#include "model/lcs/print.h"
#include "model/structure/exprs.h"
#include "model/structure/names.h"
#include "model/structure/structure.h"
#include "tests/common/program_equal.h"
#include "tests/unit/random_program.h"

/* Parse "text"; NULL on error. */
static const lcm_program *parse(lcm_ctx *ctx, const char *text) {
  const lcm_program *program = NULL;
  return lcm_program_parse(&program, ctx, "t.lcs", text, strlen(text))
             ? NULL
             : program;
}

/* Return the only diagnostic of "ctx" as text. */
static const char *said(lcm_ctx *ctx) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  for (size_t i = 0; n != 1 && i < n; i++)
    print_error("%s\n", lcm_diag_format(ctx, &all[i]));
  assert_int_equal(n, 1);
  return lcm_diag_format(ctx, all);
}

/* Assert that "e" prints as "text". */
static void assert_expr(const lcm_expr *e, const char *text) {
  assert_non_null(e);
  char *shown = lcm_expr_to_str(e, LCM_TEXT);
  assert_string_equal(shown, text);
  free(shown);
}

/* Assert that "loc" is line:column:begin-end of "file". */
static void assert_loc(lcm_loc loc, const char *file, const unsigned at[4]) {
  assert_string_equal(loc.file, file);
  assert_int_equal(loc.line, at[0]);
  assert_int_equal(loc.column, at[1]);
  assert_int_equal(loc.begin, at[2]);
  assert_int_equal(loc.end, at[3]);
}

static const char DECLARATIONS[] =
    "// a comment\n"
    "lcs 1\n"
    "variant dp\n"
    "entry main\n"
    "nesting off\n"
    "file \"a b.c\"\n"
    "file fft.h\n"
    "param n value=(1024) tied=(N + 1) low=(64) high=(65536)"
    " description=\"side\\tof \\\"it\\\"\" @fft.c:3:9:20-50\n"
    "param t value=(2 ms)\n"
    "resource mem multiplicity=(2) service=(1 us) discipline=ps lock"
    " description=\"memory bus\" for=i(0, n - 1) for=j(1, 2)"
    " @\"a b.c\":4:1:60-70\n"
    "resource free\n"
    "condition filled for=k(1, n/2) for=j(0, 7) @fft.c:4:2:1-2\n"
    "model\nunit us\n"
    "draw \"u:1\" kind=uniform arg=(k) arg=(2*n) @fft.c:4:3:4-5\n"
    "draw r kind=random\n"
    "category ws description=\"wasted speculation\" @fft.c:5:6:7-8\n"
    "covariance a b -3e-21\n"
    "covariance \"f.c:1:2\" b 0.5 correlation // half\n"
    "function \"f.c:g\" name=g usr=\"c:@F@g\" flags=ab12 type=\"int (int)\""
    " params=(x, \"\", y) static weak variadic address_taken @f.c:1:2:3-4\n"
    "function main {\n"
    "  fragment\n"
    "}\n";

/* Plain code in one piece beside the parts that edits see: it can be a node of
 * any kind, also one with children. */
static void plain_code(void **state) {
  (void)state;
  static const char TEXT[] = "lcs 1\nfunction main {\n"
                             "  series #1 {\n    fragment #2 {\n"
                             "      series #4 whole=2 {\n"
                             "        fragment #5 name=a\n"
                             "        fragment #6 name=b\n"
                             "      }\n    }\n"
                             "    fragment #3\n  }\n}\n";
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, TEXT);
  assert_non_null(p);
  const lcm_node *first = p->functions[0].body->children[0];
  assert_non_null(first->whole);
  assert_int_equal(first->whole->kind, LCM_NODE_SERIES);
  assert_int_equal(first->whole->n_children, 2);
  assert_int_equal(first->n_whole, 2);
  assert_int_equal(first->n_children, 0);
  assert_ptr_equal(p->functions[0].body->children[1]->part_of, first->whole);
  lcm_ctx_free(ctx);
}

/* Every field of what stands outside functions. */
static void declarations(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, DECLARATIONS);
  assert_non_null(p);
  assert_string_equal(p->variant, "dp");
  assert_string_equal(p->entry, "main");
  assert_true(p->nesting_off);
  assert_int_equal(p->n_files, 2);
  assert_string_equal(p->files[0], "a b.c");
  assert_string_equal(p->files[1], "fft.h");
  assert_int_equal(p->n_params, 2);
  assert_ptr_equal(p->params[0].name, lcm_intern(ctx, "n"));
  assert_expr(p->params[0].value, "1024");
  assert_expr(p->params[0].tied, "N + 1");
  assert_expr(p->params[0].low, "64");
  assert_expr(p->params[0].high, "65536");
  assert_string_equal(p->params[0].description, "side\tof \"it\"");
  assert_loc(p->params[0].loc, "fft.c", (unsigned[]){3, 9, 20, 50});
  assert_expr(p->params[1].value, "0.002 s");
  assert_null(p->params[1].tied);
  assert_null(p->params[1].description);
  assert_null(p->params[1].loc.file);
  assert_int_equal(p->n_resources, 2);
  assert_expr(p->resources[0].multiplicity, "2");
  assert_expr(p->resources[0].service, "1e-6 s");
  assert_int_equal(p->resources[0].discipline, LCM_PS);
  assert_true(p->resources[0].lock);
  assert_string_equal(p->resources[0].description, "memory bus");
  assert_int_equal(p->resources[0].n_ranges, 2);
  assert_string_equal(p->resources[0].ranges[0].index, "i");
  assert_expr(p->resources[0].ranges[0].to, "n - 1");
  assert_expr(p->resources[0].ranges[1].from, "1");
  assert_loc(p->resources[0].loc, "a b.c", (unsigned[]){4, 1, 60, 70});
  assert_null(p->resources[1].multiplicity);
  assert_int_equal(p->resources[1].discipline, LCM_FCFS);
  assert_int_equal(p->n_conditions, 1);
  assert_string_equal(p->conditions[0].name, "filled");
  assert_int_equal(p->conditions[0].n_ranges, 2);
  assert_expr(p->conditions[0].ranges[0].to, "0.5*n");
  assert_string_equal(p->conditions[0].ranges[1].index, "j");
  assert_loc(p->conditions[0].loc, "fft.c", (unsigned[]){4, 2, 1, 2});
  assert_true(p->is_model);
  assert_string_equal(p->unit, "us");
  assert_string_equal(p->categories[0].description, "wasted speculation");
  assert_int_equal(p->n_covariances, 2);
  assert_true(p->covariances[0].value == -3e-21);
  assert_false(p->covariances[0].correlation);
  assert_string_equal(p->covariances[1].a, "f.c:1:2");
  assert_true(p->covariances[1].correlation && p->covariances[1].value == 0.5);
  lcm_ctx_free(ctx);
}

/* Random quantities, and their means. */
static void draws(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, DECLARATIONS);
  assert_non_null(p);
  assert_int_equal(p->n_draws, 2);
  const struct lcm_draw *u = lcm_program_draw(p, lcm_intern(ctx, "u:1"));
  const struct lcm_draw *r = lcm_program_draw(p, lcm_intern(ctx, "r"));
  assert_ptr_equal(u, &p->draws[0]);
  assert_ptr_equal(r, &p->draws[1]);
  assert_null(lcm_program_draw(p, lcm_intern(ctx, "k")));
  assert_int_equal(u->kind, LCM_DRAW_UNIFORM);
  assert_int_equal(u->n_args, 2);
  assert_expr(u->args[1], "2*n");
  assert_expr(lcm_draw_mean(ctx, u), "0.5*k + n");
  assert_loc(u->loc, "fft.c", (unsigned[]){4, 3, 4, 5});
  assert_int_equal(r->kind, LCM_DRAW_RANDOM);
  assert_expr(lcm_draw_mean(ctx, r), "0.5");
  assert_true(lcm_program_mentions(p, lcm_intern(ctx, "k")));
  lcm_ctx_free(ctx);
}

/* Every field of a function. */
static void functions(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, DECLARATIONS);
  assert_non_null(p);
  assert_int_equal(p->n_functions, 2);
  const lcm_function *g = lcm_program_function(p, "f.c:g");
  const lcm_function *main_function = lcm_program_function(p, "main");
  assert_non_null(g);
  assert_string_equal(g->name, "g");
  assert_string_equal(g->usr, "c:@F@g");
  assert_string_equal(g->flags_hash, "ab12");
  assert_string_equal(g->type, "int (int)");
  assert_int_equal(g->n_params, 3);
  assert_string_equal(g->params[0], "x");
  assert_string_equal(g->params[1], "");
  assert_true(g->is_static && g->weak && g->variadic && g->address_taken);
  assert_null(g->body);
  assert_loc(g->loc, "f.c", (unsigned[]){1, 2, 3, 4});
  assert_string_equal(main_function->name, "main");
  assert_string_equal(main_function->flags_hash, "");
  assert_null(main_function->usr);
  assert_false(main_function->is_static);
  assert_false(main_function->weak);
  assert_int_equal(main_function->body->kind, LCM_NODE_FRAGMENT);
  assert_int_equal(main_function->body->id, 1);
  lcm_ctx_free(ctx);
}

static const char TREE[] =
    "lcs 1\n"
    "function main @m.c:1:1:0-900 {\n"
    "  series name=all label=\"the whole\" ignored hash=9f03 @:2:3:10-880 {\n"
    "    model pc (2.8e-10 s*n^2) per=iteration provenance=measured stale"
    " source=\"2026-11-20\" @x.h:7:8:9-10\n"
    "    model time (12*n*machine.flop{s/flop}*(1 flop))\n"
    "    read a[0:n, *, k:?] key=\"c:a\" element=(8) exact @:3:4:5-6\n"
    "    write b declared private\n"
    "    with n (n/2)\n"
    "    assume \"independent\"\n"
    "    attribute construct \"parallel for\"\n"
    "    attribute empty\n"
    "    team #2 of=ranks size=(p - 1) when=(n > 100) {\n"
    "      parloop for=i(0, n - 1, 2) for=j(1, n, *2) count=(n)"
    " schedule=dynamic chunk=(4) worksharing ordered\n"
    "    }\n"
    "    parallel worksharing\n"
    "    branch {\n"
    "      fragment if=(rank == 0)\n"
    "      fragment\n"
    "    }\n"
    "    branch {\n"
    "      fragment prob=(0.1)\n"
    "      fragment prob=(0.9)\n"
    "    }\n"
    "    call callee=\"f.c:g\" {\n"
    "      arg (n) size=(n/2)\n"
    "      arg ? place q[0:n] key=\"c:q\"\n"
    "    }\n"
    "    let variable=left value=((rank + 1) mod p)\n"
    "    use of=mem of=lock[i] time=(3 s)\n"
    "    wait of=filled[k]\n"
    "    task when=(n > 2) final=(n < 9) {\n"
    "      depend inout x[0:1]\n"
    "    }\n"
    "    transfer bytes=(8*n) from=A to=\"B C\"\n"
    "    opaque reason=\"asm\"\n"
    "    message operation=MPI_Sendrecv comm=row to=(rank + 1) from=(-2)"
    " bytes=(8*n) tag=(7) from_tag=(9)\n"
    "    message operation=MPI_Waitall request=reqs slot=(i) count=(n)\n"
    "  }\n"
    "}\n";

/* The fields that all nodes have. */
static void common_fields(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, TREE);
  assert_non_null(p);
  const lcm_node *node = p->functions[0].body;
  assert_int_equal(node->kind, LCM_NODE_SERIES);
  assert_string_equal(node->name, "all");
  assert_string_equal(node->label, "the whole");
  assert_true(node->ignored);
  assert_true(node->fingerprint == 0x9f03);
  assert_loc(node->loc, "m.c", (unsigned[]){2, 3, 10, 880});
  assert_int_equal(node->n_models, 2);
  assert_string_equal(node->models[0].category, "pc");
  assert_int_equal(node->models[0].per, LCM_PER_ITERATION);
  assert_int_equal(node->models[0].provenance, LCM_PROV_MEASURED);
  assert_true(node->models[0].stale);
  assert_string_equal(node->models[0].source, "2026-11-20");
  assert_loc(node->models[0].loc, "x.h", (unsigned[]){7, 8, 9, 10});
  assert_true(lcm_dim_equal(lcm_expr_dim(node->models[1].expr), LCM_DIM_TIME));
  assert_int_equal(node->models[1].provenance, LCM_PROV_ANNOTATED);
  assert_int_equal(node->n_reads, 1);
  const lcm_section *a = &node->reads[0];
  assert_string_equal(a->datum, "a");
  assert_string_equal(a->key, "c:a");
  assert_int_equal(a->n_extents, 3);
  assert_expr(a->extents[0].length, "n");
  assert_null(a->extents[1].lower);
  assert_null(a->extents[1].length);
  assert_expr(a->extents[2].lower, "k");
  assert_null(a->extents[2].length);
  assert_expr(a->element, "8");
  assert_true(a->exact && !a->declared && !a->is_private);
  assert_ptr_equal(node->writes[0].key, lcm_intern(ctx, "b"));
  assert_true(node->writes[0].declared && node->writes[0].is_private);
  assert_string_equal(node->with[0].name, "n");
  assert_expr(node->with[0].value, "0.5*n");
  assert_string_equal(node->assumes[0], "independent");
  assert_string_equal(lcm_node_attribute(node, "construct"), "parallel for");
  assert_int_equal(node->n_attributes, 2);
  assert_null(node->attributes[1].value);
  lcm_ctx_free(ctx);
}

/* The fields of teams, loops and branches. */
static void control_fields(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, TREE);
  assert_non_null(p);
  const lcm_node *const *at = p->functions[0].body->children;
  assert_int_equal(at[0]->u.team.kind, LCM_TEAM_RANKS);
  assert_expr(at[0]->u.team.size, "p - 1");
  assert_expr(at[0]->u.team.when, "100 < n");
  const lcm_node *loop = at[0]->children[0];
  assert_int_equal(loop->id, 3);
  assert_int_equal(loop->u.loop.n_ranges, 2);
  assert_string_equal(loop->u.loop.ranges[0].index, "i");
  assert_expr(loop->u.loop.ranges[0].step, "2");
  assert_null(loop->u.loop.ranges[0].factor);
  assert_expr(loop->u.loop.ranges[1].factor, "2");
  assert_null(loop->u.loop.ranges[1].step);
  assert_expr(loop->u.loop.count, "n");
  assert_int_equal(loop->u.loop.schedule, LCM_SCHED_DYNAMIC);
  assert_expr(loop->u.loop.chunk, "4");
  assert_true(loop->u.loop.worksharing && loop->u.loop.ordered);
  assert_true(at[1]->u.parallel.worksharing);
  assert_expr(at[2]->u.branch.conditions[0], "rank == 0");
  assert_null(at[2]->u.branch.conditions[1]);
  assert_null(at[2]->u.branch.probabilities);
  assert_null(at[3]->u.branch.conditions);
  assert_expr(at[3]->u.branch.probabilities[1], "0.9");
  lcm_ctx_free(ctx);
}

/* A branch whose only alternative is taken always is one by conditions. */
static void no_conditions(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, "lcs 1\n"
                                    "function f {\n"
                                    "  branch {\n"
                                    "    fragment\n"
                                    "  }\n"
                                    "}\n");
  assert_non_null(p);
  assert_non_null(p->functions[0].body->u.branch.conditions);
  assert_null(p->functions[0].body->u.branch.conditions[0]);
  assert_null(p->functions[0].body->u.branch.probabilities);
  lcm_ctx_free(ctx);
}

/* The fields of the other kinds. */
static void other_fields(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, TREE);
  assert_non_null(p);
  const lcm_node *const *at = p->functions[0].body->children;
  const lcm_node *call = at[4];
  assert_string_equal(call->u.call.callee, "f.c:g");
  assert_int_equal(call->u.call.n_args, 2);
  assert_expr(call->u.call.args[0], "n");
  assert_null(call->u.call.args[1]);
  assert_expr(call->u.call.sizes[0], "0.5*n");
  assert_null(call->u.call.sizes[1]);
  assert_null(call->u.call.places[0].datum);
  assert_string_equal(call->u.call.places[1].key, "c:q");
  assert_string_equal(at[5]->u.let.name, "left");
  assert_expr(at[5]->u.let.value, "(rank + 1) mod p");
  assert_int_equal(at[6]->u.resource.n_instances, 2);
  assert_string_equal(at[6]->u.resource.instances[1].name, "lock");
  assert_int_equal(at[6]->u.resource.instances[1].n_indices, 1);
  assert_expr(at[6]->u.resource.time, "3 s");
  assert_string_equal(at[7]->u.condition.name, "filled");
  assert_expr(at[7]->u.condition.indices[0], "k");
  assert_expr(at[8]->u.task.when, "2 < n");
  assert_expr(at[8]->u.task.final_when, "n < 9");
  assert_string_equal(at[8]->u.task.depends[0].type, "inout");
  assert_string_equal(at[8]->u.task.depends[0].section.datum, "x");
  assert_expr(at[9]->u.transfer.bytes, "8*n");
  assert_string_equal(at[9]->u.transfer.from, "A");
  assert_string_equal(at[9]->u.transfer.to, "B C");
  assert_string_equal(at[10]->u.opaque.reason, "asm");
  assert_string_equal(at[11]->u.message->operation, "MPI_Sendrecv");
  assert_string_equal(at[11]->u.message->comm, "row");
  assert_expr(at[11]->u.message->to, "rank + 1");
  assert_expr(at[11]->u.message->from, "-2");
  assert_expr(at[11]->u.message->bytes, "8*n");
  assert_expr(at[11]->u.message->tag, "7");
  assert_expr(at[11]->u.message->from_tag, "9");
  assert_null(at[11]->u.message->root);
  assert_string_equal(at[12]->u.message->request, "reqs");
  assert_expr(at[12]->u.message->slot, "i");
  assert_expr(at[12]->u.message->count, "n");
  lcm_ctx_free(ctx);
}

/* Texts that are wrong, and what is said of them. */
static void errors(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"", "t.lcs: error: expected 'lcs 1' at the end of the line [syntax]"},
      {"lcx 1\n", "t.lcs:1:1: error: expected 'lcs 1' before 'lcx 1' [syntax]"},
      {"lcs 2\n", "t.lcs:1:5: error: expected version 1 before '2' [syntax]"},
      {"lcs 1\n  frob\n",
       "t.lcs:2:3: error: expected a declaration before 'frob' [syntax]"},
      {"lcs 1\nparam n value=(2 +)\n",
       "t.lcs:2:19: error: expected an expression before ')' [syntax]"},
      {"lcs 1\nparam n value=4\n",
       "t.lcs:2:15: error: expected '(' before '4' [syntax]"},
      {"lcs 1\nparam n size=(4)\n",
       "t.lcs:2:9: error: a param has no attribute 'size' [syntax]"},
      {"lcs 1\nparam n description=\"x\n",
       "t.lcs:2:21: error: expected a string that ends in '\"' before '\"x' "
       "[syntax]"},
      {"lcs 1\nfile \"a\\qb\"\n",
       "t.lcs:2:8: error: expected one of the escapes \\\" \\\\ \\n \\t \\r "
       "\\xHH before '\\qb\"' [syntax]"},
      {"lcs 1\nresource r discipline=lifo\n",
       "t.lcs:2:23: error: expected another discipline before 'lifo' "
       "[syntax]"},
      {"lcs 1\ndraw r\n",
       "t.lcs:2:7: error: expected 'kind=' at the end of the line [syntax]"},
      {"lcs 1\ndraw r kind=normal arg=(1)\n",
       "t.lcs:2:27: error: expected as many 'arg=' as the kind takes at the "
       "end of the line [syntax]"},
      {"lcs 1\nunit byte\n",
       "t.lcs:2:6: error: expected a unit of time before 'byte' [syntax]"},
      {"lcs 1\ndraw r kind=random\ndraw r kind=random @a.c:1:2:3-4\n",
       "a.c:1:2: error: two draws are called 'r' [structure]"},
      {"lcs 1\nfunction f {\n  loop for=i(1, 2) condition=(n)\n}\n",
       "lcm: error: loop: only a while has a condition [structure]"},
      {"lcs 1\ncovariance a b x\n",
       "t.lcs:2:16: error: expected a number before 'x' [syntax]"},
      {"lcs 1\nfunction f {\n  fragment @a.c:1:2:3\n}\n",
       "t.lcs:3:22: error: expected '-' at the end of the line [syntax]"},
      {"lcs 1\nfunction f {\n  fragment @:1:2:3-4\n}\n",
       "t.lcs:3:13: error: expected a file before ':1:2:3-4' [syntax]"},
      {"lcs 1\nfunction f {\n  fragment worksharing\n}\n",
       "t.lcs:3:12: error: fragment has no attribute 'worksharing' [syntax]"},
      {"lcs 1\nfunction f {\n  series {\n    arg (1)\n  }\n}\n",
       "t.lcs:4:5: error: expected a node or '}' before 'arg (1)' [syntax]"},
      {"lcs 1\nfunction f {\n  let variable=x\n}\n",
       "t.lcs:3:3: error: let needs value [syntax]"},
      {"lcs 1\nfunction f {\n  fragment\n  fragment\n}\n",
       "t.lcs:4:3: error: expected '}' before 'fragment' [syntax]"},
      {"lcs 1\nfunction f {\n}\n",
       "t.lcs:3:1: error: the braces of 'f' hold no node [syntax]"},
      {"lcs 1\nfunction f {\n  fragment\n",
       "t.lcs:4:1: error: expected '}' at the end of the line [syntax]"},
      {"lcs 1\nfunction f {\n  fragment #2\n}\n",
       "lcm: error: fragment: nodes are not numbered in preorder [structure]"},
      {"lcs 1\nfunction f {\n  model x (1)\n}\n",
       "t.lcs:3:3: error: expected a node or '}' before 'model x (1)' "
       "[syntax]"},
      {"lcs 1\nfunction f\nfunction f\n",
       "lcm: error: function 'f' is defined twice [structure]"},
      {"lcs 1\nfunction f {\n  series {\n    model pc (1 s + 2 byte)\n  }\n}\n",
       "t.lcs:4:19: error: a sum of different dimensions: s and byte [unit]"},
      {"lcs 1\nparam n value=(x{furlong})\n",
       "t.lcs:2:17: error: expected a dimension in braces before "
       "'{furlong})' [syntax]"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    assert_null(parse(ctx, CASES[i][0]));
    assert_string_equal(said(ctx), CASES[i][1]);
    lcm_ctx_free(ctx);
  }
}

/* Return a text with "depth" nodes, each in the one before. */
static char *nested(size_t depth) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, "lcs 1\nfunction f {\n");
  for (size_t i = 0; i < depth; i++)
    lcm_buf_puts(&buf, "taskgroup {\n");
  for (size_t i = 0; i <= depth; i++)
    lcm_buf_puts(&buf, "}\n");
  return lcm_buf_take(&buf);
}

/* The deepest nesting that is allowed goes through, one more is an error. */
static void depth(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  char *text = nested(LCM_MAX_DEPTH);
  const lcm_program *p = parse(ctx, text);
  assert_non_null(p);
  char *again = lcm_program_to_str(p);
  assert_true(strlen(again) < 200 * LCM_MAX_DEPTH);
  assert_true(lcm_program_equal(p, parse(ctx, again)));
  char *json = lcm_program_to_json(ctx, p);
  assert_true(strlen(json) < 2000 * (size_t)LCM_MAX_DEPTH);
  free(json);
  free(again);
  free(text);
  lcm_ctx_free(ctx);
  ctx = lcm_ctx_new(NULL);
  text = nested(LCM_MAX_DEPTH + 1);
  assert_null(parse(ctx, text));
  assert_string_equal(said(ctx), "t.lcs:10003:1: error: nodes are nested more "
                                 "than 10000 deep [depth]");
  free(text);
  lcm_ctx_free(ctx);
}

/* Printing and parsing random programs gives them back, byte for byte. */
static void random_programs(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 250; seed++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const lcm_program *p = random_program(ctx, seed);
    char *text = lcm_program_to_str(p);
    const lcm_program *q = parse(ctx, text);
    if (!q)
      fail_msg("seed %d: %s\n%s", (int)seed, said(ctx), text);
    char *again = lcm_program_to_str(q);
    if (!lcm_program_equal(p, q) || strcmp(text, again) != 0)
      fail_msg("seed %d:\n%s\nbecomes\n%s", (int)seed, text, again);
    free(again);
    lcm_ctx *other = lcm_ctx_new(NULL);
    q = parse(other, text);
    assert_non_null(q);
    again = lcm_program_to_str(q);
    assert_string_equal(again, text);
    free(again);
    free(text);
    lcm_ctx_free(other);
    lcm_ctx_free(ctx);
  }
}

/* A change of any one field is seen. */
static void inequality(void **state) {
  (void)state;
  static const char *const CHANGES[][2] = {
      {"per=iteration", "per=run"},
      {"stale", "     "},
      {"#2", ""},
      {"[0:n, *, k:?]", "[0:n, *, k:1]"},
      {"exact", "declared"},
      {"with n (n/2)", "with n (n/3)"},
      {"\"independent\"", "\"dependent\""},
      {"of=ranks", "of=league"},
      {"worksharing ordered", "ordered"},
      {", *2)", ", 2)"},
      {"prob=(0.9)", ""},
      {"size=(n/2)", ""},
      {"key=\"c:q\"", ""},
      {"of=lock[i]", "of=lock[j]"},
      {"of=filled[k]", "of=filled"},
      {"inout x", "in x"},
      {"to=\"B C\"", ""},
      {"hash=9f03", "hash=9f04"},
      {"@:2:3:10-880", "@:2:3:10-881"},
      {"ignored", ""},
      {"attribute empty", "attribute empty \"\""},
  };
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, TREE);
  assert_true(lcm_program_equal(p, parse(ctx, TREE)));
  for (size_t i = 0; i < sizeof CHANGES / sizeof *CHANGES; i++) {
    const char *at = strstr(TREE, CHANGES[i][0]);
    assert_non_null(at);
    const char *text =
        lcm_arena_printf(lcm_ctx_arena(ctx), "%.*s%s%s", (int)(at - TREE), TREE,
                         CHANGES[i][1], at + strlen(CHANGES[i][0]));
    const lcm_program *q = parse(ctx, text);
    assert_non_null(q);
    if (lcm_program_equal(p, q) != (i == 2))
      fail_msg("'%s' and '%s'", CHANGES[i][0], CHANGES[i][1]);
  }
  lcm_ctx_free(ctx);
}

/* Whatever the damage, there is a program or a diagnostic. */
static void survive(const char *text, size_t len) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = NULL;
  char *copy = malloc(len + 1);
  memcpy(copy, text, len);
  const lcm_status status = lcm_program_parse(&p, ctx, "t.lcs", copy, len);
  assert_true(status ? lcm_diag_count(ctx, LCM_ERROR) > 0 : p != NULL);
  free(copy);
  lcm_ctx_free(ctx);
}

/* No truncation and no flipped byte crashes the parser. */
static void damage(void **state) {
  (void)state;
  static const char BYTES[] = "\0\n\"{}()[]@#,:*?/\\x9 \xff";
  char text[sizeof TREE];
  for (size_t n = 0; n < sizeof TREE; n++)
    survive(TREE, n);
  for (size_t n = 0; n < sizeof DECLARATIONS; n++)
    survive(DECLARATIONS, n);
  for (size_t i = 0; i + 1 < sizeof TREE; i++)
    for (size_t k = 0; k < 3; k++) {
      memcpy(text, TREE, sizeof TREE);
      text[i] = BYTES[(i * 7 + k * 5) % (sizeof BYTES - 1)];
      survive(text, sizeof TREE - 1);
    }
}

/* The example of the documentation is what it says, in canonical form but
 * for the order of attributes. */
static void documented(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  char *text = NULL;
  size_t len = 0;
  assert_int_equal(
      lcm_file_read(&text, &len, ctx, LCM_SOURCE_DIR "/docs/reference/lcs.md"),
      LCM_OK);
  char *begin = strstr(text, "```\n");
  assert_non_null(begin);
  char *end = strstr(begin + 4, "```\n");
  assert_non_null(end);
  *end = '\0';
  const lcm_program *p = parse(ctx, begin + 4);
  assert_non_null(p);
  const lcm_node *loop = p->functions[0].body->children[0];
  assert_int_equal(loop->kind, LCM_NODE_PARLOOP);
  assert_expr(loop->models[0].expr, "2 flop*machine.flop*n");
  assert_string_equal(loop->reads[0].loc.file, "triad.c");
  lcm_ctx_free(ctx);
}

/* Every expression of a node but those of sections, each the symbol x. */
static const char EXPRESSIONS[] =
    "lcs 1\n"
    "resource r multiplicity=(1) for=i(0, 9)\n"
    "condition c for=i(0, 9)\n"
    "function f params=(a)\n"
    "function main {\n"
    "  team size=(x) when=(x) {\n"
    "    series {\n"
    "      with w (x)\n"
    "      parloop for=i(x, x, x) chunk=(x) {\n"
    "        fragment flops=(x) moves=(x) {\n"
    "        again (x) (x)\n"
    "        model work (x)\n"
    "        }\n"
    "      }\n"
    "      while condition=(x) count=(x)\n"
    "      branch {\n"
    "        fragment if=(x)\n"
    "        fragment\n"
    "      }\n"
    "      branch {\n"
    "        fragment prob=(x)\n"
    "        fragment\n"
    "      }\n"
    "      call callee=f {\n"
    "        arg (x) size=(x)\n"
    "      }\n"
    "      let variable=v value=(x)\n"
    "      use of=r[x] time=(x)\n"
    "      wait of=c[x]\n"
    "      task when=(x) final=(x)\n"
    "      transfer bytes=(x)\n"
    "      message operation=MPI_Send to=(x) bytes=(x) tag=(x)\n"
    "    }\n"
    "  }\n"
    "}\n";

/* Count "e" where it is the symbol x. */
static bool count_expr(const lcm_expr *e, void *user) {
  assert_string_equal(lcm_expr_name(e), "x");
  ++*(size_t *)user;
  return false;
}

/* Count the expressions of "node". */
static lcm_status count_exprs(const lcm_node *node, void *user) {
  assert_false(lcm_node_exprs(node, LCM_EXPRS_ALL, count_expr, user));
  return LCM_OK;
}

/* The visitor of expressions misses none. */
static void expressions(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *p = parse(ctx, EXPRESSIONS);
  size_t n = 0;
  size_t wanted = 0;
  for (const char *at = EXPRESSIONS; *at; at++)
    wanted += *at == 'x' && strchr("([ ", at[-1]) != NULL;
  if (!p)
    fail_msg("%s", said(ctx));
  const lcm_function *f = lcm_program_function(p, "main");
  assert_int_equal(lcm_node_foreach(f->body, count_exprs, &n), LCM_OK);
  assert_int_equal(n, wanted);
  assert_true(lcm_node_spreads(f->body->kind));
  assert_true(lcm_node_has_body(f->body->kind));
  assert_false(lcm_node_is_loop(f->body->kind));
  assert_true(lcm_node_is_loop(LCM_NODE_PARLOOP));
  assert_false(lcm_node_is_serial_loop(LCM_NODE_PARLOOP));
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plain_code),      cmocka_unit_test(declarations),
      cmocka_unit_test(draws),           cmocka_unit_test(functions),
      cmocka_unit_test(common_fields),   cmocka_unit_test(control_fields),
      cmocka_unit_test(other_fields),    cmocka_unit_test(errors),
      cmocka_unit_test(depth),           cmocka_unit_test(inequality),
      cmocka_unit_test(random_programs), cmocka_unit_test(damage),
      cmocka_unit_test(documented),      cmocka_unit_test(expressions),
      cmocka_unit_test(no_conditions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
