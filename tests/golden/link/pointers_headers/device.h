struct device {
  void (*start)(int);
  void (*stop)(int);
  int n;
};

struct machine {
  void (*start)(int);
};

static inline int count(struct device *d) { return d->n++; }

static inline void reset(struct machine *m, void (*start)(int)) {
  m->start = start;
}
