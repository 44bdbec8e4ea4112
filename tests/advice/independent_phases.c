/* Independent phases: two sums over what came before, which need nothing of
 * each other, are made one after the other. */
enum { N = 1000 };

static double up[N], down[N];

int main(void) {
  // lcm: fragment rise
  // lcm: model time = 10 ms
  for (int i = 1; i < N; i++)
    up[i] = up[i - 1] + 1;
  // lcm: fragment fall
  // lcm: model time = 6 ms
  for (int i = 1; i < N; i++)
    down[i] = down[i - 1] - 1;
  return up[N - 1] != N - 1 || down[N - 1] != 1 - N;
}
