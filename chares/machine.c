/* What simulated processors cost: machines that have a name, and files.  Of a
 * machine description (docs/reference/machine.md) the costs "send", "receive",
 * "transfer", "task" and "lock" are read, which are numbers, or linear in the
 * bytes. */
#include "chares/machine.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };

/* An expression that is read: the text left, and the value of its name. */
struct reading {
  const char *at;
  double bytes;
  bool wrong;
};

/* Read a sum. */
static double read_sum(struct reading *in);

/* Return the next character of "in" that is no blank. */
static char next(struct reading *in) {
  while (isspace((unsigned char)*in->at))
    in->at++;
  return *in->at;
}

/* Read a number, a name, which stands for the bytes, or what is in
 * parentheses. */
static double read_factor(struct reading *in) {
  const char c = next(in);
  char *end = NULL;
  double value = in->bytes;
  if (c == '-') {
    in->at++;
    return -read_factor(in);
  }
  if (c == '(') {
    in->at++;
    value = read_sum(in);
    in->wrong = in->wrong || next(in) != ')';
    in->at += !in->wrong;
    return value;
  }
  if (isalpha((unsigned char)c)) {
    while (isalnum((unsigned char)*in->at) || *in->at == '_')
      in->at++;
    return value;
  }
  value = strtod(in->at, &end);
  in->wrong = in->wrong || end == in->at;
  in->at = end;
  return value;
}

/* Read a product or quotient. */
static double read_product(struct reading *in) {
  double value = read_factor(in);
  for (char c = next(in); !in->wrong && (c == '*' || c == '/'); c = next(in)) {
    in->at++;
    value = c == '*' ? value * read_factor(in) : value / read_factor(in);
  }
  return value;
}

static double read_sum(struct reading *in) {
  double value = read_product(in);
  for (char c = next(in); !in->wrong && (c == '+' || c == '-'); c = next(in)) {
    in->at++;
    value = c == '+' ? value + read_product(in) : value - read_product(in);
  }
  return value;
}

/* Return what the expression "text" is for "bytes"; NAN: it cannot be read. */
static double value_at(const char *text, double bytes) {
  struct reading in = {text, bytes, false};
  const double value = read_sum(&in);
  return in.wrong || next(&in) ? NAN : value;
}

/* Put the value of "key" in the object "costs" of the file "json" into "text",
 * of "size" bytes, as it stands there; return whether there is one. */
static bool find_cost(char *text, size_t size, const char *json,
                      const char *key) {
  const char *at = strstr(json, "\"costs\"");
  char quoted[40];
  size_t n = 0;
  char end = '"';
  (void)snprintf(quoted, sizeof quoted, "\"%s\"", key);
  at = at ? strstr(at, quoted) : NULL;
  if (!at)
    return false;
  at += strlen(quoted);
  at += strspn(at, " \t\r\n:");
  if (*at == '"')
    at++;
  else
    end = ',';
  while (n + 1 < size && *at && *at != end &&
         (end == '"' || !strchr("}\r\n", *at)))
    text[n++] = *at++;
  text[n] = '\0';
  return true;
}

/* Put the fixed part of the cost "key" into "*fixed" (if there is one), and
 * what each byte adds into "*each"; return whether that is all of it. */
static bool read_cost(double *fixed, double *each, const char *json,
                      const char *key) {
  char text[200];
  double some;
  double many;
  if (!find_cost(text, sizeof text, json, key))
    return true;
  *fixed = value_at(text, 0);
  some = value_at(text, 1000);
  many = value_at(text, MOST);
  *each = (many - *fixed) / MOST;
  return *fixed >= 0 && *each >= 0 &&
         fabs(some - *fixed - 1000 * *each) <= 1e-6 * (some + 1e-12);
}

/* Read the machine in the text "json" of the file "name". */
static int read_json(struct md_machine *machine, const char *json,
                     const char *name, char *wrong) {
  static const char *const keys[] = {"send", "receive", "transfer", "task",
                                     "lock"};
  double *const fixed[] = {&machine->send, &machine->receive, &machine->latency,
                           &machine->schedule, &machine->lock};
  double each;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    each = 0;
    if (!read_cost(fixed[i], &each, json, keys[i])) {
      (void)snprintf(wrong, MD_WRONG_TEXT,
                     "machine %s: its cost \"%s\" is no number, and not linear "
                     "in the bytes; write it so, as \"2e-6 + m / 1e10\"",
                     name, keys[i]);
      return -1;
    }
    machine->byte += i < 3 ? each : 0;
  }
  return 0;
}

int lcm_md_machine_read(struct md_machine *machine, const char *name,
                        char *wrong) {
  static const struct md_machine network = {1e-6, 1e-6, 5e-6, 1e-9, 2e-7, 1e-7};
  static const struct md_machine shared = {1e-7, 1e-7, 1e-7, 1e-10, 1e-7, 5e-8};
  char *json;
  FILE *in;
  int result;
  *machine = (struct md_machine){0};
  if (!strcmp(name, "zero"))
    return 0;
  if (!strcmp(name, "network") || !strcmp(name, "shared")) {
    *machine = *name == 'n' ? network : shared;
    return 0;
  }
  in = fopen(name, "r");
  if (!in) {
    (void)snprintf(wrong, MD_WRONG_TEXT,
                   "machine %s cannot be read; give a file, or network, "
                   "shared, zero",
                   name);
    return -1;
  }
  json = calloc(1, MOST);
  if (!json)
    abort();
  (void)!fread(json, 1, MOST - 1, in);
  (void)fclose(in);
  result = read_json(machine, json, name, wrong);
  free(json);
  return result;
}
