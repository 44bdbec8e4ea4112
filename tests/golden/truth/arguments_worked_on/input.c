void work(const char *name);

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    // lcm: model time = 5 s
    work(argv[i]);
  return 0;
}
