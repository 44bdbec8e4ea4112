/* Files of a cache: named texts, each whole or not there. */
#include "analyzer/units/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"

/* What a file begins with: a word, the digest of its name and of what follows,
 * a newline. */
static const char MAGIC[] = "lcm-cache-2 ";
enum { HEAD = sizeof MAGIC - 1 + 32 + 1, PATH_ROOM = 4096 };

/* The path of a file. */
struct path {
  char text[PATH_ROOM];
};

/* Put the path of the file "name" in the folder of "digest" into "*path"; false
 * where it is too long. */
static bool make_path(struct path *path, const struct lcm_unit_store *store,
                      const struct lcm_digest *digest, const char *name) {
  const int n =
      snprintf(path->text, sizeof path->text, "%s/%c%s%s", store->directory,
               digest->text[0], *name ? "/" : "", name);
  return n > 0 && n < (int)sizeof path->text;
}

bool lcm_store_open(const struct lcm_unit_store *store) {
  struct path path;
  const size_t n = strlen(store->directory);
  struct stat about;
  if (!n || n >= sizeof path.text - 64)
    return false;
  for (size_t i = 1; i <= n; i++)
    if (i == n || store->directory[i] == '/') {
      memcpy(path.text, store->directory, i);
      path.text[i] = '\0';
      if (mkdir(path.text, 0777) && errno != EEXIST)
        return false;
    }
  return !stat(store->directory, &about) && S_ISDIR(about.st_mode);
}

/* Read all of "fd" into "text". */
static bool read_all(lcm_buf *text, int fd) {
  char chunk[1 << 15];
  ssize_t n = 0;
  do {
    n = read(fd, chunk, sizeof chunk);
    if (n > 0)
      lcm_buf_add(text, chunk, (size_t)n);
  } while (n > 0 || (n < 0 && errno == EINTR));
  return n == 0 && !text->failed;
}

/* Put the digest of "name" and the "len" bytes at "text" into "*digest"; false
 * when out of memory. */
static bool sign(struct lcm_digest *digest, const struct lcm_digest *name,
                 const char *text, size_t len) {
  lcm_buf both = {0};
  lcm_buf_puts(&both, name->text);
  lcm_buf_add(&both, text, len);
  const bool done = !both.failed;
  if (done)
    *digest = lcm_digest_of(both.text, both.len);
  lcm_buf_free(&both);
  return done;
}

/* Return whether "text" is whole, and what was put there as "name". */
static bool is_whole(const lcm_buf *text, const struct lcm_digest *name) {
  const size_t n = sizeof MAGIC - 1;
  struct lcm_digest digest;
  return text->len >= HEAD && !memcmp(text->text, MAGIC, n) &&
         sign(&digest, name, text->text + HEAD, text->len - HEAD) &&
         !memcmp(text->text + n, digest.text, 32);
}

/* Return whether "fd" is a plain file: others may never end. */
static bool is_file(int fd) {
  struct stat about;
  return !fstat(fd, &about) && S_ISREG(about.st_mode);
}

