/* Reading the text form: declarations and functions. */
#include <stdlib.h>
#include <string.h>

#include "model/lcs/node.h"
#include "model/lcs/parse.h"
#include "model/lcs/read_parts.h"
#include "model/link/link.h"

/* A program being read. */
struct reading {
  struct lcs l;
  lcm_program *out;
  /* of the function whose lines are read, NULL outside */
  struct lcs_tree *tree;
  lcm_function function; /* that function */
  LCM_LIST(const char *) files;
  LCM_LIST(lcm_function) functions;
  LCM_LIST(lcm_param) params;
  LCM_LIST(lcm_resource) resources;
  LCM_LIST(struct lcm_condition) conditions;
  LCM_LIST(struct lcm_draw) draws;
  LCM_LIST(lcm_category) categories;
  LCM_LIST(struct lcm_covariance) covariances;
  LCM_LIST(lcm_contract) contracts;
  LCM_LIST(lcm_pointer) pointers;
  LCM_LIST(struct lcm_points) points;
};

static void read_variant(struct reading *r) {
  r->out->variant = lcs_word(&r->l, "the name of a variant");
}

static void read_entry(struct reading *r) {
  r->out->entry = lcs_word(&r->l, "a function");
}

/* Read `nesting off`. */
static void read_nesting(struct reading *r) {
  (void)lcs_at_end(&r->l);
  const size_t start = r->l.at;
  const char *word = lcs_word(&r->l, "'off'");
  r->out->nesting_off = word && !strcmp(word, "off");
  if (word && !r->out->nesting_off) {
    r->l.at = start;
    lcs_fail(&r->l, "'off'");
  }
}

static void read_is_model(struct reading *r) { r->out->is_model = true; }

/* Read `unit NAME`. */
static void read_unit(struct reading *r) {
  (void)lcs_at_end(&r->l);
  const size_t start = r->l.at;
  const char *word = lcs_word(&r->l, "a unit of time");
  const struct lcm_measure *unit = word ? lcm_measure_find(word) : NULL;
  r->out->unit = word;
  if (word && (!unit || !lcm_dim_equal(unit->dim, LCM_DIM_TIME))) {
    r->l.at = start;
    lcs_fail(&r->l, "a unit of time");
  }
}

/* Read `file NAME`. */
static void read_file(struct reading *r) {
  const char *file = lcs_word(&r->l, "a file");
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->files, file);
}

/* Read a param. */
static void read_param(struct reading *r) {
  lcm_param param = {.name = lcs_word(&r->l, "a name")};
  const struct lcs_record record = {.what = "a param",
                                    .fields = LCS_PARAM,
                                    .record = &param,
                                    .loc = &param.loc};
  lcs_attributes(&r->l, &record);
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->params, param);
}

typedef LCM_LIST(struct lcm_range) range_list;

/* Read the attribute `for` of a resource or a condition. */
static bool subscript_attribute(struct lcs *l, const char *key, bool value,
                                void *user) {
  range_list *ranges = user;
  lcm_iteration range = {0};
  if (!value || strcmp(key, "for") != 0)
    return false;
  lcs_range(l, &range);
  if (range.step || range.factor)
    lcs_fail(l, "subscripts without a step");
  const struct lcm_range one = {range.index, range.from, range.to};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), ranges, one);
  return true;
}

/* Read a resource. */
static void read_resource(struct reading *r) {
  range_list ranges = {0};
  lcm_resource resource = {.name = lcs_word(&r->l, "a name")};
  const struct lcs_record record = {.what = "a resource",
                                    .fields = LCS_RESOURCE,
                                    .record = &resource,
                                    .loc = &resource.loc,
                                    .other = subscript_attribute,
                                    .user = &ranges};
  lcs_attributes(&r->l, &record);
  resource.ranges = ranges.at;
  resource.n_ranges = ranges.n;
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->resources, resource);
}

/* Read a condition. */
static void read_condition(struct reading *r) {
  range_list ranges = {0};
  struct lcm_condition condition = {.name = lcs_word(&r->l, "a name")};
  const struct lcs_record record = {.what = "a condition",
                                    .record = &condition,
                                    .loc = &condition.loc,
                                    .other = subscript_attribute,
                                    .user = &ranges};
  lcs_attributes(&r->l, &record);
  condition.ranges = ranges.at;
  condition.n_ranges = ranges.n;
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->conditions, condition);
}

typedef LCM_LIST(const lcm_expr *) expr_list;

/* Read the attribute `arg` of a draw. */
static bool draw_attribute(struct lcs *l, const char *key, bool value,
                           void *user) {
  expr_list *args = user;
  if (!value || strcmp(key, "arg") != 0)
    return false;
  const lcm_expr *arg = lcs_group(l);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), args, arg);
  return true;
}

