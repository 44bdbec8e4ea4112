struct conf {
  int a, b;
};
extern int size, rows, cols;
extern struct conf conf;
void tick(void);
void work(void);
