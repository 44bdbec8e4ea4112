struct vector;

struct operations {
  void (*scale)(struct vector *v, int n);
};

struct vector {
  const struct operations *ops;
  struct vector *parts;
};

static void scale(struct vector *v, int n) { v->ops->scale(v, n); }

// lcm: model time = 6 s
static void scale_plain(struct vector *v, int n) { (void)v, (void)n; }

// lcm: model time = 3 s
static void scale_zero(struct vector *v, int n) { (void)v, (void)n; }

static void scale_wrapped(struct vector *v, int n) {
  for (int i = 0; i < 2; i++)
    scale(&v->parts[i], n);
}

static const struct operations plain = {scale_plain};
static const struct operations zero = {.scale = scale_zero};
static const struct operations wrapped = {scale_wrapped};

int main(int argc, char **argv) {
  struct vector part = {&plain, 0};
  struct vector v = {argc > 1 ? &zero : &wrapped, &part};
  (void)argv;
  scale(&v, 8);
  return 0;
}
