/* WebSocket frames in and out. */
#include "net/websocket.h"

#include <assert.h>
#include <openssl/evp.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "base/arena.h"
#include "base/text.h"

enum { SLOT_POOL_MAX = 32, BUFFER_POOL_MAX = 8 };

struct ws_slot {
    struct ws_slot *next; /* in the pool */
    struct wslay_frame_context *wslay;
    const uint8_t *bytes; /* not yet taken by wslay */
    size_t length;
    uint64_t given, framed; /* bytes given to wslay, and bytes of finished frames */
    uint64_t payload;       /* of the current frame so far */
    bool is_in_frame;
    uint8_t control[WS_CONTROL_MAX];
    uint8_t control_length;
};

struct ws_buffer {
    struct ws_buffer *next; /* in the pool */
    char text[NET_MESSAGE_MAX];
};

/* Writing. */

size_t ws_write_header(uint8_t out[WS_HEADER_MAX], enum ws_opcode opcode, size_t length)
{
    out[0] = (uint8_t)(0x80 | opcode);
    if (length < 126) {
        out[1] = (uint8_t)length;
        return 2;
    }
    int size = length < 65536 ? 2 : 8;
    out[1] = size == 2 ? 126 : 127;
    for (int i = 0; i < size; i++)
        out[2 + i] = (uint8_t)((uint64_t)length >> (8 * (size - 1 - i)));
    return 2 + (size_t)size;
}

size_t ws_write_close(uint8_t out[WS_CONTROL_MAX], int code, const char *reason)
{
    size_t length = reason ? strlen(reason) : 0;
    if (length > WS_CONTROL_MAX - 2) {
        length = WS_CONTROL_MAX - 2;
        while (length > 0 && ((uint8_t)reason[length] & 0xc0) == 0x80)
            length--;
    }
    out[0] = (uint8_t)(code >> 8);
    out[1] = (uint8_t)code;
    if (length > 0)
        memcpy(out + 2, reason, length);
    return 2 + length;
}

void ws_accept_key(char out[WS_ACCEPT_SIZE], const char *key)
{
    static const char GUID[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char text[24 + sizeof GUID];
    unsigned char hash[EVP_MAX_MD_SIZE];
    assert(strlen(key) == 24);
    memcpy(text, key, 24);
    memcpy(text + 24, GUID, sizeof GUID);
    int done = EVP_Digest(text, sizeof text - 1, hash, NULL, EVP_sha1(), NULL);
    assert(done);
    EVP_EncodeBlock((unsigned char *)out, hash, 20);
}

/* UTF-8. */

static bool begin_character(struct utf8_check *check, uint8_t c)
{
    if (c < 0xc2 || c > 0xf4)
        return false;
    check->missing = (uint8_t)(c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3);
    /* The second byte's range keeps out overlong forms, surrogates and code points above U+10FFFF. */
    check->low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
    check->high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
    return true;
}

static bool continue_character(struct utf8_check *check, uint8_t c)
{
    if (c < check->low || c > check->high)
        return false;
    check->missing--;
    check->low = 0x80;
    check->high = 0xbf;
    return true;
}

static size_t skip_ascii(const uint8_t *bytes, size_t length)
{
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t eight;
        memcpy(&eight, bytes + i, 8);
        if (eight & 0x8080808080808080u)
            break;
    }
    while (i < length && bytes[i] < 0x80)
        i++;
    return i;
}

bool utf8_check_add(struct utf8_check *check, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (check->missing == 0) {
            i += skip_ascii(bytes + i, length - i);
            if (i == length)
                return true;
            if (!begin_character(check, bytes[i]))
                return false;
        } else if (!continue_character(check, bytes[i])) {
            return false;
        }
    }
    return true;
}

bool utf8_check_ends(const struct utf8_check *check)
{
    return check->missing == 0;
}

/* The pools. */

