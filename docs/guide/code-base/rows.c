typedef void action(int row);
void smooth(int row);

static void each(int n, action *act) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    act(i);
}

void run(int n, action *last) {
  each(n, smooth);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    last(i);
}
