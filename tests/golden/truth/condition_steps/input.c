// lcm: external work(k) flops = 1e9*k
void work(int k);

// The second half of the condition sees what the first one changed: gcc's
// program works 12 times, not 13.
static void rounds(int n) {
  int i = 9;
  while (1) {
    if (i++ > n - 3 || i > n - 3)
      break;
    work(1);
  }
}

int main(void) {
  rounds(24);
  return 0;
}
