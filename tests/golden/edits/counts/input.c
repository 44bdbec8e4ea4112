int bins[16], of[640];
double values[640];
int main(void) {
  for (int i = 0; i < 640; i++)
    bins[of[i] % 16]++;
  return bins[3];
}