static ssize_t give_to_wslay(uint8_t *to, size_t size, int flags, void *owner)
{
    (void)flags;
    struct ws_slot *slot = owner;
    size_t count = slot->length < size ? slot->length : size;
    if (count == 0)
        return -1;
    memcpy(to, slot->bytes, count);
    slot->bytes += count;
    slot->length -= count;
    slot->given += count;
    return (ssize_t)count;
}

static struct ws_slot *take_slot(struct ws_pool *pool)
{
    struct ws_slot *slot = pool->free_slots;
    if (slot) {
        pool->free_slots = slot->next;
        pool->slot_count--;
        return slot;
    }
    slot = memory_take(sizeof *slot);
    struct wslay_frame_callbacks callbacks = { .recv_callback = give_to_wslay };
    if (wslay_frame_context_init(&slot->wslay, &callbacks, slot) != 0)
        abort();
    return slot;
}

static void free_slot(struct ws_slot *slot)
{
    wslay_frame_context_free(slot->wslay);
    memory_free(slot);
}

/* A context in the middle of a frame cannot be reset, only freed. */
static void give_slot(struct ws_pool *pool, struct ws_slot *slot)
{
    bool is_clean = !slot->is_in_frame && slot->given == slot->framed;
    if (!is_clean || pool->slot_count >= SLOT_POOL_MAX) {
        free_slot(slot);
        return;
    }
    slot->next = pool->free_slots;
    pool->free_slots = slot;
    pool->slot_count++;
}

static struct ws_buffer *take_buffer(struct ws_pool *pool)
{
    struct ws_buffer *buffer = pool->free_buffers;
    if (!buffer)
        return memory_take(sizeof *buffer);
    pool->free_buffers = buffer->next;
    pool->buffer_count--;
    return buffer;
}

static void give_buffer(struct ws_pool *pool, struct ws_buffer *buffer)
{
    if (pool->buffer_count >= BUFFER_POOL_MAX) {
        memory_free(buffer);
        return;
    }
    buffer->next = pool->free_buffers;
    pool->free_buffers = buffer;
    pool->buffer_count++;
}

void ws_pool_free(struct ws_pool *pool)
{
    while (pool->free_slots) {
        struct ws_slot *next = pool->free_slots->next;
        free_slot(pool->free_slots);
        pool->free_slots = next;
    }
    while (pool->free_buffers) {
        struct ws_buffer *next = pool->free_buffers->next;
        memory_free(pool->free_buffers);
        pool->free_buffers = next;
    }
    *pool = (struct ws_pool){ 0 };
}

void ws_release(struct ws_receiver *receiver, struct ws_pool *pool)
{
    if (receiver->slot)
        give_slot(pool, receiver->slot);
    if (receiver->buffer)
        give_buffer(pool, receiver->buffer);
    receiver->slot = NULL;
    receiver->buffer = NULL;
}

/* Receiving. */

struct reception {
    struct ws_receiver *receiver;
    struct ws_pool *pool;
    const struct ws_sink *sink;
    struct ws_slot *slot;
    bool is_stopped;
};

static int check_opcode(const struct ws_receiver *receiver, int opcode)
{
    bool is_in_message = receiver->fragment_count > 0;
    switch (opcode) {
    case WS_TEXT: return is_in_message ? WS_PROTOCOL_ERROR : 0;
    case WS_BINARY: return is_in_message ? WS_PROTOCOL_ERROR : WS_UNSUPPORTED;
    case WS_CONTINUATION: return is_in_message ? 0 : WS_PROTOCOL_ERROR;
    case WS_CLOSE:
    case WS_PING:
    case WS_PONG: return 0;
    default: return WS_PROTOCOL_ERROR;
    }
}

