/* Predicting, and what a prediction says. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/handles.h"
#include "api/prediction.h"
#include "api/program.h"
#include "api/request.h"
#include "composer/predict/predict.h"

/* ---- predicting ---------------------------------------------------------- */

bool lcm_api_check_options(const struct liblcm_predict_options *options) {
  return !options || lcm_api_check_texts(options->grid, options->n_grid);
}

lcm_status lcm_api_read_options(struct lcm_predict_options *out,
                                const lcm_grid **grid, lcm_ctx *ctx,
                                const struct liblcm_predict_options *options) {
  static const struct liblcm_predict_options DEFAULTS = {0};
  const struct liblcm_predict_options *o = options ? options : &DEFAULTS;
  *out = (struct lcm_predict_options){.nodes = o->nodes != 0,
                                      .formula = o->formula != 0,
                                      .check = o->check != 0,
                                      .thesis_li = o->thesis_li != 0,
                                      .thesis_barrier = o->thesis_barrier != 0,
                                      .nesting_off = o->nesting_off != 0};
  const lcm_status status = lcm_grid_parse(grid, ctx, o->grid, o->n_grid);
  if (status || !o->machine)
    return status;
  return lcm_machine_parse(&out->machine, ctx, "machine", o->machine->text,
                           o->machine->len);
}

/* A prediction being made. */
struct prediction_making {
  const liblcm_program *program;
  const struct liblcm_predict_options *options;
  const lcm_prediction *out;
};

/* Predict what "user" says. */
static lcm_status predict(lcm_ctx *ctx, void *user) {
  struct prediction_making *p = user;
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  struct lcm_predict_options options;
  lcm_status status = lcm_api_read_options(&options, &grid, ctx, p->options);
  status = status ? status : lcm_api_enter_program(&program, ctx, p->program);
  return status ? status : lcm_predict(&p->out, ctx, program, grid, &options);
}

liblcm_code liblcm_predict(liblcm_prediction **out,
                           const liblcm_program *program,
                           const struct liblcm_predict_options *options,
                           liblcm_log *log) {
  struct prediction_making p = {.program = program, .options = options};
  const struct lcm_api_request request = {
      .body = predict, .user = &p, .log = log};
  if (!out || !program || !lcm_api_check_options(options))
    return LIBLCM_ERROR_USAGE;
  liblcm_prediction *handle = calloc(1, sizeof *handle);
  if (!handle)
    return LIBLCM_ERROR_MEMORY;
  const liblcm_code code = lcm_api_run(&handle->ctx, &request);
  handle->prediction = p.out;
  if (code)
    free(handle);
  else
    *out = handle;
  return code;
}

void liblcm_prediction_free(liblcm_prediction *prediction) {
  if (prediction)
    lcm_ctx_free(prediction->ctx);
  free(prediction);
}

/* ---- variables and categories -------------------------------------------- */

size_t liblcm_prediction_variables(const liblcm_prediction *prediction) {
  return prediction ? prediction->prediction->grid->n_names : 0;
}

const char *liblcm_prediction_variable(const liblcm_prediction *prediction,
                                       size_t j) {
  return j < liblcm_prediction_variables(prediction)
             ? prediction->prediction->grid->names[j]
             : NULL;
}

double liblcm_prediction_value(const liblcm_prediction *prediction, size_t i,
                               const char *variable) {
  if (!variable || i >= liblcm_prediction_points(prediction))
    return NAN;
  const lcm_grid *grid = prediction->prediction->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (!strcmp(grid->names[j], variable))
      return grid->columns[j][i];
  return NAN;
}

size_t liblcm_prediction_categories(const liblcm_prediction *prediction) {
  return prediction ? prediction->prediction->n_cats : 0;
}

const char *liblcm_prediction_category(const liblcm_prediction *prediction,
                                       size_t k) {
  return k < liblcm_prediction_categories(prediction)
             ? prediction->prediction->cat_names[k]
             : NULL;
}

/* Return the amount of "category" among the "cats" of "prediction". */
static double amount(const lcm_prediction *prediction, const double *cats,
                     const char *category) {
  for (size_t k = 0; category && k < prediction->n_cats; k++)
    if (!strcmp(prediction->cat_names[k], category))
      return cats[k];
  return NAN;
}

/* ---- points -------------------------------------------------------------- */

size_t liblcm_prediction_points(const liblcm_prediction *prediction) {
  return prediction ? prediction->prediction->grid->n_points : 0;
}

static const lcm_point *point_of(const liblcm_prediction *prediction,
                                 size_t i) {
  return i < liblcm_prediction_points(prediction)
             ? &prediction->prediction->points[i]
             : NULL;
}

