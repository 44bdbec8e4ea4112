void work(int n);

int main(int argc, char **argv) {
  // lcm: model li = 1 ms
  // lcm: measured first covers=li,rc
  // lcm: model pc = 2 ms
  // lcm: measured second covers=pc
  // lcm: model sl = 3 ms
  work(argc);
  return argv[0] == 0;
}
