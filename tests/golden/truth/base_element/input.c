struct boxes {
  int *atoms; /* how many are in each, of 64 */
  double *x;
};

static void move(double *x, int i) { x[i] *= 2; }

void move_all(struct boxes *boxes) {
  for (int box = 0; box < 10; box++) {
    int n = boxes->atoms[box];
    for (int i = 64 * box; i < 64 * box + n; i++)
      move(boxes->x, i);
  }
}
