typedef struct md md;
struct md_entry {
  int chare;
  const char *name;
  void (*run)(md *m, void *self, const void *data, unsigned long size);
};
void md_create(md *m, int entry, const void *data, unsigned long size,
               double priority);
int md_run(const void *program, const void *options, void *report);

enum { START, WORK, REST };

static void start(md *m, void *self, const void *data, unsigned long size) {
  md_create(m, WORK, 0, 0, 0);
  md_create(m, REST, 0, 0, 0);
}
static void work(md *m, void *self, const void *data, unsigned long size) {}

int main(void) {
  static const struct md_entry entries[] = {
      [START] = {0, "start", start}, [WORK] = {0, "work", work}};
  return md_run(entries, 0, 0);
}
