/* The arrays of an event graph. */
#include "trace/graph.h"

#include <stdlib.h>
#include <string.h>

void trace_graph_init(struct trace_graph *graph) {
  *graph =
      (struct trace_graph){.tasks = {.size = sizeof(struct trace_task)},
                           .messages = {.size = sizeof(struct trace_message)},
                           .receipts = {.size = sizeof(struct trace_receipt)}};
}

uint32_t trace_graph_add(struct trace_graph *graph, struct trace_array *array,
                         const void *element) {
  if (array->n == array->cap) {
    const size_t cap = array->cap ? 2 * array->cap : 256;
    void *at = cap < TRACE_NONE ? realloc(array->at, cap * array->size) : NULL;
    if (!at) {
      graph->failed = true;
      return TRACE_NONE;
    }
    array->at = at;
    array->cap = cap;
  }
  memcpy((char *)array->at + array->n * array->size, element, array->size);
  return (uint32_t)array->n++;
}

void trace_graph_index(struct trace_graph *graph, size_t n) {
  graph->first = calloc(n + 2, sizeof *graph->first);
  graph->receipt_of = calloc(graph->receipts.n + 1, sizeof(uint32_t));
  if (!graph->first || !graph->receipt_of) {
    graph->failed = true;
    return;
  }
  for (uint32_t i = 0; i < graph->receipts.n; i++)
    graph->first[trace_receipt_at(graph, i)->actor + 2]++;
  for (size_t i = 2; i < n + 2; i++)
    graph->first[i] += graph->first[i - 1];
  for (uint32_t i = 0; i < graph->receipts.n; i++)
    graph->receipt_of[graph->first[trace_receipt_at(graph, i)->actor + 1]++] =
        i;
}

void trace_graph_free(struct trace_graph *graph) {
  free(graph->tasks.at);
  free(graph->messages.at);
  free(graph->receipts.at);
  free(graph->receipt_of);
  free(graph->first);
  trace_graph_init(graph);
}

uint32_t trace_creator(const struct trace_graph *graph, uint32_t i) {
  const uint32_t receipt = trace_task_at(graph, i)->receipt;
  if (receipt == TRACE_NONE)
    return TRACE_NONE;
  const uint32_t message = trace_receipt_at(graph, receipt)->message;
  return message == TRACE_NONE ? TRACE_NONE
                               : trace_message_at(graph, message)->task;
}
