struct box {
  int cells;
  int halo;
  struct box *next;
};
struct run {
  int steps;
  struct box *box;
  void *extra;
};
struct plan {
  int width, steps;
};
struct run *start(struct plan plan);
void march(struct run *r);
