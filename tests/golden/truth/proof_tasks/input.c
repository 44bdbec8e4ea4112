int a[64];
void w(int i);
int main(void) {
  int x = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 40; i++)
#pragma omp task depend(inout : x)
      a[i] = i;
    for (int i = 0; i < 40; i++)
#pragma omp task depend(inout : a[i])
      a[i] = i;
    for (int i = 0; i < 40; i++)
#pragma omp task depend(in : a[i]) depend(out : a[i + 1])
      a[i + 1] = i;
  }
  return x;
}
