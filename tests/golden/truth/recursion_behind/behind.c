/* What walks the two lists is called one after the other, and how many lists
 * there are is set in between, in a function that leads to no recursion. */
struct cell {
  struct cell *next;
};
struct cell *first, *second;
int checking, lists;

static void set_up(void) {
  lists = 3;
}

static void check(struct cell *c) {
  if (!c)
    return;
  // lcm: model time = 1 s
  c->next = c->next;
  check(c->next);
}

static void walk(struct cell *c) {
  if (!c)
    return;
  // lcm: model time = 2 s
  c->next = c->next;
  walk(c->next);
}

int main(void) {
  set_up();
  if (checking)
    check(first);
  for (int i = 0; i < lists; i++)
    walk(second);
  return 0;
}
