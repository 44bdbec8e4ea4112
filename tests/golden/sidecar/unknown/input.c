void first(int i);
void second(int i);

static void solve(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    first(i);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    second(i);
}

int main(void) {
  first(0);
  solve(100);
}
