/* Searching a word in a long text by its rarest character. */
#include "base/find.h"

#include <ctype.h>
#include <string.h>

/* Return the index of the character of "word" that programs are thought to
 * have least of. */
static size_t rarest_of(const char *word) {
  static const char BY_NUMBER[] = "etirsnaolcd_upfmbhgvxkwyzqj";
  size_t best = 0;
  size_t most = 0;
  for (size_t i = 0; word[i]; i++) {
    const char *found = strchr(BY_NUMBER, word[i]);
    const size_t rank = found ? (size_t)(found - BY_NUMBER) : sizeof BY_NUMBER;
    if (rank > most) {
      most = rank;
      best = i;
    }
  }
  return best;
}

const char *lcm_find(const char *text, size_t len, const char *word) {
  const size_t n = strlen(word);
  const size_t rare = rarest_of(word);
  if (len < n)
    return NULL;
  if (n > 4 && islower((unsigned char)word[rare]))
    return memmem(text, len, word, n);
  const char *at = text + rare;
  const char *const end = text + (len - n) + rare + 1;
  while ((at = memchr(at, word[rare], (size_t)(end - at)))) {
    if (at[-(ptrdiff_t)rare] == *word && !memcmp(at - rare, word, n))
      return at - rare;
    at++;
  }
  return NULL;
}

/* Return whether "c" belongs to a word. */
static bool is_in_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80);
}

size_t lcm_whole_words(const char *text, size_t n) {
  size_t whole = n;
  while (whole && is_in_word(text[whole - 1]) && is_in_word(text[whole]))
    whole--;
  return whole > n / 2 ? whole : n;
}

bool lcm_names_have(const char *const *names, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(names[i], name))
      return true;
  return false;
}
