#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void work(void);
static void usage(const char *name) {
  fprintf(stderr, "usage: %s [-n size] [-v] [-k kind]\n", name);
  exit(2);
}

int main(int argc, char **argv) {
  int size = 1200;
  int verbose = 0, kind = 2;
  int c;
  while ((c = getopt(argc, argv, "n:vk:")) != -1) {
    switch (c) {
    case 'n':
      size = atoi(optarg);
      break;
    case 'v':
      verbose = 1;
      break;
    case 'k':
      kind = strtol(optarg, NULL, 10);
      break;
    default:
      usage(argv[0]);
    }
  }
  for (int i = 0; i < size; i++)
    // lcm: model time = 1 s
    work();
  if (verbose)
    // lcm: model time = 1000 s
    work();
  else
    // lcm: model time = 40 s
    work();
  for (int i = 0; i < kind; i++)
    // lcm: model time = 2.5 s
    work();
  return 0;
}
