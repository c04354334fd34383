/* Bytes on their way out: a queue of blocks from a pool, so that sending allocates nothing once the
 * server is warm, and an idle connection holds nothing. */
#ifndef PARLOUR_NET_OUT_H
#define PARLOUR_NET_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/uio.h>

enum {
    OUT_BLOCK_SIZE = 4096,
    OUT_POOL_MAX = 256, /* free blocks kept; more are given back to the system */
};

struct out_block;
struct out_pool {
    struct out_block *free;
    int free_count, taken_count;
};
struct out_queue {
    struct out_block *first, *last;
    size_t length;
};

void out_append(struct out_pool *pool, struct out_queue *queue, const void *bytes, size_t length);
/* Where so many bytes may be written behind the last ones, in one piece; NULL if there is no such place.
 * out_extend() then adds those that were. */
char *out_space(struct out_pool *pool, struct out_queue *queue, size_t size);
void out_extend(struct out_queue *queue, size_t length);
/* `bytes` must outlive the queue; they are not copied. */
void out_append_static(struct out_pool *pool, struct out_queue *queue, const void *bytes,
                       size_t length);
/* Points `spans` at the first bytes of the queue and returns how many spans it filled. */
int out_peek(const struct out_queue *queue, struct iovec *spans, int span_max);
void out_drop(struct out_pool *pool, struct out_queue *queue, size_t length);
void out_clear(struct out_pool *pool, struct out_queue *queue);
void out_pool_free(struct out_pool *pool);

#endif
