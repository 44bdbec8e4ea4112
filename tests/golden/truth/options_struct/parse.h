struct settings {
  int rows, count, kind;
  double scale;
};
struct settings parse(int argc, char **argv);
