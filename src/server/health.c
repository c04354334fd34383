/* `parlour health`: asks the server with the same settings whether it is alive, for container managers, whose
 * images have no other program. */
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/text.h"
#include "server/commands.h"
#include "server/config.h"

static int open_connection(const char *address, int64_t port)
{
    enum { TIMEOUT_S = 5 };
    bool is_any = text_equal(address, "::") || text_equal(address, "0.0.0.0");
    struct addrinfo hints = { .ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM };
    struct addrinfo *found;
    struct timeval limit = { .tv_sec = TIMEOUT_S };
    char number[16];
    snprintf(number, sizeof number, "%d", (int)port);
    if (getaddrinfo(is_any ? "127.0.0.1" : address, number, &hints, &found) != 0)
        return -1;
    int descriptor = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (descriptor >= 0) {
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
        if (connect(descriptor, found->ai_addr, found->ai_addrlen) < 0) {
            close(descriptor);
            descriptor = -1;
        }
    }
    freeaddrinfo(found);
    return descriptor;
}

/* The status of its answer, or 0. A port for https answers plain requests with 308: it is alive. */
static int ask(int descriptor)
{
    static const char question[] =
        "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    char answer[sizeof "HTTP/1.1 200"] = "";
    int status = 0;
    if (send(descriptor, question, sizeof question - 1, MSG_NOSIGNAL) != sizeof question - 1 ||
        recv(descriptor, answer, sizeof answer - 1, MSG_WAITALL) != sizeof answer - 1 ||
        sscanf(answer, "HTTP/1.1 %3d", &status) != 1)
        return 0;
    return status;
}

int run_health(int argc, char **argv)
{
    struct config config;
    struct error error = { 0 };
    if (argc == 1 && strcmp(argv[0], "--help") == 0) {
        printf("usage: parlour health [options of serve]\n\nSays by its exit code whether the "
               "server with these settings answers.\n");
        return 0;
    }
    if (!config_read(&config, argc, argv, &error)) {
        fprintf(stderr, "parlour: %s\n", error.text);
        return 2;
    }
    int descriptor = open_connection(config.address, config.port);
    int status = descriptor < 0 ? 0 : ask(descriptor);
    if (descriptor >= 0)
        close(descriptor);
    puts(status == 200 || status == 308 ? "alive" : "no answer");
    return status == 200 || status == 308 ? 0 : 1;
}
