#include <stdlib.h>

typedef struct {
  int rows, cols;
  double *data;
} matrix;

static int count;

static void tick(void) {
  // lcm: model time = 1 s
  count++;
}

static matrix *new(int rows, int cols) {
  matrix *m = malloc(sizeof *m);
  if (!m)
    return NULL;
  m->rows = rows;
  m->cols = cols;
  m->data = malloc(sizeof *m->data * rows * cols);
  for (int i = 0; i < m->rows; i++)
    tick();
  return m;
}

static matrix *turned(const matrix *m) { return new(m->cols, m->rows); }

static void init(matrix *m, int size) {
  m->rows = size;
  m->cols = size + 1;
}

static void multiply(const matrix *a, const matrix *b) {
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < b->cols; j++)
      for (int k = 0; k < a->cols; k++)
        tick();
}

static void square(const matrix *m) { multiply(m, m); }

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 3;
  matrix *a = new(n, 4);
  matrix *b = turned(a);
  matrix c;
  init(&c, 2);
  multiply(a, b);
  square(&c);
  init(&c, 1);
  square(&c);
  return 0;
}
