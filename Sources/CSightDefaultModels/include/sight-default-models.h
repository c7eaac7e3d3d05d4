#ifndef SIGHT_DEFAULT_MODELS_H
#define SIGHT_DEFAULT_MODELS_H

#include <stddef.h>

// The bytes of a .tflite file inside the program, aligned to 64.
typedef struct {
    const void *bytes;
    size_t byte_count;
} sight_embedded_model;

// Finds objects of any kind; see Documentation/models/localizer.md.
sight_embedded_model sight_default_localizer(void);

// Names the coarse category of an object; see Documentation/models/classifier.md.
sight_embedded_model sight_default_classifier(void);

#endif