/* Read a draw. */
static void read_draw(struct reading *r) {
  expr_list args = {0};
  struct lcm_draw draw = {.name = lcs_word(&r->l, "a name"),
                          .kind = LCM_DRAW_COUNT};
  const struct lcs_record record = {.what = "a draw",
                                    .fields = LCS_DRAW,
                                    .record = &draw,
                                    .loc = &draw.loc,
                                    .other = draw_attribute,
                                    .user = &args};
  lcs_attributes(&r->l, &record);
  draw.args = args.at;
  draw.n_args = args.n;
  if (draw.kind == LCM_DRAW_COUNT || draw.n_args != lcm_draw_arity(draw.kind))
    lcs_fail(&r->l, draw.kind == LCM_DRAW_COUNT
                        ? "'kind='"
                        : "as many 'arg=' as the kind takes");
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->draws, draw);
}

/* Read a category. */
static void read_category(struct reading *r) {
  lcm_category category = {.name = lcs_word(&r->l, "a name")};
  const struct lcs_record record = {.what = "a category",
                                    .fields = LCS_CATEGORY,
                                    .record = &category,
                                    .loc = &category.loc};
  lcs_attributes(&r->l, &record);
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->categories, category);
}

/* Read two coefficients and their covariance, or correlation. */
static void read_covariance(struct reading *r) {
  struct lcm_covariance covariance = {NULL};
  covariance.a = lcs_word(&r->l, "a coefficient");
  covariance.b = lcs_word(&r->l, "a coefficient");
  covariance.value = lcs_real(&r->l);
  const struct lcs_record record = {.what = "a covariance",
                                    .fields = LCS_COVARIANCE,
                                    .record = &covariance,
                                    .loc = &covariance.loc};
  lcs_attributes(&r->l, &record);
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->covariances, covariance);
}

/* Read a contract. */
static void read_contract(struct reading *r) {
  lcm_contract contract = {NULL};
  const struct lcs_record record = {.what = "a contract",
                                    .fields = LCS_CONTRACT,
                                    .record = &contract,
                                    .loc = &contract.loc};
  lcs_attributes(&r->l, &record);
  if (!contract.text)
    lcs_fail(&r->l, "'text='");
  else
    LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->contracts, contract);
}

/* The lists of a pointer. */
struct pointer_lists {
  LCM_LIST(const char *) holds;
  LCM_LIST(const char *) from;
  LCM_LIST(const char *) given;
};

/* Read an attribute of a pointer that may be repeated. */
static bool pointer_attribute(struct lcs *l, const char *key, bool value,
                              void *user) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  struct pointer_lists *lists = user;
  const bool holds = !strcmp(key, "holds");
  const bool from = !strcmp(key, "from");
  if (!value || (!holds && !from && strcmp(key, "given") != 0))
    return false;
  const char *word = lcs_word(l, "a name");
  if (!word)
    return true;
  if (holds)
    LCM_LIST_ADD(arena, &lists->holds, word);
  else if (from)
    LCM_LIST_ADD(arena, &lists->from, word);
  else
    LCM_LIST_ADD(arena, &lists->given, word);
  return true;
}

/* Read what a pointer to functions holds. */
static void read_pointer(struct reading *r) {
  struct pointer_lists lists;
  lcm_pointer pointer = {.name = lcs_word(&r->l, "a name")};
  lcm_loc none = {0};
  const struct lcs_record record = {.what = "a pointer",
                                    .fields = LCS_POINTER,
                                    .record = &pointer,
                                    .loc = &none,
                                    .other = pointer_attribute,
                                    .user = &lists};
  memset(&lists, 0, sizeof lists);
  lcs_attributes(&r->l, &record);
  pointer.holds = lists.holds.at;
  pointer.n_holds = lists.holds.n;
  pointer.from = lists.from.at;
  pointer.n_from = lists.from.n;
  pointer.given = lists.given.at;
  pointer.n_given = lists.given.n;
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->pointers, pointer);
}

/* Read where a pointer to data points. */
static void read_points(struct reading *r) {
  struct lcm_points points = {.name = lcs_word(&r->l, "a name")};
  r->l.home = NULL;
  lcs_section(&r->l, &points.place);
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->points, points);
}

/* Read the attribute `params` of a function. */
static bool function_attribute(struct lcs *l, const char *key, bool value,
                               void *user) {
  LCM_LIST(const char *) params = {0};
  lcm_function *function = user;
  if (!value || strcmp(key, "params") != 0)
    return false;
  (void)lcs_expect(l, '(', "'('");
  do {
    const char *name = lcs_word(l, "a name");
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &params, name);
  } while (lcs_accept(l, ','));
  (void)lcs_expect(l, ')', "',' or ')'");
  function->params = params.at;
  function->n_params = params.n;
  return true;
}

/* Read the first line of a function. */
static void read_function(struct reading *r) {
  lcm_function function = {.key = lcs_word(&r->l, "a name")};
  const struct lcs_record record = {.what = "a function",
                                    .fields = LCS_FUNCTION,
                                    .record = &function,
                                    .loc = &function.loc,
                                    .other = function_attribute,
                                    .user = &function};
  lcm_ctx_refill(r->l.ctx);
  r->l.home = NULL;
  lcs_attributes(&r->l, &record);
  function.name = function.name ? function.name : function.key;
  function.flags_hash = function.flags_hash ? function.flags_hash : "";
  if (lcs_accept(&r->l, '{')) {
    r->function = function;
    r->l.home = function.loc.file;
    r->tree = lcs_tree_new(&r->l);
  } else
    LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->functions, function);
}

