void w(int i);

int main(int argc, char **argv) {
  // lcm: begin a
  // lcm: model time = 2 s
  w(0);
  // lcm: begin b
  // lcm: model time = 2 s
  w(1);
  // lcm: end a
  w(2);
  // lcm: end b
  // lcm: begin a
  // lcm: begin a
  w(3);
  // lcm: end a
  // lcm: end a
  return 0;
}
