typedef void (*action)(int n);
void first(int n);
void second(int n);
static action actions[2] = {first, second};

static void twice(action act) {
  // lcm: model pc = 4 ms
  act(1);
  // lcm: model pc = 3 ms
  first(2);
}

int main(int argc, char **argv) {
  // lcm: model pc = 10 ms
  actions[argc % 2](argc);
  // lcm: model pc = 20 ms
  first(argc);
  twice(first);
  twice(second);
  return argv[0] == 0;
}
