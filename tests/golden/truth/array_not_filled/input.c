double a[100][10], b[100][11];
void show(double *t);

static void one_more(void) {
  double t[11] = {0};
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < 10; j++)
      t[j] = a[i][j];
    b[i][0] = t[10];
  }
}

static void condition(void) {
  double t[10] = {0};
  for (int i = 0; i < 100; i++) {
    if (a[i][0] > 0)
      t[0] = a[i][1];
    b[i][1] = t[0];
  }
}

static void left(void) {
  double t[10] = {0};
  for (int i = 0; i < 100; i++) {
    for (int j = 0; j < 10; j++) {
      if (a[i][j] < 0)
        break;
      t[j] = a[i][j];
    }
    b[i][2] = t[9];
  }
}

static void shown(void) {
  double t[2];
  for (int i = 0; i < 100; i++) {
    t[0] = a[i][0];
    t[1] = a[i][1];
    b[i][3] = t[0] + t[1];
  }
  show(t);
}

static void before(void) {
  double t[2] = {0};
  for (int i = 0; i < 100; i++) {
    b[i][4] = t[0];
    t[0] = a[i][0];
  }
}

int main(void) {
  one_more();
  condition();
  left();
  shown();
  before();
  return b[3][3] > 0;
}