/* The declarations. */
static const struct {
  const char *word;
  void (*read)(struct reading *r);
} DECLARATIONS[] = {{"variant", read_variant},
                    {"entry", read_entry},
                    {"nesting", read_nesting},
                    {"file", read_file},
                    {"param", read_param},
                    {"resource", read_resource},
                    {"condition", read_condition},
                    {"category", read_category},
                    {"covariance", read_covariance},
                    {"contract", read_contract},
                    {"pointer", read_pointer},
                    {"points", read_points},
                    {"function", read_function},
                    {"model", read_is_model},
                    {"unit", read_unit},
                    {"draw", read_draw}};

/* Read the declaration at hand. */
static void read_declaration(struct reading *r) {
  const size_t start = r->l.at;
  const char *word = lcs_word(&r->l, "a declaration");
  for (size_t i = 0; word && i < sizeof DECLARATIONS / sizeof *DECLARATIONS;
       i++)
    if (!strcmp(DECLARATIONS[i].word, word)) {
      DECLARATIONS[i].read(r);
      lcs_end(&r->l);
      return;
    }
  r->l.at = start;
  lcs_fail(&r->l, "a declaration");
}

/* Read the line at hand, which is inside a function. */
static void read_inside(struct reading *r) {
  lcs_tree_line(r->tree);
  if (!lcs_tree_is_done(r->tree))
    return;
  r->function.body = lcs_tree_root(r->tree);
  if (!r->function.body && !r->l.status) {
    lcm_report(r->l.ctx, LCM_DIAG_SYNTAX, lcs_place(&r->l, r->l.start),
               "the braces of '%s' hold no node", r->function.key);
    r->l.status = LCM_EPARSE;
  }
  LCM_LIST_ADD(lcm_ctx_arena(r->l.ctx), &r->functions, r->function);
  r->tree = NULL;
  r->l.home = NULL;
}

/* Read the first line, `lcs 1`. */
static void read_version(struct reading *r) {
  const bool any = lcs_next_line(&r->l);
  const size_t start = r->l.at;
  const char *word = any ? lcs_word_if(&r->l) : NULL;
  if (!word || strcmp(word, "lcs") != 0) {
    r->l.at = start;
    lcs_fail(&r->l, "'lcs 1'");
    return;
  }
  (void)lcs_at_end(&r->l);
  const size_t number = r->l.at;
  if (lcs_number(&r->l, "1") != 1 && !r->l.status) {
    r->l.at = number;
    lcs_fail(&r->l, "version 1");
  }
  lcs_end(&r->l);
}

/* Order functions by key, equal ones as they stand in the text. */
static int function_order(const void *a, const void *b) {
  const lcm_function *f = a;
  const lcm_function *g = b;
  const int by = strcmp(f->key, g->key);
  return by ? by
            : (f->loc.begin > g->loc.begin) - (f->loc.begin < g->loc.begin);
}

/* Put all that was read into the program. */
static void fill(struct reading *r) {
  lcm_program *out = r->out;
  if (r->functions.n)
    qsort(r->functions.at, r->functions.n, sizeof *r->functions.at,
          function_order);
  out->files = r->files.at;
  out->n_files = r->files.n;
  out->functions = r->functions.at;
  out->n_functions = r->functions.n;
  out->params = r->params.at;
  out->n_params = r->params.n;
  out->resources = r->resources.at;
  out->n_resources = r->resources.n;
  out->conditions = r->conditions.at;
  out->n_conditions = r->conditions.n;
  out->draws = r->draws.at;
  out->n_draws = r->draws.n;
  out->categories = r->categories.at;
  out->n_categories = r->categories.n;
  out->covariances = r->covariances.at;
  out->n_covariances = r->covariances.n;
  out->contracts = r->contracts.at;
  out->n_contracts = r->contracts.n;
  out->points = r->points.at;
  out->n_points = r->points.n;
  out->n_pointers = lcm_pointers_join(&out->pointers, r->l.ctx, r->pointers.at,
                                      r->pointers.n);
}

lcm_status lcm_program_parse(const lcm_program **out, lcm_ctx *ctx,
                             const char *file, const char *text, size_t len) {
  struct reading r = {.l = {.ctx = ctx,
                            .file = lcm_intern(ctx, file),
                            .text = text,
                            .len = len},
                      .out = LCM_NEW(lcm_ctx_arena(ctx), lcm_program)};
  read_version(&r);
  while (lcs_next_line(&r.l))
    if (r.tree)
      read_inside(&r);
    else
      read_declaration(&r);
  if (r.tree && !r.l.status)
    lcs_fail(&r.l, "'}'");
  if (r.l.status)
    return r.l.status;
  fill(&r);
  const lcm_status status = lcm_program_check(ctx, r.out);
  if (!status)
    *out = r.out;
  return status;
}
