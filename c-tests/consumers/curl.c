/* libcurl on the library under test: a server in this program sends pages compressed in every way that libcurl asks for. */
#include "check.h"
#include <arpa/inet.h>
#include <curl/curl.h>
#include <pthread.h>
#include <sys/socket.h>

enum { PAGE = 300000 };

static unsigned char page[PAGE], packed[PAGE * 2], got[PAGE + 1];
static size_t packed_length, got_length;
static const char *encoding;
static int door; /* the listening socket */

static void send_all(int to, const void *from, size_t n) {
    const char *bytes = from;
    ssize_t done;
    while (n && (done = send(to, bytes, n, MSG_NOSIGNAL)) > 0) bytes += done, n -= (size_t)done;
}

/* Answers one request, whatever it says. */
static void *serve(void *unused) {
    char request[4096], head[200];
    size_t length = 0;
    ssize_t n;
    int guest = accept(door, NULL, NULL);
    do {
        n = recv(guest, request + length, sizeof request - 1 - length, 0);
        length += n > 0 ? (size_t)n : 0;
        request[length] = 0;
    } while (n > 0 && strstr(request, "\r\n\r\n") == NULL);
    n = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n", encoding, packed_length);
    send_all(guest, head, (size_t)n);
    send_all(guest, packed, packed_length);
    close(guest);
    return unused;
}

static size_t take(char *from, size_t size, size_t n, void *unused) {
    (void)unused;
    n *= size;
    if (got_length + n > sizeof got) return 0;
    memcpy(got + got_length, from, n);
    got_length += n;
    return n;
}

/* Fetches the page as it is in `packed`; what libcurl says. */
static CURLcode fetch(int port) {
    CURL *curl = curl_easy_init();
    CURLcode code;
    pthread_t server;
    char address[100];
    snprintf(address, sizeof address, "http://127.0.0.1:%d/", port);
    got_length = 0;
    if (curl == NULL || pthread_create(&server, NULL, serve, NULL)) abort();
    curl_easy_setopt(curl, CURLOPT_URL, address);
    curl_easy_setopt(curl, CURLOPT_PROXY, "");
    curl_easy_setopt(curl, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, 30L);
    code = curl_easy_perform(curl);
    curl_easy_cleanup(curl);
    /* Whoever did not come in lets the server wait no longer. */
    shutdown(door, SHUT_RD);
    pthread_join(server, NULL);
    return code;
}

/* A new listening socket on a free port, or 0. */
static int open_door(void) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    door = socket(AF_INET, SOCK_STREAM, 0);
    if (door < 0 || bind(door, (struct sockaddr *)&address, length) || listen(door, 1) || getsockname(door, (struct sockaddr *)&address, &length)) return 0;
    return ntohs(address.sin_port);
}

static void visit(const char *how, int window_bits, int damaged) {
    struct settings settings = {6, window_bits, 8, 0};
    CURLcode code;
    int port = open_door();
    if (!OK(port, "no port to listen on")) return;
    encoding = how;
    packed_length = pack(settings, page, PAGE, packed, sizeof packed);
    if (damaged) packed[packed_length / 2] ^= 0x55, packed[packed_length - 3] ^= 0x55;
    code = fetch(port);
    close(door);
    if (damaged) OK(code == CURLE_BAD_CONTENT_ENCODING || code == CURLE_WRITE_ERROR, "a damaged page as %s gives %d", how, code);
    else OK(code == CURLE_OK && got_length == PAGE && memcmp(got, page, PAGE) == 0, "%s with windowBits %d: %s, %zu bytes", how, window_bits, curl_easy_strerror(code), got_length);
}

static void pages(void) {
    make_data(page, PAGE, DATA_MIXED, 8);
    visit("gzip", 31, 0);
    visit("deflate", 15, 0);
    visit("deflate", -15, 0); /* as some servers send it */
    visit("gzip", 31, 1);
    visit("deflate", 15, 1);
}

static void version(void) {
    const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
    OK(info->features & CURL_VERSION_LIBZ && info->libz_version && strcmp(info->libz_version, zlibVersion()) == 0, "libcurl says zlib %s",
       info->libz_version ? info->libz_version : "is missing");
}

int main(void) {
    check_begin();
    curl_global_init(CURL_GLOBAL_DEFAULT);
    RUN("A8 libcurl knows zlib's version", version);
    if (open_door()) {
        close(door);
        RUN("A8 libcurl fetches compressed pages", pages);
    } else {
        printf("skip A8 libcurl fetches compressed pages: no port to listen on\n");
    }
    curl_global_cleanup();
    return check_end();
}
