#include <stdio.h>
#include <string.h>

#include "shared.h"

struct nest {
  struct conf in;
  int z;
};

int size = 1000;
int rows, cols;
struct conf conf = {4, 2};
static struct conf part = {.b = 7};
static struct nest nest = {{3, 9}, 5};
static int late;

static int again = 2;
static int maybe;
static int pointed = 3;
static struct conf copied = {1, 1}, other = {2, 2};
static unsigned char narrow;
static int early;
static int length;

static void setup(int k) {
  rows = 5 * k;
  cols = 3;
}

static void known(void) {
  for (int i = 0; i < part.b; i++)
    tick();
  for (int i = 0; i < nest.in.b + nest.z; i++)
    tick();
  for (int i = 0; i < late; i++)
    tick();
}

static void read_early(void) {
  for (int i = 0; i < early; i++)
    tick();
}

static void set(int *at) { *at = 4; }

static void measure(const char *text) {
  int length = (int)strlen(text);
  for (int i = 0; i < length; i++)
    tick();
}

static void open(void) {
  for (int i = 0; i < again; i++)
    tick();
  for (int i = 0; i < maybe; i++)
    tick();
  for (int i = 0; i < pointed; i++)
    tick();
  for (int i = 0; i < copied.b; i++)
    tick();
  for (int i = 0; i < narrow; i++)
    tick();
  for (int i = 0; i < length; i++)
    tick();
}

int main(int argc, char **argv) {
  setup(4);
  work();
  late = 17;
  known();
  printf("%ld\n", 0L);
  read_early();
  early = 6;
  again++;
  if (argv[0][0] == 'x')
    maybe = 1;
  set(&pointed);
  copied = other;
  narrow = 300;
  length = 5;
  open();
  measure("abc");
  return argc > 99;
}
