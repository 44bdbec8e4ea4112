#include <dlfcn.h>

struct filter {
  const char *name;
  void (*run)(int);
};

int image[1024];

static void blur(int i) { image[i] = image[i] / 2; }

static void sharpen(int i) { image[i] = image[i] * 2; }

static struct filter filters[] = {{"blur", blur}, {.run = sharpen}};
static void (*progress)(int);
static void (*loaded)(int);

void open_filter(void *file) {
  loaded = (void (*)(int))dlsym(file, "filter");
}

void run(int n) {
  open_filter(dlopen("filter.so", RTLD_NOW));
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    filters[i % 2].run(i);
    progress(i);
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    loaded(i);
}