liblcm_code liblcm_prediction_point(struct liblcm_point *out,
                                    const liblcm_prediction *prediction,
                                    size_t i) {
  const lcm_point *point = point_of(prediction, i);
  if (!out || !point)
    return LIBLCM_ERROR_USAGE;
  *out = (struct liblcm_point){.p = point->p,
                               .time = point->time,
                               .low = point->low,
                               .high = point->high,
                               .time1 = point->time1,
                               .speedup = point->speedup,
                               .efficiency = point->efficiency,
                               .work = point->work,
                               .span = point->span,
                               .bound = point->bound,
                               .binding = point->binding};
  return LIBLCM_OK;
}

double liblcm_prediction_lost(const liblcm_prediction *prediction, size_t i,
                              const char *category) {
  const lcm_point *point = point_of(prediction, i);
  return point ? amount(prediction->prediction, point->cats, category) : NAN;
}

/* ---- occurrences --------------------------------------------------------- */

size_t liblcm_prediction_occurrences(const liblcm_prediction *prediction,
                                     size_t i) {
  const lcm_point *point = point_of(prediction, i);
  return point ? point->n_occurrences : 0;
}

liblcm_code liblcm_prediction_occurrence(struct liblcm_occurrence *out,
                                         const liblcm_prediction *prediction,
                                         size_t i, size_t k) {
  if (!out || k >= liblcm_prediction_occurrences(prediction, i))
    return LIBLCM_ERROR_USAGE;
  const lcm_occurrence *o = &prediction->prediction->points[i].occurrences[k];
  *out = (struct liblcm_occurrence){.id = o->id,
                                    .kind = lcm_node_word(o->node->kind),
                                    .name = o->node->name,
                                    .label = o->node->label,
                                    .function =
                                        o->function ? o->function->name : NULL,
                                    .file = o->node->loc.file,
                                    .line = o->node->loc.line,
                                    .depth = o->depth,
                                    .visits = o->visits,
                                    .time = o->time,
                                    .share = o->share,
                                    .processors = o->processors,
                                    .critical = o->critical,
                                    .provenance = o->provenance};
  return LIBLCM_OK;
}

double liblcm_prediction_occurrence_lost(const liblcm_prediction *prediction,
                                         size_t i, size_t k,
                                         const char *category) {
  if (k >= liblcm_prediction_occurrences(prediction, i))
    return NAN;
  return amount(prediction->prediction,
                prediction->prediction->points[i].occurrences[k].cats,
                category);
}

size_t liblcm_prediction_unknowns(const liblcm_prediction *prediction) {
  return prediction ? prediction->prediction->n_unknown : 0;
}

liblcm_code liblcm_prediction_unknown(struct liblcm_unknown *out,
                                      const liblcm_prediction *prediction,
                                      size_t i) {
  if (!out || i >= liblcm_prediction_unknowns(prediction))
    return LIBLCM_ERROR_USAGE;
  const struct lcm_unknown *unknown = &prediction->prediction->unknown[i];
  *out = (struct liblcm_unknown){unknown->loc.file, unknown->loc.line,
                                 unknown->reason};
  return LIBLCM_OK;
}

/* ---- texts --------------------------------------------------------------- */

/* A formula to be printed. */
struct formula {
  const lcm_expr *e;
  lcm_notation notation;
};

/* Return the text of the formula "of". */
static char *print_formula(lcm_ctx *ctx, const void *of) {
  const struct formula *formula = of;
  (void)ctx;
  return lcm_expr_to_str(formula->e, formula->notation);
}

liblcm_code liblcm_prediction_formula(char **out,
                                      const liblcm_prediction *prediction,
                                      liblcm_notation notation) {
  static const lcm_notation NOTATIONS[] = {LCM_READER, LCM_LATEX, LCM_C,
                                           LCM_PYTHON};
  if (!out || !prediction || (unsigned)notation > LIBLCM_PYTHON)
    return LIBLCM_ERROR_USAGE;
  const struct formula formula = {prediction->prediction->formula,
                                  NOTATIONS[notation]};
  const struct lcm_api_printing printing = {print_formula, &formula};
  if (formula.e)
    return lcm_api_print(out, &printing);
  *out = NULL;
  return LIBLCM_OK;
}

/* Return the JSON of the prediction "of". */
static char *print_json(lcm_ctx *ctx, const void *of) {
  (void)ctx;
  return lcm_prediction_to_json(of);
}

liblcm_code liblcm_prediction_json(char **out,
                                   const liblcm_prediction *prediction) {
  if (!out || !prediction)
    return LIBLCM_ERROR_USAGE;
  const struct lcm_api_printing printing = {print_json, prediction->prediction};
  return lcm_api_print(out, &printing);
}
