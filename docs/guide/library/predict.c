/* Predicts a program on 1 to 64 processors, says where its cycles go, and how
 * much would be gained if a fragment cost nothing.
 *
 *   cc predict.c $(pkg-config --cflags --libs lcmodel) -o predict
 *   ./predict FRAGMENT FILE.c... */
#include <stdio.h>
#include <string.h>

#include <lcmodel/lcm.h>

/* Write "message" to standard error. */
static void show(const struct liblcm_message *message, void *user) {
  (void)user;
  fprintf(stderr, "%s:%u:%u: %s [%s]\n", message->file ? message->file : "-",
          message->line, message->column, message->text, message->id);
}

/* Write the prediction, a line for each point, to standard output. */
static void print(const liblcm_prediction *prediction) {
  const size_t categories = liblcm_prediction_categories(prediction);
  struct liblcm_point point;
  for (size_t i = 0; !liblcm_prediction_point(&point, prediction, i); i++) {
    printf("p = %-3g time %.6g s, speedup %.4g;", point.p, point.time,
           point.speedup);
    for (size_t k = 0; k < categories; k++) {
      const char *name = liblcm_prediction_category(prediction, k);
      const double lost = liblcm_prediction_lost(prediction, i, name);
      if (lost > 0)
        printf(" %s %.4g", name, lost);
    }
    printf("\n");
  }
}

/* Write the share of the time that "comparison" saves at its last point. */
static void print_gain(const liblcm_comparison *comparison) {
  struct liblcm_point a;
  struct liblcm_point b;
  const liblcm_prediction *now = liblcm_comparison_prediction(comparison, 0);
  const liblcm_prediction *then = liblcm_comparison_prediction(comparison, 1);
  const size_t last = liblcm_prediction_points(now) - 1;
  if (!liblcm_prediction_point(&a, now, last) &&
      !liblcm_prediction_point(&b, then, last))
    printf("at p = %g the change saves %.1f %% of the time\n", a.p,
           100 * (1 - b.time / a.time));
}

/* Compare "program" with itself with "fragment" given away. */
static liblcm_code try_without(const liblcm_program *program,
                               const char *fragment,
                               const struct liblcm_predict_options *options,
                               liblcm_log *log) {
  const struct liblcm_edit edit = {fragment, LIBLCM_EDIT_MODEL, "time", "0 s"};
  liblcm_program *edited = NULL;
  liblcm_comparison *comparison = NULL;
  liblcm_code code = liblcm_program_edit(&edited, program, &edit, 1, log);
  if (!code) {
    const struct liblcm_variant variants[] = {{"now", program},
                                              {"without", edited}};
    code = liblcm_compare(&comparison, variants, 2, options, log);
  }
  if (!code)
    print_gain(comparison);
  liblcm_comparison_free(comparison);
  liblcm_program_free(edited);
  return code;
}

int main(int argc, char **argv) {
  const char *grid[] = {"p=1:64:*4"};
  struct liblcm_predict_options options;
  liblcm_program *program = NULL;
  liblcm_prediction *prediction = NULL;
  liblcm_log *log = liblcm_log_new(show, NULL);
  if (argc < 3 || !log)
    return 2;
  memset(&options, 0, sizeof options);
  options.grid = grid;
  options.n_grid = 1;
  liblcm_code code = liblcm_program_load(
      &program, (const char *const *)argv + 2, (size_t)argc - 2, NULL, log);
  if (!code)
    code = liblcm_predict(&prediction, program, &options, log);
  if (!code) {
    print(prediction);
    code = try_without(program, argv[1], &options, log);
  }
  if (code)
    fprintf(stderr, "predict: %s\n", liblcm_code_text(code));
  liblcm_prediction_free(prediction);
  liblcm_program_free(program);
  liblcm_log_free(log);
  return code ? 1 : 0;
}
