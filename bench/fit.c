/* Score the selection of models on synthetic functions:
 * fit [seed [cases [verbose|perfect]]]; or the time it takes: fit speed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fit/models.h"
#include "tests/fit/synthetic.h"

enum { MAX_FAMILIES = 32 };

/* Scores of one kind of cases. */
struct row {
  char name[64];
  struct syn_score *score;
};

/* Return the scores of the kind "name" among the "*n" at "rows". */
static struct syn_score *find(struct row *rows, size_t *n, const char *name) {
  for (size_t i = 0; i < *n; i++)
    if (strcmp(rows[i].name, name) == 0)
      return rows[i].score;
  snprintf(rows[*n].name, sizeof rows[*n].name, "%s", name);
  return rows[(*n)++].score = calloc(1, sizeof(struct syn_score));
}

/* Print "score". */
static void print(const char *name, struct syn_score *score) {
  printf("%-24s %5zu cases  %5.1f %% right  median %7.3f %%  95th %9.2f %%"
         "  inside %5.1f %%  none %zu\n",
         name, score->cases,
         100.0 * (double)score->right / (double)score->cases,
         100 * syn_quantile(score, 0.5), 100 * syn_quantile(score, 0.95),
         100.0 * (double)score->inside / (double)score->cases, score->none);
}

/* Print the time of fitting "fragments" fragments of six categories, five
 * repetitions at each point of "variables" variables. */
static void speed(size_t fragments, size_t variables) {
  struct syn_random r = {7};
  struct syn_case *c = malloc(sizeof *c);
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  double seconds = 0;
  size_t points = 0;
  for (size_t i = 0; i < 6 * fragments; i++) {
    do
      syn_make(c, &r);
    while (c->variables != variables || c->repetitions != 5);
    const struct lcm_fit_data data = {c->names, variables, c->x, c->y,
                                      c->points};
    const struct lcm_fit_options options = {
        .search = true, .relative = -1, .robust = true};
    char fragment[32];
    snprintf(fragment, sizeof fragment, "f%zu", i);
    const lcm_fit_model base = {.fragment = fragment, .category = "pc"};
    const lcm_fit_model *model = NULL;
    size_t n = 0;
    const clock_t begin = clock();
    if (lcm_fit_data_models(&model, &n, ctx, &data, &options, &base))
      exit(1);
    seconds += (double)(clock() - begin) / CLOCKS_PER_SEC;
    points += c->points;
  }
  printf("%zu variables: %zu models of %zu measurements in %.3f s\n", variables,
         6 * fragments, points, seconds);
  lcm_ctx_free(ctx);
  free(c);
}

int main(int argc, char **argv) {
  if (argc > 1 && strcmp(argv[1], "speed") == 0) {
    speed(1000, 1);
    speed(200, 2);
    return 0;
  }
  struct syn_random r = {argc > 1 ? strtoull(argv[1], NULL, 0) : 1};
  const size_t cases = argc > 2 ? strtoull(argv[2], NULL, 0) : 1000;
  const unsigned how = argc < 4                          ? 0
                       : strcmp(argv[3], "perfect") == 0 ? SYN_PERFECT
                                                         : SYN_VERBOSE;
  struct row rows[MAX_FAMILIES];
  size_t n = 0;
  struct syn_case *c = malloc(sizeof *c);
  struct syn_score *all = calloc(1, sizeof *all);
  const clock_t begin = clock();
  for (size_t i = 0; i < cases; i++) {
    char noise[32];
    syn_make(c, &r);
    const size_t before = all->right;
    syn_try(c, all, find(rows, &n, c->family), how);
    snprintf(noise, sizeof noise, "noise %.0f %%%s", 100 * c->noise,
             c->outliers ? ", outliers" : "");
    struct syn_score *level = find(rows, &n, noise);
    level->error[level->cases++] = all->error[all->cases - 1];
    level->right += all->right - before;
  }
  printf("%.3f ms a case\n",
         1e3 * (double)(clock() - begin) / CLOCKS_PER_SEC / (double)cases);
  for (size_t i = 0; i < n; i++)
    print(rows[i].name, rows[i].score);
  print("all", all);
  for (size_t i = 0; i < n; i++)
    free(rows[i].score);
  free(all);
  free(c);
  return 0;
}
