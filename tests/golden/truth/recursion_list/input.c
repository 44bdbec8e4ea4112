/* A tree of which nothing says how many nodes it has. */
struct tree {
  struct tree *child;
  struct tree *next;
};

static void walk(const struct tree *t) {
  // lcm: model time = 1 s
  asm("");
  for (const struct tree *c = t->child; c; c = c->next)
    walk(c);
}

extern struct tree *root;

int main(void) {
  walk(root);
  return 0;
}
