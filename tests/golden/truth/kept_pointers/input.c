struct item {
  int *at;
  int *other;
  int n;
};
struct item items[100];
int *rows[100];
static void set(int *to, int k) { to[0] = k; }
void a_member(struct item *v, int n) {
  for (int i = 0; i < n; i++) /* undecided */
    *v[i].at = i;
}
void b_rows(int **a, int n) {
  for (int i = 0; i < n; i++) /* undecided */
    a[i][i] = i;
}
void c_local(int **a, int n) {
  for (int i = 0; i < n; i++) { /* undecided */
    int *row = a[i];
    row[0] += i;
  }
}
void d_global(int n) {
  for (int i = 0; i < n; i++) /* undecided */
    rows[i][0] = *items[i].at;
}
void e_call(int **a, int n) {
  for (int i = 0; i < n; i++) /* undecided */
    set(a[i], i);
}
void f_two_members(struct item *p, int n) {
  for (int i = 0; i < n; i++) /* undecided */
    p->at[i] = p->other[i + 1];
}
void g_length(struct item *p, int n) {
  for (int i = 0; i < n; i++) /* undecided */
    p[i].at[0] = p[i + 1].n;
}
void h_restrict(int *restrict *a, int *restrict b, int n) {
  for (int i = 0; i < n; i++) /* undecided */
    a[i][0] = b[i];
}
void i_one_pointer(struct item *p, int n) {
  for (int i = 0; i < n; i++) /* parallel */
    p->at[i] = i;
}
void j_one_row(int **a, int n) {
  for (int i = 0; i < n; i++) /* parallel */
    a[2][i] = 2 * a[2][i];
}
void k_same_slot(int **a, int n) {
  for (int i = 0; i < n; i++) /* serial */
    a[0][i + 1] = a[0][i];
}
void l_members(struct item *v, int n) {
  for (int i = 0; i < n; i++) /* parallel */
    v[i].n = i;
}
