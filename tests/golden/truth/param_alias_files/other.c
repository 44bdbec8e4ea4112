void work(int);
extern int N;
void other(void) {
    for (int i = 0; i < N; i++)
      // lcm: model time = 10 s
      work(i);
}
