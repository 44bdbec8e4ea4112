struct config {
  double dt;
  int steps;
  int rate;
};
struct sim {
  int steps;
  int rate;
  double at[8];
};
struct force {
  double *of;
  int n;
};
struct base {
  long n;
};
struct derived {
  long n;
  double more;
};
struct zero {
  char kind;
  int n;
};
struct link {
  void (*load)(void *parms, void *data, int face);
  void *parms;
};
struct config read_options(int argc, char **argv);
struct link *make_link(int forces);
void exchange(struct link *l, void *data);
void enlarge(void *from);
void look(void *at);
