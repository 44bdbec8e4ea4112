typedef int (*action)(int);
void choose(action *act);

static action hook;

void set(action act) { hook = act; }

int each(action act, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += act(i) + hook(i);
  return sum;
}

int other(action act, int n) {
  choose(&act);
  return act(n);
}
