/* The protocol of sd_notify(3) and sd_listen_fds(3), written by hand. */
#include "server/systemd.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/text.h"

enum { LISTEN_FDS_START = 3 };

bool systemd_notify(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    if (path == NULL || path[0] == '\0')
        return true;
    if (!text_copy(to.sun_path, sizeof to.sun_path, path))
        return false;
    size_t length = strlen(path);
    if (path[0] == '@') /* an abstract name begins with a zero byte and does not end with one */
        to.sun_path[0] = '\0';
    else
        length++;
    int descriptor = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0)
        return false;
    ssize_t sent = sendto(descriptor, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&to,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length));
    close(descriptor);
    return sent == (ssize_t)strlen(state);
}

/* The number in a variable, or 0 if it is absent or no number. */
static long long number_of(const char *variable)
{
    const char *value = getenv(variable);
    char *end = NULL;
    if (value == NULL || value[0] == '\0')
        return 0;
    errno = 0;
    long long number = strtoll(value, &end, 10);
    return errno == 0 && *end == '\0' && number > 0 ? number : 0;
}

/* The variables are inherited: they are meant for the process whose number they carry. */
static bool is_for_us(const char *variable, bool is_without_pid)
{
    return getenv(variable) == NULL ? is_without_pid : number_of(variable) == getpid();
}

int64_t systemd_watchdog_ms(void)
{
    return is_for_us("WATCHDOG_PID", true) ? number_of("WATCHDOG_USEC") / 2000 : 0;
}

static bool is_listening(int descriptor)
{
    int value = 0, domain = 0;
    socklen_t size = sizeof value;
    if (getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &value, &size) < 0 || value == 0)
        return false;
    size = sizeof domain;
    return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 &&
           (domain == AF_INET || domain == AF_INET6);
}

int systemd_listening_socket(struct error *error)
{
    long long count = is_for_us("LISTEN_PID", false) ? number_of("LISTEN_FDS") : 0;
    if (count == 0)
        return 0;
    if (count == 1 && is_listening(LISTEN_FDS_START))
        return LISTEN_FDS_START;
    error_set(error, ERROR_USAGE,
              "the service manager must hand over one listening TCP socket, not %lld", count);
    return -1;
}
