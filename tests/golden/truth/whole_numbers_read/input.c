static int all[1000000];
static long slots[64], sum;

/* each value needs the one before */
static int mix(void) {
  int s = 0;
  for (int i = 0; i < 1000000; i++)
    s = s * 31 + (all[i] ^ (s >> 3));
  return s;
}

/* one element of an array in a loop that threads divide */
static void add(int me) {
#pragma omp parallel for reduction(+ : slots[me : 1])
  for (int i = 0; i < 1000000; i++)
    slots[me] += i;
}

/* filled: several elements at a time, as many bytes as there are */
static void fill(void) {
#pragma omp parallel for
  for (int i = 0; i < 1000000; i++)
    all[i] = 3 * i + 1;
}

int main(int argc, char **argv) {
  (void)argv;
  fill();
  add(argc);
  sum = mix();
  return sum == 7;
}
