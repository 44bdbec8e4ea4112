/* Calls through pointers among others: what they go to is known, partly known,
 * known to nobody, nothing, and what the callers pass. */
typedef int (*action)(int n);
struct part {
  action run;
  action other;
};
static int total;
static int first(int n) {
  for (int i = 0; i < n; i++)
    total += i;
  return total;
}
static int second(int n) {
  if (n > 2)
    total += first(n - 2);
  return total;
}
static action actions[3] = {first, second, first};
static struct part one = {first, 0};
static action never;
extern action hook;
extern int outside(int n);

static int each(action act, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++) {
    sum += act(i);
    sum += outside(i);
  }
  if (n > 3)
    sum += act(n);
  return sum + first(n);
}

int main(int argc, char **argv) {
  int sum = actions[argc % 3](argc);
  sum += first(argc);
  if (never)
    sum += never(argc);
  for (int i = 0; i < argc; i++) {
    sum += hook(i);
    sum += second(i);
  }
  sum += one.run(argc);
  if (argc > 1)
    sum += one.other ? one.other(argc) : outside(argc);
  while (outside(sum))
    sum += each(second, argc);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < argc; i++)
    sum += actions[i % 3](i) + outside(i);
  sum += each(first, argc);
  return sum != second(argc) || !argv;
}
