#include <stdlib.h>
int N = 5;
void work(int);
static void f(void) {
  for (int i = 0; i < N; i++)
    // lcm: model time = 1 s
    work(i);
}
int main(int argc, char **argv)
{
    if (argc > 1) N = atoi(argv[1]);
    f();
    // lcm: param n := N in 1..12 "depth"
    for (int i = 0; i < N; i++)
    // lcm: model time = 10 s
      work(i);
    f();
    return 0;
}
