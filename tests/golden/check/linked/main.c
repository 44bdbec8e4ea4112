typedef int (*action)(int);
int each(action act, int n);
void set(action act);

static int one(int i) { return i; }

int main(void) {
  set(one);
  return each(one, 4);
}