bool lcm_store_get(lcm_buf *text, const struct lcm_unit_store *store,
                   const struct lcm_digest *name) {
  struct path path;
  if (!make_path(&path, store, name, name->text + 1))
    return false;
  const int fd = open(path.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return false;
  const bool whole = is_file(fd) && read_all(text, fd) && is_whole(text, name);
  if (whole) {
    (void)futimens(fd, NULL);
    memmove(text->text, text->text + HEAD, text->len - HEAD + 1);
    text->len -= HEAD;
  } else {
    unlink(path.text);
    lcm_buf_free(text);
  }
  close(fd);
  return whole;
}

bool lcm_store_touch(const struct lcm_unit_store *store,
                     const struct lcm_digest *name) {
  struct path path;
  return make_path(&path, store, name, name->text + 1) &&
         !utimensat(AT_FDCWD, path.text, NULL, 0);
}

/* Write the head for the "len" bytes at "text", put as "name", and these, to
 * "fd". */
static bool write_text(int fd, const struct lcm_digest *name, const char *text,
                       size_t len) {
  char head[HEAD + 1];
  struct lcm_digest digest;
  if (!sign(&digest, name, text, len))
    return false;
  snprintf(head, sizeof head, "%s%s\n", MAGIC, digest.text);
  return lcm_write_all(fd, head, HEAD) && lcm_write_all(fd, text, len);
}

void lcm_store_put(struct lcm_unit_store *store, const struct lcm_digest *name,
                   const char *text, size_t len) {
  struct path folder;
  struct path path;
  struct path temporary;
  if (!make_path(&folder, store, name, "") ||
      !make_path(&path, store, name, name->text + 1) ||
      !make_path(&temporary, store, name, "new.XXXXXX"))
    return;
  if (mkdir(folder.text, 0777) && errno != EEXIST)
    return;
  const int fd = mkstemp(temporary.text);
  if (fd < 0)
    return;
  const bool written = write_text(fd, name, text, len);
  if (close(fd) || !written || rename(temporary.text, path.text))
    unlink(temporary.text);
  const char *digits = "0123456789abcdef";
  store->written[strchr(digits, name->text[0]) - digits] = true;
}

/* A file of a folder. */
struct file {
  char name[40];
  struct timespec time;
  size_t size;
};

/* The files of a folder. */
struct folder {
  struct file *files;
  size_t n;
  size_t room;
  size_t size;
};

/* Order files by age, the oldest first. */
static int older(const void *a, const void *b) {
  const struct file *x = a;
  const struct file *y = b;
  if (x->time.tv_sec != y->time.tv_sec)
    return x->time.tv_sec < y->time.tv_sec ? -1 : 1;
  if (x->time.tv_nsec != y->time.tv_nsec)
    return x->time.tv_nsec < y->time.tv_nsec ? -1 : 1;
  return strcmp(x->name, y->name);
}

/* Add the file "name" of the open folder "dir" to "folder"; false when out of
 * memory. */
static bool add_file(struct folder *folder, DIR *dir, const char *name) {
  struct stat about;
  struct file file = {.size = 0};
  if (strlen(name) >= sizeof file.name ||
      fstatat(dirfd(dir), name, &about, AT_SYMLINK_NOFOLLOW) ||
      !S_ISREG(about.st_mode))
    return true;
  if (folder->n == folder->room) {
    const size_t room = folder->room ? 2 * folder->room : 256;
    struct file *files = realloc(folder->files, room * sizeof *files);
    if (!files)
      return false;
    folder->files = files;
    folder->room = room;
  }
  memcpy(file.name, name, strlen(name) + 1);
  file.time = about.st_mtim;
  file.size = (size_t)about.st_size;
  folder->size += file.size;
  folder->files[folder->n++] = file;
  return true;
}

/* Remove the oldest files of the open folder "dir" until at most "limit" bytes
 * are left. */
static void trim_folder(DIR *dir, size_t limit) {
  struct folder folder = {0};
  const struct dirent *entry = readdir(dir);
  while (entry && add_file(&folder, dir, entry->d_name))
    entry = readdir(dir);
  if (folder.size > limit) {
    qsort(folder.files, folder.n, sizeof *folder.files, older);
    for (size_t i = 0; i < folder.n && folder.size > limit; i++) {
      unlinkat(dirfd(dir), folder.files[i].name, 0);
      folder.size -= folder.files[i].size;
    }
  }
  free(folder.files);
}

void lcm_store_trim(const struct lcm_unit_store *store) {
  for (size_t i = 0; i < LCM_STORE_FOLDERS; i++) {
    const struct lcm_digest digest = {{"0123456789abcdef"[i]}};
    struct path path;
    DIR *dir = store->written[i] && make_path(&path, store, &digest, "")
                   ? opendir(path.text)
                   : NULL;
    if (!dir)
      continue;
    trim_folder(dir, store->limit / LCM_STORE_FOLDERS);
    closedir(dir);
  }
}
