/* Answers selfplay() questions, one per line, natively; tests/wasm/wasm_test.mjs asks both. */
#include <stdio.h>
#include <string.h>

#include "wasm/selfplay.h"

int main(void)
{
    static char request[64 * 1024], reply[64 * 1024];
    while (fgets(request, sizeof request, stdin)) {
        selfplay(request, strcspn(request, "\n"), reply, sizeof reply);
        puts(reply);
    }
    return 0;
}
