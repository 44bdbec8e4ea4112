void g(int k);
int main(int argc, char **argv) {
  int n = argc;
  for (int i = 0; i < n; i++) {
    int k = i * i;
    k ^= 3;
    g(k);
  }
  n ^= 3;
  return n;
}
