int flags[16], mode;
static double t;

static void decided(int n) {
  for (int i = 0; i < n; i++)
    if (i < 10)
      t = t * 2.0;
}

static void remainders(int n) {
  for (int i = 0; i < n; i++)
    switch (i % 3) {
    case 0:
      t = t * 2.0;
      break;
    case 1:
      t = t * 2.0 + 1.0;
      break;
    default:
      break;
    }
}

static void given(int n) {
  for (int i = 0; i < n; i++)
    switch (mode) {
    case 0:
      t = t * 2.0;
      break;
    case 1:
      t = t * 2.0 * 3.0 * 4.0 + 1.0;
      break;
    }
}

static void falls(int n) {
  for (int i = 0; i < n; i++)
    switch (i & 3) {
    case 0:
      t = t * 2.0;
    case 1:
      t = t * 3.0;
      break;
    case 2:
    case 3:
      t = t + 1.0;
    }
}

static void open_switch(int n) {
  for (int i = 0; i < n; i++)
    switch (flags[i & 15]) {
    case 0:
      t = t * 2.0;
      break;
    case 1:
      t = t * 2.0 * 3.0 * 4.0 + 1.0 + 2.0 + 3.0 + 4.0 + t;
      break;
    case 2:
      t = t + 1.0;
      break;
    default:
      break;
    }
}

static void goes_on(int n) {
  for (int i = 0; i < n; i++) {
    if (i < 10)
      continue;
    t = t * 2.0;
  }
}

static void may_go_on(int n) {
  for (int i = 0; i < n; i++) {
    if (flags[i & 15])
      continue;
    t = t * 2.0;
  }
}

static void element(int n) {
  if (flags[3])
    for (int i = 0; i < n; i++)
      t = t * 2.0;
}

static void triangle(int n) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j < i)
        t = t * 2.0;
      else
        t = t * 2.0 + 1.0;
}

static void either(int n) {
  for (int i = 0; i < n; i++)
    t = i < 10 ? t * 2.0 : t;
}

static void argument(int n, int flag) {
  for (int i = 0; i < n; i++)
    if (flag)
      t = t * 2.0;
    else
      t = t * 2.0 * 3.0 + 1.0;
}

int main(int argc, char **argv) {
  decided(1000);
  remainders(900);
  given(1000);
  falls(1000);
  open_switch(1000);
  goes_on(1000);
  may_go_on(1000);
  element(1000);
  triangle(100);
  either(1000);
  argument(1000, 1);
  argument(1000, argc);
}