/* wslay has checked the lengths, and that control frames are whole. */
static int check_header(struct ws_receiver *receiver, const struct wslay_frame_iocb *frame)
{
    if (!frame->mask || frame->rsv != 0)
        return WS_PROTOCOL_ERROR;
    int code = check_opcode(receiver, frame->opcode);
    if (code != 0 || wslay_is_ctrl_frame(frame->opcode))
        return code;
    if (frame->payload_length > (uint64_t)(NET_MESSAGE_MAX - receiver->length))
        return WS_TOO_BIG;
    if (receiver->fragment_count == NET_FRAGMENTS_MAX)
        return WS_POLICY;
    receiver->fragment_count++;
    return 0;
}

static bool close_code_is_valid(int code)
{
    return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) ||
           (code >= 3000 && code <= 4999);
}

static int take_close(struct ws_receiver *receiver, const uint8_t *payload, size_t length)
{
    if (length == 1)
        return WS_PROTOCOL_ERROR;
    int code = length == 0 ? WS_NORMAL : payload[0] << 8 | payload[1];
    if (!close_code_is_valid(code))
        return WS_PROTOCOL_ERROR;
    if (length > 2 && !utf8_valid((const char *)payload + 2, length - 2))
        return WS_BAD_TEXT;
    receiver->is_closed_by_peer = true;
    return code;
}

static int take_control(struct reception *in, const struct wslay_frame_iocb *frame, bool is_last)
{
    struct ws_slot *slot = in->slot;
    memcpy(slot->control + slot->control_length, frame->data, frame->data_length);
    slot->control_length = (uint8_t)(slot->control_length + frame->data_length);
    if (!is_last)
        return 0;
    size_t length = slot->control_length;
    slot->control_length = 0;
    if (frame->opcode == WS_CLOSE)
        return take_close(in->receiver, slot->control, length);
    if (frame->opcode == WS_PING)
        in->sink->ping(in->sink->owner, slot->control, length);
    return 0;
}

static void keep_text(struct reception *in, const struct wslay_frame_iocb *frame)
{
    struct ws_receiver *receiver = in->receiver;
    if (!receiver->buffer)
        receiver->buffer = take_buffer(in->pool);
    memcpy(receiver->buffer->text + receiver->length, frame->data, frame->data_length);
    receiver->length = (uint16_t)(receiver->length + frame->data_length);
}

static void deliver(struct reception *in, const char *text, size_t length)
{
    struct ws_receiver *receiver = in->receiver;
    struct ws_buffer *buffer = receiver->buffer;
    receiver->buffer = NULL;
    receiver->fragment_count = 0;
    receiver->length = 0;
    in->is_stopped = !in->sink->message(in->sink->owner, text, length);
    if (buffer)
        give_buffer(in->pool, buffer);
}

static int take_text(struct reception *in, const struct wslay_frame_iocb *frame, bool is_last)
{
    struct ws_receiver *receiver = in->receiver;
    if (!utf8_check_add(&receiver->utf8, frame->data, frame->data_length))
        return WS_BAD_TEXT;
    bool is_end = is_last && frame->fin;
    if (is_end && !utf8_check_ends(&receiver->utf8))
        return WS_BAD_TEXT;
    if (is_end && !receiver->buffer) {
        deliver(in, (const char *)frame->data, frame->data_length);
        return 0;
    }
    if (frame->data_length > 0)
        keep_text(in, frame);
    if (is_end)
        deliver(in, receiver->buffer->text, receiver->length);
    return 0;
}

static size_t masked_header_size(uint64_t length)
{
    return 6 + (length < 126 ? 0 : length < 65536 ? 2 : 8);
}

static int take_piece(struct reception *in, const struct wslay_frame_iocb *frame)
{
    struct ws_slot *slot = in->slot;
    int code = slot->is_in_frame ? 0 : check_header(in->receiver, frame);
    if (code != 0)
        return code;
    slot->is_in_frame = true;
    slot->payload += frame->data_length;
    bool is_last = slot->payload == frame->payload_length;
    if (is_last) {
        slot->is_in_frame = false;
        slot->payload = 0;
        slot->framed += masked_header_size(frame->payload_length) + frame->payload_length;
    }
    return wslay_is_ctrl_frame(frame->opcode) ? take_control(in, frame, is_last)
                                              : take_text(in, frame, is_last);
}

