/* A tree: each node has two children with a chance of 0.4, else none. */
void visit_node(int x);

static void visit(int x) {
  // lcm: begin node
  // lcm: model time = 1 ms
  visit_node(x);
  // lcm: end node
  // lcm: prob 0.4
  if (x % 5 < 2) {
    visit(2 * x);
    visit(2 * x + 1);
  }
}

int main(void) {
  visit(1);
  return 0;
}
