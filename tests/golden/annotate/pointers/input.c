typedef void (*action)(int n);
void first(int n);
void second(int n);
static action actions[2] = {first, second};
extern action hook;

static void twice(action act, int n) {
  act(n);
  first(n);
  act(n + 1);
}

int main(int argc, char **argv) {
  actions[argc % 2](argc);
  first(argc);
  twice(first, argc);
  hook(argc);
  twice(second, argc);
  return argv[0] == 0;
}
