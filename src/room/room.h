/* A room: one table of people for an evening, a set of games, one log.
 *
 * Pure like the engine: no clock, no allocation, no I/O. Everything that happens is a command decided on a
 * draft and a batch of events applied to it. The caller (server/ or the browser) brings time, chance and
 * memory, writes the batch to the log, and only then lets the draft become the state.
 *
 * The struct is plain data followed by the running game's state; room_size() bytes are a whole room. One that
 * rests is packed: it has memory for the members that it has. */
#ifndef PARLOUR_ROOM_H
#define PARLOUR_ROOM_H

#include <stddef.h>

#include "base/text.h"
#include "engine/game.h"
#include "room/room_kinds.h"

enum {
    ROOM_ANIMALS = 20, /* faces of people: an animal, which nobody else has, in a colour */
    ROOM_COLOURS = 10,
    ROOM_LOOK_CHOSEN = 100, /* from here on a person chose it; below, it is a place in the list */
    ROOM_MEMBERS_MAX = 40,  /* seated, watching and gone; a gone spectator's entry is used again */
    ROOM_NAME_SIZE =
        97, /* bytes of a name with its NUL; the server checks 1–24 grapheme clusters */
    ROOM_REASON_MAX = 200, /* bytes of a kick's reason */
    ROOM_CHAT_MAX = 500,   /* bytes of a chat message */
    ROOM_CIDS = 16,        /* remembered commands of a member; a client may have so many pending */
    ROOM_NONCE_SIZE = 16,
    ROOM_SECRET_SIZE = 32,
    ROOM_EVENTS_MAX = GAME_EVENTS_MAX + 128,
    ROOM_TEXTS_SIZE = 4096, /* of the texts the room makes itself in one turn */
    /* Everything that a room writes fits these; docs/limits.md says why. */
    ROOM_BATCH_MAX = 48 * 1024, /* bytes of a batch in the log; a longer one is refused */
    ROOM_TOLD_MORE = 64,        /* bytes that an event may take more when told than in the log */
    ROOM_TOLD_MAX = ROOM_BATCH_MAX + ROOM_EVENTS_MAX * ROOM_TOLD_MORE, /* a batch as told */
    ROOM_VIEW_MAX = 96 * 1024,                                         /* a whole view */
    ROOM_HOST_GONE_MS = 60 * 1000,
    ROOM_AWAY_MS = 60 * 1000,          /* during a game a shorter absence does not count */
    ROOM_TRANSFER_MS = 10 * 60 * 1000, /* how long a transfer code lives */
    ROOM_CLAIM_MS = 2 * 60 * 1000,     /* how long a claim stays open */
    ROOM_QUIET_MS = 60 * 1000, /* no new claim after a failed one, times the failures in a row */
    ROOM_QUIET_MAX = 10,
    ROOM_KNOCKS = 6, /* people who may wait at a locked table's door */
    ROOM_KNOCK_MS = 2 * 60 * 1000,
    ROOM_KNOCK_YIELDS_MS = 10 * 1000, /* after this, a knock at a full door gives way */
    ROOM_LOTS = 1 << 30,
    ROOM_KNOCKS_DENIED = 16,     /* refused people whom a room remembers */
    ROOM_SHUT_OUT = 64,          /* kicked people whom a room remembers without an entry */
    ROOM_READMIT_MS = 10 * 1000, /* how long a kick can be undone with nothing lost */
    ROOM_REACTIONS = 3,          /* allowed within ROOM_REACTION_MS */
    ROOM_REACTION_MS = 60 * 1000,
    ROOM_STICKERS = 8,
    ROOM_SPECTATORS_PRESET = 20,
    ROOM_ABSENT_STRENGTH = 2, /* of a bot that plays for an absent person */
    ROOM_REMARKS = 2,         /* of bots about the same moment of a game */
};

enum room_phase {
    ROOM_LOBBY,   /* before the first game, and again between games */
    ROOM_PLAYING, /* a game runs (or is paused) */
    ROOM_RESULTS, /* the last game is over and its result is shown */
    ROOM_CLOSED,  /* the set has ended; nothing more can happen */
};

enum absent_policy { ABSENT_WAIT, ABSENT_PLAY_ON, ABSENT_BOT };
/* Which device speaks for the table: exactly one, or none. */
enum room_voice { VOICE_HOST, VOICE_TABLE, VOICE_SILENT };
/* The language of that device's voice; a screen has its reader's language. */
enum room_language { LANGUAGE_EN, LANGUAGE_FR, LANGUAGE_ES };

