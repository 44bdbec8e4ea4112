static void leaf(int *a) { a[0]++; }

static void walk(int *a) {
  leaf(a);
  walk(a + 1);
}

int main(void) {
  int a[100];
#pragma omp parallel
#pragma omp single
  walk(a);
}
