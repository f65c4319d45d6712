/* zlazy's functions under their own names (zlazy_deflate and so on), next to any other zlib: <zlib.h> of libzlazy with its
   prefix. A source file includes this or another zlib's header, not both. */
#ifndef ZLAZY_PREFIX
#define ZLAZY_PREFIX
#endif
#include "zlazy/zlib.h"
