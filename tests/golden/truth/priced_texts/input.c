/* Functions of the library that go through bytes, each called once. */
#include <string.h>

enum { SHORT = 3000, LONG = 300000, HUGE = 2000000 };
static char brief[4096], same[4096], text[LONG + 1], from[HUGE], to[HUGE];
static char line[65536];
void ask(char *to);

void fill(void) {
  memset(brief, 'a', SHORT);
  memset(same, 'a', SHORT);
  for (int i = 0; i < LONG; i++)
    text[i] = 'b';
  text[LONG] = 0;
  memset(line, 0, sizeof line);
  ask(line);
}

/* 128 + 3000 / 3 ns */
unsigned long in_l1(void) {
  return strlen(brief);
}

/* 128 + 2 * 300000 / 2 ns */
unsigned long in_l2(void) {
  return strlen(text);
}

static unsigned long length(const char *s) {
  return strlen(s);
}

/* The same, asked for with a parameter that the file always gives this. */
unsigned long given(void) {
  return length(text);
}

/* 128 + 2 * 3000 / 3 ns: two texts. */
int compare(void) {
  return strcmp(brief, same);
}

/* 128 + (300 + 300) / 3 ns */
void copy(void) {
  memcpy(to, from, 300);
}

/* 128 + 2 * 3 / 4 * 400000 ns: what is written alone. */
void set(void) {
  memset(to, 1, 400000);
}

/* 10 * (1 / 2 + 1) * 2000000 ns: no level with a size holds it. */
void copy_far(void) {
  memcpy(to, from, HUGE);
}

/* 128 ns: nobody knows how long the text is, which is in a large array. */
unsigned long unknown(void) {
  return strlen(line);
}

/* 128 + 2 * 10 ns: that takes longer by two elementary functions. */
void append(void) {
  strcat(line, "");
}

void all(void) {
  in_l1();
  in_l2();
  given();
  compare();
  copy();
  set();
  copy_far();
  unknown();
  append();
}
