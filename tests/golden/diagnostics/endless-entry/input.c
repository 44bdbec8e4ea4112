typedef struct md md;
struct md_entry {
  int chare;
  const char *name;
  void (*run)(md *m, void *self, const void *data, unsigned long size);
};
int md_run(const void *program, const void *options, void *report);

static int ask(void *self) { return *(int *)self; }

static void start(md *m, void *self, const void *data, unsigned long size) {
  for (;;) {
    if (ask(self))
      continue;
    *(int *)self = 1;
  }
}

int main(void) {
  static const struct md_entry entries[] = {{0, "start", start}};
  return md_run(entries, 0, 0);
}
