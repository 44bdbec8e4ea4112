#include <stdlib.h>

#include "input.h"

struct config read_options(int argc, char **argv) {
  struct config config;
  config.dt = 1;
  config.steps = 100;
  config.rate = 10;
  for (int i = 1; i < argc; i++)
    config.steps = atoi(argv[i]);
  return config;
}
