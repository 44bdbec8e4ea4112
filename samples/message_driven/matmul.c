/* A product of matrices: a chare for each block of the result finds the rows
 * and columns that it needs in tables (A. Sinha 1994, figure 7.15).  Version a
 * has small blocks, b large ones, c also spreads keys evenly over processors,
 * and d also keeps what was found where it was asked for.
 *
 * usage: matmul a|b|c|d [N] */
#include <md.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL = 4, LARGE = 16 };
enum { START, MULTIPLY, ROWS_CAME, COLUMNS_CAME, QUIET, CHECK };
enum { ROWS, COLUMNS, RESULT };
enum { MAIN, BLOCK };

// lcm: param plan.n = 256 in 16..4096 "rows of the matrices"
// lcm: param plan.grain = 16 in 4..16 "rows of a block"

static const double FLOP = 2e-7;

/* What is multiplied. */
struct plan {
  int n, grain;
};

/* A block of the result. */
struct block {
  int row, column;
  double *rows, *columns;
};

/* What main checks. */
struct check {
  int left;
  double sum;
};

/* Return the elements of the matrices. */
static double left(int i, int k) { return (i + 2 * k) % 7; }
static double right(int k, int j) { return (3 * k + j) % 5; }

/* Put the keys, which are multiples of the grain, on few processors. */
static int remainder_of(int64_t key, int processors) {
  return (int)(key % processors);
}

/* Insert rows and columns, and create the blocks. */
static void start(md *m, void *self, const void *data, size_t size) {
  const struct plan *plan = md_user(m);
  const int n = plan->n;
  const int grain = plan->grain;
  double *part = malloc((size_t)grain * (size_t)n * sizeof *part);
  (void)self, (void)data, (void)size;
  if (!part)
    abort();
  for (int i = 0; i < n; i += grain) {
    for (int r = 0; r < grain; r++)
      for (int k = 0; k < n; k++)
        part[r * n + k] = left(i + r, k);
    md_insert(m, ROWS, i, part, (size_t)(grain * n) * sizeof *part);
    for (int r = 0; r < grain; r++)
      for (int k = 0; k < n; k++)
        part[r * n + k] = right(k, i + r);
    md_insert(m, COLUMNS, i, part, (size_t)(grain * n) * sizeof *part);
  }
  free(part);
  for (int i = 0; i < n; i += grain)
    for (int k = 0; k < n; k += grain)
      md_create(m, MULTIPLY, (int[]){i, k}, 2 * sizeof(int), 0);
  md_quiescence(m, md_self(m), QUIET);
}

/* A block asks for what it needs. */
static void multiply(md *m, void *self, const void *data, size_t size) {
  struct block *block = self;
  const int *at = data;
  (void)size;
  block->row = at[0];
  block->column = at[1];
  md_await(m, ROWS, block->row, md_self(m), ROWS_CAME);
  md_await(m, COLUMNS, block->column, md_self(m), COLUMNS_CAME);
}

/* Compute "block", if all has come. */
static void go_on(md *m, struct block *block) {
  const struct plan *plan = md_user(m);
  const int n = plan->n;
  const int grain = plan->grain;
  double result[LARGE * LARGE];
  // lcm: prob 1/2
  if (!block->rows || !block->columns)
    return;
  for (int i = 0; i < grain; i++)
    for (int k = 0; k < grain; k++) {
      double sum = 0;
      for (int j = 0; j < n; j++)
        sum += block->rows[i * n + j] * block->columns[k * n + j];
      result[i * grain + k] = sum;
    }
  md_compute(m, FLOP * 2 * grain * grain * n);
  md_insert(m, RESULT, (int64_t)block->row * n + block->column, result,
            (size_t)(grain * grain) * sizeof *result);
  free(block->rows);
  free(block->columns);
  md_end(m);
}

/* Return a copy of "size" bytes of "data". */
static double *store(const void *data, size_t size) {
  double *copy = malloc(size);
  if (!copy)
    abort();
  return memcpy(copy, data, size);
}

/* The rows have come; the columns have. */
static void rows_came(md *m, void *self, const void *data, size_t size) {
  ((struct block *)self)->rows = store(data, size);
  go_on(m, self);
}
static void columns_came(md *m, void *self, const void *data, size_t size) {
  ((struct block *)self)->columns = store(data, size);
  go_on(m, self);
}

/* All is computed: look at the result. */
static void quiet(md *m, void *self, const void *data, size_t size) {
  const struct plan *plan = md_user(m);
  (void)data, (void)size;
  printf("time %.6f\n", md_time(m));
  for (int i = 0; i < plan->n; i += plan->grain)
    for (int k = 0; k < plan->n; k += plan->grain) {
      ((struct check *)self)->left++;
      md_find(m, RESULT, (int64_t)i * plan->n + k, md_self(m), CHECK);
    }
}

/* Compare a block with the definition of the product; sum it up. */
static void check(md *m, void *self, const void *data, size_t size) {
  const struct plan *plan = md_user(m);
  struct check *all = self;
  const double *result = data;
  const int row = (int)(md_key(m) / plan->n);
  const int column = (int)(md_key(m) % plan->n);
  double first = 0;
  if (!data) {
    printf("block %d %d is missing\n", row, column);
    md_exit(m, 1);
    return;
  }
  for (int k = 0; k < plan->n; k++)
    first += left(row, k) * right(k, column);
  if (first != result[0]) {
    printf("block %d %d is wrong\n", row, column);
    md_exit(m, 1);
  }
  for (size_t i = 0; i < size / sizeof *result; i++)
    all->sum += result[i];
  if (!--all->left) {
    printf("sum %.0f\n", all->sum);
    md_exit(m, 0);
  }
}

int main(int argc, char **argv) {
  static const struct md_chare chares[] = {
      [MAIN] = {"main", sizeof(struct check)},
      [BLOCK] = {"mult", sizeof(struct block)}};
  static const struct md_entry entries[] = {
      [START] = {MAIN, "start", start},
      [MULTIPLY] = {BLOCK, "start", multiply},
      [ROWS_CAME] = {BLOCK, "rows", rows_came},
      [COLUMNS_CAME] = {BLOCK, "columns", columns_came},
      [QUIET] = {MAIN, "quiet", quiet},
      [CHECK] = {MAIN, "check", check}};
  struct md_variable variables[] = {
      [ROWS] = {.kind = MD_TABLE, .name = "rows", .hash = remainder_of},
      [COLUMNS] = {.kind = MD_TABLE, .name = "columns", .hash = remainder_of},
      [RESULT] = {.kind = MD_TABLE, .name = "result"}};
  const struct md_program program = {.name = "matmul",
                                     .chares = chares,
                                     .n_chares = 2,
                                     .entries = entries,
                                     .n_entries = 6,
                                     .variables = variables,
                                     .n_variables = 3};
  const char *version = argc > 1 ? argv[1] : "d";
  struct plan plan = {argc > 2 ? atoi(argv[2]) : 256, LARGE};
  const struct md_options options = {.user = &plan};
  if (!strchr("abcd", *version) || plan.n < LARGE || plan.n % LARGE) {
    fprintf(stderr, "usage: matmul a|b|c|d [N], N a multiple of %d\n", LARGE);
    return 2;
  }
  if (*version == 'a')
    plan.grain = SMALL;
  if (*version >= 'c')
    variables[ROWS].hash = variables[COLUMNS].hash = NULL;
  variables[ROWS].cache = variables[COLUMNS].cache = *version == 'd';
  return md_run(&program, &options, NULL);
}
