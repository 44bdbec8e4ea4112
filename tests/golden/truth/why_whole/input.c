struct row {
  double of[4];
};

static struct row rows[101], last;

int main(void) {
  for (int i = 1; i < 101; i++) {
    rows[i].of[2] = i;
    last = rows[i - 1];
  }
  return last.of[2] > 0;
}
