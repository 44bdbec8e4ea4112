double v[1000], sum;

int main(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    sum += v[i];
  return 0;
}
