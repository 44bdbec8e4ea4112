void other(int i);
int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    other(i);
  return 0;
}
