#include <stdlib.h>
#include <string.h>
int n = 50;
void run(void);

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++)
    if (!strcmp(argv[i], "-n") && i + 1 < argc)
      n = atoi(argv[++i]);
  run();
  return 0;
}
