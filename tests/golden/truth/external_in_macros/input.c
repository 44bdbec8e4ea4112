void work(int k);
// lcm: external work(k) flops = 1e9*k
#define STEP work(2)
#define DO(n) work(n)
#define TWICE(n) do { work(n); work((n) + 1); } while (0)
#define LOOP(n, m) for (int i = 0; i < n; i++) work(m + i)
#define CALL(f, x) f(x * 10)
#define IN(n) if (n > 3) work(n); else work(1000)
static void inner(int n) { DO(n * 100); }
int main(void) {
  int k = 5;
  STEP;
  DO(4);
  TWICE(k);
  LOOP(3, k);
  CALL(work, 7);
  IN(k);
  for (int j = 0; j < 4; j++) DO(j);
  inner(3);
  return 0;
}
