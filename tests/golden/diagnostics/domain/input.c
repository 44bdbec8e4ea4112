int main(int c, char **v) {
  // lcm: prob 1.5
  if (c > 1)
    v[0] = v[1];
  return 0;
}
