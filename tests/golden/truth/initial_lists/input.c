#include <stdio.h>

static long total;

static void few(int n) {
  for (int i = 0; i < n; i++)
    // lcm: model time = 1 s
    total++;
}

typedef struct {
  char *name;
  char *options[4];
  int at;
  void (*chosen)(int);
} choice;

choice choices[2] = {{"Run", {"now", "later", 0}, 0, few},
                     {"Show", {"all", 0}, 3, few}};

int main(void) {
  for (int i = 0; i < choices[1].at; i++)
    choices[0].chosen(2);
  printf("%s %ld\n", choices[1].options[0], total);
  return 0;
}
