/* Traces as Perfetto reads them.  A trace is a sequence of packets: one that
 * describes each process and each row, one where a slice begins and one where
 * it ends, in the order of time, as rows must be.  Messages are flows: an
 * instant in the slice that sends, and one in that which receives, have the
 * number of the flow.  An instant shows exactly when that is: flows of slices
 * would go from the end of one to the beginning of another.
 *
 * A field of a protocol buffer is written as its number times 8 and how the
 * value is written: 0 a number in pieces of 7 bits, the least first, 1 eight
 * bytes, 2 a length and so many bytes. */
#include "model/results/track_event.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBER = 0, EIGHT = 1, BYTES = 2 };

/* Fields, as the messages of Perfetto number them. */
enum {
  TRACE_PACKET = 1,
  PACKET_TIMESTAMP = 8,
  PACKET_SEQUENCE = 10,
  PACKET_EVENT = 11,
  PACKET_DESCRIPTOR = 60,
  DESCRIPTOR_UUID = 1,
  DESCRIPTOR_PROCESS = 3,
  DESCRIPTOR_THREAD = 4,
  DESCRIPTOR_RANK = 12,
  DESCRIPTOR_PROCESS_ORDER = 19,
  DESCRIPTOR_THREAD_ORDER = 20,
  PROCESS_PID = 1,
  PROCESS_NAME = 6,
  THREAD_PID = 1,
  THREAD_TID = 2,
  THREAD_NAME = 5,
  EVENT_NOTE = 4,
  EVENT_TYPE = 9,
  EVENT_TRACK = 11,
  EVENT_CATEGORY = 22,
  EVENT_NAME = 23,
  EVENT_FLOW = 47,
  EVENT_LAST_FLOW = 48,
  NOTE_TEXT = 6,
  NOTE_NAME = 10
};

/* Types of events. */
enum { BEGINS = 1, ENDS = 2, INSTANT = 3 };

/* How processes and threads are ordered: by the ranks of their descriptors. */
enum { BY_RANK = 1 };

/* What happens in a moment; of the same moment in this order, so that flows are
 * inside of slices. */
enum happening { SLICE_ENDS, SLICE_BEGINS, FLOW_LEAVES, FLOW_COMES };

/* A moment: slice or flow number "i" begins or ends in "row". */
struct moment {
  uint64_t at;
  size_t row;
  size_t i;
  enum happening what;
};

/* What is written. */
struct writing {
  lcm_buf *buf;
  const lcm_tracks *tracks;
};

/* Append "value" in pieces of 7 bits. */
static void put_varint(lcm_buf *buf, uint64_t value) {
  for (; value > 0x7f; value >>= 7)
    lcm_buf_putc(buf, (char)(0x80 | (value & 0x7f)));
  lcm_buf_putc(buf, (char)value);
}

/* Append the field "number" with "value". */
static void put_number(lcm_buf *buf, unsigned number, uint64_t value) {
  put_varint(buf, (uint64_t)number << 3 | NUMBER);
  put_varint(buf, value);
}

/* Append the field "number" with "value" in eight bytes. */
static void put_eight(lcm_buf *buf, unsigned number, uint64_t value) {
  put_varint(buf, (uint64_t)number << 3 | EIGHT);
  for (int i = 0; i < 8; i++)
    lcm_buf_putc(buf, (char)(value >> (8 * i) & 0xff));
}

/* Append the field "number" with the "len" bytes at "text". */
static void put_bytes(lcm_buf *buf, unsigned number, const char *text,
                      size_t len) {
  put_varint(buf, (uint64_t)number << 3 | BYTES);
  put_varint(buf, len);
  lcm_buf_add(buf, text, len);
}

static void put_string(lcm_buf *buf, unsigned number, const char *text) {
  put_bytes(buf, number, text, strlen(text));
}

/* Append the field "number" with the message "inside", which is freed. */
static void put_message(lcm_buf *buf, unsigned number, lcm_buf *inside) {
  put_bytes(buf, number, inside->text ? inside->text : "", inside->len);
  buf->failed = buf->failed || inside->failed;
  lcm_buf_free(inside);
}

/* Append a packet with "descriptor", which is freed. */
static void put_descriptor(lcm_buf *buf, lcm_buf *descriptor) {
  lcm_buf packet = {0};
  put_number(&packet, PACKET_SEQUENCE, 1);
  put_message(&packet, PACKET_DESCRIPTOR, descriptor);
  put_message(buf, TRACE_PACKET, &packet);
}

/* Append a packet that says that processes and threads are in the order of
 * their ranks: it stands in the descriptor of the root, number 0. */
static void put_order(lcm_buf *buf) {
  lcm_buf descriptor = {0};
  put_number(&descriptor, DESCRIPTOR_UUID, 0);
  put_number(&descriptor, DESCRIPTOR_PROCESS_ORDER, BY_RANK);
  put_number(&descriptor, DESCRIPTOR_THREAD_ORDER, BY_RANK);
  put_descriptor(buf, &descriptor);
}

/* Append a packet that describes process "i". */
static void put_process(const struct writing *w, size_t i) {
  lcm_buf process = {0};
  lcm_buf descriptor = {0};
  put_number(&process, PROCESS_PID, i + 1);
  put_string(&process, PROCESS_NAME, w->tracks->processes.at[i].name);
  put_number(&descriptor, DESCRIPTOR_UUID, w->tracks->rows.n + i + 1);
  put_number(&descriptor, DESCRIPTOR_RANK, i);
  put_message(&descriptor, DESCRIPTOR_PROCESS, &process);
  put_descriptor(w->buf, &descriptor);
}

