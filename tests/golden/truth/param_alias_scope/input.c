void work(int);
static void f(int N) {
  for (int i = 0; i < N; i++)
    // lcm: model time = 1 s
    work(i);
}
int main(int argc, char **argv)
{
    int N = argc > 1 ? 7 : 5;
    f(3);
    // lcm: param n := N in 1..12 "depth"
    f(N);
    return 0;
}
