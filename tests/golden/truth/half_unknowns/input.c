int f[1000];
double s;

int main(void) {
  for (int i = 0; i < 1000; i++)
    if (f[i] > 2)
      for (int j = 0; j < 1000; j++)
        s = s * 0.5 + 1;
  return s > 1;
}