struct room_member {
    int64_t player; /* public id; 0: a free entry */
    char name[ROOM_NAME_SIZE];
    int64_t name_key; /* equal for names that look alike; made by the server */
    int8_t seat;     /* chair in the ring, -1: spectator; during a game also the seat in the game */
    int8_t side;     /* -1: none chosen */
    int8_t strength; /* of a bot */
    int16_t
        look; /* from ROOM_LOOK_CHOSEN on: an animal and a colour; 0: as the place in the list has it */
    bool is_bot, is_ready, is_away, has_left, is_narrator, was_kicked;
    bool is_guest;             /* sits here by name only, without a device of their own */
    bool plays_for_absent;     /* a bot is playing this person's seat until they return */
    bool wants_seat;           /* gets the next chair that is free */
    bool asks_sight, sees_all; /* a spectator, for this round; known to all */
    bool sight_denied;         /* was refused, and may not ask again this round */
    uint64_t sight_yes;        /* members who agreed to it, a bit each */
    bool held_desk;            /* narrated the game on the table, and so takes no seat in it */
    bool asks_void;            /* this game's void vote; shown to nobody else */
    bool shares, shares_name;  /* agrees that strangers see the finished game; with this name */
    int8_t roll_place;         /* in the roll call, from 1; 0: has not tapped */
    int64_t away_since_ms;     /* when this member went away, left or was kicked */
    int64_t reacted_ms[ROOM_REACTIONS]; /* newest first */
    uint64_t remarks; /* a bot's of this game, a bit each by their hash: it repeats none */
    int64_t transfer_code, transfer_until_ms;
    int64_t cid[ROOM_CIDS];         /* hashes of the latest commands, newest first */
    uint8_t nonce[ROOM_NONCE_SIZE]; /* this seat's part of the next deal */
    bool has_nonce;                 /* false: the server draws it */
    int64_t score, wins, games;     /* of the running set */
    uint32_t told; /* how many events this member has been told: the viewer's sequence */
};

/* Somebody at the door of a locked table. */
struct room_knock {
    int64_t player;
    char name[ROOM_NAME_SIZE];
    int64_t name_key, at_ms;
    int32_t lot; /* drawn; of two who want the same place the smaller lot gets it */
    int8_t animal;
    bool watches; /* wants to watch, not to play */
};

/* The chance of a game being prepared. */
struct room_chance {
    int64_t game_id;
    int32_t game_number;
    uint8_t secret[ROOM_SECRET_SIZE], commitment[ROOM_SECRET_SIZE];
};

/* All that went into a deal: with the secret, what a stranger needs to check it (docs/chance.md). */
struct room_deal {
    struct room_chance chance;
    uint8_t seed[RNG_SEED_SIZE]; /* HMAC(secret, nonces) */
    int64_t player[GAME_SEATS_MAX];
    uint8_t nonce[GAME_SEATS_MAX][ROOM_NONCE_SIZE];
    seat_set drawn; /* seats whose nonce the server drew */
    bool is_revealed;
    int32_t rules_version; /* the game's when it began */
    struct game_setup setup;
};

struct room {
    int64_t id; /* also the game set's id */
    int64_t code;
    int64_t created_ms, ended_ms;
    int64_t seq;      /* batches applied */
    int64_t time_ms;  /* of the latest batch */
    uint8_t hash[32]; /* of the log so far: SHA-256(previous hash, batch text) */
    uint8_t phase;
    int8_t host; /* member index, -1: nobody */
    int64_t
        host_lender; /* the host who was away too long and becomes host again on return; 0: nobody */
    int16_t game;    /* index into games[] */
    int16_t seat_count_wanted; /* num_players; 0: as many as there are */
    int64_t option[GAME_OPTIONS_MAX];
    uint32_t option_is_set; /* bits of options the host chose; the others follow the presets */

    int64_t lock_word;   /* the password's key: lets people into a locked room; 0: there is none */
    bool is_locked;      /* new people must be let in by somebody at the table */
    bool bridge_is_open; /* programs may wait for the table view's events */
    bool bots_talk;      /* say something about the game now and then */
    int64_t remark_moment;    /* of the game, that bots have last talked about */
    seat_set remark_speakers; /* of those remarks */
    int8_t remark_latest;     /* bit of the last one, -1: none in this game */
    bool allows_spectators, chat_is_open, is_paused,
        is_waiting; /* is_waiting: paused for an absent seat */
    int16_t spectators_max;
    uint8_t absent_policy, voice;
    int32_t absent_seconds;
    uint8_t language;

