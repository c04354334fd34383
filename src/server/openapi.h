/* The parts of the API's description that no table of ours holds: openapi.json, as text. */
#ifndef PARLOUR_OPENAPI_H
#define PARLOUR_OPENAPI_H

struct openapi_part {
    const char *name, *json;
};

/* Each ends with an empty entry. */
extern const struct openapi_part openapi_head[];       /* members of the document */
extern const struct openapi_part openapi_query[];      /* "GET /path": list of query parameters */
extern const struct openapi_part openapi_schemas[];    /* by name */
extern const struct openapi_part openapi_components[]; /* security schemes, responses */

#endif
