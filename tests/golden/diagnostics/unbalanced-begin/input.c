int main(void) {
  // lcm: begin head
  return 0;
}