    int64_t
        game_id; /* of the running or finished game; in the lobby, of the next one. Drawn before the deal */
    int32_t game_number;             /* in the set, from 1 */
    int64_t started_ms, finished_ms; /* of the game */
    int64_t clock_offset_ms;         /* wall clock minus game clock */
    int64_t paused_at_ms;
    uint32_t game_event_count; /* events of the running game so far: the stream of the next draw */

    /* Undo goes by steps: batches with events of the game. After a rewind the state holds more steps than
     * the game has, and must be rebuilt from the whole log. */
    int32_t step, step_top; /* the game's present step; the last one that redo can reach */
    int32_t steps_held;     /* by the state */
    bool needs_replay; /* set by room_seal if steps_held is not step; nothing can be decided then */

    struct room_chance next; /* committed to between games; its secret is empty during one */
    struct room_deal deal;   /* of the game on the table */

    struct game_outcome outcome; /* of the last finished game */
    bool is_void;                /* it was voided instead */
    int8_t void_asked;
    int64_t share_link; /* lets strangers see the finished game; 0: there is no link */
    bool is_held; /* in the lobby after a game: nothing starts by itself until a seat is taken */
    bool is_roll_call;
    int8_t roll_count;

    /* Somebody asks for a seat on a new device, or for an absent person's seat. */
    int64_t claim_player; /* who asks; 0: nobody */
    int8_t claim_member;  /* whose seat */
    uint64_t claim_yes;   /* members who confirmed, a bit each */
    int64_t claim_until_ms;
    int64_t claim_denied;   /* the last person who was refused; may not ask again */
    int8_t claims_failed;   /* in a row */
    int64_t quiet_until_ms; /* strangers may not ask before this time */

    struct room_knock knock[ROOM_KNOCKS]; /* the oldest first; those from knock_count on are zero */
    int8_t knock_count, shut_out_next;
    int64_t knock_denied[ROOM_KNOCKS_DENIED]; /* the latest first; since the table was locked */
    int64_t shut_out[ROOM_SHUT_OUT];          /* a ring; 0: nobody */

    uint32_t public_told;                  /* the spectators' and the table view's sequence */
    int8_t member_of_seat[GAME_SEATS_MAX]; /* -1: empty; contiguous from 0 */
    int8_t seat_count;
    int8_t member_end; /* all entries in use have lower indices; the others are zero */
    int8_t
        member_lack; /* entries at the end without memory; 0 in every room that somebody may enter */
    _Alignas(16) struct room_member member[ROOM_MEMBERS_MAX];
    /* Behind them room_state(): games[game]->state_size bytes while a game is on the table. */
};

enum { ROOM_STATE_ALIGNMENT = 16 };

static inline size_t room_state_at(int members)
{
    size_t end = offsetof(struct room, member) + (size_t)members * sizeof(struct room_member);
    return (end + ROOM_STATE_ALIGNMENT - 1) / ROOM_STATE_ALIGNMENT * ROOM_STATE_ALIGNMENT;
}

/* The game's, to read, and in a draft to write. */
static inline void *room_state(const struct room *room)
{
    return (char *)(uintptr_t)room + room_state_at(ROOM_MEMBERS_MAX - room->member_lack);
}

/* The commands and events of a room by enum room_command_kind and room_event_kind (room_kinds.h), in the same
 * tables as a game's. */
extern const struct game_message room_commands[], room_events[];

struct room_command {
    int64_t player; /* who; 0: the server's clock */
    int64_t cid;    /* hash of the client's command id; 0: none */
    bool is_game;   /* kind belongs to the game's table, else to room_commands */
    uint16_t kind;
    int64_t arg[GAME_ARG_WORDS];
    const char *text;
    uint32_t option_is_given; /* of set_options and create */
    int64_t option[GAME_OPTIONS_MAX];
    int8_t order[GAME_SEATS_MAX]; /* of reorder_seats: member per chair */
    uint8_t nonce[ROOM_NONCE_SIZE];
    bool has_nonce;
    bool
        has_name; /* set by room_read if `text` is a person's name (join, rename, …): the server then */
    int64_t
        name_key; /* cleans the text and fills in the key before room_decide; 0: equal bytes only */
    int64_t room_id, room_code; /* of create; drawn from the entropy where 0 */
    bool is_bot;      /* the server moves for a bot in this player's seat; never set for a person */
    bool is_operator; /* the operator commands, as SEAT_NARRATOR; never set for a member */
};

struct room_event {
    bool is_game;
    struct game_event event;
};

/* The hash of a client's command id; 0 for the empty one. A client whose ids collide harms only itself:
 * its own commands are taken for repeats. */
int64_t room_hash_cid(const char *cid);

/* Stable codes of the API ("not_host", "room_full", "wrong_phase", "bad_target", …); `why` is the finer
 * word of a game or names the offending argument. Both are set only after a refusal. */
