int a[200], b[200];
int main(void) {
  for (int i = 0; i < 100; i++) {
    a[i] = i;
    if (b[i])
      i++;
  }
  return a[3];
}
