double a[64];
int main(void) {
  double most = 0;
  int at = 0;
  for (int i = 0; i < 64; i++) {
    if (a[i] > most) {
      most = a[i];
      at = i;
    }
  }
  return at;
}