static int take_pieces(struct reception *in)
{
    while (!in->is_stopped) {
        struct wslay_frame_iocb frame = { 0 };
        ssize_t size = wslay_frame_recv(in->slot->wslay, &frame);
        if (size == WSLAY_ERR_WANT_READ)
            return 0;
        if (size < 0)
            return WS_PROTOCOL_ERROR;
        int code = take_piece(in, &frame);
        if (code != 0)
            return code;
    }
    return 0;
}

static void unmask(char *to, const uint8_t *from, const uint8_t mask[4], size_t length)
{
    uint64_t eight, twice;
    size_t i = 0;
    memcpy(&twice, mask, 4);
    memcpy((char *)&twice + 4, mask, 4);
    for (; i + 8 <= length; i += 8) {
        memcpy(&eight, from + i, 8);
        eight ^= twice;
        memcpy(to + i, &eight, 8);
    }
    for (; i < length; i++)
        to[i] = (char)(from[i] ^ mask[i % 4]);
}

/* A whole text in one frame, as almost all messages are, needs no wslay. Returns how many bytes it took; 0:
 * it is something else, or incomplete. */
static size_t take_whole(struct reception *in, const uint8_t *bytes, size_t length, int *code)
{
    struct ws_receiver *receiver = in->receiver;
    if (receiver->fragment_count > 0 || length < 8 || bytes[0] != (0x80 | WS_TEXT) ||
        bytes[1] < 0x80)
        return 0;
    size_t size = bytes[1] & 0x7f, head = 6;
    if (size == 126) {
        size = (size_t)(bytes[2] << 8 | bytes[3]);
        head = size < 126 ? length + 1 : 8; /* wslay refuses a length with too many bytes */
    }
    if (size == 127 || size > NET_MESSAGE_MAX || head > length || size > length - head)
        return 0;
    if (in->pool->free_slots == NULL) /* so that the first one in pieces allocates nothing later */
        give_slot(in->pool, take_slot(in->pool));
    receiver->buffer = take_buffer(in->pool);
    unmask(receiver->buffer->text, bytes + head, bytes + head - 4, size);
    bool is_utf8 = utf8_check_add(&receiver->utf8, (uint8_t *)receiver->buffer->text, size) &&
                   utf8_check_ends(&receiver->utf8);
    if (is_utf8)
        deliver(in, receiver->buffer->text, size);
    else
        *code = WS_BAD_TEXT;
    return head + size;
}

int ws_receive(struct ws_receiver *receiver, struct ws_pool *pool, const uint8_t *bytes,
               size_t length, const struct ws_sink *sink)
{
    struct reception in = { .receiver = receiver, .pool = pool, .sink = sink };
    size_t taken = 1;
    int code = 0;
    while (receiver->slot == NULL && taken > 0 && code == 0 && !in.is_stopped) {
        taken = take_whole(&in, bytes, length, &code);
        bytes += taken;
        length -= taken;
    }
    if (code != 0 || in.is_stopped)
        ws_release(receiver, pool);
    if (code != 0 || in.is_stopped || length == 0)
        return code;
    in.slot = receiver->slot ? receiver->slot : take_slot(pool);
    in.slot->bytes = bytes;
    in.slot->length = length;
    code = take_pieces(&in);
    bool is_between = !in.slot->is_in_frame && in.slot->given == in.slot->framed;
    receiver->slot = in.slot;
    if (code != 0 || in.is_stopped) {
        in.slot->is_in_frame = true; /* its state is unknown: not to be used again */
        ws_release(receiver, pool);
    } else if (is_between) {
        give_slot(pool, in.slot);
        receiver->slot = NULL;
    }
    return code;
}