struct room_refusal {
    const char *code;
    const char *why;
};

struct room_turn {
    struct room *draft;
    int64_t now_ms;
    const uint8_t *entropy; /* 64 fresh random bytes for ids and secrets */
    struct room_refusal refusal;
    bool is_repeat; /* the command's cid is remembered: it was done before and is not done again */
    int event_count;
    struct room_event event[ROOM_EVENTS_MAX];
    struct game_turn game_turn; /* scratch */
    int text_used;
    char text[ROOM_TEXTS_SIZE]; /* the texts that the room made itself */
};

/* A turn's entropy for a room whose chance comes from one seed. It depends on the place in the log, so
 * that anybody who has the seed can decide the log again. */
enum { ROOM_ENTROPY_SIZE = 64 };
void room_draw_entropy(const uint8_t seed[RNG_SEED_SIZE], int64_t seq,
                       uint8_t out[ROOM_ENTROPY_SIZE]);

/* In bytes, with the game's state: of this room, of a draft of its next state (of a new room, for NULL),
 * and of the largest room there can be. */
size_t room_size(const struct room *room);
size_t room_draft_size(const struct room *room);
size_t room_size_max(void);
static inline const struct game *room_game(const struct room *room)
{
    return games[room->game];
}

/* Copies a room. `to` holds a room that is not packed, or zeros, and has room_draft_size(from) bytes. Copies
 * only the members in use. */
void room_copy(struct room *to, const struct room *from);
/* Copies a room to any memory of room_packed_size(from) bytes. What it writes there can be read and copied;
 * nothing can be decided on it. */
void room_pack(struct room *to, const struct room *from);
size_t room_packed_size(const struct room *room);
/* Copies everything but the game's state; both need only the first room_people_size() bytes of `from`.
 * room_take_people() takes any memory, and leaves the bytes behind the members in use as they are. Such a
 * room can only be read, and events of the room can be applied to it. */
void room_copy_people(struct room *to, const struct room *from);
void room_take_people(struct room *to, const struct room *from);
size_t room_people_size(const struct room *room);

/* Reads a command from the members of object `node` ({"type": …}). The room tells which game's commands
 * are understood; `room` may be NULL for create. False: refusal says why. `text` is a buffer of
 * GAME_TEXT_MAX + 1 bytes that the command borrows. */
bool room_read(const struct room *room, const struct json_doc *doc, uint32_t node,
               struct room_command *command, char *text, struct room_refusal *refusal);

/* Decides on turn->draft, a copy of the room with room_draft_size() bytes. True: the draft is the new state
 * (its seq not yet raised) and turn->event what happened; it may be empty, when there was nothing to do.
 * False: turn->refusal says why, and the draft is as it was. A new room is decided by a `create` command on
 * a zeroed draft. */
bool room_decide(struct room_turn *turn, const struct room_command *command);
/* Whether the cid is that of one of the player's latest commands. */
bool room_remembers(const struct room *room, int64_t player, int64_t cid);

/* What the game's clock shows at `now_ms`. */
int64_t room_game_now(const struct room *room, int64_t now_ms);

/* When the room next wants a `tick` command (wall clock, ms); 0: never. */
int64_t room_deadline(const struct room *room);

/* A bot that may act now: its seat, or -1. `after` −1 begins; pass the seat to get the next one. */
int room_bot_seat(const struct room *room, int after);

/* A bot's remark about the game, as a command of the clock; false: none. It is made from the public's view
 * alone; `view` is memory of the game's view_size for it. */
bool room_remark(const struct room *room, void *view, struct room_command *command);

int room_member_of(const struct room *room, int64_t player);   /* index, or -1 */
bool room_was_kicked(const struct room *room, int64_t player); /* and not readmitted since */
/* Which animal and colour a member shows, the same on every screen: a place in the list, or from
 * ROOM_LOOK_CHOSEN on animal × ROOM_COLOURS + colour. */
int room_look(const struct room *room, int index);
int room_animal(const struct room *room, int index);
bool room_sees_all(const struct room *room, int64_t player); /* was allowed to, for this round */
int room_viewer(const struct room *room, int64_t player); /* seat, SEAT_NARRATOR or SEAT_PUBLIC */

/* The results on the table, one person each: 0 where there are none. The words are constants. */
struct room_result {
    int64_t player, score;
    bool won;
    const char *reason; /* how the game ended */
    const char *point;  /* why this person scored, where the game counts that; else "" */
};
int room_results(const struct room *room, struct room_result out[GAME_SEATS_MAX]);

#endif
