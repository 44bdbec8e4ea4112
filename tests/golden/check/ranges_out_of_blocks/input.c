void w(int i);

int main(int argc, char **argv) {
  if (argc > 1) {
    // lcm: begin out
    w(0);
  }
  // lcm: end out
  // lcm: begin in
  w(1);
  if (argc > 2) {
    w(2);
    // lcm: end in
  }
  if (argc > 3) {
    // lcm: begin over
    w(3);
  } else {
    w(4);
    // lcm: end over
  }
  return 0;
}
