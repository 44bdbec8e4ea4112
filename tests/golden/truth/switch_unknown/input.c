/* Which of the ways of a switch is taken is not known, or known to be none of
 * some. */
struct node {
  int kind;
  struct node *left;
};

void visit(struct node *at, int asked, int known) {
  switch (asked) {
  case 0:
    break;
  case 1:
    // lcm: model time = 1 s
    at->kind = 3;
    break;
  case 2:
    // lcm: model time = 4 s
    at->kind = 4;
    break;
  default:
    // lcm: model time = 7 s
    at->kind = 5;
  }
  switch (known) {
  case 1:
    // lcm: model time = 100 s
    at->kind = 6;
    break;
  case 2:
    // lcm: model time = 200 s
    at->kind = 7;
    break;
  case 3:
    // lcm: model time = 300 s
    at->kind = 8;
  }
}
