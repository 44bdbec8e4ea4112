/* What simulated processors cost: machines that have a name, and files.  Of a
 * machine description (docs/reference/machine.md) the costs "send", "receive",
 * "transfer", "task" and "lock" are read, which are numbers, or linear in the
 * bytes m; p, the members, stands for the processors. */
#include "chares/machine.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1 << 20 };

/* An expression that is read: the text left, and the values of its names. */
struct reading {
  const char *at;
  double p, m;
  bool wrong;
};

/* Read a comparison, or a sum. */
static double read_expression(struct reading *in);

/* Return the next character of "in" that is no blank. */
static char next(struct reading *in) {
  while (isspace((unsigned char)*in->at))
    in->at++;
  return *in->at;
}

/* Read "c", which has to come next. */
static void expect(struct reading *in, char c) {
  in->wrong = in->wrong || next(in) != c;
  if (!in->wrong)
    in->at++;
}

/* Read the arguments of the function "name"; return its value. */
static double read_call(struct reading *in, const char *name) {
  double value[3] = {0};
  const int n = !strcmp(name, "if") ? 3 : !strcmp(name, "log2") ? 1 : 2;
  expect(in, '(');
  for (int i = 0; i < n && !in->wrong; i++) {
    if (i)
      expect(in, ',');
    value[i] = read_expression(in);
  }
  expect(in, ')');
  if (n == 3)
    return value[0] != 0 ? value[1] : value[2];
  if (n == 1)
    return log2(value[0]);
  in->wrong = in->wrong || (strcmp(name, "min") && strcmp(name, "max"));
  return !strcmp(name, "min") ? fmin(value[0], value[1])
                              : fmax(value[0], value[1]);
}

/* Read a name: of a value, or a function. */
static double read_name(struct reading *in) {
  char name[8] = "";
  size_t n = 0;
  while (isalnum((unsigned char)*in->at) || *in->at == '_') {
    if (n + 1 < sizeof name)
      name[n++] = *in->at;
    in->at++;
  }
  if (!strcmp(name, "p"))
    return in->p;
  return strcmp(name, "m") ? read_call(in, name) : in->m;
}

/* Read a number, a name, or what is in parentheses. */
static double read_factor(struct reading *in) {
  const char c = next(in);
  char *end = NULL;
  double value;
  if (c == '-') {
    in->at++;
    return -read_factor(in);
  }
  if (c == '(') {
    in->at++;
    value = read_expression(in);
    expect(in, ')');
    return value;
  }
  if (isalpha((unsigned char)c))
    return read_name(in);
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

/* Read a sum. */
static double read_sum(struct reading *in) {
  double value = read_product(in);
  for (char c = next(in); !in->wrong && (c == '+' || c == '-'); c = next(in)) {
    in->at++;
    value = c == '+' ? value + read_product(in) : value - read_product(in);
  }
  return value;
}

static double read_expression(struct reading *in) {
  const double left = read_sum(in);
  const char c = next(in);
  bool equal;
  double right;
  if (in->wrong || !c || !strchr("<>=!", c))
    return left;
  in->at++;
  equal = *in->at == '=';
  in->at += equal;
  right = read_sum(in);
  if (c == '<')
    return equal ? left <= right : left < right;
  if (c == '>')
    return equal ? left >= right : left > right;
  in->wrong = in->wrong || !equal;
  return (left == right) == (c == '=');
}

/* Return what the expression "text" is for "p" members and "m" bytes; NAN: it
 * cannot be read. */
static double value_at(const char *text, double p, double m) {
  struct reading in = {text, p, m, false};
  const double value = read_expression(&in);
  return in.wrong || next(&in) ? NAN : value;
}

/* Cut the text "json" behind its object "costs"; return that, or NULL. */
static const char *cut_costs(char *json) {
  char *start = strstr(json, "\"costs\"");
  char *at = start ? strchr(start, '{') : NULL;
  int depth = 0;
  for (; at && *at; at++) {
    depth += (*at == '{') - (*at == '}');
    if (!depth) {
      *at = '\0';
      return start;
    }
  }
  return NULL;
}

/* Put the value of "key" among "costs" into "text", of "size" bytes, as it
 * stands there; return whether there is one. */
static bool find_cost(char *text, size_t size, const char *costs,
                      const char *key) {
  char quoted[40];
  size_t n = 0;
  char end = '"';
  const char *at;
  (void)snprintf(quoted, sizeof quoted, "\"%s\"", key);
  at = strstr(costs, quoted);
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

/* A cost that is linear in the bytes. */
struct cost {
  const char *key;
  double *fixed; /* where the part goes that is the same for all */
  bool of_pairs; /* it is of two members, not of all */
};

/* Put "cost", if it is among "costs", for "p" processors, where it goes, and
 * what each byte adds into "*each"; return whether that is all of it. */
static bool read_cost(const struct cost *cost, double *each, const char *costs,
                      int p) {
  const double members = cost->of_pairs ? 2 : p;
  char text[200];
  double some;
  *each = 0;
  if (!find_cost(text, sizeof text, costs, cost->key))
    return true;
  *cost->fixed = value_at(text, members, 0);
  some = value_at(text, members, 1000);
  *each = (value_at(text, members, MOST) - *cost->fixed) / MOST;
  return *cost->fixed >= 0 && *each >= 0 &&
         fabs(some - *cost->fixed - 1000 * *each) <= 1e-6 * (some + 1e-12);
}

/* Read the machine in the text "json" of the file "name", for "p"
 * processors. */
static int read_json(struct md_machine *machine, char *json, const char *name,
                     int p, char *wrong) {
  const struct cost all[] = {{"send", &machine->send, true},
                             {"receive", &machine->receive, true},
                             {"transfer", &machine->latency, false},
                             {"task", &machine->schedule, false},
                             {"lock", &machine->lock, false}};
  const char *costs = cut_costs(json);
  double each;
  if (!costs) {
    (void)snprintf(wrong, MD_WRONG_TEXT, "machine %s has no \"costs\"", name);
    return -1;
  }
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (!read_cost(&all[i], &each, costs, p)) {
      (void)snprintf(wrong, MD_WRONG_TEXT,
                     "machine %s: its cost \"%s\" is no number, and not linear "
                     "in the bytes; write it so, as \"2e-6 + m / 1e10\"",
                     name, all[i].key);
      return -1;
    }
    machine->byte += each;
  }
  return 0;
}

int lcm_md_machine_read(struct md_machine *machine, const char *name, int p,
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
  result = read_json(machine, json, name, p, wrong);
  free(json);
  return result;
}
