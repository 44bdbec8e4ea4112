// lcm: category ws "wasted speculation"
int main(void) {
  // lcm: model tme = 3 s
  return 0;
}
