struct node { struct node *next; int v; };
struct place { struct node *p; int k; } place;
struct node *current;
int a[100], b[100];
static void walk(int n, struct node *p, struct node **pp) {
  for (int i = 0; i < n; i++) {
    a[i] = p->v;
    p = p->next;
  }
  for (int i = 0; i < n; i++) {
    a[i] = current->v;
    current = current->next;
  }
  for (int i = 0; i < n; i++) {
    a[i] = place.p->v;
    place.p = place.p->next;
  }
  for (int i = 0; i < n; i++) {
    a[i] = (*pp)->v;
    *pp = (*pp)->next;
  }
}
static void step(int n) {
  int *p = a;
  int *q = b;
  int j = 5;
  for (int i = 0; i < n; i++)
    *p++ = *q++;
  for (int i = 0; i < 30; i++) {
    a[j] = b[i];
    j += 3;
  }
}
static void set(int n, int *restrict to, struct node *restrict r) {
  struct node *q;
  for (int i = 0; i < n; i++) {
    q = &r[i];
    to[i] = q->v;
  }
}
int main(void) {
  struct node s = {&s, 1};
  struct node *q = &s;
  current = place.p = &s;
  walk(9, &s, &q);
  step(9);
  set(1, a, &s);
  return a[1];
}
