struct tree {
  struct tree *left;
};

void visit(struct tree *t);
void build(struct tree *t, int i);

// A walk that nothing ends.
static void search(struct tree *t, int depth) {
  visit(t);
  search(t->left, depth + 1);
}

int main(void) {
  struct tree root = {0};
  // lcm: model time = 2 ms
  for (int i = 0; i < 10; i++)
    build(&root, i);
  search(&root, 0);
  return 0;
}
