#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void work(void);
static int rows = 64;

int main(int argc, char **argv) {
  int columns = 3;
  for (argv++; *argv; argv++) {
    if (!strcmp(*argv, "-r") && argv[1])
      rows = atoi(*++argv);
    else if (!strcmp(*argv, "-c") && argv[1])
      sscanf(*++argv, "%d", &columns);
    else
      exit(argc);
  }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      // lcm: model time = 1 s
      work();
  return 0;
}
