/* Score the selection of models on synthetic functions:
 * fit [seed [cases [verbose]]]. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

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

int main(int argc, char **argv) {
  struct syn_random r = {argc > 1 ? strtoull(argv[1], NULL, 0) : 1};
  const size_t cases = argc > 2 ? strtoull(argv[2], NULL, 0) : 1000;
  struct row rows[MAX_FAMILIES];
  size_t n = 0;
  struct syn_case *c = malloc(sizeof *c);
  struct syn_score *all = calloc(1, sizeof *all);
  const clock_t begin = clock();
  for (size_t i = 0; i < cases; i++) {
    char noise[32];
    syn_make(c, &r);
    const size_t before = all->right;
    syn_try(c, all, find(rows, &n, c->family), argc > 3);
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
