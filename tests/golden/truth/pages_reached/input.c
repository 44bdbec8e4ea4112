/* Arrays that are larger than what is used of them. */
struct cell {
  double x, y;
};

static double first[1 << 20], grid[2000][2000], small[500][500], all[1 << 18];
static struct cell cells[1 << 20];

static void fill(int n) {
  for (int i = 0; i < 10 * n; i++)
    first[i] = i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      grid[i][j] = i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      small[i][j] = i;
  for (int i = 0; i < n; i++)
    cells[i].x = i;
  for (int i = 0; i < 1 << 18; i++)
    all[i] = i;
}

int main(void) {
  fill(200);
  return first[4] + grid[1][1] + small[2][2] + cells[3].x + all[5] > 2;
}
