typedef int (*action)(int);
void choose(action *act);

int each(action act, int n) {
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += (*act)(i);
  return sum;
}

static int within(int n, action act) { return each(act, n); }

int twice(action act, int n) { return within(n, act) + within(n, act); }

int other(action act, int n) {
  choose(&act);
  return act(n);
}