/* Append a packet that describes row "i". */
static void put_row(const struct writing *w, size_t i) {
  const struct lcm_track *row = &w->tracks->rows.at[i];
  lcm_buf thread = {0};
  lcm_buf descriptor = {0};
  put_number(&thread, THREAD_PID, row->process + 1);
  put_number(&thread, THREAD_TID, i + 1);
  put_string(&thread, THREAD_NAME, row->name);
  put_number(&descriptor, DESCRIPTOR_UUID, i + 1);
  put_number(&descriptor, DESCRIPTOR_RANK, row->number);
  put_message(&descriptor, DESCRIPTOR_THREAD, &thread);
  put_descriptor(w->buf, &descriptor);
}

/* Append what is known of "slice". */
static void put_notes(lcm_buf *event, const struct lcm_track_slice *slice) {
  for (size_t i = 0; i < LCM_TRACK_NOTES && slice->notes[i].key; i++) {
    lcm_buf note = {0};
    put_string(&note, NOTE_NAME, slice->notes[i].key);
    put_string(&note, NOTE_TEXT, slice->notes[i].text);
    put_message(event, EVENT_NOTE, &note);
  }
}

/* Append the event that "slice" begins, or ends. */
static void put_slice(lcm_buf *event, const struct lcm_track_slice *slice,
                      bool ends) {
  put_number(event, EVENT_TYPE, ends ? ENDS : BEGINS);
  put_number(event, EVENT_TRACK, slice->track + 1);
  if (ends)
    return;
  put_string(event, EVENT_NAME, slice->name);
  put_string(event, EVENT_CATEGORY, slice->category);
  put_notes(event, slice);
}

/* Return what the flows of the "n" moments at "all" are called together. */
static const char *name_of(const struct writing *w, const struct moment *all,
                           size_t n) {
  const char *name = w->tracks->flows.at[all->i].name;
  for (size_t i = 1; i < n; i++)
    if (strcmp(name, w->tracks->flows.at[all[i].i].name) != 0)
      return "messages";
  return name;
}

/* Append the event that the flows of the "n" moments at "all", of one row and
 * one time, leave or come. */
static void put_flows(lcm_buf *event, const struct writing *w,
                      const struct moment *all, size_t n) {
  put_number(event, EVENT_TYPE, INSTANT);
  put_number(event, EVENT_TRACK, all->row + 1);
  put_string(event, EVENT_NAME, name_of(w, all, n));
  put_string(event, EVENT_CATEGORY, "message");
  for (size_t i = 0; i < n; i++)
    put_eight(event, all->what == FLOW_COMES ? EVENT_LAST_FLOW : EVENT_FLOW,
              all[i].i + 1);
}

/* Append the packet of the first of the "n" moments at "all", and of those that
 * are shown together with it; return how many these are. */
static size_t put_moments(const struct writing *w, const struct moment *all,
                          size_t n) {
  size_t together = 1;
  lcm_buf event = {0};
  lcm_buf packet = {0};
  if (all->what == SLICE_BEGINS || all->what == SLICE_ENDS)
    put_slice(&event, &w->tracks->slices.at[all->i], all->what == SLICE_ENDS);
  else {
    while (together < n && all[together].at == all->at &&
           all[together].what == all->what && all[together].row == all->row)
      together++;
    put_flows(&event, w, all, together);
  }
  put_number(&packet, PACKET_TIMESTAMP, all->at);
  put_number(&packet, PACKET_SEQUENCE, 1);
  put_message(&packet, PACKET_EVENT, &event);
  put_message(w->buf, TRACE_PACKET, &packet);
  return together;
}

/* Order moments. */
static int by_time(const void *a, const void *b) {
  const struct moment *x = a;
  const struct moment *y = b;
  if (x->at != y->at)
    return x->at < y->at ? -1 : 1;
  if (x->what != y->what)
    return x->what < y->what ? -1 : 1;
  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;
  return (x->i > y->i) - (x->i < y->i);
}

/* Put the moments of "tracks" into "all", in order; return how many there
 * are. */
static size_t set_moments(struct moment *all, const lcm_tracks *tracks) {
  size_t n = 0;
  for (size_t i = 0; i < tracks->slices.n; i++) {
    const struct lcm_track_slice *slice = &tracks->slices.at[i];
    all[n++] = (struct moment){slice->begin, slice->track, i, SLICE_BEGINS};
    all[n++] = (struct moment){slice->end, slice->track, i, SLICE_ENDS};
  }
  for (size_t i = 0; i < tracks->flows.n; i++) {
    const struct lcm_flow *flow = &tracks->flows.at[i];
    all[n++] = (struct moment){flow->begin, flow->from, i, FLOW_LEAVES};
    all[n++] = (struct moment){flow->end, flow->to, i, FLOW_COMES};
  }
  if (n > 1)
    qsort(all, n, sizeof *all, by_time);
  return n;
}

void lcm_put_track_events(lcm_buf *buf, const lcm_tracks *tracks) {
  const struct writing w = {buf, tracks};
  struct moment *moments =
      calloc(2 * tracks->slices.n + 2 * tracks->flows.n + 1, sizeof *moments);
  if (!moments) {
    buf->failed = true;
    return;
  }
  const size_t n = set_moments(moments, tracks);
  put_order(buf);
  for (size_t i = 0; i < tracks->processes.n; i++)
    put_process(&w, i);
  for (size_t i = 0; i < tracks->rows.n; i++)
    if (tracks->rows.at[i].name)
      put_row(&w, i);
  for (size_t i = 0; i < n;)
    i += put_moments(&w, &moments[i], n - i);
  free(moments);
}
