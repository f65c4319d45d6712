/* Files for tests of the gz functions: in a folder of their own, which goes with the program. */
#ifndef CHECK_FILES_H
#define CHECK_FILES_H

#include "check/data.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>

static char files_folder[200];

/* At the program's end: the folder and what is in it. */
static void files_remove(void) {
    DIR *folder = opendir(files_folder);
    struct dirent *entry;
    char path[500];
    while (folder && (entry = readdir(folder)) != NULL) {
        snprintf(path, sizeof path, "%s/%.200s", files_folder, entry->d_name);
        if (entry->d_name[0] != '.') unlink(path);
    }
    if (folder) closedir(folder);
    rmdir(files_folder);
}

/* The path of a file of this name; valid until the fourth call after this. */
static inline const char *file_path(const char *name) {
    static char paths[4][300];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    if (files_folder[0] == 0) {
        snprintf(files_folder, sizeof files_folder, "%s/zlazy-files-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
        if (mkdtemp(files_folder) == NULL) abort();
        atexit(files_remove);
    }
    snprintf(path, sizeof paths[0], "%s/%s", files_folder, name);
    return path;
}

/* Writes a file, whose path is returned. */
static inline const char *put_file(const char *name, const void *bytes, size_t length) {
    const char *path = file_path(name);
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, length, file) != length || fclose(file)) abort();
    return path;
}

/* Reads a file: its length, of which `room` bytes at most are in `to`. */
static inline size_t get_file(const char *path, void *to, size_t room) {
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(to, 1, room, file) : 0;
    if (file) fclose(file);
    return length;
}

enum { BLOCK = 4000 };

/* A gzip member of stored blocks of up to BLOCK bytes, so that it is the same whatever library is used; its length. Block n's
 * head is at 10 + n * (BLOCK + 5). */
static inline size_t gzip_member(unsigned char *to, const unsigned char *from, size_t length) {
    uLong sum = crc32(0, from, (uInt)length);
    size_t at = 10, left = length, n, i;
    memcpy(to, "\x1f\x8b\x08\0\0\0\0\0\0\3", 10);
    do {
        n = left < BLOCK ? left : BLOCK;
        to[at++] = n == left;
        to[at++] = (unsigned char)n, to[at++] = (unsigned char)(n >> 8);
        to[at++] = (unsigned char)~n, to[at++] = (unsigned char)(~n >> 8);
        memcpy(to + at, from, n);
        at += n, from += n, left -= n;
    } while (left);
    for (i = 0; i < 4; i++) to[at++] = (unsigned char)(sum >> 8 * i);
    for (i = 0; i < 4; i++) to[at++] = (unsigned char)(length >> 8 * i);
    return at;
}

/* Prints a call and what it returns, as an answer. One a line: the order of calls in a list of arguments is left open. */
#define SHOW(call) say("%s = %ld", #call, (long)(call))
#define SHOW_CONDITION(file, path) say("condition %s", condition(file, path))

/* gzerror: the code and the sentence without the file's name, which must be at its beginning. */
static inline const char *condition(gzFile file, const char *name) {
    static char said[2][300];
    static unsigned turn;
    int code = 99;
    const char *text = gzerror(file, &code);
    char *to = said[turn++ % 2];
    size_t length = strlen(name);
    if (text == NULL) return "NULL";
    if (*text && strcmp(text, "out of memory")) {
        if (!OK(strncmp(text, name, length) == 0 && strncmp(text + length, ": ", 2) == 0, "'%s' does not begin with '%s'", text, name)) return text;
        text += length + 2;
    }
    snprintf(to, sizeof said[0], "%d '%.250s'", code, text);
    return to;
}

#endif
