/* How often which words are in a text: a table of hashes with chains. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 4096, LONGEST = 8 };

struct word {
  struct word *next;
  long count;
  char text[LONGEST];
};

/* Count the word "text" in "table". */
static void count(struct word **table, const char *text) {
  unsigned h = 5381;
  for (const char *at = text; *at; at++)
    h = h * 33 + (unsigned char)*at;
  struct word **place = &table[h % PLACES];
  for (struct word *w = *place; w; w = w->next)
    if (!strcmp(w->text, text)) {
      w->count++;
      return;
    }
  struct word *w = malloc(sizeof *w);
  memset(w, 0, sizeof *w);
  memcpy(w->text, text, strlen(text));
  w->count = 1;
  w->next = *place;
  *place = w;
}

/* Count n words of three letters of 15. */
int main(int argc, char **argv) {
  const long n = argc > 1 ? atol(argv[1]) : 1000;
  struct word **table = calloc(PLACES, sizeof *table);
  unsigned s = 1;
  for (long i = 0; i < n; i++) {
    char text[LONGEST] = {0};
    for (int k = 0; k < 3; k++) {
      s = s * 1664525u + 1013904223u;
      text[k] = (char)('a' + (s >> 24) % 15);
    }
    count(table, text);
  }
  long most = 0;
  for (int i = 0; i < PLACES; i++)
    for (const struct word *w = table[i]; w; w = w->next)
      most = w->count > most ? w->count : most;
  printf("checksum %ld\n", most);
  return 0;
}
