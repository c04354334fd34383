/* People's animals in their colours, as SVG; made by avatars_embed.py. */
#ifndef PARLOUR_AVATARS_H
#define PARLOUR_AVATARS_H

extern const char *const avatars[];
extern const int avatar_count;

#endif
