/* libgit2 on the library under test: objects go into a repository as files of their own, from there into a pack, and back. */
#include "check.h"
#include <git2.h>
#include <git2/sys/odb_backend.h>

enum { OBJECTS = 60, LONGEST = 200000 };

static char folder[200];
static unsigned char *data;
static git_oid ids[OBJECTS];

/* A failure of libgit2 is a failure of the check. */
static int fine(int code, const char *what) {
    const git_error *error = git_error_last();
    return OK(code == 0, "%s gave %d: %s", what, code, error ? error->message : "");
}
#define FINE(call) fine(call, #call)

/* Object i; every third is nearly its predecessor, for which a pack has a delta. */
static size_t object(int i) {
    struct lots lots = lots_from((uint64_t)(i - (i % 3 == 2)));
    size_t n = i ? piece(&lots, LONGEST) : 0;
    make_data(data, n, (enum data_kind)(below(&lots, DATA_KINDS)), (uint64_t)(i - (i % 3 == 2)));
    if (i % 3 == 2 && n) data[n / 2] ^= 1;
    return n;
}

static void same_objects(git_odb *odb) {
    int i;
    for (i = 0; i < OBJECTS; i++) {
        size_t n = object(i);
        git_odb_object *found = NULL;
        if (!FINE(git_odb_read(&found, odb, &ids[i]))) return;
        OK(git_odb_object_size(found) == n && memcmp(git_odb_object_data(found), data, n) == 0, "object %d is another", i);
        git_odb_object_free(found);
    }
}

static void objects(void) {
    git_repository *repository = NULL;
    git_packbuilder *builder = NULL;
    git_odb *loose = NULL, *packed = NULL;
    git_odb_backend *pack = NULL;
    char path[500];
    int i;
    if (!FINE(git_repository_init(&repository, folder, 1)) || !FINE(git_repository_odb(&loose, repository))) return;
    for (i = 0; i < OBJECTS; i++) {
        size_t n = object(i);
        if (!FINE(git_odb_write(&ids[i], loose, data, n, GIT_OBJECT_BLOB))) return;
    }
    same_objects(loose);
    if (!FINE(git_packbuilder_new(&builder, repository))) return;
    for (i = 0; i < OBJECTS; i++) FINE(git_packbuilder_insert(builder, &ids[i], NULL));
    if (!FINE(git_packbuilder_write(builder, folder, 0600, NULL, NULL))) return;
    snprintf(path, sizeof path, "%s/pack-%s.idx", folder, git_packbuilder_name(builder));
    if (!FINE(git_odb_new(&packed)) || !FINE(git_odb_backend_one_pack(&pack, path)) || !FINE(git_odb_add_backend(packed, pack, 1))) return;
    same_objects(packed);
    git_odb_free(packed), git_odb_free(loose);
    git_packbuilder_free(builder);
    git_repository_free(repository);
}

int main(int argc, char **argv) {
    check_begin();
    snprintf(folder, sizeof folder, "%s", argc > 1 ? argv[1] : "repository");
    data = malloc(LONGEST);
    git_libgit2_init();
    RUN("A8 libgit2 stores objects, packs them and reads them", objects);
    git_libgit2_shutdown();
    return check_end();
}
