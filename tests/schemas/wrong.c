/* Comments that lcm objects to. */
// lcm: frob the knob
int main(void) {
  // lcm: model time = 3 byte/s
  return 0;
}
