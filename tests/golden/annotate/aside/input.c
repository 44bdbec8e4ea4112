void step(int i);

static void work(int n) {
  for (int i = 0; i < n; i++)
    step(i);
}

static void more(int n) {
  for (int i = 0; i < n; i++)
    step(-i);
}

int main(int argc, char **argv) {
  work(argc);
  more(argc);
  return argv[0] == 0;
}
