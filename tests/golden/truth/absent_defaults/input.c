#include <stdio.h>
#include <stdlib.h>

static long total;
static int size, rows, needed;

static void tick(void) {
  // lcm: model time = 1 s
  total++;
}

static void count(int n) {
  for (int i = 0; i < n; i++)
    tick();
}

static void read_sizes(void) {
  FILE *f = fopen("sizes.txt", "r");
  if (f != NULL) {
    fscanf(f, "%d", &size);
    while (fgetc(f) != '\n')
      ;
    fscanf(f, "%d", &rows);
    fclose(f);
  } else {
    size = 12;
    rows = 40;
  }
}

static void read_needed(void) {
  FILE *f = fopen("needed.txt", "r");
  if (!f) {
    fprintf(stderr, "there is no needed.txt\n");
    exit(1);
  }
  if (f) {
    fscanf(f, "%d", &needed);
    fclose(f);
  }
}

int main(void) {
  const char *text = getenv("LCM_N");
  const char *other = getenv("LCM_M");
  int n = text ? atoi(text) : 1000;
  int m = 20;
  int k;
  int j = 8;
  if (other && *other)
    m = atoi(other);
  if (getenv("LCM_K") == NULL)
    k = 300;
  else
    k = atoi(getenv("LCM_K"));
  if (0 != getenv("LCM_J"))
    j = atoi(getenv("LCM_J"));
  read_sizes();
  read_needed();
  count(n);
  count(m);
  count(k);
  count(j);
  for (int i = 0; i < size; i++)
    tick();
  for (int i = 0; i < rows; i++)
    tick();
  for (int i = 0; i < needed; i++)
    tick();
  printf("%ld\n", total);
  return 0;
}
