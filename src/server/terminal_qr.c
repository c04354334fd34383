/* A QR code in half-block characters, two rows of modules per line of text. */
#include "server/terminal_qr.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <qrencode.h>
#include <stdio.h>
#include <string.h>

static bool is_every_address(const char *bound)
{
    return bound[0] == '\0' || strcmp(bound, "0.0.0.0") == 0 || strcmp(bound, "::") == 0;
}

static void find_lan_address(char address[INET_ADDRSTRLEN])
{
    struct ifaddrs *list = NULL;
    if (getifaddrs(&list) == 0) {
        for (struct ifaddrs *at = list; at != NULL; at = at->ifa_next) {
            if (at->ifa_addr == NULL || at->ifa_addr->sa_family != AF_INET ||
                (at->ifa_flags & IFF_LOOPBACK) != 0 || (at->ifa_flags & IFF_UP) == 0)
                continue;
            struct sockaddr_in *found = (struct sockaddr_in *)(void *)at->ifa_addr;
            inet_ntop(AF_INET, &found->sin_addr, address, INET_ADDRSTRLEN);
            break;
        }
        freeifaddrs(list);
    }
}

void terminal_url(char *url, size_t size, bool is_secure, const char *bound, int port,
                  const char *base_path)
{
    const char *scheme = is_secure ? "https" : "http";
    char address[INET_ADDRSTRLEN] = "localhost";
    if (is_every_address(bound)) {
        find_lan_address(address);
        snprintf(url, size, "%s://%s:%d%s/", scheme, address, port, base_path);
    } else if (strchr(bound, ':') != NULL) {
        snprintf(url, size, "%s://[%s]:%d%s/", scheme, bound, port, base_path);
    } else {
        snprintf(url, size, "%s://%s:%d%s/", scheme, bound, port, base_path);
    }
}

enum { QUIET = 2 }; /* modules of margin */

static bool is_dark(const QRcode *code, int x, int y)
{
    x -= QUIET;
    y -= QUIET;
    return x >= 0 && y >= 0 && x < code->width && y < code->width &&
           (code->data[y * code->width + x] & 1) != 0;
}

void terminal_qr(const char *text)
{
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (code == NULL)
        return;
    int size = code->width + 2 * QUIET;
    for (int y = 0; y < size; y += 2) {
        for (int x = 0; x < size; x++) {
            /* Light modules are drawn, dark ones left out: right on a dark terminal. */
            bool upper = !is_dark(code, x, y), lower = y + 1 >= size || !is_dark(code, x, y + 1);
            fputs(upper && lower ? "█" : upper ? "▀" : lower ? "▄" : " ", stdout);
        }
        fputc('\n', stdout);
    }
    QRcode_free(code);
}
