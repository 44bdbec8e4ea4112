int grow(int x) {
  return x + 1;
}

int grow(int x) {
  return 2 * x;
}

int main(void) {
  return grow(1) - 2;
}
