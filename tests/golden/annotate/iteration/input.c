extern int total;
int check(int i);
void step(int i);

static void part(int n) {
  for (int i = 0; i < n; i++)
    step(i);
}

int main(int argc, char **argv) {
  for (int i = 0; i < total; i++)
    step(i);
  for (int i = 10; i < 1000; i += 3)
    step(i);
  while (check(argc))
    step(0);
#pragma omp parallel for
  for (int i = 0; i < 50; i++)
    step(i);
  part(argc);
  return argv[0] == 0;
}
