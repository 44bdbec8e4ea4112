int s, t, a[20], b[20];

static int sum(const int *x, int n) {
  int r = 0;
  for (int k = 0; k < n; k++)
    r += x[k];
  return r;
}

int main(void) {

  for (int i = 0; i < 12; i++) {
    if (s < t)
      b[i] = sum(a, 3);
    s += sum(a, 2);
  }

  for (int i = 0; i < 12; i++) {
    for (int k = 0; k < s; k++)
      b[i] = sum(a, 3);
    s += 1;
  }

  for (int i = 0; i < 12; i++) {
    while (b[i] < s)
      b[i] += sum(a, 3);
    s += 1;
  }


  for (int i = 0; i < 12; i++) {
    switch (s) {
    case 1:
      b[i] = sum(a, 3);
      break;
    default:
      b[i] = 4;
    }
    s += 1;
  }


  for (int i = 0; i < 12; i++) {
    if (s > 4)
      continue;
    s += sum(a, 2);
  }

  for (int i = 0; i < 12; i++) {
    if (t < 3)
      b[i] = sum(a, 3);
    s += sum(a, 2);
  }
  return s;
}
