int main(void) {
  int i = 0;
  // lcm: end head
  return i;
}
