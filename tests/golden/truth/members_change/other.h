struct twice {
  int n;
};
struct read {
  int n, m;
};
struct raw {
  int n;
};
struct bytes {
  int n;
};
struct zero {
  int n;
};
struct each {
  int n;
};
struct called {
  int n;
};
struct good {
  int n, m;
};
void change(struct twice *t);
void fill(void *where, int n);
