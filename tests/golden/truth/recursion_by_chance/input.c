/* A chain of which nothing says how long it is. */
struct chain {
  struct chain *next;
};

static void search(const struct chain *c) {
  // lcm: model time = 1 s
  asm("");
  if (c->next)
    search(c->next);
}

extern struct chain *first;

int main(void) {
  search(first);
  return 0;
}
